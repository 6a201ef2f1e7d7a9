// Stored runs of counted benchmarks for the tests of this folder.

#ifndef BENCHCELL_RUNNERS_REPORT_COUNT_RUN_TESTING_H_
#define BENCHCELL_RUNNERS_REPORT_COUNT_RUN_TESTING_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "benchcell/v1/metric.pb.h"
#include "runners/report/profile_testing.h"
#include "runners/report/testing.h"

namespace benchcell {

struct CountedBenchmark {
  std::string name;
  double count = 0;
  v1::Profile profile = {};
};

// A benchmark that costs what its profile does.
inline CountedBenchmark Counted(const std::string& name, const v1::Profile& profile) {
  CountedBenchmark counted{name, 0, profile};
  for (const v1::Frame& frame : profile.frame()) counted.count += frame.cost();
  return counted;
}

// Makes an ExperimentRun with the exact metric `instructions`, comparable for the same node and
// valgrind, on the machine `lab-1`.
class CountRunMaker {
 public:
  // `experiment` in text format.
  explicit CountRunMaker(const std::string& experiment) : maker_(experiment) {
    maker_.run().clear_metric();
    maker_.AddMetric("instructions", "1", v1::BENCHMARK);
    v1::Metric& metric = *maker_.run().mutable_metric(0);
    metric.set_exact(true);
    metric.add_comparable("node");
    metric.add_comparable("valgrind");
  }

  void AddCell(const std::vector<std::pair<std::string, std::string>>& levels) {
    maker_.AddCell(levels);
    next_.clear();
    v1::Block& block = *maker_.run().add_block();
    block.set_cell(maker_.run().cell_size() - 1);
  }

  // One more run of a build in the latest cell.
  v1::RunRecord& AddRun(uint32_t build, const std::vector<CountedBenchmark>& benchmarks,
                        const std::string& node = "24.22.3") {
    v1::PlannedRun& planned = *maker_.run().mutable_block(maker_.run().block_size() - 1)->add_run();
    planned.set_build(build);
    planned.set_index(next_[build]++);
    v1::RunRecord& record = *maker_.run().add_record();
    record.set_cell(maker_.run().cell_size() - 1);
    *record.mutable_planned() = planned;
    record.set_attempt(1);
    record.set_status(v1::OK);
    record.set_machine("lab-1");
    record.set_epoch(1);
    (*record.mutable_observed())["node"] = node;
    (*record.mutable_observed())["valgrind"] = "3.19.0";
    for (const CountedBenchmark& benchmark : benchmarks) {
      v1::Sample& sample = *record.add_sample();
      sample.set_metric("instructions");
      sample.set_benchmark(benchmark.name);
      sample.set_value(benchmark.count);
      if (benchmark.profile.frame().empty()) continue;
      v1::Profile& profile = *record.add_profile();
      profile = benchmark.profile;
      profile.set_metric("instructions");
      profile.set_benchmark(benchmark.name);
    }
    return record;
  }

  v1::ExperimentRun& run() { return maker_.run(); }

 private:
  RunMaker maker_;
  std::map<uint32_t, uint32_t> next_;
};

// Three builds of four benchmarks, two runs each: a counter in the runner that one build has and
// the next has not, a tier flip, a benchmark whose runs disagree, and one that stays the same.
inline CountRunMaker CountRun(const std::string& published = "") {
  CountRunMaker maker(R"(
    name: "counts"
    title: "Getter tracking"
    build { name: "4" }
    build { name: "5" }
    build { name: "5-suppressed" }
    protocol { rounds: 1 runs: 2 }
  )" + published);
  maker.AddCell({{"file", "src/a.bench.ts"}});
  for (int run = 0; run < 2; ++run) {
    const CountedBenchmark same{"fibo 15", 92787};
    maker.AddRun(0, {Counted("dense", Untracked()),
                     Counted("local", Interpreted()),
                     {"json", 1034554.0 + 426 * run},
                     same});
    maker.AddRun(1, {Counted("dense", Tracked()),
                     Counted("local", Compiled()),
                     {"json", 1034700.0 + 100 * run},
                     same});
    CountedBenchmark dense = Counted("dense", Untracked());
    dense.count += 217;
    maker.AddRun(2, {dense, Counted("local", Interpreted()), {"json", 1036472}, same});
  }
  return maker;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_COUNT_RUN_TESTING_H_
