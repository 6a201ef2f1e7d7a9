"""The platforms that pins are fetched for, and which of them this machine is.

Names are those of node: OS-CPU. A bundle without programs has the platform `any`.
"""

PLATFORMS = ["linux-x64", "linux-arm64", "darwin-arm64"]

_OS = {"linux": "linux", "mac os x": "darwin"}
_CPU = {"aarch64": "arm64", "amd64": "x64", "arm64": "arm64", "x86_64": "x64"}

def _host_platform_impl(ctx):
    machine = ctx.execute(["uname", "-m"]).stdout.strip()
    os = ctx.os.name.lower()
    platform = "{}-{}".format(_OS.get(os, os), _CPU.get(machine, machine))
    if platform not in PLATFORMS:
        fail("This machine is {}; benchcell has toolchains for {}.".format(platform, ", ".join(PLATFORMS)))
    ctx.file("BUILD.bazel", "")
    ctx.file("host.bzl", "HOST_PLATFORM = \"{}\"\n".format(platform))

host_platform = repository_rule(
    implementation = _host_platform_impl,
    local = True,
    doc = "The name of this machine's platform as the constant HOST_PLATFORM of @NAME//:host.bzl.",
)
