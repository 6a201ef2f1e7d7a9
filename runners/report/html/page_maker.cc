// page_maker DIR: writes the pages that browser_test opens, and beside each what it has to show.
//
//   NAME.html           the page
//   NAME.json           the JSON report of the same run
//   NAME.expected.json  {"cells": [[text, ...], ...], "series": NUMBER, "records": NUMBER}: the
//                       medians and intervals of the JSON report's table, as tables show them; how
//                       many pictures of runs there are, and how many records they show together

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/report/format.h"
#include "runners/report/html/example_runs.h"
#include "runners/report/html/page.h"
#include "runners/report/json.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

using Json = nlohmann::ordered_json;

std::string Value(const Json& value, const std::string& unit, bool exact) {
  if (value.is_null()) return "\u2013";
  return exact ? FormatCount(value, unit) : FormatValue(value, unit);
}

std::string Interval(const Json& change) {
  const Json& estimate = change["stratified"].is_object() ? change["stratified"]["estimate"]
                         : change["unpaired"].is_object() ? change["unpaired"]
                                                          : change["paired"];
  if (!estimate.is_object() || !estimate["interval"].is_object()) return "\u2013";
  return absl::StrCat(FormatBound(PercentOf(estimate["interval"]["low"])), " to ",
                      FormatBound(PercentOf(estimate["interval"]["high"])));
}

// What the table of the JSON report has to look like.
Json Expected(const Json& report) {
  const Json& table = report["table"];
  const bool exact = table["exact"];
  Json cells = Json::array();
  for (const Json& row : table["rows"]) {
    Json line = Json::array();
    for (const Json& build : row["builds"])
      line.push_back(Value(build["median"], table["unit"], exact));
    for (const Json& change : row["changes"]) {
      if (!exact) line.push_back(Interval(change));
    }
    cells.push_back(line);
  }
  // Each benchmark of a cell has a picture of all of the cell's records.
  std::map<uint32_t, std::set<std::string>> benchmarks;
  for (const Json& row : table["rows"]) {
    benchmarks[row["cell"].get<uint32_t>()].insert(row["benchmark"].get<std::string>());
  }
  size_t series = 0;
  size_t records = 0;
  for (const auto& [cell, names] : benchmarks) series += names.size();
  for (const Json& record : report["run"]["record"]) {
    // Protobuf leaves out what is 0.
    records += benchmarks[record.value("cell", 0u)].size();
  }
  return {{"cells", cells}, {"series", series}, {"records", records}};
}

absl::Status Write(const std::filesystem::path& folder, const std::string& name,
                   const v1::ExperimentRun& run) {
  const absl::StatusOr<Table> table = BuildTable(run, {});
  if (!table.ok()) return table.status();
  const absl::StatusOr<std::string> json = RenderJson(run, *table);
  if (!json.ok()) return json.status();
  for (const auto& [file, content] : std::map<std::string, std::string>{
           {".html", RenderHtml(run, *table)},
           {".json", *json},
           {".expected.json", Expected(Json::parse(*json)).dump()}}) {
    const absl::Status written = WriteFile(folder / (name + file), content);
    if (!written.ok()) return written;
  }
  return absl::OkStatus();
}

int Main(const std::filesystem::path& folder) {
  for (const auto& [name, run] :
       std::map<std::string, v1::ExperimentRun>{{"typical", html::TypicalRun()},
                                                {"moved", html::MovedRun()},
                                                {"counted", html::CountedRun()},
                                                {"failed", html::FailedRun()},
                                                {"imported", html::ImportedRun()},
                                                {"hostile", html::HostileRun()},
                                                {"many_rows", html::LargeRun(200, 8)},
                                                {"many_runs", html::LargeRun(2, 500)}}) {
    const absl::Status written = Write(folder, name, run);
    if (written.ok()) continue;
    std::cerr << name << ": " << written << std::endl;
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  if (argc == 2) return benchcell::Main(argv[1]);
  std::cerr << "usage: page_maker DIR" << std::endl;
  return 2;
}
