#include "runners/compare/rate_table.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace benchcell {
namespace {

uint32_t IndexOf(std::vector<std::string>& names, std::string_view name) {
  for (uint32_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return i;
  }
  names.emplace_back(name);
  return static_cast<uint32_t>(names.size() - 1);
}

}  // namespace

int64_t RateSeries::count() const {
  return std::accumulate(kinds.begin(), kinds.end(), int64_t{0});
}

const RateSeries* RateConfiguration::Find(uint32_t binary, uint32_t machine) const {
  for (const RateSeries* one : series) {
    if (one->binary == binary && one->machine == machine) return one;
  }
  return nullptr;
}

RateSeries& RateTable::SeriesOf(RateConfiguration& configuration, uint32_t binary,
                                uint32_t machine) {
  if (const RateSeries* known = configuration.Find(binary, machine)) return series_[known->key];
  RateSeries& series = series_.emplace_back();
  series.key = static_cast<uint32_t>(series_.size() - 1);
  series.binary = binary;
  series.machine = machine;
  // Nearly always there are two binaries.
  if (configuration.series.empty()) configuration.series.reserve(2);
  configuration.series.push_back(&series);
  return series;
}

RateConfiguration& RateTable::Configuration(std::string_view filename,
                                            std::string_view configuration) {
  name_.assign(filename);
  name_ += ' ';
  name_ += configuration;
  const auto found = by_name_.find(name_);
  if (found != by_name_.end()) return configurations_[found->second];
  RateConfiguration& added = configurations_.emplace_back();
  added.name = name_;
  by_name_.emplace(added.name, static_cast<uint32_t>(configurations_.size() - 1));
  return added;
}

uint32_t RateTable::Add(std::string_view binary, std::string_view filename,
                        std::string_view configuration, std::string_view machine,
                        const Rate& rate) {
  const RateSeries& series = SeriesOf(Configuration(filename, configuration),
                                      IndexOf(binaries_, binary), IndexOf(machines_, machine));
  AddTo(series.key, rate);
  return series.key;
}

void RateTable::AddTo(uint32_t key, const Rate& rate) {
  RateSeries& series = series_[key];
  ++series.kinds[static_cast<size_t>(rate.kind)];
  const bool is_number = rate.kind == RateKind::kNumber;
  if (is_number) {
    series.rates.Add(rate.value);
  } else if (rate.kind == RateKind::kInfinite) {
    series.infinite += rate.value;
  }
  if (keep_samples_) {
    series.samples.push_back(is_number ? rate.value : std::numeric_limits<double>::quiet_NaN());
  }
}

std::vector<const RateConfiguration*> SortedByName(const RateTable& table, NameOrder order) {
  std::vector<const RateConfiguration*> sorted;
  sorted.reserve(table.configurations().size());
  for (const RateConfiguration& configuration : table.configurations()) {
    sorted.push_back(&configuration);
  }
  if (order == NameOrder::kBytewise) {
    std::sort(sorted.begin(), sorted.end(),
              [](const auto* one, const auto* other) { return one->name < other->name; });
    return sorted;
  }
  std::vector<std::pair<std::string, const RateConfiguration*>> keyed;
  for (const RateConfiguration* configuration : sorted) {
    keyed.emplace_back(SortKey(order, configuration->name), configuration);
  }
  // No two names have the same key.
  std::sort(keyed.begin(), keyed.end());
  for (size_t i = 0; i < keyed.size(); ++i) sorted[i] = keyed[i].second;
  return sorted;
}

}  // namespace benchcell
