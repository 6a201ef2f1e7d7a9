// Points at which a store's process may be killed, for tests that kill it at each of them.

#ifndef BENCHCELL_RUNNERS_STORE_WRITE_HOOK_H_
#define BENCHCELL_RUNNERS_STORE_WRITE_HOOK_H_

namespace benchcell {

// Told of every transaction that writes, those that create or migrate the schema included. Called
// by one thread at a time per store, whichever commits. Must not call the store.
class WriteHook {
 public:
  virtual ~WriteHook() = default;

  // All statements have run; nothing of them is durable or seen by anyone.
  virtual void BeforeCommit() = 0;

  // The transaction is durable; no caller has been told.
  virtual void AfterCommit() = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_WRITE_HOOK_H_
