//===- PhobosAttrs.td - Attributes of the phobos dialect ---*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_PHOBOSATTRS_TD
#define PHOBOS_DIALECT_PHOBOSATTRS_TD

include "mlir/IR/EnumAttr.td"
include "phobos/Dialect/PhobosDialect.td"

class Phobos_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Phobos_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

def Phobos_LayoutParameter
    : AttrOrTypeParameter<"::phobos::Layout", "the layout", "const ::phobos::Layout &">;

def Phobos_LayoutAttr : Phobos_Attr<"Layout", "layout"> {
  let summary = "how a tile's elements are spread over the threads of a block";
  let description = [{
    Wraps one `phobos::Layout` (see docs/Layout.md):

    ```mlir
    #phobos.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], …], warp = […], reps = [8, 1]>
    ```
  }];
  let parameters = (ins Phobos_LayoutParameter:$layout);
  let genMnemonicAlias = 1;
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

class Phobos_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::phobos";
  let genSpecializedAttr = 0;
}

def Phobos_GridDim : Phobos_Enum<"GridDim", "an axis of the grid", [
  I32EnumAttrCase<"x", 0>, I32EnumAttrCase<"y", 1>, I32EnumAttrCase<"z", 2>]>;
def Phobos_GridDimAttr : EnumAttr<Phobos_Dialect, Phobos_GridDim, "grid_dim"> {
  let assemblyFormat = "$value";
}

def Phobos_ReduceKind : Phobos_Enum<"ReduceKind", "how a reduction combines two elements", [
  I32EnumAttrCase<"add", 0>,  I32EnumAttrCase<"mul", 1>,
  I32EnumAttrCase<"max", 2>,  I32EnumAttrCase<"min", 3>,
  I32EnumAttrCase<"maxu", 4>, I32EnumAttrCase<"minu", 5>,
  I32EnumAttrCase<"and_", 6, "and">,  I32EnumAttrCase<"or_", 7, "or">]>;
def Phobos_ReduceKindAttr : EnumAttr<Phobos_Dialect, Phobos_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def Phobos_DotPrecision : Phobos_Enum<"DotPrecision", "how a product of f32 may be computed", [
  I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"tf32", 1>,
  I32EnumAttrCase<"tf32x3", 2>, I32EnumAttrCase<"bf16", 3>]>;
def Phobos_DotPrecisionAttr : EnumAttr<Phobos_Dialect, Phobos_DotPrecision, "dot_precision"> {
  let assemblyFormat = "$value";
}

def Phobos_CacheModifier : Phobos_Enum<"CacheModifier", "the caches that keep what is accessed", [
  I32EnumAttrCase<"ca", 0>, I32EnumAttrCase<"cg", 1>, I32EnumAttrCase<"cs", 2>,
  I32EnumAttrCase<"cv", 3>, I32EnumAttrCase<"wb", 4>, I32EnumAttrCase<"wt", 5>]>;
def Phobos_CacheModifierAttr
    : EnumAttr<Phobos_Dialect, Phobos_CacheModifier, "cache_modifier"> {
  let assemblyFormat = "`<` $value `>`";
}

def Phobos_EvictionPolicy : Phobos_Enum<"EvictionPolicy", "what a cache gives up first or last", [
  I32EnumAttrCase<"first", 0>, I32EnumAttrCase<"last", 1>]>;
def Phobos_EvictionPolicyAttr
    : EnumAttr<Phobos_Dialect, Phobos_EvictionPolicy, "eviction_policy"> {
  let assemblyFormat = "`<` $value `>`";
}

def Phobos_AtomicKind : Phobos_Enum<"AtomicKind", "what an atomic makes of an element", [
  I32EnumAttrCase<"add", 0>,  I32EnumAttrCase<"max", 1>,  I32EnumAttrCase<"min", 2>,
  I32EnumAttrCase<"maxu", 3>, I32EnumAttrCase<"minu", 4>, I32EnumAttrCase<"and_", 5, "and">,
  I32EnumAttrCase<"or_", 6, "or">, I32EnumAttrCase<"xor_", 7, "xor">,
  I32EnumAttrCase<"exchange", 8>, I32EnumAttrCase<"cas", 9>]>;
def Phobos_AtomicKindAttr : EnumAttr<Phobos_Dialect, Phobos_AtomicKind, "atomic_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def Phobos_MemoryOrder : Phobos_Enum<"MemoryOrder", "what an atomic orders beside itself", [
  I32EnumAttrCase<"relaxed", 0>, I32EnumAttrCase<"acquire", 1>,
  I32EnumAttrCase<"release", 2>, I32EnumAttrCase<"acq_rel", 3>]>;
def Phobos_MemoryOrderAttr : EnumAttr<Phobos_Dialect, Phobos_MemoryOrder, "memory_order"> {
  let assemblyFormat = "`<` $value `>`";
}

def Phobos_MemoryScope : Phobos_Enum<"MemoryScope", "for whom an atomic is one", [
  I32EnumAttrCase<"block", 0>, I32EnumAttrCase<"gpu", 1>, I32EnumAttrCase<"system", 2>]>;
def Phobos_MemoryScopeAttr : EnumAttr<Phobos_Dialect, Phobos_MemoryScope, "memory_scope"> {
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Predicates of assume and promise
//===----------------------------------------------------------------------===//

def Phobos_DivisibleAttr : Phobos_Attr<"Divisible", "divisible"> {
  let summary = "the value is a multiple of `divisor`";
  let parameters = (ins "int64_t":$divisor);
  let assemblyFormat = "`<` $divisor `>`";
  let genVerifyDecl = 1;
}

def Phobos_BoundedAttr : Phobos_Attr<"Bounded", "bounded"> {
  let summary = "the value lies in [min, max], both included, compared as signed";
  let parameters = (ins "int64_t":$min, "int64_t":$max);
  let assemblyFormat = "`<` $min `,` $max `>`";
  let genVerifyDecl = 1;
}

def Phobos_SameAttr : Phobos_Attr<"Same", "same"> {
  let summary = "the value equals the op's second operand";
}

def Phobos_Predicate : AnyAttrOf<[Phobos_DivisibleAttr, Phobos_BoundedAttr, Phobos_SameAttr],
    "one of #phobos.divisible<n>, #phobos.bounded<min, max>, #phobos.same">;

#endif // PHOBOS_DIALECT_PHOBOSATTRS_TD
