//===- Layout.h - where each thread's elements lie in a tile ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout says which elements of a tile each thread of a block holds.
//
// Definition. An element has an index in its thread, `e`; a thread is a lane (0
// to 31) of a warp. The low bits of `e` are the register, the rest is the
// repetition, linearised over the dims with the last one fastest:
//
//   e = repetition * 2^(register bits) + register
//
// Each bit of register, lane and warp has a basis: what it adds to the
// coordinate in every dim. Set bits combine by XOR. They span the atom, a box
// with power-of-two sides, and the repetition moves the atom over the tile:
//
//   coordinates(e, lane, warp) = repetition * atom + (XOR of the set bits'
//   bases)
//
// Worked example: a 32x96 tile, 128 threads.
//
//   reg  = [[0, 1], [0, 2]]                              4 consecutive columns
//   lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]]     8 lanes a row, 4 rows
//   warp = [[4, 0], [8, 0]]                              4 warps, 4 rows each
//   reps = [2, 3]                                        the atom is 16x32
//
//     e    repetition  register  lane  warp   coordinates
//     0      [0, 0]       0        0     0     [ 0,  0]
//     1      [0, 0]       1        0     0     [ 0,  1]
//     3      [0, 0]       3        0     0     [ 0,  3]   1 ^ 2
//     4      [0, 1]       0        0     0     [ 0, 32]   next atom of the row
//    12      [1, 0]       0        0     0     [16,  0]   next row of atoms
//     0      [0, 0]       0        9     0     [ 1,  4]   lane 9 = 1 + 8
//     0      [0, 0]       0        0     3     [12,  0]   4 ^ 8
//    23      [1, 2]       3       31     3     [31, 95]   the last element
//
// A zero basis of a lane or warp bit means that threads which differ in that
// bit alone hold the same elements: they are replicas. The other bases are
// linearly independent, so no element is held twice but by replicas.
//
// The repetitions of a dim are ceildiv(extent, atom side). The last one may be
// ragged: elements at or past the extent belong to no tile element and are
// invalid. They are never read, stored or summed. So a dim of 96, 257 or 1000
// needs no power of two, and a large tile needs no large atom.
//
// Why from thread to coordinates and not back: code for a thread asks where its
// element lies (an address, an iota, a bound); hardware tables of tensor-core
// fragments are written this way; and replicas have no inverse. Where the
// inverse is wanted (`elementAt`), it is solved for.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LAYOUT_LAYOUT_H
#define PHOBOS_LAYOUT_LAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>

namespace phobos {

/// One number for every dim of a tile.
using Coordinates = llvm::SmallVector<int64_t, 4>;
/// What one bit adds to the coordinates.
using Basis = Coordinates;

class Layout {
public:
  static constexpr unsigned kLaneBits = 5;

  /// Whether an element index holds an element of the tile.
  enum class Validity {
    Always,    ///< in every thread
    Sometimes, ///< in some threads: needs a bound check
    Never      ///< in no thread
  };

  /// Why these bases and repetitions form no layout, or nothing if they do.
  static std::optional<std::string> verify(llvm::ArrayRef<Basis> registers,
                                           llvm::ArrayRef<Basis> lanes,
                                           llvm::ArrayRef<Basis> warps,
                                           llvm::ArrayRef<int64_t> reps);

  /// Bases from the lowest bit up. `verify` must accept the arguments.
  Layout(llvm::ArrayRef<Basis> registers, llvm::ArrayRef<Basis> lanes,
         llvm::ArrayRef<Basis> warps, llvm::ArrayRef<int64_t> reps);

  //===--- Making layouts -------------------------------------------------===//

  /// Whether a block may have this many threads: a power of two, 32 to 1024.
  static bool isThreadCount(int64_t threads);

  /// The layout for coalesced accesses to a tile that is contiguous along its
  /// last dim. A thread holds `vectorWidth` consecutive elements (a power of
  /// two; less where the extent is smaller). Lanes go along the last dim until
  /// they cover 32 elements; further lanes prefer the last dim, warps the
  /// earlier ones, but both prefer a dim where they add no invalid elements.
  /// Threads that the tile cannot use are replicas.
  /// Needs extents >= 1 and `isThreadCount(threads)`.
  static Layout blocked(llvm::ArrayRef<int64_t> shape, int64_t threads,
                        int64_t vectorWidth);

  /// The layout for an accumulator that each thread holds as a block of
  /// `registerTile[d]` consecutive elements along each dim (powers of two; less
  /// where the extent is smaller). Lanes and warps extend the shorter side of
  /// the atom in the last two dims, then earlier dims: a near-square atom
  /// reads the fewest operand elements.
  /// Needs extents >= 1 and `isThreadCount(threads)`.
  static Layout registerBlocked(llvm::ArrayRef<int64_t> shape, int64_t threads,
                                llvm::ArrayRef<int64_t> registerTile);

  /// The layouts of `mma.sync` m16n8 fragments (PTX ISA, "Matrix fragments"),
  /// in the order of the instruction's registers. The block has `warpsAlong[0]`
  /// warps along M times `warpsAlong[1]` along N (powers of two, 32 at most
  /// together). An accumulator is M x N; with a multiple of 4 warps along M and
  /// 1 along N it is that of `wgmma` m64nN too. Operand A is M x K, operand B K
  /// x N, of elements of 8, 16 or 32 bits; warps that read the same are
  /// replicas.
  static Layout mmaAccumulator(llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<int64_t> warpsAlong);
  static Layout mmaOperandA(llvm::ArrayRef<int64_t> shape,
                            llvm::ArrayRef<int64_t> warpsAlong,
                            unsigned elementBits);
  static Layout mmaOperandB(llvm::ArrayRef<int64_t> shape,
                            llvm::ArrayRef<int64_t> warpsAlong,
                            unsigned elementBits);

