#include "toolchains/bundle/experiment_labels.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "benchcell/v1/experiment.pb.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/message_differencer.h"
#include "runners/base/status_macros.h"
#include "runners/design/local_label.h"
#include "runners/design/nearest.h"
#include "runners/design/same_versions.h"

namespace benchcell {
namespace {

using google::protobuf::TextFormat;

class ErrorLines : public google::protobuf::io::ErrorCollector {
 public:
  explicit ErrorLines(std::string file) : file_(std::move(file)) {}

  // protobuf counts from 0.
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    lines_.push_back(absl::StrCat(file_, ":", line + 1, ":", column + 1, ": ", message));
  }

  std::string Join() const { return absl::StrJoin(lines_, "\n"); }

 private:
  const std::string file_;
  std::vector<std::string> lines_;
};

// Where the labels of a message's inputs stand.
template <typename Message>
void AddInputs(const Message& message, const TextFormat::ParseInfoTree& tree,
               std::vector<PlacedLabel>& labels) {
  const auto* inputs = Message::descriptor()->FindFieldByName("input");
  const auto* label = v1::Input::descriptor()->FindFieldByName("label");
  for (int i = 0; i < message.input_size(); ++i) {
    const std::string& text = message.input(i).label();
    if (text == kSourceLabel || IsPathLabel(text)) continue;
    const TextFormat::ParseInfoTree* input = tree.GetTreeForNested(inputs, i);
    const TextFormat::ParseLocation place = input->GetLocation(label, -1);
    // An input without a label is at the input's own place; its empty label is no listed one.
    const TextFormat::ParseLocation found = place.line >= 0 ? place : tree.GetLocation(inputs, i);
    labels.push_back({message.input(i).label(), found.line + 1, found.column + 1});
  }
}

}  // namespace

absl::StatusOr<std::vector<PlacedLabel>> LabelsOfExperiment(const std::string& text,
                                                            const std::string& file) {
  TextFormat::ParseInfoTree tree;
  ErrorLines errors(file);
  TextFormat::Parser parser;
  parser.WriteLocationsTo(&tree);
  parser.RecordErrorsTo(&errors);
  v1::Experiment experiment;
  if (!parser.ParseFromString(text, &experiment)) {
    return absl::InvalidArgumentError(errors.Join());
  }
  std::vector<PlacedLabel> labels;
  AddInputs(experiment, tree, labels);
  const auto* builds = v1::Experiment::descriptor()->FindFieldByName("build");
  for (int i = 0; i < experiment.build_size(); ++i) {
    AddInputs(experiment.build(i), *tree.GetTreeForNested(builds, i), labels);
  }
  std::sort(labels.begin(), labels.end(), [](const PlacedLabel& a, const PlacedLabel& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  return labels;
}

absl::Status CheckLabels(const std::vector<PlacedLabel>& labels, const std::string& file,
                         const std::vector<std::string>& listed, const std::string& target) {
  std::vector<std::string> errors;
  for (const PlacedLabel& place : labels) {
    if (std::find(listed.begin(), listed.end(), place.label) != listed.end()) continue;
    errors.push_back(absl::StrCat(file, ":", place.line, ":", place.column, ": the label ",
                                  Quoted(place.label), " is not among the builds and bundles of ",
                                  target, "; expected ", OneOf(listed, place.label)));
  }
  if (errors.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrJoin(errors, "\n"));
}

absl::StatusOr<v1::BundleManifest> MergeManifests(
    const std::vector<v1::BundleManifest>& manifests) {
  std::map<std::pair<std::string, std::string>, v1::BundleManifest::Entry> entries;
  for (const v1::BundleManifest& manifest : manifests) {
    for (const v1::BundleManifest::Entry& entry : manifest.entry()) {
      const auto& bundle = entry.bundle();
      const auto [known, added] =
          entries.emplace(std::pair(bundle.label(), bundle.platform()), entry);
      if (added || google::protobuf::util::MessageDifferencer::Equals(known->second, entry)) {
        continue;
      }
      return absl::FailedPreconditionError(
          absl::StrCat("two different bundles are called ", bundle.label(), " for ",
                       bundle.platform(), ": ", known->second.path(), " and ", entry.path()));
    }
  }
  v1::BundleManifest merged;
  std::vector<v1::Bundle> bundles;
  for (auto& [name, entry] : entries) {
    bundles.push_back(entry.bundle());
    *merged.add_entry() = std::move(entry);
  }
  RETURN_IF_ERROR(CheckSameVersions(bundles));
  return merged;
}

}  // namespace benchcell
