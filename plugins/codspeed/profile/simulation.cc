#include "plugins/codspeed/profile/simulation.h"

#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "plugins/codspeed/profile/environment.h"
#include "plugins/codspeed/profile/frame_names.h"
#include "plugins/codspeed/profile/frames.h"
#include "plugins/codspeed/profile/places.h"
#include "runners/base/text.h"
#include "runners/callgrind/profile_reader.h"

namespace benchcell::codspeed {
namespace {

constexpr std::string_view kRequest = "Client Request: ";
constexpr std::string_view kMetadata = "Metadata: ";
constexpr std::string_view kTermination = "Program termination";
constexpr std::string_view kCallgrind = "callgrind-";

std::optional<std::string> After(std::string_view text, std::string_view start) {
  if (text.substr(0, start.size()) != start) return std::nullopt;
  return std::string(text.substr(start.size()));
}

// In messages, names of any length on one line.
std::string Shown(const std::string& uri) {
  constexpr size_t kShown = 100;
  std::string line = uri.substr(0, kShown);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return absl::StrCat("\"", WithoutControls(ToValidUtf8(line)), uri.size() > kShown ? "..." : "",
                      "\"");
}

class ProcessReader {
 public:
  ProcessReader(PartSource& source, const std::string& name, const PerfMap* map)
      : reader_(source), name_(name), map_(map) {}

  absl::StatusOr<SimulatedProcess> Read() {
    absl::StatusOr<bool> any = reader_.Next();
    for (; any.ok() && *any; any = reader_.Next()) TakePart(reader_.part());
    if (!any.ok() && any.status().code() != absl::StatusCode::kDataLoss) return any.status();
    if (!any.ok()) {
      AddTrouble(TroubleKind::kTruncated, std::string(any.status().message()));
    } else if (!terminated_) {
      AddTrouble(TroubleKind::kUnended,
                 absl::StrCat(name_,
                              ": found no part for the end of the program; the process was "
                              "killed, and benchmarks may be missing"));
    }
    const std::optional<std::string> version = After(reader_.header().creator, kCallgrind);
    process_.valgrind = ToValidUtf8(version.value_or(reader_.header().creator));
    for (uint32_t frame = 0; process_.processor.empty() && frame < reader_.frames().frames();
         ++frame) {
      const std::string& object = reader_.frames().object_name(reader_.frames().object(frame));
      process_.processor =
          ProcessorOfLinker(std::string_view(object).substr(object.rfind('/') + 1));
    }
    return std::move(process_);
  }

 private:
  void TakePart(const ProfilePart& part) {
    if (part.retracts) Retract(part);
    const std::string place = absl::StrCat(name_, ":", part.line);
    if (part.trigger == kTermination) {
      terminated_ = true;
      if (!part.totals.empty() && part.totals.front() > 0) {
        AddTrouble(TroubleKind::kThrown,
                   absl::StrCat(place, ": found ", part.totals.front(), " ", part.events.front(),
                                " that belong to no benchmark: one threw", AfterLast(),
                                "; it and those after it in the file have no counts"));
      }
      return;
    }
    const std::optional<std::string> request = After(part.trigger, kRequest);
    if (!request.has_value()) return;
    if (const auto metadata = After(*request, kMetadata); metadata.has_value() && !named_) {
      process_.codspeed = ToValidUtf8(*metadata);
      named_ = true;
      return;
    }
    TakeBenchmark(part, *request, place);
  }

  void TakeBenchmark(const ProfilePart& part, const std::string& uri, const std::string& place) {
    std::string wrong;
    if (!part.fault.empty()) {
      wrong = part.fault;
    } else if (part.forged) {
      wrong = absl::StrCat(place, ": found lines of Callgrind's format in the name ", Shown(uri),
                           ", expected a name without them");
    } else if (part.totals.empty() || part.cost_total != part.totals.front()) {
      wrong = absl::StrCat(place, ": found frames that cost ", part.cost_total,
                           " in sum, expected the totals, ",
                           part.totals.empty() ? 0 : part.totals.front());
    }
    if (!wrong.empty()) {
      AddTrouble(TroubleKind::kDamaged, absl::StrCat(wrong, "; ", Shown(uri), " has no counts"));
      return;
    }
    BenchmarkProfile& benchmark = process_.benchmarks.emplace_back();
    numbers_.push_back(part.number);
    benchmark.uri = ToValidUtf8(uri);
    benchmark.pid = reader_.header().pid;
    for (size_t i = 0; i < part.events.size(); ++i) {
      const std::optional<EventMetric> metric = MetricOfEvent(part.events[i]);
      if (!metric.has_value()) continue;
      v1::Sample& sample = benchmark.samples.emplace_back();
      sample.set_metric(std::string(metric->metric));
      sample.set_value(static_cast<double>(part.totals[i]) * metric->scale);
    }
    AddProfile(part, benchmark);
  }

  void AddProfile(const ProfilePart& part, BenchmarkProfile& benchmark) {
    const std::optional<EventMetric> first = MetricOfEvent(part.events.front());
    if (part.cost_total == 0 || !first.has_value() || first->metric != kInstructions) return;
    v1::Profile& profile = benchmark.profiles.emplace_back();
    profile.set_metric(kInstructions);
    const std::string root = RootOfCommand(reader_.header().command);
    for (v1::Frame& frame :
         FramesOf(part, NameFrames(part, reader_.frames(), map_, root), kMostFrames)) {
      *profile.add_frame() = std::move(frame);
    }
  }

  // A name has forged whole parts: of these, and of the benchmark that has it, nothing is known.
  void Retract(const ProfilePart& part) {
    std::string names;
    while (!numbers_.empty() && numbers_.back() + 1 >= part.number) {
      absl::StrAppend(&names, names.empty() ? "" : ", ", Shown(process_.benchmarks.back().uri));
      numbers_.pop_back();
      process_.benchmarks.pop_back();
    }
    AddTrouble(TroubleKind::kDamaged,
               absl::StrCat(name_, ":", part.line, ": found part ", part.number,
                            " a second time, expected parts in order: a benchmark's name has "
                            "lines of Callgrind's format; no counts for ",
                            names.empty() ? "it" : names));
  }

  std::string AfterLast() const {
    if (process_.benchmarks.empty()) return " before any other had ended";
    return absl::StrCat(" after ", Shown(process_.benchmarks.back().uri));
  }

  void AddTrouble(TroubleKind kind, std::string message) {
    process_.troubles.push_back({kind, std::move(message)});
  }

  PartSource& reader_;
  const std::string name_;
  const PerfMap* const map_;
  SimulatedProcess process_;
  // Of the parts of process_.benchmarks.
  std::vector<uint64_t> numbers_;
  bool named_ = false;
  bool terminated_ = false;
};

}  // namespace

absl::StatusOr<SimulatedProcess> ReadSimulation(PartSource& source, const std::string& name,
                                                const PerfMap* map) {
  return ProcessReader(source, name, map).Read();
}

}  // namespace benchcell::codspeed
