"""Debian's packages of another architecture, unpacked into a folder of their own.

apt gets them from where this machine's packages come from, with state, cache and an empty list of installed packages inside the
repository: nothing is installed, the machine's own package lists stay as they are, and nobody has to be root.
"""

# Seconds. 70 MB for what benchcell needs.
_TIMEOUT = 1200

# Read after the machine's own configuration, which may say how its archives are reached.
_APT_CONF = """\
#clear APT::Architectures;
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Retries "3";
Dir::Cache "{root}/apt/cache";
Dir::Cache::archives "{root}/apt/cache/archives";
Dir::State "{root}/apt";
Dir::State::lists "{root}/apt/lists";
Dir::State::status "{root}/apt/status";
"""

# Which packages there are is in the file names: NAME_VERSION_ARCHITECTURE.deb, with %3a for the colon of an epoch.
#
# Since Debian 12 /lib is a link to /usr/lib, but packages still have files in either. Links must lead into the tree, not out of it.
_UNPACK = """
set -eu
mkdir -p tree/usr/bin tree/usr/lib tree/usr/sbin
for folder in bin lib sbin; do ln -s "usr/$folder" "tree/$folder"; done
for package in apt/cache/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$package" |
    tar -x -C tree --keep-directory-symlink --no-same-owner --exclude=./usr/share/doc --exclude=./usr/share/man
done
find tree -type l -lname '/*' | while read -r link; do
  ln -sfnr "tree$(readlink "$link")" "$link"
done
ls apt/cache/archives/*.deb | sed 's,.*/,,; s,_[^_]*$,,; s,%3a,:,; s,_, ,' > packages.txt
rm -rf apt
"""

def _without_addresses(text):
    lines = [line for line in text.split("\n") if line.startswith("E:") or line.startswith("W:")]
    return "\n".join([
        " ".join(["(address)" if "://" in word else word for word in line.split(" ")])
        for line in lines
    ])

def _run(ctx, what, command):
    result = ctx.execute(command, quiet = True, timeout = _TIMEOUT)
    if result.return_code != 0:
        fail("\n\nDebian's packages for {}: could not {} (exit code {}):\n{}\n".format(
            ctx.attr.architecture,
            what,
            result.return_code,
            _without_addresses(result.stderr) or result.stderr,
        ))

def _debian_root_impl(ctx):
    for program in ["apt-get", "dpkg-deb"]:
        if not ctx.which(program):
            fail("\n\nThe program {} was not found on this machine: only Debian's tools get Debian's packages for {}.\n".format(
                program,
                ctx.attr.architecture,
            ))
    ctx.file("apt/status", "")
    for folder in ["lists/partial", "cache/archives/partial"]:
        ctx.execute(["mkdir", "-p", "apt/" + folder])
    ctx.file("apt/apt.conf", _APT_CONF.format(architecture = ctx.attr.architecture, root = ctx.path(".")))
    apt_get = ["apt-get", "-c", ctx.path("apt/apt.conf")]
    _run(ctx, "read the lists of packages", apt_get + ["update"])
    _run(ctx, "fetch the packages", apt_get + ["install", "--download-only", "--yes"] + ctx.attr.packages)
    _run(ctx, "unpack the packages", ["sh", "-c", _UNPACK])
    ctx.file("BUILD.bazel", """\
exports_files(["packages.txt"], visibility = ["//visibility:public"])
""")

debian_root = repository_rule(
    implementation = _debian_root_impl,
    attrs = {
        "architecture": attr.string(mandatory = True, doc = "As dpkg calls it."),
        "packages": attr.string_list(mandatory = True, doc = "What they depend on comes along."),
    },
    doc = "A file system `tree` for another architecture; packages.txt beside it has the packages' names and versions.",
)
