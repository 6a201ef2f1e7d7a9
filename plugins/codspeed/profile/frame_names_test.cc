#include "plugins/codspeed/profile/frame_names.h"

#include <optional>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell::codspeed {
namespace {

constexpr char kMap[] =
    "900 20c Builtin:InterpreterEntryTrampolineForProfiling :0:0\n"
    "1000 100 Function:work /lab/p/src/a.ts:1:2\n"
    "2000 20c Function:cold /lab/p/src/a.ts:3:4\n"
    "3000 100 Function: file:///lab/p/node_modules/vitest/dist/init.js:127:23\n"
    "4000 100 JS:~marked /lab/p/src/b.ts:1:1\n"
    "5000 100 JS:+marked /lab/p/src/b.ts:1:1\n"
    "6000 100 JS:^marked /lab/p/src/b.ts:1:1\n"
    "7000 100 JS:*marked /lab/p/src/b.ts:1:1\n"
    "8000 100 Builtin:LoadIC :0:0\n"
    "9000 100 BytecodeHandler:Star :0:0\n"
    "a000 100 RegExp:a+b :0:0\n"
    "b000 100 Function:__codspeed_root_frame__ /lab/p/x.js:1:1\n"
    "c000 100 Function:steady /lab/p/src/a.ts:9:9\n";

// Names of the functions of one part with such a body.
class FrameNamesTest : public testing::Test {
 protected:
  NamedFrame Name(const std::string& function, const std::string& body, const std::string& map = "",
                  const std::string& object = "???") {
    MemorySource source(kFileHead + PartText(1, "x", body, "0"));
    ProfileReader reader(source, "7.out");
    EXPECT_TRUE(*reader.Next());
    std::optional<PerfMap> perf_map;
    if (!map.empty()) {
      MemorySource map_source(map);
      perf_map = *PerfMap::Read(map_source);
    }
    const std::vector<NamedFrame> names = NameFrames(
        reader.part(), reader.frames(), perf_map.has_value() ? &*perf_map : nullptr, "/lab/p/");
    for (uint32_t frame = 0; frame < reader.frames().frames(); ++frame) {
      if (reader.frames().function(frame) == function &&
          reader.frames().object_name(reader.frames().object(frame)) == object) {
        return names[frame];
      }
    }
    ADD_FAILURE() << function;
    return {};
  }

