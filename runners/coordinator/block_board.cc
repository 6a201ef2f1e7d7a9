#include "runners/coordinator/block_board.h"

#include <algorithm>

namespace benchcell {

void BlockBoard::PutRun(const std::string& run_id, const std::vector<BlockRow>& rows,
                        const std::vector<double>& seconds) {
  const auto place = std::find(order_.begin(), order_.end(), run_id) - order_.begin();
  RemoveRun(run_id);
  order_.insert(order_.begin() + place, run_id);
  Run& run = runs_[run_id];
  run.id = run_id;
  std::set<uint32_t> cells;
  for (const BlockRow& row : rows) {
    run.blocks.emplace(row.block.position(), row);
    Cell& cell = cells_[{run_id, row.key.cell}];
    cell.blocks[row.key.round] = row.block.position();
    cell.seconds = row.key.cell < seconds.size() ? seconds[row.key.cell] : 0;
    cells.insert(row.key.cell);
  }
  for (const uint32_t cell : cells) List(run, cells_[{run_id, cell}]);
}

void BlockBoard::RemoveRun(const std::string& run_id) {
  const auto found = runs_.find(run_id);
  if (found == runs_.end()) return;
  auto cell = cells_.lower_bound({run_id, 0});
  while (cell != cells_.end() && cell->first.run_id == run_id) {
    Unlist(found->second, cell->second);
    cell = cells_.erase(cell);
  }
  runs_.erase(found);
  order_.erase(std::remove(order_.begin(), order_.end(), run_id), order_.end());
}

void BlockBoard::Put(const BlockRow& row) {
  const auto run = runs_.find(row.key.run_id);
  const auto cell = cells_.find({row.key.run_id, row.key.cell});
  if (run == runs_.end() || cell == cells_.end()) return;
  Unlist(run->second, cell->second);
  run->second.blocks[row.block.position()] = row;
  List(run->second, cell->second);
}

std::optional<Binding> BlockBoard::BindingOf(const Run& run, const Cell& cell) {
  for (const auto& [round, position] : cell.blocks) {
    const BlockRow& row = run.blocks.at(position);
    if (row.state != BlockState::kPending) return Binding{row.machine, row.epoch};
  }
  return std::nullopt;
}

void BlockBoard::List(Run& run, const Cell& cell) {
  const std::optional<Binding> binding = BindingOf(run, cell);
  std::optional<uint32_t> first;
  for (const auto& [round, position] : cell.blocks) {
    const BlockRow& row = run.blocks.at(position);
    switch (row.state) {
      case BlockState::kPending:
        if (binding.has_value()) run.bound[*binding].insert(position);
        first = std::min(first.value_or(position), position);
        break;
      case BlockState::kLeased:
        ++run.leased;
        leases_[row.machine].insert({run.id, position});
        lease_ends_.insert({row.lease_expires, {run.id, position}});
        break;
      case BlockState::kDone:
        ++run.done;
        break;
    }
    absl::Time& last = last_lease_end_.try_emplace(row.machine, row.lease_expires).first->second;
    last = std::max(last, row.lease_expires);
  }
  if (binding.has_value() || !first.has_value()) return;
  run.unbound.insert(*first);
  run.unbound_longest.insert({-cell.seconds, *first});
}

void BlockBoard::Unlist(Run& run, const Cell& cell) {
  const std::optional<Binding> binding = BindingOf(run, cell);
  std::optional<uint32_t> first;
  for (const auto& [round, position] : cell.blocks) {
    const BlockRow& row = run.blocks.at(position);
    switch (row.state) {
      case BlockState::kPending:
        if (binding.has_value()) run.bound[*binding].erase(position);
        first = std::min(first.value_or(position), position);
        break;
      case BlockState::kLeased:
        --run.leased;
        leases_[row.machine].erase({run.id, position});
        lease_ends_.erase({row.lease_expires, {run.id, position}});
        break;
      case BlockState::kDone:
        --run.done;
        break;
    }
  }
  if (binding.has_value() && run.bound[*binding].empty()) run.bound.erase(*binding);
  if (binding.has_value() || !first.has_value()) return;
  run.unbound.erase(*first);
  run.unbound_longest.erase({-cell.seconds, *first});
}

const BlockRow* BlockBoard::Find(const BlockKey& key) const {
  const auto cell = cells_.find({key.run_id, key.cell});
  if (cell == cells_.end()) return nullptr;
  const auto position = cell->second.blocks.find(key.round);
  if (position == cell->second.blocks.end()) return nullptr;
  return &runs_.at(key.run_id).blocks.at(position->second);
}

const BlockBoard::Run* BlockBoard::FindRun(const std::string& run_id) const {
  const auto found = runs_.find(run_id);
  return found == runs_.end() ? nullptr : &found->second;
}

std::vector<const BlockRow*> BlockBoard::LeasedTo(const std::string& machine) const {
  std::vector<const BlockRow*> rows;
  const auto leases = leases_.find(machine);
  if (leases == leases_.end()) return rows;
  for (const Place& place : leases->second) {
    rows.push_back(&runs_.at(place.run_id).blocks.at(place.position));
  }
  return rows;
}

std::vector<const BlockRow*> BlockBoard::ExpiredAt(absl::Time now) const {
  std::vector<const BlockRow*> rows;
  for (const auto& [end, place] : lease_ends_) {
    if (end > now) break;
    rows.push_back(&runs_.at(place.run_id).blocks.at(place.position));
  }
  return rows;
}

absl::Time BlockBoard::LastLeaseEnd(const std::string& machine) const {
  const auto found = last_lease_end_.find(machine);
  return found == last_lease_end_.end() ? absl::InfinitePast() : found->second;
}

}  // namespace benchcell
