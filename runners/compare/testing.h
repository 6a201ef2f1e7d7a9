// For the tests of this folder: sources in memory, files of the recorded results.

#ifndef BENCHCELL_RUNNERS_COMPARE_TESTING_H_
#define BENCHCELL_RUNNERS_COMPARE_TESTING_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>

#include "runners/base/files.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

// A text, handed out in pieces of at most `piece` bytes.
class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string text, size_t piece = std::string::npos)
      : text_(std::move(text)), piece_(piece) {}

  absl::StatusOr<size_t> Read(char* buffer, size_t size) override {
    const size_t got = std::min({size, piece_, text_.size() - at_});
    std::memcpy(buffer, text_.data() + at_, got);
    at_ += got;
    return got;
  }

 private:
  const std::string text_;
  const size_t piece_;
  size_t at_ = 0;
};

// A file of fixtures/recorded/node_core.
inline std::string Recorded(const std::string& name) {
  return "fixtures/recorded/node_core/" + name;
}

// A new file of this test with such content; its path.
inline std::string TemporaryFile(const std::string& name, const std::string& content) {
  const std::filesystem::path folder =
      std::filesystem::path(std::getenv("TEST_TMPDIR")) /
      testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::create_directories(folder);
  EXPECT_TRUE(WriteFile(folder / name, content).ok());
  return (folder / name).string();
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_TESTING_H_
