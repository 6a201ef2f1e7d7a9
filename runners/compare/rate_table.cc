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

bool IsNamed(const RateConfiguration& known, std::string_view filename,
             std::string_view configuration) {
  const std::string_view name = known.name;
  return name.size() == filename.size() + 1 + configuration.size() &&
         name[filename.size()] == ' ' && name.substr(0, filename.size()) == filename &&
         name.substr(filename.size() + 1) == configuration;
}

RateSeries& SeriesOf(RateConfiguration& configuration, uint32_t binary, uint32_t machine) {
  for (RateSeries& series : configuration.series) {
    if (series.binary == binary && series.machine == machine) return series;
  }
  // Nearly always there are two binaries.
  if (configuration.series.empty()) configuration.series.reserve(2);
  RateSeries& series = configuration.series.emplace_back();
  series.binary = binary;
  series.machine = machine;
  return series;
}

}  // namespace

int64_t RateSeries::count() const {
  return std::accumulate(kinds.begin(), kinds.end(), int64_t{0});
}

const RateSeries* RateConfiguration::Find(uint32_t binary, uint32_t machine) const {
  for (const RateSeries& one : series) {
    if (one.binary == binary && one.machine == machine) return &one;
  }
  return nullptr;
}

// Runners measure the configurations in the same order again and again, so the one that came next
// the last time is looked at before the map.
RateConfiguration& RateTable::Configuration(std::string_view filename,
                                            std::string_view configuration) {
  if (!configurations_.empty()) {
    const uint32_t expected = configurations_[last_].successor;
    if (IsNamed(configurations_[expected], filename, configuration)) {
      last_ = expected;
      return configurations_[expected];
    }
  }
  name_.assign(filename);
  name_ += ' ';
  name_ += configuration;
  const auto found = by_name_.find(name_);
  uint32_t index = 0;
  if (found != by_name_.end()) {
    index = found->second;
  } else {
    index = static_cast<uint32_t>(configurations_.size());
    configurations_.emplace_back().name = name_;
    by_name_.emplace(configurations_.back().name, index);
  }
  configurations_[last_].successor = index;
  last_ = index;
  return configurations_[index];
}

void RateTable::Add(std::string_view binary, std::string_view filename,
                    std::string_view configuration, std::string_view machine, const Rate& rate) {
  RateSeries& series = SeriesOf(Configuration(filename, configuration), IndexOf(binaries_, binary),
                                IndexOf(machines_, machine));
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
