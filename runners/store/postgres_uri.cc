#include "runners/store/postgres_uri.h"

#include <libpq-fe.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace benchcell::postgres {
namespace {

absl::Status Malformed(const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat(
      "the address of the PostgreSQL database ", what,
      "; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETERS (it is not repeated here, "
      "since it may hold a password). In a password, write each of @ : / ? # % and space as %40 "
      "%3A %2F %3F %23 %25 %20."));
}

// An unescaped `@` or `/` in a password makes libpq take a part of it for the host, the port or the
// database, and name that in its messages.
bool HasStrayAt(const std::string& text) {
  const size_t authority = text.find("://") + 3;
  const std::string rest = text.substr(authority, text.find('?', authority) - authority);
  const size_t slash = rest.find('/');
  return std::count(rest.begin(), rest.end(), '@') > 1 ||
         (slash != std::string::npos && rest.find('@', slash) != std::string::npos);
}

bool IsPortList(const std::string& port) {
  return std::all_of(port.begin(), port.end(),
                     [](char c) { return (c >= '0' && c <= '9') || c == ','; });
}

}  // namespace

bool Uri::IsOne(const std::string& text) {
  return absl::StartsWith(text, "postgres://") || absl::StartsWith(text, "postgresql://");
}

absl::StatusOr<Uri> Uri::Parse(const std::string& text) {
  if (!IsOne(text)) return Malformed("does not begin with postgres://");
  if (HasStrayAt(text)) return Malformed("has an @ where none is expected");
  char* error = nullptr;
  const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options(
      PQconninfoParse(text.c_str(), &error), PQconninfoFree);
  PQfreemem(error);
  if (options == nullptr) return Malformed("can't be taken apart");
  Uri uri;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr) uri.parameters_[option->keyword] = option->val;
  }
  const auto value = [&](const std::string& key) {
    const auto found = uri.parameters_.find(key);
    return found == uri.parameters_.end() ? std::string() : found->second;
  };
  if (!IsPortList(value("port"))) return Malformed("has a port that is no number");
  uri.name_ = "postgres://";
  if (!value("user").empty()) absl::StrAppend(&uri.name_, value("user"), "@");
  absl::StrAppend(&uri.name_, value("host").empty() ? value("hostaddr") : value("host"));
  if (!value("port").empty()) absl::StrAppend(&uri.name_, ":", value("port"));
  absl::StrAppend(&uri.name_, "/", value("dbname"));
  return uri;
}

std::string Uri::Redact(std::string message) const {
  for (const char* secret : {"password", "sslpassword"}) {
    const auto found = parameters_.find(secret);
    if (found == parameters_.end() || found->second.empty()) continue;
    message = absl::StrReplaceAll(message, {{found->second, "[password]"}});
  }
  return message;
}

}  // namespace benchcell::postgres
