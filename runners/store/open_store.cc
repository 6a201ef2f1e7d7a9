#include "runners/store/open_store.h"

#include <algorithm>
#include <memory>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runners/store/postgres_store.h"
#include "runners/store/postgres_uri.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {

absl::StatusOr<std::unique_ptr<Store>> OpenStore(const std::string& address, WriteHook* hook) {
  if (postgres::Uri::IsOne(address)) return PostgresStore::Open(address, {.hook = hook});
  const size_t colon = address.find("://");
  const std::string scheme = address.substr(0, colon);
  if (colon != std::string::npos && !scheme.empty() &&
      std::all_of(scheme.begin(), scheme.end(), absl::ascii_isalnum)) {
    // Not repeated as a whole: it may hold a password.
    return absl::InvalidArgumentError(absl::StrCat(
        "there is no store for addresses that begin with ", scheme,
        "://; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE or the path of a file"));
  }
  return SqliteStore::Open(address, {.hook = hook});
}

}  // namespace benchcell
