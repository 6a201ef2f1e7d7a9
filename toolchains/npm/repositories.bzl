"""Repositories with trees of npm packages."""

load(":npm_client.bzl", "QUIET_FLAGS", "TIMEOUT", "hash_of", "npm_pack", "pinned_npm", "pinned_tree", "unpack", "without_addresses")

def _npm_cli_impl(ctx):
    archive = npm_pack(ctx, "npm-" + ctx.attr.version, "npm", ctx.attr.version, ctx.attr.integrity)
    unpack(ctx, archive, "package")
    ctx.delete("fetched")
    ctx.file("BUILD.bazel", "exports_files([\"package/bin/npm-cli.js\", \"package/package.json\"])\n" + """
filegroup(
    name = "semver",
    srcs = glob(["package/node_modules/semver/**"]),
    visibility = ["//visibility:public"],
)
""")

npm_cli = repository_rule(
    implementation = _npm_cli_impl,
    attrs = {
        "integrity": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
    },
    doc = "The npm client that installs everything else, fetched by the machine's own.",
)

def _npm_program_impl(ctx):
    archive = npm_pack(ctx, ctx.attr.pin, ctx.attr.package, ctx.attr.version, ctx.attr.integrity)
    unpack(ctx, archive, "package")
    ctx.delete("fetched")
    ctx.file("BUILD.bazel", "exports_files([\"package/package.json\"])\n")

npm_program = repository_rule(
    implementation = _npm_program_impl,
    attrs = {
        "integrity": attr.string(mandatory = True),
        "package": attr.string(mandatory = True),
        "pin": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
    },
    doc = "A package that holds a program and what belongs to it; whoever runs it finds it beside package.json.",
)

def _words_after(text, word):
    words = [w.strip(".,;()") for w in text.replace("\n", " ").split(" ")]
    return [words[i + 1] for i in range(len(words) - 1) if words[i] == word and words[i + 1].startswith("sha")]

def _integrity_error(pin, lock, stderr):
    """npm says which hash it wanted but not of which package: the lock knows."""
    wanted = (_words_after(stderr, "wanted") or [""])[0]
    got = (_words_after(stderr, "got") or ["another"])[0]
    packages = [
        "{}@{}".format(path.split("node_modules/")[-1], entry.get("version", "?"))
        for path, entry in lock["packages"].items()
        if wanted and entry.get("integrity", "") == wanted
    ]
    return "\n\npin {}: {}: wanted {}, got {}\n".format(pin, ", ".join(packages) or "a package", wanted, got) + \
           "The registry gave other bytes than the lock has. Make the lock anew if it is wrong; otherwise do not trust this registry.\n"

def _npm_tree_impl(ctx):
    pin = "{} ({})".format(ctx.attr.pin, ctx.attr.platform)
    lock_file = ctx.path(ctx.attr.lock)
    lock_text = ctx.read(lock_file)
    package_text = ctx.read(ctx.path(ctx.attr.package_json))
    lock = json.decode(lock_text)
    ctx.file("tree/package-lock.json", lock_text)
    ctx.file("tree/package.json", package_text)
    os, cpu = ctx.attr.platform.split("-")
    npm = pinned_npm(ctx, ctx.attr.node, ctx.attr.npm)
    result = ctx.execute(
        npm + ["ci", "--os=" + os, "--cpu=" + cpu] + (["--libc=glibc"] if os == "linux" else []) + QUIET_FLAGS,
        quiet = True,
        timeout = TIMEOUT,
        working_directory = "tree",
    )
    if "EINTEGRITY" in result.stderr:
        fail(_integrity_error(pin, lock, result.stderr))
    if result.return_code != 0:
        fail("\n\npin {}: could not install {} by npm (exit code {}):\n{}\n".format(
            pin,
            ctx.attr.lock,
            result.return_code,
            without_addresses(ctx, npm, result.stderr),
        ) + "Is the npm registry reachable from here?\n")

    # npm's notes of where it got the packages from; they differ from machine to machine.
    for file in ["tree/package-lock.json", "tree/package.json", "tree/node_modules/.package-lock.json"]:
        ctx.delete(file)
    facts = dict(json.decode(package_text).get("dependencies", {}))
    facts["lock_sha256"] = hash_of(ctx, "sha256", lock_file)
    facts["installed_by"] = "npm " + json.decode(ctx.read(ctx.path(ctx.attr.npm_package)))["version"]
    pinned_tree(ctx, facts)

