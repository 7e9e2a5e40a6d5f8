//===- WgmmaForms.cpp - Shapes and types of wgmma ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "wgmma.mma_async": the table has one entry for each shape and
// combination of types, and one more with A in registers.

#include "Wgmma.h"

using namespace phobos::emulator;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Form WgmmaForm::pack() const {
  return {uint64_t(n) | uint64_t(a) << 16 | uint64_t(b) << 24 |
          uint64_t(d) << 32 | uint64_t(hasAInRegisters) << 40};
}

WgmmaForm WgmmaForm::unpack(Form form) {
  return {static_cast<uint16_t>(form.bits),
          static_cast<WgmmaInput>(form.bits >> 16 & 0xff),
          static_cast<WgmmaInput>(form.bits >> 24 & 0xff),
          static_cast<WgmmaOutput>(form.bits >> 32 & 0xff),
          (form.bits >> 40 & 1) != 0};
}

// The operands as PTX has them: those of 16-bit floats may be transposed, those
// of floats negated.

static void startHalves(Form form, Registers d, uint64_t a, uint64_t b,
                        uint32_t addsToD, uint32_t scaleA, uint32_t scaleB,
                        uint32_t transposesA, uint32_t transposesB, Site site) {
  startWgmma(form,
             {d, {}, a, b, addsToD, scaleA, scaleB, transposesA, transposesB},
             site);
}

static void startHalvesInRegisters(Form form, Registers d, Registers a,
                                   uint64_t b, uint32_t addsToD,
                                   uint32_t scaleA, uint32_t scaleB,
                                   uint32_t transposesB, Site site) {
  startWgmma(form, {d, a, 0, b, addsToD, scaleA, scaleB, 0, transposesB}, site);
}

static void startFloats(Form form, Registers d, uint64_t a, uint64_t b,
                        uint32_t addsToD, uint32_t scaleA, uint32_t scaleB,
                        Site site) {
  startWgmma(form, {d, {}, a, b, addsToD, scaleA, scaleB}, site);
}

static void startFloatsInRegisters(Form form, Registers d, Registers a,
                                   uint64_t b, uint32_t addsToD,
                                   uint32_t scaleA, uint32_t scaleB,
                                   Site site) {
  startWgmma(form, {d, a, 0, b, addsToD, scaleA, scaleB}, site);
}

static void startIntegers(Form form, Registers d, uint64_t a, uint64_t b,
                          uint32_t addsToD, Site site) {
  startWgmma(form, {d, {}, a, b, addsToD}, site);
}

static void startIntegersInRegisters(Form form, Registers d, Registers a,
                                     uint64_t b, uint32_t addsToD, Site site) {
  startWgmma(form, {d, a, 0, b, addsToD}, site);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// `wgmma.mma_async` of all n that `isLegal` allows, with A in shared memory
/// and in registers.
template <typename InMemory, typename InRegisters>
static void addForms(FunctionTable &table, WgmmaForm form,
                     const std::string &types, InMemory *inMemory,
                     InRegisters *inRegisters, bool (*isLegal)(unsigned n)) {
  constexpr unsigned lastN = 256, registersOfA = 4;
  for (form.n = 8; form.n <= lastN; form.n += 8) {
    if (!isLegal(form.n))
      continue;
    std::string name = "wgmma.mma_async.sync.aligned.m64n" +
                       std::to_string(form.n) + "k" + std::to_string(form.k()) +
                       "." + types;
    unsigned registers = form.numRegisters();
    form.hasAInRegisters = false;
    table.addForm(name, inMemory, form.pack(), {registers});
    form.hasAInRegisters = true;
    table.addForm(name + listOverload, inRegisters, form.pack(),
                  {registers, registersOfA});
  }
}

static bool isAnyN(unsigned) { return true; }

/// Of integers, m64n8 to m64n32 and then multiples of 16.
static bool isNOfIntegers(unsigned n) { return n <= 24 || n % 16 == 0; }

static void addHalves(FunctionTable &table, WgmmaInput input,
                      WgmmaOutput output, const std::string &types) {
  addForms(table, {0, input, input, output, false}, types, startHalves,
           startHalvesInRegisters, isAnyN);
}

static void addFloats(FunctionTable &table, WgmmaInput a, WgmmaInput b,
                      WgmmaOutput output, const std::string &types) {
  addForms(table, {0, a, b, output, false}, types, startFloats,
           startFloatsInRegisters, isAnyN);
}

static void addFloats8(FunctionTable &table, WgmmaInput a, WgmmaInput b,
                       const std::string &types) {
  addFloats(table, a, b, WgmmaOutput::F32, "f32." + types);
  addFloats(table, a, b, WgmmaOutput::F16, "f16." + types);
}

static void addIntegers(FunctionTable &table, WgmmaInput a, WgmmaInput b,
                        const std::string &types) {
  addForms(table, {0, a, b, WgmmaOutput::S32, false}, "s32." + types,
           startIntegers, startIntegersInRegisters, isNOfIntegers);
  addForms(table, {0, a, b, WgmmaOutput::SaturatedS32, false},
           "s32." + types + ".satfinite", startIntegers,
           startIntegersInRegisters, isNOfIntegers);
}

void phobos::emulator::addWgmmaForms(FunctionTable &table) {
  addHalves(table, WgmmaInput::BF16, WgmmaOutput::F32, "f32.bf16.bf16");
  addHalves(table, WgmmaInput::F16, WgmmaOutput::F32, "f32.f16.f16");
  addHalves(table, WgmmaInput::F16, WgmmaOutput::F16, "f16.f16.f16");
  addFloats(table, WgmmaInput::TF32, WgmmaInput::TF32, WgmmaOutput::F32,
            "f32.tf32.tf32");
  addFloats8(table, WgmmaInput::E4M3, WgmmaInput::E4M3, "e4m3.e4m3");
  addFloats8(table, WgmmaInput::E4M3, WgmmaInput::E5M2, "e4m3.e5m2");
  addFloats8(table, WgmmaInput::E5M2, WgmmaInput::E4M3, "e5m2.e4m3");
  addFloats8(table, WgmmaInput::E5M2, WgmmaInput::E5M2, "e5m2.e5m2");
  addIntegers(table, WgmmaInput::S8, WgmmaInput::S8, "s8.s8");
  addIntegers(table, WgmmaInput::S8, WgmmaInput::U8, "s8.u8");
  addIntegers(table, WgmmaInput::U8, WgmmaInput::S8, "u8.s8");
  addIntegers(table, WgmmaInput::U8, WgmmaInput::U8, "u8.u8");
}
