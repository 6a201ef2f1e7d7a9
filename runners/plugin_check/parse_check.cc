#include "runners/plugin_check/parse_check.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/message_differencer.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/plugin_check/spoiled_outputs.h"
#include "runners/plugins/objections.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using google::protobuf::util::MessageDifferencer;
using Metrics = google::protobuf::RepeatedPtrField<v1::Metric>;

// More good runs say no more when they are spoiled.
constexpr int kMostSpoiledRuns = 2;
// A raw output that is larger isn't spoiled in all ways: that would take long.
constexpr size_t kMostSpoiledBytes = size_t{8} << 20;

// A run that the plugin called OK, with samples.
struct GoodRun {
  const RecordedRun* run;
  v1::ParseResponse answer;
};

std::string InWords(const v1::ParseResponse& answer) {
  std::string words = v1::RunStatus_Name(answer.status());
  if (answer.status() != v1::OK) {
    const std::string& message = answer.message();
    return absl::StrCat(words, ", \"", message.substr(0, message.find('\n')), "\"");
  }
  for (int i = 0; i < answer.sample_size() && i < 3; ++i) {
    const v1::Sample& sample = answer.sample(i);
    absl::StrAppend(&words, i == 0 ? ", " : "; ", sample.metric(), " ", sample.benchmark(),
                    sample.benchmark().empty() ? "" : " ", sample.value());
  }
  if (answer.sample_size() > 3) absl::StrAppend(&words, "; ", answer.sample_size() - 3, " more");
  return words;
}

bool SameSamples(const v1::ParseResponse& a, const v1::ParseResponse& b) {
  v1::ParseResponse samples_of_a, samples_of_b;
  *samples_of_a.mutable_sample() = a.sample();
  *samples_of_b.mutable_sample() = b.sample();
  return MessageDifferencer::Equals(samples_of_a, samples_of_b);
}

// What is wrong with an answer to a request, whatever it is about; empty if nothing.
std::string ObjectionTo(const absl::StatusOr<v1::ParseResponse>& answer, const Metrics& metrics) {
  if (!answer.ok()) {
    return Answered(answer.status()) ? "" : std::string(answer.status().message());
  }
  const std::string objection = ParseObjection(metrics, *answer);
  if (!objection.empty()) return absl::StrCat("it ", objection);
  if (answer->status() != v1::OK && answer->message().empty()) {
    return absl::StrCat("it gave the status ", v1::RunStatus_Name(answer->status()),
                        " and no `message` that says why");
  }
  return "";
}

class ParseCheck {
 public:
  ParseCheck(const PluginUnderCheck& plugin, const Metrics& metrics, const fs::path& scratch,
             Findings& findings)
      : plugin_(plugin),
        metrics_(metrics),
        scratch_(scratch),
        findings_(findings),
        client_(plugin.Start()) {}

  // Adds to `good` if the run is.
  void CheckRecorded(const RecordedRun& run, std::vector<GoodRun>& good) {
    const std::string rule = absl::StrCat("parses the recorded run ", run.name);
    const absl::StatusOr<v1::ParseResponse> answer = client_->Parse(run.request);
    if (!answer.ok()) {
      findings_.Broken(rule, std::string(answer.status().message()));
      return;
    }
    if (const std::string objection = ObjectionTo(answer, metrics_); !objection.empty()) {
      findings_.Broken(rule, objection);
      return;
    }
    const absl::StatusOr<v1::ParseResponse> again = plugin_.Start()->Parse(run.request);
    if (!again.ok() || !MessageDifferencer::Equals(*answer, *again)) {
      findings_.Broken(rule, again.ok() ? "another process read something else from it"
                                        : std::string(again.status().message()));
      return;
    }
    findings_.Holds(rule, InWords(*answer));
    if (answer->status() == v1::OK && !answer->sample().empty()) good.push_back({&run, *answer});
  }

