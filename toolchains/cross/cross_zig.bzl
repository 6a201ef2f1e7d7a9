"""Zig's C++ compiler for Macs on arm64, as a C++ toolchain of Bazel's: it has the headers and libraries of macOS and of C++, and a linker.

For checks only: what runs on a Mac is built on a Mac, against the libraries that it will run with.
"""

load(":toolchain_build.bzl", "NO_TIMES", "toolchain_build")

# Zig builds the library of C++ for a target when it first links for it, and keeps it in a cache, which it also writes to when it finds
# everything there. So every call has a cache that ends with it, and a link starts from one that has the library.
_CXX = """\
#!/bin/sh
cache=$(mktemp -d) || exit
trap 'rm -rf "$cache"' EXIT
case " $* " in
  *" -c "*) ;;
  *) cp -R "{linked}/." "$cache" ;;
esac
ZIG_GLOBAL_CACHE_DIR=$cache ZIG_LOCAL_CACHE_DIR=$cache "{zig}" c++ -target {target} "$@"
"""

_AR = """\
#!/bin/sh
exec "{zig}" ar "$@"
"""

# Seconds. Building the library of C++ takes 40 of one processor.
_TIMEOUT = 900

def _cross_zig_impl(ctx):
    package = ctx.path(ctx.attr.package).dirname
    headers = ctx.path(ctx.attr.headers).dirname.get_child("include")
    words = {
        "linked": ctx.path("linked"),
        "target": ctx.attr.target,
        "zig": package.get_child("zig"),
    }
    ctx.file("linked/README", "What zig made for the first program that it linked.\n")
    ctx.file("program.cc", "#include <iostream>\n\nint main() { std::cout << 0; }\n", executable = False)
    linked = ctx.execute(
        [words["zig"], "c++", "-target", ctx.attr.target, "program.cc", "-o", "program"],
        environment = {name: str(words["linked"]) for name in ["ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"]},
        quiet = True,
        timeout = _TIMEOUT,
    )
    if linked.return_code != 0:
        fail("\n\nzig can't link a program for {}: {}\n".format(ctx.attr.target, linked.stderr))
    ctx.file("cxx", _CXX.format(**words))
    ctx.file("ar", _AR.format(**words))
    ctx.file("BUILD.bazel", toolchain_build(
        abi_libc_version = "libSystem",
        abi_version = "libSystem",
        # What is wrong shows without the optimiser, in half the time.
        compile_flags = ["-O0", "-fno-sanitize=undefined", "-isystem", str(headers)],
        compiler = "clang",
        cpu = "aarch64",
        cxx_builtin_include_directories = [str(headers), str(package.get_child("lib"))],
        dbg_compile_flags = [],
        # The compiler itself is known by its package's version: an action with its fifteen thousand files as inputs would take longer to
        # prepare than to run.
        files = ["ar", "cxx", str(ctx.attr.package)],
        link_flags = [],
        link_libs = [],
        opt_compile_flags = ["-DNDEBUG"],
        opt_link_flags = [],
        supports_start_end_lib = False,
        # Not `macosx`: with that, Bazel expects Apple's own tools, which are called in other ways.
        target_libc = "libSystem",
        target_system_name = ctx.attr.target,
        tool_paths = dict(
            {name: "/bin/false" for name in ["cpp", "dwp", "gcov", "ld", "llvm-cov", "nm", "objcopy", "objdump", "strip"]},
            ar = "ar",
            gcc = "cxx",
        ),
        toolchain_identifier = ctx.attr.target,
        unfiltered_compile_flags = NO_TIMES,
    ), executable = False)

cross_zig = repository_rule(
    implementation = _cross_zig_impl,
    attrs = {
        "headers": attr.label(mandatory = True, allow_single_file = True, doc = "names.txt of a header_libraries."),
        "package": attr.label(mandatory = True, allow_single_file = True, doc = "package.json of zig."),
        "target": attr.string(mandatory = True, doc = "As zig calls it."),
    },
    doc = "`:toolchain`, a cc_toolchain for macOS.",
)