npm_tree = repository_rule(
    implementation = _npm_tree_impl,
    attrs = {
        "lock": attr.label(mandatory = True, allow_single_file = True, doc = "package-lock.json"),
        "node": attr.label(mandatory = True, allow_single_file = True, doc = "This machine's pinned node."),
        "npm": attr.label(mandatory = True, allow_single_file = True, doc = "npm-cli.js of the pinned npm."),
        "npm_package": attr.label(mandatory = True, allow_single_file = True, doc = "package.json of the pinned npm."),
        "package_json": attr.label(mandatory = True, allow_single_file = True),
        "pin": attr.string(mandatory = True),
        "platform": attr.string(mandatory = True),
    },
    doc = "node_modules as a lock file has it, for one platform, installed by the pinned npm and node of this machine.",
)

def _lay_over(ctx, pin, root, package, path, sha256):
    """Puts a tarball's content in the place of a package; packages nested in that stay."""
    tarball = ctx.path(path if path.startswith("/") else "{}/{}".format(root, path))
    if not tarball.exists:
        fail("\n\npin {}: {}: there is no file {}\n".format(pin, package, tarball))
    got = hash_of(ctx, "sha256", tarball)
    if got != sha256:
        fail("\n\npin {}: {}: wanted sha256 {}, got {} ({})\n".format(pin, package, sha256, got, path))
    folder = "tree/node_modules/" + package
    if ctx.path(folder).exists:
        for child in ctx.path(folder).readdir():
            if child.basename != "node_modules":
                ctx.delete(child)
    unpack(ctx, tarball, folder)

def _local_packages_impl(ctx):
    pin = "{} ({})".format(ctx.attr.pin, ctx.attr.platform)
    base = ctx.path(ctx.attr.base)
    copied = ctx.execute(["cp", "-a", str(base.dirname.get_child("tree")), "tree"], timeout = TIMEOUT)
    if copied.return_code != 0:
        fail("\n\npin {}: could not copy its base: {}\n".format(pin, copied.stderr))
    root = ctx.path(ctx.attr.workspace_file).dirname
    for package, where in ctx.attr.tarballs.items():
        _lay_over(ctx, pin, root, package, where[0], where[1])
    semver = ctx.path(ctx.attr.npm_package).dirname.get_child("node_modules").get_child("semver")
    checked = ctx.execute(
        [ctx.path(ctx.attr.node), ctx.path(ctx.attr._check), semver, "tree"] + ctx.attr.tarballs.keys(),
        quiet = True,
        timeout = TIMEOUT,
    )
    if checked.return_code != 0:
        fail("\n\npin {}:\n{}".format(pin, checked.stderr))
    facts = json.decode(ctx.read(base))
    facts.update(json.decode(checked.stdout))
    for package, where in ctx.attr.tarballs.items():
        facts["sha256_of_" + package] = where[1]
    pinned_tree(ctx, facts)

local_packages_tree = repository_rule(
    implementation = _local_packages_impl,
    attrs = {
        "base": attr.label(mandatory = True, allow_single_file = True, doc = "pin.json of the tree that the packages are laid over."),
        "node": attr.label(mandatory = True, allow_single_file = True),
        "npm_package": attr.label(mandatory = True, allow_single_file = True),
        "pin": attr.string(mandatory = True),
        "platform": attr.string(mandatory = True),
        "tarballs": attr.string_list_dict(mandatory = True, doc = "Package -> path of the tarball, its SHA-256."),
        "workspace_file": attr.label(default = "@//:WORKSPACE", allow_single_file = True, doc = "Relative paths start beside it."),
        "_check": attr.label(default = "//toolchains/npm:check_packages.cjs", allow_single_file = True),
    },
    doc = "Packages from tarballs of this machine, laid over the tree of another pin.",
)
