#include "runners/evidence/verify.h"

#include <google/protobuf/util/message_differencer.h>

#include <map>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/design/digest.h"
#include "runners/evidence/dsse.h"
#include "runners/evidence/member_reader.h"
#include "runners/evidence/members.h"
#include "runners/evidence/plan_checks.h"
#include "runners/evidence/sample_checks.h"
#include "runners/evidence/tables.h"
#include "runners/evidence/unpack.h"
#include "runners/report/message_json.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using google::protobuf::util::MessageDifferencer;

absl::Status Unlike(const std::string& what) { return absl::InvalidArgumentError(what); }

absl::StatusOr<std::string> ReadEnvelope(const fs::path& file, MemberReader& reader) {
  const std::string expected = absl::StrCat(
      "; expected an evidence file, an uncompressed tar whose first member is ", kEnvelopeMember);
  const absl::StatusOr<bool> more = reader.Next();
  if (!more.ok()) {
    return absl::Status(more.status().code(), absl::StrCat(more.status().message(), expected));
  }
  if (!*more || reader.name() != kEnvelopeMember) {
    return Unlike(absl::StrCat(file.string(), ": is no evidence: its first member is \"",
                               *more ? reader.name() : "", "\"", expected));
  }
  return reader.ReadAll(kMostEnvelopeBytes);
}

// The checks of one file, in their order. Each leaves what later ones need.
class Verifier {
 public:
  Verifier(MemberReader& reader, const VerifyOptions& options)
      : reader_(reader), options_(options) {}

  // System errors only.
  absl::StatusOr<Verification> Run(const std::string& envelope_text) && {
    const absl::StatusOr<Envelope> envelope = ParseEnvelope(envelope_text);
    Add("envelope", Describe(envelope));
    if (!envelope.ok()) return std::move(result_);
    const absl::StatusOr<Statement> statement = ParseStatement(envelope->payload);
    if (statement.ok()) {
      result_.statement = *statement;
      ASSIGN_OR_RETURN(unpacked_, UnpackMembers(reader_, statement->subjects, options_.folder,
                                                options_.keep_inputs));
      result_.inputs = unpacked_.inputs;
    } else {
      RETURN_IF_ERROR(LookForSigner());
    }
    Add("signature", CheckSignature(*envelope));
    if (!statement.ok()) {
      Add("statement", statement.status());
      return std::move(result_);
    }
    Add("members", Members());
    const absl::Status run = MessageFromJson(Text(kRunMember), result_.run);
    if (!run.ok()) {
      Add("run", Unlike(absl::StrCat(kRunMember, ": ", run.message(), WrittenBy())));
      return std::move(result_);
    }
    Add("statement", CheckClaim());
    Add("experiment", CheckExperiment());
    CheckPlanAndResults();
    return std::move(result_);
  }

 private:
  // False if it fails.
  bool Add(const std::string& name, const absl::StatusOr<std::string>& detail) {
    result_.checks.push_back(CheckOf(name, detail));
    return detail.ok();
  }

  void Skip(const std::string& name, const std::string& why) {
    result_.checks.push_back({name, CheckOutcome::kNotMade, why});
  }

  const std::string& Text(const char* member) { return unpacked_.texts[member]; }

  std::string WrittenBy() const {
    const std::string& version = result_.statement.claim.maker.version;
    return version == options_.maker.version
               ? ""
               : absl::StrCat(" (it was written by benchcell ", version, "; this is ",
                              options_.maker.version, ")");
  }

  // For a payload that says nothing of members: who signed it can be told all the same.
  absl::Status LookForSigner() {
    const absl::StatusOr<bool> more = reader_.Next();
    if (!more.ok() || !*more || reader_.name() != kSignerMember) return absl::OkStatus();
    const absl::StatusOr<std::string> pem = reader_.ReadAll(kMostEnvelopeBytes);
    if (pem.ok()) unpacked_.texts[kSignerMember] = *pem;
    return absl::OkStatus();
  }

