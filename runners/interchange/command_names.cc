#include "runners/interchange/command_names.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

// Whether two characters beside each other belong together: digits of one number, or a letter and
// what stands beside it in a word. Of `-j4`, the 4 stands by itself.
bool BelongTogether(char inside, char outside) {
  const auto in = static_cast<unsigned char>(inside);
  const auto out = static_cast<unsigned char>(outside);
  if (absl::ascii_isdigit(in)) return absl::ascii_isdigit(out);
  return absl::ascii_isalpha(in) && absl::ascii_isalnum(out);
}

// Where `value`, which isn't empty, stands by itself in `text`, from `from` on; npos if nowhere.
size_t FindByItself(const std::string& text, const std::string& value, size_t from) {
  for (size_t at = text.find(value, from); at != std::string::npos; at = text.find(value, at + 1)) {
    const size_t end = at + value.size();
    const bool begins = at == 0 || !BelongTogether(value.front(), text[at - 1]);
    if (begins && (end == text.size() || !BelongTogether(value.back(), text[end]))) return at;
  }
  return std::string::npos;
}

using Find = size_t (*)(const std::string& text, const std::string& value, size_t from);

size_t FindAnywhere(const std::string& text, const std::string& value, size_t from) {
  return text.find(value, from);
}

// In one pass from left to right, so that what was put in is not looked at again.
std::string PutBack(const FilledCommand& command, Find find) {
  std::string name;
  size_t done = 0;
  while (true) {
    size_t next = std::string::npos;
    const std::pair<const std::string, std::string>* parameter = nullptr;
    for (const auto& each : command.parameters) {
      if (each.second.empty()) continue;
      const size_t at = find(command.text, each.second, done);
      const bool better =
          at < next || (at == next && parameter != nullptr && at != std::string::npos &&
                        each.second.size() > parameter->second.size());
      if (!better) continue;
      next = at;
      parameter = &each;
    }
    if (parameter == nullptr) return name + command.text.substr(done);
    absl::StrAppend(&name, command.text.substr(done, next - done), "{", parameter->first, "}");
    done = next + parameter->second.size();
  }
}

size_t CountDifferent(const std::vector<std::string>& names) {
  return std::set<std::string>(names.begin(), names.end()).size();
}

}  // namespace

std::vector<std::string> NamesOfCommands(const std::vector<FilledCommand>& commands) {
  std::vector<std::string> names;
  for (const FilledCommand& command : commands) names.push_back(command.text);
  for (const Find find : {FindByItself, FindAnywhere}) {
    std::vector<std::string> put_back;
    for (const FilledCommand& command : commands) put_back.push_back(PutBack(command, find));
    if (CountDifferent(put_back) < CountDifferent(names)) names = std::move(put_back);
  }
  std::set<std::pair<std::string, std::map<std::string, std::string>>> seen;
  std::map<std::pair<std::string, std::map<std::string, std::string>>, int> next;
  for (size_t i = 0; i < commands.size(); ++i) {
    const std::pair key(names[i], commands[i].parameters);
    int& count = next.try_emplace(key, 1).first->second;
    while (!seen.emplace(names[i], commands[i].parameters).second) {
      names[i] = absl::StrCat(key.first, " #", ++count);
    }
  }
  return names;
}

}  // namespace benchcell
