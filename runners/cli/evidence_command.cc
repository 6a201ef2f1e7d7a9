// `verify`, and `report --bundle`.

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/cli/commands.h"
#include "runners/cli/evidence.h"
#include "runners/cli/plugin_programs.h"
#include "runners/evidence/scratch_folder.h"
#include "runners/evidence/verify.h"
#include "runners/evidence/write.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// As the XDG base directory specification has it.
absl::StatusOr<fs::path> ConfigDirectory() {
  if (const char* xdg = std::getenv("XDG_CONFIG_HOME");
      xdg != nullptr && fs::path(xdg).is_absolute()) {
    return fs::path(xdg) / "benchcell";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return fs::path(home) / ".config" / "benchcell";
  }
  return absl::FailedPreconditionError(
      "neither HOME nor XDG_CONFIG_HOME is set; say who signs with --key=KEY.pem");
}

absl::StatusOr<SigningKey> Signer(const CommandContext& context) {
  if (!context.options.key.empty()) return SigningKey::FromFile(context.options.key);
  ASSIGN_OR_RETURN(const fs::path folder, ConfigDirectory());
  ASSIGN_OR_RETURN(const OwnKey own, GetOwnKey(folder));
  if (own.made) {
    context.log << "made a key for your evidence, " << own.path.string()
                << "; its public half is for those who check it:\n"
                << own.key.Public().ToPem() << "fingerprint " << own.key.Public().Fingerprint()
                << std::endl;
  }
  return own.key;
}

absl::StatusOr<fs::path> TemporaryDirectory() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) return SystemError(error.value(), "can't use the folder for temporary files", folder);
  return folder;
}

}  // namespace

absl::StatusOr<Verification> VerifyForUser(const CommandContext& context, PluginRegistry& plugins,
                                           const VerifyOptions& wanted, std::ostream& out) {
  std::optional<VerifyingKey> key;
  VerifyOptions options = wanted;
  if (!context.options.key.empty()) {
    ASSIGN_OR_RETURN(const std::string pem, ReadFile(context.options.key));
    ASSIGN_OR_RETURN(key, VerifyingKey::FromPem(pem, context.options.key.string()));
    options.key = &*key;
  }
  options.plugins = &plugins;
  options.maker = ThisMaker();
  const std::string& file = context.options.operands.front();
  ASSIGN_OR_RETURN(Verification verification, VerifyEvidence(file, options));
  PrintChecks(verification.checks, out);
  if (!verification.Holds()) {
    out << file << " does not hold" << std::endl;
  } else if (options.key != nullptr) {
    out << file << " is whole and signed by the key that was expected" << std::endl;
  } else {
    out << file << " is whole and signed by the key " << verification.signer
        << "; whether to trust that key is for you to say (--key=PUBLIC.pem checks whose it is)"
        << std::endl;
  }
  return verification;
}

absl::Status WriteBundle(const CommandContext& context, Session& session,
                         const v1::ExperimentRun& run) {
  // Before a key is made for it, or a plugin looked for.
  RETURN_IF_ERROR(CheckCanBeEvidence(run));
  const fs::path& file = context.options.bundle;
  std::error_code error;
  if (fs::is_directory(file, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--bundle=", file.string(), ": is a folder; expected the name of a file"));
  }
  ASSIGN_OR_RETURN(const SigningKey key, Signer(context));
  const std::string& name = run.resolved().experiment().plugin();
  ASSIGN_OR_RETURN(PluginClient * plugin, session.plugins->Get(name));
  ASSIGN_OR_RETURN(const v1::PluginDescription description, plugin->Describe());
  const fs::path partial = absl::StrCat(file.string(), ".", getpid(), ".tmp");
  const absl::Cleanup remove_partial = [&partial] { unlink(partial.c_str()); };
  RETURN_IF_ERROR(WriteEvidence(
      {.run = run,
       .table = {.metric = context.options.metric, .compare_unlike = context.options.force},
       .plugin_version = description.version(),
       .maker = ThisMaker(),
       .key = key,
       .read_blob = [&session](const std::string& sha256,
                               const auto& take) { return session.client->ReadBlob(sha256, take); },
       .with_inputs = context.options.with_inputs},
      partial));

  // What doesn't hold here, nobody else should be asked to believe.
  ASSIGN_OR_RETURN(const fs::path temporary, TemporaryDirectory());
  ASSIGN_OR_RETURN(const auto scratch, ScratchFolder::Make(temporary));
  ASSIGN_OR_RETURN(const Verification own,
                   VerifyEvidence(partial, {.plugins = session.plugins.get(),
                                            .maker = ThisMaker(),
                                            .folder = scratch->path()}));
  if (!own.Holds()) {
    PrintChecks(own.checks, context.log);
    return absl::FailedPreconditionError(
        absl::StrCat("run ", run.id(), " is no evidence: not all holds of it, see above"));
  }
  if (rename(partial.c_str(), file.c_str()) != 0) {
    return SystemError(errno, "can't write the evidence", file);
  }
  context.log << "evidence of run " << run.id() << " is in " << file.string()
              << ", signed by the key " << own.signer << std::endl;
  return absl::OkStatus();
}

int VerifyCommand(const CommandContext& context) {
  const auto verify = [&context]() -> absl::StatusOr<int> {
    PluginRegistry plugins(FindPlugins(context.places));
    ASSIGN_OR_RETURN(const fs::path temporary, TemporaryDirectory());
    ASSIGN_OR_RETURN(const auto scratch, ScratchFolder::Make(temporary));
    ASSIGN_OR_RETURN(const Verification verification,
                     VerifyForUser(context, plugins, {.folder = scratch->path()}, context.out));
    return verification.Holds() ? kExitOk : kExitRowFailed;
  };
  const absl::StatusOr<int> code = verify();
  if (code.ok()) return *code;
  Fail(context, code.status());
  return kExitBadInput;
}

}  // namespace benchcell
