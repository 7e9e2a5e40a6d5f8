# A sanitizer's functions are in the program alone.
set(PHOBOS_NO_UNDEFINED LINKER:--no-undefined)
if(PHOBOS_SANITIZER)
  set(PHOBOS_NO_UNDEFINED "")
endif()

# The symbols of libphobos have the version PHOBOS_<major>.<minor>: a program asks
# the loader for the interface that it was built with.
set(PHOBOS_SYMBOL_VERSION PHOBOS_${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(PHOBOS_EXPORTS "phobos_*;")
configure_file(${CMAKE_CURRENT_LIST_DIR}/exports.map.in ${PROJECT_BINARY_DIR}/cmake/exports.map @ONLY)

# phobos_add_shipped_library(<name> <source>... ROOMS <room>...)
#
# A shared library that holds the named rooms and exports `phobos_*` alone. In
# static builds LLVM, MLIR, zlib, zstd and libstdc++ are inside as well, hidden,
# so that it needs glibc and nothing else and cannot clash with another LLVM in
# the same process.
function(phobos_add_shipped_library name)
  cmake_parse_arguments(PARSE_ARGV 1 LIB "" "" "ROOMS")
  add_library(${name} SHARED ${LIB_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${LIB_ROOMS})
  phobos_precompile_headers(${name})
  target_include_directories(${name} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  set(exports ${PROJECT_BINARY_DIR}/cmake/exports.map)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${exports})
  target_link_options(${name} PRIVATE
    LINKER:--version-script=${exports} ${PHOBOS_NO_UNDEFINED} LINKER:--as-needed
    LINKER:--build-id=sha1) # the cache on disk asks for it
  if(PHOBOS_LINK_STATIC)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc
      LINKER:--exclude-libs,ALL LINKER:-Bsymbolic LINKER:--gc-sections
      LINKER:--strip-all LINKER:-z,pack-relative-relocs)
  endif()
  phobos_use_rpath(${name})
endfunction()

# phobos_add_tool(<name> <source>... LIBRARY <shipped library>): a thin program
# on a shipped library, in bin/, which finds it in ../lib wherever both lie.
function(phobos_add_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 TOOL "" "LIBRARY" "")
  add_executable(${name} ${TOOL_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${TOOL_LIBRARY})
  target_link_options(${name} PRIVATE LINKER:--as-needed)
  if(PHOBOS_LINK_STATIC)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc
      LINKER:--gc-sections LINKER:--strip-all)
  endif()
  phobos_use_rpath(${name} $ORIGIN/../lib $ORIGIN/../${CMAKE_INSTALL_LIBDIR})
endfunction()

# Shared development builds also need the folder of libMLIR.
function(phobos_use_rpath name)
  set(rpath ${ARGN})
  if(NOT PHOBOS_LINK_STATIC)
    list(APPEND rpath ${LLVM_LIBRARY_DIR})
  endif()
  list(REMOVE_DUPLICATES rpath)
  set_target_properties(${name} PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${rpath}")
endfunction()
