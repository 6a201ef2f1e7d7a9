// The measurements of a comparison, by configuration, binary and machine.
//
// Memory is bounded by the number of configurations: each keeps its name and 192 bytes for each
// binary and machine. Only where samples are kept (paired estimates need them) does each
// measurement take 8 bytes more.

#ifndef BENCHCELL_RUNNERS_COMPARE_RATE_TABLE_H_
#define BENCHCELL_RUNNERS_COMPARE_RATE_TABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runners/compare/collation.h"
#include "runners/compare/rate.h"
#include "runners/stats/moments.h"

namespace benchcell {

// What one binary did in one configuration on one machine.
struct RateSeries {
  uint32_t key = 0;
  uint32_t binary = 0;   // index of RateTable::binaries()
  uint32_t machine = 0;  // index of RateTable::machines()
  // Of the numbers alone.
  Moments rates;
  // How many rates of each kind there are, by RateKind.
  std::array<int64_t, kRateKinds> kinds = {};
  // Sum of the infinite ones: infinite, or NaN for both signs.
  double infinite = 0;
  // In the order of the file, NaN for what is no number; empty unless kept.
  std::vector<double> samples;

  int64_t count() const;
  int64_t count(RateKind kind) const { return kinds[static_cast<size_t>(kind)]; }
};

struct RateConfiguration {
  // Filename, space, configuration.
  std::string name;
  // Owned by the table.
  std::vector<const RateSeries*> series;

  // Null if there is none.
  const RateSeries* Find(uint32_t binary, uint32_t machine) const;
};

// Not thread-safe.
class RateTable {
 public:
  explicit RateTable(bool keep_samples) : keep_samples_(keep_samples) {}
  // Configurations point into the table.
  RateTable(RateTable&&) = default;
  RateTable(const RateTable&) = delete;
  RateTable& operator=(const RateTable&) = delete;

  // Returns the key of the series, from 0 on without gaps.
  uint32_t Add(std::string_view binary, std::string_view filename, std::string_view configuration,
               std::string_view machine, const Rate& rate);
  // The same for a series that is there.
  void AddTo(uint32_t key, const Rate& rate);

  // All three in order of appearance.
  const std::deque<RateConfiguration>& configurations() const { return configurations_; }
  const std::vector<std::string>& binaries() const { return binaries_; }
  const std::vector<std::string>& machines() const { return machines_; }

 private:
  RateConfiguration& Configuration(std::string_view filename, std::string_view configuration);
  RateSeries& SeriesOf(RateConfiguration& configuration, uint32_t binary, uint32_t machine);

  const bool keep_samples_;
  std::deque<RateConfiguration> configurations_;
  // Views of the configurations' names, which don't move.
  std::unordered_map<std::string_view, uint32_t> by_name_;
  // By key; they don't move.
  std::deque<RateSeries> series_;
  std::string name_;
  std::vector<std::string> binaries_;
  std::vector<std::string> machines_;
};

// All configurations, by name.
std::vector<const RateConfiguration*> SortedByName(const RateTable& table, NameOrder order);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_RATE_TABLE_H_