  static absl::StatusOr<std::string> Describe(const absl::StatusOr<Envelope>& envelope) {
    if (!envelope.ok())
      return Unlike(absl::StrCat(kEnvelopeMember, ": ", envelope.status().message()));
    if (envelope->payload_type != kPayloadType) {
      return Unlike(absl::StrCat(kEnvelopeMember, ": the payload's type is \"",
                                 envelope->payload_type, "\"; expected ", kPayloadType));
    }
    return absl::StrCat("DSSE, ", kPayloadType, ", one signature");
  }

  absl::StatusOr<std::string> CheckSignature(const Envelope& envelope) {
    ASSIGN_OR_RETURN(const VerifyingKey signer,
                     VerifyingKey::FromPem(Text(kSignerMember), kSignerMember));
    const std::string fingerprint = signer.Fingerprint();
    if (envelope.keyid != fingerprint) {
      return Unlike(absl::StrCat(kEnvelopeMember, ": the keyid is ", envelope.keyid, "; ",
                                 kSignerMember, " has the key ", fingerprint));
    }
    const std::string message = PreAuthenticationEncoding(envelope.payload_type, envelope.payload);
    if (!signer.Verifies(message, envelope.signature)) {
      return Unlike(absl::StrCat(kEnvelopeMember, ": the signature is not by the key ", fingerprint,
                                 " over this payload"));
    }
    if (options_.key != nullptr && options_.key->Fingerprint() != fingerprint) {
      return Unlike(absl::StrCat("it is by the key ", fingerprint, "; expected ",
                                 options_.key->Fingerprint()));
    }
    result_.signer = fingerprint;
    return absl::StrCat("Ed25519, by the key ", fingerprint,
                        options_.key == nullptr ? "" : ", the expected one");
  }

  absl::StatusOr<std::string> Members() const {
    if (!unpacked_.problems.empty()) return Unlike(absl::StrJoin(unpacked_.problems, "\n"));
    return absl::StrCat(unpacked_.members, ", each with its digest, and nothing else");
  }

  // The predicate is about this run.
  absl::StatusOr<std::string> CheckClaim() {
    const Claim& claim = result_.statement.claim;
    const v1::ExperimentRun& run = result_.run;
    const v1::Experiment& experiment = run.resolved().experiment();
    std::vector<std::string> builds;
    for (const v1::Build& build : experiment.build()) builds.push_back(build.name());
    const std::pair<const char*, std::pair<std::string, std::string>> same[] = {
        {"experiment", {claim.experiment, experiment.name()}},
        {"run.id", {claim.run_id, run.id()}},
        {"run.digest", {claim.run_digest, run.digest()}},
        {"plugin.name", {claim.plugin, experiment.plugin()}},
        {"table.builds", {absl::StrJoin(claim.builds, ", "), absl::StrJoin(builds, ", ")}},
    };
    for (const auto& [name, values] : same) {
      if (values.first == values.second) continue;
      return Unlike(absl::StrCat("its ", name, " is \"", values.first, "\", that of ", kRunMember,
                                 " is \"", values.second, "\""));
    }
    return absl::StrCat("the table of ", claim.metric, " of the run ", claim.run_id,
                        ", made by benchcell ", claim.maker.version, " on ", claim.maker.platform);
  }

  // What a person reads of the experiment is what was run.
  absl::StatusOr<std::string> CheckExperiment() {
    const v1::ResolvedExperiment& resolved = result_.run.resolved();
    if (Text(kSourceMember) != resolved.source()) {
      return Unlike(absl::StrCat(kSourceMember, " is not the text that ", kRunMember, " has"));
    }
    v1::ResolvedExperiment shown;
    const absl::Status read = MessageFromJson(Text(kResolvedMember), shown);
    if (!read.ok()) return Unlike(absl::StrCat(kResolvedMember, ": ", read.message()));
    shown.set_source(resolved.source());
    if (!MessageDifferencer::Equals(shown, resolved)) {
      return Unlike(
          absl::StrCat(kResolvedMember, " is not the experiment that ", kRunMember, " has"));
    }
    const std::string digest = ExperimentDigest(resolved);
    if (digest != result_.run.digest()) {
      return Unlike(
          absl::StrCat("its digest is ", digest, "; the run says ", result_.run.digest()));
    }
    return absl::StrCat(resolved.experiment().name(), ", digest ", digest);
  }

