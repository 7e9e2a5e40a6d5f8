//===- KernelEmitter.h - one kernel as tile IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and emits in one walk over the AST: `fn`s are checked for each call
// with the types and constants of that call, so there is no typed tree between
// the AST and the IR. What is wrong is reported and becomes an error value, and
// the walk goes on.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_FRONTEND_KERNELEMITTER_H
#define PHOBOS_LIB_FRONTEND_KERNELEMITTER_H

#include "AffineForm.h"
#include "ArithEmitter.h"
#include "Scopes.h"
#include "mlir/IR/AffineMap.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Frontend/Frontend.h"
#include "llvm/ADT/SetVector.h"
#include <set>

namespace phobos {

class KernelEmitter {
public:
  KernelEmitter(const ast::Program &program, SourceDiagnostics &diagnostics,
                const ImportOptions &options, mlir::ModuleOp module);

  /// Those of the ops that it makes.
  static void loadDialects(mlir::MLIRContext *context);

  /// Appends `kernel` to the module. What stands there after an error is not
  /// to be used.
  void emit(const ast::Function &kernel);

  /// A name of `@autotune` and what it may be.
  struct TunedName {
    ast::Name name;
    llvm::SmallVector<int64_t> choices;
  };
  /// Those of `kernel`, in order; of one that has a setting, that value alone.
  /// Choices may depend on names before them.
  llvm::SmallVector<TunedName> listTunedNames(const ast::Function &kernel);

private:
  //===--------------------------------------------------------------------===//
  // Signature (EmitKernel.cpp)
  //===--------------------------------------------------------------------===//

  /// An argument of the IR's kernel.
  struct Argument {
    mlir::Type type;
    llvm::SmallVector<mlir::NamedAttribute> attributes;
    mlir::Location loc;
  };
  /// How many blocks an axis of the grid has, and the use that says so.
  struct GridUse {
    mlir::AffineExpr blocks;
    llvm::SMLoc loc;
  };

  void bindCompileTimeNames(const ast::Function &kernel);
  void declareParams(const ast::Function &kernel);
  void declareTensor(const ast::Param &param);
  mlir::Attribute declareExtent(const ast::Expr *dim);
  void createKernel(const ast::Function &kernel);
  void bindParams(const ast::Function &kernel);
  RValue emitView(const ast::Param &param, mlir::Value pointer);
  /// The numbers in `dims`, kDynamic for names, whose values go to `values`.
  llvm::SmallVector<int64_t>
  resolveDims(mlir::ArrayAttr dims, llvm::SmallVector<mlir::Value> &values);

  //===--------------------------------------------------------------------===//
  // Attributes (EmitAttributes.cpp)
  //===--------------------------------------------------------------------===//

  void bindAttributes(const ast::Function &kernel);
  void unknownAttribute(const ast::Attribute &attribute);
  bool expectNoArguments(const ast::Attribute &attribute);
  void addKernelAttribute(llvm::StringRef name, mlir::Attribute value);
  void bindAutotune(const ast::Attribute &attribute);
  void bindSpecialize(const ast::Attribute &attribute);
  std::optional<int64_t> evalNumber(const ast::Expr *expr, llvm::StringRef what,
                                    int64_t min, int64_t max);
  void bindLaunch(const ast::Attribute &attribute);
  void bindCluster(const ast::Attribute &attribute);
  void bindThreads(const ast::Expr *expr);
  mlir::Attribute evalPipeline(const ast::Attribute &attribute);
  void setLoopAttributes(const ast::ForStmt *loop, mlir::Operation *op);

  //===--------------------------------------------------------------------===//
  // Demands on arguments (EmitFacts.cpp)
  //===--------------------------------------------------------------------===//

