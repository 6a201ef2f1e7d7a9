#include "runners/evidence/sample_checks.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/judge.h"
#include "runners/evidence/members.h"
#include "runners/evidence/plan_checks.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using google::protobuf::util::MessageDifferencer;

// Whether the agent left the record to the plugin, or may have: its command ended by itself.
bool IsForPlugin(const v1::RunRecord& record) {
  return record.has_exit() && !record.exit().timed_out() &&
         record.exit().limit() == v1::Exit::NONE &&
         (record.status() == v1::OK || record.status() == v1::GENUINE_FAILURE ||
          record.status() == v1::HARNESS_ERROR);
}

v1::RunRecord WithoutJudgement(v1::RunRecord record) {
  record.clear_status();
  record.clear_message();
  record.clear_sample();
  record.clear_observed();
  record.clear_profile();
  record.clear_benchmark_failure();
  return record;
}

std::string DescribeSample(const v1::Sample& sample) {
  // With all digits: the difference may be in the last.
  return absl::StrFormat("%s%s%s = %.17g", sample.metric(),
                         sample.benchmark().empty() ? "" : " of ", sample.benchmark(),
                         sample.value());
}

// The first difference in words.
std::string Difference(const v1::RunRecord& claimed, const v1::RunRecord& read) {
  if (claimed.status() != read.status()) {
    return absl::StrCat("its status is ", v1::RunStatus_Name(claimed.status()),
                        ", the plugin gives ", v1::RunStatus_Name(read.status()),
                        read.message().empty() ? "" : ": ", read.message());
  }
  for (int i = 0; i < std::max(claimed.sample_size(), read.sample_size()); ++i) {
    const bool both = i < claimed.sample_size() && i < read.sample_size();
    if (both && MessageDifferencer::Equals(claimed.sample(i), read.sample(i))) continue;
    return absl::StrCat("sample ", i, " is ",
                        i < claimed.sample_size() ? DescribeSample(claimed.sample(i)) : "missing",
                        ", the plugin reads ",
                        i < read.sample_size() ? DescribeSample(read.sample(i)) : "none");
  }
  return "its observations, profiles or failed benchmarks are not what the plugin reads";
}

}  // namespace

absl::StatusOr<std::string> CheckRawOutputs(const v1::ExperimentRun& run,
                                            const std::set<std::string>& digests,
                                            const fs::path& folder) {
  std::set<std::string> named;
  for (const v1::RunRecord& record : run.record()) {
    for (const v1::RawOutput& output : record.raw_output()) {
      const std::string what = absl::StrCat(output.name(), " of ", PlaceOf(run, record));
      if (!digests.contains(output.sha256())) {
        return absl::InvalidArgumentError(
            absl::StrCat(what, ": ", RawMember(output.sha256()), " is missing or damaged"));
      }
      std::error_code error;
      const uint64_t size = fs::file_size(folder / output.sha256(), error);
      if (error || size != output.size()) {
        return absl::InvalidArgumentError(absl::StrCat(what, ": ", RawMember(output.sha256()),
                                                       " has ", size, " bytes; the record says ",
                                                       output.size()));
      }
      named.insert(output.sha256());
    }
  }
  for (const std::string& digest : digests) {
    if (named.contains(digest)) continue;
    return absl::InvalidArgumentError(absl::StrCat(RawMember(digest), " belongs to no record"));
  }
  return absl::StrCat(named.size(), " files, those of ", run.record_size(), " records");
}

absl::StatusOr<std::string> CheckSamples(const v1::ExperimentRun& run, PluginClient& plugin,
                                         const fs::path& folder) {
  size_t parsed = 0;
  for (const v1::RunRecord& record : run.record()) {
    if (record.superseded() || !IsForPlugin(record)) continue;
    google::protobuf::RepeatedPtrField<v1::RawOutputFile> files;
    for (const v1::RawOutput& output : record.raw_output()) {
      v1::RawOutputFile& file = *files.Add();
      file.set_name(output.name());
      file.set_path((folder / output.sha256()).string());
    }
    v1::RunRecord read = WithoutJudgement(record);
    RETURN_IF_ERROR(JudgeOutputs(run, plugin, files, read));
    ++parsed;
    // Messages may name paths. And a step after the command may have failed, of which the plugin
    // knows nothing: what is called a failure has only to be one to it as well, in whatever way.
    read.set_message(record.message());
    if (MessageDifferencer::Equals(read, record)) continue;
    if (record.status() != v1::OK && read.status() != v1::OK && record.sample().empty()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(PlaceOf(run, record), ": ", Difference(record, read)));
  }
  return absl::StrCat("the plugin reads the same in the raw outputs of ", parsed, " records");
}

}  // namespace benchcell
