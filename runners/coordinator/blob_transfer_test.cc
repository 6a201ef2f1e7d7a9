// Blobs between a real client and a real server, over connections that break.

#include "runners/coordinator/blob_transfer.h"

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/server_builder.h>

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
#include "runners/base/files.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/coordinator/blobs_service.h"
#include "runners/coordinator/cutting_proxy.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMiB = 1 << 20;

class BlobTransferTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(root_ / "here").ok());
    for (uint64_t i = 0; content_.size() < 4 * kMiB + 123; ++i) absl::StrAppend(&content_, i, " ");
    sha256_ = Sha256OfBytes(content_);
    ASSERT_TRUE(WriteFile(file_, content_).ok());
    StartServer();
  }

  void TearDown() override {
    stub_.reset();
    proxy_.reset();
    StopServer();
  }

  void StartServer() {
    store_ = *DirectoryBlobStore::Open(root_ / "store");
    service_ = std::make_unique<BlobsService>(*store_);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &server_port_);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
  }

  void StopServer() { server_->Shutdown(absl::ToChronoTime(absl::Now())); }

  // A connection through a new proxy.
  void Connect(std::function<Cut(int)> cut_of) {
    stub_.reset();
    proxy_ = std::make_unique<CuttingProxy>(server_port_, std::move(cut_of));
    grpc::ChannelArguments arguments;
    // Back at once, and never over a connection of another test.
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 1);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 1000);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 10);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    stub_ = v1::Blobs::NewStub(grpc::CreateCustomChannel(
        absl::StrCat("127.0.0.1:", proxy_->port()), grpc::InsecureChannelCredentials(), arguments));
  }

  static bool ShortPause(absl::Duration) { return SleepPatiently(absl::Milliseconds(30)); }

  absl::Status Upload() { return UploadBlob(*stub_, sha256_, file_, ShortPause); }

  // As a fetcher does it.
  absl::Status Download() {
    TransferRetry retry(ShortPause);
    const auto blob = PartialBlob::Open(root_ / "here", sha256_).value();
    while (true) {
      grpc::ClientContext context;
      const absl::Status status = DownloadBlob(*stub_, sha256_, *blob, context);
      if (status.ok()) return blob->MoveTo(root_ / "here" / "whole");
      if (!retry.GoOn(status, blob->size())) return status;
    }
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "blob_transfer_test";
  const fs::path file_ = root_ / "here" / "file";
  std::string content_;
  std::string sha256_;
  int server_port_ = 0;
  std::unique_ptr<DirectoryBlobStore> store_;
  std::unique_ptr<BlobsService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<CuttingProxy> proxy_;
  std::unique_ptr<v1::Blobs::Stub> stub_;
};

TEST_F(BlobTransferTest, UploadGoesOnWhereverTheConnectionBreaks) {
  for (uint64_t at = 1; at < content_.size(); at += kMiB / 2) {
    Connect([at](int connection) { return connection == 0 ? Cut{.to_server = at} : Cut{}; });
    const absl::Status status = Upload();
    ASSERT_TRUE(status.ok()) << status << ", cut at " << at;
    EXPECT_EQ(proxy_->cuts(), 1);
    const fs::path blob = store_->PathOf(sha256_).value();
    EXPECT_EQ(Sha256OfFile(blob).value(), sha256_);
    fs::remove(blob);
  }
}

TEST_F(BlobTransferTest, DownloadGoesOnWhereverTheConnectionBreaks) {
  ASSERT_TRUE(store_->PutFile(file_).ok());
  for (uint64_t at = 1; at < content_.size(); at += kMiB / 2) {
    Connect([at](int connection) { return connection == 0 ? Cut{.to_client = at} : Cut{}; });
    const absl::Status status = Download();
    ASSERT_TRUE(status.ok()) << status << ", cut at " << at;
    EXPECT_EQ(proxy_->cuts(), 1);
  }
}

// No connection lives long enough for the whole blob: only who goes on ever gets there.
TEST_F(BlobTransferTest, EveryConnectionBreaks) {
  constexpr uint64_t kLife = 3 * kMiB / 2;
  Connect([](int) { return Cut{.to_server = kLife, .to_client = kLife}; });
  const absl::Status up = Upload();
  ASSERT_TRUE(up.ok()) << up;
  EXPECT_GE(proxy_->cuts(), 2);
  const int cuts = proxy_->cuts();
  const absl::Status down = Download();
  ASSERT_TRUE(down.ok()) << down;
  EXPECT_GE(proxy_->cuts(), cuts + 2);
}

