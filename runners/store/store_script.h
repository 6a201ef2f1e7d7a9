// A sequence of calls that writes in every way a store can, for tests that interrupt it anywhere.

#ifndef BENCHCELL_RUNNERS_STORE_STORE_SCRIPT_H_
#define BENCHCELL_RUNNERS_STORE_STORE_SCRIPT_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/store/store.h"

namespace benchcell {

// One call that writes. Knows only what is in the store, so that it can be made by another process
// than the one that made those before.
struct ScriptStep {
  std::string name;
  std::function<absl::Status(Store&)> call;
};
const std::vector<ScriptStep>& Script();

// All that can be read of the store, for comparison. Tokens, which another history may number
// otherwise, are left out.
std::string Dump(Store& store);

// What Dump gives of `store`, which is empty, before the first step and after each one.
std::vector<std::string> DumpsOfScript(Store& store);

using StoreOpener = std::function<absl::StatusOr<std::unique_ptr<Store>>()>;

// How far a process came, and how it ended.
struct Interrupted {
  // Steps that returned.
  size_t returned = 0;
  // It was killed rather than at the script's end.
  bool killed = false;
};

// Exit code of a process that killed itself on purpose.
inline constexpr int kKilled = 77;

// Opens a store and runs the script in a child process, in which something calls _exit(kKilled).
// `open` is called in the child alone. Fails the test if the child ends in any other way.
Interrupted RunScriptInChild(const StoreOpener& open);

// Finishes the script after the first `returned` steps returned, the next one being repeated: it
// may find that it had happened. Fails the test unless the store is, before and after every step,
// what `dumps` says. Says whether the interrupted step had happened.
bool FinishScript(Store& store, size_t returned, const std::vector<std::string>& dumps);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_STORE_SCRIPT_H_
