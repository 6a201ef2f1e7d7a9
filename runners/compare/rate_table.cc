#include "runners/compare/rate_table.h"

#include <algorithm>
#include <limits>
#include <new>
#include <numeric>
#include <optional>

#include "runners/compare/byte_order.h"

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
  return odd == nullptr ? rates.count()
                        : std::accumulate(odd->kinds.begin(), odd->kinds.end(), rates.count());
}

int64_t RateSeries::count(RateKind kind) const {
  if (kind == RateKind::kNumber) return rates.count();
  return odd == nullptr ? 0 : odd->kinds[static_cast<size_t>(kind)];
}

RateSeries* RateConfiguration::Find(uint32_t binary, uint32_t machine) const {
  RateSeries* one = first;
  while (one != nullptr && (one->binary != binary || one->machine != machine)) one = one->next;
  return one;
}

RateSeries& RateTable::SeriesOf(uint32_t configuration, uint32_t binary, uint32_t machine) {
  RateConfiguration& owner = configurations_[configuration];
  if (RateSeries* const known = owner.Find(binary, machine)) return *known;
  RateSeries& series = series_.emplace_back();
  series.key = static_cast<uint32_t>(series_.size() - 1);
  series.configuration = configuration;
  series.binary = binary;
  series.machine = machine;
  RateSeries** end = &owner.first;
  while (*end != nullptr) end = &(*end)->next;
  *end = &series;
  return series;
}

uint32_t RateTable::Configuration(std::string_view filename, std::string_view configuration) {
  name_.assign(filename);
  name_ += ' ';
  name_ += configuration;
  const std::optional<uint32_t> known =
      by_name_.Find(name_, [this](uint32_t number) { return configurations_[number].name; });
  if (known.has_value()) return *known;
  RateConfiguration& added = configurations_.emplace_back();
  char* const kept = static_cast<char*>(names_arena_->allocate(name_.size(), 1));
  name_.copy(kept, name_.size());
  added.name = {kept, name_.size()};
  const uint32_t number = static_cast<uint32_t>(configurations_.size() - 1);
  by_name_.Add(added.name, number);
  return number;
}

uint32_t RateTable::Add(std::string_view binary, std::string_view filename,
                        std::string_view configuration, std::string_view machine,
                        const Rate& rate) {
  RateSeries& series = SeriesOf(Configuration(filename, configuration), IndexOf(binaries_, binary),
                                IndexOf(machines_, machine));
  AddTo(series, rate);
  return series.key;
}

uint32_t RateTable::AddLike(uint32_t key, uint32_t binary_of, const Rate& rate) {
  RateSeries& series =
      SeriesOf(series_[key].configuration, series_[binary_of].binary, series_[key].machine);
  AddTo(series, rate);
  return series.key;
}

uint32_t RateTable::FirstLike(uint32_t key) const {
  const RateSeries* one = configurations_[series_[key].configuration].first;
  while (one->machine != series_[key].machine) one = one->next;
  return one->key;
}

void RateTable::AddTo(RateSeries& series, const Rate& rate) {
  const bool is_number = rate.kind == RateKind::kNumber;
  if (is_number) {
    series.rates.Add(rate.value);
  } else {
    if (series.odd == nullptr) {
      series.odd = new (arena_->allocate(sizeof(OddRates), alignof(OddRates))) OddRates;
    }
    ++series.odd->kinds[static_cast<size_t>(rate.kind)];
    if (rate.kind == RateKind::kInfinite) series.odd->infinite += rate.value;
  }
  if (keep_samples_) {
    series.samples.Add(is_number ? rate.value : std::numeric_limits<double>::quiet_NaN(), *arena_);
  }
}

std::vector<const RateConfiguration*> SortedByName(const RateTable& table, NameOrder order) {
  std::vector<NamedItem> items;
  items.reserve(table.configurations().size());
  // Names stay where they are, keys are made for the sorting.
  std::deque<std::string> keys;
  for (const RateConfiguration& configuration : table.configurations()) {
    const std::string_view name = configuration.name;
    items.push_back({order == NameOrder::kBytewise ? name : keys.emplace_back(SortKey(order, name)),
                     items.size()});
  }
  // No two names have the same key.
  SortByBytes(items);
  std::vector<const RateConfiguration*> sorted;
  sorted.reserve(items.size());
  for (const NamedItem& item : items) sorted.push_back(&table.configurations()[item.index]);
  return sorted;
}

void FetchAhead(const std::vector<const RateConfiguration*>& sorted, size_t i) {
  // So many configurations for each link of the chain.
  constexpr size_t kStep = 3;
  if (i + 4 * kStep >= sorted.size()) return;
  const auto fetch = [](const RateSeries* series) {
    __builtin_prefetch(series);
    // The last byte may be on another line of the cache.
    __builtin_prefetch(reinterpret_cast<const char*>(series + 1) - 1);
  };
  __builtin_prefetch(sorted[i + 4 * kStep]);
  __builtin_prefetch(sorted[i + 3 * kStep]->name.data());
  fetch(sorted[i + 3 * kStep]->first);
  const RateSeries* const first = sorted[i + 2 * kStep]->first;
  first->samples.FetchAhead();
  fetch(first->next);
  const RateSeries* const second = sorted[i + kStep]->first->next;
  if (second != nullptr) second->samples.FetchAhead();
}

}  // namespace benchcell
