// The measurements of a comparison, by configuration, binary and machine.
//
// Memory is bounded by the number of configurations: each keeps its name and 96 bytes for each
// binary and machine. Only where samples are kept (paired estimates need them) does each
// measurement take 9 bytes more, in steps of 64.

#ifndef BENCHCELL_RUNNERS_COMPARE_RATE_TABLE_H_
#define BENCHCELL_RUNNERS_COMPARE_RATE_TABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "runners/compare/collation.h"
#include "runners/compare/name_index.h"
#include "runners/compare/rate.h"
#include "runners/compare/sample_list.h"
#include "runners/stats/moments.h"

namespace benchcell {

// Rates that are no numbers.
struct OddRates {
  // How many there are of each kind, by RateKind.
  std::array<int64_t, kRateKinds> kinds = {};
  // Sum of the infinite ones: infinite, or NaN for both signs.
  double infinite = 0;
};

// What one binary did in one configuration on one machine.
struct RateSeries {
  // Of the numbers alone.
  Moments rates;
  // In the order of the file, NaN for what is no number; empty unless kept.
  SampleList samples;
  // Null if all are numbers, as nearly always. Owned by the table.
  OddRates* odd = nullptr;
  // Of the same configuration, in order of appearance; null for the last.
  RateSeries* next = nullptr;
  uint32_t key = 0;
  uint32_t configuration = 0;  // index of RateTable::configurations()
  uint32_t binary = 0;         // index of RateTable::binaries()
  uint32_t machine = 0;        // index of RateTable::machines()

  // Of all kinds, or of one.
  int64_t count() const;
  int64_t count(RateKind kind) const;
};

struct RateConfiguration {
  // Filename, space, configuration. Owned by the table, like the series.
  std::string_view name;
  // In order of appearance, linked by RateSeries::next; there is at least one.
  RateSeries* first = nullptr;

  // Null if there is none.
  RateSeries* Find(uint32_t binary, uint32_t machine) const;
};

// Not thread-safe.
class RateTable {
 public:
  explicit RateTable(bool keep_samples)
      : keep_samples_(keep_samples),
        arena_(std::make_unique<std::pmr::monotonic_buffer_resource>()),
        names_arena_(std::make_unique<std::pmr::monotonic_buffer_resource>()),
        configurations_(names_arena_.get()),
        series_(arena_.get()) {}
  // Configurations point into the table.
  RateTable(RateTable&&) = default;
  RateTable(const RateTable&) = delete;
  RateTable& operator=(const RateTable&) = delete;

  // Returns the key of the series, from 0 on without gaps.
  uint32_t Add(std::string_view binary, std::string_view filename, std::string_view configuration,
               std::string_view machine, const Rate& rate);
  // Adds to the series of the configuration and machine of one key and the binary of another.
  uint32_t AddLike(uint32_t key, uint32_t binary_of, const Rate& rate);
  // The key of the first series of the same configuration and machine.
  uint32_t FirstLike(uint32_t key) const;
  // The same for a series that is there.
  void AddTo(uint32_t key, const Rate& rate) { AddTo(series_[key], rate); }

  // All three in order of appearance.
  const std::pmr::deque<RateConfiguration>& configurations() const { return configurations_; }
  const std::vector<std::string>& binaries() const { return binaries_; }
  const std::vector<std::string>& machines() const { return machines_; }

 private:
  uint32_t Configuration(std::string_view filename, std::string_view configuration);
  RateSeries& SeriesOf(uint32_t configuration, uint32_t binary, uint32_t machine);
  void AddTo(RateSeries& series, const Rate& rate);

  const bool keep_samples_;
  // Memory of what there is one of for each configuration, given back all at once; apart, what is
  // touched by every row stands close together.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> names_arena_;
  std::pmr::deque<RateConfiguration> configurations_;
  NameIndex by_name_;
  // By key; they don't move.
  std::pmr::deque<RateSeries> series_;
  std::string name_;
  std::vector<std::string> binaries_;
  std::vector<std::string> machines_;
};

// All configurations, by name.
std::vector<const RateConfiguration*> SortedByName(const RateTable& table, NameOrder order);

// For who goes through them in that order, which is not that of their memory: has what belongs to
// the ones behind place i brought to the processor, a link of the chain at a time. Waiting for it
// takes a fifth of the time of a large table.
void FetchAhead(const std::vector<const RateConfiguration*>& sorted, size_t i);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_RATE_TABLE_H_
