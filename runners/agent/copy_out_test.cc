#include "runners/agent/copy_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr uint64_t kMost = 1 << 20;

class CopyOutTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(base_).ok());
    ASSERT_TRUE(MakeFolder(base_).ok());
  }

  void ExpectNothing() {
    const auto copied = CopyOut(source_, target_, kMost);
    ASSERT_TRUE(copied.ok()) << copied.status();
    EXPECT_FALSE(*copied);
    EXPECT_FALSE(fs::exists(target_));
  }

  void ExpectRefused(const std::string& words) {
    const absl::Status status = CopyOut(source_, target_, kMost).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  }

  const fs::path base_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  const fs::path source_ = base_ / "source";
  const fs::path target_ = base_ / "target";
};

TEST_F(CopyOutTest, CopiesBytesAndNotTheMode) {
  const std::string content(1'000'000, 'x');
  ASSERT_TRUE(WriteFile(source_, content).ok());
  ASSERT_EQ(chmod(source_.c_str(), 06500), 0);
  EXPECT_TRUE(CopyOut(source_, target_, kMost).value());
  EXPECT_EQ(ReadFile(target_).value(), content);
  struct stat copy;
  ASSERT_EQ(stat(target_.c_str(), &copy), 0);
  EXPECT_EQ(copy.st_mode & 07700, 0600u) << "neither setuid nor unreadable";
}

TEST_F(CopyOutTest, TakesNothingButPlainFiles) {
  ExpectNothing();
  ASSERT_TRUE(MakeFolder(source_).ok());
  ExpectNothing();
  fs::remove(source_);
  fs::create_symlink("/etc/passwd", source_);
  ExpectNothing();
  fs::remove(source_);
  fs::create_symlink("source", source_);
  ExpectNothing();
}

TEST_F(CopyOutTest, DoesNotWaitAtAPipeOrSocket) {
  ASSERT_EQ(mkfifo(source_.c_str(), 0644), 0);
  ExpectNothing();
  fs::remove(source_);
  // Its address is short, which a path here may not be.
  ASSERT_EQ(chdir(base_.c_str()), 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, "source");
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ExpectNothing();
  close(server);
}

TEST_F(CopyOutTest, AHugeFileOfNothingIsRefused) {
  ASSERT_TRUE(WriteFile(source_, "x").ok());
  fs::resize_file(source_, kMost);
  EXPECT_TRUE(CopyOut(source_, target_, kMost).value());
  fs::remove(target_);
  fs::resize_file(source_, uint64_t{1} << 40);
  ExpectRefused("has 1099511627776 bytes, of which at most 1048576");
  EXPECT_FALSE(fs::exists(target_));
}

TEST_F(CopyOutTest, NothingIsReplaced) {
  ASSERT_TRUE(WriteFile(source_, "forged").ok());
  ASSERT_TRUE(WriteFile(target_, "what was measured").ok());
  ExpectRefused("there is a raw output target already");
  EXPECT_EQ(ReadFile(target_).value(), "what was measured");
  fs::remove(target_);
  fs::create_symlink("elsewhere", target_);
  ExpectRefused("already");
  EXPECT_FALSE(fs::exists(base_ / "elsewhere"));
}

TEST_F(CopyOutTest, AFileThatCantBeReadIsNoFaultOfTheMachine) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  ASSERT_TRUE(WriteFile(source_, "x").ok());
  ASSERT_EQ(chmod(source_.c_str(), 0), 0);
  ExpectRefused("can't be read");
}

}  // namespace
}  // namespace benchcell
