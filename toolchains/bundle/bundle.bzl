"""Bundles: inputs as content-addressed archives, one for each platform.

For a pin //PKG:NAME there are these targets:

    //PKG:NAME.PLATFORM   for every platform of //toolchains/platforms:platforms.bzl
    //PKG:NAME            the one of this machine

A bundle without programs (platform `any`) has them too; all stand for the one archive. Building such a target
makes the archive and, beside it,

    bazel-bin/PKG/NAME.PLATFORM.bundle.json    and    bazel-bin/PKG/NAME.bundle.json

a benchcell.v1.BundleManifest (protobuf's JSON mapping) with one entry, whose label is `//PKG:NAME` and whose `path` is the archive's,
relative to the execution root. The workspace has a link `bazel-out`, so the path is good from there too. This rule
is all that is needed to run an experiment file that has no target: for each label and platform build `LABEL.PLATFORM`
and read that file. A pin that lacks a platform fails to build with a message that says so.
"""

load("@host_platform//:host.bzl", "HOST_PLATFORM")
load("//toolchains/platforms:platforms.bzl", "PLATFORMS")
load(":this_machine.bzl", "program_of_this_machine", "transition_allowlist")

BundleInfo = provider(
    doc = "A bundle.",
    fields = {
        "archive": "File: the archive.",
        "manifest": "File: a BundleManifest with this bundle alone.",
        "platform": "Name of the platform, or `any`.",
    },
)

def _canonical(label, name):
    workspace = "@" + label.workspace_name if label.workspace_name else ""
    return "{}//{}:{}".format(workspace, label.package, name)

def _make_bundle(ctx, verb, inputs, spec):
    """Runs bundle_tool; `spec` is completed to a BundleSpec (bundle_spec.h)."""
    archive = ctx.actions.declare_file(ctx.label.name + ".tar")
    manifest = ctx.actions.declare_file(ctx.label.name + ".bundle.json")
    spec_file = ctx.actions.declare_file(ctx.label.name + ".spec.json")
    bundle_name = ctx.attr.bundle_name or ctx.label.name
    spec["label"] = _canonical(ctx.label, bundle_name)
    spec["pin"] = ctx.attr.pin or bundle_name
    spec["platform"] = ctx.attr.platform
    spec["facts"] = ctx.attr.facts
    spec["archive"] = archive.path
    ctx.actions.write(spec_file, json.encode_indent(spec))
    ctx.actions.run(
        executable = ctx.executable._packer,
        arguments = [verb, spec_file.path, manifest.path],
        inputs = inputs + [spec_file],
        outputs = [archive, manifest],
        mnemonic = "Bundle",
        progress_message = "Bundling {} for {}".format(spec["label"], ctx.attr.platform),
        # A sandbox would link every file of a tree, and a pinned tree is read where it was fetched to.
        execution_requirements = {"no-sandbox": "1", "no-remote": "1"},
    )
    return [
        BundleInfo(archive = archive, manifest = manifest, platform = ctx.attr.platform),
        DefaultInfo(files = depset([archive, manifest])),
    ]

_COMMON = {
    "bundle_name": attr.string(doc = "Name in the manifest's label; empty: the target's."),
    "facts": attr.string_dict(doc = "What plugins may know of the content."),
    "pin": attr.string(doc = "Name of the pin for errors; empty: the bundle's."),
    "platform": attr.string(default = "any", values = PLATFORMS + ["any"]),
    "_allowlist_function_transition": transition_allowlist(),
    "_packer": program_of_this_machine("//toolchains/bundle:packer"),
}

def _bundle_impl(ctx):
    sources = [ctx.file.pinned_tree, ctx.file.tree]
    if len([s for s in sources if s]) + (1 if ctx.files.srcs else 0) != 1:
        fail("Give exactly one of pinned_tree, tree and srcs.")
    if ctx.file.pinned_tree:
        # pin.json changes whenever the tree beside it does: it holds the hashes that the tree was fetched by.
        tree = ctx.file.pinned_tree.dirname + "/tree"
        return _make_bundle(ctx, "pack", [ctx.file.pinned_tree], {"tree": tree, "facts_file": ctx.file.pinned_tree.path})
    if ctx.file.tree:
        if not ctx.file.tree.is_directory:
            fail("{} is no tree made by an action (declare_directory).".format(ctx.file.tree.path))

        # Bazel sets the execute bit on all that actions make.
        spec = {"tree": ctx.file.tree.path, "executables": False}
        if ctx.attr.facts_file:
            spec["facts_file"] = ctx.file.tree.path + "/" + ctx.attr.facts_file
        return _make_bundle(ctx, "pack", [ctx.file.tree], spec)
    root = ctx.label.package + "/" if ctx.label.package else ""
    files = []
    for file in ctx.files.srcs:
        if not file.short_path.startswith(root):
            fail("{} is not below the package {}.".format(file.short_path, ctx.label.package))
        files.append([file.short_path[len(root):], file.path])
    return _make_bundle(ctx, "pack", ctx.files.srcs, {"files": files})

_bundle = rule(
    implementation = _bundle_impl,
    attrs = dict(
        _COMMON,
        facts_file = attr.string(doc = "With `tree`: a JSON file in it whose strings, numbers and booleans are facts."),
        pinned_tree = attr.label(allow_single_file = [".json"], doc = "pin.json of a repository; the content is the folder `tree` beside it."),
        srcs = attr.label_list(allow_files = True, doc = "A few files of this package."),
        tree = attr.label(allow_single_file = True, doc = "A tree artifact."),
    ),
)

