#include "plugins/codspeed/profile/frame_names.h"

#include <charconv>
#include <optional>

#include "plugins/codspeed/profile/callees.h"
#include "plugins/codspeed/profile/places.h"
#include "runners/base/text.h"

namespace benchcell::codspeed {
namespace {

constexpr std::string_view kBuiltin = "Builtins_";
constexpr char kTrackerPlace[] = "vitest, known by its calls";
constexpr char kNamelessScript[] = "compiled code without a name";
constexpr char kNameless[] = "code without a name";

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Callgrind tells the levels of a recursion apart: `name'2`.
std::string_view WithoutLevel(std::string_view name) {
  const size_t quote = name.rfind('\'');
  if (quote == std::string_view::npos || quote + 1 == name.size()) return name;
  const bool digits = name.find_first_not_of("0123456789", quote + 1) == std::string_view::npos;
  return digits ? name.substr(0, quote) : name;
}

std::optional<uint64_t> Address(std::string_view name) {
  if (name.substr(0, 2) != "0x") return std::nullopt;
  uint64_t address = 0;
  const auto [end, error] =
      std::from_chars(name.data() + 2, name.data() + name.size(), address, /*base=*/16);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return address;
}

// The tier that V8's mark in front of a name tells; the mark is taken off.
std::optional<v1::FrameKind> TakeMark(std::string& function) {
  if (function.empty()) return std::nullopt;
  const char mark = function.front();
  if (mark != '~' && mark != '^' && mark != '+' && mark != '*') return std::nullopt;
  function.erase(0, 1);
  return mark == '~' ? v1::INTERPRETER : mark == '^' ? v1::BASELINE : v1::OPTIMISED;
}

bool IsScript(std::string_view type) {
  for (const char* known : {"Function", "Script", "Eval", "JS", "LazyCompile", "Module"}) {
    if (type == known) return true;
  }
  return false;
}

v1::FrameKind KindOfBuiltin(std::string_view name) {
  if (EndsWith(name, "Handler") || name.find("Interpreter") != std::string_view::npos) {
    return v1::INTERPRETER;
  }
  return name.find("Baseline") != std::string_view::npos ? v1::BASELINE : v1::RUNTIME;
}

class Namer {
 public:
  Namer(const ProfilePart& part, const FrameTable& frames, const PerfMap* map,
        const std::string& root)
      : frames_(frames), map_(map), root_(root), callees_(part, frames) {
    if (map_ == nullptr) return;
    for (const char* copied :
         {"InterpreterEntryTrampolineForProfiling", "InterpreterEntryTrampoline"}) {
      if (trampoline_ == 0) trampoline_ = map_->SizeOf("Builtin", copied);
    }
  }

  NamedFrame Name(uint32_t frame) const {
    const std::string_view name = WithoutLevel(frames_.function(frame));
    const std::string& object = frames_.object_name(frames_.object(frame));
    NamedFrame named;
    if (const std::optional<uint64_t> address = Address(name)) {
      const CodeName* const code = map_ == nullptr ? nullptr : map_->Find(*address);
      if (code != nullptr) return NameCode(frame, *code);
      return NameUnknown(frame);
    }
    named.function = ToValidUtf8(name);
    named.location = object == "???" ? "" : ToValidUtf8(object.substr(object.rfind('/') + 1));
    if (name.substr(0, kBuiltin.size()) == kBuiltin) {
      named.kind = KindOfBuiltin(name);
    } else if (IsHarnessPlace(object)) {
      named.kind = v1::HARNESS;
    }
    return named;
  }

 private:
  // Code that the map names.
  NamedFrame NameCode(uint32_t frame, const CodeName& code) const {
    NamedFrame named;
    std::string function = code.function;
    if (code.type == "Builtin" || code.type == "BytecodeHandler") {
      named.function = std::string(kBuiltin) + ToValidUtf8(function);
      if (code.type == "BytecodeHandler" && !EndsWith(function, "Handler")) {
        named.function += "Handler";
      }
      named.kind = KindOfBuiltin(named.function);
      return named;
    }
    named.script = IsScript(code.type);
    const std::optional<v1::FrameKind> mark = TakeMark(function);
    if (!named.script) {
      named.kind = code.type == "RegExp" ? v1::OPTIMISED : v1::RUNTIME;
    } else if (IsHarnessPlace(code.place) || IsHarnessFunction(function)) {
      named.kind = v1::HARNESS;
    } else if (mark.has_value()) {
      named.kind = *mark;
    } else {
      named.kind =
          trampoline_ != 0 && code.size == trampoline_ ? v1::INTERPRETER : TierByCalls(frame);
    }
    named.function = function.empty() ? "(anonymous)" : ToValidUtf8(function);
    named.location = ToValidUtf8(ShortPlace(code.place, root_));
    return named;
  }

  // Compiled code, or a stub of a library's. Its address means nothing in another profile.
  NamedFrame NameUnknown(uint32_t frame) const {
    NamedFrame named;
    named.script = callees_.IsMadeByVm(frame);
    named.function = named.script ? kNamelessScript : kNameless;
    if (!named.script) return named;
    if (callees_.IsExportTracker(frame)) {
      named.kind = v1::HARNESS;
      named.location = kTrackerPlace;
    } else {
      named.kind = TierByCalls(frame);
    }
    return named;
  }

  v1::FrameKind TierByCalls(uint32_t frame) const {
    const Callees::Kinds& kinds = callees_.Of(frame);
    return kinds.baseline ? v1::BASELINE : kinds.handlers ? v1::INTERPRETER : v1::OPTIMISED;
  }

  const FrameTable& frames_;
  const PerfMap* const map_;
  const std::string& root_;
  const Callees callees_;
  uint64_t trampoline_ = 0;
};

}  // namespace

std::vector<NamedFrame> NameFrames(const ProfilePart& part, const FrameTable& frames,
                                   const PerfMap* map, const std::string& root) {
  const Namer namer(part, frames, map, root);
  std::vector<NamedFrame> names(frames.frames());
  std::vector<bool> used(frames.frames());
  const auto use = [&](uint32_t frame) {
    if (!used[frame]) names[frame] = namer.Name(frame);
    used[frame] = true;
  };
  for (const FrameCost& cost : part.costs) use(cost.frame);
  for (const ProfileCall& call : part.calls) {
    use(call.caller);
    use(call.callee);
  }
  return names;
}

}  // namespace benchcell::codspeed
