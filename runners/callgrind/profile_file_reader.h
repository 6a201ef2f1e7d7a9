// A profile in a file, read by several threads: what ProfileReader gives, sooner.
//
// Threads read chunks of the file as if a part began at the first line of the chunk that looks like
// one. Before anything of a chunk is given out, it is known that it does: the chunks before it
// ended with whole parts. From the first chunk on in which anything is odd (a line that can't be
// read, lines of the format in a name, a file that is cut, names that are abbreviated once for the
// whole file), the rest is read in a row. So the parts, their order, and what is said of them are
// ProfileReader's in every case.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_PROFILE_FILE_READER_H_
#define BENCHCELL_RUNNERS_CALLGRIND_PROFILE_FILE_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/callgrind/chunk_workers.h"
#include "runners/callgrind/profile_reader.h"

namespace benchcell {

struct ProfileFileOptions {
  // 0: as many as there are processors, and at most kMostThreads. Files of fewer than two chunks
  // are read by the caller's thread alone.
  size_t threads = 0;
  // Memory is three chunks' parts for each thread.
  uint64_t chunk_size = uint64_t{1} << 20;
};
inline constexpr size_t kMostThreads = 4;

// Opens a file, plain or compressed (which one thread reads). `name` is for errors. NOT_FOUND if
// there is no such file.
absl::StatusOr<std::unique_ptr<PartSource>> OpenProfile(const std::string& path,
                                                        const std::string& name,
                                                        const ProfileFileOptions& options = {});

// Use OpenProfile.
class ProfileFileReader : public PartSource {
 public:
  // Closes the descriptor in the end.
  explicit ProfileFileReader(const Chunking& chunking);
  ~ProfileFileReader() override;

  absl::StatusOr<bool> Next() override;
  const ProfilePart& part() const override { return part_; }
  const ProfileHeader& header() const override { return header_; }
  const FrameTable& frames() const override { return frames_; }

 private:
  // Takes the next chunk; false at the end of the file.
  absl::StatusOr<bool> NextChunk();
  void Merge(ChunkResult chunk);
  // Reads on from there in a row.
  void ReadInARow(uint64_t begin);
  absl::StatusOr<bool> NextInARow();
  void GiveOut(ProfilePart part);

  const Chunking chunking_;
  std::unique_ptr<ChunkWorkers> workers_;
  // The frames of each thread, as they are numbered here.
  std::vector<std::vector<uint32_t>> numbers_;
  uint64_t chunk_ = 0;
  ChunkResult current_;
  size_t given_out_ = 0;
  int64_t lines_ = 0;
  uint64_t highest_number_ = 0;
  FrameTable frames_;
  ProfileHeader header_;
  ProfilePart part_;
  std::unique_ptr<ByteSource> rest_;
  std::unique_ptr<ProfileReader> in_a_row_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_PROFILE_FILE_READER_H_
