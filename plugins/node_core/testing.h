// Requests for the tests of this folder.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_TESTING_H_
#define BENCHCELL_PLUGINS_NODE_CORE_TESTING_H_

#include <filesystem>
#include <string>
#include <vector>

#include "benchcell/v1/plugin.pb.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace benchcell::node_core {

inline constexpr char kRecorded[] = "fixtures/recorded/node_core_runs";

// Two builds, and a cell for each file.
inline v1::ExpandRequest RequestFor(const std::vector<std::string>& files) {
  v1::ExpandRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        experiment {
          input { name: "source" label: "//source" }
          build {
            name: "24.21.0"
            input { name: "node" label: "//node:24.21.0" }
          }
          build {
            name: "24.22.3"
            input { name: "node" label: "//node:24.22.3" }
          }
          protocol { timeout { seconds: 90 } }
        }
        bundle { label: "//source" platform: "any" sha256: "SOURCE" }
        bundle { label: "//node:24.21.0" platform: "linux-x64" sha256: "OLD" }
        bundle { label: "//node:24.22.3" platform: "linux-x64" sha256: "NEW" }
        platform: "linux-x64")pb",
      &request));
  for (const std::string& file : files) {
    v1::Cell& cell = *request.add_cell();
    cell.set_index(request.cell_size() - 1);
    cell.add_level()->set_axis("benchmark");
    cell.mutable_level(0)->set_level(file);
  }
  return request;
}

inline void SetParameter(const std::string& name, const std::string& value,
                         v1::ExpandRequest& request) {
  v1::Parameter& parameter = *request.mutable_experiment()->add_parameter();
  parameter.set_name(name);
  parameter.set_value(value);
}

// What a binary said of its files, from a file of JSON lines.
inline v1::Discovered DiscoveredFrom(const std::string& build, const std::string& path) {
  v1::Discovered discovered;
  discovered.set_build(build);
  discovered.mutable_record()->mutable_exit()->set_code(0);
  v1::RawOutputFile& output = *discovered.add_raw_output();
  output.set_name("configurations");
  output.set_path(std::filesystem::absolute(path));
  return discovered;
}

// As recorded from real binaries.
inline void AddRecorded(v1::ExpandRequest& request) {
  for (const std::string build : {"24.21.0", "24.22.3"}) {
    *request.add_discovered() =
        DiscoveredFrom(build, std::string(kRecorded) + "/discovered/" + build + ".jsonl");
  }
}

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_TESTING_H_
