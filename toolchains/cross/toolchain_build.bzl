"""What toolchains for other platforms have in common."""

_BUILD = """\
load("@bazel_tools//tools/cpp:unix_cc_toolchain_config.bzl", "cc_toolchain_config")

package(default_visibility = ["//visibility:public"])

filegroup(
    name = "files",
    srcs = {files},
)

filegroup(name = "none")

cc_toolchain_config(
    name = "config",
{config}
)

cc_toolchain(
    name = "toolchain",
    all_files = ":files",
    ar_files = ":files",
    as_files = ":files",
    compiler_files = ":files",
    dwp_files = ":none",
    linker_files = ":files",
    objcopy_files = ":none",
    strip_files = ":none",
    supports_param_files = True,
    toolchain_config = ":config",
)
"""

# As Bazel's own: builds of one source at two times are the same.
NO_TIMES = [
    "-Wno-builtin-macro-redefined",
    "-D__DATE__=\"redacted\"",
    "-D__TIMESTAMP__=\"redacted\"",
    "-D__TIME__=\"redacted\"",
]

def toolchain_build(files, **config):
    """The BUILD file of a repository with a cc_toolchain `toolchain`.

    Args:
      files: labels of the inputs of each of its actions.
      **config: arguments of cc_toolchain_config; those that all toolchains here have alike are left out.

    Returns:
      its text.
    """
    values = dict(
        coverage_compile_flags = [],
        coverage_link_flags = [],
        cxx_flags = [],
        host_system_name = "local",
    )
    values.update(config)
    return _BUILD.format(
        config = "\n".join(["    {} = {},".format(name, repr(values[name])) for name in sorted(values)]),
        files = repr(files),
    )
