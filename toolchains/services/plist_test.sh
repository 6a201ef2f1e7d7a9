#!/usr/bin/env bash
# The launchd plist is what launchd documents, and the check of that finds what isn't.
set -euo pipefail

here=toolchains/services
plist=$here/benchcell.agent.plist
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

check() { python3 $here/plist_check.py "$1"; }

check $plist || fail "$plist"

# Each edit spoils one thing: the text that is replaced, its replacement, what is said.
spoiled() {
  sed "s|$1|$2|" $plist >"$TEST_TMPDIR/spoiled.plist"
  if cmp -s $plist "$TEST_TMPDIR/spoiled.plist"; then fail "$1 isn't in it"; fi
  local said
  if said=$(check "$TEST_TMPDIR/spoiled.plist"); then fail "$1 -> $2 passes"; fi
  [[ $said == *"$3"* ]] || fail "$1 -> $2: said $said"
}
spoiled '</array>' '' 'no property list'
spoiled '<key>KeepAlive</key>' '<key>KeepAliv</key>' "has the key KeepAliv, which launchd doesn't know"
spoiled '<integer>63</integer>' '<string>077</string>' 'Umask is a str, expected a int'
spoiled '<key>Label</key>' '<key>GroupName</key>' 'the job has no Label'
spoiled '<string>Interactive</string>' '<string>Fast</string>' 'ProcessType is Fast'
spoiled '<key>NumberOfFiles</key>' '<key>Files</key>' 'SoftResourceLimits has the key Files'

# The same paths as on Linux: they are what the installation puts there.
for path in $(grep -o '/opt/benchcell/[a-z_/]*' $plist); do
  grep -q "$path" $here/benchcell-agent.service || fail "$path isn't what the unit starts"
done

[[ $failures -eq 0 ]]