  void emitFacts(const ast::Function &kernel);
  /// `value`, promised; an error shows `message` in the predicate's place.
  mlir::Value emitPromise(mlir::Value value, mlir::Attribute predicate,
                          llvm::SMLoc loc, llvm::StringRef message = {},
                          mlir::Value other = {});
  Binding *findIndexArgument(const ast::Expr *expr);
  Binding *findNarrowArgument(const ast::Expr *expr);
  /// Lets the name of an argument stand for `value`.
  void refine(const ast::Expr *expr, mlir::Value value);
  void emitAligned(const ast::Attribute &attribute);
  void alignExtent(const ast::Name &name, int64_t multiple);
  void noteAlignedWalk(mlir::Value start, mlir::OpFoldResult extent);
  void describeWalks(mlir::AffineMap grid);
  void emitRequire(const ast::Attribute &attribute);
  void emitRequirement(const ast::Expr *condition, llvm::StringRef text);
  bool requireMultiple(const ast::BinaryExpr *binary, llvm::StringRef text);
  bool requireBound(const ast::BinaryExpr *binary, llvm::StringRef text);
  std::optional<int64_t> findNumber(const ast::Expr *expr);

  //===--------------------------------------------------------------------===//
  // The grid (EmitGrid.cpp)
  //===--------------------------------------------------------------------===//

  void noteGridUse(mlir::Value start, mlir::OpFoldResult extent,
                   llvm::SMLoc loc);
  /// Likewise, for offsets from which no number of blocks follows.
  void noteOffsetUse(mlir::Value offsets, llvm::SMLoc loc);
  bool dependsOnBlock(mlir::Value value);
  mlir::AffineMap gridMap(const ast::Function &kernel);
  mlir::AffineExpr gridExpr(const ast::Expr *expr);
  mlir::AffineExpr gridDivisor(const ast::Expr *expr);
  mlir::AffineExpr gridBinary(const ast::BinaryExpr *binary);
  /// The symbol of the grid map that stands for a kernel argument, or null.
  mlir::AffineExpr gridSymbol(mlir::Value value);
  mlir::Value blockId(GridDim axis, llvm::SMLoc loc);

  //===--------------------------------------------------------------------===//
  // Names, types and compile-time values (EmitConstants.cpp)
  //===--------------------------------------------------------------------===//

  void bindName(const ast::Name &name, Binding::Mode mode, RValue value);
  std::optional<Constant> evalConstant(const ast::Expr *expr);
  RValue declareConstant(const Constant &constant, const ast::TypeExpr &type,
                         llvm::SMLoc loc);
  void noteConstant(RValue &scalar, llvm::Expected<Constant> folded);
  std::optional<Constant> checked(llvm::Expected<Constant> folded,
                                  llvm::SMLoc loc);
  /// A constant integer of at least 1; `what` names it in errors.
  std::optional<int64_t> evalExtent(const ast::Expr *expr,
                                    llvm::StringRef what);
  std::optional<Shape> evalShape(llvm::ArrayRef<const ast::Expr *> dims,
                                 llvm::SMLoc loc);
  std::optional<ScalarType> resolveScalar(const ast::Name &name);
  /// The constant that `value` is, also where it has a type.
  static std::optional<Constant> constantOf(const RValue &value);
  void unknownName(const ast::Name &name, llvm::StringRef fallback = "");

  //===--------------------------------------------------------------------===//
  // Statements (EmitStmt.cpp)
  //===--------------------------------------------------------------------===//

  /// Emitting statements tells whether control can reach their end.
  bool emitBlock(ast::Block block);
  bool emitStmt(const ast::Stmt *stmt);
  void emitBind(const ast::BindStmt *bind);
  void emitAssign(const ast::AssignStmt *assign);
  void assignName(const ast::AssignStmt *assign, const ast::NameExpr *target);
  RValue startVariable(RValue value, llvm::SMLoc loc);
  RValue nextOfVariable(const RValue &current, const RValue &value,
                        llvm::SMLoc loc);

  //===--------------------------------------------------------------------===//
  // Branches and exits (EmitFlow.cpp)
  //===--------------------------------------------------------------------===//

  /// A loop whose body is being emitted, and the flags of its exits.
  struct Loop {
    explicit Loop(llvm::SMLoc loc) : loc(loc) {}
    llvm::SMLoc loc;
    Binding broken, continued;
    /// A break was emitted.
    bool isLeft = false;
  };

