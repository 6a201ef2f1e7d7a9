"""`benchcell plugins check` as a test."""

def plugin_check_test(name, plugin, experiments = [], recorded = [], recorded_folder = None, **kwargs):
    """Holds a plugin against the protocol.

    Args:
      name: name of the test.
      plugin: its program, or its main module in JavaScript.
      experiments: files that it has to expand.
      recorded: files of its recorded runs, one folder each.
      recorded_folder: the folder of those folders, from the root; None: `recorded` in this package.
      **kwargs: what every test has.
    """
    native.sh_test(
        name = name,
        size = kwargs.pop("size", "small"),
        srcs = ["//plugins/sdk:plugin_check.sh"],
        args = [
            "$(rootpath //runners/cli:benchcell)",
            "$(rootpath {})".format(plugin),
            recorded_folder or native.package_name() + "/recorded",
        ] + ["$(rootpath {})".format(experiment) for experiment in experiments],
        data = ["//plugins/sdk:node", "//runners/cli:benchcell", plugin] + experiments + recorded,
        **kwargs
    )
