#include "runners/evidence/statement.h"

#include <nlohmann/json.hpp>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/base/version.h"
#include "runners/blobs/digest.h"
#include "runners/evidence/members.h"

namespace benchcell {
namespace {

using Json = nlohmann::json;

// How much of a text that was found goes into a message.
constexpr size_t kQuotedBytes = 100;

std::string Quote(const std::string& text) {
  const std::string shown = ToValidUtf8(text.substr(0, kQuotedBytes));
  return absl::StrCat("\"", WithoutControls(shown), shown.size() < text.size() ? "..." : "", "\"");
}

absl::Status Unfit(const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat("no statement of evidence: ", what));
}

// Reads members of one object; the first that doesn't fit is the error.
class Reader {
 public:
  // `place` is how errors call the object.
  Reader(const Json& object, std::string place) : object_(object), place_(std::move(place)) {}

  const Json* Find(const char* name, Json::value_t type, const char* expected) {
    const auto found = object_.is_object() ? object_.find(name) : object_.end();
    if (found != object_.end() && found->type() == type) return &*found;
    Refuse(name, found == object_.end() ? "nothing" : found->type_name(), expected);
    return nullptr;
  }

  void Text(const char* name, std::string& into) {
    const Json* found = Find(name, Json::value_t::string, "a text");
    if (found != nullptr) into = found->get<std::string>();
  }

  // A text that can only be one.
  void Constant(const char* name, const std::string& expected) {
    std::string found = expected;
    Text(name, found);
    if (found != expected) Refuse(name, Quote(found), Quote(expected));
  }

  void Refuse(const std::string& name, const std::string& found, const std::string& expected) {
    if (!status_.ok()) return;
    status_ = Unfit(absl::StrCat(place_, name, ": found ", found, "; expected ", expected));
  }

  const absl::Status& status() const { return status_; }

 private:
  const Json& object_;
  const std::string place_;
  absl::Status status_;
};

// The object under a name, or an empty one, which then has nothing.
const Json& Under(const Json& object, const char* name) {
  static const Json* const empty = new Json(Json::object());
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found == object.end() ? *empty : *found;
}

absl::StatusOr<std::vector<Subject>> ReadSubjects(const Json& list) {
  std::vector<Subject> subjects;
  std::set<std::string> seen;
  for (const Json& each : list) {
    Subject& subject = subjects.emplace_back();
    Reader reader(each, absl::StrCat("subject ", subjects.size(), ": "));
    reader.Text("name", subject.name);
    Reader digest(Under(each, "digest"), absl::StrCat("subject ", subjects.size(), ": digest."));
    digest.Text("sha256", subject.sha256);
    RETURN_IF_ERROR(reader.status());
    RETURN_IF_ERROR(digest.status());
    if (!IsSha256(subject.sha256)) {
      return Unfit(absl::StrCat("the sha256 of subject ", Quote(subject.name), " is none"));
    }
    if (!IsMember(subject)) {
      return Unfit(absl::StrCat("subject ", Quote(subject.name), " is nothing that evidence has"));
    }
    if (!seen.insert(subject.name).second) {
      return Unfit(absl::StrCat("subject ", Quote(subject.name), " is there twice"));
    }
  }
  for (const char* name : kFixedMembers) {
    if (!seen.contains(name)) return Unfit(absl::StrCat("no subject is called ", name));
  }
  return subjects;
}

absl::StatusOr<Claim> ReadClaim(const Json& predicate) {
  Claim claim;
  Reader top(predicate, "predicate.");
  top.Text("experiment", claim.experiment);
  Reader run(Under(predicate, "run"), "predicate.run.");
  run.Text("id", claim.run_id);
  run.Text("digest", claim.run_digest);
  Reader plugin(Under(predicate, "plugin"), "predicate.plugin.");
  plugin.Text("name", claim.plugin);
  plugin.Text("version", claim.plugin_version);
  Reader maker(Under(predicate, "benchcell"), "predicate.benchcell.");
  maker.Text("version", claim.maker.version);
  maker.Text("platform", claim.maker.platform);
  Reader table(Under(predicate, "table"), "predicate.table.");
  table.Text("metric", claim.metric);
  if (const Json* found = table.Find("confidence", Json::value_t::number_float, "a share")) {
    claim.confidence = found->get<double>();
    if (!(claim.confidence > 0 && claim.confidence < 1)) {
      table.Refuse("confidence", found->dump(), "a share between 0 and 1");
    }
  }
  if (const Json* found = table.Find("compareUnlike", Json::value_t::boolean, "true or false")) {
    claim.compare_unlike = found->get<bool>();
  }
  if (const Json* found = table.Find("builds", Json::value_t::array, "a list of names")) {
    for (const Json& build : *found) {
      if (!build.is_string()) {
        table.Refuse("builds", build.type_name(), "names");
        break;
      }
      claim.builds.push_back(build.get<std::string>());
    }
  }
  for (const Reader* reader : {&top, &run, &plugin, &maker, &table}) {
    RETURN_IF_ERROR(reader->status());
  }
  return claim;
}

}  // namespace

Maker ThisMaker() {
#if defined(__APPLE__)
  const std::string system = "darwin";
#else
  const std::string system = "linux";
#endif
#if defined(__aarch64__)
  const std::string processor = "arm64";
#else
  const std::string processor = "x64";
#endif
  return {std::string(kVersion), absl::StrCat(system, "-", processor)};
}

TableOptions Claim::Options() const {
  return {.metric = metric, .confidence = confidence, .compare_unlike = compare_unlike};
}

std::string RenderStatement(const Statement& statement) {
  Json subjects = Json::array();
  for (const Subject& subject : statement.subjects) {
    subjects.push_back({{"name", subject.name}, {"digest", {{"sha256", subject.sha256}}}});
  }
  const Claim& claim = statement.claim;
  const Json json = {
      {"_type", kStatementType},
      {"subject", std::move(subjects)},
      {"predicateType", kPredicateType},
      {"predicate",
       {{"experiment", claim.experiment},
        {"run", {{"id", claim.run_id}, {"digest", claim.run_digest}}},
        {"plugin", {{"name", claim.plugin}, {"version", claim.plugin_version}}},
        {"benchcell", {{"version", claim.maker.version}, {"platform", claim.maker.platform}}},
        {"table",
         {{"metric", claim.metric},
          {"confidence", claim.confidence},
          {"builds", claim.builds},
          {"compareUnlike", claim.compare_unlike}}}}}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

absl::StatusOr<Statement> ParseStatement(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return Unfit("the payload is no JSON object");
  Reader reader(json, "");
  reader.Constant("_type", kStatementType);
  reader.Constant("predicateType", kPredicateType);
  const Json* subjects = reader.Find("subject", Json::value_t::array, "a list");
  const Json* predicate = reader.Find("predicate", Json::value_t::object, "an object");
  RETURN_IF_ERROR(reader.status());
  Statement statement;
  ASSIGN_OR_RETURN(statement.subjects, ReadSubjects(*subjects));
  ASSIGN_OR_RETURN(statement.claim, ReadClaim(*predicate));
  return statement;
}

}  // namespace benchcell
