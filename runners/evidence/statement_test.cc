#include "runners/evidence/statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "runners/evidence/members.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

Statement Example() {
  Statement statement;
  for (const char* name : kFixedMembers) {
    statement.subjects.push_back({name, std::string(64, 'a')});
  }
  statement.subjects.push_back({RawMember(std::string(64, 'b')), std::string(64, 'b')});
  statement.subjects.push_back({InputMember(std::string(64, 'c')), std::string(64, 'c')});
  Claim& claim = statement.claim;
  claim.experiment = "numbers";
  claim.run_id = "numbers-1";
  claim.run_digest = std::string(64, 'd');
  claim.plugin = "number";
  claim.plugin_version = "3";
  claim.maker = {"0.1.0", "linux-x64"};
  claim.metric = "time";
  claim.confidence = 0.9;
  claim.builds = {"old", "n\"e\nw \xf0\x9f\x98\x80"};
  claim.compare_unlike = true;
  return statement;
}

Json ExampleJson() { return Json::parse(RenderStatement(Example())); }

std::string Refusal(const std::string& json) {
  const auto statement = ParseStatement(json);
  EXPECT_EQ(statement.status().code(), absl::StatusCode::kInvalidArgument) << json;
  return std::string(statement.status().message());
}

TEST(Statement, IsReadAsItWasWritten) {
  const auto again = ParseStatement(RenderStatement(Example()));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, Example());
}

TEST(Statement, IsAnInTotoStatement) {
  const Json json = ExampleJson();
  EXPECT_EQ(json["_type"], "https://in-toto.io/Statement/v1");
  EXPECT_EQ(json["predicateType"], "urn:benchcell:evidence:v1");
  ASSERT_EQ(json["subject"].size(), 8);
  EXPECT_EQ(json["subject"][0]["name"], "signer.pem");
  EXPECT_EQ(json["subject"][0]["digest"]["sha256"], std::string(64, 'a'));
  EXPECT_EQ(json["predicate"]["table"]["confidence"], 0.9);
}

TEST(Statement, MoreThanIsKnownIsIgnored) {
  Json json = ExampleJson();
  json["predicate"]["later"] = 1;
  json["subject"][0]["digest"]["sha512"] = "x";
  EXPECT_TRUE(ParseStatement(json.dump()).ok());
}

TEST(Statement, OthersAreRefused) {
  EXPECT_THAT(Refusal("no json"), HasSubstr("no JSON object"));
  EXPECT_THAT(Refusal("[]"), HasSubstr("no JSON object"));
  EXPECT_THAT(Refusal(std::string(1 << 20, '[')), HasSubstr("no JSON object"));
  EXPECT_THAT(Refusal("{}"), HasSubstr("_type: found nothing; expected a text"));
  Json json = ExampleJson();
  json["predicateType"] = "https://slsa.dev/provenance/v1";
  EXPECT_THAT(Refusal(json.dump()), AllOf(HasSubstr("found \"https://slsa.dev/provenance/v1\""),
                                          HasSubstr("expected \"urn:benchcell:evidence:v1\"")));
  json = ExampleJson();
  json["_type"] = std::string(1000, 'x') + "\x1b[2J";
  EXPECT_THAT(Refusal(json.dump()), AllOf(HasSubstr("x...\""), Not(HasSubstr("\x1b"))));
}

TEST(Statement, SubjectsThatEvidenceCannotHaveAreRefused) {
  const std::string digest(64, 'e');
  for (const std::string& name :
       {std::string("/etc/passwd"), std::string("../up"), std::string("raw/../../up"),
        std::string("raw/") + std::string(64, 'f'), std::string("statement.dsse.json"),
        std::string(), std::string("run.json/")}) {
    Json json = ExampleJson();
    json["subject"].push_back({{"name", name}, {"digest", {{"sha256", digest}}}});
    EXPECT_THAT(Refusal(json.dump()), HasSubstr("is nothing that evidence has")) << name;
  }
  Json json = ExampleJson();
  json["subject"].push_back(json["subject"][0]);
  EXPECT_THAT(Refusal(json.dump()), HasSubstr("\"signer.pem\" is there twice"));
  json = ExampleJson();
  json["subject"].erase(0);
  EXPECT_THAT(Refusal(json.dump()), HasSubstr("no subject is called signer.pem"));
  for (const Json& wrong : {Json("../x"), Json(1), Json(std::string(64, 'A'))}) {
    json = ExampleJson();
    json["subject"][3]["digest"]["sha256"] = wrong;
    EXPECT_THAT(Refusal(json.dump()), HasSubstr("sha256"));
  }
  json = ExampleJson();
  json["subject"][2] = "run.json";
  EXPECT_THAT(Refusal(json.dump()), HasSubstr("subject 3: name: found nothing"));
}

TEST(Statement, ClaimsThatCannotBeMeantAreRefused) {
  const auto with = [](const char* object, const char* name, const Json& value) {
    Json json = ExampleJson();
    json["predicate"][object][name] = value;
    return json.dump();
  };
  EXPECT_THAT(Refusal(with("table", "confidence", 1.5)),
              HasSubstr("predicate.table.confidence: found 1.5; expected a share between 0 and 1"));
  EXPECT_THAT(Refusal(with("table", "confidence", "all")), HasSubstr("found string"));
  EXPECT_THAT(Refusal(with("table", "builds", Json::array({1}))), HasSubstr("table.builds"));
  EXPECT_THAT(Refusal(with("table", "compareUnlike", 1)), HasSubstr("table.compareUnlike"));
  EXPECT_THAT(Refusal(with("plugin", "version", 3)), HasSubstr("predicate.plugin.version"));
  Json json = ExampleJson();
  json["predicate"].erase("run");
  EXPECT_THAT(Refusal(json.dump()), HasSubstr("predicate.run.id: found nothing"));
}

}  // namespace
}  // namespace benchcell
