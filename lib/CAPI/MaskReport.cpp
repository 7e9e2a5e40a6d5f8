//===- MaskReport.cpp - why every mask is there, as text or JSON -*- C++-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskReport.h"

#include "mlir/Pass/PassManager.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/ExplainAccesses.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Target/Target.h"
#include "phobos/Transforms/ExplainMasks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace phobos;
namespace json = llvm::json;

namespace {

/// An entry with the source's words for it.
struct Line {
  const MaskEntry &entry;
  SourceText text;
  /// The name that the source gives to the slice's length, if it does.
  std::string lengthName;

  bool isAccess() const { return entry.kind != MaskEntry::Kind::Where; }
  StringRef getKind() const;
  /// What is not proved: of a condition, itself.
  SmallVector<std::string, 6> getUnproved(const MissingFact &missing) const;
  /// With the length's name in place of its number.
  std::string rename(StringRef fix) const;
};

class Report {
public:
  Report(const llvm::SourceMgr &sources, MLIRContext *context, StringRef target)
      : source(sources, context), target(target) {}

  std::string asText(ArrayRef<MaskExplanation> explanations) const;
  json::Value asJSON(ArrayRef<MaskExplanation> explanations) const;

private:
  Line describe(const MaskEntry &entry) const;
  /// The entries in the source's words.
  std::vector<Line> describe(const MaskExplanation &explanation) const;
  json::Value asJSON(const Line &line) const;

  ReportSource source;
  StringRef target;
};

} // namespace

StringRef Line::getKind() const {
  switch (entry.kind) {
  case MaskEntry::Kind::Load:
    return "load";
  case MaskEntry::Kind::Store:
    return "store";
  case MaskEntry::Kind::Where:
    return "where";
  }
  llvm_unreachable("no such kind");
}

SmallVector<std::string, 6>
Line::getUnproved(const MissingFact &missing) const {
  if (isAccess())
    return llvm::to_vector<6>(missing.unproved);
  return {text.text + " at every element"};
}

