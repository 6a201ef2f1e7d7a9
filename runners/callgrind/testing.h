// For tests of profiles: sources in memory, and parts in few words.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_TESTING_H_
#define BENCHCELL_RUNNERS_CALLGRIND_TESTING_H_

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/callgrind/profile_reader.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

// A text, handed out in pieces of at most `piece` bytes.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string text, size_t piece = std::string::npos)
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

inline constexpr char kFileHead[] =
    "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd:  node a.js\n";

// A new file of this test with such content; its path.
inline std::string TemporaryFile(const std::string& content) {
  const std::filesystem::path folder =
      std::filesystem::path(std::getenv("TEST_TMPDIR")) /
      testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::create_directories(folder);
  EXPECT_TRUE(WriteFile(folder / "7.out", content).ok());
  return (folder / "7.out").string();
}

// A part as Callgrind writes it, with one event more than totals usually have.
inline std::string PartText(int number, const std::string& trigger, const std::string& body,
                            const std::string& totals) {
  return "part: " + std::to_string(number) + "\n\ndesc: Timerange: Basic block 0 - 9\n" +
         "desc: Trigger: " + trigger +
         "\n\npositions: line\nevent: sysTime : sysTime (elapsed ns)\nevents: Ir Dr Dw\n"
         "summary: 0\n\n\n" +
         body + "\ntotals: " + totals + "\n\n";
}

// What a reader has said of a text.
struct ReadParts {
  std::vector<ProfilePart> parts;
  // Costs of the parts by name: `function` or `object function` if the object isn't ???.
  std::vector<std::map<std::string, uint64_t>> costs;
  std::vector<std::map<std::string, uint64_t>> calls;
  ProfileHeader header;
  absl::Status status;
};

inline ReadParts ReadAllParts(PartSource& reader) {
  ReadParts read;
  const auto name = [&reader](uint32_t frame) {
    const FrameTable& frames = reader.frames();
    const std::string& object = frames.object_name(frames.object(frame));
    return (object == "???" ? "" : object + " ") + frames.function(frame);
  };
  while (true) {
    const absl::StatusOr<bool> any = reader.Next();
    read.status = any.status();
    if (!any.ok() || !*any) break;
    read.parts.push_back(reader.part());
    auto& costs = read.costs.emplace_back();
    for (const FrameCost& cost : reader.part().costs) costs[name(cost.frame)] += cost.cost;
    auto& calls = read.calls.emplace_back();
    for (const ProfileCall& call : reader.part().calls) {
      calls[name(call.caller) + " > " + name(call.callee)] += call.count;
    }
  }
  read.header = reader.header();
  return read;
}

inline ReadParts ReadText(const std::string& text, size_t block_size = kBlockSize) {
  MemorySource source(text);
  ProfileReader reader(source, "7.out", {.block_size = block_size, .lines_before = {}});
  return ReadAllParts(reader);
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_TESTING_H_
