// A lab that everything happens to, and that loses and doubles nothing. One test for each seed:
//
//     bazel test //tests/chaos:chaos_test --test_arg=--seeds=200
//     bazel test //tests/chaos:chaos_test --test_arg=--seeds=1 --test_arg=--first=4711
//
// Further arguments: --sqlite_seeds=N, --verbose=1 (tell all of seeds that pass, too),
// --namespaces=0 (do without network namespaces and own disks, as where there are none).
//
// A seed draws what happens and when; how the processes take it is new each time. So a seed that
// failed once may have to be run several times (--runs_per_test) until it does again.

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/chaos/play.h"
#include "tests/chaos/script.h"
#include "tests/chaos/world.h"

namespace benchcell::chaos {
namespace {

World* world = nullptr;
// Tells all of seeds that pass, too.
bool is_verbose = false;

std::string TextOf(const std::vector<Event>& script) {
  std::string text;
  for (const Event& event : script) absl::StrAppend(&text, Describe(event), "\n");
  return text;
}

class Seed : public testing::Test {
 public:
  Seed(StoreKind store, uint64_t seed) : store_(store), seed_(seed) {}

 private:
  void TestBody() override {
    if (world->expected_table.empty()) {
      const absl::StatusOr<Played> undisturbed = Play(*world, store_, 0, {});
      ASSERT_TRUE(undisturbed.ok()) << undisturbed.status();
      ASSERT_TRUE(undisturbed->objections.empty())
          << "undisturbed: " << absl::StrJoin(undisturbed->objections, "\n") << "\n"
          << undisturbed->logs;
      world->expected_table = undisturbed->table;
    }
    const std::vector<Event> script = MakeScript(seed_, world->StageFor(store_));
    const absl::StatusOr<Played> played = Play(*world, store_, seed_, script);
    ASSERT_TRUE(played.ok()) << played.status() << "\nseed " << seed_ << ":\n" << TextOf(script);
    std::cout << "seed " << seed_ << ": " << played->events << " of " << script.size()
              << " events, complete after " << absl::FormatDuration(played->took) << ", "
              << played->attempts << " attempts, " << played->superseded << " records superseded"
              << std::endl;
    if (is_verbose) std::cout << played->happened << played->logs << std::endl;
    EXPECT_TRUE(played->objections.empty() && played->table == world->expected_table)
        << "seed " << seed_ << "\n"
        << absl::StrJoin(played->objections, "\n") << "\n"
        << (played->table == world->expected_table ? "" : "the table is another:\n" + played->table)
        << "--- its script\n"
        << TextOf(script) << "--- what happened\n"
        << played->happened << played->logs;
  }

  const StoreKind store_;
  const uint64_t seed_;
};

void Register(StoreKind store, uint64_t seed) {
  const std::string suite = store == StoreKind::kPostgres ? "Postgres" : "Sqlite";
  testing::RegisterTest(suite.c_str(), absl::StrCat("Seed", seed).c_str(), nullptr, nullptr,
                        __FILE__, __LINE__,
                        [store, seed]() -> Seed* { return new Seed(store, seed); });
}

// The number behind `--name=`; `otherwise` if there is none.
uint64_t Flag(int argc, char** argv, const std::string& name, uint64_t otherwise) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!absl::StartsWith(word, "--" + name + "=")) continue;
    uint64_t value = 0;
    if (absl::SimpleAtoi(word.substr(name.size() + 3), &value)) return value;
  }
  return otherwise;
}

int Main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  signal(SIGPIPE, SIG_IGN);
  is_verbose = Flag(argc, argv, "verbose", 0) != 0;
  const uint64_t first = Flag(argc, argv, "first", 1);
  for (uint64_t i = 0; i < Flag(argc, argv, "seeds", 50); ++i) {
    Register(StoreKind::kPostgres, first + i);
  }
  for (uint64_t i = 0; i < Flag(argc, argv, "sqlite_seeds", 10); ++i) {
    Register(StoreKind::kSqlite, first + i);
  }
  const std::filesystem::path programs =
      std::filesystem::path(std::getenv("TEST_SRCDIR")) / std::getenv("TEST_WORKSPACE");
  absl::StatusOr<std::unique_ptr<World>> made =
      World::Create(programs, std::filesystem::path(std::getenv("TEST_TMPDIR")) / "chaos",
                    /*own_namespaces=*/Flag(argc, argv, "namespaces", 1) != 0);
  if (!made.ok()) {
    std::cerr << made.status() << std::endl;
    return 1;
  }
  world = made->get();
  if (!world->shortfall().empty()) std::cout << world->shortfall() << std::endl;
  return RUN_ALL_TESTS();
}

}  // namespace
}  // namespace benchcell::chaos

int main(int argc, char** argv) { return benchcell::chaos::Main(argc, argv); }
