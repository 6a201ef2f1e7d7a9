"""Programs for another platform, as files of a build for this one."""

def _to_platform_impl(settings, attr):
    # As --config=linux_arm64 has it.
    return {
        "//command_line_option:platforms": "//toolchains/platforms:" + attr.platform,
        "//command_line_option:platform_suffix": "-" + attr.platform,
    }

to_platform = transition(
    implementation = _to_platform_impl,
    inputs = [],
    outputs = ["//command_line_option:platform_suffix", "//command_line_option:platforms"],
)

def _programs_for_impl(ctx):
    links = []
    for program in ctx.attr.programs:
        file = program[DefaultInfo].files_to_run.executable
        link = ctx.actions.declare_file("{}/{}".format(ctx.label.name, file.short_path))
        ctx.actions.symlink(output = link, target_file = file, is_executable = True)
        links.append(link)
    return DefaultInfo(files = depset(links), runfiles = ctx.runfiles(files = links))

programs_for = rule(
    implementation = _programs_for_impl,
    attrs = {
        "platform": attr.string(mandatory = True, doc = "Of //toolchains/platforms."),
        "programs": attr.label_list(mandatory = True, cfg = to_platform),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
    doc = "NAME/ has each program at the path of its label.",
)
