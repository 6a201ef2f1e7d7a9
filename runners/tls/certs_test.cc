// `benchcell certs` from its words to files, which are then judged by the program `openssl`.

#include "runners/tls/certs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <sstream>

#include "absl/time/clock.h"
#include "runners/base/files.h"
#include "runners/tls/folder.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Both outputs of a command, and its exit code at the end.
std::string Shell(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1; echo \"exit $?\"").c_str(), "r");
  std::string output;
  for (int c; (c = fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  pclose(pipe);
  return output;
}

class Certs : public testing::Test {
 protected:
  Certs() { fs::remove_all(dir_); }

  absl::Status Make(std::vector<std::string> words, const std::string& host = "",
                    const fs::path& out = "", bool force = false, uint32_t days = 0) {
    return RunCerts({std::move(words), dir_, out, host, days, force}, absl::Now(), out_, log_);
  }
  std::string ErrorOf(std::vector<std::string> words, const std::string& host = "") {
    return std::string(Make(std::move(words), host).message());
  }
  mode_t ModeOf(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777;
  }

  const fs::path dir_ = fs::path(testing::TempDir()) / "lab certs";
  std::ostringstream out_, log_;
};

TEST_F(Certs, OpensslAgreesWithWhatIsWritten) {
  ASSERT_TRUE(Make({"ca"}).ok());
  ASSERT_TRUE(Make({"coordinator"}, "lab.example,10.0.0.1,fd00::1").ok());
  ASSERT_TRUE(Make({"agent", "mac-7"}).ok());
  const std::string dir = "'" + dir_.string() + "'";
  const std::string verify = "openssl verify -x509_strict -CAfile " + dir + "/ca.pem ";

  EXPECT_THAT(
      Shell(verify + "-purpose sslserver -verify_hostname lab.example " + dir + "/cert.pem"),
      HasSubstr("cert.pem: OK\nexit 0"));
  EXPECT_THAT(Shell(verify + "-purpose sslserver -verify_ip 10.0.0.1 " + dir + "/cert.pem"),
              HasSubstr("exit 0"));
  EXPECT_THAT(Shell(verify + "-purpose sslserver -verify_hostname other " + dir + "/cert.pem"),
              Not(HasSubstr("exit 0")));
  EXPECT_THAT(Shell(verify + "-purpose sslclient " + dir + "/agent-mac-7/cert.pem"),
              HasSubstr("exit 0"));
  EXPECT_THAT(Shell(verify + "-purpose sslserver " + dir + "/agent-mac-7/cert.pem"),
              Not(HasSubstr("exit 0")));
  EXPECT_THAT(Shell(verify + "-purpose sslclient " + dir + "/cert.pem"), Not(HasSubstr("exit 0")));

  EXPECT_THAT(Shell("openssl x509 -noout -text -in " + dir + "/agent-mac-7/cert.pem"),
              AllOf(HasSubstr("Version: 3"), HasSubstr("ecdsa-with-SHA256"),
                    HasSubstr("O = benchcell, OU = agent, CN = mac-7"),
                    HasSubstr("NIST CURVE: P-256"), HasSubstr("CA:FALSE"),
                    HasSubstr("Digital Signature"), HasSubstr("TLS Web Client Authentication"),
                    HasSubstr("URI:benchcell:role/agent"), HasSubstr("X509v3 Authority Key")));
  EXPECT_THAT(Shell("openssl x509 -noout -text -in " + dir + "/cert.pem"),
              AllOf(HasSubstr("TLS Web Server Authentication"),
                    HasSubstr("URI:benchcell:role/coordinator, DNS:lab.example, IP "
                              "Address:10.0.0.1, IP Address:FD00:0:0:0:0:0:0:1")));
  EXPECT_THAT(Shell("openssl x509 -noout -text -in " + dir + "/ca.pem"),
              AllOf(HasSubstr("CA:TRUE, pathlen:0"), HasSubstr("Certificate Sign, CRL Sign")));
  EXPECT_THAT(Shell("openssl pkey -noout -check -in " + dir + "/agent-mac-7/key.pem"),
              HasSubstr("Key is valid\nexit 0"));
}

TEST_F(Certs, KeyIdIsWhatOpensslComputes) {
  ASSERT_TRUE(Make({"ca"}).ok());
  ASSERT_TRUE(Make({"viewer", "eve"}).ok());
  const std::string digest =
      Shell("openssl x509 -noout -pubkey -in '" + (dir_ / "viewer-eve/cert.pem").string() +
            "' | openssl pkey -pubin -outform DER | sha256sum | cut -d' ' -f1");
  EXPECT_THAT(out_.str(), HasSubstr("key id   " + digest.substr(0, 64) + "\n"));
}

TEST_F(Certs, FolderIsCompleteAndKeysArePrivate) {
  ASSERT_TRUE(Make({"ca"}).ok());
  const fs::path out = dir_ / "for ada";
  ASSERT_TRUE(Make({"submitter", "ada"}, "", out).ok());
  EXPECT_TRUE(LoadIdentity(out, CertificateUse::kClient, absl::Now()).ok());
  EXPECT_EQ(ModeOf(dir_ / "ca.key"), 0600u);
  EXPECT_EQ(ModeOf(out / "key.pem"), 0600u);
  EXPECT_FALSE(fs::exists(out / "ca.key")) << "the CA's key stays at home";
  EXPECT_EQ(*ReadFile(out / "ca.pem"), *ReadFile(dir_ / "ca.pem"));
}

TEST_F(Certs, CoordinatorNeedsNoCaKey) {
  ASSERT_TRUE(Make({"ca"}).ok());
  ASSERT_TRUE(Make({"coordinator"}, "lab.example").ok());
  fs::remove(dir_ / "ca.key");
  EXPECT_TRUE(LoadIdentity(dir_, CertificateUse::kServer, absl::Now()).ok());
  const absl::Status status = Make({"agent", "mac-7"});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("ca.key"), HasSubstr("certificates are made where the CA is")));
}

