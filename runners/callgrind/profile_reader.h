// Callgrind's output files, part by part.
//
// A file has a part for each dump: a header with what triggered it, lines of costs, and the totals.
// Any number of parts in one file (--combine-dumps=yes), names abbreviated or not
// (--compress-strings), positions of any kind (--dump-instr, --compress-pos), jumps
// (--collect-jumps). Format: Valgrind manual, "Callgrind Format Specification".
//
// The text of a trigger is the workload's and may hold line breaks, so that some of its lines look
// like the format's. What keeps it from counting for something else:
//  - From the trigger to the line `positions:`, which follows in every file, all is the trigger's
//    text, whatever it looks like.
//  - A second header inside of a part shows that the first one, and all since, was text. So does
//    one behind totals without a `part:` between them. Such a part is marked `forged`.
//  - Callgrind counts parts one by one. A number that was already there shows that everything from
//    its first appearance on, and the part before it, can't be trusted: `retracts`.
//  - What frames cost must sum up to the totals.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_PROFILE_READER_H_
#define BENCHCELL_RUNNERS_CALLGRIND_PROFILE_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/callgrind/body_reader.h"
#include "runners/callgrind/line_blocks.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

// What a file says of itself. Bytes as they are, UTF-8 or not.
struct ProfileHeader {
  std::string creator;  // `callgrind-3.19.0`
  std::string command;
  uint64_t pid = 0;
};

struct ProfilePart {
  // As the file counts, from 1, and the line where it says so.
  uint64_t number = 0;
  int64_t line = 0;
  // `Program termination`, `Client Request: TEXT`. Bytes as they are, line breaks included.
  std::string trigger;
  std::vector<std::string> events;
  // As many as events.
  std::vector<uint64_t> totals;
  // Of the first event: by function, without what it calls, and in sum.
  std::vector<FrameCost> costs;
  uint64_t cost_total = 0;
  // A pair of functions may be there several times.
  std::vector<ProfileCall> calls;
  // Lines of the format stood in the trigger: costs may be the text's.
  bool forged = false;
  // Parts that came earlier with this number or a higher one, and the part before them, are void.
  bool retracts = false;
  // `FILE:LINE: found ..., expected ...`, of the first line that can't be read. Empty: none.
  std::string fault;
};

// Parts in order. Not thread-safe.
class PartSource {
 public:
  virtual ~PartSource() = default;

  // Reads the next part; false at the end. INVALID_ARGUMENT if this is no Callgrind profile.
  // DATA_LOSS if it ends in the middle of a part, which is named; the parts before it stand.
  virtual absl::StatusOr<bool> Next() = 0;

  // The last one that Next has read.
  virtual const ProfilePart& part() const = 0;
  // As far as it was read.
  virtual const ProfileHeader& header() const = 0;
  // Names of frames.
  virtual const FrameTable& frames() const = 0;
};

struct ProfileReaderOptions {
  size_t block_size = kBlockSize;
  // What to know of a file whose reading begins with a line `part:`: the lines before it, and the
  // highest number of a part among them.
  std::optional<int64_t> lines_before = {};
  uint64_t highest_number = 0;
  // Where functions are numbered; outlives the reader. Null: a table of its own.
  FrameTable* frames = nullptr;
  // What one reader after another may work in; outlives them. Null: buffers of its own.
  LineBuffers* buffers = nullptr;
};

// Memory: two blocks, the distinct functions of the file, and the distinct calls of the part that
// has most; never the file.
class ProfileReader : public PartSource {
 public:
  // The source outlives this. `name` is for errors.
  ProfileReader(ByteSource& source, const std::string& name,
                const ProfileReaderOptions& options = {});

  absl::StatusOr<bool> Next() override;
  const ProfilePart& part() const override { return part_; }
  const ProfileHeader& header() const override { return header_; }
  const FrameTable& frames() const override { return frames_; }

  ProfilePart TakePart() { return std::move(part_); }
  // Whether a name was abbreviated: what follows may depend on it.
  bool abbreviates() const { return body_.abbreviates(); }
  // How many were read, at the end.
  int64_t lines() const { return lines_before_; }

 private:
  // Where the next line stands.
  enum class Phase { kFileHead, kHead, kTrigger, kBody, kEnded };

  // What a line means; true if it belongs to the next part already, and stays unread.
  bool Take(std::string_view line);
  void TakeFileHead(std::string_view line);
  void TakeHead(std::string_view line);
  void TakeTrigger(std::string_view line);
  void TakeBody(std::string_view line);
  bool TakeEnded(std::string_view line);

  void BeginPart(uint64_t number);
  void TakePositions(std::string_view rest);
  void TakeEvents(std::string_view rest);
  void TakeTotals(std::string_view rest);
  void Fault(std::string_view line, std::string_view expected);
  absl::StatusOr<bool> EndOfFile();
  void FinishPart();
  std::string Place(int64_t line) const;

  const std::unique_ptr<LineBuffers> own_buffers_;
  LineBlocks blocks_;
  const std::string name_;
  FrameTable own_frames_;
  FrameTable& frames_;
  const LineBlock* block_ = nullptr;
  size_t at_ = 0;
  int64_t lines_before_ = 0;  // in blocks before this one
  // The last line, if it has no end.
  std::string unended_;
  BodyReader body_;
  Phase phase_ = Phase::kFileHead;
  bool recognised_ = false;
  bool done_ = false;
  // The last line of events, and their names.
  std::string events_text_;
  std::vector<std::string> events_;
  uint64_t highest_number_ = 0;
  ProfileHeader header_;
  ProfilePart part_;
  // The one that is being read.
  ProfilePart next_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_PROFILE_READER_H_
