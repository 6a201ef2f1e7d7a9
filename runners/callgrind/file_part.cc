#include "runners/callgrind/file_part.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

constexpr std::string_view kPart = "\n\npart: ";
constexpr size_t kLineFeeds = 2;
// Of a number that surely fits.
constexpr size_t kMostDigits = 19;
// Up to the line's end.
constexpr size_t kLongestPart = kPart.size() + kMostDigits + 1;
// Parts are some tens of kilobytes.
constexpr size_t kPiece = size_t{1} << 14;

// Whether a text starts with a number that ends the line.
bool StartsWithNumber(std::string_view text) {
  const size_t digits = text.find_first_not_of("0123456789");
  return digits != std::string_view::npos && digits > 0 && digits <= kMostDigits &&
         text[digits] == '\n';
}

}  // namespace

FilePart::FilePart(int descriptor, std::string name, uint64_t begin, uint64_t end)
    : descriptor_(descriptor), name_(std::move(name)), at_(begin), end_(end) {}

absl::StatusOr<size_t> FilePart::Read(char* buffer, size_t size) {
  const size_t wanted = static_cast<size_t>(std::min<uint64_t>(size, end_ - at_));
  while (true) {
    const ssize_t got = pread(descriptor_, buffer, wanted, static_cast<off_t>(at_));
    if (got >= 0) {
      at_ += static_cast<uint64_t>(got);
      return static_cast<size_t>(got);
    }
    if (errno != EINTR) return SystemError(errno, "can't read", name_);
  }
}

absl::StatusOr<std::optional<uint64_t>> FindPart(int descriptor, const std::string& name,
                                                 uint64_t begin, uint64_t end) {
  // From the empty line on.
  const uint64_t first = begin < kLineFeeds ? 0 : begin - kLineFeeds;
  FilePart source(descriptor, name, first, UINT64_MAX);
  std::vector<char> bytes(kLongestPart + kPiece);
  size_t kept = 0;
  for (uint64_t start = first; start + kLineFeeds < end;) {
    ASSIGN_OR_RETURN(const size_t got, source.Read(bytes.data() + kept, kPiece));
    if (got == 0) return std::nullopt;
    const std::string_view text(bytes.data(), kept + got);
    for (size_t at = text.find(kPart); at != std::string_view::npos;
         at = text.find(kPart, at + 1)) {
      if (!StartsWithNumber(text.substr(at + kPart.size()))) continue;
      const uint64_t place = start + at + kLineFeeds;
      if (place >= end) return std::nullopt;
      return place;
    }
    // One that may go on behind this piece is looked at again.
    kept = std::min(kLongestPart, text.size());
    start += text.size() - kept;
    std::copy(text.end() - static_cast<std::ptrdiff_t>(kept), text.end(), bytes.begin());
  }
  return std::nullopt;
}

}  // namespace benchcell
