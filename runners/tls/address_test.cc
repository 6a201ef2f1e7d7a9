#include "runners/tls/address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class LoopbackAddress : public testing::TestWithParam<const char*> {};
class NetworkAddress : public testing::TestWithParam<const char*> {};

TEST_P(LoopbackAddress, MaySpeakPlaintext) {
  EXPECT_TRUE(IsLoopback(GetParam()));
  EXPECT_TRUE(CheckPlaintext(GetParam(), AddressUse::kListen, false).ok());
  EXPECT_TRUE(CheckPlaintext(GetParam(), AddressUse::kDial, false).ok());
}

INSTANTIATE_TEST_SUITE_P(All, LoopbackAddress,
                         testing::Values("127.0.0.1:7777", "127.0.0.1", "127.255.255.254:1",
                                         "[::1]:7777", "::1", "[::ffff:127.0.0.1]:80",
                                         "localhost:7777", "LocalHost:7777", "lab.localhost:1",
                                         "unix:/run/lab.sock", "unix:///run/lab.sock",
                                         "unix-abstract:lab", "ipv4:127.0.0.1:7777",
                                         "ipv4:127.0.0.1:1,127.0.0.2:2", "ipv6:[::1]:7777",
                                         "dns:localhost:7777", "dns:///localhost:7777",
                                         "dns://10.0.0.1/localhost:7777"));

TEST_P(NetworkAddress, MayNotSpeakPlaintext) {
  EXPECT_FALSE(IsLoopback(GetParam()));
  EXPECT_EQ(CheckPlaintext(GetParam(), AddressUse::kListen, false).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckPlaintext(GetParam(), AddressUse::kDial, false).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(CheckPlaintext(GetParam(), AddressUse::kListen, true).ok());
  EXPECT_TRUE(CheckPlaintext(GetParam(), AddressUse::kDial, true).ok());
}

INSTANTIATE_TEST_SUITE_P(
    All, NetworkAddress,
    testing::Values("0.0.0.0:7777", "[::]:7777", "::", ":7777", "", "*:7777", "10.0.0.1:7777",
                    "128.0.0.1:1", "126.255.255.255:1", "lab.example:7777", "localhost.example:1",
                    "127.0.0.1.example:1", "127.1:7777", "2130706433:1", "[fe80::1]:7777",
                    "[::ffff:10.0.0.1]:80", "[::2]:1", "ipv4:10.0.0.1:1",
                    "ipv4:127.0.0.1:1,10.0.0.1:1", "ipv4:", "ipv6:[::]:1", "dns:lab.example:1",
                    "dns:///lab.example:1", "dns://localhost/lab.example:1", "dns://localhost",
                    "xds:///localhost:1", "notlocalhost:1", "[127.0.0.1", "vsock:1:2"));

class WholeAddress : public testing::TestWithParam<const char*> {};
class BrokenAddress : public testing::TestWithParam<const char*> {};

TEST_P(WholeAddress, IsAccepted) {
  EXPECT_TRUE(CheckAddress(GetParam(), AddressUse::kListen).ok());
}

INSTANTIATE_TEST_SUITE_P(All, WholeAddress,
                         testing::Values("0.0.0.0:7777", "127.0.0.1:0", "lab.example:65535",
                                         "[::1]:7777", "dns:///lab.example:7777",
                                         "ipv4:10.0.0.1:7777,10.0.0.2:7777", "ipv6:[::1]:7777",
                                         "unix:/run/lab.sock"));

TEST_P(BrokenAddress, IsRefused) {
  const absl::Status status = CheckAddress(GetParam(), AddressUse::kMetrics);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr(std::string("--metrics=") + GetParam()), HasSubstr("HOST:PORT")));
}

INSTANTIATE_TEST_SUITE_P(All, BrokenAddress,
                         testing::Values("", "7777", ":7777", "127.0.0.1",
                                         "127.0.0.1:", "127.0.0.1:abc", "127.0.0.1:-1",
                                         "127.0.0.1:65536", "lab.example:99999", "::1", "[::1]",
                                         "[::1]7777", "dns:lab.example", "ipv4:10.0.0.1:7777,"));

TEST(Address, HostIsWithoutPort) {
  EXPECT_EQ(HostOf("lab.example:7777"), "lab.example");
  EXPECT_EQ(HostOf("lab.example"), "lab.example");
  EXPECT_EQ(HostOf("[::1]:7777"), "::1");
  EXPECT_EQ(HostOf("::1"), "::1");
  EXPECT_EQ(HostOf("dns:///lab.example:7777"), "lab.example");
  EXPECT_EQ(HostOf("ipv6:[fe80::1]:7777"), "fe80::1");
  EXPECT_EQ(HostOf(":7777"), "");
}

TEST(Address, RefusalSaysWhatToDo) {
  EXPECT_THAT(std::string(CheckPlaintext("0.0.0.0:7777", AddressUse::kListen, false).message()),
              AllOf(HasSubstr("--listen=0.0.0.0:7777"), HasSubstr("--tls DIR"),
                    HasSubstr("--insecure-network")));
  EXPECT_THAT(std::string(CheckPlaintext("lab:1", AddressUse::kDial, false).message()),
              AllOf(HasSubstr("--coordinator=lab:1"), HasSubstr("--insecure-network")));
  EXPECT_THAT(std::string(CheckPlaintext("[::]:9100", AddressUse::kMetrics, false).message()),
              AllOf(HasSubstr("--metrics=[::]:9100"), HasSubstr("--insecure-network"),
                    Not(HasSubstr("--tls"))));
}

}  // namespace
}  // namespace benchcell
