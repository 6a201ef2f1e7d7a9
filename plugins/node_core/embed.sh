#!/bin/sh
# Writes assets.cc: embed.sh CAPTURE DISCOVER. Raw strings keep every byte; a file that holds the
# end mark would be cut, so it is refused.
set -eu
mark=BENCHCELL_ASSET
literal() {
  if grep -q ")$mark\"" "$1"; then
    echo "embed.sh: $1 holds the text that ends a literal" >&2
    exit 1
  fi
  # The mark stands right behind the last line break.
  printf 'R"%s(' "$mark"
  cat "$1"
  printf ')%s"' "$mark"
}
echo '#include "plugins/node_core/assets.h"'
echo 'namespace benchcell::node_core {'
echo 'Assets EmbeddedAssets() {'
printf 'return {.capture = '
literal "$1"
printf ', .discover = '
literal "$2"
echo '};'
echo '}'
echo '}  // namespace benchcell::node_core'
