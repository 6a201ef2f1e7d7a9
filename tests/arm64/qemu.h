// The emulator of Debian's package qemu-user-static.

#ifndef BENCHCELL_TESTS_ARM64_QEMU_H_
#define BENCHCELL_TESTS_ARM64_QEMU_H_

namespace benchcell {

inline constexpr char kQemu[] = "/usr/bin/qemu-aarch64-static";

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_ARM64_QEMU_H_
