"""Repositories with one node binary each: tree/bin/node, and pin.json beside `tree`."""

load("//toolchains/npm:npm_client.bzl", "hash_of", "npm_pack", "pinned_tree", "unpack")

_EXPORT = "exports_files([\"tree/bin/node\"], visibility = [\"//visibility:public\"])\n"

def _npm_node_impl(ctx):
    pin = "{} ({})".format(ctx.attr.pin, ctx.attr.platform)
    archive = npm_pack(ctx, pin, ctx.attr.package, ctx.attr.version, ctx.attr.integrity)
    unpack(ctx, archive, "tree", ["package/bin/node"])
    ctx.delete("fetched")
    pinned_tree(ctx, {"integrity": ctx.attr.integrity}, _EXPORT)

npm_node = repository_rule(
    implementation = _npm_node_impl,
    attrs = {
        "integrity": attr.string(mandatory = True),
        "package": attr.string(mandatory = True),
        "pin": attr.string(mandatory = True),
        "platform": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
    },
    doc = "A node that is on the npm registry as a package.",
)

def _local_node_impl(ctx):
    pin = "{} ({})".format(ctx.attr.pin, ctx.attr.platform)
    path = ctx.attr.path
    file = ctx.path(path if path.startswith("/") else "{}/{}".format(ctx.path(ctx.attr.workspace_file).dirname, path))
    if not file.exists:
        fail("\n\npin {}: there is no file {}\n".format(pin, file))

    # A copy, and the copy's hash: the file may be built anew at any time.
    ctx.execute(["mkdir", "-p", "tree/bin"])
    copied = ctx.execute(["cp", str(file), "tree/bin/node"])
    if copied.return_code != 0:
        fail("\n\npin {}: could not copy {}: {}\n".format(pin, file, copied.stderr))
    ctx.execute(["chmod", "0755", "tree/bin/node"])
    got = hash_of(ctx, "sha256", ctx.path("tree/bin/node"))
    if got != ctx.attr.sha256:
        fail("\n\npin {}: wanted sha256 {}, got {} ({})\n".format(pin, ctx.attr.sha256, got, path) +
             "The file is another one than was pinned. If it was built anew on purpose, pin the new hash.\n")
    pinned_tree(ctx, {"sha256": ctx.attr.sha256}, _EXPORT)

local_node_binary = repository_rule(
    implementation = _local_node_impl,
    attrs = {
        "path": attr.string(mandatory = True, doc = "Absolute, or relative to the workspace."),
        "pin": attr.string(mandatory = True),
        "platform": attr.string(mandatory = True),
        "sha256": attr.string(mandatory = True),
        "workspace_file": attr.label(default = "@//:WORKSPACE", allow_single_file = True),
    },
    doc = "A node binary of this machine.",
)
