//===- AccessReport.cpp - access plans as text or JSON ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessReport.h"

#include "mlir/Pass/PassManager.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/ExplainAccesses.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace phobos;
namespace json = llvm::json;

/// Where an access stands, and the source's words for it.
static SourceText describe(const AccessEntry &entry,
                           const ReportSource &source) {
  SourceText text{0, 0, entry.form};
  LocationAttr loc = entry.loc;
  auto place = loc.findInstanceOf<FileLineColLoc>();
  if (!place)
    return text;
  text.line = place.getLine();
  text.column = place.getColumn();
  if (!source.texts)
    return text;
  auto dims = source.texts->findSubscripts(text.line, text.column);
  if (!dims || dims->empty())
    return text;
  text.line = dims->front().line;
  text.column = dims->front().column;
  text.text = llvm::join(
      llvm::map_range(*dims, [](const SourceText &dim) { return dim.text; }),
      ", ");
  return text;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printFinding(const AccessFinding &finding, raw_ostream &os) {
  auto print = [&](StringRef part, StringRef label, const Twine &text) {
    os << llvm::formatv("        {0,-10} {1,-9} ", part, label) << text << "\n";
  };
  print(finding.part, "moves", finding.describeMoves());
  for (const std::string &guard : finding.guards)
    print("", "where", guard);
  for (const AccessNeed &need : finding.needs)
    print("", "needs", need.fact + ": " + need.source);
  for (const RefusedPlan &other : finding.refused)
    print("", "not", other.plan + ": " + other.why);
}

static std::string asText(ArrayRef<AccessExplanation> explanations,
                          const ReportSource &source, StringRef target) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const AccessExplanation &explanation : explanations) {
    os << "kernel " << explanation.kernel << ", " << target << ", "
       << explanation.threads << " threads\n";
    for (const AccessEntry &entry : explanation.entries) {
      SourceText where = describe(entry, source);
      std::string place =
          std::to_string(where.line) + ":" + std::to_string(where.column);
      os << llvm::formatv("  {0,-7} {1} {2}: {3}, a tile of {4}\n", place,
                          entry.kind, entry.tensor, where.text, entry.tile);
      for (const AccessFinding &finding : entry.findings)
        printFinding(finding, os);
    }
  }
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value asJSON(const AccessFinding &finding) {
  json::Array needs, refused;
  for (const AccessNeed &need : finding.needs)
    needs.push_back(json::Object{{"fact", need.fact}, {"by", need.source}});
  for (const RefusedPlan &other : finding.refused)
    refused.push_back(json::Object{{"plan", other.plan}, {"why", other.why}});
  return json::Object{{"part", finding.part},
                      {"moves", finding.kind},
                      {"elements", finding.elements},
                      {"element_bytes", finding.elementBytes},
                      {"vectors_per_thread", finding.vectorsPerThread},
                      {"elements_per_thread", finding.elementsPerThread},
                      {"run_elements", finding.runElements},
                      {"where", json::Array(finding.guards)},
                      {"needs", std::move(needs)},
                      {"not", std::move(refused)}};
}

static json::Value asJSON(ArrayRef<AccessExplanation> explanations,
                          const ReportSource &source, StringRef target) {
  json::Array kernels;
  for (const AccessExplanation &explanation : explanations) {
    json::Array accesses;
    for (const AccessEntry &entry : explanation.entries) {
      SourceText where = describe(entry, source);
      json::Array parts;
      for (const AccessFinding &finding : entry.findings)
        parts.push_back(asJSON(finding));
      accesses.push_back(json::Object{{"line", where.line},
                                      {"column", where.column},
                                      {"kind", entry.kind},
                                      {"tensor", entry.tensor},
                                      {"text", where.text},
                                      {"tile", entry.tile},
                                      {"parts", std::move(parts)}});
    }
    kernels.push_back(json::Object{{"kernel", explanation.kernel},
                                   {"threads", explanation.threads},
                                   {"accesses", std::move(accesses)}});
  }
  return json::Object{{"version", 1},
                      {"file", source.fileName},
                      {"target", target},
                      {"kernels", std::move(kernels)}};
}

LogicalResult phobos::schedule(ModuleOp module, StringRef target) {
  module.walk(
      [](Operation *op) { op->removeDiscardableAttr(kAssertNoMaskAttr); });
  NVVMPipelineOptions options;
  options.target = target.str();
  PassManager manager(module.getContext());
  for (const Stage &stage : getNVVMStages()) {
    stage.build(manager, options);
    if (stage.name == "scheduled")
      break;
  }
  return manager.run(module);
}

FailureOr<std::string> phobos::reportAccesses(ModuleOp module,
                                              const llvm::SourceMgr &sources,
                                              StringRef target,
                                              ReportFormat format) {
  if (failed(schedule(module, target)))
    return failure();
  FailureOr<std::vector<AccessExplanation>> explanations =
      explainAccesses(module, *Target::lookup(target));
  if (failed(explanations))
    return failure();
  ReportSource source(sources, module.getContext());
  if (format == ReportFormat::Text)
    return asText(*explanations, source, target);
  return llvm::formatv("{0:2}\n", asJSON(*explanations, source, target)).str();
}
