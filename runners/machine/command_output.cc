#include "runners/machine/command_output.h"

#include <cstdio>

namespace benchcell {

std::string RunCommand(const std::string& command) {
  FILE* const pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return "";
  std::string output;
  char buffer[4096];
  size_t size;
  while ((size = fread(buffer, 1, sizeof(buffer), pipe)) > 0) output.append(buffer, size);
  pclose(pipe);
  return output;
}

}  // namespace benchcell
