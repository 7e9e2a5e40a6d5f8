//===- Wgmma.h - Matrix products of a warp group ----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// wgmma.mma_async computes D = A * B + D for the 128 threads of a warp group, A
// of 64 x k and B of k x n elements, behind their backs: their registers hold D
// only after wgmma.wait_group.
//
//   A thread comes to the instruction, brings its part of D (and of A, if that
//   is in registers), and goes on. In its registers it finds *tokens*: numbers
//   that say which accumulators of which version they stand for, and are NaNs
//   to everybody else. When the last thread has come, the operation is checked
//   against shared memory, and starts as work beside the threads.
//
//   The next wgmma gets tokens, and goes on with the same accumulators, under a
//   new version. So a copy that the kernel has made of a register in flight is
//   found out.
//
//   wgmma.wait_group waits for the work. Registers that the kernel ties to it,
//   as an assembly's operands, get the numbers there; so does no other one. An
//   ordinary instruction that meets a token reads a register in flight.
//
// Wgmma.cpp has the instructions, WgmmaForms.cpp their shapes and types,
// WgmmaAccumulators.cpp tokens and registers, WgmmaOperands.cpp descriptors and
// layouts, WgmmaSums.cpp arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FUNCTIONS_WGMMA_H
#define PHOBOS_LIB_EMULATOR_FUNCTIONS_WGMMA_H

#include "../Execution.h"
#include "../FunctionTable.h"
#include "llvm/ADT/ArrayRef.h"
#include <bitset>
#include <optional>
#include <vector>

namespace phobos::emulator {

enum class WgmmaInput : uint8_t { F16, BF16, TF32, E4M3, E5M2, S8, U8 };
enum class WgmmaOutput : uint8_t { F32, F16, S32, SaturatedS32 };

/// Bits of an element.
unsigned bitsOf(WgmmaInput type);

/// `m64nNkK` with its types.
struct WgmmaForm {
  static constexpr unsigned m = 64;
  /// Bytes that A has in a row, and B in a column: k elements.
  static constexpr unsigned depthBytes = 32;

  uint16_t n;
  WgmmaInput a, b;
  WgmmaOutput d;
  bool hasAInRegisters;

  unsigned k() const { return depthBytes * 8 / bitsOf(a); }
  /// Accumulators in a register.
  unsigned elementsOfRegister() const { return d == WgmmaOutput::F16 ? 2 : 1; }
  unsigned numRegisters() const { return n / 2 / elementsOfRegister(); }

  Form pack() const;
  static WgmmaForm unpack(Form form);
};

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// A in rows, or B in columns, in the shared memory of a block (PTX ISA,
/// "Shared Memory Matrix Layout" and "Matrix descriptor").
struct WgmmaOperand {
  uint64_t descriptor;
  WgmmaInput type;
  unsigned size;     // m or n
  bool isTransposed; // elements of another m or n lie beside each other
};

/// What is wrong with a descriptor, if anything is.
std::optional<std::string> findProblem(const WgmmaOperand &operand);

/// Where in the window the 16-byte pieces of `operand` begin that wgmma reads:
/// for each m or n those of k one after the other, or if it is transposed, for
/// each eight of m or n those of each k.
std::vector<uint32_t> findPieces(const WgmmaOperand &operand);

/// Reads the pieces, which lie behind `base`, as k times `size` numbers.
std::vector<double> readOperand(const WgmmaOperand &operand,
                                llvm::ArrayRef<uint32_t> pieces,
                                const char *base);

/// The same for A in registers: 64 rows of `depthBytes`.
std::vector<double> readRows(const char *rows, WgmmaInput type);

/// d[64][n] += a[k][64] * b[k][n], rounded as a GPU does it.
void multiplyAdd(const WgmmaForm &form, llvm::ArrayRef<double> a,
                 llvm::ArrayRef<double> b, llvm::MutableArrayRef<double> d);

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

/// D of an operation, and of those that go on with it.
struct WgmmaAccumulators {
  explicit WgmmaAccumulators(const WgmmaForm &form)
      : form(form), values(WgmmaForm::m * form.n) {}

  WgmmaForm form;
  std::vector<double> values;
  std::bitset<WarpGroup::numThreads>
      resolved; // threads that have their numbers
};

/// One wgmma.mma_async.
struct Wgmma {
  WgmmaForm form;
  Site site;
  WgmmaOperand a, b;
  int scaleA, scaleB;
  bool addsToD; // else D = A * B

  uint64_t number; // of the warp group's operations
  uint32_t group;  // from 1
  std::array<char, WgmmaForm::m * WgmmaForm::depthBytes> rowsOfA = {};
  std::vector<uint32_t> piecesOfA, piecesOfB;
  bool isBroken = false; // a fault was reported that leaves no product
  std::shared_ptr<WgmmaAccumulators> d;
  /// Of the accumulators that it got tokens of; 0: it got numbers.
  uint32_t versionBefore = 0;
  uint32_t version = 0;

  unsigned numArrived = 0;  // threads
  std::vector<Clock> after; // what they knew
  AsyncWorkPtr work;        // once all have arrived
};

/// What one thread brings.
struct WgmmaRequest {
  Registers d = {};
  Registers a = {}; // if A is in registers
  uint64_t descriptorA = 0, descriptorB = 0;
  uint32_t addsToD = 1;
  uint32_t scaleA = 1, scaleB = 1;
  uint32_t transposesA = 0, transposesB = 0;
};

/// `wgmma.mma_async` of the running thread.
void startWgmma(Form packed, const WgmmaRequest &request, Site site);
void addWgmmaForms(FunctionTable &table);

/// The first thread comes to `operation`, and finds the accumulators that its
/// registers stand for, or new ones.
void chooseAccumulators(WarpGroup &group, Wgmma &operation, Registers d);
/// A thread brings its registers, and gets tokens for them.
void exchangeRegisters(Thread &thread, Wgmma &operation, Registers d);

/// `check.awaited`: what a register holds that is tied to a wgmma.wait_group.
uint32_t awaitRegister(uint32_t word, Site site);
/// `check.accumulator`: what an ordinary instruction reads.
uint32_t readRegister(uint32_t word, Site site);

WarpGroup &warpGroupOf(const Thread &thread);
WarpGroup::Member &memberOf(const Thread &thread);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FUNCTIONS_WGMMA_H
