//===- Scopes.h - names and what they stand for -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_SCOPES_H
#define PHOBOS_LIB_FRONTEND_SCOPES_H

#include "RValue.h"
#include "phobos/Frontend/AST.h"
#include "llvm/ADT/StringMap.h"

namespace phobos {

/// A name and its value at this point of the text.
struct Binding {
  enum class Mode { Constant, Let, Var, Param, Extent, Loop };
  Mode mode = Mode::Let;
  llvm::SMLoc loc;
  /// Of a `var`: of the type that it was declared with, whatever is assigned.
  RValue value;
};

/// Nested blocks of names; an inner name hides an outer one.
class Scopes {
public:
  Scopes() { push(); }

  void push() { blocks.emplace_back(); }
  void pop() { blocks.pop_back(); }

  /// The innermost binding of `name`, or null. It stays where it is as long as
  /// its block is open.
  Binding *find(llvm::StringRef name) {
    for (auto &block : llvm::reverse(blocks)) {
      auto found = block.find(name);
      if (found != block.end())
        return found->second.get();
    }
    return nullptr;
  }
  /// Likewise, in the innermost block alone.
  Binding *findInBlock(llvm::StringRef name) {
    auto found = blocks.back().find(name);
    return found == blocks.back().end() ? nullptr : found->second.get();
  }

  /// Likewise, in the outermost block alone: the file's constants.
  Binding *findOutermost(llvm::StringRef name) {
    auto found = blocks.front().find(name);
    return found == blocks.front().end() ? nullptr : found->second.get();
  }

  /// Binds a name that the innermost block does not bind yet.
  void bind(const ast::Name &name, Binding::Mode mode, RValue value) {
    blocks.back()[name.text] =
        std::make_unique<Binding>(Binding{mode, name.loc, std::move(value)});
  }

  /// Every name in sight, in the order of the alphabet.
  llvm::SmallVector<llvm::StringRef> names() const {
    llvm::SmallVector<llvm::StringRef> result;
    for (const auto &block : blocks)
      for (const auto &entry : block)
        result.push_back(entry.first());
    llvm::sort(result);
    return result;
  }

private:
  llvm::SmallVector<llvm::StringMap<std::unique_ptr<Binding>>> blocks;
};

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_SCOPES_H
