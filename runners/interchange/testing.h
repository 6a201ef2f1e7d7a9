// Files, runs and awkward names for the tests of this folder.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_TESTING_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_TESTING_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "runners/base/files.h"
#include "runners/interchange/import.h"
#include "runners/report/testing.h"

namespace benchcell {

inline const std::string kRecorded = "fixtures/recorded/interchange/";

// Commas, quotes, line breaks, emoji, right-to-left text and its overrides, white space of all
// kinds, what other formats take for syntax, and 300 characters.
inline const std::vector<std::string>& AwkwardNames() {
  static const auto* const names = new std::vector<std::string>{
      "a, b=c",
      "\"quoted\" and 'single'",
      "two\nlines\r\n\tand a tab",
      "\U0001F600 \U0001F468\u200D\U0001F469\u200D\U0001F467",
      "\u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627",
      "\u202Egnirts\u202C \u2028 \u00A0\u3000",
      std::string(300, 'x'),
      "a/b/c-8",
      "100%25 [x] #2 {y}",
      "back\\slash ` | * _ <b>",
      " spaces at both ends ",
      "build: 1",
  };
  return *names;
}

inline AssembleFacts Facts() {
  return {absl::FromUnixSeconds(1'796'000'000), [] { return uint64_t{0x7f3a} << 48; }, "1.0"};
}

// Writes files and imports them, the first as the baseline.
inline absl::StatusOr<ImportedRun> ImportTexts(
    const std::vector<std::pair<std::string, std::string>>& files, const std::string& format = "") {
  ImportRequest request;
  request.format = format;
  for (const auto& [name, text] : files) {
    const auto path = std::filesystem::path(testing::TempDir()) / name;
    EXPECT_TRUE(WriteFile(path, text).ok());
    request.files.push_back({path, ""});
  }
  return Import(request, Facts());
}

inline absl::StatusOr<ImportedRun> ImportRecorded(const std::vector<std::string>& names) {
  ImportRequest request;
  for (const std::string& name : names) request.files.push_back({kRecorded + name, ""});
  return Import(request, Facts());
}

// A measured run: a cell for each awkward level, two builds with awkward names, two rounds of two
// runs.
inline v1::ExperimentRun AwkwardRun() {
  RunMaker maker("name: 'awkward' protocol { rounds: 2 runs: 2 }");
  auto& experiment = *maker.run().mutable_resolved()->mutable_experiment();
  experiment.add_build()->set_name(AwkwardNames()[0]);
  experiment.add_build()->set_name(AwkwardNames()[3]);
  maker.AddMetric("peak_memory", "By", v1::RUN);
  double value = 1;
  for (const std::string& name : AwkwardNames()) {
    maker.AddCell({{"axis, \"one\"", name}, {"n", "3"}});
    for (uint32_t round : {0u, 1u}) {
      maker.AddRound(round, {{value, value + 0.125}, {value * 0.75, value * 0.5}});
      value += 0.0625;
    }
  }
  for (v1::RunRecord& record : *maker.run().mutable_record()) {
    v1::Sample& sample = *record.add_sample();
    sample.set_metric("peak_memory");
    sample.set_value(1024 * (1 + record.cell()));
    record.mutable_exit()->set_code(0);
    record.mutable_usage()->set_user_cpu_ns(500'000'000);
    record.mutable_usage()->set_system_cpu_ns(250'000'000);
  }
  return maker.run();
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_TESTING_H_
