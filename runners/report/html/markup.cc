#include "runners/report/html/markup.h"

#include <cstddef>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/blobs/digest.h"
#include "runners/report/text.h"

namespace benchcell::html {
namespace {

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// Without zeros at the end: `12.50` -> `12.5`.
std::string Trimmed(std::string digits) {
  if (digits.find('.') == std::string::npos) return digits;
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits == "-0" ? "0" : digits;
}

std::string HashSource(std::string_view content) {
  return absl::StrCat("'sha256-",
                      absl::Base64Escape(absl::HexStringToBytes(Sha256OfBytes(content))), "'");
}

}  // namespace

std::string Text(std::string_view foreign) { return Escaped(OneLine(foreign)); }

std::string Name(std::string_view foreign) {
  return absl::StrCat("<bdi>", Inline(NameText(std::string(foreign))), "</bdi>");
}

std::string Lines(std::string_view foreign) {
  return Escaped(absl::StrJoin(CleanLines(foreign), "\n"));
}

std::string Inline(std::string_view markdown) {
  std::string html;
  bool emphasis = false;
  bool code = false;
  for (size_t i = 0; i < markdown.size(); ++i) {
    if (markdown[i] == '\\' && i + 1 < markdown.size()) {
      html += Escaped(markdown.substr(++i, 1));
    } else if (markdown[i] == '*' && !code) {
      html += emphasis ? "</em>" : "<em>";
      emphasis = !emphasis;
    } else if (markdown[i] == '`') {
      html += code ? "</code>" : "<code>";
      code = !code;
    } else {
      html += Escaped(markdown.substr(i, 1));
    }
  }
  return absl::StrCat(html, code ? "</code>" : "", emphasis ? "</em>" : "");
}

std::string Percent(double share) {
  return absl::StrCat(Trimmed(absl::StrFormat("%.2f", share * 100)), "%");
}

std::string Number(double value) { return Trimmed(absl::StrFormat("%.1f", value)); }

std::string ContentSecurityPolicy(std::string_view style, std::string_view script) {
  return absl::StrCat("default-src 'none'; style-src ", HashSource(style), "; script-src ",
                      HashSource(script), "; img-src data:; base-uri 'none'; form-action 'none'");
}

}  // namespace benchcell::html
