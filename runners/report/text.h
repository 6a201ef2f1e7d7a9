// Foreign text in tables: names that people chose and messages that programs wrote.

#ifndef BENCHCELL_RUNNERS_REPORT_TEXT_H_
#define BENCHCELL_RUNNERS_REPORT_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

// Columns that UTF-8 text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for
// combining marks and joiners, 1 for all else (Unicode Standard Annex 11, its wide ranges).
size_t DisplayWidth(std::string_view text);

// Without what moves the cursor or turns the reading order: line breaks and tabs become spaces,
// other control characters and directional overrides U+FFFD, terminal escape sequences nothing.
std::string OneLine(std::string_view text);

// The same for text of several lines: the lines, without those at the end that are empty.
std::vector<std::string> CleanLines(std::string_view text);

// One line that Markdown shows as it stands, also in the cell of a table: what would be taken for
// markup is escaped. Letters, digits and most signs stay, so that it reads well in a terminal.
std::string MarkdownText(std::string_view text);

// Text of at most `columns` columns (at least 3): of longer text the beginning and the end, with
// `…` between them.
std::string Shortened(const std::string& text, size_t columns);

// The name of a build, a level or a benchmark in Markdown: no wider than a line.
std::string NameText(const std::string& name);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_TEXT_H_
