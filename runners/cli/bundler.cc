#include "runners/cli/bundler.h"

#include <poll.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "google/protobuf/util/json_util.h"
#include "runners/base/boost_process.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/archive.h"
#include "runners/design/local_label.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
namespace process = boost::process::v2;

// How long Bazel may take to end after it was told to.
constexpr absl::Duration kBazelPatience = absl::Seconds(3);

// Waits until the child has ended, or ends it when the user wants to stop. Its exit code, or
// CANCELLED.
absl::StatusOr<int> WaitFor(process::process& child, const CancellationFlag& interrupted) {
  absl::Time give_up = absl::InfiniteFuture();
  // Once it says no, the child is gone and must not be asked again.
  while (child.running()) {
    boost::system::error_code ignored;
    if (interrupted.IsCancelled()) {
      if (give_up == absl::InfiniteFuture()) {
        give_up = absl::Now() + kBazelPatience;
        child.interrupt(ignored);
      } else if (absl::Now() > give_up) {
        child.terminate(ignored);
        break;
      }
      absl::SleepFor(absl::Milliseconds(20));
    } else {
      pollfd flag = {interrupted.fd(), POLLIN, 0};
      poll(&flag, 1, /*timeout_ms=*/20);
    }
  }
  if (interrupted.IsCancelled()) return absl::CancelledError("stopped while Bazel was working");
  return child.exit_code();
}

// Runs Bazel in the root and returns what it writes to standard output. Its standard error is ours.
absl::StatusOr<std::string> RunBazel(const std::vector<std::string>& arguments,
                                     const fs::path& root, const CancellationFlag& interrupted) {
  const fs::path bazel = process::environment::find_executable("bazel");
  if (bazel.empty()) {
    return absl::UnavailableError(
        "bazel is not on the PATH, but it makes the bundles; start benchcell by its launcher, "
        "which installs it");
  }
  // To a file, not a pipe: nobody has to read it while Bazel is waited for.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(std::tmpfile(), &std::fclose);
  if (output == nullptr) return SystemError(errno, "can't make", "a temporary file");
  try {
    boost::asio::io_context context;
    process::process child(context, bazel, arguments, process::process_start_dir(root),
                           process::process_stdio{nullptr, output.get(), stderr});
    ASSIGN_OR_RETURN(const int code, WaitFor(child, interrupted));
    if (code != 0) {
      return absl::UnavailableError(absl::StrCat("Bazel could not ", arguments[0],
                                                 " the inputs (exit code ", code,
                                                 "); it says why above"));
    }
  } catch (const boost::system::system_error& error) {
    return absl::UnavailableError(absl::StrCat(bazel.string(), ": can't start: ", error.what()));
  }
  std::rewind(output.get());
  std::string text;
  char buffer[4096];
  while (const size_t got = std::fread(buffer, 1, sizeof(buffer), output.get())) {
    text.append(buffer, got);
  }
  return text;
}

// What a label stands for on one platform: `//PKG:NAME.PLATFORM` (toolchains/bundle/bundle.bzl).
struct PlatformTarget {
  std::string package;
  std::string name;
};

PlatformTarget TargetFor(const std::string& label, const std::string& platform) {
  const std::string path = label.substr(2);
  const size_t colon = path.find(':');
  const std::string package = path.substr(0, colon);
  const std::string name =
      colon == std::string::npos ? fs::path(package).filename().string() : path.substr(colon + 1);
  return {package, absl::StrCat(name, ".", platform)};
}

absl::Status ReadManifest(const fs::path& file, const fs::path& root,
                          std::vector<BundleArchive>& bundles) {
  ASSIGN_OR_RETURN(const std::string json, ReadFile(file));
  v1::BundleManifest manifest;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &manifest);
  if (!status.ok()) {
    return absl::InternalError(absl::StrCat(file.string(), ": ", status.message().as_string()));
  }
  for (v1::BundleManifest::Entry& entry : *manifest.mutable_entry()) {
    bundles.push_back({std::move(*entry.mutable_bundle()), root / entry.path()});
  }
  return absl::OkStatus();
}

