#include "toolchains/bundle/edits.h"

#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/blobs/archive.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string OneEdit(const std::string& members) { return "[{" + members + "}]"; }

TEST(ParseEditsTest, ReadsAList) {
  const auto edits =
      ParseEdits(R"([{"file": "a/*.js", "find": "x\ny", "replace": "", "count": 2}])", "e.json");
  ASSERT_TRUE(edits.ok()) << edits.status();
  ASSERT_EQ(edits->size(), 1);
  EXPECT_EQ(edits->front().source, "e.json");
  EXPECT_EQ(edits->front().file, "a/*.js");
  EXPECT_EQ(edits->front().find, "x\ny");
  EXPECT_EQ(edits->front().replace, "");
  EXPECT_EQ(edits->front().count, 2);
}

TEST(ParseEditsTest, RefusesWithFileAndPlace) {
  const std::string good = R"("file": "a", "find": "x", "replace": "y")";
  for (const std::string& bad :
       {std::string("nonsense"), std::string("{}"), std::string("[1]"), OneEdit(good),
        OneEdit(good + R"(, "count": 0)"), OneEdit(good + R"(, "count": "1")"),
        OneEdit(good + R"(, "count": 1, "glob": "a")"),
        OneEdit(R"("file": "a", "find": "", "replace": "y", "count": 1)")}) {
    const absl::Status status = ParseEdits(bad, "e.json").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << bad;
    EXPECT_THAT(std::string(status.message()), HasSubstr("e.json: ")) << bad;
  }
  EXPECT_THAT(std::string(ParseEdits(OneEdit(good + R"(, "glob": 3)"), "e").status().message()),
              HasSubstr("edit 1 has \"glob\": 3; expected"));
}

class EditArchiveTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_ / "tree" / "dist" / "deep").ok());
    Put("dist/a.js", "const cache = has(key);\n");
    Put("dist/b.js", "has(key); has(key)");
    Put("dist/deep/c.js", "has(key)");
    Put("readme", "has(key)");
    fs::permissions(root_ / "tree" / "dist" / "a.js", fs::perms(0755));
    fs::create_symlink("a.js", root_ / "tree" / "dist" / "link.js");
    ASSERT_TRUE(PackDirectory(root_ / "tree", root_ / "base.tar").ok());
  }

  void Put(const std::string& path, const std::string& content) {
    ASSERT_TRUE(WriteFile(root_ / "tree" / path, content).ok());
  }

  absl::Status Run(const std::vector<Edit>& edits) {
    const auto blob = EditArchive(root_ / "base.tar", edits, "vitest-x", root_ / "edited.tar");
    if (!blob.ok()) return blob.status();
    EXPECT_EQ(blob->size, fs::file_size(root_ / "edited.tar"));
    return Unpack(root_ / "edited.tar", root_ / "edited");
  }

  std::string Edited(const std::string& path) { return ReadFile(root_ / "edited" / path).value(); }

  const fs::path root_ = fs::path(testing::TempDir()) / "edits_test";
};

TEST_F(EditArchiveTest, EditsWhatMatchesAndNothingElse) {
  const absl::Status status = Run({{"e.json", "dist/*.js", "has(key)", "false", 3}});
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(Edited("dist/a.js"), "const cache = false;\n");
  EXPECT_EQ(Edited("dist/b.js"), "false; false");
  EXPECT_EQ(Edited("dist/deep/c.js"), "has(key)");
  EXPECT_EQ(Edited("readme"), "has(key)");
  EXPECT_EQ(fs::status(root_ / "edited/dist/a.js").permissions(), fs::perms(0755));
  EXPECT_TRUE(fs::is_symlink(root_ / "edited/dist/link.js"));
}

TEST_F(EditArchiveTest, EditsAreMadeInOrder) {
  ASSERT_TRUE(
      Run({{"1", "dist/a.js", "has", "had", 1}, {"2", "*/a.js", "had(key)", "true", 1}}).ok());
  EXPECT_EQ(Edited("dist/a.js"), "const cache = true;\n");
}

TEST_F(EditArchiveTest, WithoutEditsTheBytesAreTheBase) {
  ASSERT_TRUE(Run({}).ok());
  EXPECT_EQ(ReadFile(root_ / "edited.tar").value(), ReadFile(root_ / "base.tar").value());
}

TEST_F(EditArchiveTest, AnotherCountIsRefusedWithEverythingThatHelps) {
  const absl::Status status = Run({{"e.json", "dist/*.js", "has(key)", "false", 2}});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("pin vitest-x: e.json: the text \"has(key)\" must occur 2 times in "
                        "dist/*.js, found 3 (dist/a.js: 1, dist/b.js: 2)"));
}

TEST_F(EditArchiveTest, TextOrFileThatIsNotThere) {
  const std::string long_text(100, 'z');
  EXPECT_THAT(std::string(Run({{"e", "dist/*.js", long_text, "", 1}}).message()),
              HasSubstr("\"" + std::string(60, 'z') +
                        "...\" must occur 1 time in dist/*.js, "
                        "found 0 (none of 2 files has it)"));
  EXPECT_THAT(std::string(Run({{"e", "absent/*", "x", "", 1}}).message()),
              HasSubstr("found 0 (no file has such a path)"));
}

}  // namespace
}  // namespace benchcell
