"""The targets of pins: see //toolchains/bundle:bundle.bzl for what each name makes."""

load("@host_platform//:host.bzl", "HOST_PLATFORM")
load("//toolchains:pin_forms.bzl", "platforms_of", "repository_name")
load("//toolchains/bundle:bundle.bzl", "edited_bundle", "platform_bundle")

def _pinned(pin, missing):
    platform_bundle(
        name = pin.name,
        facts = {"version": pin.version},
        missing = missing,
        pin = pin.pin,
        pinned_trees = {p: "@{}//:pin.json".format(repository_name(pin, p)) for p in platforms_of(pin)},
        visibility = ["//visibility:public"],
    )

def node_targets(pins, host_node):
    """Targets of the node pins, and `host`: the node binary that Bazel's actions and tests run."""
    for pin in pins:
        if pin.kind in ["node", "local_node"]:
            _pinned(pin, pin.missing)
            if pin.name == host_node[HOST_PLATFORM]:
                native.alias(
                    name = "host",
                    actual = "@{}//:tree/bin/node".format(repository_name(pin, HOST_PLATFORM)),
                    visibility = ["//visibility:public"],
                )

def npm_targets(pins):
    """Targets of the pins of npm packages."""
    for pin in pins:
        if pin.kind in ["packages", "local_packages"]:
            _pinned(pin, {})
        elif pin.kind == "edited":
            edited_bundle(
                name = pin.name,
                base = ":" + pin.base,
                edits = pin.edits,
                facts = {"version": pin.version} if pin.version else {},
                visibility = ["//visibility:public"],
            )
