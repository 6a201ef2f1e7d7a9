#include "tests/chaos/leftovers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"
#include "tests/chaos/child.h"

namespace benchcell::chaos {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FilesLeftTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(machine_).ok());
    for (const fs::path& folder : {workdir_.Scopes(), workdir_.Runs(), workdir_.Outbox(),
                                   workdir_.Arrivals(), workdir_.Bundles() / "abc"}) {
      ASSERT_TRUE(MakeFolder(folder).ok());
    }
    for (const fs::path& file : {machine_ / "log", machine_ / "journal", workdir_.MachineId(),
                                 workdir_.Lock(), workdir_.Bundles() / "abc.used"}) {
      ASSERT_TRUE(WriteFile(file, "").ok());
    }
  }

  Objections Check() { return FilesLeft(machine_, workdir_, "abc"); }

  const fs::path machine_ = fs::path(testing::TempDir()) / "machine";
  const Workdir workdir_{machine_ / "disk" / "state"};
};

TEST_F(FilesLeftTest, LetsStayWhatStays) {
  EXPECT_THAT(Check(), IsEmpty());
  ASSERT_TRUE(
      WriteFile(workdir_.Arrivals() / (".part-" + std::string(64, 'a') + "-xyzxyz"), "").ok());
  EXPECT_THAT(Check(), IsEmpty());
}

TEST_F(FilesLeftTest, NoticesWhatIsLeftAnywhere) {
  for (const fs::path& file :
       {machine_ / "stray", machine_ / "disk" / "ballast", workdir_.state() / "stray",
        workdir_.Scopes() / "0123", workdir_.Runs() / "run", workdir_.Outbox() / "7",
        workdir_.Arrivals() / "archive", workdir_.Bundles() / "other"}) {
    ASSERT_TRUE(WriteFile(file, "").ok());
    EXPECT_THAT(Check(), ElementsAre(file.string() + " is left"));
    ASSERT_TRUE(RemoveAll(file).ok());
  }
  ASSERT_TRUE(MakeFolder(workdir_.Orphans()).ok());
  EXPECT_THAT(Check(), ElementsAre(HasSubstr("orphans is left")));
}

TEST(BlobsLeft, NoticesWhatIsNoBlob) {
  const fs::path folder = fs::path(testing::TempDir()) / "blobs";
  const std::string digest(64, 'a');
  ASSERT_TRUE(MakeFolder(folder / "aa").ok());
  ASSERT_TRUE(MakeFolder(folder / "bb").ok());
  ASSERT_TRUE(WriteFile(folder / "aa" / digest, "").ok());
  EXPECT_THAT(BlobsLeft(folder), IsEmpty());
  ASSERT_TRUE(WriteFile(folder / "bb" / digest, "").ok());
  EXPECT_THAT(BlobsLeft(folder), ElementsAre((folder / "bb" / digest).string() + " is left"));
}

TEST(ProcessesLeft, FindsAProcessByItsCommandLine) {
  EXPECT_THAT(ProcessesLeft("86399.25"), IsEmpty());
  Child child({.arguments = {"sleep", "86399.25"}, .log = testing::TempDir() + "/log"});
  ASSERT_TRUE(child.Start().ok());
  // The child has its command line once it has begun.
  Objections found;
  while (found.empty()) found = ProcessesLeft("86399.25");
  EXPECT_THAT(found, ElementsAre(HasSubstr("sleep 86399.25")));
  child.Kill();
  EXPECT_THAT(ProcessesLeft("86399.25"), IsEmpty());
}

}  // namespace
}  // namespace benchcell::chaos
