//===- FunctionTable.h - What emulated code may call ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FUNCTIONTABLE_H
#define PHOBOS_LIB_EMULATOR_FUNCTIONTABLE_H

#include "Site.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace phobos::emulator {

/// Where a function with several results puts them, each in 64 bits.
template <unsigned count> struct Results {
  uint64_t *slots;
};

/// Registers of 32 bits that PTX writes in braces and that one parameter takes
/// all of. What the function changes is what the registers hold behind it.
struct Registers {
  uint32_t *values;
};

/// A constant of the table's entry, as the first parameter: which of many forms
/// of an instruction it is.
struct Form {
  uint64_t bits;
};

/// Behind the opcode of a form whose second operand is a list where that of
/// another form is not: wgmma's A, in registers or in memory.
inline constexpr const char *listOverload = " {}";
/// Behind the opcode of a form that has so many operands where another form has
/// more or fewer: "bar.sync (2)".
inline std::string countOverload(size_t numOperands) {
  return " (" + std::to_string(numOperands) + ")";
}

/// Types as they cross the border between emulated code and C++. Integers,
/// halves and vectors of up to 32 bits cross as I32, in its low bits.
enum class AbiType : char {
  Void = 'v',
  I32 = 'i',
  I64 = 'l',
  F32 = 'f',
  F64 = 'd',
  Pointer = 'p',
  Registers = 'r',
};

struct Signature {
  AbiType result = AbiType::Void;
  unsigned numResults = 0; // by Results
  std::string parameters;  // an AbiType each
  bool takesSite = false;  // as the last parameter

  unsigned countResults() const {
    return result == AbiType::Void ? numResults : 1;
  }
  /// "i(ii)": what a call is compared with, without the site.
  std::string str() const;
  bool operator==(const Signature &other) const { return str() == other.str(); }
};

/// A function of C++ that stands for an intrinsic, for a form of inline PTX, or
/// for a check.
struct TableEntry {
  void *function = nullptr;
  Signature signature;
  /// How many registers each Registers of the parameters has.
  std::vector<unsigned> listSizes;
  std::optional<uint64_t> form;
  /// Its result depends on its operands and on the thread alone.
  bool isPure = false;
  /// So many of the last operands may be absent in inline PTX, and are 0 then.
  unsigned numOptional = 0;
  /// Its accesses to memory are aligned to, and multiples of, so many bytes.
  unsigned granule = 16;
};

/// All of them. An intrinsic has its name in LLVM IR; a form of PTX its opcode
/// with all modifiers ("ld.global.v4.b32"), and takes the operands in the order
/// of the text; a function of libdevice its name; a check "check." before it.
class FunctionTable {
public:
  static const FunctionTable &get();

  const TableEntry *lookup(llvm::StringRef name) const;
  const llvm::StringMap<TableEntry> &getEntries() const { return entries; }

  /// Functions are deduced to take (Form, Results, operands…, Site), each of
  /// these where they have it.
  template <typename R, typename... P>
  TableEntry &add(llvm::StringRef name, R (*function)(P...)) {
    return addEntry(name, function, /*isPure=*/false);
  }
  /// One of the forms of a function that takes Form.
  template <typename R, typename... P>
  TableEntry &addForm(llvm::StringRef name, R (*function)(Form, P...),
                      Form form, std::vector<unsigned> listSizes = {}) {
    TableEntry &entry = addEntry(name, function, /*isPure=*/false);
    entry.form = form.bits;
    entry.listSizes = std::move(listSizes);
    return entry;
  }
  template <typename R, typename... P>
  void addPure(llvm::StringRef name, R (*function)(P...)) {
    addEntry(name, function, /*isPure=*/true);
  }

private:
  template <typename T> static constexpr AbiType abiType() {
    if constexpr (std::is_void_v<T>)
      return AbiType::Void;
    else if constexpr (std::is_pointer_v<T>)
      return AbiType::Pointer;
    else if constexpr (std::is_same_v<T, Registers>)
      return AbiType::Registers;
    else if constexpr (std::is_same_v<T, float>)
      return AbiType::F32;
    else if constexpr (std::is_same_v<T, double>)
      return AbiType::F64;
    else if constexpr (sizeof(T) == 8)
      return AbiType::I64;
    else {
      static_assert(sizeof(T) == 4, "smaller types cross in 32 bits");
      return AbiType::I32;
    }
  }

  template <typename T> struct Parameter {
    static void addTo(Signature &signature) {
      signature.parameters += static_cast<char>(abiType<T>());
    }
  };
  template <unsigned count> struct Parameter<Results<count>> {
    static void addTo(Signature &signature) { signature.numResults = count; }
  };

  template <typename R, typename... P>
  TableEntry &addEntry(llvm::StringRef name, R (*function)(P...), bool isPure) {
    TableEntry entry;
    entry.function = reinterpret_cast<void *>(function);
    entry.signature.result = abiType<R>();
    (addParameter<P>(entry.signature), ...);
    entry.isPure = isPure;
    return entries[name] = entry;
  }

  template <typename T> static void addParameter(Signature &signature) {
    if constexpr (std::is_same_v<T, Site>)
      signature.takesSite = true;
    else if constexpr (!std::is_same_v<T, Form>)
      Parameter<T>::addTo(signature);
  }

  llvm::StringMap<TableEntry> entries;
};

// The families; each is a file of Functions/.
void addCheckFunctions(FunctionTable &table);
void addIdentityFunctions(FunctionTable &table);
void addBarrierFunctions(FunctionTable &table);
void addClusterFunctions(FunctionTable &table);
void addFenceFunctions(FunctionTable &table);
void addWarpFunctions(FunctionTable &table);
void addMemoryFunctions(FunctionTable &table);
void addAtomicFunctions(FunctionTable &table);
void addArithmeticFunctions(FunctionTable &table);
void addMathFunctions(FunctionTable &table);
void addWgmmaFunctions(FunctionTable &table);
void addFloat8Functions(FunctionTable &table);
void addLibdeviceFunctions(FunctionTable &table);
void addAsyncCopyFunctions(FunctionTable &table);
void addMatrixFunctions(FunctionTable &table);
void addMemoryBarrierFunctions(FunctionTable &table);
void addTensorCopyFunctions(FunctionTable &table);
void addBulkCopyFunctions(FunctionTable &table);
void addMmaFunctions(FunctionTable &table);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FUNCTIONTABLE_H
