//===- Layout.cpp - where each thread's elements lie in a tile --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/Layout.h"
#include "BitSpan.h"
#include "Packing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace phobos;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Twine;

namespace {

// Sums and products of coordinates stay far inside 64 bits with these limits.
constexpr int64_t kMaxCoordinate = int64_t(1) << 30;
constexpr unsigned kMaxRegisterBits = 20;
constexpr unsigned kMaxWarpBits = 5;
constexpr int64_t kMaxPaddedElements = int64_t(1) << 40;

bool isZero(const Basis &basis) {
  return llvm::all_of(basis,
                      [](int64_t coordinate) { return coordinate == 0; });
}

/// The smallest powers of two above all coordinates that the bases reach.
SmallVector<int64_t, 4> spannedSides(ArrayRef<ArrayRef<Basis>> groups,
                                     unsigned rank) {
  SmallVector<int64_t, 4> sides(rank, 1);
  for (ArrayRef<Basis> group : groups)
    for (const Basis &basis : group)
      for (unsigned dim = 0; dim < rank; ++dim)
        sides[dim] = std::max<int64_t>(
            sides[dim], llvm::bit_ceil(uint64_t(basis[dim]) + 1));
  return sides;
}

void combine(Coordinates &sum, ArrayRef<Basis> bases, int64_t bits) {
  for (const Basis &basis : bases) {
    if (bits & 1)
      for (auto [coordinate, part] : llvm::zip_equal(sum, basis))
        coordinate ^= part;
    bits >>= 1;
  }
}

std::optional<std::string> verifyCounts(unsigned registers, unsigned lanes,
                                        unsigned warps, unsigned rank) {
  if (rank == 0)
    return "expected a repetition count for each dim, got none";
  if (registers > kMaxRegisterBits)
    return ("expected at most " + Twine(kMaxRegisterBits) +
            " register bases, got " + Twine(registers))
        .str();
  if (lanes != Layout::kLaneBits)
    return ("expected " + Twine(Layout::kLaneBits) + " lane bases, got " +
            Twine(lanes))
        .str();
  if (warps > kMaxWarpBits)
    return ("expected at most " + Twine(kMaxWarpBits) + " warp bases, got " +
            Twine(warps))
        .str();
  return std::nullopt;
}

std::optional<std::string> verifyCoordinates(ArrayRef<Basis> bases,
                                             const char *group, unsigned rank) {
  for (const auto &[index, basis] : llvm::enumerate(bases)) {
    if (basis.size() != rank)
      return ("expected " + Twine(rank) + " coordinates in " + Twine(group) +
              " basis " + Twine(index) + ", got " + Twine(basis.size()))
          .str();
    for (int64_t coordinate : basis)
      if (coordinate < 0 || coordinate > kMaxCoordinate)
        return ("expected coordinates from 0 to " + Twine(kMaxCoordinate) +
                " in " + Twine(group) + " basis " + Twine(index) + ", got " +
                Twine(coordinate))
            .str();
  }
  return std::nullopt;
}

/// Whether the bases other than zero are a basis of the atom: independent, and
/// as many as the atom has bits.
std::optional<std::string> verifySpan(ArrayRef<ArrayRef<Basis>> groups,
                                      ArrayRef<int64_t> sides) {
  static constexpr const char *kNames[] = {"register", "lane", "warp"};
  unsigned atomBits = 0, spanned = 0;
  for (int64_t side : sides)
    atomBits += llvm::Log2_64(side);
  // Independent bases are at most as many as these.
  if (atomBits > kMaxRegisterBits + Layout::kLaneBits + kMaxWarpBits)
    return ("expected bases that cover their atom of 2^" + Twine(atomBits) +
            " elements")
        .str();
  BitSpan span;
  for (auto [group, name] : llvm::zip_equal(groups, kNames)) {
    for (const auto &[index, basis] : llvm::enumerate(group)) {
      if (isZero(basis)) {
        if (name == kNames[0])
          return ("expected a register basis other than zero, got zero in "
                  "register basis " +
                  Twine(index))
              .str();
        continue;
      }
      if (!span.insert(pack(basis, sides)))
        return ("expected independent bases, got " + Twine(name) + " basis " +
                Twine(index) + ", a combination of earlier ones")
            .str();
      ++spanned;
    }
  }
  if (spanned != atomBits)
    return ("expected " + Twine(atomBits) +
            " bases other than zero, which cover the atom, got " +
            Twine(spanned))
        .str();
  return std::nullopt;
}

std::optional<std::string> verifyRepetitions(ArrayRef<int64_t> reps,
                                             ArrayRef<int64_t> sides) {
  int64_t padded = 1;
  for (auto [count, side] : llvm::zip_equal(reps, sides)) {
    if (count < 1)
      return ("expected repetition counts of at least 1, got " + Twine(count))
          .str();
    if (count > kMaxPaddedElements / side / padded)
      return ("expected repetitions of the atom to hold at most " +
              Twine(kMaxPaddedElements) + " elements")
          .str();
    padded *= count * side;
  }
  return std::nullopt;
}

SmallVector<unsigned> bitsWhere(ArrayRef<Basis> bases,
                                llvm::function_ref<bool(const Basis &)> holds) {
  SmallVector<unsigned> bits;
  for (const auto &[bit, basis] : llvm::enumerate(bases))
    if (holds(basis))
      bits.push_back(bit);
  return bits;
}

SmallVector<unsigned> bitsAlong(ArrayRef<Basis> bases, unsigned dim) {
  return bitsWhere(bases, [&](const Basis &basis) { return basis[dim] != 0; });
}

} // namespace