  /// The statements of a block whose scope is open.
  bool emitStatements(ast::Block block);
  /// `rest`, where `left` does not hold.
  bool emitGuarded(mlir::Value left, ast::Block rest);
  bool emitLoopExit(const ast::Stmt *stmt);
  mlir::Value emitBool(bool value, llvm::SMLoc loc);
  Binding makeFlag(llvm::SMLoc loc);
  bool emitIf(const ast::IfStmt *branch);
  /// The variables around `blocks` that they assign. The exits at the top of a
  /// loop's body are not those of the loop around it.
  llvm::SmallVector<Binding *> assignedIn(llvm::ArrayRef<ast::Block> blocks,
                                          bool isLoopBody = false);
  /// A scalar bool, a constant where it is known, or an error.
  RValue evalCondition(const ast::Expr *expr);
  /// Emits a body at the end of `into` and yields the values of `carried`.
  bool emitRegion(mlir::Block *into, llvm::ArrayRef<Binding *> carried,
                  llvm::function_ref<bool()> emitBody);

  static llvm::SmallVector<mlir::Value>
  valuesOf(llvm::ArrayRef<Binding *> bindings);
  static void rebind(llvm::ArrayRef<Binding *> bindings,
                     mlir::ValueRange values);

  //===--------------------------------------------------------------------===//
  // Loops (EmitLoop.cpp)
  //===--------------------------------------------------------------------===//

  struct LoopBounds {
    mlir::Value lower, upper, step;
  };

  LoopBounds emptyBounds(llvm::SMLoc loc);
  LoopBounds evalBounds(const ast::ForStmt *loop);
  void emitLoopBody(ast::Block body, Loop &loop);
  mlir::Value emitStays(const Loop &loop, llvm::ArrayRef<Binding *> carried);
  void emitFor(const ast::ForStmt *loop);
  void emitLeavableFor(const ast::ForStmt *loop, const LoopBounds &bounds,
                       llvm::ArrayRef<Binding *> carried);
  bool emitWhile(const ast::WhileStmt *loop);
  /// The condition as IR; tells whether it is true at compile time.
  mlir::Value emitCondition(const ast::WhileStmt *loop, bool &isEndless);
  bool emitLeavableWhile(const ast::WhileStmt *loop,
                         llvm::ArrayRef<Binding *> carried);

  //===--------------------------------------------------------------------===//
  // Functions and what they return (EmitFunction.cpp)
  //===--------------------------------------------------------------------===//

  /// The kernel or fn whose body is being emitted, and how it is left.
  struct Frame {
    explicit Frame(const ast::Function &function) : function(function) {}
    struct Return {
      RValue value;
      llvm::SMLoc loc;
      /// It is not under a run-time condition, and the only one.
      bool isDirect = false;
    };
    const ast::Function &function;
    /// The block of the IR in which a return is direct.
    mlir::Block *top = nullptr;
    Loop *loop = nullptr;
    /// The flag of the other returns, and the value that they set, of the type
    /// in which they meet; an error value where there is none.
    Binding returned, result;
    llvm::SmallVector<Return, 1> returns;
  };

  RValue inlineCall(const ast::Function &function, const ast::CallExpr *call);
  void bindArguments(const ast::Function &function, const ast::CallExpr *call);
  void reportCallLimit(llvm::SMLoc loc);
  bool emitFrame(Frame &own, ast::Block body);
  RValue emitFunctionBody(const ast::Function &function);
  void emitReturn(const ast::ReturnStmt *stmt);
  bool checkReturn(const Frame::Return &first, const Frame::Return &other);
  void setResult(const Frame::Return &entry);
  /// What the early returns of `function` set, an error value where it has
  /// none or no type is found.
  RValue initialResult(const ast::Function &function);
  RValue tryBody(const ast::Function &function);
  RValue joinReturns(llvm::ArrayRef<Frame::Return> returns);
  void dropTrials();
  RValue zeroOf(ScalarType element, llvm::ArrayRef<int64_t> shape,
                llvm::SMLoc loc);

  //===--------------------------------------------------------------------===//
  // Expressions (EmitExpr.cpp)
  //===--------------------------------------------------------------------===//

