//===- phobos-host-run.cpp - Run a kernel on given arrays -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// phobos-host-run --grid=4,1,1 x.mlir ARGUMENT…
//
// An ARGUMENT for each one of the kernel. For a number: the number. For a
// pointer: `<count>[@<offset>]=<v>,<v>,…`, an array of `count` elements that
// repeats the values, given to the kernel from element `offset` on. A value is
// a number, `inf`, `-inf`, `nan`, or `0x…` for bits. The array ends where its
// memory ends: an access beyond it faults. Prints every array after the run.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "phobos/Conversion/PhobosToHost/HostRunner.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace phobos;

static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::desc("<tile IR>"));
static llvm::cl::opt<std::string>
    kernelName("kernel", llvm::cl::desc("which one, where there are several"));
static llvm::cl::list<int64_t> gridSizes("grid", llvm::cl::CommaSeparated,
                                         llvm::cl::desc("blocks in x, y, z"));
static llvm::cl::opt<bool> printBits("bits",
                                     llvm::cl::desc("print elements as bits"));
static llvm::cl::opt<unsigned> repeat("repeat", llvm::cl::init(1),
                                      llvm::cl::desc("how often to run"));
static llvm::cl::opt<bool> printTime("time",
                                     llvm::cl::desc("print times, no arrays"));
static llvm::cl::list<std::string> arguments(llvm::cl::ConsumeAfter,
                                             llvm::cl::desc("<argument>…"));

[[noreturn]] static void fail(const Twine &message) {
  llvm::errs() << "error: " << message << "\n";
  exit(1);
}

static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

/// The bits of the value that `text` gives for an element of `type`.
static uint64_t parseElement(StringRef text, Type type) {
  uint64_t bits;
  if (text.starts_with("0x") && !text.getAsInteger(0, bits))
    return bits;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat value(floatType.getFloatSemantics());
    auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status)
      fail("expected a number, got '" + text + "'");
    return value.bitcastToAPInt().getZExtValue();
  }
  int64_t integer;
  if (text.getAsInteger(0, integer))
    fail("expected an integer, got '" + text + "'");
  return static_cast<uint64_t>(integer);
}

static std::string formatElement(uint64_t bits, Type type) {
  APInt value(getWidth(type), bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  SmallString<32> text;
  if (printBits) {
    value.toString(text, 16, /*Signed=*/false, /*formatAsCLiteral=*/true);
  } else if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat number(floatType.getFloatSemantics(), value);
    bool losesInfo; // every element type is exact in f64
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    if (number.isNaN())
      return "nan"; // without its sign
    llvm::raw_svector_ostream(text) << llvm::format(
        "%.*g", type.isF64() ? 17 : 9, number.convertToDouble());
  } else {
    value.toString(text, 10, /*Signed=*/value.getBitWidth() != 1);
  }
  return text.str().str();
}

namespace {
/// A kernel argument's memory: the array of a pointer, or one scalar.
struct Argument {
  Type element;
  unsigned bytes = 0;   // of an element
  char *data = nullptr; // the first element
  size_t count = 1;
  void *pointer = nullptr; // what a pointer argument holds
  bool isPointer = false;

  void *pack() { return isPointer ? static_cast<void *>(&pointer) : data; }
};
} // namespace