def _edited_bundle_impl(ctx):
    base = ctx.attr.base[BundleInfo]
    return _make_bundle(ctx, "edit", [base.archive, base.manifest] + ctx.files.edits, {
        "base_archive": base.archive.path,
        "base_manifest": base.manifest.path,
        "edits": [file.path for file in ctx.files.edits],
    })

_edited_bundle = rule(
    implementation = _edited_bundle_impl,
    attrs = dict(
        _COMMON,
        base = attr.label(mandatory = True, providers = [BundleInfo]),
        edits = attr.label_list(mandatory = True, allow_files = [".json"]),
    ),
)

def _same_bundle_impl(ctx):
    bundle = ctx.attr.actual[BundleInfo]
    manifest = ctx.actions.declare_file(ctx.label.name + ".bundle.json")
    ctx.actions.symlink(output = manifest, target_file = bundle.manifest)
    return [bundle, DefaultInfo(files = depset([bundle.archive, bundle.manifest, manifest]))]

_same_bundle = rule(
    implementation = _same_bundle_impl,
    attrs = {"actual": attr.label(mandatory = True, providers = [BundleInfo])},
    doc = "Another name of a bundle, with a manifest file of that name.",
)

def _missing_bundle_impl(ctx):
    fail("\n\npin {} has no {}: it has {}.{}\n".format(
        ctx.attr.pin,
        ctx.attr.platform,
        ", ".join(ctx.attr.has) or "no platform",
        " " + ctx.attr.reason if ctx.attr.reason else "",
    ))

_missing_bundle = rule(
    implementation = _missing_bundle_impl,
    attrs = {
        "has": attr.string_list(),
        "pin": attr.string(mandatory = True),
        "platform": attr.string(mandatory = True),
        "reason": attr.string(),
    },
    provides = [BundleInfo],
)

def _for_host_only(platform):
    # `bazel build //...` fetches what this machine needs and no more.
    return [] if platform == HOST_PLATFORM else ["manual"]

def bundle(name, facts = {}, visibility = None, **content):
    """A bundle without programs, the same on every platform.

    Args:
      name: name of the bundle.
      facts: what plugins may know of the content, a dict of strings.
      visibility: who may use it.
      **content: one of `tree` (a tree artifact; with `facts_file`, see above), `pinned_tree`, or `srcs` (a few files of this package).
    """
    _bundle(name = name, facts = facts, platform = "any", visibility = visibility, **content)
    for platform in PLATFORMS:
        _same_bundle(
            name = "{}.{}".format(name, platform),
            actual = name,
            tags = _for_host_only(platform),
            visibility = visibility,
        )

def platform_bundle(name, pin, pinned_trees, facts = {}, missing = {}, visibility = None):
    """A bundle with programs: one for each platform.

    Args:
      name: name of the bundle.
      pin: name of the pin for errors.
      pinned_trees: pin.json of a repository by platform.
      facts: what plugins may know of the content.
      missing: for platforms that the pin lacks: why, and what to do instead (a sentence).
      visibility: who may use it.
    """
    for platform in PLATFORMS:
        if platform in pinned_trees:
            _bundle(
                name = "{}.{}".format(name, platform),
                bundle_name = name,
                facts = facts,
                pin = pin,
                pinned_tree = pinned_trees[platform],
                platform = platform,
                tags = _for_host_only(platform),
                visibility = visibility,
            )
        else:
            _missing_bundle(
                name = "{}.{}".format(name, platform),
                has = [p for p in PLATFORMS if p in pinned_trees],
                pin = pin,
                platform = platform,
                reason = missing.get(platform, ""),
                tags = ["manual"],
                visibility = visibility,
            )
    _host_bundle(name, HOST_PLATFORM in pinned_trees, visibility)

def edited_bundle(name, base, edits, pin = None, facts = {}, platforms = PLATFORMS, visibility = None):
    """Another bundle with small changes: one for each platform, or for all if the base has no programs.

    Args:
      name: name of the bundle.
      base: label of the bundle that is edited.
      edits: JSON files, each a list of {"file": GLOB, "find": TEXT, "replace": TEXT, "count": NUMBER}: in all
        files that match (`*` is any part of one name), the text must occur so often in total. Made in order.
      pin: name of the pin for errors; None: `name`.
      facts: facts beside those of the base.
      platforms: those of the base, or ["any"].
      visibility: who may use it.
    """
    if platforms == ["any"]:
        _edited_bundle(name = name, base = base, edits = edits, facts = facts, visibility = visibility)
        for platform in PLATFORMS:
            _same_bundle(name = "{}.{}".format(name, platform), actual = name, tags = _for_host_only(platform), visibility = visibility)
        return
    for platform in PLATFORMS:
        _edited_bundle(
            name = "{}.{}".format(name, platform),
            base = label_for(base, platform),
            bundle_name = name,
            edits = edits,
            facts = facts,
            pin = pin,
            platform = platform,
            tags = _for_host_only(platform) if platform in platforms else ["manual"],
            visibility = visibility,
        )
    _host_bundle(name, HOST_PLATFORM in platforms, visibility)

def _host_bundle(name, there, visibility):
    _same_bundle(
        name = name,
        actual = "{}.{}".format(name, HOST_PLATFORM),
        tags = [] if there else ["manual"],
        visibility = visibility,
    )

def label_for(label, platform):
    """The label of a bundle for a platform: //a:b -> //a:b.linux-x64, //a/b -> //a/b:b.linux-x64."""
    if ":" in label:
        return "{}.{}".format(label, platform)
    return "{}:{}.{}".format(label, label.split("/")[-1], platform)