  RValue eval(const ast::Expr *expr);
  RValue evalName(const ast::NameExpr *name);
  RValue evalMember(const ast::MemberExpr *member);
  bool refuseForeign(const ast::MemberExpr *member);
  RValue evalUnary(const ast::UnaryExpr *unary);
  RValue evalBinary(const ast::BinaryExpr *binary);
  RValue emitBinary(TokenKind op, const RValue &lhs, const RValue &rhs,
                    llvm::SMLoc loc);
  /// `expr` as an `index`; integers of every type will do.
  mlir::Value evalIndex(const ast::Expr *expr);
  mlir::Value toIndex(const RValue &value, llvm::SMLoc loc);

  /// Emits an operator on operands that broadcast to one shape, each cast to
  /// its type of `types`.
  using Combine = std::function<mlir::Value(llvm::ArrayRef<mlir::Value>)>;
  struct Elementwise {
    llvm::SmallVector<ScalarType, 3> types;
    ScalarType result;
    Combine combine;
    llvm::SMLoc loc;
  };
  RValue elementwise(llvm::ArrayRef<RValue> operands, const Elementwise &op);
  /// The shape to which the operands broadcast, with unknown extents where a
  /// pending tile needs more to be known.
  struct JoinedShape {
    Shape extents;
    /// Every operand that has a shape is pending, and so may the rank be.
    bool isOpen = true;
  };
  std::optional<JoinedShape> joinShapes(llvm::ArrayRef<RValue> operands,
                                        llvm::SMLoc loc);
  RValue makePending(llvm::ArrayRef<RValue> operands, const Elementwise &op,
                     const JoinedShape &joined);
  /// The type in which the operands meet.
  std::optional<ScalarType> unify(llvm::ArrayRef<RValue> operands,
                                  llvm::SMLoc loc);
  bool checkNumeric(llvm::ArrayRef<RValue> operands, llvm::SMLoc loc);
  /// `value` with every extent known; an error where it is pending.
  RValue concrete(RValue value, llvm::SMLoc loc);
  /// A tile, or an error.
  RValue concreteTile(RValue value, llvm::SMLoc loc);
  /// IR of `value`, cast to `element` and broadcast to `shape`; null after an
  /// error.
  mlir::Value conform(const RValue &value, ScalarType element,
                      llvm::ArrayRef<int64_t> shape, llvm::SMLoc loc);
  /// `value` as an assignment to something of this type takes it: converted
  /// without a cast, and broadcast.
  RValue convertTo(const RValue &value, ScalarType element,
                   llvm::ArrayRef<int64_t> shape, llvm::SMLoc loc);
  mlir::Type irType(ScalarType element, llvm::ArrayRef<int64_t> shape);
  /// Whether a tile may have that many elements; an error where it may not.
  bool checkSize(llvm::ArrayRef<int64_t> shape, llvm::SMLoc loc);

  //===--------------------------------------------------------------------===//
  // Declared types (EmitDeclared.cpp)
  //===--------------------------------------------------------------------===//

  /// An extent or a stride, as errors name it.
  struct DimInfo {
    llvm::StringRef kind;
    unsigned number;
    llvm::SMLoc loc;
  };

  /// `value` as something takes it that is declared with `type`.
  RValue convertToDeclared(const RValue &value, const ast::TypeExpr &type,
                           llvm::SMLoc loc);
  RValue checkTensor(const RValue &value, const ast::TypeExpr &type,
                     ScalarType element, llvm::SMLoc loc);
  bool checkStrideCount(const ast::TypeExpr &type);
  mlir::Value emitDenseStride(ViewOp view, size_t dim, llvm::SMLoc loc);
  bool bindExtent(const ast::Expr *declared, mlir::OpFoldResult actual,
                  DimInfo dim);

  //===--------------------------------------------------------------------===//
  // Calls (EmitCall.cpp, EmitBuiltins.cpp, EmitShape.cpp, EmitReduce.cpp)
  //===--------------------------------------------------------------------===//

  /// A call of a builtin, with one argument (or null) for each parameter.
  struct Call {
    llvm::StringRef name;
    llvm::SMLoc loc;
    llvm::ArrayRef<llvm::StringRef> parameters;
    llvm::SmallVector<const ast::Expr *> arguments;

