#include "runners/evidence/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runners/evidence/forge.h"
#include "runners/evidence/tables.h"
#include "runners/evidence/testing.h"
#include "runners/report/message_json.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class EvidenceTest : public testing::Test {
 protected:
  EvidenceTest() : file_(TestFile("whole.tar")), plugins_(NumberPlugins("3")) {
    EXPECT_TRUE(WriteTest(stored_, file_).ok());
    members_ = ReadMembers(file_);
  }

  // What fails of the members as they are now.
  std::string FailuresOfMembers(const Maker& maker = TestMaker()) {
    const fs::path file = TestFile("forged.tar");
    WriteMembers(members_, file);
    const auto verification = VerifyForTest(file, plugins_.get(), {.maker = maker});
    EXPECT_TRUE(verification.ok()) << verification.status();
    if (!verification.ok()) return "";
    last_ = *verification;
    return Failures(*verification);
  }

  // Puts another run, with the tables that it gives, into the members, and signs that.
  void Forge(const std::function<void(v1::ExperimentRun&)>& change) {
    v1::ExperimentRun run = stored_.run;
    change(run);
    ContentOf(members_, kRunMember) = *MessageToJson(run) + "\n";
    const auto tables = RenderTables(run, {});
    ASSERT_TRUE(tables.ok()) << tables.status();
    ContentOf(members_, kMarkdownMember) = tables->markdown;
    ContentOf(members_, kTableMember) = tables->json;
    Resign(members_);
  }

  std::string DetailOf(const std::string& check) const {
    for (const Check& each : last_.checks) {
      if (each.name == check) return each.detail;
    }
    return "";
  }

  const StoredRun stored_ = NumberRun();
  const fs::path file_;
  const std::unique_ptr<PluginRegistry> plugins_;
  std::vector<ForgedMember> members_;
  Verification last_;
};

TEST_F(EvidenceTest, WhatWasWrittenHolds) {
  const auto verification = VerifyForTest(file_, plugins_.get());
  ASSERT_TRUE(verification.ok()) << verification.status();
  EXPECT_TRUE(verification->Holds());
  for (const Check& check : verification->checks) {
    EXPECT_EQ(check.outcome, CheckOutcome::kHolds) << check.name << ": " << check.detail;
  }
  EXPECT_EQ(verification->checks.size(), 11);
  EXPECT_EQ(verification->signer, TestKey('k').Public().Fingerprint());
  EXPECT_EQ(verification->run.record_size(), 32);
  EXPECT_EQ(verification->statement.claim.metric, "time");
}

TEST_F(EvidenceTest, TheExpectedKeyMustHaveSigned) {
  const VerifyingKey right = TestKey('k').Public();
  EXPECT_TRUE(VerifyForTest(file_, plugins_.get(), {.key = &right})->Holds());
  const VerifyingKey wrong = TestKey('w').Public();
  const auto verification = VerifyForTest(file_, plugins_.get(), {.key = &wrong});
  ASSERT_TRUE(verification.ok());
  EXPECT_THAT(Failures(*verification),
              AllOf(HasSubstr("signature: it is by the key"), HasSubstr(wrong.Fingerprint())));
  EXPECT_THAT(verification->signer, IsEmpty());
}

// The member in whose header, content or padding a byte lies; empty for the mark of the end.
std::string MemberAt(const std::vector<ForgedMember>& members, uint64_t byte) {
  for (const ForgedMember& member : members) {
    if (byte < member.offset + (member.content.size() + 511) / 512 * 512) return member.name;
  }
  return "";
}

TEST_F(EvidenceTest, AChangedByteIsNamedWhereverItIs) {
  const std::string whole = *ReadFile(file_);
  std::vector<uint64_t> places;
  for (const ForgedMember& member : members_) {
    for (const uint64_t at :
         {member.offset - 512, member.offset - 300, member.offset,
          member.offset + member.content.size() / 2, member.offset + member.content.size()}) {
      places.push_back(std::min<uint64_t>(at, whole.size() - 1));
    }
  }
  std::mt19937 random(20261130);
  for (int i = 0; i < 200; ++i) places.push_back(random() % whole.size());
  for (const uint64_t place : places) {
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ (1 + random() % 255));
    const fs::path file = TestFile("changed.tar");
    ASSERT_TRUE(WriteFile(file, changed).ok());
    const auto verification = VerifyForTest(file, plugins_.get());
    const std::string told =
        verification.ok() ? Failures(*verification) : std::string(verification.status().message());
    const std::string member = MemberAt(members_, place);
    EXPECT_THAT(told, HasSubstr(member.empty() ? "the mark of the end" : member))
        << "byte " << place;
  }
}

TEST_F(EvidenceTest, ATruncatedFileIsNamed) {
  const std::string whole = *ReadFile(file_);
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    const size_t size = random() % whole.size();
    const fs::path file = TestFile("short.tar");
    ASSERT_TRUE(WriteFile(file, whole.substr(0, size)).ok());
    const auto verification = VerifyForTest(file, plugins_.get());
    const std::string told =
        verification.ok() ? Failures(*verification) : std::string(verification.status().message());
    EXPECT_THAT(told, HasSubstr(absl::StrCat("byte ", size, ": "))) << size;
  }
}

