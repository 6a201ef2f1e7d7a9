#include "toolchains/bundle/bundle_spec.h"

#include <string>

#include "benchcell/v1/bundle.pb.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr char kSpec[] = R"({
  "label": "//a:b", "platform": "any", "pin": "b", "facts": {"version": "1"},
  "archive": "out/b.tar", "files": [["to", "from"]], "edits": ["e.json"], "executables": false
})";

TEST(BundleSpecTest, ReadsWhatBazelWrites) {
  const auto spec = ParseBundleSpec(kSpec, "s.json");
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->label, "//a:b");
  EXPECT_EQ(spec->platform, "any");
  EXPECT_EQ(spec->pin, "b");
  EXPECT_EQ(spec->archive, "out/b.tar");
  EXPECT_THAT(spec->facts, ElementsAre(Pair("version", "1")));
  EXPECT_THAT(spec->files, ElementsAre(Pair("to", "from")));
  EXPECT_THAT(spec->edits, ElementsAre("e.json"));
  EXPECT_FALSE(spec->executables);
  EXPECT_EQ(spec->tree, "");
}

TEST(BundleSpecTest, NamesTheFileOfWhatIsNoSpec) {
  for (const char* bad : {"", "[]", "{}", R"({"label": 1})"}) {
    const absl::Status status = ParseBundleSpec(bad, "s.json").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << bad;
    EXPECT_THAT(std::string(status.message()), HasSubstr("s.json: ")) << bad;
  }
}

TEST(BundleSpecTest, FactsAreTheScalarsOfAnObject) {
  const auto facts = ParseFacts(
      R"({"name": "x", "size": 0.1, "tests": 80, "fast": true, "list": [1], "no": null})", "f");
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_THAT(*facts, ElementsAre(Pair("fast", "true"), Pair("name", "x"), Pair("size", "0.1"),
                                  Pair("tests", "80")));
  EXPECT_EQ(ParseFacts("[]", "f").status().code(), absl::StatusCode::kInvalidArgument);
}

// The manifest is written by hand, but it is protobuf's.
TEST(BundleSpecTest, TheManifestIsWhatProtobufReads) {
  const BundleSpec spec = ParseBundleSpec(kSpec, "s.json").value();
  const std::string text =
      BundleManifestJson(spec, {{"version", "1"}, {"odd", "\"\n\u00e9"}}, {"abc", 1ull << 40});
  v1::BundleManifest manifest;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(text, &manifest).ok()) << text;
  ASSERT_EQ(manifest.entry_size(), 1);
  EXPECT_EQ(manifest.entry(0).path(), "out/b.tar");
  EXPECT_EQ(manifest.entry(0).bundle().label(), "//a:b");
  EXPECT_EQ(manifest.entry(0).bundle().platform(), "any");
  EXPECT_EQ(manifest.entry(0).bundle().sha256(), "abc");
  EXPECT_EQ(manifest.entry(0).bundle().size(), 1ull << 40);
  EXPECT_EQ(manifest.entry(0).bundle().facts().at("odd"), "\"\n\u00e9");
  EXPECT_THAT(FactsOfManifest(text, "m").value(),
              ElementsAre(Pair("odd", "\"\n\u00e9"), Pair("version", "1")));
}

}  // namespace
}  // namespace benchcell
