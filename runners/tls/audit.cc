#include "runners/tls/audit.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "runners/base/files.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

class AuditFile : public AuditSink {
 public:
  AuditFile(std::filesystem::path path, int fd) : path_(std::move(path)), fd_(fd) {}
  ~AuditFile() override { close(fd_); }

  absl::Status Write(const AuditLine& line) override {
    const std::string text = ToJson(line) + "\n";
    const ssize_t written = write(fd_, text.data(), text.size());
    if (written == static_cast<ssize_t>(text.size())) return absl::OkStatus();
    return SystemError(written < 0 ? errno : ENOSPC, "can't write the audit log", path_);
  }

 private:
  const std::filesystem::path path_;
  const int fd_;
};

}  // namespace

std::string ToJson(const AuditLine& line) {
  nlohmann::ordered_json json;
  json["time"] = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", line.time, absl::UTCTimeZone());
  const std::pair<const char*, const std::string&> fields[] = {
      {"decision", line.decision}, {"method", line.method}, {"role", line.role},
      {"name", line.name},         {"key_id", line.key_id}, {"address", line.address},
      {"object", line.object},     {"reason", line.reason},
  };
  for (const auto& [name, value] : fields) {
    if (!value.empty()) json[name] = ToValidUtf8(value);
  }
  if (line.not_written > 0) json["not_written"] = line.not_written;
  return json.dump();
}

absl::StatusOr<std::unique_ptr<AuditSink>> OpenAuditFile(const std::filesystem::path& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return SystemError(errno, "can't open the audit log", path);
  return std::make_unique<AuditFile>(path, fd);
}

}  // namespace benchcell
