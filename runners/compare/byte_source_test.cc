#include "runners/compare/byte_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "runners/base/files.h"
#include "runners/compare/testing.h"

namespace benchcell {
namespace {

absl::StatusOr<std::string> ReadAll(absl::StatusOr<std::unique_ptr<ByteSource>> source) {
  if (!source.ok()) return source.status();
  std::string text;
  char buffer[100];
  while (true) {
    const absl::StatusOr<size_t> got = (*source)->Read(buffer, sizeof(buffer));
    if (!got.ok()) return got.status();
    if (*got == 0) return text;
    text.append(buffer, *got);
  }
}

TEST(ByteSourceTest, ReadsPlainAndCompressedFilesAlike) {
  const std::string plain = *ReadAll(OpenByteSource(Recorded("startup-core.csv")));
  EXPECT_EQ(plain, *ReadFile(Recorded("startup-core.csv")));
  EXPECT_EQ(*ReadAll(OpenByteSource(Recorded("startup-core.csv.gz"))), plain);
  const std::string large = *ReadAll(OpenByteSource(Recorded("mid30k_500x30.csv.zst")));
  EXPECT_EQ(large.size(), 3008676u);
  EXPECT_EQ(large.substr(0, 9), "\"binary\",");
}

TEST(ByteSourceTest, ShortFilesAreNoProblem) {
  for (const char* text : {"", "a", "\x1f", "abcd"}) {
    EXPECT_EQ(*ReadAll(OpenByteSource(TemporaryFile("short", text))), text);
  }
}

TEST(ByteSourceTest, SaysWhatIsWrong) {
  const absl::Status missing = ReadAll(OpenByteSource("no/such.csv")).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(missing.message().find("no/such.csv"), std::string::npos);
  EXPECT_FALSE(ReadAll(OpenByteSource("fixtures")).ok());
}

TEST(ByteSourceTest, CutAndDamagedCompressedFilesAreErrors) {
  for (const char* name : {"startup-core.csv.gz", "mid30k_500x30.csv.zst"}) {
    const std::string whole = *ReadFile(Recorded(name));
    for (const size_t size : {size_t{5}, size_t{200}, whole.size() - 1}) {
      const std::string path = TemporaryFile("cut", whole.substr(0, size));
      const absl::Status status = ReadAll(OpenByteSource(path)).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name << " " << size;
      EXPECT_NE(status.message().find(path), std::string::npos) << status;
    }
    std::string damaged = whole;
    for (size_t i = 100; i < 150; ++i) damaged[i] = static_cast<char>(~damaged[i]);
    EXPECT_FALSE(ReadAll(OpenByteSource(TemporaryFile("damaged", damaged))).ok()) << name;
  }
}

// What `compare -` reads: compressed or not, piece by piece.
TEST(ByteSourceTest, ReadsAPipe) {
  const std::string packed = *ReadFile(Recorded("startup-core.csv.gz"));
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], packed.data(), packed.size()), static_cast<ssize_t>(packed.size()));
  close(ends[1]);
  EXPECT_EQ(*ReadAll(ByteSourceOf(ends[0], "pipe")), *ReadFile(Recorded("startup-core.csv")));
  // The source has closed it.
  EXPECT_EQ(fcntl(ends[0], F_GETFD), -1);
}

}  // namespace
}  // namespace benchcell
