// Gets the bundles of a block onto this machine: each once, checked, unpacked.

#ifndef BENCHCELL_RUNNERS_AGENT_BUNDLE_FETCHER_H_
#define BENCHCELL_RUNNERS_AGENT_BUNDLE_FETCHER_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"
#include "runners/agent/block_runner.h"
#include "runners/agent/coordinator_client.h"
#include "runners/agent/waiting.h"
#include "runners/base/clock.h"
#include "runners/blobs/blob_store.h"
#include "runners/blobs/bundle_cache.h"
#include "runners/exec/cancellation_flag.h"

namespace benchcell {

// Bundles that stay on this machine as long as this object.
struct FetchedBundles {
  BundleFolders folders;
  std::vector<BundleHold> holds;
};

// Thread-safe. What was fetched in part is kept, whatever ends a fetch, and gone on with.
class BundleFetcher {
 public:
  // All outlive it.
  struct Parts {
    CoordinatorClient& coordinator;
    BundleCache& bundles;
    // The coordinator's blobs if they are on this disk: bundles are unpacked from there without a
    // copy. Null otherwise.
    const BlobStore* local_blobs = nullptr;
    Clock clock = absl::Now;
  };

  struct Options {
    // Archives on their way here; each is removed when it is unpacked.
    std::filesystem::path arrivals;
    // Bytes of disk that unpacked bundles may take. What a block needs may exceed it: then that
    // stays and all others go. See DefaultBundleLimit.
    uint64_t limit;
    // Bundles that are fetched at once.
    size_t at_once = 4;
    // Waits between attempts; true if the flag was raised. For tests, which don't want to wait.
    std::function<bool(const CancellationFlag&, absl::Duration)> wait = WaitFor;
  };

  // Makes the folder of arrivals, and removes from it all but what can be gone on with.
  static absl::StatusOr<std::unique_ptr<BundleFetcher>> Open(Parts parts, Options options);

  // Evicts what is not in use to make room, then fetches. Ends early with CANCELLED if `cancel` is
  // raised. Errors name the bundle: NOT_FOUND if the coordinator doesn't have it, DATA_LOSS
  // if what it sends has another digest, INVALID_ARGUMENT if it is no proper archive,
  // RESOURCE_EXHAUSTED if the disk is full although nothing is left to evict, UNAVAILABLE if the
  // coordinator is out of reach for a minute.
  absl::StatusOr<FetchedBundles> Fetch(const v1::Lease& lease, const CancellationFlag& cancel);

 private:
  BundleFetcher(Parts parts, Options options)
      : parts_(std::move(parts)), options_(std::move(options)) {}

  absl::StatusOr<BundleHold> FetchOne(const std::string& sha256, const CancellationFlag& cancel);

  const Parts parts_;
  const Options options_;
};

// A quarter of the file system that the folder is on, but at most 20 GB: some hundred bundles, and
// what a lab machine can spare.
uint64_t DefaultBundleLimit(const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_BUNDLE_FETCHER_H_
