"""The platforms that this machine builds for without being one of them."""

load("@host_platform//:host.bzl", "HOST_PLATFORM")
load("//toolchains/system:system.bzl", "DEBIAN_PACKAGES", "root_libraries")
load(":cross_gcc.bzl", "cross_gcc")
load(":cross_zig.bzl", "cross_zig")
load(":debian_root.bzl", "debian_root")
load(":header_libraries.bzl", "header_libraries")

def _darwin_arm64():
    header_libraries(name = "darwin_arm64_headers")
    cross_zig(
        name = "darwin_arm64_zig",
        headers = "@darwin_arm64_headers//:names.txt",
        package = "@pinned_zig//:package/package.json",
        # The newest whose headers this zig has.
        target = "aarch64-macos.13.0",
    )
    native.register_toolchains("//toolchains/cross:darwin_arm64")
    return {"@//toolchains/platforms:for-darwin-arm64": "darwin_arm64_headers"}

def cross_platforms():
    """Defines what builds for them take; a repository is made when something first needs it.

    Returns:
      config_setting of a platform -> repository with its libraries, as system_libraries wants it.
    """
    packages = "@linux_arm64_root//:packages.txt"
    debian_root(name = "linux_arm64_root", architecture = "arm64", packages = DEBIAN_PACKAGES)
    root_libraries(
        name = "linux_arm64_libraries",
        packages = packages,
        pkg_config_folders = ["/usr/lib/aarch64-linux-gnu/pkgconfig", "/usr/share/pkgconfig"],
    )
    cross_gcc(
        name = "linux_arm64_gcc",
        cpu = "aarch64",
        debian = "g++-aarch64-linux-gnu",
        packages = packages,
        triple = "aarch64-linux-gnu",
    )

    # The repositories have their names there, too, for targets that such a machine only skips.
    roots = {}
    if HOST_PLATFORM != "linux-arm64":
        native.register_toolchains("//toolchains/cross:linux_arm64")
        roots["@//toolchains/platforms:for-linux-arm64"] = "linux_arm64_libraries"
    if HOST_PLATFORM == "linux-x64":
        roots.update(_darwin_arm64())
    return roots
