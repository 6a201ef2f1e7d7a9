// Whatever the file: several threads give what one gives.

#include "runners/callgrind/profile_file_reader.h"

#include <cstdlib>
#include <random>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/callgrind/testing.h"

namespace benchcell {
namespace {

ReadParts ReadBySeveral(const std::string& text, uint64_t chunk_size, size_t threads = 3) {
  const auto reader =
      OpenProfile(TemporaryFile(text), "7.out", {.threads = threads, .chunk_size = chunk_size});
  EXPECT_TRUE(reader.ok()) << reader.status();
  return ReadAllParts(**reader);
}

void ExpectSame(const ReadParts& one, const ReadParts& other, const std::string& what) {
  EXPECT_EQ(one.status, other.status) << what;
  ASSERT_EQ(one.parts.size(), other.parts.size()) << what;
  EXPECT_EQ(one.header.creator, other.header.creator) << what;
  EXPECT_EQ(one.header.command, other.header.command) << what;
  EXPECT_EQ(one.header.pid, other.header.pid) << what;
  for (size_t i = 0; i < one.parts.size(); ++i) {
    EXPECT_EQ(one.parts[i].number, other.parts[i].number) << what;
    EXPECT_EQ(one.parts[i].line, other.parts[i].line) << what;
    EXPECT_EQ(one.parts[i].trigger, other.parts[i].trigger) << what;
    EXPECT_EQ(one.parts[i].events, other.parts[i].events) << what;
    EXPECT_EQ(one.parts[i].totals, other.parts[i].totals) << what;
    EXPECT_EQ(one.parts[i].forged, other.parts[i].forged) << what;
    EXPECT_EQ(one.parts[i].retracts, other.parts[i].retracts) << what;
    EXPECT_EQ(one.parts[i].fault, other.parts[i].fault) << what;
    EXPECT_EQ(one.costs[i], other.costs[i]) << what;
    EXPECT_EQ(one.calls[i], other.calls[i]) << what;
  }
}

std::string SmallFile(int benchmarks) {
  std::string text = std::string(kFileHead) +
                     PartText(1, "Client Request: Metadata: codspeed-node 5.7.1", "", "0");
  for (int i = 0; i < benchmarks; ++i) {
    const std::string own = "own" + std::to_string(i);
    text += PartText(i + 2, "Client Request: a::" + own,
                     "ob=node\nfn=" + own + "\n0 5 1\ncob=libc\ncfn=shared\ncalls=2 0\n0 7\n\n" +
                         "ob=libc\nfn=shared\n0 " + std::to_string(i + 1) + "\n",
                     std::to_string(i + 6) + " 1");
  }
  return text + PartText(benchmarks + 2, "Program termination", "", "0");
}

TEST(ProfileFileReaderTest, ReadsRecordedFilesAlike) {
  for (const char* name : {"vitest-5.0.4-getter-tracked/24330.out", "order-artefact/27662.out",
                           "perf-map-compressed/3132.out", "vitest-4.1.10-run1/11679.out"}) {
    const std::string text = *ReadFile(std::string("fixtures/recorded/codspeed/") + name);
    const ReadParts expected = ReadText(text);
    for (const uint64_t size : {700u, 5000u, 30000u, 1000000u}) {
      ExpectSame(ReadBySeveral(text, size), expected, name);
    }
  }
}

TEST(ProfileFileReaderTest, ReadsAlikeWhereverChunksEnd) {
  const std::string text = SmallFile(6);
  const ReadParts expected = ReadText(text);
  ASSERT_EQ(expected.parts.size(), 8u);
  for (uint64_t size = 1; size < text.size() + 10; size += 1 + size / 12) {
    for (const size_t threads : {1u, 2u, 4u}) {
      ExpectSame(ReadBySeveral(text, size, threads), expected, std::to_string(size));
    }
  }
}

TEST(ProfileFileReaderTest, ReadsForgedPartsAlike) {
  const std::string header = "\n\npositions: line\nevents: Ir\nsummary: 0\n\n\n";
  const std::string body = "fn=a\n0 12 1\n";
  for (const std::string& name :
       {std::string("x\n\npart: 3\n\ny"), "x\n\npart: 9\n\ndesc: Trigger: z" + header,
        "x" + header + "totals: 0\n\npart: 3\n\ndesc: Trigger: Client Request: victim",
        "x" + header + "totals: 0\n\npart: 12y\n\nz", "x" + header + "fn=evil\n0 5\n\npart: 4\n"}) {
    std::string text = std::string(kFileHead) + PartText(1, "Client Request: m", "", "0");
    text += PartText(2, "Client Request: " + name, body, "12 1");
    for (int i = 3; i < 9; ++i) {
      text += PartText(i, "Client Request: b" + std::to_string(i), body, "12 1");
    }
    const ReadParts expected = ReadText(text);
    for (uint64_t size = 20; size < 500; size += 7) {
      ExpectSame(ReadBySeveral(text, size), expected, name + std::to_string(size));
    }
  }
}

TEST(ProfileFileReaderTest, ReadsCutAndChangedFilesAlike) {
  const std::string whole = SmallFile(5);
  std::mt19937_64 random(20240229);
  for (int round = 0; round < 300; ++round) {
    std::string text = whole;
    if (round % 3 == 0) text.resize(random() % text.size());
    for (uint64_t changes = random() % 3; changes > 0 && !text.empty(); --changes) {
      text[random() % text.size()] =
          random() % 3 == 0 ? "0123456789+-*=()\n\r #"[random() % 20] : static_cast<char>(random());
    }
    ExpectSame(ReadBySeveral(text, 30 + random() % 600), ReadText(text), std::to_string(round));
  }
}

TEST(ProfileFileReaderTest, CanBeLeftInTheMiddle) {
  const std::string path = TemporaryFile(SmallFile(200));
  const auto reader = OpenProfile(path, "7.out", {.threads = 2, .chunk_size = 300});
  ASSERT_TRUE(reader.ok());
  EXPECT_TRUE(*(*reader)->Next());
}

TEST(ProfileFileReaderTest, SaysWhatIsWrong) {
  EXPECT_EQ(OpenProfile("no/such.out", "such.out").status().code(), absl::StatusCode::kNotFound);
  const ReadParts other = ReadBySeveral("a,b\n" + std::string(500, 'x') + "\n", 100);
  EXPECT_EQ(other.status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(other.status.message().find("7.out:1: found \"a,b\""), std::string::npos);
  EXPECT_EQ(ReadBySeveral("", 100).status.code(), absl::StatusCode::kInvalidArgument);
}

TEST(ProfileFileReaderTest, ReadsCompressedFiles) {
  const std::string path = TemporaryFile(SmallFile(20));
  ASSERT_EQ(std::system(("gzip -kf " + path).c_str()), 0);
  const auto reader = OpenProfile(path + ".gz", "7.out", {.threads = 2, .chunk_size = 50});
  ASSERT_TRUE(reader.ok());
  ExpectSame(ReadAllParts(**reader), ReadText(SmallFile(20)), "gzip");
}

}  // namespace
}  // namespace benchcell
