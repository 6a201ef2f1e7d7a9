#include "plugins/codspeed/profile/callees.h"

#include <string>
#include <string_view>

namespace benchcell::codspeed {
namespace {

constexpr std::string_view kBuiltin = "Builtins_";

bool Is(std::string_view name, std::string_view builtin) {
  return name == builtin ||
         (name.substr(0, builtin.size()) == builtin && name.substr(builtin.size(), 1) == "'");
}

}  // namespace

Callees::Callees(const ProfilePart& part, const FrameTable& frames)
    : kinds_(frames.frames()), made_by_vm_(frames.frames()) {
  for (const ProfileCall& call : part.calls) {
    const std::string_view caller = frames.function(call.caller);
    if (caller.substr(0, kBuiltin.size()) == kBuiltin) made_by_vm_[call.callee] = true;
    const std::string_view callee = frames.function(call.callee);
    if (callee.substr(0, kBuiltin.size()) != kBuiltin) continue;
    Kinds& kinds = kinds_[call.caller];
    kinds.builtins = true;
    const std::string_view name = callee.substr(0, callee.find('\''));
    if (name.find("Baseline") != std::string_view::npos) kinds.baseline = true;
    if (name.size() > 7 && name.substr(name.size() - 7) == "Handler") kinds.handlers = true;
    if (Is(callee, "Builtins_MapPrototypeGet")) kinds.map_get += call.count;
    if (Is(callee, "Builtins_MapPrototypeSet")) kinds.map_set += call.count;
    if (Is(callee, "Builtins_Call_ReceiverIsNullOrUndefined")) kinds.plain_calls += call.count;
  }
  SpreadOverCalls(part, frames);
}

void Callees::SpreadOverCalls(const ProfilePart& part, const FrameTable& frames) {
  std::vector<ProfileCall> nameless;
  for (const ProfileCall& call : part.calls) {
    if (kinds_[call.caller].builtins) made_by_vm_[call.caller] = true;
    if (frames.function(call.caller).substr(0, 2) == "0x" &&
        frames.function(call.callee).substr(0, 2) == "0x") {
      nameless.push_back(call);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const ProfileCall& call : nameless) {
      if (!made_by_vm_[call.caller] || made_by_vm_[call.callee]) continue;
      made_by_vm_[call.callee] = true;
      changed = true;
    }
  }
}

bool Callees::IsExportTracker(uint32_t frame) const {
  const Kinds& kinds = kinds_[frame];
  return kinds.map_get > 0 && kinds.map_get == kinds.map_set && kinds.map_get == kinds.plain_calls;
}

}  // namespace benchcell::codspeed
