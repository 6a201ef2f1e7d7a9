// The Blobs service of lab.proto over a blob store: transport only.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_BLOBS_SERVICE_H_
#define BENCHCELL_RUNNERS_COORDINATOR_BLOBS_SERVICE_H_

#include <grpcpp/support/sync_stream.h>

#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/blobs/blob_store.h"

namespace benchcell {

// The store outlives it. Thread-safe.
class BlobsService : public v1::Blobs::Service {
 public:
  explicit BlobsService(BlobStore& blobs) : blobs_(blobs) {}

  grpc::Status FindMissing(grpc::ServerContext* context, const v1::FindMissingRequest* request,
                           v1::FindMissingResponse* response) override;
  grpc::Status Write(grpc::ServerContext* context, grpc::ServerReader<v1::WriteBlobRequest>* reader,
                     v1::WriteBlobResponse* response) override;
  grpc::Status Read(grpc::ServerContext* context, const v1::ReadBlobRequest* request,
                    grpc::ServerWriter<v1::ReadBlobResponse>* writer) override;

 private:
  BlobStore& blobs_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_BLOBS_SERVICE_H_
