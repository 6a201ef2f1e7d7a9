#include "tests/chaos/script.h"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "absl/strings/str_format.h"

namespace benchcell::chaos {
namespace {

// Over so long events begin, at least as many as this.
constexpr int kFewest = 9;
constexpr int kMore = 8;
constexpr int kLongestGapMs = 650;

struct Kind {
  Trouble trouble;
  const char* name;
  // How often it comes, beside the others.
  int weight;
  // Milliseconds that it lasts. The long ones outlast a lease.
  int shortest;
  int longest;
  enum Target { kCoordinator, kAgent, kNone } target;
};

constexpr Kind kKinds[kTroubles] = {
    {Trouble::kKillCoordinator, "kill coordinator", 4, 20, 1500, Kind::kCoordinator},
    {Trouble::kKillAgent, "kill agent", 5, 20, 2500, Kind::kAgent},
    {Trouble::kFreezeCoordinator, "freeze coordinator", 2, 100, 2500, Kind::kCoordinator},
    {Trouble::kFreezeAgent, "freeze agent", 4, 200, 2500, Kind::kAgent},
    {Trouble::kCutNetwork, "cut the network of agent", 4, 100, 2500, Kind::kAgent},
    {Trouble::kLoseAnswers, "lose the answers to agent", 3, 100, 2500, Kind::kAgent},
    {Trouble::kFillDisk, "fill the disk of agent", 2, 100, 1500, Kind::kAgent},
    {Trouble::kLoseMachine, "lose the machine of agent", 1, 300, 1500, Kind::kAgent},
    {Trouble::kRestartDatabase, "restart the database", 1, 20, 600, Kind::kNone},
    {Trouble::kKillDatabase, "kill the database", 2, 20, 1000, Kind::kNone},
    {Trouble::kFreezeDatabase, "freeze the database", 1, 100, 1500, Kind::kNone},
    {Trouble::kBlackout, "blackout", 1, 20, 1000, Kind::kNone},
};

const Kind& KindOf(Trouble trouble) { return kKinds[static_cast<int>(trouble)]; }

bool IsPossible(Trouble trouble, const Stage& stage) {
  switch (trouble) {
    case Trouble::kFillDisk:
      return stage.has_disks;
    case Trouble::kLoseAnswers:
      return stage.has_one_way_cuts;
    case Trouble::kRestartDatabase:
    case Trouble::kKillDatabase:
    case Trouble::kFreezeDatabase:
      return stage.has_database;
    default:
      return true;
  }
}

class Drawer {
 public:
  explicit Drawer(uint64_t seed) : bits_(seed) {}

  // From 0 to below `bound`. The bias is far below what a test could notice.
  int Below(int bound) { return static_cast<int>(bits_() % static_cast<uint64_t>(bound)); }

  Trouble Any(const Stage& stage) {
    int sum = 0;
    for (const Kind& kind : kKinds) sum += IsPossible(kind.trouble, stage) ? kind.weight : 0;
    int left = Below(sum);
    for (const Kind& kind : kKinds) {
      if (!IsPossible(kind.trouble, stage)) continue;
      if (left < kind.weight) return kind.trouble;
      left -= kind.weight;
    }
    return Trouble::kKillAgent;
  }

 private:
  // Spelled out by the standard: the same bits everywhere.
  std::mt19937_64 bits_;
};

}  // namespace

std::vector<Event> MakeScript(uint64_t seed, const Stage& stage) {
  Drawer drawer(seed);
  std::vector<Event> script;
  std::map<std::pair<Trouble, int>, absl::Duration> busy;
  absl::Duration now;
  for (int left = kFewest + drawer.Below(kMore); left > 0; --left) {
    now += absl::Milliseconds(drawer.Below(kLongestGapMs));
    Event event;
    event.trouble = drawer.Any(stage);
    const Kind& kind = KindOf(event.trouble);
    if (kind.target == Kind::kCoordinator) event.target = drawer.Below(stage.coordinators);
    if (kind.target == Kind::kAgent) event.target = drawer.Below(stage.agents);
    event.start = now;
    event.length =
        absl::Milliseconds(kind.shortest + drawer.Below(kind.longest - kind.shortest + 1));
    absl::Duration& until = busy[{event.trouble, event.target}];
    if (until > event.start) continue;
    until = event.start + event.length;
    script.push_back(event);
  }
  return script;
}

std::string Describe(const Event& event) {
  const Kind& kind = KindOf(event.trouble);
  const std::string target = kind.target == Kind::kNone ? "" : absl::StrFormat(" %d", event.target);
  return absl::StrFormat("%6.3fs +%.3fs  %s%s", absl::ToDoubleSeconds(event.start),
                         absl::ToDoubleSeconds(event.length), kind.name, target);
}

}  // namespace benchcell::chaos
