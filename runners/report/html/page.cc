#include "runners/report/html/page.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/report/captions.h"
#include "runners/report/html/assets.h"
#include "runners/report/html/data_table.h"
#include "runners/report/html/evidence.h"
#include "runners/report/html/forest.h"
#include "runners/report/html/markup.h"
#include "runners/report/html/provenance.h"
#include "runners/report/html/run_section.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr size_t kWidestTitle = 200;

// Marks that several pictures use.
constexpr char kMarks[] =
    "<svg class=marks width=0 height=0 aria-hidden=true><defs>"
    "<path id=x d=\"M-4 -4L4 4M-4 4L4 -4\" /><path id=o d=\"M0 -6L6 0L0 6L-6 0Z\" />"
    "</defs></svg>\n";

std::string Head(const v1::ExperimentRun& run, const std::string& title,
                 const html::Assets& assets) {
  return absl::StrCat(
      "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"",
      html::ContentSecurityPolicy(assets.style, assets.script),
      "\">\n<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=color-scheme content=\"light dark\">\n<meta name=generator content=\"benchcell ",
      html::Text(run.benchcell_version()), "\">\n<link rel=icon href=\"data:,\">\n<title>",
      html::Text(title), "</title>\n<style>", assets.style, "</style>\n</head>\n");
}

bool HasChanges(const Table& table) { return table.builds.size() > 1 && !table.rows.empty(); }

std::string Navigation(const Table& table, bool has_captions) {
  return absl::StrCat("<nav aria-label=\"Parts of this page\">",
                      HasChanges(table) ? "<a href=\"#result\">What changed</a> " : "",
                      "<a href=\"#table\">The table</a> <a href=\"#runs\">Every run</a> ",
                      table.has_causes ? "<a href=\"#causes\">Why it changed</a> " : "",
                      has_captions ? "<a href=\"#reading\">How to read it</a> " : "",
                      "<a href=\"#origin\">Where it comes from</a></nav>");
}

std::string Banner(const v1::ExperimentRun& run, const Table& table, const std::string& title,
                   bool has_captions) {
  const std::string created = html::Created(run);
  return absl::StrCat("<a class=skip href=\"#main\">Skip to the result</a>\n<header><p class=run>",
                      html::Text(run.id()), created.empty() ? "" : " \u00b7 ", created,
                      "</p>\n<h1><bdi>", html::Text(title), "</bdi></h1>\n<p class=lead>",
                      html::Text(html::ResultSentence(run, table)), "</p>\n",
                      Navigation(table, has_captions), "</header>\n");
}

std::string Changes(const Table& table) {
  if (!HasChanges(table)) return "";
  return absl::StrCat("<section id=result><h2>What changed</h2>", html::DrawForest(table),
                      "</section>\n");
}

std::string Reading(const std::vector<std::string>& captions) {
  if (captions.empty()) return "";
  std::string text = "<section id=reading><h2>How to read it</h2>";
  for (const std::string& caption : captions) {
    absl::StrAppend(&text, "<p>", html::Inline(caption), "</p>\n");
  }
  return text + "</section>\n";
}

}  // namespace

std::string RenderHtml(const v1::ExperimentRun& run, const Table& table) {
  const html::Assets assets = html::EmbeddedAssets();
  const std::string title =
      Shortened(OneLine(table.title.empty() ? table.experiment : table.title), kWidestTitle);
  const std::vector<std::string> captions = Captions(run, table);
  return absl::StrCat(Head(run, title, assets), "<body>\n", kMarks,
                      Banner(run, table, title, !captions.empty()), "<main id=main>\n",
                      Changes(table), "<section id=table><h2>The table</h2>",
                      html::DataTable(table), "</section>\n", html::RunSection(run, table),
                      html::CauseSection(table), Reading(captions), html::ProvenanceSection(run),
                      "</main>\n<script>", assets.script, "</script>\n</body>\n</html>\n");
}

}  // namespace benchcell
