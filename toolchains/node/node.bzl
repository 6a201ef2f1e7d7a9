"""Scripts that the pinned node of this machine runs: as tests, and as generators of trees."""

_NODE = attr.label(default = "//toolchains/node:host", allow_single_file = True)

# Without these node would follow Bazel's links to the sources and import what isn't declared.
_FLAGS = "--preserve-symlinks --preserve-symlinks-main"

def _node_test_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, """#!/bin/sh
# PATH holds no node: what a test starts is the pinned one (process.execPath) too.
node="$PWD/{node}"
PATH=/usr/bin:/bin exec "$node" {flags} --test --test-reporter=spec {files}
""".format(
        node = ctx.file._node.short_path,
        flags = _FLAGS,
        files = " ".join(["'{}'".format(file.short_path) for file in ctx.files.srcs]),
    ), is_executable = True)
    return DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(files = ctx.files.srcs + ctx.files.data + [ctx.file._node]),
    )

node_test = rule(
    implementation = _node_test_impl,
    attrs = {
        "data": attr.label_list(allow_files = True, doc = "Modules and files that the tests use."),
        "srcs": attr.label_list(mandatory = True, allow_files = [".mjs", ".cjs", ".js"], doc = "Test files for node's own test runner."),
        "_node": _NODE,
    },
    test = True,
    doc = "Runs test files by `node --test`.",
)

def _node_tree_impl(ctx):
    tree = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run(
        executable = ctx.file._node,
        arguments = _FLAGS.split(" ") + [ctx.file.script.path] +
                    [argument.replace("{out}", tree.path) for argument in ctx.attr.arguments],
        inputs = [ctx.file.script] + ctx.files.data,
        outputs = [tree],
        mnemonic = "NodeTree",
        progress_message = "Generating {}".format(ctx.label.name),
    )
    return DefaultInfo(files = depset([tree]))

node_tree = rule(
    implementation = _node_tree_impl,
    attrs = {
        "arguments": attr.string_list(doc = "{out} stands for the tree."),
        "data": attr.label_list(allow_files = True, doc = "Modules that the script imports."),
        "script": attr.label(mandatory = True, allow_single_file = True),
        "_node": _NODE,
    },
    doc = "A tree of files that a script writes, as one artifact.",
)
