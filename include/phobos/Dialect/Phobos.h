//===- Phobos.h - The phobos dialect -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_PHOBOS_H
#define PHOBOS_DIALECT_PHOBOS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "phobos/Layout/Layout.h"

#include "phobos/Dialect/PhobosDialect.h.inc"
#include "phobos/Dialect/PhobosEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "phobos/Dialect/PhobosAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "phobos/Dialect/PhobosTypes.h.inc"

namespace phobos {
/// What `MaskedAccessOpInterface` asks of each op that implements it.
llvm::LogicalResult verifyMaskedAccess(mlir::Operation *access);
} // namespace phobos

#include "phobos/Dialect/PhobosInterfaces.h.inc"

namespace phobos {
/// The trait of the ops of per-thread code.
template <typename ConcreteOp>
class PerThread : public mlir::OpTrait::TraitBase<ConcreteOp, PerThread> {};
} // namespace phobos

#define GET_OP_CLASSES
#include "phobos/Dialect/PhobosOps.h.inc"

namespace phobos {

/// Names of the discardable attributes of kernel arguments; the dialect's
/// description says what they mean.
inline constexpr llvm::StringLiteral kNameAttr = "phobos.name";
inline constexpr llvm::StringLiteral kExtentsAttr = "phobos.extents";
inline constexpr llvm::StringLiteral kStridesAttr = "phobos.strides";
inline constexpr llvm::StringLiteral kUnsignedAttr = "phobos.unsigned";

/// Element types of tiles and views: i1, i8 … i64, f8E4M3FN, f8E5M2, f16, bf16,
/// f32, f64, index and !phobos.ptr.
bool isElementType(mlir::Type type);

/// The accumulator's element type of a dot whose operands have `operand`: f32
/// for f16, bf16 and f8, i32 for i8, itself for f32, f64, i32, i64, null
/// otherwise.
mlir::Type getDotAccumulatorType(mlir::Type operand);

/// The constant `value` (of an element type) converted to the element type `to`
/// by the rules of `phobos.cast`, or null where either is no number.
mlir::TypedAttr castConstant(mlir::Attribute value, mlir::Type to,
                             bool fromUnsigned, bool toUnsigned);

/// Whether `kind` combines elements of type `element`; an error of `op` where
/// it does not.
mlir::LogicalResult verifyReduceKind(mlir::Operation *op, ReduceKind kind,
                                     mlir::Type element);

/// What elements an atomic of `kind` takes, in words; nothing where it takes
/// `element`.
llvm::StringRef describeWantedElements(AtomicKind kind, mlir::Type element);

/// How the language spells an op of per-thread code, such as "ctx.lane".
llvm::StringRef getLanguageName(mlir::Operation *threadOp);

/// The first op of per-thread code in `kernel`, or null.
mlir::Operation *findThreadOp(KernelOp kernel);

} // namespace phobos

#endif // PHOBOS_DIALECT_PHOBOS_H
