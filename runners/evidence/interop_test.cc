// Others can open evidence and check it: tar, OpenSSL's command line, node.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/evidence/forge.h"
#include "runners/evidence/testing.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

struct Shell {
  int code = 0;
  std::string output;
};

Shell InShell(const std::string& command) {
  const fs::path output = TestFile("output");
  const int status = std::system(absl::StrCat(command, " >", output.string(), " 2>&1").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(output).value_or("")};
}

class InteropTest : public testing::Test {
 protected:
  InteropTest() : file_(TestFile("interop.tar")), folder_(TestFile("unpacked-by-tar")) {
    EXPECT_TRUE(RemoveAll(folder_).ok());
    EXPECT_TRUE(MakeFolder(folder_).ok());
    EXPECT_TRUE(WriteTest(NumberRun(), file_, /*with_inputs=*/true).ok());
    const Shell tar = InShell(absl::StrCat("tar -xf ", file_.string(), " -C ", folder_.string()));
    EXPECT_EQ(tar.code, 0) << tar.output;
  }

  Shell Node(const std::string& arguments = "") const {
    return InShell(absl::StrCat(std::getenv("NODE"), " runners/evidence/independent_check.mjs ",
                                folder_.string(), " ", arguments));
  }

  const fs::path file_;
  const fs::path folder_;
};

TEST_F(InteropTest, TarUnpacksEveryMember) {
  for (const ForgedMember& member : ReadMembers(file_)) {
    EXPECT_EQ(ReadFile(folder_ / member.name).value_or("none"), member.content) << member.name;
  }
}

TEST_F(InteropTest, OpensslVerifiesTheSignature) {
  const Envelope envelope = *ParseEnvelope(*ReadFile(folder_ / kEnvelopeMember));
  // Put together here as the specification has it, not by the code under test.
  const std::string signed_bytes = absl::StrCat("DSSEv1 28 application/vnd.in-toto+json ",
                                                envelope.payload.size(), " ", envelope.payload);
  ASSERT_TRUE(WriteFile(TestFile("pae"), signed_bytes).ok());
  ASSERT_TRUE(WriteFile(TestFile("sig"), envelope.signature).ok());
  const std::string command = absl::StrCat(
      "openssl pkeyutl -verify -pubin -inkey ", (folder_ / kSignerMember).string(), " -rawin -in ",
      TestFile("pae").string(), " -sigfile ", TestFile("sig").string());
  const Shell good = InShell(command);
  EXPECT_EQ(good.code, 0) << good.output;
  EXPECT_THAT(good.output, HasSubstr("Signature Verified Successfully"));
  ASSERT_TRUE(WriteFile(TestFile("pae"), signed_bytes + " ").ok());
  EXPECT_NE(InShell(command).code, 0);
}

TEST_F(InteropTest, KeysOfOpensslSign) {
  const fs::path path = TestFile("openssl.pem");
  ASSERT_EQ(InShell(absl::StrCat("openssl genpkey -algorithm ed25519 -out ", path.string())).code,
            0);
  const auto key = SigningKey::FromFile(path);
  ASSERT_TRUE(key.ok()) << key.status();
  const Shell pem = InShell(absl::StrCat("openssl pkey -pubout -in ", path.string()));
  EXPECT_EQ(key->Public().ToPem(), pem.output);
  const Shell digest = InShell(
      absl::StrCat("openssl pkey -pubout -outform DER -in ", path.string(), " | sha256sum"));
  EXPECT_EQ(digest.output.substr(0, 64), key->Public().Fingerprint());
  const fs::path locked = TestFile("locked.pem");
  ASSERT_EQ(InShell(absl::StrCat("openssl pkey -aes256 -passout pass:secret -in ", path.string(),
                                 " -out ", locked.string(), " && chmod 600 ", locked.string()))
                .code,
            0);
  EXPECT_THAT(std::string(SigningKey::FromFile(locked).status().message()),
              AllOf(HasSubstr("locked.pem"), HasSubstr("with a password")));
}

TEST_F(InteropTest, NodeVerifiesSignatureAndDigests) {
  const Shell good = Node();
  EXPECT_EQ(good.code, 0) << good.output;
  EXPECT_THAT(good.output, AllOf(HasSubstr(TestKey('k').Public().Fingerprint()),
                                 HasSubstr("urn:benchcell:evidence:v1")));
  ASSERT_TRUE(WriteFile(TestFile("other.pem"), TestKey('w').Public().ToPem()).ok());
  EXPECT_THAT(Node(TestFile("other.pem").string()).output, HasSubstr("the signature, the keyid"));
  ASSERT_TRUE(AppendToFile(folder_ / kMarkdownMember, " ").ok());
  const Shell changed = Node();
  EXPECT_EQ(changed.code, 1);
  EXPECT_THAT(changed.output, HasSubstr("does not hold: table.md"));
}

}  // namespace
}  // namespace benchcell
