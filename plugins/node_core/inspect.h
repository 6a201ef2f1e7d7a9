// Text as node's util.inspect shows it, for configurations that compare equal to those of node's
// own compare.js.

#ifndef BENCHCELL_PLUGINS_NODE_CORE_INSPECT_H_
#define BENCHCELL_PLUGINS_NODE_CORE_INSPECT_H_

#include <string>

namespace benchcell::node_core {

// util.inspect(text) with its default options (node 12 to 26): quotes chosen by what the text
// holds, escapes, long text of several lines in pieces, what exceeds 10,000 UTF-16 units cut off.
// `text` is valid UTF-8.
std::string InspectText(const std::string& text);

}  // namespace benchcell::node_core

#endif  // BENCHCELL_PLUGINS_NODE_CORE_INSPECT_H_
