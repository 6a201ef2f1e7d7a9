#include "runners/coordinator/metrics_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "absl/time/clock.h"
#include "runners/base/files.h"
#include "runners/base/random.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/store/sqlite_outage.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

// What a scraper gets.
std::string Get(int port, const std::string& path) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  const std::string request = "GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
  EXPECT_EQ(write(fd, request.data(), request.size()), static_cast<ssize_t>(request.size()));
  std::string answer;
  char buffer[4096];
  for (ssize_t n; (n = read(fd, buffer, sizeof(buffer))) > 0;) answer.append(buffer, n);
  close(fd);
  return answer;
}

class MetricsServerTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "metrics";
    ASSERT_TRUE(RemoveAll(folder).ok());
    store_ = *SqliteStore::Open(folder / "store.db", {});
    blobs_ = *DirectoryBlobStore::Open(folder / "blobs");
    coordinator_ = std::make_unique<Coordinator>(
        Coordinator::Parts{*store_, *blobs_, plugins_, absl::Now, SystemRandom},
        Coordinator::Options{});
  }

  PluginRegistry plugins_{PluginPrograms{}};
  std::unique_ptr<SqliteStore> store_;
  std::unique_ptr<DirectoryBlobStore> blobs_;
  std::unique_ptr<Coordinator> coordinator_;
};

TEST_F(MetricsServerTest, CountsWhatTheCoordinatorDoes) {
  v1::AgentState agent;
  agent.mutable_machine()->set_id("a");
  ASSERT_TRUE(coordinator_->Synchronize(agent).ok());
  const auto server = MetricsServer::Start(*coordinator_, "127.0.0.1:0");
  ASSERT_TRUE(server.ok()) << server.status();
  const std::string metrics = Get((*server)->port(), "/metrics");
  EXPECT_THAT(metrics, HasSubstr("200 OK"));
  EXPECT_THAT(metrics, HasSubstr("benchcell_store_up 1"));
  EXPECT_THAT(metrics, HasSubstr("benchcell_machines{state=\"idle\"} 1"));
  EXPECT_THAT(metrics, HasSubstr("# TYPE benchcell_leases_total counter"));
  EXPECT_THAT(metrics, HasSubstr("benchcell_alarms 0"));
}

TEST_F(MetricsServerTest, SaysThatTheStoreFails) {
  const SqliteOutage outage(std::filesystem::path(testing::TempDir()) / "metrics" / "store.db");
  ASSERT_FALSE(coordinator_->Tick().ok());
  const auto server = MetricsServer::Start(*coordinator_, "127.0.0.1:0");
  ASSERT_TRUE(server.ok()) << server.status();
  const std::string metrics = Get((*server)->port(), "/metrics");
  EXPECT_THAT(metrics, HasSubstr("benchcell_store_up 0"));
  EXPECT_THAT(metrics, HasSubstr("benchcell_alarms 1"));
}

TEST_F(MetricsServerTest, AddressThatIsTakenIsNamed) {
  const auto first = MetricsServer::Start(*coordinator_, "127.0.0.1:0");
  ASSERT_TRUE(first.ok()) << first.status();
  const std::string address = "127.0.0.1:" + std::to_string((*first)->port());
  const auto second = MetricsServer::Start(*coordinator_, address);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()), HasSubstr(address));
}

}  // namespace
}  // namespace benchcell