TEST_F(EvidenceTest, WithoutThePluginSamplesAreNotChecked) {
  auto verification = VerifyForTest(file_, nullptr);
  ASSERT_TRUE(verification.ok());
  EXPECT_TRUE(verification->Holds());
  EXPECT_EQ(verification->checks[8].name, "samples");
  EXPECT_EQ(verification->checks[8].outcome, CheckOutcome::kNotMade);
  EXPECT_EQ(verification->checks[8].detail, "plugin number 3 is not at hand");
  const auto newer = NumberPlugins("4");
  verification = VerifyForTest(file_, newer.get());
  EXPECT_TRUE(verification->Holds());
  EXPECT_EQ(verification->checks[8].detail, "plugin number 3 made them; at hand is version 4");
}

TEST_F(EvidenceTest, AnotherTableIsNamed) {
  std::string& table = ContentOf(members_, kMarkdownMember);
  table = absl::StrReplaceAll(table, {{"−20%", "−30%"}});
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("members: table.md (bytes "));
  Resign(members_);
  EXPECT_THAT(FailuresOfMembers(), AllOf(HasSubstr("table.md: line "), HasSubstr("−30%"),
                                         Not(HasSubstr("members")), Not(HasSubstr("signature"))));
}

TEST_F(EvidenceTest, InventedSamplesAreNamed) {
  Forge([](v1::ExperimentRun& run) {
    for (v1::RunRecord& record : *run.mutable_record()) {
      if (record.planned().build() == 1) record.mutable_sample(0)->set_value(0.5);
    }
  });
  EXPECT_THAT(FailuresOfMembers(), AllOf(HasSubstr("samples: cell"), HasSubstr("time = 0.5")));
}

TEST_F(EvidenceTest, AnotherOrderAndMissingRecordsAreNamed) {
  Forge([](v1::ExperimentRun& run) { run.mutable_block()->SwapElements(0, 1); });
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("order: block 0 is"));
  EXPECT_EQ(DetailOf("records, samples, table"), "the plan doesn't hold");
  Forge([](v1::ExperimentRun& run) { run.mutable_record()->RemoveLast(); });
  EXPECT_THAT(FailuresOfMembers(), AllOf(HasSubstr("records: "), HasSubstr("raw outputs: ")));
}

TEST_F(EvidenceTest, AnotherExperimentIsNamed) {
  Forge([](v1::ExperimentRun& run) {
    run.mutable_resolved()->mutable_experiment()->mutable_input(0)->set_label("//tools:other");
  });
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("experiment: resolved.json is not the experiment"));
  ContentOf(members_, kResolvedMember) =
      absl::StrReplaceAll(ContentOf(members_, kResolvedMember),
                          {{"\"label\":\"//tools:tool\"}]", "\"label\":\"//tools:other\"}]"}});
  Resign(members_);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("experiment: its digest is "));
  ContentOf(members_, kSourceMember) += "#";
  Resign(members_);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("experiment: experiment.textproto is not the text"));
}

TEST_F(EvidenceTest, AClaimAboutAnotherRunIsNamed) {
  Resign(members_, [](Claim& claim) { claim.run_id = "another"; });
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("statement: its run.id is \"another\""));
  Resign(members_, [](Claim& claim) { claim.metric = "none"; });
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("table: unknown metric \"none\""));
}

TEST_F(EvidenceTest, OfAnotherVersionTheNumbersCount) {
  Resign(members_, [](Claim& claim) { claim.maker.version = "0.0.9"; });
  EXPECT_THAT(FailuresOfMembers(), IsEmpty()) << "it wrote the same";
  ContentOf(members_, kMarkdownMember) += "A sentence that has gone since.\n";
  std::string& table = ContentOf(members_, kTableMember);
  table = absl::StrReplaceAll(table, {{"\"text\":\"1\"", "\"text\":\"one\""}});
  Resign(members_);
  EXPECT_THAT(FailuresOfMembers(), IsEmpty());
  EXPECT_THAT(DetailOf(kTableMember), HasSubstr("its numbers are what the records give"));
  EXPECT_THAT(DetailOf(kMarkdownMember), HasSubstr("benchcell 0.0.9"));
  table = absl::StrReplaceAll(table, {{"\"measured\":8", "\"measured\":9"}});
  Resign(members_);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("measured: claimed is 9, the records give 8"));
}

TEST_F(EvidenceTest, MissingAddedRepeatedAndMovedMembersAreNamed) {
  const std::vector<ForgedMember> whole = members_;
  members_.erase(members_.begin() + 4);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("run.json is missing"));
  members_ = whole;
  members_.pop_back();
  EXPECT_THAT(FailuresOfMembers(), HasSubstr(whole.back().name + " is missing"));
  members_ = whole;
  members_.insert(members_.begin() + 3, {"../../evil", "x"});
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("../../evil is in the file"));
  members_ = whole;
  members_.push_back(whole[4]);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("run.json is there twice, or in another place"));
  members_ = whole;
  std::swap(members_[2], members_[3]);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("experiment.textproto is missing"));
}

