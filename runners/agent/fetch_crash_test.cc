// A fetching process that is killed, and a connection that hangs, against a real server.

#include <fcntl.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/server_builder.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/agent/bundle_fetcher.h"
#include "runners/agent/grpc_coordinator_client.h"
#include "runners/agent/workdir.h"
#include "runners/base/files.h"
#include "runners/blobs/archive.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/blobs/partial_blob.h"
#include "runners/coordinator/blobs_service.h"
#include "runners/coordinator/cutting_proxy.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMiB = 1 << 20;
constexpr char kProbe[] = "runners/agent/fetch_probe";

// Notes where the reads begin.
class NotingService : public BlobsService {
 public:
  using BlobsService::BlobsService;

  grpc::Status Read(grpc::ServerContext* context, const v1::ReadBlobRequest* request,
                    grpc::ServerWriter<v1::ReadBlobResponse>* writer) override {
    {
      const std::lock_guard lock(mutex_);
      offsets_.push_back(request->offset());
    }
    return BlobsService::Read(context, request, writer);
  }

  std::vector<uint64_t> TakeOffsets() {
    const std::lock_guard lock(mutex_);
    return std::move(offsets_);
  }

 private:
  std::mutex mutex_;
  std::vector<uint64_t> offsets_;
};

class FetchCrashTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_ / "tree").ok());
    std::string content;
    for (uint64_t i = 0; content.size() < 4 * kMiB; ++i) absl::StrAppend(&content, i, " ");
    ASSERT_TRUE(WriteFile(root_ / "tree" / "file", content).ok());
    store_ = *DirectoryBlobStore::Open(root_ / "store");
    archive_ = *PackDirectory(root_ / "tree", root_ / "tar");
    ASSERT_TRUE(store_->PutFile(root_ / "tar").ok());
    service_ = std::make_unique<NotingService>(*store_);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
  }

  void TearDown() override { server_->Shutdown(absl::ToChronoTime(absl::Now())); }

  pid_t StartFetch(int port) {
    const std::string address = absl::StrCat("127.0.0.1:", port);
    const std::string state = workdir_.state().string();
    const pid_t child = fork();
    if (child == 0) {
      execl(kProbe, kProbe, address.c_str(), state.c_str(), archive_.sha256.c_str(), nullptr);
      _exit(127);
    }
    return child;
  }

  static int WaitForEnd(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  bool IsThere() const { return fs::exists(workdir_.Bundles() / archive_.sha256); }

  const fs::path root_ = fs::path(testing::TempDir()) / "fetch_crash_test";
  const Workdir workdir_{root_ / "agent"};
  BlobRef archive_;
  std::unique_ptr<DirectoryBlobStore> store_;
  std::unique_ptr<NotingService> service_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(FetchCrashTest, AKilledFetchIsGoneOnWithFromEveryChunk) {
  for (uint64_t chunk = 0; chunk * kMiB + kMiB / 2 < archive_.size; ++chunk) {
    ASSERT_TRUE(RemoveAll(workdir_.state()).ok());
    // Into the next chunk, which is lost.
    const Cut cut{.to_client = chunk * kMiB + kMiB / 2, .stalls = true};
    CuttingProxy proxy(port_, [cut](int) { return cut; });
    const pid_t child = StartFetch(proxy.port());
    while (proxy.cuts() == 0 || PartialBytes(workdir_.Arrivals(), archive_.sha256) < chunk * kMiB) {
      absl::SleepFor(absl::Milliseconds(2));
    }
    ASSERT_EQ(kill(child, SIGKILL), 0);
    ASSERT_TRUE(WIFSIGNALED(WaitForEnd(child)));
    EXPECT_FALSE(IsThere());
    service_->TakeOffsets();

    EXPECT_EQ(WaitForEnd(StartFetch(port_)), 0);
    EXPECT_THAT(service_->TakeOffsets(), testing::ElementsAre(chunk * kMiB));
    EXPECT_EQ(ReadFile(workdir_.Bundles() / archive_.sha256 / "file").value(),
              ReadFile(root_ / "tree" / "file").value());
    EXPECT_TRUE(fs::is_empty(workdir_.Arrivals()));
  }
}

// The moments of unpacking, syncing and moving are not known: any may be hit.
TEST_F(FetchCrashTest, KilledAtAnyMoment) {
  for (int milliseconds = 0; milliseconds < 120; milliseconds += 4) {
    ASSERT_TRUE(RemoveAll(workdir_.state()).ok());
    const pid_t child = StartFetch(port_);
    absl::SleepFor(absl::Milliseconds(milliseconds));
    kill(child, SIGKILL);
    WaitForEnd(child);
    if (IsThere()) {
      EXPECT_EQ(ReadFile(workdir_.Bundles() / archive_.sha256 / "file")->size(),
                fs::file_size(root_ / "tree" / "file"));
    }
    ASSERT_EQ(WaitForEnd(StartFetch(port_)), 0);
    EXPECT_TRUE(IsThere());
    int folders = 0;
    for (const auto& entry : fs::directory_iterator(workdir_.Bundles())) {
      folders += entry.is_directory();
    }
    EXPECT_EQ(folders, 1) << "nothing half unpacked is left";
  }
}

TEST_F(FetchCrashTest, AFetchOverADeadConnectionCanBeCancelled) {
  CuttingProxy proxy(port_, [](int) { return Cut{.to_client = kMiB, .stalls = true}; });
  const auto coordinator = MakeGrpcCoordinatorClient(grpc::CreateChannel(
      absl::StrCat("127.0.0.1:", proxy.port()), grpc::InsecureChannelCredentials()));
  const auto bundles = *BundleCache::Open(workdir_.Bundles());
  BundleFetcher::Options options;
  options.arrivals = workdir_.Arrivals();
  options.limit = kMiB;
  const auto fetcher = *BundleFetcher::Open({*coordinator, *bundles}, options);
  v1::Lease lease;
  lease.add_bundle()->set_sha256(archive_.sha256);
  CancellationFlag cancel;
  std::thread canceller([&] {
    while (proxy.cuts() == 0) absl::SleepFor(absl::Milliseconds(2));
    cancel.Cancel();
  });
  EXPECT_EQ(fetcher->Fetch(lease, cancel).status().code(), absl::StatusCode::kCancelled);
  canceller.join();
}

}  // namespace
}  // namespace benchcell
