#include "tests/perf/profile_file.h"

#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

constexpr std::array<const char*, 4> kObjects = {
    "/lab/node24/package/bin/node", "/usr/lib/x86_64-linux-gnu/libc.so.6", "???",
    "/lab/p5/node_modules/@codspeed/core/prebuilds/linux-x64/node.napi.node"};
constexpr std::array<const char*, 10> kSpaces = {"v8::internal::",
                                                 "v8::internal::JsonParser<unsigned char>::",
                                                 "node::",
                                                 "Builtins_",
                                                 "v8::internal::Heap::",
                                                 "std::__detail::",
                                                 "v8::base::",
                                                 "__",
                                                 "v8::internal::LookupIterator::",
                                                 "v8::internal::compiler::"};
constexpr std::array<const char*, 12> kWords = {"Load",  "Store",  "Property", "Element",
                                                "Scope", "Handle", "Allocate", "String",
                                                "Map",   "Table",  "Visit",    "Context"};
constexpr std::array<const char*, 6> kArguments = {
    "",
    "()",
    "(v8::internal::Isolate*, v8::internal::Tagged<v8::internal::Map>)",
    "(unsigned long, v8::internal::AllocationType) const",
    "(v8::internal::Isolate*, v8::internal::Handle<v8::internal::Object>, "
    "v8::internal::Handle<v8::internal::String>, v8::internal::WriteBarrierMode) [clone .isra.0]",
    "(v8::internal::LookupIterator::State)"};

// Of each object file; compiled code has no name but an address.
constexpr std::array<size_t, kObjects.size()> kNames = {3000, 300, 0, 40};
constexpr size_t kNowhere = 2;
constexpr size_t kAddresses = 2000;
// Functions in a part, with costs of their own.
constexpr uint64_t kFewest = 30;
constexpr uint64_t kMost = 180;

// A line of a function, which is there whenever the function is: costs, and before them perhaps
// what is called.
struct Line {
  // `cob=`, `cfn=` and `calls=`, as far as its count; empty for costs of its own.
  std::string call;
  std::string position;
  uint64_t columns = 0;
};

struct Function {
  std::string name;
  std::vector<Line> lines;
};

class Writer {
 public:
  Writer() {
    for (size_t object = 0; object < kObjects.size(); ++object) {
      const size_t names = object == kNowhere ? kAddresses : kNames[object];
      for (size_t i = 0; i < names; ++i) functions_[object].push_back({MakeName(object, i), {}});
    }
    for (size_t object = 0; object < kObjects.size(); ++object) {
      for (Function& function : functions_[object]) MakeLines(object, function);
    }
  }

  std::string Head() const {
    return "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 24330\n"
           "cmd:  /lab/node24/package/bin/node /lab/p5/node_modules/vitest/dist/workers/forks.js\n";
  }

  std::string Part(uint64_t number, std::string_view trigger) {
    text_ = absl::StrCat("part: ", number, "\n\n\ndesc: Timerange: Basic block ", number * 10000,
                         " - ", (number + 1) * 10000, "\ndesc: Trigger: ", std::string(trigger),
                         "\n\npositions: line\nevent: sysTime : sysTime (elapsed ns)\n"
                         "event: sysCpuTime : sysCpuTime (system cpu ns)\n"
                         "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw sysCount sysTime "
                         "sysCpuTime\nsummary: 0\n\n\n");
    cost_ = 0;
    if (number > 1) {
      size_t object = 0;
      for (uint64_t left = kFewest + Below(kMost - kFewest); left > 0; --left) {
        if (cost_ == 0 || Below(13) == 0) {
          object = SomeObject();
          absl::StrAppend(&text_, "ob=", kObjects[object], "\nfl=???\n");
        }
        Write(Some(object));
      }
    }
    absl::StrAppend(&text_, "totals: ", cost_, cost_ == 0 ? "" : " 17984 20948 481 360 44 472",
                    "\n\n");
    return text_;
  }

