#include "runners/evidence/write.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/tar_writer.h"
#include "runners/evidence/dsse.h"
#include "runners/evidence/members.h"
#include "runners/evidence/tables.h"
#include "runners/report/message_json.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Sizes by digest.
using Blobs = std::map<std::string, uint64_t>;

struct TextMember {
  std::string name;
  std::string content;
};

absl::StatusOr<std::vector<TextMember>> TextMembers(const EvidenceRequest& request) {
  v1::ResolvedExperiment resolved = request.run.resolved();
  resolved.clear_source();
  ASSIGN_OR_RETURN(const std::string resolved_json, MessageToJson(resolved));
  ASSIGN_OR_RETURN(const std::string run_json, MessageToJson(request.run));
  ASSIGN_OR_RETURN(Tables tables, RenderTables(request.run, request.table));
  std::vector<TextMember> members = {
      {kSignerMember, request.key.Public().ToPem()},
      {kSourceMember, request.run.resolved().source()},
      {kResolvedMember, absl::StrCat(resolved_json, "\n")},
      {kRunMember, absl::StrCat(run_json, "\n")},
      {kMarkdownMember, std::move(tables.markdown)},
      {kTableMember, std::move(tables.json)},
  };
  for (const TextMember& member : members) {
    if (member.content.size() <= kMostMemberBytes) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("the run ", request.run.id(), " is too large: ", member.name, " has ",
                     member.content.size(), " bytes; expected at most ", kMostMemberBytes));
  }
  return members;
}

Blobs RawOutputs(const v1::ExperimentRun& run) {
  Blobs blobs;
  for (const v1::RunRecord& record : run.record()) {
    for (const v1::RawOutput& output : record.raw_output()) blobs[output.sha256()] = output.size();
  }
  return blobs;
}

Blobs Inputs(const v1::ExperimentRun& run) {
  Blobs blobs;
  for (const v1::Bundle& bundle : run.resolved().bundle()) {
    if (bundle.platform() != run.platform() && bundle.platform() != "any") continue;
    blobs[bundle.sha256()] = bundle.size();
  }
  return blobs;
}

// The table's metric by name, also where it is the first and nobody named it.
absl::StatusOr<Claim> ClaimOf(const EvidenceRequest& request) {
  const v1::ExperimentRun& run = request.run;
  ASSIGN_OR_RETURN(const Table table, BuildTable(run, request.table));
  Claim claim;
  claim.experiment = run.resolved().experiment().name();
  claim.run_id = run.id();
  claim.run_digest = run.digest();
  claim.plugin = run.resolved().experiment().plugin();
  claim.plugin_version = request.plugin_version;
  claim.maker = request.maker;
  claim.metric = table.metric.name();
  claim.confidence = table.confidence;
  claim.builds = table.builds;
  claim.compare_unlike = request.table.compare_unlike;
  return claim;
}

absl::StatusOr<std::string> Sign(const Statement& statement, const SigningKey& key) {
  Envelope envelope;
  envelope.payload_type = kPayloadType;
  envelope.payload = RenderStatement(statement);
  envelope.keyid = key.Public().Fingerprint();
  ASSIGN_OR_RETURN(envelope.signature,
                   key.Sign(PreAuthenticationEncoding(envelope.payload_type, envelope.payload)));
  std::string text = RenderEnvelope(envelope);
  if (text.size() <= kMostEnvelopeBytes) return text;
  return absl::InvalidArgumentError(
      absl::StrCat("the run has too many raw outputs: the statement "
                   "of their digests has ",
                   text.size(), " bytes; expected at most ", kMostEnvelopeBytes));
}

absl::Status AddText(const TextMember& member, TarWriter& tar) {
  RETURN_IF_ERROR(tar.AddFile(member.name, /*executable=*/false, member.content.size()));
  return tar.Append(member.content);
}

absl::Status AddBlob(const std::string& name, const std::string& sha256, uint64_t size,
                     const BlobReader& read, TarWriter& tar) {
  RETURN_IF_ERROR(tar.AddFile(name, /*executable=*/false, size));
  Sha256Hasher hasher;
  uint64_t got = 0;
  const absl::Status status = read(sha256, [&](std::string_view piece) {
    got += piece.size();
    if (got > size) return absl::OkStatus();
    hasher.Update(piece);
    return tar.Append(piece);
  });
  RETURN_IF_ERROR(Annotate(status, name));
  if (got == size && hasher.Finish() == sha256) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(name, ": what is stored under this digest has ", got,
                                          " bytes and another digest; expected ", size, " bytes"));
}

}  // namespace

absl::Status CheckCanBeEvidence(const v1::ExperimentRun& run) {
  std::string why;
  if (run.has_imported()) {
    why = "was measured elsewhere: its records are not benchcell's to vouch for";
  } else if (run.discovery()) {
    why = "only asked the workload for its cells";
  } else if (run.state() != v1::COMPLETE) {
    why = "is not complete; resume it by the command that began it";
  }
  if (why.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "run ", run.id(), " ", why, "; expected a run of which every block is measured"));
}

absl::Status WriteEvidence(const EvidenceRequest& request, const fs::path& file) {
  RETURN_IF_ERROR(CheckCanBeEvidence(request.run));
  ASSIGN_OR_RETURN(const std::vector<TextMember> texts, TextMembers(request));
  const Blobs raw = RawOutputs(request.run);
  const Blobs inputs = request.with_inputs ? Inputs(request.run) : Blobs();
  Statement statement;
  ASSIGN_OR_RETURN(statement.claim, ClaimOf(request));
  for (const TextMember& text : texts) {
    statement.subjects.push_back({text.name, Sha256OfBytes(text.content)});
  }
  for (const auto& [sha256, size] : raw) statement.subjects.push_back({RawMember(sha256), sha256});
  for (const auto& [sha256, size] : inputs) {
    statement.subjects.push_back({InputMember(sha256), sha256});
  }
  ASSIGN_OR_RETURN(const std::string envelope, Sign(statement, request.key));

  ASSIGN_OR_RETURN(const std::unique_ptr<TarWriter> tar, TarWriter::Open(file));
  RETURN_IF_ERROR(AddText({kEnvelopeMember, envelope}, *tar));
  for (const TextMember& text : texts) RETURN_IF_ERROR(AddText(text, *tar));
  for (const auto& [sha256, size] : raw) {
    RETURN_IF_ERROR(AddBlob(RawMember(sha256), sha256, size, request.read_blob, *tar));
  }
  for (const auto& [sha256, size] : inputs) {
    RETURN_IF_ERROR(AddBlob(InputMember(sha256), sha256, size, request.read_blob, *tar));
  }
  return tar->Finish().status();
}

}  // namespace benchcell
