#include "runners/machine/small_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace benchcell {

std::optional<std::string> ReadSmallFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::string text;
  char buffer[4096];
  ssize_t size;
  while ((size = read(fd, buffer, sizeof(buffer))) > 0 || (size < 0 && errno == EINTR)) {
    if (size > 0) text.append(buffer, size);
  }
  close(fd);
  if (size < 0) return std::nullopt;
  return text;
}

std::optional<std::string> ReadWord(const std::string& path) {
  std::optional<std::string> text = ReadSmallFile(path);
  if (!text.has_value()) return std::nullopt;
  constexpr std::string_view kEnd("\0\n\r\t ", 5);
  const size_t last = text->find_last_not_of(kEnd);
  text->resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

}  // namespace benchcell