TEST_F(Certs, ExistingKeysStayUnlessForced) {
  ASSERT_TRUE(Make({"ca"}).ok());
  ASSERT_TRUE(Make({"agent", "mac-7"}).ok());
  const std::string ca = *ReadFile(dir_ / "ca.key") + *ReadFile(dir_ / "ca.pem");
  const fs::path agent = dir_ / "agent-mac-7";
  const std::string member = *ReadFile(agent / "key.pem") + *ReadFile(agent / "cert.pem");
  EXPECT_EQ(Make({"ca"}).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(Make({"agent", "mac-7"}).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(*ReadFile(dir_ / "ca.key") + *ReadFile(dir_ / "ca.pem"), ca);
  EXPECT_EQ(*ReadFile(agent / "key.pem") + *ReadFile(agent / "cert.pem"), member);
  EXPECT_TRUE(Make({"agent", "mac-7"}, "", "", /*force=*/true).ok());
  EXPECT_NE(*ReadFile(agent / "key.pem") + *ReadFile(agent / "cert.pem"), member);
  EXPECT_TRUE(LoadIdentity(agent, CertificateUse::kClient, absl::Now()).ok());
}

TEST_F(Certs, CaKeyThatOthersMayReadIsNotUsed) {
  ASSERT_TRUE(Make({"ca"}).ok());
  ASSERT_EQ(chmod((dir_ / "ca.key").c_str(), 0644), 0);
  EXPECT_THAT(ErrorOf({"agent", "mac-7"}), HasSubstr("others may use this private key"));
}

TEST_F(Certs, DaysCount) {
  ASSERT_TRUE(Make({"ca"}, "", "", false, 100).ok());
  EXPECT_THAT(ErrorOf({"agent", "mac-7"}), HasSubstr("longer than its CA"));
  ASSERT_TRUE(Make({"agent", "mac-7"}, "", "", false, 30).ok());
  const auto own = LoadIdentity(dir_ / "agent-mac-7", CertificateUse::kClient, absl::Now());
  ASSERT_TRUE(own.ok());
  EXPECT_EQ((own->certificate.NotAfter() - own->certificate.NotBefore()),
            absl::Hours(24 * 30) + absl::Hours(1));
}

TEST_F(Certs, ShowSaysWhatIsThereAndWhatIsWrong) {
  ASSERT_TRUE(Make({"ca"}).ok());
  ASSERT_TRUE(Make({"coordinator"}, "lab.example").ok());
  out_.str("");
  ASSERT_TRUE(Make({"show", dir_.string()}).ok());
  EXPECT_THAT(out_.str(),
              AllOf(HasSubstr("role     coordinator"), HasSubstr("name     lab.example"),
                    HasSubstr("hosts    lab.example"), HasSubstr("expires  20"),
                    HasSubstr("key id   "), HasSubstr("usable   yes")));
  ASSERT_EQ(chmod((dir_ / "key.pem").c_str(), 0640), 0);
  out_.str("");
  ASSERT_TRUE(Make({"show", dir_.string()}).ok());
  EXPECT_THAT(out_.str(), HasSubstr("usable   no: "));
  EXPECT_EQ(Make({"show", "/nowhere"}).code(), absl::StatusCode::kNotFound);
}

TEST_F(Certs, WordsThatDontFitAreNamed) {
  EXPECT_THAT(ErrorOf({}), HasSubstr("expected ca, coordinator, agent"));
  EXPECT_THAT(ErrorOf({"agnet", "x"}), HasSubstr("found \"agnet\""));
  EXPECT_THAT(ErrorOf({"agent"}), HasSubstr("agent NAME --tls DIR"));
  EXPECT_THAT(ErrorOf({"agent", "a", "b"}), HasSubstr("agent NAME --tls DIR"));
  EXPECT_THAT(ErrorOf({"show"}), HasSubstr("show DIR"));
  EXPECT_THAT(ErrorOf({"ca", "x"}), HasSubstr("ca --tls DIR"));
  EXPECT_THAT(ErrorOf({"ca"}, "lab.example"), HasSubstr("has no --host"));
  EXPECT_THAT(ErrorOf({"agent", "mac-7"}), HasSubstr("`benchcell certs ca --tls DIR` makes one"));
  ASSERT_TRUE(Make({"ca"}).ok());
  EXPECT_THAT(ErrorOf({"coordinator"}), HasSubstr("expected --host"));
  EXPECT_THAT(ErrorOf({"agent", "mac-7"}, "h"), HasSubstr("--host is for coordinators"));
  EXPECT_THAT(
      std::string(
          RunCerts({{"agent", "x"}, "", "", "", 0, false}, absl::Now(), out_, log_).message()),
      HasSubstr("needs --tls DIR"));
}

}  // namespace
}  // namespace benchcell
