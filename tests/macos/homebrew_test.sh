#!/usr/bin/env bash
# Where a Mac's libraries are found: by a real Bazel and a real pkg-config, in a made-up Homebrew.
set -uo pipefail

runfiles=$TEST_SRCDIR/$TEST_WORKSPACE
scratch=$TEST_TMPDIR/workspace
homebrew=$TEST_TMPDIR/homebrew
log=$TEST_TMPDIR/log
failed=0

# What a formula installs, as FORMULA MODULE...; `-` before those that Homebrew doesn't link, since macOS has them too.
formulae='abseil absl_flags absl_flags_parse absl_flags_usage absl_status absl_statusor absl_strings absl_str_format absl_synchronization absl_time
-libarchive libarchive
googletest gmock gmock_main gtest
grpc grpc++
nlohmann-json nlohmann_json
openssl@3 openssl
-libpq libpq
prometheus-cpp prometheus-cpp-pull
protobuf protobuf
re2 re2
-sqlite sqlite3'

install_all() {
  local formula modules module keg
  rm -rf "$homebrew"
  mkdir -p "$homebrew/lib/pkgconfig" "$homebrew/bin" "$homebrew/opt/boost/include/boost/process"
  touch "$homebrew/opt/boost/include/boost/process/v2.hpp"
  while read -r formula modules; do
    keg=$homebrew/opt/${formula#-}
    mkdir -p "$keg/lib/pkgconfig" "$keg/include"
    for module in $modules; do
      printf 'Name: %s\nDescription: made up\nVersion: 1\nCflags: -I%s\nLibs: -L%s -l%s\n' \
        "$module" "$keg/include" "$keg/lib" "$module" >"$keg/lib/pkgconfig/$module.pc"
      [[ $formula == -* ]] || ln -s "$keg/lib/pkgconfig/$module.pc" "$homebrew/lib/pkgconfig/"
    done
  done <<<"$formulae"
  cat >"$homebrew/bin/brew" <<END
#!/bin/sh
[ "\$1" = --prefix ] || exit 1
shift
for formula; do echo "$homebrew/opt/\$formula"; done
END
  cat >"$homebrew/bin/pkg-config" <<END
#!/bin/sh
PKG_CONFIG_LIBDIR=$homebrew/lib/pkgconfig exec /usr/bin/pkg-config "\$@"
END
  printf '#!/bin/sh\n' | tee "$homebrew/bin/protoc" >"$homebrew/bin/grpc_cpp_plugin"
  chmod +x "$homebrew"/bin/*
}

# The system's rc file stays: Debian keeps the place of its Bazel there.
inner() {
  (cd "$scratch" && bazel --nohome_rc --noworkspace_rc --output_user_root="$TEST_TMPDIR/inner" --max_idle_secs=60 "$@")
}
trap 'inner shutdown >/dev/null 2>&1; chmod -R u+w "$TEST_TMPDIR/inner"' EXIT

# Looks the libraries up anew: another value of a variable that the rule reads makes it do so.
look_up() {
  PATH=$homebrew/bin:$PATH PKG_CONFIG_PATH=/looked/up/$SECONDS/$RANDOM \
    inner query --noshow_progress --color=no --output=build "@here//:all" >"$log" 2>&1
}

expect() {  # WHAT TEXT
  if grep -qF -- "$2" "$log"; then echo "ok: $1"; return; fi
  echo "FAILED: $1: expected \"$2\" in"
  sed 's/^/    /' "$log"
  failed=1
}

mkdir -p "$scratch"
cp -RL "$runfiles/toolchains" "$scratch/"
chmod -R u+w "$scratch"
touch "$scratch/BUILD"
cat >"$scratch/WORKSPACE" <<'END'
load("//toolchains/platforms:platforms.bzl", "host_platform")
host_platform(name = "host_platform")
load("//toolchains/system:system.bzl", "machine_libraries")
machine_libraries(name = "here", homebrew = True)
END

install_all
look_up
expect "a library that is linked" "\"-L$homebrew/opt/abseil/lib\", \"-labsl_flags\""
expect "a library that macOS has too" "\"-L$homebrew/opt/libarchive/lib\", \"-llibarchive\""
expect "its headers" 'includes = ["include/archive/0"]'
expect "Boost, which pkg-config doesn't know" 'includes = ["include/boost/0"]'

rm -r "$homebrew/opt/libpq"
look_up
expect "a library that is missing" \
  "The library postgres (pkg-config libpq) was not found on this machine. Install it: \`apt-get install libpq-dev\` on Debian, \`brew install libpq\` on macOS."

install_all
rm -r "$homebrew/opt/boost"
look_up
expect "Boost is missing" "\`brew install boost\` on macOS."

install_all
rm "$homebrew/bin/brew"
look_up
expect "Homebrew itself is missing" "The program brew was not found on this machine"
exit $failed
