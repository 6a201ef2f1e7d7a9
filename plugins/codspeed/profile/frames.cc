#include "plugins/codspeed/profile/frames.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "plugins/codspeed/profile/harness_shares.h"

namespace benchcell::codspeed {
namespace {

using Key = std::tuple<std::string, std::string, v1::FrameKind>;

v1::Frame MakeFrame(const Key& key, uint64_t cost) {
  v1::Frame frame;
  frame.set_function(std::get<0>(key));
  frame.set_location(std::get<1>(key));
  frame.set_kind(std::get<2>(key));
  frame.set_cost(static_cast<double>(cost));
  return frame;
}

}  // namespace

std::vector<v1::Frame> FramesOf(const ProfilePart& part, const std::vector<NamedFrame>& names,
                                int most) {
  const std::vector<double> shares = HarnessShares(part, names);
  std::map<Key, uint64_t> costs;
  for (const FrameCost& cost : part.costs) {
    const NamedFrame& name = names[cost.frame];
    const auto harness = std::min(
        cost.cost,
        static_cast<uint64_t>(std::llround(static_cast<double>(cost.cost) * shares[cost.frame])));
    if (harness > 0) costs[{name.function, name.location, v1::HARNESS}] += harness;
    if (harness < cost.cost) {
      costs[{name.function, name.location, name.kind}] += cost.cost - harness;
    }
  }
  std::vector<std::pair<Key, uint64_t>> sorted(costs.begin(), costs.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<v1::Frame> frames;
  std::map<v1::FrameKind, uint64_t> rest;
  for (const auto& [key, cost] : sorted) {
    if (static_cast<int>(frames.size()) < most) {
      frames.push_back(MakeFrame(key, cost));
    } else {
      rest[std::get<2>(key)] += cost;
    }
  }
  for (const auto& [kind, cost] : rest) frames.push_back(MakeFrame({"", "", kind}, cost));
  std::stable_sort(frames.begin(), frames.end(),
                   [](const v1::Frame& a, const v1::Frame& b) { return a.cost() > b.cost(); });
  return frames;
}

}  // namespace benchcell::codspeed
