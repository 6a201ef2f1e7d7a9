#include "plugins/codspeed/profile/harness_shares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace benchcell::codspeed {
namespace {

// Cycles in the call graph converge geometrically; what is left then is less than an instruction in
// a profile of billions.
constexpr int kMostRounds = 200;
constexpr double kSettled = 1e-10;

// Works for whoever calls it.
bool IsShared(const NamedFrame& frame) {
  return !frame.script && (frame.kind == v1::RUNTIME || frame.kind == v1::BASELINE);
}

}  // namespace

std::vector<double> HarnessShares(const ProfilePart& part, const std::vector<NamedFrame>& names) {
  std::vector<double> shares(names.size());
  bool any = false;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].kind != v1::HARNESS) continue;
    shares[i] = 1;
    any = true;
  }
  if (!any) return shares;
  std::vector<ProfileCall> calls;
  std::vector<double> called(names.size());
  for (const ProfileCall& call : part.calls) {
    // A recursion says nothing of who began it.
    if (!IsShared(names[call.callee]) || call.caller == call.callee) continue;
    calls.push_back(call);
    called[call.callee] += static_cast<double>(call.count);
  }
  std::vector<double> sums(names.size());
  for (int round = 0; round < kMostRounds; ++round) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (const ProfileCall& call : calls) {
      sums[call.callee] += static_cast<double>(call.count) * shares[call.caller];
    }
    double moved = 0;
    for (size_t i = 0; i < names.size(); ++i) {
      if (called[i] == 0) continue;
      const double share = sums[i] / called[i];
      moved = std::max(moved, std::abs(share - shares[i]));
      shares[i] = share;
    }
    if (moved < kSettled) break;
  }
  return shares;
}

}  // namespace benchcell::codspeed
