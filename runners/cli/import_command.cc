// `import`: store results that were measured elsewhere.

#include <google/protobuf/util/message_differencer.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/cli/commands.h"
#include "runners/cli/import_runs.h"
#include "runners/cli/local_lab.h"
#include "runners/cli/session.h"
#include "runners/cli/state_directory.h"
#include "runners/report/markdown.h"
#include "runners/report/table.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

// Whether they say the same; names of machines are for people, and no store keeps them.
bool SameContent(v1::ExperimentRun a, v1::ExperimentRun b) {
  for (v1::ExperimentRun* run : {&a, &b}) {
    for (v1::Machine& machine : *run->mutable_machine()) machine.clear_name();
  }
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

absl::Status StoreRun(const v1::ExperimentRun& run, SqliteStore& store) {
  const absl::Status stored = store.ImportRun(run);
  if (!absl::IsAlreadyExists(stored)) return stored;
  ASSIGN_OR_RETURN(const v1::ExperimentRun known, store.LoadRun(run.id()));
  if (SameContent(known, run)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("another run is stored with the id ", run.id(),
                   ", and the file's is not the same; import it into another --state-dir"));
}

absl::StatusOr<int> Import(const CommandContext& context) {
  ASSIGN_OR_RETURN(const v1::ExperimentRun run, ImportRun(context));
  // Before it is stored: what can't be shown isn't kept.
  ASSIGN_OR_RETURN(const Table table, BuildTable(run, {.metric = context.options.metric}));
  ASSIGN_OR_RETURN(const auto state_dir, StateDirectory(context.options));
  ASSIGN_OR_RETURN(const std::unique_ptr<SqliteStore> store,
                   SqliteStore::Open(StoreFile(state_dir), {}));
  RETURN_IF_ERROR(StoreRun(run, *store));
  context.out << "run " << run.id() << "\n\n"
              << RenderMarkdown(run, table, {.statistics = true}) << std::flush;
  return ExitCode(table);
}

}  // namespace

int ImportCommand(const CommandContext& context) {
  const absl::StatusOr<int> code = Import(context);
  return code.ok() ? *code : Fail(context, code.status());
}

}  // namespace benchcell
