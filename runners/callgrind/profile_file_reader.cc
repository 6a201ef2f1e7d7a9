#include "runners/callgrind/profile_file_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <thread>
#include <utility>

#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/callgrind/file_part.h"

namespace benchcell {
namespace {

// A profile that the caller's thread reads, with its source.
class PlainProfile : public PartSource {
 public:
  PlainProfile(std::unique_ptr<ByteSource> source, const std::string& name)
      : source_(std::move(source)), reader_(*source_, name) {}

  absl::StatusOr<bool> Next() override { return reader_.Next(); }
  const ProfilePart& part() const override { return reader_.part(); }
  const ProfileHeader& header() const override { return reader_.header(); }
  const FrameTable& frames() const override { return reader_.frames(); }

 private:
  const std::unique_ptr<ByteSource> source_;
  ProfileReader reader_;
};

// Profiles begin with a `#` or a word; what else there is may be compressed.
bool IsPlain(int descriptor) {
  char first = 0;
  return pread(descriptor, &first, 1, 0) == 1 && first > ' ' && first < '\x7f';
}

}  // namespace

absl::StatusOr<std::unique_ptr<PartSource>> OpenProfile(const std::string& path,
                                                        const std::string& name,
                                                        const ProfileFileOptions& options) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return SystemError(errno, "can't open", path);
  struct stat status;
  const bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  const size_t processors = std::max<size_t>(1, std::thread::hardware_concurrency());
  Chunking chunking = {descriptor, name, is_file ? static_cast<uint64_t>(status.st_size) : 0,
                       options.chunk_size,
                       options.threads > 0 ? options.threads : std::min(processors, kMostThreads)};
  chunking.workers = std::min<uint64_t>(chunking.workers, chunking.chunks());
  if (chunking.workers > 1 && IsPlain(descriptor)) {
    return std::make_unique<ProfileFileReader>(chunking);
  }
  // Closes the descriptor, whatever comes of it.
  ASSIGN_OR_RETURN(std::unique_ptr<ByteSource> source, ByteSourceOf(descriptor, path));
  return std::make_unique<PlainProfile>(std::move(source), name);
}

ProfileFileReader::ProfileFileReader(const Chunking& chunking)
    : chunking_(chunking),
      workers_(std::make_unique<ChunkWorkers>(chunking)),
      numbers_(chunking.workers) {}

ProfileFileReader::~ProfileFileReader() {
  workers_.reset();
  close(chunking_.descriptor);
}

absl::StatusOr<bool> ProfileFileReader::Next() {
  while (in_a_row_ == nullptr) {
    if (given_out_ < current_.parts.size()) {
      GiveOut(std::move(current_.parts[given_out_++]));
      return true;
    }
    ASSIGN_OR_RETURN(const bool any, NextChunk());
    if (!any) return false;
  }
  return NextInARow();
}

absl::StatusOr<bool> ProfileFileReader::NextChunk() {
  lines_ += current_.lines;
  current_ = {};
  given_out_ = 0;
  if (chunk_ == chunking_.chunks()) return false;
  ++chunk_;
  ASSIGN_OR_RETURN(ChunkResult chunk, workers_->Take());
  if (!chunk.clean) {
    ReadInARow(chunk.begin);
  } else {
    Merge(std::move(chunk));
  }
  return true;
}

void ProfileFileReader::Merge(ChunkResult chunk) {
  for (const auto& [object, function] : chunk.new_frames) {
    numbers_[chunk.worker].push_back(frames_.Frame(frames_.Object(object), function));
  }
  if (chunk.begin == 0) header_ = chunk.header;
  current_ = std::move(chunk);
}

void ProfileFileReader::GiveOut(ProfilePart part) {
  const std::vector<uint32_t>& numbers = numbers_[current_.worker];
  for (FrameCost& cost : part.costs) cost.frame = numbers[cost.frame];
  for (ProfileCall& call : part.calls) {
    call.caller = numbers[call.caller];
    call.callee = numbers[call.callee];
  }
  part.line += lines_;
  part.retracts = part.number <= highest_number_;
  highest_number_ = part.number;
  part_ = std::move(part);
}

void ProfileFileReader::ReadInARow(uint64_t begin) {
  workers_.reset();
  rest_ =
      std::make_unique<FilePart>(chunking_.descriptor, chunking_.name, begin, chunking_.file_size);
  ProfileReaderOptions options;
  if (begin > 0) options.lines_before = lines_;
  options.highest_number = highest_number_;
  options.frames = &frames_;
  in_a_row_ = std::make_unique<ProfileReader>(*rest_, chunking_.name, options);
}

absl::StatusOr<bool> ProfileFileReader::NextInARow() {
  const absl::StatusOr<bool> any = in_a_row_->Next();
  if (header_.creator.empty()) header_ = in_a_row_->header();
  if (any.ok() && *any) part_ = in_a_row_->TakePart();
  return any;
}

}  // namespace benchcell
