#include "runners/readiness/link_findings.h"

#include "absl/strings/str_cat.h"
#include "runners/tls/folder.h"

namespace benchcell {
namespace {

// Long enough to make a new one without haste.
constexpr absl::Duration kSoon = absl::Hours(24 * 30);

}  // namespace

Finding CertificateFinding(const std::filesystem::path& tls, absl::Time now) {
  Finding finding;
  finding.what = "certificate";
  finding.wanted = "one that coordinators believe for another 30 days";
  finding.why = "without it the agent gets no work";
  const absl::StatusOr<OwnIdentity> identity = LoadIdentity(tls, CertificateUse::kClient, now);
  if (!identity.ok()) {
    finding.verdict = Verdict::kLacks;
    finding.found = std::string(identity.status().message());
    finding.remedy =
        "where the lab's ca.key is, run `benchcell certs agent NAME`, and copy the "
        "folder here";
    return finding;
  }
  const Certificate& certificate = identity->certificate;
  finding.found =
      absl::StrCat(certificate.Describe(), ", valid until ",
                   absl::FormatTime("%Y-%m-%d", certificate.NotAfter(), absl::UTCTimeZone()));
  if (certificate.NotAfter() - now >= kSoon) return finding;
  finding.verdict = Verdict::kLacks;
  finding.remedy = absl::StrCat("where the lab's ca.key is, run `benchcell certs agent ",
                                certificate.Name(), " --force`, and copy the folder here");
  return finding;
}

Finding CoordinatorFinding(const std::string& address, const absl::Status& answer) {
  Finding finding;
  finding.what = "coordinator";
  finding.wanted = "an answer";
  finding.why = "it hands out the work";
  finding.verdict = answer.ok() ? Verdict::kGood : Verdict::kLacks;
  finding.found = answer.ok() ? absl::StrCat(address, " answers")
                              : absl::StrCat(address, ": ", std::string(answer.message()));
  finding.remedy = absl::StrCat(
      "see whether `benchcell coordinator` runs there, and whether this "
      "machine reaches ",
      address);
  return finding;
}

}  // namespace benchcell
