# What `cmake --install` puts where, and the package that find_package(Phobos)
# finds. docs/Embedding.md describes it to those who use it.
#
# With the shared libMLIR every room is a target, Phobos::<room without "Phobos">,
# in this build, under add_subdirectory and in the package. A static build holds
# an LLVM of its own, hidden in libphobos, so that it installs that alone.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(PHOBOS_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Phobos)

# The headers of every room and of MLIR; each room passes it on to its users.
add_library(PhobosHeaders INTERFACE)
add_library(Phobos::Headers ALIAS PhobosHeaders)
set_target_properties(PhobosHeaders PROPERTIES EXPORT_NAME Headers)
target_compile_features(PhobosHeaders INTERFACE cxx_std_17)
target_include_directories(PhobosHeaders INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# Of the package, its configuration adds those of the MLIR that it finds.
foreach(folder IN LISTS MLIR_INCLUDE_DIRS LLVM_INCLUDE_DIRS)
  target_include_directories(PhobosHeaders SYSTEM INTERFACE $<BUILD_INTERFACE:${folder}>)
endforeach()
if(NOT PHOBOS_LINK_STATIC)
  install(TARGETS PhobosHeaders EXPORT PhobosTargets)
endif()

# phobos_install_library(<target> <name>): as Phobos::<name>, here and in the
# package.
function(phobos_install_library target name)
  add_library(Phobos::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT PhobosTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endfunction()

# Once every target is there.
function(phobos_install_package)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/phobos-c
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
  if(NOT PHOBOS_LINK_STATIC)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/phobos
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
      FILES_MATCHING PATTERN *.h PATTERN *.td)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/include/phobos
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
      FILES_MATCHING PATTERN *.inc PATTERN CMakeFiles EXCLUDE)
  endif()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(EXPORT PhobosTargets NAMESPACE Phobos:: DESTINATION ${PHOBOS_PACKAGE_DIR})
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/PhobosConfig.cmake.in
    ${PROJECT_BINARY_DIR}/cmake/PhobosConfig.cmake
    INSTALL_DESTINATION ${PHOBOS_PACKAGE_DIR}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/cmake/PhobosConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES
    ${PROJECT_BINARY_DIR}/cmake/PhobosConfig.cmake
    ${PROJECT_BINARY_DIR}/cmake/PhobosConfigVersion.cmake
    DESTINATION ${PHOBOS_PACKAGE_DIR})
endfunction()