  uint64_t cost() const { return cost_; }

 private:
  uint64_t Below(uint64_t limit) { return random_() % limit; }

  // Most of what runs is in the first.
  size_t SomeObject() { return Below(5) < 2 ? 0 : Below(kObjects.size()); }

  // Some functions are in nearly every part, most in few.
  const Function& Some(size_t object) {
    const std::vector<Function>& functions = functions_[object];
    const double place = static_cast<double>(Below(1 << 20)) / (1 << 20);
    return functions[static_cast<size_t>(place * place * place *
                                         static_cast<double>(functions.size()))];
  }

  std::string MakeName(size_t object, size_t i) {
    if (object == kNowhere) {
      char address[32];
      std::snprintf(address, sizeof(address), "0x%016zx", 0x28000000 + 64 * i);
      return address;
    }
    std::string name = kSpaces[Below(kSpaces.size())];
    for (uint64_t words = 1 + Below(4); words > 0; --words) name += kWords[Below(kWords.size())];
    return absl::StrCat(name, i, kArguments[Below(kArguments.size())]);
  }

  void MakeLines(size_t object, Function& function) {
    for (uint64_t lines = 1 + Below(6); lines > 0; --lines) {
      function.lines.push_back({"", MakePosition(), Below(9)});
      if (Below(5) >= 2) continue;
      std::string call;
      size_t callee = object;
      if (Below(4) == 0) {
        callee = (object + 1 + Below(kObjects.size() - 1)) % kObjects.size();
        absl::StrAppend(&call, "cob=", kObjects[callee], "\ncfi=???\n");
      }
      absl::StrAppend(&call, "cfn=", Some(callee).name, "\ncalls=");
      function.lines.push_back({call, MakePosition(), Below(9)});
    }
  }

  // As often as not, no line is known.
  std::string MakePosition() {
    switch (Below(6)) {
      case 0:
        return absl::StrCat("+", 1 + Below(60), " ");
      case 1:
        return absl::StrCat("-", 1 + Below(60), " ");
      case 2:
        return absl::StrCat(Below(2000), " ");
      default:
        return "0 ";
    }
  }

  void Write(const Function& function) {
    absl::StrAppend(&text_, "fn=", function.name, "\n");
    for (const Line& line : function.lines) {
      if (!line.call.empty()) absl::StrAppend(&text_, line.call, Number(), " 0 \n");
      const uint64_t cost = Number();
      absl::StrAppend(&text_, line.position, cost);
      for (uint64_t more = line.columns; more > 0; --more) {
        absl::StrAppend(&text_, " ", more % 2 == 1 ? Number() : 0);
      }
      text_ += "\n";
      if (line.call.empty()) cost_ += cost;
    }
    text_ += "\n";
  }

  // Few are large.
  uint64_t Number() {
    const uint64_t bits = 1 + Below(Below(4) == 0 ? 18 : 6);
    return 1 + Below(uint64_t{1} << bits);
  }

  std::mt19937_64 random_{24330};
  std::array<std::vector<Function>, kObjects.size()> functions_;
  std::string text_;
  uint64_t cost_ = 0;
};

}  // namespace

WrittenProfile WriteProfile(uint64_t bytes, const std::function<void(std::string_view)>& write) {
  Writer writer;
  WrittenProfile written;
  const auto add = [&](const std::string& text) {
    write(text);
    written.bytes += text.size();
  };
  add(writer.Head());
  add(writer.Part(++written.parts, "Client Request: Metadata: codspeed-node 5.7.1"));
  while (written.bytes < bytes) {
    const uint64_t number = ++written.parts;
    add(writer.Part(number, absl::StrCat("Client Request: src/file", number / 40,
                                         ".bench.ts::group::benchmark ", number)));
    written.cost += writer.cost();
  }
  return written;
}

}  // namespace benchcell
