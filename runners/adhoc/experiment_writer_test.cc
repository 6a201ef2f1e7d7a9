#include "runners/adhoc/experiment_writer.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

v1::Experiment Some() {
  v1::Experiment experiment;
  experiment.set_name("some");
  experiment.set_title("a \"b\" \xF0\x9F\x98\x80");
  for (const char* label : {"./tool", "../up.csv", "/opt/tool", "//pin:a", "--source", "."}) {
    experiment.add_input()->set_label(label);
  }
  experiment.add_build()->add_input()->set_label("./own");
  experiment.add_grid()->add_axis()->add_level("new\nline 'q' \\");
  experiment.mutable_protocol()->set_seed(7);
  return experiment;
}

class ExperimentWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_ / "here").ok());
    ASSERT_TRUE(MakeFolder(root_ / "files/deep").ok());
  }

  // Written from the folder `here`, and read again.
  v1::Experiment WriteAndRead(const fs::path& file) {
    const absl::Status status = WriteExperiment(Some(), root_ / "here", file);
    EXPECT_TRUE(status.ok()) << status;
    v1::Experiment read;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(ReadFile(file).value_or(""), &read));
    return read;
  }

  fs::path root_;
};

TEST_F(ExperimentWriterTest, ReadsBackToTheSame) {
  EXPECT_EQ(WriteAndRead(root_ / "here/e.textproto").DebugString(), Some().DebugString());
  const std::string text = *ReadFile(root_ / "here/e.textproto");
  EXPECT_THAT(text, StartsWith("# An experiment that benchcell "));
  EXPECT_THAT(text, HasSubstr("./benchcell run e.textproto"));
  EXPECT_THAT(text, HasSubstr("\xF0\x9F\x98\x80"));
}

TEST_F(ExperimentWriterTest, LabelsLeadFromTheFile) {
  const v1::Experiment read = WriteAndRead(root_ / "files/deep/e.textproto");
  EXPECT_EQ(read.input(0).label(), "../../here/tool");
  EXPECT_EQ(read.input(1).label(), "../../up.csv");
  for (int i : {2, 3, 4}) EXPECT_EQ(read.input(i).label(), Some().input(i).label());
  EXPECT_EQ(read.input(5).label(), "../../here");
  EXPECT_EQ(read.build(0).input(0).label(), "../../here/own");
  EXPECT_EQ(WriteAndRead(root_ / "e.textproto").input(1).label(), "./up.csv");
}

TEST_F(ExperimentWriterTest, LinksToTheFoldersDoNotLeadAstray) {
  fs::create_directory_symlink(root_ / "files/deep", root_ / "here/link");
  EXPECT_EQ(WriteAndRead(root_ / "here/link/e.textproto").input(0).label(), "../../here/tool");
}

TEST(SeedFor, IsTheSameForTheSameExperiment) {
  EXPECT_EQ(SeedFor(Some()), SeedFor(Some()));
  v1::Experiment other = Some();
  other.mutable_protocol()->set_runs(3);
  EXPECT_NE(SeedFor(Some()), SeedFor(other));
  EXPECT_GT(SeedFor(v1::Experiment()), 0u);
}

}  // namespace
}  // namespace benchcell
