"""The node that runs plugins which are written in JavaScript."""

def _node_copy_impl(ctx):
    # A link into an external repository dangles as soon as Bazel builds something that doesn't need that repository.
    ctx.actions.run_shell(
        command = "cp \"$1\" \"$2\"",
        arguments = [ctx.file.node.path, ctx.outputs.out.path],
        inputs = [ctx.file.node],
        outputs = [ctx.outputs.out],
        mnemonic = "NodeCopy",
        progress_message = "Copying the pinned node",
    )
    return DefaultInfo(files = depset([ctx.outputs.out]), executable = ctx.outputs.out)

node_copy = rule(
    implementation = _node_copy_impl,
    attrs = {
        "node": attr.label(mandatory = True, allow_single_file = True),
        "out": attr.output(mandatory = True),
    },
    doc = "The pinned node of this machine, at a path of its own.",
)
