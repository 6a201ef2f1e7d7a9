// A plugin for tests that does with each line what the experiment's name in it says. Not built on
// the kit: the kit makes most of this impossible.

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>

namespace {

void Say(const std::string& line) { std::cout << line << '\n' << std::flush; }

// An Expand response whose only refusal holds the text, which must need no quoting.
void Tell(const std::string& text) {
  Say("{\"expand\":{\"refusal\":[{\"message\":\"" + text + "\"}]}}");
}

void HangForever() {
  for (;;) pause();
}

std::string OpenDescriptors() {
  std::string list;
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) return "no /proc/self/fd";
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (name[0] == '.' || name == std::to_string(dirfd(folder))) continue;
    list += name + " ";
  }
  closedir(folder);
  return list;
}

std::string SignalState() {
  sigset_t mask;
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  struct sigaction pipe;
  sigaction(SIGPIPE, nullptr, &pipe);
  return std::string(sigismember(&mask, SIGPIPE) ? "blocked" : "free") +
         (pipe.sa_handler == SIG_IGN ? " ignored" : " default");
}

void HangWithGrandchild() {
  const pid_t grandchild = fork();
  if (grandchild == 0) HangForever();
  std::cerr << grandchild << std::endl;
  HangForever();
}

void EndWithGrandchild() {
  if (fork() == 0) HangForever();
  std::_Exit(4);
}

void Flood() {
  const std::string chunk(65536, 'x');
  for (;;) std::cout << chunk;
}

void ShoutAndCrash() {
  for (int i = 0; i < 20000; ++i) std::cerr << "line " << i << " of a long complaint\n";
  std::cerr << "the last \xff word" << std::endl;
  std::abort();
}

void CloseOutputAndHang() {
  close(STDOUT_FILENO);
  HangForever();
}

int served = 0;

const std::map<std::string, std::function<void()>> kBehaviours = {
    {"good", [] { Tell("fine"); }},
    {"count", [] { Tell(std::to_string(served)); }},
    {"pid", [] { Tell(std::to_string(getpid())); }},
    {"group", [] { Tell(getpgrp() == getpid() ? "own" : "shared"); }},
    {"descriptors", [] { Tell(OpenDescriptors()); }},
    {"signals", [] { Tell(SignalState()); }},
    {"environment", [] { Tell(std::getenv("HOME") == nullptr ? "no HOME" : "HOME"); }},
    {"refuse", [] { Say("{\"error\":\"app: found 2, expected 1\"}"); }},
    {"crash", [] { std::abort(); }},
    {"shout-and-crash", ShoutAndCrash},
    {"exit", [] { std::cerr << "goodbye" << std::endl, std::_Exit(3); }},
    {"half-line", [] { std::cout << "{\"expand\":" << std::flush, std::_Exit(0); }},
    {"hang", HangForever},
    {"hang-with-grandchild", HangWithGrandchild},
    {"end-with-grandchild", EndWithGrandchild},
    {"close-output", CloseOutputAndHang},
    {"flood", Flood},
    {"nonsense", [] { Say("Hello!\xff"); }},
    {"empty-line", [] { Say(""); }},
    {"nothing", [] { Say("{}"); }},
    {"wrong-answer", [] { Say("{\"describe\":{}}"); }},
    {"misspelt", [] { Say("{\"expand\":{\"refusals\":[]}}"); }},
    {"null",
     [] { Say("{\"expand\":{\"cell\":[{\"level\":[{\"level\":\"\\\"n\"}],\"index\":null}]}}"); }},
    {"two-lines", [] { Say("{\"expand\":{}}\n{\"expand\":{}}"); }},
    {"big", [] { Tell(std::string(3 << 20, 'x')); }},
};

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    ++served;
    const std::string key = "\"name\":\"";
    if (line.rfind("{\"describe\"", 0) == 0) {
      Say("{\"describe\":{\"name\":\"misbehaving\"}}");
      continue;
    }
    if (line.rfind("{\"parse\"", 0) == 0) {
      Say("{\"parse\":{\"status\":\"HARNESS_ERROR\",\"message\":\"nothing to parse\"}}");
      continue;
    }
    const size_t start = line.find(key) + key.size();
    const auto behaviour = kBehaviours.find(line.substr(start, line.find('"', start) - start));
    if (behaviour == kBehaviours.end()) return 9;
    behaviour->second();
  }
}
