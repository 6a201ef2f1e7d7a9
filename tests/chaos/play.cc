#include "tests/chaos/play.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "runners/agent/workdir.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/store/open_store.h"
#include "tests/chaos/client.h"
#include "tests/chaos/completion.h"
#include "tests/chaos/leftovers.h"

namespace benchcell::chaos {
namespace {

namespace fs = std::filesystem;

constexpr absl::Duration kStep = absl::Milliseconds(5);
// Not a promise, only where a run that has come to a halt is given up.
constexpr absl::Duration kHalt = absl::Seconds(60);
constexpr absl::Duration kCallLimit = absl::Seconds(10);

// A beginning or an end of an event.
struct Cue {
  absl::Duration at;
  bool begins;
  Event event;
};

std::vector<Cue> CuesOf(const std::vector<Event>& script) {
  std::vector<Cue> cues;
  for (const Event& event : script) {
    cues.push_back({event.start, true, event});
    cues.push_back({event.start + event.length, false, event});
  }
  std::stable_sort(cues.begin(), cues.end(),
                   [](const Cue& a, const Cue& b) { return a.at < b.at; });
  return cues;
}

class Player {
 public:
  Player(World& world, LabOptions options) : world_(world), options_(std::move(options)) {}

  absl::StatusOr<Played> Play(const std::vector<Event>& script) {
    ASSIGN_OR_RETURN(lab_, Lab::Start(options_));
    RETURN_IF_ERROR(SubmitExperiment());
    const Completion completion(options_.ports, run_id_);
    RETURN_IF_ERROR(Perform(script, completion));
    if (!AwaitEnd([&] { return completion.IsComplete(); })) {
      played_.objections.push_back("the run has come to a halt");
    }
    played_.took = absl::Now() - begin_;
    Note("complete");
    if (!AwaitEnd([&] { return lab_->IsSettled(); })) {
      played_.objections.push_back("agents still have something to hand over or to remove");
    }
    Note("settled");
    RETURN_IF_ERROR(Judge());
    Note("judged");
    played_.logs = lab_->Logs();
    return std::move(played_);
  }

 private:
  void Object(const Objections& objections) {
    played_.objections.insert(played_.objections.end(), objections.begin(), objections.end());
  }

  // Calls until it works; the last error after a while.
  template <typename F>
  auto Insist(const F& call) {
    const absl::Time end = absl::Now() + kHalt;
    while (true) {
      auto result = call();
      if (result.ok() || absl::Now() > end) return result;
      absl::SleepFor(kStep);
    }
  }

  absl::Status SubmitExperiment() {
    Client client(options_.ports[0], kCallLimit);
    const Experiment& experiment = world_.experiment();
    RETURN_IF_ERROR(Insist([&] { return client.Upload(experiment.sha256, experiment.archive); }));
    ASSIGN_OR_RETURN(const v1::SubmitResponse submitted,
                     Insist([&] { return client.Submit(experiment.request); }));
    run_id_ = submitted.run_id();
    begin_ = absl::Now();
    return absl::OkStatus();
  }

  void Note(const std::string& what) {
    absl::StrAppendFormat(&played_.happened, "%6.3fs  %s\n",
                          absl::ToDoubleSeconds(absl::Now() - begin_), what);
  }

  // What has not begun when the run is complete never does; what has, ends in its time.
  absl::Status Perform(const std::vector<Event>& script, const Completion& completion) {
    std::map<std::pair<Trouble, int>, bool> going_on;
    for (const Cue& cue : CuesOf(script)) {
      const bool was_begun = going_on[{cue.event.trouble, cue.event.target}];
      if (cue.begins ? completion.IsComplete() : !was_begun) continue;
      while (absl::Now() < begin_ + cue.at) {
        RETURN_IF_ERROR(lab_->Supervise());
        absl::SleepFor(kStep);
      }
      if (cue.begins && completion.IsComplete()) continue;
      Note(absl::StrCat(cue.begins ? "begin" : "end  ", Describe(cue.event)));
      RETURN_IF_ERROR(cue.begins ? lab_->Begin(cue.event) : lab_->End(cue.event));
      going_on[{cue.event.trouble, cue.event.target}] = cue.begins;
      if (cue.begins) ++played_.events;
    }
    Note("end of the script");
    return absl::OkStatus();
  }

