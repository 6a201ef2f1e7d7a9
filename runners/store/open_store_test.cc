#include "runners/store/open_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "runners/store/postgres_server.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

TEST(OpenStoreTest, PathIsASqliteFile) {
  const fs::path file = fs::path(testing::TempDir()) / "open_store" / "store.db";
  fs::remove_all(file.parent_path());
  const auto store = OpenStore(file.string());
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_TRUE((*store)->CreateRun(SampleRun("r")).ok());
  EXPECT_TRUE(fs::exists(file));
}

TEST(OpenStoreTest, PathThatLooksALittleLikeAnAddressIsAFile) {
  const fs::path file = fs::path(testing::TempDir()) / "a b://c.db";
  fs::remove_all(file.parent_path().parent_path() / "a b:");
  EXPECT_TRUE(OpenStore(file.string()).ok());
  EXPECT_TRUE(fs::exists(file));
}

TEST(OpenStoreTest, PostgresAddressIsADatabase) {
  absl::StatusOr<std::unique_ptr<PostgresServer>> server = PostgresServer::Create({});
  ASSERT_TRUE(server.ok()) << server.status();
  for (const std::string scheme : {"postgres", "postgresql"}) {
    const auto store = OpenStore(scheme + (*server)->Uri().substr(std::string("postgres").size()));
    ASSERT_TRUE(store.ok()) << store.status();
    EXPECT_TRUE((*store)->CreateRun(SampleRun(scheme)).ok());
  }
  EXPECT_EQ(*(*server)->QueryInt("SELECT count(*) FROM benchcell.run"), 2);
}

TEST(OpenStoreTest, OtherSchemesAreRefusedWithoutRepeatingAPassword) {
  for (const std::string address : {"mysql://u:s3cret@h/d", "Postgres://u:s3cret@h/d",
                                    "postgres://u:s3cret@x@h/d", "http2://s3cret"}) {
    const absl::Status status = OpenStore(address).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("postgres://"));
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("s3cret")));
  }
}

}  // namespace
}  // namespace benchcell
