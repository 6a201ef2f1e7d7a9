// The page's style sheet and script, compiled in from the files in assets/.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_ASSETS_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_ASSETS_H_

#include <string>

namespace benchcell::html {

struct Assets {
  std::string style;
  std::string script;
};

Assets EmbeddedAssets();

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_ASSETS_H_