  void CheckPlanAndResults() {
    const v1::ExperimentRun& run = result_.run;
    const absl::StatusOr<std::string> raw = CheckRawOutputs(run, unpacked_.raw, options_.folder);
    Add("raw outputs", raw);
    if (!Add("order", CheckOrder(run))) {
      Skip("records, samples, table", "the plan doesn't hold");
      return;
    }
    if (!Add("records", CheckRecords(run))) {
      Skip("samples, table", "the records don't hold");
      return;
    }
    if (raw.ok()) {
      CheckSamplesIfPossible();
    } else {
      Skip("samples", "the raw outputs don't hold");
    }
    CheckTables();
  }

  void CheckSamplesIfPossible() {
    const Claim& claim = result_.statement.claim;
    const std::string name = absl::StrCat("plugin ", claim.plugin, " ", claim.plugin_version);
    if (options_.plugins == nullptr) return Skip("samples", absl::StrCat(name, " is not at hand"));
    const absl::StatusOr<PluginClient*> plugin = options_.plugins->Get(claim.plugin);
    if (!plugin.ok()) return Skip("samples", absl::StrCat(name, " is not at hand"));
    const absl::StatusOr<v1::PluginDescription> description = (*plugin)->Describe();
    if (!description.ok()) return Skip("samples", std::string(description.status().message()));
    if (description->version() != claim.plugin_version) {
      return Skip("samples",
                  absl::StrCat(name, " made them; at hand is version ", description->version()));
    }
    Add("samples", CheckSamples(result_.run, **plugin, options_.folder));
  }

  void CheckTables() {
    const Claim& claim = result_.statement.claim;
    const absl::StatusOr<Tables> tables = RenderTables(result_.run, claim.Options());
    if (!tables.ok()) {
      Add("table", tables.status());
      return;
    }
    const absl::Status markdown = SameText(Text(kMarkdownMember), tables->markdown);
    const absl::Status json = SameText(Text(kTableMember), tables->json);
    if (claim.maker == options_.maker || (markdown.ok() && json.ok())) {
      AddTable(kMarkdownMember, markdown, "byte for byte what the records give");
      AddTable(kTableMember, json, "byte for byte what the records give");
      return;
    }
    AddTable(kTableMember, SameNumbers(Text(kTableMember), tables->json),
             absl::StrCat("its numbers are what the records give; the rest differs", Makers()));
    if (markdown.ok()) {
      AddTable(kMarkdownMember, markdown, "byte for byte what the records give");
    } else {
      Skip(kMarkdownMember, absl::StrCat("it is not what this benchcell writes", Makers(),
                                         "; go by the numbers of ", kTableMember));
    }
  }

  std::string Makers() const {
    const Maker& claimed = result_.statement.claim.maker;
    return absl::StrCat(", as benchcell ", claimed.version, " on ", claimed.platform,
                        " wrote it and this is ", options_.maker.version, " on ",
                        options_.maker.platform);
  }

  void AddTable(const char* member, const absl::Status& status, const std::string& holds) {
    if (status.ok()) {
      Add(member, holds);
    } else {
      Add(member, status);
    }
  }

  MemberReader& reader_;
  const VerifyOptions& options_;
  Unpacked unpacked_;
  Verification result_;
};

}  // namespace

absl::StatusOr<Verification> VerifyEvidence(const fs::path& file, const VerifyOptions& options) {
  ASSIGN_OR_RETURN(const std::unique_ptr<MemberReader> reader, MemberReader::Open(file));
  ASSIGN_OR_RETURN(const std::string envelope, ReadEnvelope(file, *reader));
  return Verifier(*reader, options).Run(envelope);
}

bool LooksLikeEvidence(const fs::path& file) {
  if (file.extension() == ".evidence") return true;
  const absl::StatusOr<std::unique_ptr<MemberReader>> reader = MemberReader::Open(file);
  return reader.ok() && (*reader)->Next().value_or(false) && (*reader)->name() == kEnvelopeMember;
}

}  // namespace benchcell
