# phobos_add_room(<name> <source>...
#                 [ROOMS <other room>...]   rooms of Phobos whose headers it may use
#                 [MLIR <library>...]       MLIR's libraries that it may use
#                 [LLVM <component>...])    LLVM's components that it may use
#
# A room is one folder of lib/, built as a static library. Its link list is its
# contract: what is not named in ROOMS, MLIR or LLVM, it may not use. With the
# shared libMLIR every MLIR symbol resolves, so the list is enforced in static
# builds, where only the named archives are on the link line.

if(PHOBOS_LINK_STATIC)
  # Debian exports each static MLIR library with the shared LLVM in its
  # interface. Two LLVMs in one process abort, so the shared one is replaced by
  # the static components that Phobos needs.
  llvm_map_components_to_libnames(PHOBOS_LLVM_LIBRARIES
    Core Support Target MC Passes BitReader BitWriter IRReader AsmParser Linker
    TransformUtils IPO Analysis FrontendOpenMP FrontendOffloading
    NVPTXCodeGen NVPTXDesc NVPTXInfo nativecodegen OrcJIT JITLink PerfJITEvents SupportLSP X86AsmParser)
  add_library(PhobosStaticLLVM INTERFACE)
  target_link_libraries(PhobosStaticLLVM INTERFACE ${PHOBOS_LLVM_LIBRARIES})
  # zlib and zstd from archives too, so that the result needs glibc alone.
  find_library(PHOBOS_LIBZ NAMES libz.a REQUIRED)
  if(TARGET ZLIB::ZLIB)
    set_target_properties(ZLIB::ZLIB PROPERTIES
      IMPORTED_LOCATION ${PHOBOS_LIBZ} IMPORTED_LOCATION_RELEASE ${PHOBOS_LIBZ})
  endif()
  if(TARGET zstd::libzstd_shared AND TARGET zstd::libzstd_static)
    get_target_property(location zstd::libzstd_static IMPORTED_LOCATION)
    set_target_properties(zstd::libzstd_shared PROPERTIES IMPORTED_LOCATION "${location}")
  endif()
  foreach(library IN LISTS MLIR_EXPORTED_TARGETS)
    if(TARGET ${library})
      get_target_property(interface ${library} INTERFACE_LINK_LIBRARIES)
      if("LLVM" IN_LIST interface OR "MLIR" IN_LIST interface)
        list(REMOVE_ITEM interface LLVM MLIR)
        list(APPEND interface PhobosStaticLLVM)
        set_target_properties(${library} PROPERTIES INTERFACE_LINK_LIBRARIES "${interface}")
      endif()
    endif()
  endforeach()
endif()

function(phobos_add_room name)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "" "" "ROOMS;MLIR;LLVM")
  add_library(${name} STATIC ${ROOM_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PUBLIC ${ROOM_ROOMS} INTERFACE PhobosHeaders)
  if(PHOBOS_LINK_STATIC)
    target_link_libraries(${name} PUBLIC ${ROOM_MLIR})
    if(ROOM_LLVM)
      llvm_map_components_to_libnames(components ${ROOM_LLVM})
      target_link_libraries(${name} PUBLIC ${components})
    endif()
  elseif(ROOM_MLIR)
    target_link_libraries(${name} PUBLIC MLIR LLVM)
  elseif(ROOM_LLVM)
    target_link_libraries(${name} PUBLIC LLVM)
  endif()
  if(TARGET phobos-headers)
    add_dependencies(${name} phobos-headers)
  endif()
  if(ROOM_MLIR)
    phobos_precompile_headers(${name})
  endif()
  if(NOT PHOBOS_LINK_STATIC)
    string(REGEX REPLACE "^Phobos" "" room ${name})
    phobos_install_library(${name} ${room})
  endif()
endfunction()
