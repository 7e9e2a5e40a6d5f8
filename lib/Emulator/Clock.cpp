//===- Clock.cpp - What an actor knows to have happened -------------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include <algorithm>

using namespace phobos::emulator;

using Epochs = std::vector<uint32_t>;

static bool contains(const Epochs &outer, const Epochs &inner) {
  size_t common = std::min(outer.size(), inner.size());
  for (size_t i = 0; i != common; ++i)
    if (inner[i] > outer[i])
      return false;
  return std::all_of(inner.begin() + common, inner.end(),
                     [](uint32_t epoch) { return epoch == 0; });
}

static void raise(Epochs &epochs, const Epochs &other) {
  if (epochs.size() < other.size())
    epochs.resize(other.size());
  for (size_t i = 0; i != other.size(); ++i)
    epochs[i] = std::max(epochs[i], other[i]);
}

static void raise(Epochs &epochs, uint32_t actor, uint32_t epoch) {
  if (actor >= epochs.size())
    epochs.resize(actor + 1);
  epochs[actor] = std::max(epochs[actor], epoch);
}

bool Knowledge::contains(const Knowledge &other) const {
  return ::contains(epochs, other.epochs) && ::contains(fenced, other.fenced);
}

void Knowledge::add(const Knowledge &other) {
  raise(epochs, other.epochs);
  raise(fenced, other.fenced);
}

void Knowledge::add(uint32_t actor, uint32_t epoch, uint32_t fencedEpoch) {
  raise(epochs, actor, epoch);
  raise(fenced, actor, fencedEpoch);
}

/// A copy without the memo.
static std::shared_ptr<Knowledge> copy(const Knowledge &knowledge) {
  auto result = std::make_shared<Knowledge>();
  result->epochs = knowledge.epochs;
  result->fenced = knowledge.fenced;
  return result;
}

static KnowledgePtr join(const KnowledgePtr &a, const KnowledgePtr &b) {
  if (!a || a == b)
    return b;
  if (!b)
    return a;
  if (b->joined && b->joinedWith.lock() == a)
    return b->joined;
  if (b->contains(*a))
    return b;
  if (a->contains(*b))
    return a;
  auto sum = copy(*a);
  sum->add(*b);
  b->joinedWith = a;
  b->joined = sum;
  return sum;
}

//===----------------------------------------------------------------------===//
// Release
//===----------------------------------------------------------------------===//

Knowledge &Release::change() {
  if (!sum)
    sum = std::make_shared<Knowledge>();
  else if (isTaken)
    sum = copy(*sum);
  isTaken = false;
  return *sum;
}

void Release::add(Clock &clock) {
  Knowledge &knowledge = change();
  if (clock.seen && clock.seen != lastAdded) {
    knowledge.add(*clock.seen);
    lastAdded = clock.seen;
  }
  knowledge.add(clock.actor, clock.ownEpoch, clock.ownFenced);
  ++clock.ownEpoch;
}

void Release::add(Agent agent) {
  change().add(agent.actor, agent.epoch, agent.epoch);
}

KnowledgePtr Release::get() {
  isTaken = true;
  return sum;
}

//===----------------------------------------------------------------------===//
// Clock
//===----------------------------------------------------------------------===//

Clock Clock::fork() {
  Clock before = *this;
  ++ownEpoch;
  return before;
}

void Clock::fenceProxy() {
  ownFenced = ownEpoch;
  ++ownEpoch; // what the thread does from now on is not behind the fence
  if (!seen || contains(seen->fenced, seen->epochs))
    return;
  auto fenced = copy(*seen);
  raise(fenced->fenced, fenced->epochs);
  seen = fenced;
}

void Clock::acquire(const KnowledgePtr &knowledge) {
  seen = join(seen, knowledge);
}

void Clock::acquire(Agent agent) {
  if (hasSeenFenced(agent.actor, agent.epoch))
    return;
  auto sum = seen ? copy(*seen) : std::make_shared<Knowledge>();
  sum->add(agent.actor, agent.epoch, agent.epoch);
  seen = sum;
}

void Clock::meet(llvm::ArrayRef<Clock *> clocks) {
  Release release;
  for (Clock *clock : clocks)
    release.add(*clock);
  for (Clock *clock : clocks)
    clock->acquire(release.get());
}
