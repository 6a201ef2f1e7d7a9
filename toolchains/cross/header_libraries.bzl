"""This machine's headers of libraries, for compiling for another system without linking.

The folders of headers are linked one by one: beside them are those of this machine's C library, which must not be found.
"""

load("//toolchains/system:system.bzl", "LIBRARIES")

_FOLDERS = ["/usr/include", "/usr/include/x86_64-linux-gnu"]

# What the agent uses of them.
_NAMES = [
    "absl",
    "archive.h",
    "archive_entry.h",
    "boost",
    "google",
    "grpc",
    "grpc++",
    "grpcpp",
    "nlohmann",
    "openssl",
    "re2",
]

def _link(ctx, name):
    """A header, or a folder of them that may have a part in each of _FOLDERS."""
    found = [path for path in [ctx.path("{}/{}".format(folder, name)) for folder in _FOLDERS] if path.exists]
    if len(found) == 1:
        ctx.symlink(found[0], "include/" + name)
        return
    for folder in found:
        for header in folder.readdir():
            ctx.symlink(header, "include/{}/{}".format(name, header.basename))

def _header_libraries_impl(ctx):
    ctx.file("names.txt", "".join([name + "\n" for name in _NAMES]), executable = False)
    for name in _NAMES:
        _link(ctx, name)
    build = ["package(default_visibility = [\"//visibility:public\"])"]
    for name, defines in LIBRARIES.items():
        build.append("cc_library(name = \"{}\", defines = {})".format(name, repr(defines)))
    ctx.file("BUILD.bazel", "\n".join(build) + "\n", executable = False)

header_libraries = repository_rule(
    implementation = _header_libraries_impl,
    local = True,
    doc = "The libraries of //toolchains/system as cc_library targets that have nothing to link; their headers are in the folder " +
          "`include` beside names.txt, which the toolchain has among its own.",
)
