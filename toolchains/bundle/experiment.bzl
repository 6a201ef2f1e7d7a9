"""An experiment as a Bazel target."""

load("@host_platform//:host.bzl", "HOST_PLATFORM")
load(":bundle.bzl", "BundleInfo", "label_for")
load(":this_machine.bzl", "program_of_this_machine", "transition_allowlist")

def _benchcell_experiment_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".bundles.json")
    bundles = [target[BundleInfo] for target in ctx.attr.bundles]
    manifests = depset([bundle.manifest for bundle in bundles])
    arguments = ctx.actions.args()
    arguments.add("//{}:{}".format(ctx.label.package, ctx.label.name))
    arguments.add(ctx.file.config)
    arguments.add(out)
    arguments.add_all(manifests)
    ctx.actions.run(
        executable = ctx.executable._manifest_writer,
        arguments = [arguments],
        inputs = depset([ctx.file.config], transitive = [manifests]),
        outputs = [out],
        mnemonic = "Experiment",
        progress_message = "Checking the labels of {}".format(ctx.file.config.short_path),
    )
    plugin = ctx.attr.plugin[DefaultInfo]
    files = depset([out, ctx.file.config] + [bundle.archive for bundle in bundles], transitive = [plugin.files])
    return DefaultInfo(
        files = files,
        runfiles = ctx.runfiles(transitive_files = files).merge(plugin.default_runfiles),
    )

_benchcell_experiment = rule(
    implementation = _benchcell_experiment_impl,
    attrs = {
        "bundles": attr.label_list(providers = [BundleInfo]),
        "config": attr.label(mandatory = True, allow_single_file = [".textproto"]),
        "plugin": attr.label(mandatory = True, executable = True, cfg = "target", allow_files = True),
        "_allowlist_function_transition": transition_allowlist(),
        "_manifest_writer": program_of_this_machine("//toolchains/bundle:manifest_writer"),
    },
    doc = "See benchcell_experiment.",
)

def benchcell_experiment(name, plugin, builds, bundles = [], config = None, platforms = [HOST_PLATFORM], **kwargs):
    """Makes every input of an experiment: its bundles, its plugin, and NAME.bundles.json.

    That file is a benchcell.v1.BundleManifest in protobuf's JSON mapping: one entry for each label and platform, paths relative to the
    execution root. A label of the config that is not among builds and bundles is a build error.

    Args:
      name: name of the experiment.
      plugin: the plugin's program, a target or an executable file.
      builds: labels of the things under test, as the config spells them: `//PKG:NAME`.
      bundles: labels of the other inputs.
      config: the experiment in text format; None: NAME.textproto.
      platforms: which machines it may run on.
      **kwargs: what every rule has: visibility, tags.
    """
    wanted = {}
    for label in builds + bundles:
        for platform in platforms:
            wanted[label_for(label, platform)] = True
    _benchcell_experiment(
        name = name,
        bundles = wanted.keys(),
        config = config or name + ".textproto",
        plugin = plugin,
        **kwargs
    )
