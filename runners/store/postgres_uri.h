// Where a PostgreSQL database is, as users write it: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`
// with the parameters of libpq behind a `?` (`?sslmode=verify-full`, `?host=/run/postgresql`).

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_URI_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_URI_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"

namespace benchcell::postgres {

class Uri {
 public:
  // Whether the text begins as such a URI does: `postgres://` or `postgresql://`.
  static bool IsOne(const std::string& text);

  // INVALID_ARGUMENT, which never repeats the text: where it can't be taken apart no one knows what
  // in it is the password.
  static absl::StatusOr<Uri> Parse(const std::string& text);

  // What the text says, by libpq's names: `host`, `dbname`, `password`.
  const std::map<std::string, std::string>& parameters() const { return parameters_; }

  // For messages: user, host, port and database, and no password.
  const std::string& name() const { return name_; }

  // `message` with the password, should it be in it, left out.
  std::string Redact(std::string message) const;

 private:
  std::map<std::string, std::string> parameters_;
  std::string name_;
};

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_URI_H_
