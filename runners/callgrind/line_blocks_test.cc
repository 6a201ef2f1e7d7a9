#include "runners/callgrind/line_blocks.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

// The lines; what has no end last, with a mark.
absl::StatusOr<std::vector<std::string>> Lines(ByteSource& source, size_t block_size) {
  std::vector<std::string> lines;
  LineBuffers buffers;
  LineBlocks blocks(source, buffers, block_size);
  while (true) {
    const absl::StatusOr<const LineBlock*> block = blocks.Next();
    if (!block.ok()) return block.status();
    if (*block == nullptr) return lines;
    for (size_t i = 0; i < (*block)->lines; ++i) lines.emplace_back((*block)->Line(i));
    if (!(*block)->unended.empty()) lines.push_back("cut " + std::string((*block)->unended));
  }
}

std::vector<std::string> LinesOf(const std::string& text, size_t block_size, size_t piece) {
  MemorySource source(text, piece);
  return *Lines(source, block_size);
}

class FailingSource : public ByteSource {
 public:
  absl::StatusOr<size_t> Read(char* buffer, size_t) override {
    if (read_) return absl::UnavailableError("the disk is gone");
    read_ = true;
    buffer[0] = '\n';
    return size_t{1};
  }

 private:
  bool read_ = false;
};

TEST(LineBlocksTest, SplitsLinesWhereverBlocksEnd) {
  const std::string text = "one\n\nthree, which is longer\r\n4\nthe end";
  const std::vector<std::string> expected = {"one", "", "three, which is longer", "4",
                                             "cut the end"};
  for (size_t size = 1; size <= text.size() + 1; ++size) {
    EXPECT_EQ(LinesOf(text, size, std::string::npos), expected) << size;
    EXPECT_EQ(LinesOf(text, 1000, size), expected) << size;
  }
}

TEST(LineBlocksTest, KnowsTheEnd) {
  EXPECT_TRUE(LinesOf("", 10, 10).empty());
  EXPECT_EQ(LinesOf("\n", 10, 10), std::vector<std::string>{""});
  EXPECT_EQ(LinesOf("a\n", 1, 1), std::vector<std::string>{"a"});
  MemorySource source("a\n");
  LineBuffers buffers;
  LineBlocks blocks(source, buffers);
  EXPECT_NE(*blocks.Next(), nullptr);
  EXPECT_EQ(*blocks.Next(), nullptr);
  EXPECT_EQ(*blocks.Next(), nullptr);
}

TEST(LineBlocksTest, ManyBlocksComeInOrder) {
  std::string text;
  std::vector<std::string> expected;
  for (int i = 0; i < 20000; ++i) {
    expected.push_back(std::to_string(i * 7919));
    text += expected.back() + "\n";
  }
  EXPECT_EQ(LinesOf(text, 100, std::string::npos), expected);
}

TEST(LineBlocksTest, CanBeLeftInTheMiddle) {
  MemorySource source(std::string(100000, '\n'));
  LineBuffers buffers;
  LineBlocks blocks(source, buffers, 10);
  EXPECT_EQ((*blocks.Next())->lines, 10u);
}

TEST(LineBlocksTest, HandsOutWhatCameBeforeAnError) {
  FailingSource source;
  LineBuffers buffers;
  LineBlocks blocks(source, buffers);
  EXPECT_EQ((*blocks.Next())->lines, 1u);
  EXPECT_EQ(blocks.Next().status().message(), "the disk is gone");
}

TEST(LineBlocksTest, RefusesLinesWithoutAnEnd) {
  MemorySource source(std::string(3 * kLongestLine, 'x'));
  EXPECT_EQ(Lines(source, kBlockSize).status().code(), absl::StatusCode::kInvalidArgument);
  const std::string text = std::string(kLongestLine - 10, 'x') + "\ny\n";
  EXPECT_EQ(LinesOf(text, 1000, std::string::npos).size(), 2u);
}

TEST(LineBlocksTest, FindsLineEndsAtEveryPlace) {
  for (size_t size = 0; size < 200; ++size) {
    std::string text(size, 'x');
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < size; i += 1 + i % 7) {
      text[i] = '\n';
      expected.push_back(static_cast<uint32_t>(i));
    }
    std::vector<uint32_t> places(size + kSpareEnds);
    text += std::string(kBlockPadding, '\n');
    const size_t found = FindLineEnds(text.data(), size, places.data());
    places.resize(found);
    EXPECT_EQ(places, expected) << size;
  }
}

}  // namespace
}  // namespace benchcell
