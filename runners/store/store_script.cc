#include "runners/store/store_script.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "runners/base/status_macros.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

const BlockKey kFirst{"r", 0, 0};
const BlockKey kSecond{"r", 1, 0};
const BlockKey kOther{"s", 0, 0};
const BlockKey kAnew{"t", 0, 0};

absl::StatusOr<BlockRow> Find(Store& store, const BlockKey& key) {
  ASSIGN_OR_RETURN(const std::vector<BlockRow> rows, store.Blocks(key.run_id));
  for (const BlockRow& row : rows) {
    if (row.key == key) return row;
  }
  return absl::NotFoundError("no such block");
}

ScriptStep Enroll(const std::string& kernel) {
  return {"enroll", [kernel](Store& store) {
            return store.EnrollMachine(SampleMachine("m1", kernel)).status();
          }};
}

ScriptStep Sight(const std::string& agent, int64_t seconds) {
  return {"sight", [=](Store& store) {
            return store.NoteSightings({{"m1", "lab-1", agent, absl::FromUnixSeconds(seconds)}});
          }};
}

ScriptStep Quarantine(const std::string& reason) {
  return {"quarantine", [=](Store& store) { return store.SetQuarantine("m1", reason); }};
}

ScriptStep ClaimFolder() {
  return {"claim folder", [](Store& store) { return store.ClaimBlobFolder("f").status(); }};
}

ScriptStep Create(const std::string& id, uint32_t cells, uint32_t rounds = 1) {
  return {"create", [=](Store& store) { return store.CreateRun(SampleRun(id, cells, rounds)); }};
}

ScriptStep Restart(const BlockKey& key) {
  return {"restart",
          [=](Store& store) { return store.RestartCell(key.run_id, key.cell, "m1", 2); }};
}

ScriptStep SetState(const std::string& id, v1::RunState from, v1::RunState to) {
  return {"set state", [=](Store& store) { return store.SetRunState(id, from, to); }};
}

ScriptStep Lease(const BlockKey& key, uint32_t epoch = 1) {
  return {"lease", [=](Store& store) {
            LeaseTerms terms = SampleTerms();
            terms.epoch = epoch;
            return store.Lease(key, terms).status();
          }};
}

ScriptStep Claim(const std::vector<BlockKey>& candidates) {
  return {"claim", [=](Store& store) -> absl::Status {
            ASSIGN_OR_RETURN(const auto claimed, store.Claim(candidates, SampleTerms()));
            return claimed.has_value() ? absl::OkStatus() : absl::AbortedError("nothing to claim");
          }};
}

// A call that needs the block as it is stored.
ScriptStep With(const std::string& name, const BlockKey& key,
                const std::function<absl::Status(Store&, const BlockRow&)>& call) {
  return {name, [key, call](Store& store) -> absl::Status {
            ASSIGN_OR_RETURN(const BlockRow row, Find(store, key));
            return call(store, row);
          }};
}

ScriptStep Renew(const BlockKey& key) {
  return With("renew", key, [](Store& store, const BlockRow& row) {
    return store.Renew(row.key, row.fencing_token, absl::UnixEpoch() + absl::Hours(2));
  });
}

ScriptStep Requeue(const BlockKey& key) {
  return With("requeue", key, [](Store& store, const BlockRow& row) {
    return store.Requeue(row.key, row.fencing_token);
  });
}

ScriptStep Keep(const BlockKey& key) {
  return With("keep", key, [](Store& store, const BlockRow& row) {
    return store.KeepSuperseded(row.key, SampleRecords(row));
  });
}

ScriptStep Finish(const BlockKey& key, size_t message_size) {
  return With("finish", key, [=](Store& store, const BlockRow& row) {
    std::vector<v1::RunRecord> records = SampleRecords(row);
    for (v1::RunRecord& record : records) record.set_message(std::string(message_size, 'm'));
    return store.Finish(row.key, row.fencing_token, records);
  });
}

}  // namespace

