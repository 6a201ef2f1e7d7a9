#include "plugins/codspeed/profile/file_set.h"

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace benchcell::codspeed {
namespace {

std::vector<ProfileFile> Files(const std::vector<std::string>& names) {
  std::vector<ProfileFile> files;
  for (const std::string& name : names) files.push_back({name, "/p/" + name});
  return files;
}

std::string Message(const std::vector<std::string>& names, absl::StatusCode code) {
  const absl::StatusOr<FileSet> set = SortFiles(Files(names), "the-folder");
  EXPECT_EQ(set.status().code(), code);
  EXPECT_EQ(set.status().message().find("the-folder: found"), 0u) << set.status();
  return std::string(set.status().message());
}

TEST(FileSetTest, PutsTheFilesOfAProcessTogether) {
  const FileSet set =
      *SortFiles(Files({"9.out", "10.out", "environment-9.json", "perf-9.map", "perf-77.map",
                        "valgrind.9.log", "callgrind.out", "x.out", "README", "9.out.old"}),
                 "p");
  EXPECT_EQ(set.mode, ProfileMode::kSimulation);
  ASSERT_EQ(set.processes.size(), 2u);
  EXPECT_EQ(set.processes[0].pid, 9u);
  EXPECT_EQ(set.processes[0].perf_map->path, "/p/perf-9.map");
  EXPECT_EQ(set.processes[0].environment->name, "environment-9.json");
  EXPECT_EQ(set.processes[1].pid, 10u);
  EXPECT_FALSE(set.processes[1].perf_map.has_value());
}

TEST(FileSetTest, FoldersOfOneModeAreOneProfile) {
  const FileSet set =
      *SortFiles(Files({"valgrind-1/5.out", "valgrind-0/5.out", "valgrind-0/perf-5.map"}), "p");
  ASSERT_EQ(set.processes.size(), 2u);
  EXPECT_EQ(set.processes[0].profile.name, "valgrind-0/5.out");
  EXPECT_TRUE(set.processes[0].perf_map.has_value());
  EXPECT_FALSE(set.processes[1].perf_map.has_value());
}

TEST(FileSetTest, KnowsWalltimeResults) {
  const FileSet set =
      *SortFiles(Files({"walltime-0/results/7.json", "results/5.json", "environment-5.json",
                        "walltime.metadata", "samply-profile.json.gz", "other/5.json"}),
                 "p");
  EXPECT_EQ(set.mode, ProfileMode::kWalltime);
  ASSERT_EQ(set.results.size(), 2u);
  EXPECT_EQ(set.results[0].name, "results/5.json");
  EXPECT_EQ(set.environments.size(), 1u);
}

TEST(FileSetTest, RefusesWhatItCanNotRead) {
  EXPECT_NE(Message({}, absl::StatusCode::kNotFound).find("no profile"), std::string::npos);
  EXPECT_NE(Message({"environment-3.json"}, absl::StatusCode::kNotFound).find("PID.out"),
            std::string::npos);
  EXPECT_NE(Message({"results/3.MemtrackArtifact.msgpack"}, absl::StatusCode::kUnimplemented)
                .find("memory"),
            std::string::npos);
  EXPECT_NE(Message({"3.tgtrace"}, absl::StatusCode::kUnimplemented).find("tracegrind"),
            std::string::npos);
  EXPECT_EQ(Message({"valgrind-0/3.out", "walltime-1/results/3.json"},
                    absl::StatusCode::kInvalidArgument),
            "the-folder: found profiles of simulation (valgrind-0/3.out) and walltime "
            "(walltime-1/results/3.json), expected one mode. Name the folder of one of them");
}

}  // namespace
}  // namespace benchcell::codspeed
