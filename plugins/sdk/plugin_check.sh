#!/bin/sh
# PROGRAM-OF-BENCHCELL PLUGIN RECORDED-RUNS EXPERIMENT...: the plugin holds in all that is checked.
set -e
benchcell=$1 plugin=$2 recorded=$3
shift 3
BENCHCELL_PROGRAMS=$PWD exec "$benchcell" plugins check "$plugin" --recorded="$recorded" "$@"