std::optional<std::string> Layout::verify(ArrayRef<Basis> registers,
                                          ArrayRef<Basis> lanes,
                                          ArrayRef<Basis> warps,
                                          ArrayRef<int64_t> reps) {
  unsigned rank = reps.size();
  if (auto error =
          verifyCounts(registers.size(), lanes.size(), warps.size(), rank))
    return error;
  if (auto error = verifyCoordinates(registers, "register", rank))
    return error;
  if (auto error = verifyCoordinates(lanes, "lane", rank))
    return error;
  if (auto error = verifyCoordinates(warps, "warp", rank))
    return error;
  ArrayRef<Basis> groups[] = {registers, lanes, warps};
  SmallVector<int64_t, 4> sides = spannedSides(groups, rank);
  if (auto error = verifySpan(groups, sides))
    return error;
  return verifyRepetitions(reps, sides);
}

Layout::Layout(ArrayRef<Basis> registers, ArrayRef<Basis> lanes,
               ArrayRef<Basis> warps, ArrayRef<int64_t> reps)
    : registers(registers), lanes(lanes), warps(warps), reps(reps) {
  assert(!verify(registers, lanes, warps, reps) && "expected a valid layout");
  sides = spannedSides({registers, lanes, warps}, rank());
}

std::optional<Layout> Layout::collapse(unsigned dim) const {
  assert(dim < rank() && "expected a dim of the layout");
  auto project = [dim](ArrayRef<Basis> bases) {
    SmallVector<Basis> projected(bases);
    for (Basis &basis : projected)
      basis[dim] = 0;
    return projected;
  };
  SmallVector<Basis> newRegisters = project(registers);
  llvm::erase_if(newRegisters, isZero);
  SmallVector<Basis> newLanes = project(lanes), newWarps = project(warps);
  SmallVector<int64_t, 4> newReps = reps;
  newReps[dim] = 1;
  if (verify(newRegisters, newLanes, newWarps, newReps))
    return std::nullopt;
  return Layout(newRegisters, newLanes, newWarps, newReps);
}

Layout Layout::transpose(ArrayRef<unsigned> permutation) const {
  assert(permutation.size() == rank() && "expected a permutation of the dims");
  auto permute = [&](const auto &values) {
    Coordinates permuted;
    for (unsigned dim : permutation)
      permuted.push_back(values[dim]);
    return permuted;
  };
  auto permuteAll = [&](ArrayRef<Basis> bases) {
    return llvm::to_vector(llvm::map_range(bases, permute));
  };
  return Layout(permuteAll(registers), permuteAll(lanes), permuteAll(warps),
                permute(reps));
}

int64_t Layout::elementsPerThread() const {
  int64_t count = registersPerRepetition();
  for (int64_t repetitions : reps)
    count *= repetitions;
  return count;
}

Coordinates Layout::tileCoordinates(int64_t element, int64_t lane,
                                    int64_t warp) const {
  assert(element >= 0 && element < elementsPerThread() &&
         "expected an element of the thread");
  Coordinates coordinates = threadOffset(lane, warp);
  combine(coordinates, registers, element & (registersPerRepetition() - 1));
  int64_t repetition = element >> registers.size();
  for (unsigned dim = rank(); dim-- > 0;) {
    coordinates[dim] += repetition % reps[dim] * sides[dim];
    repetition /= reps[dim];
  }
  return coordinates;
}

Coordinates Layout::elementOffset(int64_t element) const {
  return tileCoordinates(element, 0, 0);
}

Coordinates Layout::threadOffset(int64_t lane, int64_t warp) const {
  assert(lane >= 0 && lane < (1 << kLaneBits) && "expected a lane of a warp");
  assert(warp >= 0 && warp < warpCount() && "expected a warp of the block");
  Coordinates offset(rank(), 0);
  combine(offset, lanes, lane);
  combine(offset, warps, warp);
  return offset;
}

bool Layout::isAdditive() const {
  for (unsigned dim = 0; dim < rank(); ++dim) {
    int64_t registerBits = 0, threadBits = 0;
    for (const Basis &basis : registers)
      registerBits |= basis[dim];
    for (const Basis &basis : llvm::concat<const Basis>(lanes, warps))
      threadBits |= basis[dim];
    if (registerBits & threadBits)
      return false;
  }
  return true;
}

