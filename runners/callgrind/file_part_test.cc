#include "runners/callgrind/file_part.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "gtest/gtest.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

class FilePartTest : public testing::Test {
 protected:
  ~FilePartTest() override {
    if (descriptor_ >= 0) close(descriptor_);
  }

  void Make(const std::string& content) {
    descriptor_ = open(TemporaryFile(content).c_str(), O_RDONLY | O_CLOEXEC);
    size_ = content.size();
  }
  std::optional<uint64_t> Find(uint64_t begin, uint64_t end) {
    return *FindPart(descriptor_, "7.out", begin, end);
  }

  int descriptor_ = -1;
  uint64_t size_ = 0;
};

TEST_F(FilePartTest, ReadsFromBeginToEnd) {
  Make("0123456789");
  FilePart part(descriptor_, "7.out", 2, 7);
  char buffer[3];
  EXPECT_EQ(*part.Read(buffer, 3), 3u);
  EXPECT_EQ(std::string(buffer, 3), "234");
  EXPECT_EQ(*part.Read(buffer, 3), 2u);
  EXPECT_EQ(std::string(buffer, 2), "56");
  EXPECT_EQ(*part.Read(buffer, 3), 0u);
  FilePart beyond(descriptor_, "7.out", 10, 20);
  EXPECT_EQ(*beyond.Read(buffer, 3), 0u);
}

TEST_F(FilePartTest, NamesTheFileInErrors) {
  FilePart part(-1, "7.out", 0, 10);
  char buffer[3];
  EXPECT_NE(part.Read(buffer, 3).status().message().find("7.out"), std::string::npos);
}

TEST_F(FilePartTest, FindsPartsOfTheirOwn) {
  const std::string text =
      "part: 0\n\npart: 1\n\nx part: 2\npart: 3\n\npart: x\n\npart: 8y\n\npart: "
      "12345678901234567890\n\npart: 4\n";
  Make(text);
  const uint64_t first = text.find("part: 1");
  const uint64_t second = text.find("part: 4");
  EXPECT_EQ(Find(0, size_), first);
  EXPECT_EQ(Find(first, size_), first);
  EXPECT_EQ(Find(first + 1, size_), second);
  EXPECT_EQ(Find(first + 1, second), std::nullopt);
  EXPECT_EQ(Find(first + 1, second + 1), second);
  EXPECT_EQ(Find(second + 1, size_), std::nullopt);
}

// Whatever the piece in which they are read ends with.
TEST_F(FilePartTest, FindsPartsAtEveryPlace) {
  for (const size_t piece : {size_t{1} << 14, size_t{1} << 15}) {
    for (size_t place = piece - 40; place < piece + 40; ++place) {
      std::string text(place, 'x');
      text += "\n\npart: 7\n";
      Make(text);
      EXPECT_EQ(Find(0, size_), place + 2) << place;
      EXPECT_EQ(Find(place + 2, size_), place + 2) << place;
      EXPECT_EQ(Find(place + 3, size_), std::nullopt) << place;
      close(descriptor_);
      descriptor_ = -1;
    }
  }
}

TEST_F(FilePartTest, ACutPartIsNone) {
  for (const char* text : {"x\n\npart: ", "x\n\npart: 12", "x\n\npart: \n"}) {
    Make(text);
    EXPECT_EQ(Find(0, 100), std::nullopt) << text;
    close(descriptor_);
  }
  descriptor_ = -1;
}

}  // namespace
}  // namespace benchcell