  void CheckSpoiled(const GoodRun& good) {
    for (const Spoiling& spoiling : Spoilings()) {
      std::string broken;
      for (int i = 0; broken.empty() && i < good.run->request.raw_output_size(); ++i) {
        broken = SpoiltObjection(good, i, spoiling);
      }
      findings_.Judge(
          absl::StrCat("survives a raw output of ", good.run->name, " that is ", spoiling.name),
          broken);
    }
    v1::ParseRequest bare = good.run->request;
    bare.clear_raw_output();
    findings_.Judge(absl::StrCat("survives that ", good.run->name, " left no raw output"),
                    ObjectionTo(client_->Parse(bare), metrics_));
  }

  void CheckEmptyRequest() {
    v1::ParseRequest nothing;
    findings_.Judge("answers a request to parse that names nothing",
                    ObjectionTo(client_->Parse(nothing), metrics_));
  }

  // The same outputs, of a program that failed.
  void CheckFailedProgram(const GoodRun& good) {
    if (good.run->request.record().exit().code() != 0) return;
    v1::ParseRequest request = good.run->request;
    request.mutable_record()->mutable_exit()->set_code(3);
    std::string broken = FailureObjection(request, "exit code 3");
    if (broken.empty()) {
      request.mutable_record()->mutable_exit()->set_signal(9);
      broken = FailureObjection(request, "signal 9");
    }
    findings_.Judge("counts no run whose program failed", broken);
  }

 private:
  std::string FailureObjection(const v1::ParseRequest& request, const char* end) {
    const absl::StatusOr<v1::ParseResponse> answer = client_->Parse(request);
    std::string objection = ObjectionTo(answer, metrics_);
    if (!objection.empty() || !answer.ok() || answer->status() != v1::OK) return objection;
    return absl::StrCat("it says OK of a run that ended with ", end,
                        "; look at `record.exit` and answer GENUINE_FAILURE");
  }

  std::string SpoiltObjection(const GoodRun& good, int output, const Spoiling& spoiling) {
    v1::ParseRequest request = good.run->request;
    v1::RawOutputFile& file = *request.mutable_raw_output(output);
    const absl::StatusOr<std::string> content = ReadFile(file.path());
    if (!content.ok()) return std::string(content.status().message());
    if (content->size() > kMostSpoiledBytes) return "";
    const fs::path spoilt = scratch_ / "spoilt";
    if (absl::Status status = WriteFile(spoilt, spoiling.spoil(*content)); !status.ok()) {
      return std::string(status.message());
    }
    file.set_path(spoilt.string());
    const absl::StatusOr<v1::ParseResponse> answer = client_->Parse(request);
    std::string objection = ObjectionTo(answer, metrics_);
    if (objection.empty() && spoiling.loses && answer.ok() && answer->status() == v1::OK &&
        !SameSamples(*answer, good.answer)) {
      objection = absl::StrCat("it says OK and other numbers than before: ", InWords(*answer),
                               "; answer HARNESS_ERROR if what it reads isn't whole");
    }
    return objection.empty() ? "" : absl::StrCat("raw output \"", file.name(), "\": ", objection);
  }

  const PluginUnderCheck& plugin_;
  const Metrics& metrics_;
  const fs::path scratch_;
  Findings& findings_;
  std::unique_ptr<PluginClient> client_;
};

}  // namespace

void CheckParse(const PluginUnderCheck& plugin, const Metrics& metrics,
                const std::vector<RecordedRun>& runs, const fs::path& scratch, Findings& findings) {
  ParseCheck check(plugin, metrics, scratch, findings);
  std::vector<GoodRun> good;
  for (const RecordedRun& run : runs) check.CheckRecorded(run, good);
  check.CheckEmptyRequest();
  if (good.empty()) {
    findings.NotChecked("parses a good run, and the same spoiled",
                        "no recorded run is good; measure one by `benchcell run`, then `benchcell "
                        "plugins record latest` keeps its raw outputs beside the plugin");
    return;
  }
  for (size_t i = 0; i < good.size() && i < kMostSpoiledRuns; ++i) check.CheckSpoiled(good[i]);
  check.CheckFailedProgram(good.front());
}

}  // namespace benchcell