/// Memory for `size` bytes that ends before a page that faults.
static char *allocateGuarded(size_t size) {
  size_t page = sysconf(_SC_PAGESIZE);
  size_t pages = (size + page - 1) / page * page;
  char *base =
      static_cast<char *>(mmap(nullptr, pages + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (base == MAP_FAILED || mprotect(base + pages, page, PROT_NONE) != 0)
    fail("expected " + Twine(size) + " bytes of memory");
  return base + pages - size;
}

static Argument parseArgument(StringRef text, Type type) {
  Argument argument;
  auto pointer = dyn_cast<PtrType>(type);
  argument.isPointer = static_cast<bool>(pointer);
  argument.element = pointer ? pointer.getElementType() : type;
  argument.bytes = llvm::divideCeil(getWidth(argument.element), 8);
  size_t offset = 0;
  if (pointer) {
    auto [place, values] = text.split('=');
    auto [count, shift] = place.split('@');
    if (count.getAsInteger(10, argument.count) ||
        (!shift.empty() && shift.getAsInteger(10, offset)))
      fail("expected '<count>[@<offset>]=<values>', got '" + text + "'");
    text = values;
  }
  SmallVector<StringRef> values;
  text.split(values, ',');
  argument.data = allocateGuarded(argument.count * argument.bytes);
  for (size_t i = 0; i != argument.count; ++i) {
    uint64_t bits = parseElement(values[i % values.size()], argument.element);
    memcpy(argument.data + i * argument.bytes, &bits, argument.bytes);
  }
  argument.pointer = argument.data + offset * argument.bytes;
  return argument;
}

static void printArray(unsigned index, const Argument &argument) {
  llvm::outs() << "arg" << index << ":";
  for (size_t i = 0; i != argument.count; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, argument.data + i * argument.bytes, argument.bytes);
    llvm::outs() << ' ' << formatElement(bits, argument.element);
  }
  llvm::outs() << '\n';
}

static double milliseconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - since)
      .count();
}

/// The kernel to run, alone in `module`.
static KernelOp pickKernel(ModuleOp module) {
  auto kernels = module.getOps<KernelOp>();
  auto found = llvm::find_if(kernels, [](KernelOp kernel) {
    return kernelName.empty() || kernel.getSymName() == kernelName;
  });
  if (found == kernels.end())
    fail("expected a kernel '" + kernelName + "'");
  KernelOp kernel = *found;
  for (KernelOp other : llvm::make_early_inc_range(kernels))
    if (other != kernel)
      other.erase();
  return kernel;
}

/// Runs the kernel as often as asked, and returns the milliseconds of a run.
static double runKernel(const HostRunner &runner,
                        MutableArrayRef<Argument> arguments) {
  SmallVector<int64_t> grid(gridSizes.begin(), gridSizes.end());
  grid.resize(3, 1);
  SmallVector<void *> packed;
  for (Argument &argument : arguments)
    packed.push_back(argument.pack());
  for (int64_t &size : grid)
    packed.push_back(&size);
  auto start = std::chrono::steady_clock::now();
  for (unsigned i = 0; i != repeat; ++i)
    if (llvm::Error error = runner.run(packed))
      fail(llvm::toString(std::move(error)));
  return milliseconds(start) / repeat;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "run a kernel on the host\n");
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceFile<ModuleOp>(inputFile, &context);
  if (!module)
    return 1;
  KernelOp kernel = pickKernel(*module);
  std::string name = kernel.getSymName().str();
  ArrayRef<Type> types = kernel.getArgumentTypes();
  if (types.size() != arguments.size())
    fail("expected " + Twine(types.size()) + " arguments, got " +
         Twine(arguments.size()));
  std::vector<Argument> parsed;
  for (auto [text, type] : llvm::zip(arguments, types))
    parsed.push_back(parseArgument(text, type));

  auto start = std::chrono::steady_clock::now();
  PassManager manager(&context);
  buildPhobosToHostPipeline(manager);
  if (failed(manager.run(*module)))
    return 1;
  double lowering = milliseconds(start);
  auto runner = HostRunner::create(*module, name);
  if (!runner)
    fail(llvm::toString(runner.takeError()));
  double compiling = milliseconds(start) - lowering;
  double running = runKernel(**runner, parsed);
  if (printTime)
    llvm::outs() << llvm::format(
        "lowering %.1f ms, compiling %.1f ms, a run %.3f ms\n", lowering,
        compiling, running);
  else
    for (auto [index, argument] : llvm::enumerate(parsed))
      if (argument.isPointer)
        printArray(index, argument);
  return 0;
}
