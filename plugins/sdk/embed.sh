#!/bin/sh
# Writes the source of EmbeddedAssets(): embed.sh NAMESPACE HEADER FIELD=FILE... Raw strings keep every byte; a file that holds the
# end mark would be cut, so it is refused.
set -eu
namespace=$1
header=$2
shift 2
mark=BENCHCELL_ASSET
echo "#include \"$header\""
echo "namespace $namespace {"
echo 'Assets EmbeddedAssets() {'
echo 'return {'
for asset; do
  file=${asset#*=}
  if grep -q ")$mark\"" "$file"; then
    echo "embed.sh: $file holds the text that ends a literal" >&2
    exit 1
  fi
  # The mark stands right behind the last line break.
  printf '.%s = R"%s(' "${asset%%=*}" "$mark"
  cat "$file"
  printf ')%s",\n' "$mark"
done
echo '};'
echo '}'
echo "}  // namespace $namespace"
