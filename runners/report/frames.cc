#include "runners/report/frames.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "runners/stats/median.h"

namespace benchcell {
namespace {

// Kind, function, location (or file).
using Key = std::tuple<v1::FrameKind, std::string, std::string>;
using Costs = std::map<Key, double>;

Costs MedianCosts(const std::vector<const v1::Profile*>& profiles) {
  std::map<Key, std::vector<double>> by_run;
  for (size_t run = 0; run < profiles.size(); ++run) {
    for (const v1::Frame& frame : profiles[run]->frame()) {
      std::vector<double>& costs = by_run[{frame.kind(), frame.function(), frame.location()}];
      costs.resize(profiles.size());
      costs[run] += frame.cost();
    }
  }
  Costs medians;
  for (auto& [key, costs] : by_run) medians[key] = *Median(std::move(costs));
  return medians;
}

FrameChange ChangeOf(const Key& key, double baseline, double changed) {
  return {std::get<1>(key), std::get<2>(key), std::get<0>(key), baseline, changed};
}

// Keys of frames by kind, function and file; those without function are no candidates.
std::map<Key, std::vector<Key>> ByFile(const Costs& costs) {
  std::map<Key, std::vector<Key>> by_file;
  for (const auto& [key, cost] : costs) {
    const auto& [kind, function, location] = key;
    if (!function.empty()) by_file[{kind, function, FileOfLocation(location)}].push_back(key);
  }
  return by_file;
}

bool ComesFirst(const FrameChange& a, const FrameChange& b) {
  const double size_a = std::abs(a.Delta());
  const double size_b = std::abs(b.Delta());
  if (size_a != size_b) return size_a > size_b;
  return std::tie(a.kind, a.function, a.location) < std::tie(b.kind, b.function, b.location);
}

}  // namespace

std::string FileOfLocation(const std::string& location) {
  size_t end = location.size();
  // Line and column.
  for (int numbers = 0; numbers < 2; ++numbers) {
    const size_t digits = location.find_last_not_of("0123456789", end == 0 ? 0 : end - 1);
    if (digits == std::string::npos || digits + 1 == end || location[digits] != ':') break;
    end = digits;
  }
  return location.substr(0, end);
}

std::vector<FrameChange> CompareFrames(const std::vector<const v1::Profile*>& baseline,
                                       const std::vector<const v1::Profile*>& changed) {
  Costs before = MedianCosts(baseline);
  Costs after = MedianCosts(changed);
  std::vector<FrameChange> changes;
  for (auto it = before.begin(); it != before.end();) {
    const auto partner = after.find(it->first);
    if (partner == after.end()) {
      ++it;
      continue;
    }
    changes.push_back(ChangeOf(it->first, it->second, partner->second));
    after.erase(partner);
    it = before.erase(it);
  }
  const std::map<Key, std::vector<Key>> gone = ByFile(before);
  for (const auto& [file, keys] : ByFile(after)) {
    const auto partners = gone.find(file);
    if (partners == gone.end() || partners->second.size() != 1 || keys.size() != 1) continue;
    const Key& old_key = partners->second.front();
    changes.push_back(ChangeOf(keys.front(), before.at(old_key), after.at(keys.front())));
    before.erase(old_key);
    after.erase(keys.front());
  }
  for (const auto& [key, cost] : before) changes.push_back(ChangeOf(key, cost, 0));
  for (const auto& [key, cost] : after) changes.push_back(ChangeOf(key, 0, cost));
  std::sort(changes.begin(), changes.end(), ComesFirst);
  return changes;
}

}  // namespace benchcell
