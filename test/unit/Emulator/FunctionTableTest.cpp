//===- FunctionTableTest.cpp - Names and types of the table -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FunctionTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "gtest/gtest.h"

using namespace phobos::emulator;

namespace {

char letterOf(llvm::Type *type) {
  if (type->isVoidTy())
    return 'v';
  if (type->isPointerTy())
    return 'p';
  if (type->isFloatTy())
    return 'f';
  if (type->isDoubleTy())
    return 'd';
  return type->isIntegerTy(64) ? 'l' : 'i';
}

/// What `Signature::str` says of a function of LLVM IR.
std::string signatureOf(llvm::FunctionType *type) {
  std::string text(1, letterOf(type->getReturnType()));
  if (auto *results = llvm::dyn_cast<llvm::StructType>(type->getReturnType()))
    text = "{" + std::to_string(results->getNumElements()) + "}";
  text += "(";
  for (llvm::Type *parameter : type->params())
    text += letterOf(parameter);
  return text + ")";
}

TEST(FunctionTable, IntrinsicsAreThoseOfLLVM) {
  llvm::LLVMContext context;
  for (const auto &entry : FunctionTable::get().getEntries()) {
    llvm::StringRef name = entry.getKey();
    if (!name.starts_with("llvm."))
      continue;
    llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
    ASSERT_NE(id, llvm::Intrinsic::not_intrinsic) << name.str();
    if (llvm::Intrinsic::isOverloaded(id))
      continue;
    EXPECT_EQ(llvm::Intrinsic::getName(id), name) << name.str();
    EXPECT_EQ(entry.getValue().signature.str(),
              signatureOf(llvm::Intrinsic::getType(context, id)))
        << name.str();
  }
}

TEST(FunctionTable, DeducesSignatures) {
  FunctionTable table;
  table.add("plain", +[](uint32_t, float, Site) {});
  table.add("several", +[](Results<3>, void *, uint64_t) {});
  table.addPure("pure", +[](double x) { return x; });
  EXPECT_EQ(table.lookup("plain")->signature.str(), "v(if)");
  EXPECT_TRUE(table.lookup("plain")->signature.takesSite);
  EXPECT_EQ(table.lookup("several")->signature.str(), "{3}(pl)");
  EXPECT_FALSE(table.lookup("several")->signature.takesSite);
  EXPECT_EQ(table.lookup("pure")->signature.str(), "d(d)");
  EXPECT_TRUE(table.lookup("pure")->isPure);
  EXPECT_EQ(table.lookup("other"), nullptr);
  table.addForm("form", +[](Form, Registers, uint64_t, Registers, Site) {},
                Form{7}, {128, 4});
  EXPECT_EQ(table.lookup("form")->signature.str(), "v(rlr)");
  EXPECT_EQ(table.lookup("form")->form, 7u);
  EXPECT_EQ(table.lookup("form")->listSizes, (std::vector<unsigned>{128, 4}));
}

} // namespace
