#include "runners/evidence/unpack.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/output_file.h"
#include "runners/evidence/members.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Further ones are not told.
constexpr size_t kMostProblems = 20;

class Unpacker {
 public:
  Unpacker(MemberReader& reader, const std::vector<Subject>& subjects, const fs::path& folder,
           bool keep_inputs)
      : reader_(reader), subjects_(subjects), folder_(folder), keep_inputs_(keep_inputs) {
    for (size_t i = 0; i < subjects.size(); ++i) places_[subjects[i].name] = i;
  }

  absl::StatusOr<Unpacked> Run() && {
    while (unpacked_.problems.size() < kMostProblems) {
      const absl::StatusOr<bool> more = reader_.Next();
      if (!more.ok()) {
        RETURN_IF_ERROR(Damage(more.status()));
        return std::move(unpacked_);
      }
      if (!*more) break;
      const absl::Status taken = TakeMember();
      if (!taken.ok()) {
        RETURN_IF_ERROR(Damage(taken));
        return std::move(unpacked_);
      }
    }
    for (; next_ < subjects_.size() && unpacked_.problems.size() < kMostProblems; ++next_) {
      Missing(subjects_[next_]);
    }
    return std::move(unpacked_);
  }

 private:
  void Problem(std::string text) { unpacked_.problems.push_back(std::move(text)); }

  void Missing(const Subject& subject) { Problem(absl::StrCat(subject.name, " is missing")); }

  // The file can't be read on. Other errors than the file's own are returned.
  absl::Status Damage(const absl::Status& status) {
    if (!absl::IsInvalidArgument(status)) return status;
    Problem(std::string(status.message()));
    if (next_ < subjects_.size()) {
      Problem(absl::StrCat("for that, ", subjects_.size() - next_, " members can't be read: ",
                           subjects_[next_].name, " is expected there"));
    }
    return absl::OkStatus();
  }

  absl::Status TakeMember() {
    ++unpacked_.members;
    const auto place = places_.find(reader_.name());
    if (place == places_.end()) {
      Problem(absl::StrCat(reader_.name(), " is in the file (byte ", reader_.offset(),
                           "), but not in the statement"));
      return absl::OkStatus();
    }
    if (place->second < next_) {
      Problem(absl::StrCat(reader_.name(),
                           " is there twice, or in another place than in the "
                           "statement (byte ",
                           reader_.offset(), ")"));
      return absl::OkStatus();
    }
    for (; next_ < place->second; ++next_) Missing(subjects_[next_]);
    const Subject& subject = subjects_[next_];
    ASSIGN_OR_RETURN(const std::string digest, Keep(subject));
    ++next_;
    if (digest == subject.sha256) {
      if (IsRaw(subject)) unpacked_.raw.insert(digest);
      if (IsInput(subject) && keep_inputs_) unpacked_.inputs.insert(digest);
      return absl::OkStatus();
    }
    Problem(absl::StrCat(subject.name, " (bytes ", reader_.offset(), " to ",
                         reader_.offset() + reader_.size(), " of the file) has the SHA-256 ",
                         digest, "; expected ", subject.sha256));
    return absl::OkStatus();
  }

  // Reads the content to where it belongs; its digest.
  absl::StatusOr<std::string> Keep(const Subject& subject) {
    if (IsRaw(subject) || (IsInput(subject) && keep_inputs_)) {
      ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file,
                       OutputFile::Open(folder_ / subject.sha256));
      RETURN_IF_ERROR(
          reader_.Read([&file](std::string_view piece) { return file->Append(piece); }));
      return file->Digest();
    }
    if (IsInput(subject)) {
      Sha256Hasher hasher;
      RETURN_IF_ERROR(reader_.Read([&hasher](std::string_view piece) {
        hasher.Update(piece);
        return absl::OkStatus();
      }));
      return hasher.Finish();
    }
    std::string& text = unpacked_.texts[subject.name];
    ASSIGN_OR_RETURN(text, reader_.ReadAll(kMostMemberBytes));
    return Sha256OfBytes(text);
  }

  MemberReader& reader_;
  const std::vector<Subject>& subjects_;
  const fs::path& folder_;
  const bool keep_inputs_;
  std::map<std::string, size_t> places_;
  // The subject that is expected next.
  size_t next_ = 0;
  Unpacked unpacked_;
};

}  // namespace

absl::StatusOr<Unpacked> UnpackMembers(MemberReader& reader, const std::vector<Subject>& subjects,
                                       const fs::path& folder, bool keep_inputs) {
  return Unpacker(reader, subjects, folder, keep_inputs).Run();
}

}  // namespace benchcell