  template <typename F>
  bool AwaitEnd(const F& is_done) {
    const absl::Time end = absl::Now() + kHalt;
    while (!is_done()) {
      if (absl::Now() > end || !lab_->Supervise().ok()) return false;
      absl::SleepFor(kStep);
    }
    return true;
  }

  absl::Status Judge() {
    ASSIGN_OR_RETURN(const auto store, OpenStore(options_.store));
    ASSIGN_OR_RETURN(const v1::ExperimentRun run, store->LoadRun(run_id_));
    ASSIGN_OR_RETURN(const std::vector<BlockRow> blocks, store->Blocks(run_id_));
    ASSIGN_OR_RETURN(const auto runs, store->ListRuns());
    if (runs.size() != 1) Object({absl::StrCat(runs.size(), " runs are stored, not one")});
    Object(CheckRecords(run, blocks));
    for (const v1::RunRecord& record : run.record()) played_.superseded += record.superseded();
    for (const BlockRow& block : blocks) played_.attempts += block.attempt;
    const absl::StatusOr<std::string> table = TableText(run);
    if (!table.ok()) {
      Object({std::string(table.status().message())});
    } else {
      played_.table = *table;
    }
    for (const int port : options_.ports) {
      Client client(port, kCallLimit);
      // What the other coordinator did last is known a moment later.
      Objections objections;
      AwaitEnd([&] {
        const absl::StatusOr<v1::LabStatus> status = client.GetStatus();
        objections =
            status.ok() ? CheckStatus(*status) : Objections{std::string(status.status().message())};
        return objections.empty();
      });
      Object(objections);
      ASSIGN_OR_RETURN(const v1::ExperimentRun told,
                       Insist([&] { return client.GetRun(run_id_); }));
      if (told.SerializeAsString() != run.SerializeAsString()) {
        Object({"a coordinator tells of another run than the store"});
      }
    }
    lab_->Stop();
    Object(lab_->objections());
    Object(ProcessesLeft(options_.folder.string()));
    std::map<std::string, std::string> journals;
    for (int i = 0; i < options_.agents; ++i) {
      const Workdir workdir(lab_->StateOf(i));
      ASSIGN_OR_RETURN(const std::string journal, ReadFile(lab_->MachineFolder(i) / "journal"));
      for (const std::string& id : lab_->MachineIds(i)) journals[id] = journal;
      Object(CheckJournal(journal));
      Object(FilesLeft(lab_->MachineFolder(i), workdir, world_.experiment().sha256));
    }
    // Which removes what a crash left, as the next coordinator would.
    ASSIGN_OR_RETURN(const auto blobs, DirectoryBlobStore::Open(lab_->BlobsFolder()));
    Object(BlobsLeft(lab_->BlobsFolder()));
    Object(CheckOutputs(run, *blobs, journals));
    return absl::OkStatus();
  }

  World& world_;
  const LabOptions options_;
  std::unique_ptr<Lab> lab_;
  std::string run_id_;
  absl::Time begin_;
  Played played_;
};

}  // namespace

absl::StatusOr<Played> Play(World& world, StoreKind store, uint64_t seed,
                            const std::vector<Event>& script) {
  ASSIGN_OR_RETURN(const LabOptions options, world.NewLab(store, seed));
  const absl::Time begin = absl::Now();
  absl::StatusOr<Played> played = Player(world, options).Play(script);
  if (played.ok()) played->whole = absl::Now() - begin;
  RemoveAll(options.folder).IgnoreError();
  return played;
}

}  // namespace benchcell::chaos