std::vector<std::string> AllLabels(const v1::Experiment& experiment) {
  std::vector<std::string> labels;
  std::set<std::string> seen;
  const auto add = [&](const auto& inputs) {
    for (const v1::Input& input : inputs) {
      if (seen.insert(input.label()).second) labels.push_back(input.label());
    }
  };
  add(experiment.input());
  for (const v1::Build& build : experiment.build()) add(build.input());
  return labels;
}

}  // namespace

std::vector<std::string> LabelsOf(const v1::Experiment& experiment) {
  std::vector<std::string> labels = AllLabels(experiment);
  std::erase_if(
      labels, [](const std::string& label) { return label == kSourceLabel || IsPathLabel(label); });
  return labels;
}

bool NeedsSource(const v1::Experiment& experiment) {
  const std::vector<std::string> labels = AllLabels(experiment);
  return std::find(labels.begin(), labels.end(), kSourceLabel) != labels.end();
}

absl::StatusOr<BundleArchive> PackSource(const fs::path& folder, const fs::path& archive) {
  if (!fs::is_directory(folder)) {
    return absl::InvalidArgumentError(absl::StrCat(std::string(kSourceLabel), "=", folder.string(),
                                                   ": not a folder; expected a checkout"));
  }
  RETURN_IF_ERROR(MakeFolder(archive.parent_path()));
  PackOptions options;
  options.skip = {".git", "out"};
  ASSIGN_OR_RETURN(const BlobRef blob, PackDirectory(folder, archive, options));
  BundleArchive bundle;
  bundle.archive = archive;
  bundle.bundle.set_label(std::string(kSourceLabel));
  bundle.bundle.set_platform("any");
  bundle.bundle.set_sha256(blob.sha256);
  bundle.bundle.set_size(blob.size);
  return bundle;
}

absl::StatusOr<std::vector<std::string>> KnownPins(const fs::path& root,
                                                   const CancellationFlag& interrupted) {
  ASSIGN_OR_RETURN(
      const std::string output,
      RunBazel({"query", "--ui_event_filters=-info,-debug", "--noshow_progress",
                "kind('_(bundle|edited_bundle|same_bundle|missing_bundle) rule', //...)"},
               root, interrupted));
  return absl::StrSplit(output, '\n', absl::SkipEmpty());
}

absl::StatusOr<std::vector<BundleArchive>> ReadBundles(const fs::path& manifest) {
  std::error_code error;
  // The real file: a link to it may stand anywhere, in the runfiles of a test for example.
  const fs::path real = fs::canonical(manifest, error);
  if (error) return SystemError(error.value(), "can't find the manifest", manifest);
  fs::path root = fs::current_path();
  fs::path above;
  for (const fs::path& part : real) {
    if (part == "bazel-out") {
      root = above;
      break;
    }
    above /= part;
  }
  std::vector<BundleArchive> bundles;
  RETURN_IF_ERROR(ReadManifest(real, root, bundles));
  return bundles;
}

absl::StatusOr<std::vector<BundleArchive>> MakeBundles(const std::vector<std::string>& labels,
                                                       const std::string& platform,
                                                       const fs::path& root,
                                                       const CancellationFlag& interrupted) {
  std::vector<std::string> arguments = {
      "build",       "--ui_event_filters=-info,-debug", "--color=no", "--noshow_loading_progress",
      "--curses=no", "--show_progress_rate_limit=5",    "--"};
  std::vector<PlatformTarget> targets;
  for (const std::string& label : labels) targets.push_back(TargetFor(label, platform));
  for (const auto& [package, name] : targets) {
    arguments.push_back(absl::StrCat("//", package, ":", name));
  }
  RETURN_IF_ERROR(RunBazel(arguments, root, interrupted).status());
  std::vector<BundleArchive> bundles;
  for (const auto& [package, name] : targets) {
    RETURN_IF_ERROR(ReadManifest(root / "bazel-bin" / package / absl::StrCat(name, ".bundle.json"),
                                 root, bundles));
  }
  return bundles;
}

}  // namespace benchcell
