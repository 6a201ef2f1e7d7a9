// Fetches bundles as an agent does, for tests that kill it meanwhile.
//
//     fetch_probe ADDRESS STATE SHA256...
//
// Exit code 0 once they are all there.

#include <grpcpp/create_channel.h>

#include <iostream>
#include <string>

#include "runners/agent/bundle_fetcher.h"
#include "runners/agent/grpc_coordinator_client.h"
#include "runners/agent/workdir.h"

int main(int argc, char** argv) {
  using namespace benchcell;
  if (argc < 4) return 2;
  const Workdir workdir(argv[2]);
  const auto coordinator =
      MakeGrpcCoordinatorClient(grpc::CreateChannel(argv[1], grpc::InsecureChannelCredentials()));
  const auto bundles = BundleCache::Open(workdir.Bundles());
  if (!bundles.ok()) return 1;
  BundleFetcher::Options options;
  options.arrivals = workdir.Arrivals();
  options.limit = DefaultBundleLimit(workdir.Bundles());
  const auto fetcher = BundleFetcher::Open({*coordinator, **bundles}, options);
  if (!fetcher.ok()) return 1;
  v1::Lease lease;
  for (int i = 3; i < argc; ++i) lease.add_bundle()->set_sha256(argv[i]);
  const CancellationFlag never;
  const auto fetched = (*fetcher)->Fetch(lease, never);
  if (fetched.ok()) return 0;
  std::cerr << fetched.status() << std::endl;
  return 1;
}