TEST_F(BlobTransferTest, TheServerStartsAnewInBetween) {
  const auto restart = [this](int connection) {
    if (connection % 2 == 0) return Cut{.to_server = 2 * kMiB, .to_client = 2 * kMiB};
    StopServer();
    StartServer();
    proxy_->SetTarget(server_port_);
    return Cut{};
  };
  Connect(restart);
  const absl::Status up = Upload();
  ASSERT_TRUE(up.ok()) << up;
  Connect(restart);
  const absl::Status down = Download();
  ASSERT_TRUE(down.ok()) << down;
}

// The server doesn't know yet that the first connection is dead.
TEST_F(BlobTransferTest, AnUploadThatHangsDoesNotHinderTheNext) {
  Connect([](int) { return Cut{.to_server = 2 * kMiB, .stalls = true}; });
  auto hanging_proxy = std::move(proxy_);
  const auto hanging_stub = std::move(stub_);
  std::thread hanging([&] {
    EXPECT_FALSE(
        UploadBlob(*hanging_stub, sha256_, file_, [](absl::Duration) { return false; }).ok());
  });
  while (store_->BytesHeld(sha256_) == 0) absl::SleepFor(absl::Milliseconds(5));
  Connect([](int) { return Cut{}; });
  const absl::Status status = Upload();
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_TRUE(store_->Has(sha256_));
  hanging_proxy.reset();
  hanging.join();
  EXPECT_EQ(Sha256OfFile(store_->PathOf(sha256_).value()).value(), sha256_);
}

TEST_F(BlobTransferTest, DamagedBytesHeldAreSentAgain) {
  ASSERT_TRUE(store_->StartWrite(sha256_).value()->Append(std::string(kMiB, 'x')).ok());
  Connect([](int) { return Cut{}; });
  EXPECT_TRUE(Upload().ok());
  EXPECT_EQ(Sha256OfFile(store_->PathOf(sha256_).value()).value(), sha256_);

  const std::string other = Sha256OfBytes("other");
  ASSERT_TRUE(store_->StartWrite(other).value()->Append("more than the blob has").ok());
  ASSERT_TRUE(WriteFile(file_, "other").ok());
  EXPECT_TRUE(UploadBlob(*stub_, other, file_, ShortPause).ok());
  EXPECT_TRUE(store_->Has(other));
}

TEST_F(BlobTransferTest, RefusedForGood) {
  Connect([](int) { return Cut{}; });
  ASSERT_TRUE(WriteFile(file_, content_ + "!").ok());
  const absl::Status wrong = Upload();
  EXPECT_EQ(wrong.code(), absl::StatusCode::kInvalidArgument) << wrong;
  EXPECT_EQ(store_->BytesHeld(sha256_), 0u);
  EXPECT_EQ(Download().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(UploadBlob(*stub_, "no digest", file_, ShortPause).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(UploadBlob(*stub_, sha256_, root_ / "absent", ShortPause).code(),
            absl::StatusCode::kNotFound);
}

TEST_F(BlobTransferTest, MoreIsThereThanTheBlobHas) {
  ASSERT_TRUE(store_->PutFile(file_).ok());
  Connect([](int) { return Cut{}; });
  const auto blob = PartialBlob::Open(root_ / "here", sha256_).value();
  ASSERT_TRUE(blob->Append(content_ + "!").ok());
  grpc::ClientContext context;
  EXPECT_EQ(DownloadBlob(*stub_, sha256_, *blob, context).code(), absl::StatusCode::kOutOfRange);
}

TEST_F(BlobTransferTest, SeveralBlobsEachOnce) {
  Connect([](int) { return Cut{}; });
  std::vector<BlobFile> files;
  for (int i = 0; i < 9; ++i) {
    // The third of each is a repetition.
    const std::string content = absl::StrCat("blob ", i - i % 3 / 2);
    const fs::path file = root_ / "here" / absl::StrCat(i);
    ASSERT_TRUE(WriteFile(file, content).ok());
    files.push_back({Sha256OfBytes(content), file, absl::StrCat("bundle ", i)});
  }
  files.push_back({Sha256OfBytes(""), root_ / "here" / "empty", "empty"});
  ASSERT_TRUE(WriteFile(files.back().file, "").ok());
  const absl::Status status = UploadMissingBlobs(*stub_, files, ShortPause);
  EXPECT_TRUE(status.ok()) << status;
  for (const BlobFile& file : files) EXPECT_TRUE(store_->Has(file.sha256)) << file.name;

  files[4].sha256 = Sha256OfBytes("what it isn't");
  const absl::Status wrong = UploadMissingBlobs(*stub_, files, ShortPause);
  EXPECT_EQ(wrong.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(wrong.message()), testing::HasSubstr("bundle 4"));
}

}  // namespace
}  // namespace benchcell
