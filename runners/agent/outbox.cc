#include "runners/agent/outbox.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/delimited_message_util.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Files of a lease's folder.
constexpr char kHead[] = "head";  // DeliverRequest without records, written when the lease begins
constexpr char kJournal[] = "journal";  // length-delimited RunRecords
constexpr char kSealed[] = "sealed";    // the whole DeliverRequest

std::string RunFolderName(uint32_t position) { return absl::StrCat("run", position); }

// A crash can cut the last record short; what stands before it is whole.
std::vector<v1::RunRecord> ReadJournal(const std::string& journal) {
  google::protobuf::io::ArrayInputStream stream(journal.data(), static_cast<int>(journal.size()));
  std::vector<v1::RunRecord> records;
  v1::RunRecord record;
  bool clean_end = false;
  while (google::protobuf::util::ParseDelimitedFromZeroCopyStream(&record, &stream, &clean_end)) {
    records.push_back(record);
    record.Clear();
  }
  return records;
}

absl::StatusOr<v1::DeliverRequest> ReadRequest(const fs::path& path) {
  ASSIGN_OR_RETURN(const std::string content, ReadFile(path));
  v1::DeliverRequest request;
  if (!request.ParseFromString(content)) {
    return absl::DataLossError(absl::StrCat(path.string(), ": not a delivery; remove its folder"));
  }
  return request;
}

}  // namespace

fs::path Outbox::LeaseFolder(uint64_t fencing_token) const {
  // Padded, so that names sort as tokens do.
  return folder_ / absl::StrFormat("%020d", fencing_token);
}

absl::Status Outbox::Begin(const std::string& machine, const v1::Lease& lease) {
  const fs::path folder = LeaseFolder(lease.fencing_token());
  if (fs::exists(folder)) {
    return absl::AlreadyExistsError(absl::StrCat(folder.string(), ": this lease was begun before"));
  }
  RETURN_IF_ERROR(MakeFolder(folder));
  v1::DeliverRequest head;
  head.set_machine(machine);
  head.set_run_id(lease.run_id());
  head.set_fencing_token(lease.fencing_token());
  head.set_cell(lease.block().cell());
  head.set_round(lease.block().round());
  return WriteFileDurably(folder / kHead, head.SerializeAsString());
}

absl::StatusOr<fs::path> Outbox::RunFolder(uint64_t fencing_token, uint32_t position) {
  const fs::path folder = LeaseFolder(fencing_token) / RunFolderName(position);
  RETURN_IF_ERROR(MakeFolder(folder));
  return folder;
}

absl::Status Outbox::Add(uint64_t fencing_token, const v1::RunRecord& record) {
  std::string line;
  {
    google::protobuf::io::StringOutputStream stream(&line);
    google::protobuf::util::SerializeDelimitedToZeroCopyStream(record, &stream);
  }
  return AppendToFile(LeaseFolder(fencing_token) / kJournal, line);
}

absl::Status Outbox::Seal(uint64_t fencing_token, v1::BlockOutcome outcome,
                          const std::string& message) {
  const fs::path folder = LeaseFolder(fencing_token);
  ASSIGN_OR_RETURN(v1::DeliverRequest request, ReadRequest(folder / kHead));
  request.set_outcome(outcome);
  request.set_message(message);
  std::error_code error;
  const absl::StatusOr<std::string> journal = ReadFile(folder / kJournal);
  if (journal.ok()) {
    for (v1::RunRecord& record : ReadJournal(*journal)) {
      const fs::path run = folder / RunFolderName(record.planned().position());
      for (v1::RawOutput& output : *record.mutable_raw_output()) {
        const fs::path file = run / output.name();
        ASSIGN_OR_RETURN(*output.mutable_sha256(), Sha256OfFile(file));
        output.set_size(fs::file_size(file, error));
        if (error) return SystemError(error.value(), "can't get the size", file);
      }
      *request.add_record() = std::move(record);
    }
  } else if (!absl::IsNotFound(journal.status())) {
    return journal.status();
  }
  return WriteFileDurably(folder / kSealed, request.SerializeAsString());
}

absl::Status Outbox::SealLeftovers() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    uint64_t token = 0;
    if (!absl::SimpleAtoi(entry.path().filename().string(), &token)) continue;
    if (fs::exists(entry.path() / kSealed)) continue;
    if (!fs::exists(entry.path() / kHead)) {
      // The crash came before the lease was begun in earnest.
      RETURN_IF_ERROR(RemoveAll(entry.path()));
      continue;
    }
    RETURN_IF_ERROR(Seal(token, v1::ABANDONED, "the agent stopped in the middle of the block"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Delivery>> Outbox::Pending() const {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    if (fs::exists(entry.path() / kSealed)) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  std::vector<Delivery> pending;
  for (const fs::path& folder : folders) {
    Delivery delivery;
    ASSIGN_OR_RETURN(delivery.request, ReadRequest(folder / kSealed));
    for (const v1::RunRecord& record : delivery.request.record()) {
      const fs::path run = folder / RunFolderName(record.planned().position());
      for (const v1::RawOutput& output : record.raw_output()) {
        delivery.blobs.emplace_back(output.sha256(), run / output.name());
      }
    }
    pending.push_back(std::move(delivery));
  }
  return pending;
}

absl::Status Outbox::SetAside(uint64_t fencing_token, const fs::path& folder) {
  RETURN_IF_ERROR(MakeFolder(folder));
  const fs::path lease = LeaseFolder(fencing_token);
  fs::path aside = folder / lease.filename();
  // Another coordinator's store may have counted its tokens from the start again.
  for (int i = 2; fs::exists(aside); ++i) {
    aside = folder / absl::StrCat(lease.filename().string(), "-", i);
  }
  std::error_code error;
  fs::rename(lease, aside, error);
  return error ? SystemError(error.value(), "can't move to", aside) : absl::OkStatus();
}

absl::Status Outbox::Remove(uint64_t fencing_token) {
  return RemoveAll(LeaseFolder(fencing_token));
}

}  // namespace benchcell
