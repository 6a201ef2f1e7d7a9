#include "runners/store/faulty_disk.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cstdint>
#include <limits>

#include "runners/store/store_script.h"

namespace benchcell {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// SQLite keeps its disks in a table of the process, so the state of ours is the process's too.
struct State {
  sqlite3_vfs* real = nullptr;
  sqlite3_vfs faulty = {};
  int64_t left = kNever;
  FaultyDisk::Fault fault = FaultyDisk::Fault::kFull;
  bool struck = false;
} state;

// SQLite allocates this and, behind it, the real file.
struct File {
  sqlite3_file base;
  sqlite3_file* real;
};

sqlite3_file* Real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real; }

// Whether the fault strikes at this operation.
bool Strikes() {
  if (state.left == kNever) return false;
  if (state.left > 0) {
    --state.left;
    return false;
  }
  state.struck = true;
  return true;
}

void KillHere() {
  if (state.fault == FaultyDisk::Fault::kKill && Strikes()) _exit(kKilled);
}

int Write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  sqlite3_file* const real = Real(file);
  if (Strikes()) {
    real->pMethods->xWrite(real, data, size / 2, offset);
    if (state.fault == FaultyDisk::Fault::kKill) _exit(kKilled);
    return SQLITE_FULL;
  }
  return real->pMethods->xWrite(real, data, size, offset);
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  KillHere();
  return Real(file)->pMethods->xTruncate(Real(file), size);
}

// The process dies here, and the machine goes on: what was written stays without being synced, and
// the many writes at which a test fails don't wait for the real disk.
int Sync(sqlite3_file*, int) {
  KillHere();
  return SQLITE_OK;
}

int Delete(sqlite3_vfs*, const char* name, int sync_folder) {
  KillHere();
  return state.real->xDelete(state.real, name, sync_folder);
}

// A method that only passes its arguments on to the real file.
template <auto Method>
struct PassOn;
template <typename... Args, int (*sqlite3_io_methods::*Method)(sqlite3_file*, Args...)>
struct PassOn<Method> {
  static int Call(sqlite3_file* file, Args... args) {
    return (Real(file)->pMethods->*Method)(Real(file), args...);
  }
};

void ShmBarrier(sqlite3_file* file) { Real(file)->pMethods->xShmBarrier(Real(file)); }

const sqlite3_io_methods& Methods() {
  using M = sqlite3_io_methods;
  static const sqlite3_io_methods methods = {
      .iVersion = 2,
      .xClose = PassOn<&M::xClose>::Call,
      .xRead = PassOn<&M::xRead>::Call,
      .xWrite = Write,
      .xTruncate = Truncate,
      .xSync = Sync,
      .xFileSize = PassOn<&M::xFileSize>::Call,
      .xLock = PassOn<&M::xLock>::Call,
      .xUnlock = PassOn<&M::xUnlock>::Call,
      .xCheckReservedLock = PassOn<&M::xCheckReservedLock>::Call,
      .xFileControl = PassOn<&M::xFileControl>::Call,
      .xSectorSize = PassOn<&M::xSectorSize>::Call,
      .xDeviceCharacteristics = PassOn<&M::xDeviceCharacteristics>::Call,
      .xShmMap = PassOn<&M::xShmMap>::Call,
      .xShmLock = PassOn<&M::xShmLock>::Call,
      .xShmBarrier = ShmBarrier,
      .xShmUnmap = PassOn<&M::xShmUnmap>::Call,
      .xFetch = nullptr,
      .xUnfetch = nullptr,
  };
  return methods;
}

int Open(sqlite3_vfs*, const char* name, sqlite3_file* opened, int flags, int* out_flags) {
  auto* const file = reinterpret_cast<File*>(opened);
  file->real = reinterpret_cast<sqlite3_file*>(file + 1);
  const int code = state.real->xOpen(state.real, name, file->real, flags, out_flags);
  // SQLite closes a file if and only if it has methods.
  file->base.pMethods = file->real->pMethods == nullptr ? nullptr : &Methods();
  return code;
}

}  // namespace

void FaultyDisk::Install() {
  state.real = sqlite3_vfs_find(nullptr);
  // Everything but files is the real disk's, which finds its own data through pAppData.
  state.faulty = *state.real;
  state.faulty.zName = "faulty";
  state.faulty.szOsFile = static_cast<int>(sizeof(File)) + state.real->szOsFile;
  state.faulty.xOpen = Open;
  state.faulty.xDelete = Delete;
  sqlite3_vfs_register(&state.faulty, /*makeDflt=*/1);
}

void FaultyDisk::FailAfter(int64_t operations, Fault fault) {
  state.left = operations;
  state.fault = fault;
  state.struck = false;
}

void FaultyDisk::Heal() { state.left = kNever; }

bool FaultyDisk::Struck() { return state.struck; }

}  // namespace benchcell
