// Prints how many blocks a second a store takes: leased and finished by 8 threads at once, beside
// how often a second the same disk syncs a file.
//
//   bazel run //tests/perf:store_rate
//
// Held against: 2,000 blocks a second on SQLite and 1,000 on PostgreSQL, on 2 processors. The
// server shares them, syncs to its disk as in production, and is this program's own. Times vary
// with what else the machine does; syncs per block don't.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "runners/base/files.h"
#include "runners/store/postgres_server.h"
#include "runners/store/postgres_store.h"
#include "runners/store/sqlite_store.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using std::chrono::steady_clock;

constexpr uint32_t kThreads = 8;
constexpr uint32_t kRounds = 4;
constexpr absl::Duration kLease = absl::Minutes(1);

double SecondsSince(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

// Counts commits, each of which syncs once.
class CommitCounter final : public WriteHook {
 public:
  void BeforeCommit() override { ++commits; }
  void AfterCommit() override {}
  std::atomic<int64_t> commits = 0;
};

// How a thread gets its next block: by its key, or as the first of some.
enum class How { kLease, kClaim };

struct Rate {
  double blocks_per_second = 0;
  double median_ms = 0;
  std::string error = {};
};

// Each thread measures every eighth cell, as a machine of its own.
void Work(Store& store, const std::vector<BlockRow>& rows, uint32_t thread, How how,
          std::vector<double>& ms, std::string& error) {
  const LeaseTerms terms = {"m" + std::to_string(thread), 1, absl::Now() + kLease};
  for (BlockRow row : rows) {
    if (row.key.cell % kThreads != thread) continue;
    const auto start = steady_clock::now();
    absl::StatusOr<uint64_t> token;
    if (how == How::kLease) {
      token = store.Lease(row.key, terms);
    } else {
      const auto claimed = store.Claim({row.key}, terms);
      token = claimed.ok() ? absl::StatusOr<uint64_t>((*claimed)->fencing_token) : claimed.status();
    }
    row.attempt = 1;
    const absl::Status status =
        token.ok() ? store.Finish(row.key, *token, SampleRecords(row)) : token.status();
    if (!status.ok()) {
      error = status.ToString();
      return;
    }
    ms.push_back(SecondsSince(start) * 1000);
  }
}

Rate Measure(Store& store, const std::string& id, uint32_t blocks, How how) {
  const absl::Status created = store.CreateRun(SampleRun(id, blocks / kRounds, kRounds));
  if (!created.ok()) return {.error = created.ToString()};
  const absl::StatusOr<std::vector<BlockRow>> rows = store.Blocks(id);
  if (!rows.ok()) return {.error = rows.status().ToString()};
  std::vector<std::vector<double>> ms(kThreads);
  std::vector<std::string> errors(kThreads);
  std::vector<std::thread> threads;
  const auto start = steady_clock::now();
  for (uint32_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] { Work(store, *rows, i, how, ms[i], errors[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  Rate rate = {.blocks_per_second = blocks / SecondsSince(start)};
  std::vector<double> all;
  for (uint32_t i = 0; i < kThreads; ++i) {
    all.insert(all.end(), ms[i].begin(), ms[i].end());
    if (!errors[i].empty()) rate.error = errors[i];
  }
  if (!all.empty()) {
    std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
    rate.median_ms = all[all.size() / 2];
  }
  return rate;
}

bool Print(const char* store, const char* how, const Rate& rate, double syncs_per_block,
           int limit) {
  if (!rate.error.empty()) {
    std::fprintf(stderr, "%s: %s\n", store, rate.error.c_str());
    return false;
  }
  std::printf("%-10s %-14s %7.0f blocks/s (aim %d), %.2f syncs per block, median block %.2f ms\n",
              store, how, rate.blocks_per_second, limit, syncs_per_block, rate.median_ms);
  return true;
}

bool MeasureSqlite(const std::filesystem::path& folder, uint32_t blocks) {
  CommitCounter counter;
  const auto store = SqliteStore::Open(folder / "store.db", {.hook = &counter});
  if (!store.ok()) return Print("SQLite", "", {.error = store.status().ToString()}, 0, 0);
  bool good = true;
  for (const How how : {How::kLease, How::kClaim}) {
    const bool lease = how == How::kLease;
    const int64_t before = counter.commits;
    const Rate rate = Measure(**store, lease ? "lease" : "claim", blocks, how);
    good &= Print("SQLite", lease ? "Lease, Finish" : "Claim, Finish", rate,
                  static_cast<double>(counter.commits - before) / blocks, 2000);
  }
  return good;
}

bool MeasurePostgres(uint32_t blocks) {
  const auto server = PostgresServer::Create({.durable = true});
  if (!server.ok()) return Print("PostgreSQL", "", {.error = server.status().ToString()}, 0, 0);
  bool good = true;
  for (const How how : {How::kLease, How::kClaim}) {
    const bool lease = how == How::kLease;
    const absl::StatusOr<int64_t> before = (*server)->QueryInt("SELECT wal_sync FROM pg_stat_wal");
    Rate rate;
    {
      // Closed before it is counted: a connection reports its numbers when it ends.
      const auto store = PostgresStore::Open((*server)->Uri(), {});
      if (!store.ok()) return Print("PostgreSQL", "", {.error = store.status().ToString()}, 0, 0);
      rate = Measure(**store, lease ? "lease" : "claim", blocks, how);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const absl::StatusOr<int64_t> after = (*server)->QueryInt("SELECT wal_sync FROM pg_stat_wal");
    const double syncs = before.ok() && after.ok() ? static_cast<double>(*after - *before) : 0;
    good &=
        Print("PostgreSQL", lease ? "Lease, Finish" : "Claim, Finish", rate, syncs / blocks, 1000);
  }
  return good;
}

// Appends a page and syncs, one after the other.
bool MeasureDisk(const std::filesystem::path& folder, int syncs) {
  const int file = open((folder / "disk").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  const std::string page(4096, 'x');
  const auto start = steady_clock::now();
  for (int i = 0; i < syncs; ++i) {
    if (write(file, page.data(), page.size()) != static_cast<ssize_t>(page.size()) ||
        fsync(file) != 0) {
      std::perror("sync");
      return false;
    }
  }
  std::printf("disk       %7.0f syncs/s, %.3f ms each\n", syncs / SecondsSince(start),
              SecondsSince(start) * 1000 / syncs);
  close(file);
  return true;
}

int Main(uint32_t blocks) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "benchcell-store-rate";
  RemoveAll(folder).IgnoreError();
  bool good = MakeFolder(folder).ok() && MeasureDisk(folder, static_cast<int>(blocks));
  good = good && MeasureSqlite(folder, blocks);
  good = good && MeasurePostgres(blocks);
  RemoveAll(folder).IgnoreError();
  return good ? 0 : 1;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  if (argc != 2 || std::atoi(argv[1]) < 32) {
    std::fprintf(stderr, "usage: store_rate BLOCKS (32 or more)\n");
    return 2;
  }
  return benchcell::Main(static_cast<uint32_t>(std::atoi(argv[1])));
}