TEST_F(EvidenceTest, ManyStrangeMembersAreNotAllTold) {
  for (int i = 0; i < 500; ++i) members_.push_back({absl::StrCat("strange-", i), ""});
  const std::string failures = FailuresOfMembers();
  EXPECT_THAT(failures, HasSubstr("strange-0 is in the file"));
  EXPECT_LT(failures.size(), 4000);
}

TEST_F(EvidenceTest, OtherEnvelopesAreRefused) {
  const std::string payload = ParseEnvelope(ContentOf(members_, kEnvelopeMember))->payload;
  std::string& envelope = ContentOf(members_, kEnvelopeMember);
  envelope = SignedEnvelope(payload, "text/plain");
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("envelope: statement.dsse.json: the payload's type"));
  envelope = SignedEnvelope("[1,2]", kPayloadType);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("statement: no statement of evidence"));
  EXPECT_THAT(DetailOf("signature"), HasSubstr("Ed25519, by the key"));
  envelope = SignedEnvelope(absl::StrReplaceAll(payload, {{"urn:benchcell:evidence:v1", "urn:x"}}),
                            kPayloadType);
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("predicateType: found \"urn:x\""));
  envelope = absl::StrReplaceAll(SignedEnvelope(payload, kPayloadType), {{"}]}", "},{}]}"}});
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("2 signatures; expected one"));
  envelope = std::string(1 << 20, '[');
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("envelope: "));
}

TEST_F(EvidenceTest, ASignatureOfAnotherKeyIsRefused) {
  ContentOf(members_, kSignerMember) = TestKey('w').Public().ToPem();
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("signature: statement.dsse.json: the keyid is"));
  ContentOf(members_, kSignerMember) = TestKey('k').ToPem();
  EXPECT_THAT(FailuresOfMembers(), HasSubstr("signature: signer.pem: found a private key"));
}

TEST_F(EvidenceTest, HostileRunsAreRefused) {
  for (const std::string& json :
       {std::string("{}"), std::string(), std::string(1 << 20, '['),
        std::string("{\"record\":[{}]}"), std::string("{\"laterField\":1}"),
        std::string(R"({"record":[{"cell":4294967295}]})"),
        std::string(R"({"block":[{"run":[{"build":4294967295}]}],"cell":[{"index":9}]})")}) {
    ContentOf(members_, kRunMember) = json;
    Resign(members_);
    EXPECT_THAT(FailuresOfMembers(), Not(IsEmpty())) << json.substr(0, 80);
  }
}

TEST_F(EvidenceTest, WhatIsNoEvidenceIsAnError) {
  const auto refusal = [this](const fs::path& file) {
    return std::string(VerifyForTest(file, plugins_.get()).status().message());
  };
  EXPECT_EQ(VerifyForTest(TestFile("none"), nullptr).status().code(), absl::StatusCode::kNotFound);
  const fs::path file = TestFile("other");
  ASSERT_TRUE(WriteFile(file, std::string(5000, 'x')).ok());
  EXPECT_THAT(refusal(file), HasSubstr("expected an evidence file"));
  EXPECT_FALSE(LooksLikeEvidence(file));
  ASSERT_TRUE(WriteFile(file, "").ok());
  EXPECT_THAT(refusal(file), HasSubstr("expected an evidence file"));
  WriteMembers({{"README", "x"}}, file);
  EXPECT_THAT(refusal(file), HasSubstr("its first member is \"README\""));
  WriteMembers({}, file);
  EXPECT_THAT(refusal(file), HasSubstr("its first member is \"\""));
  EXPECT_TRUE(LooksLikeEvidence(file_));
  EXPECT_TRUE(LooksLikeEvidence("damaged.evidence"));
  EXPECT_FALSE(LooksLikeEvidence(TestFile("none")));
  EXPECT_FALSE(LooksLikeEvidence(testing::TempDir()));
}

TEST_F(EvidenceTest, InputsComeAlongIfWanted) {
  const fs::path file = TestFile("inputs.tar");
  ASSERT_TRUE(WriteTest(stored_, file, /*with_inputs=*/true).ok());
  const std::string tool = stored_.run.resolved().bundle(0).sha256();
  auto verification = VerifyForTest(file, plugins_.get());
  EXPECT_TRUE(verification->Holds()) << Failures(*verification);
  EXPECT_THAT(verification->inputs, IsEmpty());
  EXPECT_FALSE(fs::exists(TestFile("unpacked") / tool));
  verification = VerifyForTest(file, plugins_.get(), {.keep_inputs = true});
  EXPECT_TRUE(verification->inputs.contains(tool));
  EXPECT_EQ(*ReadFile(TestFile("unpacked") / tool), "the tool's archive");
}

}  // namespace
}  // namespace benchcell
