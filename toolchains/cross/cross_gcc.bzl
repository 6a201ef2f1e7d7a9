"""Debian's cross compiler as a C++ toolchain of Bazel's."""

load(":toolchain_build.bzl", "NO_TIMES", "toolchain_build")

def _tool(ctx, name):
    program = "{}-{}".format(ctx.attr.triple, name)
    path = ctx.which(program)
    if not path:
        fail("\n\nThe program {} was not found on this machine. Install it: `apt-get install {}` on Debian.\n".format(
            program,
            ctx.attr.debian,
        ))
    return str(path)

def _include_folders(ctx, gcc, root):
    """What the compiler calls its own: it lists them while it compiles nothing."""
    result = ctx.execute([gcc, "--sysroot=" + root, "-no-canonical-prefixes", "-E", "-v", "-xc++", "/dev/null"])
    if result.return_code != 0:
        fail("\n\n{} does not compile: {}\n".format(gcc, result.stderr))
    listed = result.stderr.split("#include <...> search starts here:\n")[1].split("End of search list.")[0]
    return [str(ctx.path(line.strip())) for line in listed.split("\n") if line.strip()]

def _cross_gcc_impl(ctx):
    root = str(ctx.path(ctx.attr.packages).dirname.get_child("tree"))
    gcc = _tool(ctx, "gcc")
    tools = {name: _tool(ctx, name) for name in ["ar", "gcov", "ld", "nm", "objcopy", "objdump", "strip"]}
    tools.update({"cpp": _tool(ctx, "cpp"), "gcc": gcc})

    # Asked for by name, used by nothing here.
    tools.update({name: "/bin/false" for name in ["dwp", "llvm-cov"]})
    _tool(ctx, "g++")
    ctx.file("BUILD.bazel", toolchain_build(
        abi_libc_version = "glibc",
        abi_version = "gcc",
        builtin_sysroot = root,
        compile_flags = ["-U_FORTIFY_SOURCE", "-fstack-protector", "-Wall", "-Wno-free-nonheap-object", "-Wno-psabi", "-fno-omit-frame-pointer"],
        compiler = "gcc",
        cpu = ctx.attr.cpu,
        cxx_builtin_include_directories = _include_folders(ctx, gcc, root),
        dbg_compile_flags = ["-g"],
        # What is in the root is known by its list of packages: an action with ten thousand headers as inputs would take longer to prepare
        # than to run.
        files = [str(ctx.attr.packages)],
        link_flags = ["-fuse-ld=gold", "-Wl,-no-as-needed", "-Wl,-z,relro,-z,now", "-pass-exit-codes"],
        link_libs = ["-lstdc++", "-lm"],
        opt_compile_flags = ["-g0", "-O2", "-D_FORTIFY_SOURCE=1", "-DNDEBUG", "-ffunction-sections", "-fdata-sections"],
        opt_link_flags = ["-Wl,--gc-sections"],
        supports_start_end_lib = True,
        target_libc = "glibc",
        target_system_name = ctx.attr.triple,
        tool_paths = tools,
        toolchain_identifier = ctx.attr.triple,
        unfiltered_compile_flags = ["-no-canonical-prefixes", "-fno-canonical-system-headers"] + NO_TIMES,
    ))

cross_gcc = repository_rule(
    implementation = _cross_gcc_impl,
    attrs = {
        "cpu": attr.string(mandatory = True),
        "debian": attr.string(mandatory = True, doc = "The package that has the compiler."),
        "packages": attr.label(mandatory = True, allow_single_file = True, doc = "packages.txt of a debian_root."),
        "triple": attr.string(mandatory = True, doc = "What the names of its programs start with."),
    },
    environ = ["PATH"],
    local = True,
    doc = "`:toolchain`, a cc_toolchain whose headers and libraries beside those of the language come from a debian_root.",
)
