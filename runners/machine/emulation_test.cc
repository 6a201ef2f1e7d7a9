#include "runners/machine/emulation.h"

#include <elf.h>

#include <fstream>

#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

TEST(Emulated, AProgramThatRunsItselfIsNot) {
  EXPECT_EQ(Emulated(NativeProgram(EM_AARCH64), "Arm Neoverse-N1"), v1::OFF);
  EXPECT_EQ(Emulated(NativeProgram(EM_X86_64), "AMD EPYC"), v1::OFF);
}

TEST(Emulated, QemuUserOfAnotherProcessor) {
  OwnProgram program = NativeProgram(EM_AARCH64);
  program.running = "/usr/bin/qemu-aarch64-static";
  program.running_machine = EM_X86_64;
  EXPECT_EQ(Emulated(program, ""), v1::ON);
}

TEST(Emulated, QemuUserOfTheSameProcessorShowsByItsName) {
  OwnProgram program = NativeProgram(EM_X86_64);
  program.running = "/usr/bin/qemu-x86_64-static";
  EXPECT_EQ(Emulated(program, "AMD EPYC"), v1::ON);
}

TEST(Emulated, ATranslatorThatDoesNotHideItself) {
  OwnProgram program = NativeProgram(EM_X86_64);
  program.name = program.running = "/run/rosetta/rosetta";
  program.running_machine = EM_AARCH64;
  EXPECT_EQ(Emulated(program, ""), v1::ON);
}

TEST(Emulated, AProcessorMadeOfSoftware) {
  EXPECT_EQ(Emulated(NativeProgram(EM_X86_64), "QEMU TCG CPU version 2.5+"), v1::ON);
  OwnProgram program = NativeProgram(EM_X86_64);
  program.hypervisor = "TCGTCGTCGTCG";
  EXPECT_EQ(Emulated(program, "AMD EPYC-Milan Processor"), v1::ON);
  program.hypervisor = "KVMKVMKVM";
  EXPECT_EQ(Emulated(program, "QEMU Virtual CPU version 2.5+"), v1::OFF);
}

TEST(Emulated, WhatCannotBeReadIsUnknown) {
  EXPECT_EQ(Emulated(OwnProgram(), ""), v1::UNKNOWN);
  OwnProgram program = NativeProgram(EM_X86_64);
  program.running_machine = 0;
  EXPECT_EQ(Emulated(program, ""), v1::UNKNOWN);
  program.running.clear();
  EXPECT_EQ(Emulated(program, ""), v1::UNKNOWN);
}

TEST(ElfMachine, ReadsEitherByteOrder) {
  std::string header("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\x3e\0", 20);
  EXPECT_EQ(ElfMachine(header), EM_X86_64);
  header[18] = '\xb7';
  EXPECT_EQ(ElfMachine(header), EM_AARCH64);
  std::string big("\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\2\0\x16", 20);
  EXPECT_EQ(ElfMachine(big), EM_S390);
}

TEST(ElfMachine, NothingElseHasOne) {
  EXPECT_EQ(ElfMachine(""), 0);
  EXPECT_EQ(ElfMachine("\177ELF"), 0);
  EXPECT_EQ(ElfMachine("#!/bin/sh\nexec something else"), 0);
}

TEST(ElfMachine, ReadsThisProgram) {
  std::string start(64, '\0');
  std::ifstream("/proc/self/exe", std::ios::binary).read(start.data(), start.size());
  EXPECT_NE(ElfMachine(start), 0);
}

}  // namespace
}  // namespace benchcell
