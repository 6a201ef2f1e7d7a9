// Evidence with changed content, for tests: by someone who can sign what he likes.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_FORGE_H_
#define BENCHCELL_RUNNERS_EVIDENCE_FORGE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runners/blobs/digest.h"
#include "runners/blobs/tar_writer.h"
#include "runners/evidence/dsse.h"
#include "runners/evidence/member_reader.h"
#include "runners/evidence/members.h"
#include "runners/evidence/testing.h"

namespace benchcell {

struct ForgedMember {
  std::string name;
  std::string content;
  // Of the content in the file that was read.
  uint64_t offset = 0;
};

inline std::vector<ForgedMember> ReadMembers(const std::filesystem::path& file) {
  std::vector<ForgedMember> members;
  const auto reader = MemberReader::Open(file);
  EXPECT_TRUE(reader.ok()) << reader.status();
  while (*(*reader)->Next()) {
    const uint64_t offset = (*reader)->offset();
    members.push_back({(*reader)->name(), *(*reader)->ReadAll(1 << 30), offset});
  }
  return members;
}

inline void WriteMembers(const std::vector<ForgedMember>& members,
                         const std::filesystem::path& file) {
  const auto tar = TarWriter::Open(file);
  EXPECT_TRUE(tar.ok()) << tar.status();
  for (const ForgedMember& member : members) {
    EXPECT_TRUE((*tar)->AddFile(member.name, false, member.content.size()).ok());
    EXPECT_TRUE((*tar)->Append(member.content).ok());
  }
  EXPECT_TRUE((*tar)->Finish().ok());
}

// Of a member that is there.
inline std::string& ContentOf(std::vector<ForgedMember>& members, const std::string& name) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const ForgedMember& member) { return member.name == name; });
  EXPECT_NE(found, members.end()) << name;
  return found->content;
}

inline std::string SignedEnvelope(const std::string& payload, const std::string& payload_type) {
  const SigningKey key = TestKey('k');
  return RenderEnvelope({payload_type, payload, key.Public().Fingerprint(),
                         *key.Sign(PreAuthenticationEncoding(payload_type, payload))});
}

// Signs the members as they are now, with the claim as `change` leaves it.
inline void Resign(
    std::vector<ForgedMember>& members, const std::function<void(Claim&)>& change = [](Claim&) {}) {
  std::string& envelope = ContentOf(members, kEnvelopeMember);
  Statement statement = *ParseStatement(ParseEnvelope(envelope)->payload);
  change(statement.claim);
  statement.subjects.clear();
  for (ForgedMember& member : members) {
    if (member.name == kEnvelopeMember) continue;
    statement.subjects.push_back({member.name, Sha256OfBytes(member.content)});
  }
  envelope = SignedEnvelope(RenderStatement(statement), kPayloadType);
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_FORGE_H_
