"""What repository rules do with an npm client. No address of a registry ever gets into a message or a file: they are people's own.

The rules don't depend on PATH or HOME (no `environ`): what they fetch is the same whichever npm fetches it, and another shell must not
mean fetching everything again.
"""

# Seconds. A registry that answers at all is far quicker.
TIMEOUT = 600

# For every call: pins are found by hash, so a cached description of a package is as good as a new one.
QUIET_FLAGS = [
    "--fetch-retries=2",
    "--fetch-retry-maxtimeout=10000",
    "--fetch-retry-mintimeout=1000",
    "--ignore-scripts",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--prefer-offline",
    "--progress=false",
]

def machine_npm(ctx):
    """The npm of this machine, of whatever version."""
    npm = ctx.which("npm")
    if not npm:
        fail("\n\nThe program npm was not found on this machine; it fetches the pins. Install it: " +
             "`apt-get install npm` on Debian, `brew install node` on macOS.\n")
    return npm

def pinned_npm(ctx, node, npm_cli):
    """Command line of the pinned npm, with what this machine's npm is configured by: mirrors and certificates.

    The user's configuration it finds by itself; the global one lies beside the machine's own npm.
    """
    config = ctx.execute([machine_npm(ctx), "config", "get", "globalconfig"], timeout = TIMEOUT, quiet = True).stdout.strip()
    return [ctx.path(node), ctx.path(npm_cli)] + (["--globalconfig=" + config] if config else [])

def hash_of(ctx, algorithm, file):
    """Digest of a file by openssl: sha512 as an npm integrity (`sha512-` and base64), sha256 as hexadecimal digits."""
    if not ctx.which("openssl"):
        fail("\n\nThe program openssl was not found on this machine; it checks the pins. Install it: `apt-get install openssl`.\n")
    script = {
        "sha256": "openssl dgst -sha256 -r \"$1\"",
        "sha512": "openssl dgst -sha512 -binary \"$1\" | openssl base64 -A",
    }[algorithm]
    result = ctx.execute(["sh", "-c", script, "sh", str(file)], timeout = TIMEOUT)
    if result.return_code != 0 or not result.stdout:
        fail("\n\nopenssl could not read {}: {}\n".format(file, result.stderr))
    return "sha512-" + result.stdout.strip() if algorithm == "sha512" else result.stdout.split(" ")[0]

# What npm's lines start with, by version, and what in them helps nobody here: stack traces, dumped members, hints at log files.
_PREFIXES = ["npm error", "npm ERR!"]
_NOISE_STARTS = ["at ", "A complete log", "If you are behind a proxy", "'proxy' config", "errno", "syscall", "}"]
_NOISE = ["_logs", ": '", "port: "]
_SHOWN_LINES = 8

def _is_noise(line):
    for prefix in _PREFIXES:
        if line.startswith(prefix):
            line = line[len(prefix):]
    line = line.strip()
    return not line or \
           any([line.startswith(start) for start in _NOISE_STARTS]) or \
           any([part in line for part in _NOISE])

def without_addresses(ctx, npm, text):
    """What npm said, without the addresses in it."""
    registry = ctx.execute(npm + ["config", "get", "registry"], timeout = TIMEOUT, quiet = True).stdout.strip()
    host = registry.split("://")[-1].split("/")[0]
    names = [n for n in [host, host.split(":")[0]] if n]
    lines = []
    for line in text.split("\n"):
        if _is_noise(line):
            continue
        line = " ".join(["(address)" if "://" in word else word for word in line.split(" ")])
        for name in names:
            line = line.replace(name, "(registry)")
        lines.append(line)
    return "\n".join(lines[:_SHOWN_LINES])

def npm_pack(ctx, pin, package, version, integrity):
    """Fetches a package's archive by name and checks it.

    Args:
      ctx: the repository's.
      pin: name of the pin for errors: `node-24.22.1 (linux-x64)`.
      package: name on the registry.
      version: its version.
      integrity: what the archive's bytes must hash to: `sha512-...`.

    Returns:
      Path of the archive inside the repository.
    """
    npm = machine_npm(ctx)
    wanted = "{}@{}".format(package, version)
    ctx.file("fetched/README", "Archives as npm fetched them.\n")
    result = ctx.execute(
        [npm, "pack", wanted] + QUIET_FLAGS,
        quiet = True,
        timeout = TIMEOUT,
        working_directory = "fetched",
    )

    # npm calls it so, `@scope/name` being `scope-name`.
    archive = ctx.path("fetched/{}-{}.tgz".format(package.replace("@", "").replace("/", "-"), version))
    if result.return_code != 0 or not archive.exists:
        fail("\n\npin {}: could not fetch {} by npm (exit code {}):\n{}\n".format(
            pin,
            wanted,
            result.return_code,
            without_addresses(ctx, [npm], result.stderr),
        ) + "Is the npm registry reachable from here, and does it have this version?\n")
    got = hash_of(ctx, "sha512", archive)
    if got != integrity:
        fail("\n\npin {}: {}: wanted {}, got {}\n".format(pin, wanted, integrity, got) +
             "The registry gave other bytes than were pinned. Correct the hash in the pin if it is mistyped; otherwise do not trust this registry.\n")
    return archive

def unpack(ctx, archive, folder, members = []):
    """Unpacks an npm archive, without its top folder, into `folder`; only `members` if there are any."""
    ctx.execute(["mkdir", "-p", folder])
    result = ctx.execute(
        ["tar", "-xzf", str(archive), "-C", folder, "--strip-components=1"] + members,
        timeout = TIMEOUT,
    )
    if result.return_code != 0:
        fail("\n\n{}: could not be unpacked: {}\n".format(archive.basename, result.stderr))

def pinned_tree(ctx, facts, extra = ""):
    """Writes pin.json beside `tree`, as bundle.bzl wants it, and the BUILD file."""
    ctx.file("pin.json", json.encode_indent(facts) + "\n")
    ctx.file("BUILD.bazel", "exports_files([\"pin.json\"], visibility = [\"//visibility:public\"])\n" + extra)
