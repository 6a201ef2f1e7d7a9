// What an evidence file is made of: an uncompressed tar of these members, in this order, after the
// envelope.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_MEMBERS_H_
#define BENCHCELL_RUNNERS_EVIDENCE_MEMBERS_H_

#include <cstdint>
#include <string>

#include "runners/evidence/statement.h"

namespace benchcell {

inline constexpr char kEnvelopeMember[] = "statement.dsse.json";
inline constexpr char kSignerMember[] = "signer.pem";
inline constexpr char kSourceMember[] = "experiment.textproto";
inline constexpr char kResolvedMember[] = "resolved.json";
inline constexpr char kRunMember[] = "run.json";
inline constexpr char kMarkdownMember[] = "table.md";
inline constexpr char kTableMember[] = "table.json";

// Those that every evidence has.
inline constexpr const char* kFixedMembers[] = {kSignerMember, kSourceMember,   kResolvedMember,
                                                kRunMember,    kMarkdownMember, kTableMember};

// Those that are read into memory have at most so many bytes.
inline constexpr uint64_t kMostEnvelopeBytes = 64 << 20;
inline constexpr uint64_t kMostMemberBytes = 512 << 20;

// `raw/SHA256` for an output of a run, `inputs/SHA256.tar` for the archive of an input.
std::string RawMember(const std::string& sha256);
std::string InputMember(const std::string& sha256);
bool IsRaw(const Subject& subject);
bool IsInput(const Subject& subject);

// Whether evidence may have a member of this name with this digest.
bool IsMember(const Subject& subject);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_MEMBERS_H_
