#include "runners/evidence/scratch_folder.h"

#include <unistd.h>

#include <utility>

#include "absl/memory/memory.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/temporary.h"

namespace benchcell {
namespace {

constexpr char kPrefix[] = ".benchcell-evidence-";

}  // namespace

absl::StatusOr<std::unique_ptr<ScratchFolder>> ScratchFolder::Make(
    const std::filesystem::path& parent) {
  // Others may have left theirs in a shared place, too.
  RemoveStale(parent, kPrefix).IgnoreError();
  ASSIGN_OR_RETURN(Temporary made, MakeTemporaryFolder(parent, kPrefix));
  return absl::WrapUnique(new ScratchFolder(made.fd, std::move(made.path)));
}

ScratchFolder::~ScratchFolder() {
  RemoveAll(path_).IgnoreError();
  close(fd_);
}

}  // namespace benchcell
