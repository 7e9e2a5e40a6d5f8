//===- LayoutReport.cpp - layouts as text or JSON ---------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutReport.h"

#include "AccessReport.h"
#include "phobos/Distribution/ExplainLayouts.h"
#include "phobos/Layout/LayoutDrawing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace phobos;
namespace json = llvm::json;

/// Line and column, zeros where there are none.
static std::pair<unsigned, unsigned> getPlace(LocationAttr loc) {
  auto place = loc.findInstanceOf<FileLineColLoc>();
  if (!place)
    return {0, 0};
  return {place.getLine(), place.getColumn()};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Each line of the source once, with what is made there in this layout.
static void printTiles(const LayoutEntry &entry, raw_ostream &os) {
  for (const LaidOutTile &tile : entry.tiles) {
    auto [line, column] = getPlace(tile.loc);
    std::string place = std::to_string(line) + ":" + std::to_string(column);
    os << llvm::formatv("    {0,-7} {1} of {2}\n", place, tile.op, tile.tile);
  }
}

static void printConversion(const ConversionEntry &conversion,
                            raw_ostream &os) {
  auto [line, column] = getPlace(conversion.loc);
  std::string place = std::to_string(line) + ":" + std::to_string(column);
  os << llvm::formatv("  {0,-7} {1} of {2}, layout {3} to {4}, {5}\n", place,
                      conversion.op, conversion.tile, conversion.from,
                      conversion.to, describeWay(conversion))
     << "          because " << conversion.why << "\n";
}

static std::string asText(ArrayRef<LayoutExplanation> explanations,
                          StringRef target) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const LayoutExplanation &explanation : explanations) {
    os << "kernel " << explanation.kernel << ", " << target << ", "
       << explanation.threads << " threads\n";
    for (auto [number, entry] : llvm::enumerate(explanation.layouts)) {
      os << "  layout " << number << ": " << describeLayout(entry.layout)
         << "\n";
      for (const std::string &line : drawLayout(entry.layout))
        os << "      " << line << "\n";
      printTiles(entry, os);
    }
    for (const ConversionEntry &conversion : explanation.conversions)
      printConversion(conversion, os);
    os << "    tiles move to other threads " << explanation.conversions.size()
       << " times\n";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value asJSON(const LayoutEntry &entry) {
  const Layout &layout = entry.layout;
  int64_t replicaBits =
      layout.replicaLaneBits().size() + layout.replicaWarpBits().size();
  json::Array tiles;
  for (const LaidOutTile &tile : entry.tiles) {
    auto [line, column] = getPlace(tile.loc);
    tiles.push_back(json::Object{{"line", line},
                                 {"column", column},
                                 {"op", tile.op},
                                 {"tile", tile.tile}});
  }
  return json::Object{
      {"bases", layout.str()},
      {"elements_per_thread", layout.elementsPerThread()},
      {"neighbours", layout.contiguousElements(layout.rank() - 1)},
      {"replicas", int64_t(1) << replicaBits},
      {"tiles", std::move(tiles)}};
}

static json::Value asJSON(const ConversionEntry &conversion) {
  auto [line, column] = getPlace(conversion.loc);
  return json::Object{{"line", line},
                      {"column", column},
                      {"op", conversion.op},
                      {"tile", conversion.tile},
                      {"from", int64_t(conversion.from)},
                      {"to", int64_t(conversion.to)},
                      {"way", conversion.way},
                      {"shared_bytes", conversion.sharedBytes},
                      {"why", conversion.why}};
}

static json::Value asJSON(ArrayRef<LayoutExplanation> explanations,
                          const ReportSource &source, StringRef target) {
  json::Array kernels;
  for (const LayoutExplanation &explanation : explanations) {
    json::Array layouts, conversions;
    for (const LayoutEntry &entry : explanation.layouts)
      layouts.push_back(asJSON(entry));
    for (const ConversionEntry &conversion : explanation.conversions)
      conversions.push_back(asJSON(conversion));
    kernels.push_back(json::Object{{"kernel", explanation.kernel},
                                   {"threads", explanation.threads},
                                   {"layouts", std::move(layouts)},
                                   {"conversions", std::move(conversions)}});
  }
  return json::Object{{"version", 1},
                      {"file", source.fileName},
                      {"target", target},
                      {"kernels", std::move(kernels)}};
}

FailureOr<std::string> phobos::reportLayouts(ModuleOp module,
                                             const llvm::SourceMgr &sources,
                                             StringRef target,
                                             ReportFormat format) {
  if (failed(schedule(module, target)))
    return failure();
  FailureOr<std::vector<LayoutExplanation>> explanations =
      explainLayouts(module);
  if (failed(explanations))
    return failure();
  if (format == ReportFormat::Text)
    return asText(*explanations, target);
  ReportSource source(sources, module.getContext());
  return llvm::formatv("{0:2}\n", asJSON(*explanations, source, target)).str();
}
