// For tests: folders of a lab in a temporary folder, and a coordinator's port with services that
// count their calls.

#ifndef BENCHCELL_RUNNERS_TLS_TESTING_H_
#define BENCHCELL_RUNNERS_TLS_TESTING_H_

#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/impl/client_unary_call.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/base/files.h"
#include "runners/tls/credentials.h"
#include "runners/tls/enrol.h"
#include "runners/tls/folder.h"
#include "runners/tls/gate.h"

namespace benchcell {

// A CA and what it signed. Certificates are valid for ten days around `made`.
class LabFolders {
 public:
  explicit LabFolders(const std::string& name, absl::Time made = absl::Now())
      : root_(std::filesystem::path(testing::TempDir()) / name) {
    std::filesystem::remove_all(root_);
    EXPECT_TRUE(CreateCa(root_ / "ca", {made, 40}, false).ok());
  }

  std::filesystem::path Ca() const { return root_ / "ca"; }

  // A folder with a new certificate.
  std::filesystem::path Add(Role role, const std::string& name, absl::Time made = absl::Now(),
                            std::vector<std::string> hosts = {}) const {
    if (role == Role::kCoordinator && hosts.empty()) hosts = {"localhost", "127.0.0.1"};
    const std::filesystem::path out = root_ / (RoleName(role) + "-" + name);
    const absl::StatusOr<Certificate> made_certificate =
        Enrol(Ca(), out, {role, name, std::move(hosts)}, {made, 10}, /*force=*/true);
    EXPECT_TRUE(made_certificate.ok()) << made_certificate.status();
    return out;
  }

 private:
  const std::filesystem::path root_;
};

// Keeps lines and log in memory. Thread-safe.
class KeptAudit : public AuditSink {
 public:
  absl::Status Write(const AuditLine& line) override {
    const absl::MutexLock lock(&mutex_);
    lines_.push_back(line);
    return absl::OkStatus();
  }
  void Log(const std::string& line) {
    const absl::MutexLock lock(&mutex_);
    log_.push_back(line);
  }
  std::vector<AuditLine> lines() const {
    const absl::MutexLock lock(&mutex_);
    return lines_;
  }
  // Waits for a line of the log that has this text; empty after ten seconds.
  std::string AwaitLog(const std::string& text) const {
    const auto find = [&]() -> std::string {
      for (const std::string& line : log_) {
        if (line.find(text) != line.npos) return line;
      }
      return "";
    };
    const auto found = [&] { return !find().empty(); };
    const absl::MutexLock lock(&mutex_);
    mutex_.AwaitWithTimeout(absl::Condition(&found), absl::Seconds(10));
    return find();
  }

 private:
  mutable absl::Mutex mutex_;
  std::vector<AuditLine> lines_;
  std::vector<std::string> log_;
};

// Answers with the name of the caller as the run's id.
class CountingExperiments : public v1::Experiments::Service {
 public:
  grpc::Status Submit(grpc::ServerContext* context, const v1::SubmitRequest*,
                      v1::SubmitResponse* response) override {
    ++calls;
    const absl::StatusOr<PeerIdentity> peer = gate->PeerOf(*context);
    response->set_run_id(peer.ok() ? Describe(*peer) : std::string(peer.status().message()));
    return grpc::Status::OK;
  }
  grpc::Status ListRuns(grpc::ServerContext*, const v1::ListRunsRequest*,
                        v1::ListRunsResponse*) override {
    ++calls;
    return grpc::Status::OK;
  }

  std::atomic<int> calls{0};
  std::shared_ptr<Gate> gate;
};

// A service that no table lists. Made by hand, as protoc makes them.
class UnlistedService : public grpc::Service {
 public:
  UnlistedService() {
    AddMethod(new grpc::internal::RpcServiceMethod(
        kMethod, grpc::internal::RpcMethod::NORMAL_RPC,
        new grpc::internal::RpcMethodHandler<UnlistedService, v1::CancelRequest,
                                             v1::CancelResponse>(
            [](UnlistedService* service, grpc::ServerContext*, const v1::CancelRequest*,
               v1::CancelResponse*) {
              ++service->calls;
              return grpc::Status::OK;
            },
            this)));
  }

