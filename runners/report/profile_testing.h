// Profiles for the tests of this folder.

#ifndef BENCHCELL_RUNNERS_REPORT_PROFILE_TESTING_H_
#define BENCHCELL_RUNNERS_REPORT_PROFILE_TESTING_H_

#include <string>
#include <vector>

#include "benchcell/v1/metric.pb.h"

namespace benchcell {

struct TestFrame {
  v1::FrameKind kind;
  std::string function;
  std::string location;
  double cost;
};

inline v1::Profile MakeProfile(const std::vector<TestFrame>& frames) {
  v1::Profile profile;
  for (const TestFrame& from : frames) {
    v1::Frame& frame = *profile.add_frame();
    frame.set_kind(from.kind);
    frame.set_function(from.function);
    frame.set_location(from.location);
    frame.set_cost(from.cost);
  }
  return profile;
}

// One function, interpreted and compiled: the counts of a real one, with a loop of 1000 rounds.
inline v1::Profile Interpreted() {
  return MakeProfile({{v1::INTERPRETER, "AddHandler", "node", 39960},
                      {v1::INTERPRETER, "JumpLoopHandler", "node", 38961},
                      {v1::INTERPRETER, "IncHandler", "node", 35964},
                      {v1::INTERPRETER, "TestLessThanHandler", "node", 32002},
                      {v1::INTERPRETER, "LdarHandler", "node", 24008},
                      {v1::INTERPRETER, "", "", 27331},
                      {v1::RUNTIME, "do_lookup_x", "ld-linux-x86-64.so.2", 1209},
                      {v1::RUNTIME, "", "", 1478}});
}
inline v1::Profile Compiled() {
  return MakeProfile({{v1::OPTIMISED, "work", "order/one.bench.ts:3:14", 15021},
                      {v1::INTERPRETER, "", "", 1200},
                      {v1::RUNTIME, "", "", 1327}});
}

// Many reads of an export, without a counter of the runner and with one: real counts.
inline v1::Profile Untracked() {
  return MakeProfile({{v1::RUNTIME, "LoadIC", "node", 410000},
                      {v1::OPTIMISED, "dense", "src/a.bench.ts:20:9", 140011},
                      {v1::RUNTIME, "CallFunction_ReceiverIsAny", "node", 110000},
                      {v1::OPTIMISED, "get", "src/data.ts:1:1", 70000},
                      {v1::RUNTIME, "Call_ReceiverIsAny", "node", 35000},
                      {v1::RUNTIME, "", "", 804}});
}
inline v1::Profile Tracked() {
  return MakeProfile({{v1::HARNESS, "", "vitest/dist/chunks/init.js:127:23", 480000},
                      {v1::RUNTIME, "LoadIC", "node", 410000},
                      {v1::HARNESS, "MapPrototypeSet", "node", 350000},
                      {v1::HARNESS, "FindOrderedHashMapEntry", "node", 230000},
                      {v1::HARNESS, "MapPrototypeGet", "node", 185000},
                      {v1::OPTIMISED, "dense", "src/a.bench.ts:20:9", 140011},
                      {v1::RUNTIME, "CallFunction_ReceiverIsAny", "node", 110000},
                      {v1::HARNESS, "CallFunction_ReceiverIsNullOrUndefined", "node", 110000},
                      {v1::OPTIMISED, "get", "src/data.ts:1:1", 70000},
                      {v1::RUNTIME, "Call_ReceiverIsAny", "node", 35000},
                      {v1::HARNESS, "Call_ReceiverIsNullOrUndefined", "node", 35000},
                      {v1::RUNTIME, "", "", 804}});
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_PROFILE_TESTING_H_