    /// The argument for this parameter, null where there is none.
    const ast::Expr *argument(llvm::StringRef parameter) const;
  };
  struct Builtin;
  static llvm::ArrayRef<Builtin> builtins();

  RValue evalCall(const ast::CallExpr *call);
  RValue emitCastCall(ScalarType to, const ast::CallExpr *call);
  RValue emitExtreme(const ast::CallExpr *call, llvm::StringRef name);
  std::optional<Call> matchArguments(const Builtin &builtin,
                                     const ast::CallExpr *call);
  llvm::SmallVector<RValue> evalAll(llvm::ArrayRef<const ast::Expr *> exprs);
  std::optional<RValue> foldConstantCall(llvm::StringRef name,
                                         llvm::ArrayRef<RValue> operands,
                                         llvm::SMLoc loc);

  RValue emitFull(const Call &call);
  RValue emitIota(const Call &call);
  RValue emitArange(const Call &call);
  RValue emitBroadcast(const Call &call);
  RValue emitTranspose(const Call &call);
  RValue emitReshape(const Call &call);
  std::optional<Shape> evalShapeList(const ast::Expr *expr);
  RValue emitWhere(const Call &call);
  RValue emitClamp(const Call &call);
  RValue emitFma(const Call &call);
  RValue emitMath(const Call &call);
  RValue emitAbs(const Call &call);
  RValue emitCeilDiv(const Call &call);
  RValue emitFloored(const Call &call);
  RValue emitTrueDiv(const Call &call);
  RValue emitNextPow2(const Call &call);
  RValue emitReduce(const Call &call);
  RValue emitArgReduce(const Call &call);
  RValue emitCumsum(const Call &call);
  std::optional<int64_t> evalAxis(const ast::Expr *expr, const RValue &tile);
  RValue emitDotCall(const Call &call);
  std::optional<DotPrecision> evalPrecision(const Call &call);

  /// A reduction of the language, of which the IR has fewer.
  enum class Reduction { Sum, Prod, Max, Min, Any, All };
  RValue reduce(Reduction kind, const RValue &operand, int64_t axis,
                llvm::SMLoc loc);
  /// `accumulator + dot(…)`, from zero where there is no accumulator.
  RValue emitDot(const Call &call, const RValue *accumulator);
  /// The dot that `expr` is a call of.
  std::optional<Call> matchDot(const ast::Expr *expr);

  //===--------------------------------------------------------------------===//
  // Members of ctx, code of single threads (EmitThread.cpp)
  //===--------------------------------------------------------------------===//

  /// The names behind `ctx.`, or an error where `member` is of something else.
  std::optional<std::string> contextPath(const ast::MemberExpr *member);
  /// An error about a member of ctx that there is not, or not as a value or
  /// function.
  RValue unknownMember(llvm::StringRef path, llvm::SMLoc loc);
  /// The value of a member of ctx that is known at compile time.
  std::optional<Constant> positionConstant(const ast::MemberExpr *member);
  /// A position of the thread, or nothing where `path` names none.
  std::optional<RValue> evalPosition(llvm::StringRef path, llvm::SMLoc loc);
  static llvm::ArrayRef<Builtin> threadBuiltins();
  RValue evalThreadCall(const ast::CallExpr *call);
  /// A constant or a scalar, or an error.
  RValue evalScalar(const ast::Expr *expr);
  RValue emitBarrier(const Call &call);
  RValue emitShuffle(const Call &call);
  RValue emitCollective(const Call &call);
  bool checkPositional(const ast::CallExpr *call, size_t least,
                       llvm::StringRef signature);
  std::optional<llvm::SmallVector<mlir::Value>>
  evalElemIndices(llvm::ArrayRef<ast::Argument> arguments, const RValue &tile,
                  llvm::SMLoc loc);
  RValue emitLoadElem(const ast::CallExpr *call);
  RValue emitStoreElem(const ast::CallExpr *call);
  RValue emitThreadSum(const Call &call);
  /// Takes the masks from the slices in `sum`; an error where it holds more
  /// than elementwise expressions over slices.
  bool checkRuns(ThreadSumOp sum, const ast::Expr *expr);