  static constexpr char kMethod[] = "/test.Unlisted/Call";
  std::atomic<int> calls{0};
};

// A server behind a gate, on a loopback port that the system chose.
class GuardedServer {
 public:
  // With a folder, TLS; without, plaintext.
  explicit GuardedServer(const std::filesystem::path& folder, Clock clock = absl::Now,
                         WithoutTls without_tls = WithoutTls::kRefused)
      : security_{.tls = folder} {
    std::unique_ptr<Authenticator> authenticator;
    if (!folder.empty()) {
      absl::StatusOr<std::unique_ptr<Authenticator>> opened = Authenticator::Open(folder, clock);
      EXPECT_TRUE(opened.ok()) << opened.status();
      authenticator = *std::move(opened);
    }
    gate_ = Gate::Make(std::move(authenticator), without_tls,
                       {clock, audit, [this](const std::string& line) { audit.Log(line); }});
    experiments.gate = gate_;
    const auto credentials = ServerCredentialsFor("127.0.0.1:0", security_, gate_, absl::Now);
    EXPECT_TRUE(credentials.ok()) << credentials.status();
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", *credentials, &port);
    builder.RegisterService(&experiments);
    builder.RegisterService(&unlisted);
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> creators;
    creators.push_back(gate_->MakeAuditor());
    builder.experimental().SetInterceptorCreators(std::move(creators));
    server = builder.BuildAndStart();
  }
  ~GuardedServer() { server->Shutdown(); }

  std::string Target(const std::string& host = "localhost") const {
    return absl::StrCat(host, ":", port);
  }

  // Not const members: services and gate use them from gRPC's threads.
  KeptAudit audit;
  CountingExperiments experiments;
  UnlistedService unlisted;
  int port = 0;
  std::unique_ptr<grpc::Server> server;

 private:
  const LinkSecurity security_;
  std::shared_ptr<Gate> gate_;
};

inline std::string Content(const std::filesystem::path& path) {
  const absl::StatusOr<std::string> content = ReadFile(path);
  EXPECT_TRUE(content.ok()) << content.status();
  return content.ok() ? *content : "";
}

// A TLS server that checks nothing, neither itself nor who calls.
class RawServer {
 public:
  RawServer(const std::filesystem::path& ca, const std::filesystem::path& folder) {
    grpc::SslServerCredentialsOptions options;
    options.pem_root_certs = Content(TlsFolder{ca}.Ca());
    options.pem_key_cert_pairs.push_back(
        {Content(TlsFolder{folder}.Key()), Content(TlsFolder{folder}.Certificate())});
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::SslServerCredentials(options), &port_);
    builder.RegisterService(&experiments);
    KeptAudit* const audit = &audit_;
    experiments.gate =
        Gate::Make(nullptr, WithoutTls::kRefused, {absl::Now, *audit, [](const std::string&) {}});
    server_ = builder.BuildAndStart();
  }

  std::string Target() const { return absl::StrCat("localhost:", port_); }

  CountingExperiments experiments;

 private:
  KeptAudit audit_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

// A channel that doesn't check itself: trusts one folder's CA, shows another's certificate, or
// none.
inline std::shared_ptr<grpc::Channel> RawDial(const std::string& target,
                                              const std::filesystem::path& ca,
                                              const std::filesystem::path& folder) {
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = Content(TlsFolder{ca}.Ca());
  if (!folder.empty()) {
    options.pem_private_key = Content(TlsFolder{folder}.Key());
    options.pem_cert_chain = Content(TlsFolder{folder}.Certificate());
  }
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(target, grpc::SslCredentials(options), arguments);
}

// A channel of its own: gRPC shares connections of channels that are alike.
inline std::shared_ptr<grpc::Channel> Dial(const std::string& target,
                                           const std::filesystem::path& folder,
                                           const Clock& clock = absl::Now) {
  const auto credentials = ChannelCredentialsFor(target, {.tls = folder}, clock);
  EXPECT_TRUE(credentials.ok()) << credentials.status();
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(target, *credentials, arguments);
}

inline grpc::Status Submit(const std::shared_ptr<grpc::Channel>& channel,
                           std::string* answer = nullptr) {
  grpc::ClientContext context;
  v1::SubmitResponse response;
  const grpc::Status status =
      v1::Experiments::NewStub(channel)->Submit(&context, v1::SubmitRequest(), &response);
  if (answer != nullptr) *answer = response.run_id();
  return status;
}

inline absl::Status ToAbsl(const grpc::Status& status) {
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

inline grpc::Status CallUnlisted(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  v1::CancelResponse response;
  const grpc::internal::RpcMethod method(UnlistedService::kMethod,
                                         grpc::internal::RpcMethod::NORMAL_RPC);
  return grpc::internal::BlockingUnaryCall(channel.get(), method, &context, v1::CancelRequest(),
                                           &response);
}

inline grpc::Status ListRuns(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  v1::ListRunsResponse response;
  return v1::Experiments::NewStub(channel)->ListRuns(&context, v1::ListRunsRequest(), &response);
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_TESTING_H_
