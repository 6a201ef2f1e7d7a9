#!/bin/sh
# Runs a benchmark and checks that it ends well and has printed a number with a unit.
set -eu
"$@" >"$TEST_TMPDIR/out"
cat "$TEST_TMPDIR/out"
grep -Eq '[0-9] ms' "$TEST_TMPDIR/out"
