#include "runners/agent/machine_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class MachineProgramsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder_).ok());
    Install("first/tool", "one");
    Install("second/tool", "two");
    Install("second/other", "three");
    v1::EnvironmentVariable& path = *command_.add_environment();
    path.set_name("PATH");
    path.set_value("/nowhere:{dir}/first:{dir}/second");
    command_.add_argument("tool");
  }

  void Install(const std::string& name, const std::string& content) {
    ASSERT_TRUE(MakeFolder((folder_ / name).parent_path()).ok());
    ASSERT_TRUE(WriteFile(folder_ / name, content).ok());
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }

  void Use(const std::string& name, const std::string& sha256 = "") {
    v1::MachineProgram& program = *command_.add_machine_program();
    program.set_name(name);
    program.set_remedy("the package of it");
    program.set_sha256(sha256);
  }

  std::string CheckError() {
    const absl::Status status = programs_.Check(command_, folder_);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    return std::string(status.message());
  }

  fs::path folder_;
  v1::Command command_;
  MachinePrograms programs_;
};

TEST_F(MachineProgramsTest, FindsTheFirstInThePath) {
  Use("tool");
  EXPECT_TRUE(programs_.Check(command_, folder_).ok());
  EXPECT_EQ(*MachinePrograms::Resolve(command_, folder_), (folder_ / "first/tool").string());
  fs::permissions(folder_ / "first/tool", fs::perms::owner_read);
  EXPECT_EQ(*MachinePrograms::Resolve(command_, folder_), (folder_ / "second/tool").string());
  ASSERT_TRUE(RemoveAll(folder_ / "second/tool").ok());
  ASSERT_TRUE(MakeFolder(folder_ / "second/tool").ok());
  EXPECT_FALSE(MachinePrograms::Resolve(command_, folder_).ok()) << "a folder is no program";
}

TEST_F(MachineProgramsTest, AMissingProgramComesWithItsRemedy) {
  Use("gone");
  EXPECT_THAT(CheckError(), AllOf(HasSubstr("no program gone in /nowhere:" + folder_.string()),
                                  HasSubstr("install the package of it")));
}

TEST_F(MachineProgramsTest, OtherFirstArgumentsAreLeftAlone) {
  Use("other");
  EXPECT_EQ(*MachinePrograms::Resolve(command_, folder_), "tool");
  command_.set_argument(0, "first/tool");
  EXPECT_EQ(*MachinePrograms::Resolve(command_, folder_), "first/tool");
}

TEST_F(MachineProgramsTest, AnAbsolutePathIsThatFile) {
  const std::string file = folder_ / "second/tool";
  Use(file, Sha256OfBytes("two"));
  command_.set_argument(0, file);
  EXPECT_TRUE(programs_.Check(command_, folder_).ok());
  EXPECT_EQ(*MachinePrograms::Resolve(command_, folder_), file);
  ASSERT_TRUE(RemoveAll(file).ok());
  EXPECT_THAT(CheckError(), HasSubstr("no program " + file + ": install"));
}

TEST_F(MachineProgramsTest, AnotherContentThanThePinnedIsRefusedWithBoth) {
  Use("tool", Sha256OfBytes("one"));
  EXPECT_TRUE(programs_.Check(command_, folder_).ok());
  EXPECT_TRUE(programs_.Check(command_, folder_).ok());
  Install("first/tool", "new");
  EXPECT_THAT(CheckError(), AllOf(HasSubstr("tool (" + (folder_ / "first/tool").string() + ")"),
                                  HasSubstr("has the SHA-256 " + Sha256OfBytes("new")),
                                  HasSubstr("pins " + Sha256OfBytes("one"))));
}

TEST_F(MachineProgramsTest, AReplacedFileIsReadAgainThoughItLooksAlike) {
  Use("tool", Sha256OfBytes("one"));
  ASSERT_TRUE(programs_.Check(command_, folder_).ok());
  const auto time = fs::last_write_time(folder_ / "first/tool");
  Install("first/other", "eno");
  fs::rename(folder_ / "first/other", folder_ / "first/tool");
  fs::last_write_time(folder_ / "first/tool", time);
  EXPECT_THAT(CheckError(), HasSubstr(Sha256OfBytes("eno")));
}

}  // namespace
}  // namespace benchcell