/// The name behind ':+' in a subscript whose length is a name.
static std::string findLengthName(StringRef subscript) {
  StringRef length = subscript.rsplit(":+").second.trim();
  bool isName =
      !length.empty() && !llvm::isDigit(length.front()) &&
      llvm::all_of(length, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isName ? length.str() : "";
}

std::string Line::rename(StringRef fix) const {
  std::string number = " = " + std::to_string(entry.length) + ")";
  size_t found = lengthName.empty() ? StringRef::npos : fix.find(number);
  if (found == StringRef::npos)
    return fix.str();
  return (fix.take_front(found) + " = " + lengthName + ")" +
          fix.drop_front(found + number.size()))
      .str();
}

Line Report::describe(const MaskEntry &entry) const {
  Line line{entry, {0, 0, entry.form}, ""};
  LocationAttr loc = entry.loc;
  auto place = loc.findInstanceOf<FileLineColLoc>();
  if (!place)
    return line;
  line.text.line = place.getLine();
  line.text.column = place.getColumn();
  if (!source.texts)
    return line;
  if (!line.isAccess()) {
    line.text = source.texts->findCondition(place.getLine(), place.getColumn())
                    .value_or(line.text);
    return line;
  }
  if (entry.isWholeAccess()) {
    line.text =
        source.texts->findFirstArgument(place.getLine(), place.getColumn())
            .value_or(line.text);
    return line;
  }
  auto found = source.texts->findSubscripts(place.getLine(), place.getColumn());
  if (!found || found->size() <= static_cast<size_t>(entry.dim))
    return line;
  line.text = (*found)[entry.dim];
  line.lengthName = findLengthName(line.text.text);
  return line;
}

std::vector<Line> Report::describe(const MaskExplanation &explanation) const {
  std::vector<Line> lines;
  for (const MaskEntry &entry : explanation.entries)
    lines.push_back(describe(entry));
  // A condition is about the columns of some slice.
  for (Line &line : lines)
    for (const Line &other : lines)
      if (!line.isAccess() && other.entry.length == line.entry.length &&
          !other.lengthName.empty())
        line.lengthName = other.lengthName;
  return lines;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// What is not proved, and below it what would prove it.
static void printMissing(const MissingFact &missing, const Line &line,
                         raw_ostream &os) {
  if (missing.unproved.empty()) {
    os << missing.describe();
    return;
  }
  os << "not proved: " << llvm::join(line.getUnproved(missing), " and ") << "\n"
     << std::string(29, ' ');
  if (missing.fact.empty())
    os << missing.obstacle;
  else if (missing.isDirect())
    os << "promise it by " << line.rename(missing.fix);
  else
    os << "follows from " << missing.fact << ": " << line.rename(missing.fix);
}

/// "    steady    gone  …"; what follows the first line is indented alike.
static void printFinding(const MaskFinding &finding, const Line &line,
                         raw_ostream &os) {
  os << llvm::formatv("        {0,-10} {1,-9} ", finding.part,
                      getName(finding.state));
  switch (finding.state) {
  case MaskState::Gone:
    os << "by " << finding.rule;
    if (!finding.facts.empty())
      os << ": " << llvm::join(finding.facts, ", ");
    break;
  case MaskState::Kept:
    printMissing(finding.missing, line, os);
    break;
  case MaskState::Free:
    os << finding.rule;
    break;
  case MaskState::Unchecked:
    os << line.entry.describeUnchecked();
    break;
  case MaskState::Absent:
    os << "merged with an equal access, or never run";
    break;
  }
  os << "\n";
}

/// How many masks of the source are left where.
static void printSummary(const MaskExplanation &explanation, raw_ostream &os) {
  unsigned gone = 0, partly = 0, kept = 0, free = 0;
  for (const MaskEntry &entry : explanation.entries) {
    auto has = [&](MaskState state) {
      return llvm::any_of(entry.findings, [&](const MaskFinding &finding) {
        return finding.state == state;
      });
    };
    bool isGone = has(MaskState::Gone), isKept = has(MaskState::Kept);
    gone += isGone && !isKept;
    partly += isGone && isKept;
    kept += !isGone && isKept;
    free += !isGone && !isKept && has(MaskState::Free);
  }
  os << "    masks: " << gone << " gone, " << partly
     << " gone from a part of a loop, " << kept << " kept";
  if (free)
    os << ", " << free << " free";
  os << "\n";
}

std::string Report::asText(ArrayRef<MaskExplanation> explanations) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const MaskExplanation &explanation : explanations) {
    os << "kernel " << explanation.kernel << ", " << target << "\n";
    for (const Line &line : describe(explanation)) {
      const MaskEntry &entry = line.entry;
      std::string place = std::to_string(line.text.line) + ":" +
                          std::to_string(line.text.column);
      os << llvm::formatv("  {0,-7} {1}", place, line.getKind());
      if (entry.isWholeAccess())
        os << " " << entry.tensor << ": " << line.text.text << "\n";
      else if (line.isAccess())
        os << " " << entry.tensor << ", dim " << entry.dim << ": "
           << line.text.text << " of " << entry.extent << "\n";
      else
        os << " " << line.text.text << "\n";
      for (const MaskFinding &finding : entry.findings)
        printFinding(finding, line, os);
    }
    printSummary(explanation, os);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value asJSON(const MaskFinding &finding, const Line &line) {
  json::Object object{{"part", finding.part}, {"mask", getName(finding.state)}};
  if (finding.state == MaskState::Gone) {
    object["rule"] = finding.rule;
    object["facts"] = json::Array(finding.facts);
  }
  if (finding.state == MaskState::Free)
    object["rule"] = finding.rule;
  if (finding.state == MaskState::Kept) {
    object["unproved"] = json::Array(line.getUnproved(finding.missing));
    if (finding.missing.fact.empty()) {
      object["obstacle"] = finding.missing.obstacle;
    } else {
      object["fact"] = finding.missing.fact;
      object["fix"] = line.rename(finding.missing.fix);
    }
  }
  return object;
}

json::Value Report::asJSON(const Line &line) const {
  json::Object object{{"line", line.text.line},
                      {"column", line.text.column},
                      {"kind", line.getKind()},
                      {"text", line.text.text}};
  if (line.isAccess())
    object["tensor"] = line.entry.tensor;
  if (line.isAccess() && !line.entry.isWholeAccess()) {
    object["dim"] = line.entry.dim;
    object["extent"] = line.entry.extent;
  }
  json::Array parts;
  for (const MaskFinding &finding : line.entry.findings)
    parts.push_back(::asJSON(finding, line));
  object["parts"] = std::move(parts);
  return object;
}

json::Value Report::asJSON(ArrayRef<MaskExplanation> explanations) const {
  json::Array kernels;
  for (const MaskExplanation &explanation : explanations) {
    json::Array masks;
    for (const Line &line : describe(explanation))
      masks.push_back(asJSON(line));
    kernels.push_back(json::Object{{"kernel", explanation.kernel},
                                   {"masks", std::move(masks)}});
  }
  return json::Object{{"version", 1},
                      {"file", source.fileName},
                      {"target", target},
                      {"kernels", std::move(kernels)}};
}

/// Runs the passes that `build` adds.
static LogicalResult lower(ModuleOp module, StringRef target,
                           void (*build)(OpPassManager &,
                                         const NVVMPipelineOptions &)) {
  NVVMPipelineOptions options;
  options.target = target.str();
  PassManager manager(module.getContext());
  build(manager, options);
  return manager.run(module);
}

/// Notes of each load of `module` that loops of products copy ahead how the
/// copies fill, which a copy of the module shows that is lowered further.
static void noteCopiesAhead(ModuleOp module, StringRef target) {
  constexpr StringLiteral numberName = "number";
  Builder builder(module.getContext());
  SmallVector<LoadOp> loads;
  module.walk([&](LoadOp load) {
    load->setAttr(numberName, builder.getI64IntegerAttr(loads.size()));
    loads.push_back(load);
  });
  OwningOpRef<ModuleOp> copy(module.clone());
  for (LoadOp load : loads)
    load->removeAttr(numberName);
  // What cannot be lowered is no matter of masks.
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  if (failed(lower(*copy, target, buildSchedulePipeline)))
    return;
  for (LoadOp ahead : findCopiedAhead(*copy, *Target::lookup(target))) {
    auto number = ahead->getAttrOfType<IntegerAttr>(numberName);
    if (!number)
      continue; // of a kernel that was added
    // cp.async moves 4 bytes or more.
    Type element = ahead.getType().getElementType();
    bool isWide =
        element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 32;
    std::string where =
        isWide ? "" : "where rows begin at multiples of 16 bytes, ";
    loads[number.getInt()]->setAttr(
        kCopiedAheadAttr,
        builder.getStringAttr(where + "cp.async copies the tile ahead and "
                                      "fills with zeros what is outside"));
  }
}

FailureOr<std::string> phobos::reportMasks(ModuleOp module,
                                           const llvm::SourceMgr &sources,
                                           StringRef target,
                                           ReportFormat format) {
  MaskExplainer explainer(module);
  module.walk(
      [](Operation *op) { op->removeDiscardableAttr(kAssertNoMaskAttr); });
  if (failed(lower(module, target, buildTilePipeline)))
    return failure();
  noteCopiesAhead(module, target);
  Report report(sources, module.getContext(), target);
  std::vector<MaskExplanation> explanations = explainer.explain(module);
  if (format == ReportFormat::Text)
    return report.asText(explanations);
  return llvm::formatv("{0:2}\n", report.asJSON(explanations)).str();
}
