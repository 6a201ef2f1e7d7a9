// A stream socket between the warden and the program that it watches over: what the program writes
// to its end goes into a file. Used by the warden only: single-threaded, free of libraries.

#ifndef BENCHCELL_RUNNERS_EXEC_PROGRAM_CHANNEL_H_
#define BENCHCELL_RUNNERS_EXEC_PROGRAM_CHANNEL_H_

#include <cstdint>

namespace benchcell {

class ProgramChannel {
 public:
  // `file` is open for writing and stays the caller's; -1 for no channel, and then all below do
  // nothing. It takes `limit` bytes; what comes after them is thrown away.
  ProgramChannel(int file, int64_t limit) : file_(file), left_(limit) {}
  ~ProgramChannel();
  ProgramChannel(const ProgramChannel&) = delete;
  ProgramChannel& operator=(const ProgramChannel&) = delete;

  // Makes the socket, both ends closed at an exec. 0, or errno.
  int Open();

  // In the child, before its exec: the program's end becomes descriptor `fd`, which the exec keeps.
  // A system call only, for use after vfork. 0, or errno.
  int HandOver(int fd) const;

  // In the warden, once the program has its end: or the end of the last holder would not be seen.
  void CloseProgramEnd();

  // Readable when Take has something to do; -1 without a channel or once all holders are gone.
  int fd() const { return own_end_; }

  // Writes at most 64 KiB of what has come to the file. Does not wait. After a failed write the
  // rest is thrown away, so that the program never waits for a full disk.
  void Take();

  // Takes all that was sent, until every holder is gone; waits for at most `grace_ms` in all.
  void Finish(int grace_ms);

  // More than the limit has come.
  bool full() const { return full_; }

  // errno of the first failed write; 0 for none.
  int error() const { return error_; }

 private:
  void Write(const char* bytes, long size);

  const int file_;
  int64_t left_;
  bool full_ = false;
  int own_end_ = -1;
  int program_end_ = -1;
  int error_ = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_PROGRAM_CHANNEL_H_
