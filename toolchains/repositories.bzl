"""What pins fetch: one repository for each pin and platform, fetched when a target first needs it."""

load("@host_platform//:host.bzl", "HOST_PLATFORM")
load("//toolchains:pin_forms.bzl", "platforms_of", "repository_name")
load("//toolchains/node:repositories.bzl", "local_node_binary", "npm_node")
load("//toolchains/npm:repositories.bzl", "local_packages_tree", "npm_cli", "npm_program", "npm_tree")

_NPM = "pinned_npm"

def pinned_repositories(pins, host_node):
    """Defines the repositories of all pins.

    Args:
      pins: values of pin_forms.bzl.
      host_node: name of the node pin that installs and generates on this machine, by platform.
    """
    node = [pin for pin in pins if pin.kind in ["node", "local_node"] and pin.name == host_node[HOST_PLATFORM]][0]
    tools = {
        "node": "@{}//:tree/bin/node".format(repository_name(node, HOST_PLATFORM)),
        "npm_package": "@{}//:package/package.json".format(_NPM),
    }
    npm = "@{}//:package/bin/npm-cli.js".format(_NPM)
    for pin in pins:
        if pin.kind == "npm":
            npm_cli(name = _NPM, version = pin.version, integrity = pin.integrity)
            continue
        if pin.kind == "zig":
            npm_program(
                name = "pinned_zig",
                integrity = pin.integrity,
                package = pin.package,
                pin = "zig-" + pin.version,
                version = pin.version,
            )
            continue
        if pin.kind == "edited":
            continue
        for platform in platforms_of(pin):
            common = {"name": repository_name(pin, platform), "pin": pin.pin, "platform": platform}
            if pin.kind == "node":
                npm_node(
                    integrity = pin.integrity[platform],
                    package = pin.packages[platform],
                    version = pin.version,
                    **common
                )
            elif pin.kind == "local_node":
                local_node_binary(path = pin.path, sha256 = pin.sha256, **common)
            elif pin.kind == "packages":
                npm_tree(lock = pin.lock, npm = npm, package_json = pin.package_json, **dict(common, **tools))
            elif pin.kind == "local_packages":
                local_packages_tree(
                    base = "@{}.{}//:pin.json".format(pin.base, platform),
                    tarballs = pin.tarballs,
                    **dict(common, **tools)
                )
