#include "runners/evidence/scratch_folder.h"

#include <gtest/gtest.h>

#include "runners/base/files.h"
#include "runners/evidence/testing.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

TEST(ScratchFolder, IsRemovedWithAllThatIsInIt) {
  const fs::path parent = TestFile("scratch");
  ASSERT_TRUE(RemoveAll(parent).ok());
  ASSERT_TRUE(MakeFolder(parent).ok());
  fs::path path;
  {
    const auto scratch = ScratchFolder::Make(parent);
    ASSERT_TRUE(scratch.ok()) << scratch.status();
    path = (*scratch)->path();
    ASSERT_TRUE(WriteFile(path / "file", "x").ok());
    const auto other = ScratchFolder::Make(parent);
    ASSERT_TRUE(other.ok()) << other.status();
    EXPECT_NE((*other)->path(), path);
    EXPECT_TRUE(fs::exists(path)) << "one that is in use stays";
  }
  EXPECT_TRUE(fs::is_empty(parent));
}

TEST(ScratchFolder, RemovesWhatAKilledProcessLeft) {
  const fs::path parent = TestFile("left");
  ASSERT_TRUE(MakeFolder(parent / ".benchcell-evidence-killed").ok());
  ASSERT_TRUE(ScratchFolder::Make(parent).ok());
  EXPECT_TRUE(fs::is_empty(parent));
  EXPECT_EQ(ScratchFolder::Make(parent / "none").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace benchcell
