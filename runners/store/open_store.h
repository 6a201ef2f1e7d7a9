// Opens the store that an address names: whoever uses it need not know which database it is.

#ifndef BENCHCELL_RUNNERS_STORE_OPEN_STORE_H_
#define BENCHCELL_RUNNERS_STORE_OPEN_STORE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runners/store/store.h"
#include "runners/store/write_hook.h"

namespace benchcell {

// `postgres://...` or `postgresql://...`: a PostgreSQL database (postgres_store.h). All else is the
// path of a SQLite file (sqlite_store.h), which is made if it isn't there. Errors as these say;
// INVALID_ARGUMENT for an address with another scheme. `hook` is for tests and may be null.
absl::StatusOr<std::unique_ptr<Store>> OpenStore(const std::string& address,
                                                 WriteHook* hook = nullptr);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_OPEN_STORE_H_
