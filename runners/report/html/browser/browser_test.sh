#!/usr/bin/env bash
# Makes pages and opens them in the machine's Chromium: browser_test.sh PAGE_MAKER NODE AXE
set -euo pipefail

find_program() {
  command -v "$1" || { echo "$1 was not found on this machine; this test needs it: apt-get install $2" >&2; exit 1; }
}

chromium=$(find_program chromium chromium)
pdftotext=$(find_program pdftotext poppler-utils)
pages=$TEST_TMPDIR/pages
profile=$TEST_TMPDIR/profile
mkdir -p "$pages" "$profile"
"$1" "$pages"
"$2" "$(dirname "$0")/browser_test.mjs" "$chromium" "$pdftotext" "$PWD/$3" "$pages" "$profile" "$TEST_UNDECLARED_OUTPUTS_DIR"
