// Text of others inside the page, and what its policy lets run. Nothing that people or programs
// wrote gets into the page by another way.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_MARKUP_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_MARKUP_H_

#include <string>
#include <string_view>

namespace benchcell::html {

// One line of foreign text (see OneLine), for the content of an element or a quoted attribute.
std::string Text(std::string_view foreign);

// The same of a name of any length: its beginning and end (see NameText), in an element of its own
// direction, so that a right-to-left name leaves what stands beside it in its place.
std::string Name(std::string_view foreign);

// Lines as they are, for the content of <pre>.
std::string Lines(std::string_view foreign);

// What the report's other parts write as Markdown: escapes are taken off, `*word*` is emphasised
// and `` `code` `` is code.
std::string Inline(std::string_view markdown);

// A part of a whole as an SVG length: `12.5%`. At most two decimals.
std::string Percent(double share);

// A length or coordinate, at most one decimal: `12.5`, `3`.
std::string Number(double value);

// Content of the Content-Security-Policy under which the page works: this style sheet and this
// script by their SHA-256, an empty icon, nothing else.
std::string ContentSecurityPolicy(std::string_view style, std::string_view script);

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_MARKUP_H_