std::optional<int64_t> Layout::elementAt(ArrayRef<int64_t> coordinates) const {
  assert(coordinates.size() == rank() && "expected a coordinate for each dim");
  int64_t repetition = 0;
  Coordinates inAtom;
  for (unsigned dim = 0; dim < rank(); ++dim) {
    int64_t index = coordinates[dim] / sides[dim];
    if (coordinates[dim] < 0 || index >= reps[dim])
      return std::nullopt;
    repetition = repetition * reps[dim] + index;
    inAtom.push_back(coordinates[dim] % sides[dim]);
  }
  BitSpan span;
  for (const Basis &basis : registers)
    span.insert(pack(basis, sides));
  std::optional<uint64_t> bits = span.solve(pack(inAtom, sides));
  if (!bits)
    return std::nullopt;
  return (repetition << registers.size()) + int64_t(*bits);
}

std::optional<std::string> Layout::verifyShape(ArrayRef<int64_t> shape) const {
  if (shape.size() != rank())
    return ("expected a layout of rank " + Twine(shape.size()) + ", got rank " +
            Twine(rank()))
        .str();
  for (unsigned dim = 0; dim < rank(); ++dim) {
    int64_t needed = llvm::divideCeil(shape[dim], sides[dim]);
    if (reps[dim] != needed)
      return ("expected " + Twine(needed) + " repetitions of " +
              Twine(sides[dim]) + " along dim " + Twine(dim) + " of extent " +
              Twine(shape[dim]) + ", got " + Twine(reps[dim]))
          .str();
  }
  return std::nullopt;
}

SmallVector<unsigned> Layout::raggedDims(ArrayRef<int64_t> shape) const {
  assert(!verifyShape(shape) && "expected the layout's shape");
  SmallVector<unsigned> ragged;
  for (unsigned dim = 0; dim < rank(); ++dim)
    if (shape[dim] % sides[dim] != 0)
      ragged.push_back(dim);
  return ragged;
}

Layout::Validity Layout::validity(int64_t element, unsigned dim,
                                  int64_t extent) const {
  int64_t side = sides[dim];
  int64_t first = elementOffset(element)[dim];
  int64_t origin = first / side * side;
  BitSpan threadSpan;
  for (const Basis &basis : llvm::concat<const Basis>(lanes, warps))
    threadSpan.insert(basis[dim]);
  if (origin + int64_t(threadSpan.largestFrom(first - origin)) < extent)
    return Validity::Always;
  if (origin + int64_t(threadSpan.smallestFrom(first - origin)) >= extent)
    return Validity::Never;
  return Validity::Sometimes;
}

int64_t Layout::contiguousElements(unsigned dim) const {
  // XOR by a basis with a bit below the run's length would permute the run.
  auto keepsRuns = [&](ArrayRef<Basis> bases, int64_t length) {
    return llvm::all_of(
        bases, [&](const Basis &basis) { return basis[dim] % length == 0; });
  };
  int64_t length = 1;
  for (unsigned bit = 0; bit < registers.size(); ++bit, length *= 2) {
    Basis step(rank(), 0);
    step[dim] = length;
    if (registers[bit] != step ||
        !keepsRuns(ArrayRef(registers).drop_front(bit + 1), 2 * length) ||
        !keepsRuns(lanes, 2 * length) || !keepsRuns(warps, 2 * length))
      return length;
  }
  // Repetitions go on where one ends if a thread holds the atom's whole line
  // and they count along this dim first.
  bool fastest = llvm::all_of(ArrayRef(reps).drop_front(dim + 1),
                              [](int64_t count) { return count == 1; });
  if (length == sides[dim] && fastest)
    length *= int64_t(1) << llvm::countr_zero(uint64_t(reps[dim]));
  return length;
}

SmallVector<unsigned> Layout::laneBitsAlong(unsigned dim) const {
  return bitsAlong(lanes, dim);
}

SmallVector<unsigned> Layout::warpBitsAlong(unsigned dim) const {
  return bitsAlong(warps, dim);
}

SmallVector<unsigned> Layout::replicaLaneBits() const {
  return bitsWhere(lanes, isZero);
}

SmallVector<unsigned> Layout::replicaWarpBits() const {
  return bitsWhere(warps, isZero);
}

bool Layout::reductionNeedsSharedMemory(unsigned dim) const {
  return !warpBitsAlong(dim).empty();
}

bool Layout::operator==(const Layout &other) const {
  return registers == other.registers && lanes == other.lanes &&
         warps == other.warps && reps == other.reps;
}

llvm::hash_code phobos::hash_value(const Layout &layout) {
  auto hashBases = [](ArrayRef<Basis> bases) {
    llvm::hash_code hash = llvm::hash_value(bases.size());
    for (const Basis &basis : bases)
      hash = llvm::hash_combine(
          hash, llvm::hash_combine_range(basis.begin(), basis.end()));
    return hash;
  };
  return llvm::hash_combine(
      hashBases(layout.registers), hashBases(layout.lanes),
      hashBases(layout.warps),
      llvm::hash_combine_range(layout.reps.begin(), layout.reps.end()));
}