  //===--------------------------------------------------------------------===//
  // Subscripts (EmitAccess.cpp)
  //===--------------------------------------------------------------------===//

  /// What a load or store says about caches.
  struct MemoryHints {
    CacheModifierAttr cache;
    EvictionPolicyAttr evict;
    bool isVolatile = false;
  };
  /// The caches that loads and stores may name.
  static constexpr llvm::StringRef loadCaches[] = {"ca", "cg", "cs", "cv"};
  static constexpr llvm::StringRef storeCaches[] = {"wb", "cg", "cs", "wt"};
  /// A slice of a tensor, a tile, or the view of a block pointer.
  struct Access {
    RValue base;
    llvm::SmallVector<mlir::Value> starts;
    Shape shape;
    llvm::SmallVector<int64_t> masked;
    /// Of a tensor; in a tile every dim that is not masked stays inside.
    llvm::SmallVector<int64_t> unchecked;
    /// Of a tensor.
    MemoryHints hints;
    bool isPoint = true;
  };
  std::optional<Access> evalAccess(const ast::SubscriptExpr *subscript);
  bool evalRange(const ast::Range &range, mlir::OpFoldResult extent,
                 Access &access);
  bool staysInside(mlir::Value start, int64_t length, int64_t extent);
  std::optional<int64_t> rangeLength(const ast::Range &range, mlir::Value start,
                                     mlir::Value end);
  mlir::Value evalStart(const ast::Range &range);
  mlir::Value extentValue(mlir::OpFoldResult extent, llvm::SMLoc loc);
  RValue emitSlice(const Access &access, mlir::TypedAttr fill, llvm::SMLoc loc);
  RValue emitRead(const Access &access, mlir::TypedAttr fill, llvm::SMLoc loc);
  bool checkHints(const Access &access, const Call &call);
  RValue emitLoadCall(const Call &call);
  RValue emitStoreCall(const Call &call);
  RValue emitFilledLoad(const Call &call, const ast::SubscriptExpr *slice);
  void emitViewStore(const Access &access, const RValue &value,
                     llvm::ArrayRef<llvm::SMLoc> locs, llvm::SMLoc loc);
  Binding *findTileVariable(const ast::Expr *base);
  void emitStore(const ast::AssignStmt *assign,
                 const ast::SubscriptExpr *target);

  //===--------------------------------------------------------------------===//
  // Pointers (EmitPointer.cpp) and block pointers (EmitBlockPointer.cpp)
  //===--------------------------------------------------------------------===//

  /// Where a load or store goes; without a shape it is one scalar, which is a
  /// tile of one element in IR.
  struct Lanes {
    Shape shape;
    mlir::Value offsets, mask;
    Shape irShape() const { return shape.empty() ? Shape{1} : shape; }
  };

  RValue toOffset(const RValue &value, llvm::SMLoc loc);
  RValue addToPointer(TokenKind op, const RValue &lhs, const RValue &rhs,
                      llvm::SMLoc loc);
  RValue startPointer(const RValue &pointer, llvm::SMLoc loc);
  RValue nextPointer(const RValue &current, const RValue &value,
                     llvm::SMLoc loc);
  bool checkOptions(const Call &call, llvm::StringRef what,
                    llvm::ArrayRef<llvm::StringRef> allowed);
  /// The one of `choices` that `expr` names.
  std::optional<llvm::StringRef>
  evalChoice(const ast::Expr *expr, llvm::ArrayRef<llvm::StringRef> choices);
  std::optional<MemoryHints> evalHints(const Call &call,
                                       llvm::ArrayRef<llvm::StringRef> caches);
  std::optional<Lanes> evalLanes(const RValue &pointer,
                                 const ast::Expr *maskExpr,
                                 llvm::ArrayRef<RValue> values,
                                 llvm::SMLoc loc);
  mlir::Value spread(const RValue &value, ScalarType element,
                     const Lanes &lanes, llvm::SMLoc loc);
  RValue emitGather(const Call &call, const RValue &pointer);
  RValue emitScatter(const Call &call, const RValue &pointer);

