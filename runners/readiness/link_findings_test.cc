#include "runners/readiness/link_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "runners/base/files.h"
#include "runners/tls/certs.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const absl::Time kMade = absl::FromUnixSeconds(1'750'000'000);

class LinkFindingsTest : public testing::Test {
 protected:
  LinkFindingsTest() : lab_(fs::path(testing::TempDir()) / "lab") {
    EXPECT_TRUE(RemoveAll(lab_).ok());
    Certs({"ca"});
    Certs({"agent", "lab-1"});
  }

  void Certs(const std::vector<std::string>& words) {
    std::ostringstream out;
    const absl::Status made = RunCerts({words, lab_, {}, "", 100, false}, kMade, out, out);
    EXPECT_TRUE(made.ok()) << made;
  }

  const fs::path lab_;
};

TEST_F(LinkFindingsTest, ACertificateThatLastsIsGood) {
  const Finding finding = CertificateFinding(lab_ / "agent-lab-1", kMade + absl::Hours(24 * 60));
  EXPECT_EQ(finding.verdict, Verdict::kGood) << finding.found;
  EXPECT_THAT(finding.found, HasSubstr("agent lab-1"));
  EXPECT_THAT(finding.found, HasSubstr("valid until 2025-09-23"));
}

TEST_F(LinkFindingsTest, OneThatSoonEndsIsToBeMadeAnew) {
  const Finding finding = CertificateFinding(lab_ / "agent-lab-1", kMade + absl::Hours(24 * 80));
  EXPECT_EQ(finding.verdict, Verdict::kLacks);
  EXPECT_THAT(finding.remedy, HasSubstr("benchcell certs agent lab-1 --force"));
}

TEST_F(LinkFindingsTest, OneThatIsNotBelievedSaysWhy) {
  const Finding expired = CertificateFinding(lab_ / "agent-lab-1", kMade + absl::Hours(24 * 101));
  EXPECT_EQ(expired.verdict, Verdict::kLacks);
  EXPECT_THAT(expired.found, HasSubstr("expired"));
  const Finding none = CertificateFinding(lab_ / "agent-lab-2", kMade);
  EXPECT_EQ(none.verdict, Verdict::kLacks);
  EXPECT_THAT(none.found, HasSubstr("agent-lab-2"));
}

TEST_F(LinkFindingsTest, TheCoordinatorAnswersOrSaysWhyNot) {
  EXPECT_EQ(CoordinatorFinding("lab:7777", absl::OkStatus()).found, "lab:7777 answers");
  const Finding silent = CoordinatorFinding("lab:7777", absl::UnavailableError("refused"));
  EXPECT_EQ(silent.verdict, Verdict::kLacks);
  EXPECT_EQ(silent.found, "lab:7777: refused");
}

}  // namespace
}  // namespace benchcell
