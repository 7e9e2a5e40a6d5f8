# phobos_precompile_headers(<target>): with PHOBOS_PRECOMPILE_HEADERS the target's
# files read MLIR's headers from one precompiled file. Nine tenths of the time that
# a file of a pass takes go to those. The dev preset goes without: there a file
# includes what it uses, or does not compile.
function(phobos_precompile_headers target)
  if(NOT PHOBOS_PRECOMPILE_HEADERS)
    return()
  endif()
  if(NOT TARGET phobos-precompiled)
    set(empty ${PROJECT_BINARY_DIR}/precompiled.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "")
    add_library(phobos-precompiled STATIC EXCLUDE_FROM_ALL ${empty})
    llvm_update_compile_flags(phobos-precompiled)
    target_link_libraries(phobos-precompiled PRIVATE PhobosHeaders)
    add_dependencies(phobos-precompiled phobos-headers)
    target_precompile_headers(phobos-precompiled PRIVATE
      <phobos/Dialect/Phobos.h>
      <mlir/Dialect/Arith/IR/Arith.h>
      <mlir/Dialect/GPU/IR/GPUDialect.h>
      <mlir/Dialect/LLVMIR/NVVMDialect.h>
      <mlir/Dialect/Linalg/IR/Linalg.h>
      <mlir/Dialect/Math/IR/Math.h>
      <mlir/Dialect/MemRef/IR/MemRef.h>
      <mlir/Dialect/SCF/IR/SCF.h>
      <mlir/Dialect/Vector/IR/VectorOps.h>
      <mlir/IR/ImplicitLocOpBuilder.h>
      <mlir/IR/Matchers.h>
      <mlir/Pass/Pass.h>
      <mlir/Transforms/DialectConversion.h>)
    # The cache of objects compares contents.
    target_compile_options(phobos-precompiled PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${target} REUSE_FROM phobos-precompiled)
endfunction()
