// What all seeds of one process share: namespaces, the database server, the experiment, and what
// comes out of it when nothing disturbs.

#ifndef BENCHCELL_TESTS_CHAOS_WORLD_H_
#define BENCHCELL_TESTS_CHAOS_WORLD_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/store/postgres_server.h"
#include "tests/chaos/experiment.h"
#include "tests/chaos/lab.h"
#include "tests/chaos/network.h"

namespace benchcell::chaos {

enum class StoreKind { kPostgres, kSqlite };

class World {
 public:
  // `programs`: folder with the programs as Bazel lays them out; `scratch`: for files. With
  // `own_namespaces`, to be called before there are threads: it enters some, if the machine lets
  // it.
  static absl::StatusOr<std::unique_ptr<World>> Create(const std::filesystem::path& programs,
                                                       const std::filesystem::path& scratch,
                                                       bool own_namespaces);

  // Options for a lab with a store of its own in a new folder.
  absl::StatusOr<LabOptions> NewLab(StoreKind store, uint64_t seed);

  // Of such a lab.
  Stage StageFor(StoreKind store) const;

  const Experiment& experiment() const { return experiment_; }
  // What can't be had on this machine; empty if all can.
  const std::string& shortfall() const { return shortfall_; }

  // The table of an undisturbed run, once it is known.
  std::string expected_table;

 private:
  World(std::filesystem::path programs, std::filesystem::path scratch)
      : programs_(std::move(programs)), scratch_(std::move(scratch)) {}

  const std::filesystem::path programs_;
  const std::filesystem::path scratch_;
  std::string shortfall_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<PostgresServer> database_;
  Experiment experiment_;
  int labs_ = 0;
};

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_WORLD_H_