  NamedFrame Alone(const std::string& function, const std::string& map = "") {
    return Name(function, "fn=" + function + "\n0 1\n", map);
  }
};

TEST_F(FrameNamesTest, NamesCompiledCodeByTheMap) {
  const NamedFrame work = Alone("0x0000000000001010", kMap);
  EXPECT_EQ(work.function, "work");
  EXPECT_EQ(work.location, "src/a.ts:1:2");
  EXPECT_EQ(work.kind, v1::OPTIMISED);
  EXPECT_TRUE(work.script);
  EXPECT_EQ(Alone("0x1010'2", kMap).function, "work");
  EXPECT_EQ(Alone("0x2004", kMap).kind, v1::INTERPRETER);
  const NamedFrame tracker = Alone("0x3000", kMap);
  EXPECT_EQ(tracker.function, "(anonymous)");
  EXPECT_EQ(tracker.location, "vitest/dist/init.js:127:23");
  EXPECT_EQ(tracker.kind, v1::HARNESS);
  EXPECT_EQ(Alone("0xb000", kMap).kind, v1::HARNESS);
}

TEST_F(FrameNamesTest, KnowsTiersByTheirMarks) {
  EXPECT_EQ(Alone("0x4000", kMap).kind, v1::INTERPRETER);
  EXPECT_EQ(Alone("0x5000", kMap).kind, v1::OPTIMISED);
  EXPECT_EQ(Alone("0x6000", kMap).kind, v1::BASELINE);
  EXPECT_EQ(Alone("0x7000", kMap).kind, v1::OPTIMISED);
  EXPECT_EQ(Alone("0x7000", kMap).function, "marked");
}

TEST_F(FrameNamesTest, KnowsTiersByCalls) {
  const auto calling = [](const std::string& builtin) {
    return "fn=0xc000\n0 1\ncfn=" + builtin + "\ncalls=1 0\n0 5\n";
  };
  for (const std::string& map : {std::string(), std::string(kMap)}) {
    EXPECT_EQ(Name("0xc000", calling("Builtins_BaselineOutOfLinePrologue"), map).kind,
              v1::BASELINE);
    EXPECT_EQ(Name("0xc000", calling("Builtins_LoadIC"), map).kind, v1::OPTIMISED);
    EXPECT_EQ(Name("0xc000", calling("Builtins_LdaZeroHandler'2"), map).kind, v1::INTERPRETER);
  }
}

TEST_F(FrameNamesTest, NamesWhatTheMapKnowsOfTheMachine) {
  EXPECT_EQ(Alone("0x8000", kMap).function, "Builtins_LoadIC");
  EXPECT_EQ(Alone("0x8000", kMap).kind, v1::RUNTIME);
  EXPECT_EQ(Alone("0x9000", kMap).function, "Builtins_StarHandler");
  EXPECT_EQ(Alone("0x9000", kMap).kind, v1::INTERPRETER);
  EXPECT_EQ(Alone("0xa000", kMap).kind, v1::OPTIMISED);
  EXPECT_FALSE(Alone("0xa000", kMap).script);
}

TEST_F(FrameNamesTest, KnowsNativeFunctionsByNameAndObject) {
  const auto native = [this](const std::string& function, const std::string& object) {
    return Name(function, "ob=" + object + "\nfn=" + function + "\n0 1\n", "", object);
  };
  EXPECT_EQ(native("Builtins_LdaZeroHandler", "/bin/node").kind, v1::INTERPRETER);
  EXPECT_EQ(native("Builtins_InterpreterEntryTrampoline", "/bin/node").kind, v1::INTERPRETER);
  EXPECT_EQ(native("Builtins_LoadICBaseline", "/bin/node").kind, v1::BASELINE);
  EXPECT_EQ(native("Builtins_LoadIC'2", "/bin/node").function, "Builtins_LoadIC");
  const NamedFrame heap = native("v8::internal::Heap::Collect()", "/bin/node");
  EXPECT_EQ(heap.kind, v1::RUNTIME);
  EXPECT_EQ(heap.location, "node");
  EXPECT_EQ(native("stop", "/p/node_modules/@codspeed/core/node.napi.node").kind, v1::HARNESS);
  EXPECT_EQ(native("it's", "libc.so").function, "it's");
  EXPECT_EQ(native("bad \xff", "libc.so").function, "bad \xef\xbf\xbd");
}

TEST_F(FrameNamesTest, TellsScriptsFromStubsWithoutAMap) {
  EXPECT_EQ(Alone("0x000000000ab28a90").kind, v1::RUNTIME);
  EXPECT_FALSE(Alone("0x000000000ab28a90").script);
  EXPECT_EQ(Alone("0x000000000ab28a90").function, "code without a name");
  const NamedFrame getter =
      Name("0x2806c8c0",
           "fn=Builtins_Call\n0 1\ncfn=0x2806c8c0\ncalls=1 0\n0 14\nfn=0x2806c8c0\n0 14\n");
  EXPECT_EQ(getter.kind, v1::OPTIMISED);
  EXPECT_TRUE(getter.script);
  EXPECT_EQ(getter.function, "compiled code without a name");
  // A call of compiled code by compiled code.
  const NamedFrame recursive =
      Name("0x20'2",
           "fn=0x10\n0 1\ncfn=Builtins_LoadIC\ncalls=1 0\n0 1\ncfn=0x20\ncalls=1 0\n0 9\n"
           "fn=0x20\n0 1\ncfn=0x20'2\ncalls=5 0\n0 8\nfn=0x20'2\n0 8\n");
  EXPECT_TRUE(recursive.script);
  EXPECT_EQ(recursive.kind, v1::OPTIMISED);
}

TEST_F(FrameNamesTest, KnowsTheTrackerOfExportsWithoutAMap) {
  const auto body = [](int gets, int sets, int calls) {
    const auto call = [](const std::string& name, int count) {
      return "cfn=Builtins_" + name + "\ncalls=" + std::to_string(count) + " 0\n0 5\n";
    };
    return "fn=0x3000\n0 1\n" + call("MapPrototypeGet", gets) + call("MapPrototypeSet", sets) +
           call("Call_ReceiverIsNullOrUndefined", calls);
  };
  EXPECT_EQ(Name("0x3000", body(5, 5, 5)).kind, v1::HARNESS);
  EXPECT_EQ(Name("0x3000", body(5, 4, 5)).kind, v1::OPTIMISED);
  EXPECT_EQ(Name("0x3000", body(5, 5, 0)).kind, v1::OPTIMISED);
  // With a map, the map says.
  EXPECT_EQ(Name("0x3000", body(5, 5, 5), "3000 10 Function:mine /lab/p/a.ts:1:1\n").kind,
            v1::OPTIMISED);
}

}  // namespace
}  // namespace benchcell::codspeed
