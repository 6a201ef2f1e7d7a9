#!/usr/bin/env bash
# Bundles of another platform hold its programs, not this machine's: node's own, and what npm picked by --os and --cpu.
set -euo pipefail

# Bytes 18 and 19 of an ELF file say which processor it is for: 183 is AArch64 (elf.h).
expect_aarch64() {  # ARCHIVE MEMBER
  local machine
  tar -xf "$1" -C "$TEST_TMPDIR" "$2"
  machine=$(od -An -tu2 -j18 -N2 "$TEST_TMPDIR/$2" | tr -d ' ')
  [[ $machine == 183 ]] || { echo "$1: $2 is for the processor $machine; expected 183"; exit 1; }
}

node=toolchains/node/24.22.1.linux-arm64.tar
esbuild=toolchains/npm/esbuild-0.28.2.linux-arm64.tar
expect_aarch64 "$node" bin/node
expect_aarch64 "$esbuild" node_modules/@esbuild/linux-arm64/bin/esbuild
platforms=$(tar -tf "$esbuild" | sed -n 's,^node_modules/@esbuild/\([^/]*\)/.*,\1,p' | sort -u)
[[ $platforms == linux-arm64 ]] || { echo "$esbuild has esbuild for $platforms; expected linux-arm64 alone"; exit 1; }
