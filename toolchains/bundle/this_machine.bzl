"""Programs that a build runs, as attributes of rules that are built for any platform."""

_PLATFORMS = "//command_line_option:platforms"
_SUFFIX = "//command_line_option:platform_suffix"

def _to_this_machine_impl(settings, attr):
    # A build for another platform has a suffix, as --config=linux_arm64 gives it. One for this machine is not changed, and has the program
    # once; `exec` would compile everything twice.
    if not settings[_SUFFIX]:
        return settings

    # Without a platform, Bazel builds for the machine that it runs on.
    return {_PLATFORMS: [], _SUFFIX: ""}

_to_this_machine = transition(
    implementation = _to_this_machine_impl,
    inputs = [_PLATFORMS, _SUFFIX],
    outputs = [_PLATFORMS, _SUFFIX],
)

def program_of_this_machine(label):
    """An attribute for a rule's own program. Bazel wants the rule to have `_allowlist_function_transition`, too."""
    return attr.label(default = label, executable = True, cfg = _to_this_machine, allow_files = True)

def transition_allowlist():
    return attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist")