  const ast::ListExpr *evalList(const ast::Expr *expr, size_t rank,
                                llvm::StringRef what);
  std::optional<llvm::SmallVector<int64_t>>
  evalDims(const ast::ListExpr *list, llvm::StringRef what,
           llvm::SmallVector<mlir::Value> &values);
  RValue emitBlockPtr(const Call &call);
  RValue emitAdvance(const Call &call);
  std::optional<Access> evalBlockAccess(const RValue &pointer,
                                        const ast::Expr *boundary);
  RValue emitBlockLoad(const Call &call, const RValue &pointer);
  RValue emitBlockStore(const Call &call, const RValue &pointer);

  //===--------------------------------------------------------------------===//
  // Atomics (EmitAtomic.cpp)
  //===--------------------------------------------------------------------===//

  /// What an atomic does, beside where and with which values.
  struct AtomicOptions {
    AtomicKind kind;
    MemoryOrder order = MemoryOrder::acq_rel;
    MemoryScope scope = MemoryScope::gpu;
  };
  std::optional<AtomicOptions> evalAtomicOptions(const Call &call,
                                                 ScalarType element);
  RValue emitAtomic(const Call &call);
  RValue emitSliceAtomic(const Call &call, const ast::SubscriptExpr *slice);
  RValue emitPointerAtomic(const Call &call, const RValue &pointer);

  //===--------------------------------------------------------------------===//
  // Diagnostics
  //===--------------------------------------------------------------------===//

  mlir::Location at(llvm::SMLoc loc) const { return diagnostics.locate(loc); }
  ArithEmitter arith(llvm::SMLoc loc) { return {builder, at(loc)}; }
  /// An error with the calls that led to it as notes.
  mlir::InFlightDiagnostic error(llvm::SMLoc loc);

  const ast::Program &program;
  SourceDiagnostics &diagnostics;
  const ImportOptions &options;
  mlir::MLIRContext *context;
  mlir::OpBuilder builder;

  Scopes scopes;
  /// The names of the callers of the function that is being inlined.
  llvm::SmallVector<Scopes> outerScopes;
  AffineForms forms;
  KernelOp kernelOp;
  /// Source parameters, then extents and strides.
  std::vector<Argument> arguments;
  llvm::StringMap<unsigned> argumentNumbers;
  /// Their values, as far as facts are known the promised ones.
  llvm::SmallVector<mlir::Value> argumentValues;
  /// What @launch says.
  std::optional<int32_t> threads;
  llvm::SmallVector<TunedName> tunedNames;
  mlir::NamedAttrList kernelAttributes;
  /// The extents that @aligned names, each with its multiple, and the promises
  /// that blocks along an axis of the grid end within them.
  llvm::DenseMap<mlir::Value, std::pair<ast::Name, int64_t>> aligned;
  llvm::MapVector<std::pair<mlir::Value, GridDim>, PromiseOp> alignedWalks;
  /// The kernel says with @grid how many blocks it has.
  bool hasGrid = false;
  std::optional<GridUse> gridUses[3];
  mlir::Value blockIds[3];
  /// The functions that are being inlined, and where they were called.
  llvm::SmallVector<std::pair<const ast::Function *, llvm::SMLoc>> calls;
  /// How deep the statements and expressions are nested, calls included.
  unsigned nesting = 0;
  /// Bounds the stack.
  static constexpr unsigned nestingLimit = 250;
  /// The calls inlined so far, for trial too.
  unsigned inlined = 0;
  Frame *frame = nullptr;
  /// What trials emitted. It stays to the end, since the forms know its values.
  llvm::SmallVector<std::unique_ptr<mlir::Block>> trials;
};

/// A function of the language; `parameters` are the names of its parameters,
/// of which the first `required` must be given, and those from `named` on by
/// name.
struct KernelEmitter::Builtin {
  llvm::StringRef name;
  llvm::SmallVector<llvm::StringRef, 4> parameters;
  unsigned required;
  RValue (KernelEmitter::*emit)(const Call &);
  unsigned named = ~0u;
};

/// The tile that `expr` writes an element of if it is a call of ctx.store, or
/// null.
const ast::Expr *findStoreElemTarget(const ast::Expr *expr);

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_KERNELEMITTER_H
