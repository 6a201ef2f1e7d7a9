// Requests for the tests of this folder.

#ifndef BENCHCELL_PLUGINS_CODSPEED_TESTING_H_
#define BENCHCELL_PLUGINS_CODSPEED_TESTING_H_

#include <filesystem>
#include <string>

#include "benchcell/v1/plugin.pb.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "plugins/codspeed/plans.h"
#include "runners/base/files.h"

namespace benchcell::codspeed {

// Two builds, of vitest 4 and 5, and one cell for all benchmarks.
inline v1::ExpandRequest TestRequest() {
  v1::ExpandRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        experiment {
          input { name: "node" label: "//node" }
          input { name: "package" label: "//package" }
          build {
            name: "four"
            input { name: "packages" label: "//vitest4" }
          }
          build {
            name: "five"
            input { name: "packages" label: "//vitest5" }
          }
          protocol { timeout { seconds: 90 } }
        }
        cell { level { axis: "benchmark" level: "*" } }
        bundle { label: "//node" platform: "linux-x64" sha256: "NODE" }
        bundle { label: "//package" platform: "any" sha256: "PACKAGE" }
        bundle {
          label: "//vitest4"
          platform: "linux-x64"
          sha256: "FOUR"
          facts { key: "vitest" value: "4.1.10" }
          facts { key: "@codspeed/vitest-plugin" value: "5.7.1" }
        }
        bundle {
          label: "//vitest5"
          platform: "linux-x64"
          sha256: "FIVE"
          facts { key: "vitest" value: "5.0.4" }
          facts { key: "@codspeed/core" value: "5.7.1" }
        }
        platform: "linux-x64")pb",
      &request));
  return request;
}

inline void SetParameter(const std::string& name, const std::string& value,
                         google::protobuf::RepeatedPtrField<v1::Parameter>* parameters) {
  v1::Parameter& parameter = *parameters->Add();
  parameter.set_name(name);
  parameter.set_value(value);
}

// A raw output with this content, in a file of the test's own.
inline v1::RawOutputFile OutputOf(const std::string& name, const std::string& content) {
  static int count = 0;
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / ("output" + std::to_string(++count));
  EXPECT_TRUE(WriteFile(path, content).ok());
  v1::RawOutputFile output;
  output.set_name(name);
  output.set_path(path.string());
  return output;
}

// One benchmark as the reporter writes it.
inline std::string Entry(const std::string& file, const std::string& name,
                         const std::string& mode = "run") {
  return R"({"file":")" + file + R"(","test":["group",")" + name + R"("],"names":["group",")" +
         name + R"("],"uri":")" + file + "::group::" + name + R"(","mode":")" + mode + R"("})";
}

// What the reporter writes of benchmarks and errors, each a list of JSON values with commas.
inline std::string Report(const std::string& benchmarks, const std::string& errors = "") {
  return R"({"vitest":"4.1.10","node":"24.21.0","root":"/w/package","benchmarks":[)" + benchmarks +
         R"(],"errors":[)" + errors + "]}";
}

inline v1::Discovered DiscoveredOf(const std::string& build, const std::string& report) {
  v1::Discovered discovered;
  discovered.set_build(build);
  discovered.mutable_record()->mutable_exit()->set_code(0);
  *discovered.add_raw_output() = OutputOf(kFoundOutput, report);
  return discovered;
}

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_TESTING_H_
