// Runs a program of another processor with the libraries of a root: what the kernel starts in its
// place when binfmt_misc says so.
//
//     qemu_in_root PROGRAM ARGV0 ARGUMENT...     (binfmt_misc's flag P)
//
// The root is the link `root` beside this program, as it was started. QEMU_LD_PREFIX would say it
// too, but a measured program has only the variables that its step lists.

#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "tests/arm64/qemu.h"

int main(int argc, char** argv) {
  if (argc < 3) return 127;
  const std::string self = argv[0];
  std::string root = self.substr(0, self.rfind('/')) + "/root";
  std::string qemu = benchcell::kQemu;
  std::string library_option = "-L";
  std::string name_option = "-0";
  std::vector<char*> words = {
      qemu.data(), library_option.data(), root.data(), name_option.data(), argv[2], argv[1]};
  words.insert(words.end(), argv + 3, argv + argc);
  words.push_back(nullptr);
  execv(qemu.c_str(), words.data());
  std::perror(qemu.c_str());
  return 127;
}
