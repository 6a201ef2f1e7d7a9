// What the chaos test measures: a program that takes a known time, gives a known answer, and tells
// on whoever runs two of it on one machine.
//
//     workload ANSWER MILLISECONDS JOURNAL
//
// It holds a lock on the journal while it runs, and so does a daemon that it leaves behind: where
// the lock is taken, two measurements overlap, or an earlier one was not ended with all that it
// started. The journal gets `begin NONCE` and `end NONCE`, or `overlap NONCE`.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

bool Note(int journal, const char* what, uint64_t nonce) {
  char line[64];
  const int size = snprintf(line, sizeof(line), "%s %016" PRIx64 "\n", what, nonce);
  return write(journal, line, static_cast<size_t>(size)) == size;
}

// Something that outlives the program unless somebody ends it.
void LeaveDaemon() {
  if (fork() != 0) return;
  setsid();
  sleep(600);
  _exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int journal = open(argv[3], O_WRONLY | O_APPEND);
  uint64_t nonce = 0;
  if (journal < 0 || getrandom(&nonce, sizeof(nonce), 0) != sizeof(nonce)) return 3;
  if (flock(journal, LOCK_EX | LOCK_NB) != 0) {
    Note(journal, "overlap", nonce);
    return 4;
  }
  if (!Note(journal, "begin", nonce)) return 5;
  LeaveDaemon();
  const long milliseconds = atol(argv[2]);
  const timespec length = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&length, nullptr);
  if (!Note(journal, "end", nonce)) return 6;
  printf("answer %s\nnonce %016" PRIx64 "\n", argv[1], nonce);
  return fflush(stdout) == 0 ? 0 : 7;
}
