#include "runners/agent/grpc_coordinator_client.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/server_builder.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/coordinator/blobs_service.h"
#include "runners/coordinator/cutting_proxy.h"

namespace benchcell {
namespace {

// More than a link needs that is looked after, and less than one that isn't.
constexpr int kCalls = 20;

TEST(GrpcCoordinatorClient, FindsACoordinatorThatIsBack) {
  const auto store = *DirectoryBlobStore::Open(testing::TempDir() + "/blobs");
  BlobsService service(*store);
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  ASSERT_NE(server, nullptr);
  // Connections are taken, and end at once: as with a coordinator that is killed behind an address
  // of several.
  CuttingProxy proxy(/*target_port=*/1, [](int) { return Cut(); });
  const auto client = MakeGrpcCoordinatorClient(grpc::CreateChannel(
      absl::StrCat("127.0.0.1:", proxy.port()), grpc::InsecureChannelCredentials()));
  const std::string digest(64, 'a');
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(client->FindMissing({digest}).status().code(), absl::StatusCode::kUnavailable);
  }
  proxy.SetTarget(port);
  absl::StatusOr<std::vector<std::string>> missing;
  for (int i = 0; i < kCalls && !missing.ok(); ++i) missing = client->FindMissing({digest});
  ASSERT_TRUE(missing.ok()) << missing.status();
  EXPECT_EQ(*missing, std::vector<std::string>{digest});
}

}  // namespace
}  // namespace benchcell
