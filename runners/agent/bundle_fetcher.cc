#include "runners/agent/bundle_fetcher.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/partial_blob.h"
#include "runners/blobs/several.h"
#include "runners/blobs/transfer_retry.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostByDefault = 20'000'000'000;

// Archives that were whole when a predecessor was killed, or whatever else: nobody will use them.
absl::Status RemoveOthers(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> others;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!IsPartialBlob(entry.path())) others.push_back(entry.path());
  }
  if (error) return SystemError(error.value(), "can't list", folder);
  for (const fs::path& other : others) RETURN_IF_ERROR(RemoveAll(other));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<BundleFetcher>> BundleFetcher::Open(Parts parts, Options options) {
  RETURN_IF_ERROR(MakeFolder(options.arrivals));
  RETURN_IF_ERROR(RemoveOthers(options.arrivals));
  RETURN_IF_ERROR(RemovePartialBlobs(options.arrivals, parts.clock() - kKeepPartial));
  return std::unique_ptr<BundleFetcher>(new BundleFetcher(std::move(parts), std::move(options)));
}

absl::StatusOr<FetchedBundles> BundleFetcher::Fetch(const v1::Lease& lease,
                                                    const CancellationFlag& cancel) {
  FetchedBundles fetched;
  const auto keep = [&fetched](const std::string& sha256, BundleHold hold) {
    fetched.folders[sha256] = hold.path();
    fetched.holds.push_back(std::move(hold));
  };
  // What is there is held before room is made for the rest.
  std::map<std::string, uint64_t> missing;
  for (const v1::BundleReference& bundle : lease.bundle()) {
    absl::StatusOr<BundleHold> hold = parts_.bundles.Materialize(
        bundle.sha256(), [] { return absl::NotFoundError("not on this machine"); });
    if (hold.ok()) {
      keep(bundle.sha256(), *std::move(hold));
    } else if (absl::IsNotFound(hold.status())) {
      missing[bundle.sha256()] = bundle.size();
    } else {
      return hold.status();
    }
  }
  std::vector<std::string> digests;
  uint64_t room = 0;
  for (const auto& [sha256, size] : missing) {
    digests.push_back(sha256);
    room += size;
  }
  RETURN_IF_ERROR(parts_.bundles.Evict(options_.limit - std::min(room, options_.limit)).status());
  std::mutex mutex;
  RETURN_IF_ERROR(ForEachOfSeveral(digests.size(), options_.at_once, [&](size_t i) -> absl::Status {
    absl::StatusOr<BundleHold> hold = FetchOne(digests[i], cancel);
    if (cancel.IsCancelled()) return absl::CancelledError("cancelled while bundles were fetched");
    if (!hold.ok()) return Annotate(hold.status(), absl::StrCat("bundle ", digests[i]));
    const std::lock_guard lock(mutex);
    keep(digests[i], *std::move(hold));
    return absl::OkStatus();
  }));
  // Unpacked they take more than their archives.
  RETURN_IF_ERROR(parts_.bundles.Evict(options_.limit).status());
  return fetched;
}

absl::StatusOr<BundleHold> BundleFetcher::FetchOne(const std::string& sha256,
                                                   const CancellationFlag& cancel) {
  std::unique_ptr<PartialBlob> arrival;
  TransferRetry retry([&](absl::Duration pause) { return !options_.wait(cancel, pause); });
  bool begun_anew = false;
  const auto begin_anew = [&] {
    begun_anew = true;
    return arrival->Restart();
  };
  const auto archive = [&]() -> absl::StatusOr<fs::path> {
    if (parts_.local_blobs != nullptr && parts_.local_blobs->Has(sha256)) {
      return parts_.local_blobs->PathOf(sha256);
    }
    if (arrival == nullptr) {
      ASSIGN_OR_RETURN(arrival, PartialBlob::Open(options_.arrivals, sha256));
    }
    while (true) {
      const absl::Status got = parts_.coordinator.Download(sha256, *arrival, cancel);
      if (got.ok()) return arrival->path();
      // More is there than the whole blob has: it can't be right.
      if (absl::IsOutOfRange(got) && !begun_anew) {
        RETURN_IF_ERROR(begin_anew());
      } else if (cancel.IsCancelled() || !retry.GoOn(got, arrival->size())) {
        return got;
      }
    }
  };
  bool made_room = false;
  while (true) {
    absl::StatusOr<BundleHold> hold = parts_.bundles.Materialize(sha256, archive);
    if (hold.ok()) {
      if (arrival != nullptr) arrival->Remove();
      return hold;
    }
    if (absl::IsResourceExhausted(hold.status()) && !made_room) {
      made_room = true;
      RETURN_IF_ERROR(parts_.bundles.Evict(0).status());
    } else if (absl::IsDataLoss(hold.status()) && arrival != nullptr && !begun_anew) {
      // What arrived, perhaps in several pieces and some of them long ago, is wrong.
      RETURN_IF_ERROR(begin_anew());
    } else {
      const bool useless =
          absl::IsDataLoss(hold.status()) || absl::IsInvalidArgument(hold.status());
      if (arrival != nullptr && useless) arrival->Remove();
      return hold;
    }
  }
}

uint64_t DefaultBundleLimit(const fs::path& folder) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  return error ? kMostByDefault : std::min<uint64_t>(kMostByDefault, space.capacity / 4);
}

}  // namespace benchcell