const std::vector<ScriptStep>& Script() {
  static const auto* const script = new std::vector<ScriptStep>{
      Enroll("6.1"),
      Sight("a", 1),
      Quarantine("no disk"),
      Sight("b", 2),
      Quarantine(""),
      ClaimFolder(),
      Create("r", 2),
      Create("s", 1),
      Lease(kFirst),
      Renew(kFirst),
      Keep(kFirst),
      Requeue(kFirst),
      Lease(kFirst),
      Finish(kFirst, 10),
      Enroll("6.2"),
      Lease(kSecond, 2),
      Claim({kFirst, kOther}),
      SetState("r", v1::ACTIVE, v1::CANCELLED),
      SetState("r", v1::CANCELLED, v1::ACTIVE),
      Finish(kSecond, 30'000),
      Finish(kOther, 0),
      Create("t", 1, 2),
      Lease(kAnew, 2),
      Keep(kAnew),
      Finish(kAnew, 10),
      Restart(kAnew),
      Claim({kAnew}),
      Finish(kAnew, 0),
  };
  return *script;
}

std::string Dump(Store& store) {
  const absl::StatusOr<std::vector<v1::RunSummary>> runs = store.ListRuns();
  if (!runs.ok()) return runs.status().ToString();
  std::string dump;
  const absl::StatusOr<std::vector<MachineStanding>> machines = store.ListMachines();
  if (!machines.ok()) return machines.status().ToString();
  for (const MachineStanding& standing : *machines) {
    absl::StrAppend(&dump, standing.machine.ShortDebugString(), " ", standing.agent, " ",
                    absl::FormatTime(standing.last_seen), " ", standing.quarantine, "\n");
  }
  for (const v1::RunSummary& summary : *runs) {
    const absl::StatusOr<v1::ExperimentRun> run = store.LoadRun(summary.id());
    const absl::StatusOr<std::vector<BlockRow>> rows = store.Blocks(summary.id());
    if (!run.ok() || !rows.ok()) return run.status().ToString() + rows.status().ToString();
    absl::StrAppend(&dump, summary.ShortDebugString(), "\n", run->ShortDebugString(), "\n");
    for (const BlockRow& row : *rows) {
      absl::StrAppend(&dump, row.key.cell, " ", row.key.round, " ", static_cast<int>(row.state),
                      " ", row.attempt, " ", row.machine, " ", row.epoch, " ",
                      absl::FormatTime(row.lease_expires), " ", row.block.ShortDebugString(), "\n");
    }
  }
  return dump;
}

std::vector<std::string> DumpsOfScript(Store& store) {
  std::vector<std::string> dumps = {Dump(store)};
  for (const ScriptStep& step : Script()) {
    const absl::Status status = step.call(store);
    EXPECT_TRUE(status.ok()) << step.name << ": " << status;
    dumps.push_back(Dump(store));
  }
  return dumps;
}

Interrupted RunScriptInChild(const StoreOpener& open) {
  // Shared with the child, and kept when it dies.
  void* const memory =
      mmap(nullptr, sizeof(size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    ADD_FAILURE() << "no shared memory";
    return {};
  }
  auto* const returned = static_cast<volatile size_t*>(memory);
  const pid_t child = fork();
  if (child == 0) {
    const absl::StatusOr<std::unique_ptr<Store>> store = open();
    if (!store.ok()) _exit(2);
    for (const ScriptStep& step : Script()) {
      if (!step.call(**store).ok()) _exit(3);
      *returned = *returned + 1;
    }
    _exit(0);
  }
  int ended = 0;
  EXPECT_EQ(waitpid(child, &ended, 0), child);
  const Interrupted result = {.returned = *returned,
                              .killed = WIFEXITED(ended) && WEXITSTATUS(ended) == kKilled};
  munmap(memory, sizeof(size_t));
  EXPECT_TRUE(result.killed || (WIFEXITED(ended) && WEXITSTATUS(ended) == 0))
      << "the child ended with " << ended << " after " << result.returned << " steps";
  return result;
}

bool FinishScript(Store& store, size_t returned, const std::vector<std::string>& dumps) {
  const std::string found = Dump(store);
  // At the end there is no next step.
  const bool happened =
      returned < Script().size() && found == dumps[returned + 1] && found != dumps[returned];
  if (!happened) {
    EXPECT_EQ(found, dumps[returned]) << "after " << returned << " steps";
  }
  for (size_t i = returned; i < Script().size(); ++i) {
    const absl::StatusCode code = Script()[i].call(store).code();
    const bool refused =
        code == absl::StatusCode::kAborted || code == absl::StatusCode::kAlreadyExists;
    EXPECT_TRUE(code == absl::StatusCode::kOk || (i == returned && happened && refused))
        << "step " << i << ", " << Script()[i].name << ": " << absl::StatusCodeToString(code);
    EXPECT_EQ(Dump(store), dumps[i + 1]) << "after step " << i << ", " << Script()[i].name;
  }
  return happened;
}

}  // namespace benchcell