  /// The layout for coalesced accesses to what `mmaAccumulator(shape, {warps,
  /// 1})` holds: each warp has the rows that it has there, so that only lanes
  /// of one warp exchange elements. A thread holds `vectorWidth` consecutive
  /// columns (a power of two; less where a row has fewer), 8 threads a row.
  static Layout mmaRows(llvm::ArrayRef<int64_t> shape, int64_t warps,
                        int64_t vectorWidth);

  /// The layout of a reduction's result, whose extent along `dim` is 1: a
  /// thread holds the results of the elements that it held; threads which
  /// shared them become replicas. Nothing where that is no layout: only bases
  /// that move along `dim` and another dim at once can cause it.
  std::optional<Layout> collapse(unsigned dim) const;

  /// The layout of the transposed tile, whose dim `i` is dim `permutation[i]`
  /// of this one, in the same threads. The register part of an element index
  /// stays; the repetition part is linearised over the new dims.
  Layout transpose(llvm::ArrayRef<unsigned> permutation) const;

  //===--- Parts ----------------------------------------------------------===//

  unsigned rank() const { return reps.size(); }
  llvm::ArrayRef<Basis> registerBases() const { return registers; }
  llvm::ArrayRef<Basis> laneBases() const { return lanes; }
  llvm::ArrayRef<Basis> warpBases() const { return warps; }
  llvm::ArrayRef<int64_t> repetitions() const { return reps; }
  /// The sides of the box that one repetition covers: powers of two.
  llvm::ArrayRef<int64_t> atom() const { return sides; }
  int64_t warpCount() const { return int64_t(1) << warps.size(); }
  int64_t threads() const { return warpCount() << kLaneBits; }
  int64_t registersPerRepetition() const {
    return int64_t(1) << registers.size();
  }
  int64_t elementsPerThread() const;

  //===--- Coordinates ----------------------------------------------------===//

  /// Where an element lies. Needs `element < elementsPerThread()`, `lane < 32`
  /// and `warp < warpCount()`.
  Coordinates tileCoordinates(int64_t element, int64_t lane,
                              int64_t warp) const;

  /// Where an element of lane 0 of warp 0 lies. If `isAdditive()`, the
  /// coordinates in any thread are this constant plus `threadOffset`.
  Coordinates elementOffset(int64_t element) const;

  /// Where element 0 of a thread lies: the XOR of its lane's and warp's bases.
  Coordinates threadOffset(int64_t lane, int64_t warp) const;

  /// Whether no bit of a register's basis is a bit of a lane's or warp's, so
  /// that XOR between the two is addition. Holds for all layouts made here.
  bool isAdditive() const;

  /// The element of lane 0 of warp 0 that lies there, the inverse of
  /// `elementOffset`; nothing if another thread holds those coordinates or the
  /// repetitions do not reach them.
  std::optional<int64_t> elementAt(llvm::ArrayRef<int64_t> coordinates) const;

  //===--- Against a shape ------------------------------------------------===//

  /// Why this layout does not cover a tile of that shape exactly (rank, or
  /// repetitions other than ceildiv(extent, atom)), or nothing if it does.
  std::optional<std::string> verifyShape(llvm::ArrayRef<int64_t> shape) const;

  /// The dims whose last repetition is ragged.
  llvm::SmallVector<unsigned> raggedDims(llvm::ArrayRef<int64_t> shape) const;

  /// Whether an element's coordinate along `dim` is below `extent`. An element
  /// whose answer is `Always` in every dim needs no bound check.
  Validity validity(int64_t element, unsigned dim, int64_t extent) const;

  //===--- Queries --------------------------------------------------------===//

  /// The largest power of two n such that in every thread each run of n element
  /// indices from a multiple of n has consecutive coordinates along `dim` from
  /// a multiple of n, and equal ones along the others: the widest vector.
  int64_t contiguousElements(unsigned dim) const;

  /// Bits (0 the lowest) that move along `dim`.
  llvm::SmallVector<unsigned> laneBitsAlong(unsigned dim) const;
  llvm::SmallVector<unsigned> warpBitsAlong(unsigned dim) const;

  /// Bits that move nowhere: threads which differ in them alone are replicas.
  llvm::SmallVector<unsigned> replicaLaneBits() const;
  llvm::SmallVector<unsigned> replicaWarpBits() const;

  /// Whether several warps hold elements of one line along `dim`. If not, a
  /// reduction needs registers and the shuffles of `laneBitsAlong(dim)` only.
  bool reductionNeedsSharedMemory(unsigned dim) const;

  //===--- Value ----------------------------------------------------------===//

  bool operator==(const Layout &other) const;
  bool operator!=(const Layout &other) const { return !(*this == other); }
  friend llvm::hash_code hash_value(const Layout &layout);

  /// `reg = [[0, 1]], lane = [[0, 2], …], warp = [], reps = [8, 1]`.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;
  /// Reads what `print` writes, with any white space. An error says what was
  /// expected and got at which offset, or what `verify` says.
  static llvm::Expected<Layout> parse(llvm::StringRef text);

private:
  llvm::SmallVector<Basis, 4> registers;
  llvm::SmallVector<Basis, kLaneBits> lanes;
  llvm::SmallVector<Basis, 5> warps;
  llvm::SmallVector<int64_t, 4> reps;
  llvm::SmallVector<int64_t, 4> sides;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     const Layout &layout) {
  layout.print(os);
  return os;
}

} // namespace phobos

#endif // PHOBOS_LAYOUT_LAYOUT_H
