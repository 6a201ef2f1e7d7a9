"""C and C++ libraries that aren't built here, found by pkg-config.

`@system//:NAME` is a cc_library with the include folders and link options that pkg-config gives: of this machine's library or,
for another platform, of the one in a root (//toolchains/cross). The same file serves Debian's packages and, on macOS,
Homebrew's. A library that is missing stops the build with the names of its packages.
"""

load("@host_platform//:host.bzl", "HOST_PLATFORM")

# name -> pkg-config modules, Debian package, Homebrew formula.
_LIBRARIES = {
    "absl": struct(
        modules = [
            "absl_flags",
            "absl_flags_parse",
            "absl_flags_usage",
            "absl_status",
            "absl_statusor",
            "absl_strings",
            "absl_str_format",
            "absl_synchronization",
            "absl_time",
        ],
        debian = "libabsl-dev",
        brew = "abseil",
    ),
    "archive": struct(modules = ["libarchive"], debian = "libarchive-dev", brew = "libarchive"),
    "gmock": struct(modules = ["gmock", "gtest"], debian = "libgmock-dev", brew = "googletest"),
    "gtest_main": struct(modules = ["gmock_main", "gtest"], debian = "libgmock-dev", brew = "googletest"),
    "grpc": struct(modules = ["grpc++", "protobuf"], debian = "libgrpc++-dev", brew = "grpc"),
    "json": struct(modules = ["nlohmann_json"], debian = "nlohmann-json3-dev", brew = "nlohmann-json"),
    "openssl": struct(modules = ["openssl"], debian = "libssl-dev", brew = "openssl@3"),
    "postgres": struct(modules = ["libpq"], debian = "libpq-dev", brew = "libpq"),
    "prometheus": struct(modules = ["prometheus-cpp-pull"], debian = "prometheus-cpp-dev", brew = "prometheus-cpp"),
    "protobuf": struct(modules = ["protobuf"], debian = "libprotobuf-dev", brew = "protobuf"),
    "re2": struct(modules = ["re2"], debian = "libre2-dev", brew = "re2"),
    "sqlite": struct(modules = ["sqlite3"], debian = "libsqlite3-dev", brew = "sqlite"),
}

# Programs that code generation runs: name -> Debian package, Homebrew formula.
_PROGRAMS = {
    "grpc_cpp_plugin": struct(debian = "protobuf-compiler-grpc", brew = "grpc"),
    "protoc": struct(debian = "protobuf-compiler", brew = "protobuf"),
}

# Boost has no pkg-config file; these parts are used as headers only.
_BOOST_HEADER = "boost/process/v2.hpp"
_BOOST = struct(debian = "libboost1.81-dev", brew = "boost")

# std::filesystem instead of Boost.Filesystem, which would have to be linked.
_BOOST_DEFINES = ["BOOST_PROCESS_USE_STD_FS"]

# The targets of every repository of libraries, with what pkg-config doesn't tell of them: defines.
LIBRARIES = dict({name: [] for name in _LIBRARIES}, boost = _BOOST_DEFINES)

# What has the libraries, as Debian's packages.
DEBIAN_PACKAGES = {library.debian: True for library in _LIBRARIES.values() + [_BOOST]}.keys()

def _missing(what, package):
    fail("{} was not found on this machine. Install it: `apt-get install {}` on Debian, `brew install {}` on macOS.".format(
        what,
        package.debian,
        package.brew,
    ))

def _pkg_config(ctx, name, library, root, environment):
    """Flags of a library.

    Args:
      ctx: the repository's.
      name: of the library.
      library: of _LIBRARIES.
      root: where its files are; empty for the machine's own.
      environment: of pkg-config, where it isn't to look in its own folders alone.

    Returns:
      Defines, include folders and link options, without those that the compiler knows from the root.
    """
    result = ctx.execute(["pkg-config", "--cflags", "--libs"] + library.modules, environment = environment)
    if result.return_code != 0:
        _missing("The library {} (pkg-config {})".format(name, " ".join(library.modules)), library)
    defines, includes, link = [], [], []
    for word in result.stdout.replace("\n", " ").split(" "):
        if word.startswith("-D"):
            defines.append(word[2:])
        elif word.startswith("-I"):
            includes.append(word[2:])
        elif word and not (root and word.startswith("-L" + root)):
            link.append(word)
    return struct(defines = defines, includes = includes, link = link)

def _library_target(ctx, name, flags, root):
    folders = []
    for i, folder in enumerate(flags.includes):
        # Folders inside a compiler's own search path are found without help.
        if folder != root + "/usr/include":
            link = "include/{}/{}".format(name, i)
            ctx.symlink(folder, link)
            folders.append(link)
    return """
cc_library(
    name = "{name}",
    hdrs = glob([f + "/**" for f in {folders}], allow_empty = True),
    defines = {defines},
    includes = {folders},
    linkopts = {link},
)
""".format(name = name, folders = repr(folders), defines = repr(flags.defines), link = repr(flags.link))

def _boost_target(ctx, root, folders):
    for folder in folders:
        if ctx.path("{}{}/{}".format(root, folder, _BOOST_HEADER)).exists:
            return _library_target(ctx, "boost", struct(
                defines = _BOOST_DEFINES,
                includes = [root + folder],
                link = ["-pthread"],
            ), root)
    return _missing("Boost 1.80 or newer ({})".format(_BOOST_HEADER), _BOOST)

_PUBLIC = "package(default_visibility = [\"//visibility:public\"])"

def _library_targets(ctx, root, environment, boost_folders):
    return [_PUBLIC, _boost_target(ctx, root, boost_folders)] + [
        _library_target(ctx, name, _pkg_config(ctx, name, library, root, environment), root)
        for name, library in _LIBRARIES.items()
    ]

def _homebrew_prefixes(ctx):
    """Where Homebrew has each library, installed or not.

    It links what it installs into one folder, but not what macOS brings along in another version (libarchive, SQLite): no compiler and
    no pkg-config finds that by itself.
    """
    formulae = {library.brew: True for library in _LIBRARIES.values() + [_BOOST]}.keys()
    brew = ctx.which("brew")
    if not brew:
        fail("The program brew was not found on this machine: on macOS, the libraries are Homebrew's. Install Homebrew.")
    result = ctx.execute([brew, "--prefix"] + formulae)
    if result.return_code != 0:
        fail("Homebrew doesn't know all of {}: {}".format(" ".join(formulae), result.stderr))
    return dict(zip(formulae, result.stdout.strip().split("\n")))

def _machine_libraries_impl(ctx):
    if not ctx.which("pkg-config"):
        _missing("The program pkg-config", struct(debian = "pkg-config", brew = "pkgconf"))
    if ctx.attr.homebrew:
        prefixes = _homebrew_prefixes(ctx)
        folders = [prefix + "/lib/pkgconfig" for prefix in prefixes.values()] + [ctx.os.environ.get("PKG_CONFIG_PATH", "")]
        environment = {"PKG_CONFIG_PATH": ":".join(folders)}
        build = _library_targets(ctx, "", environment, [prefixes[_BOOST.brew] + "/include"])
    else:
        build = _library_targets(ctx, "", {}, ["/usr/include", "/usr/local/include"])
    for name, package in _PROGRAMS.items():
        path = ctx.which(name)
        if not path:
            _missing("The program " + name, package)
        ctx.symlink(path, name)
        build.append("exports_files([\"{}\"])".format(name))
    ctx.file("BUILD.bazel", "\n".join(build))

machine_libraries = repository_rule(
    implementation = _machine_libraries_impl,
    attrs = {"homebrew": attr.bool(doc = "Whether they are Homebrew's.")},
    environ = ["PATH", "PKG_CONFIG_PATH"],
    local = True,
    doc = "The machine's libraries as cc_library targets, and the programs that generate code.",
)

def _root_libraries_impl(ctx):
    packages = ctx.path(ctx.attr.packages)
    root = str(packages.dirname.get_child("tree"))

    # Generated code must be of the version that the headers are of.
    protoc = ctx.execute(["protoc", "--version"]).stdout.strip().split(" ")[-1]
    found = [line.split(" ")[1] for line in ctx.read(packages).split("\n") if line.startswith("libprotobuf-dev ")]
    if not found or found[0].split("-")[0] != protoc:
        fail("\n\n{}: libprotobuf-dev is {}, but this machine's protoc is {}; expected one version. ".format(
            packages,
            found[0] if found else "missing",
            protoc,
        ) + "`apt-get install protobuf-compiler`, then `bazel sync --only={}`.\n".format(ctx.attr.packages.workspace_name))
    folders = [root + folder for folder in ctx.attr.pkg_config_folders]
    environment = {
        "PKG_CONFIG_LIBDIR": ":".join(folders),
        "PKG_CONFIG_PATH": "",
        "PKG_CONFIG_SYSROOT_DIR": root,
    }
    ctx.file("BUILD.bazel", "\n".join(_library_targets(ctx, root, environment, ["/usr/include"])))

root_libraries = repository_rule(
    implementation = _root_libraries_impl,
    attrs = {
        "packages": attr.label(mandatory = True, allow_single_file = True, doc = "packages.txt of a debian_root."),
        "pkg_config_folders": attr.string_list(mandatory = True, doc = "Where the root's pkg-config files are, `/usr/...`."),
    },
    environ = ["PATH"],
    local = True,
    doc = "The libraries of a root as cc_library targets.",
)

def _libraries_by_platform_impl(ctx):
    build = [_PUBLIC]
    for name in LIBRARIES:
        choice = {"//conditions:default": "@{}//:{}".format(ctx.attr.machine, name)}
        for setting, repository in ctx.attr.roots.items():
            choice[setting] = "@{}//:{}".format(repository, name)
        build.append("alias(name = \"{}\", actual = select({}))".format(name, repr(choice)))
    for name in _PROGRAMS:
        build.append("alias(name = \"{}\", actual = \"@{}//:{}\")".format(name, ctx.attr.machine, name))
    ctx.file("BUILD.bazel", "\n".join(build))

_libraries_by_platform = repository_rule(
    implementation = _libraries_by_platform_impl,
    attrs = {
        "machine": attr.string(mandatory = True),
        "roots": attr.string_dict(doc = "config_setting -> repository of root_libraries."),
    },
)

def system_libraries(name, roots):
    """The libraries of whatever is built for; programs are always this machine's.

    Args:
      name: of the repository.
      roots: for platforms that aren't this machine's: label of a config_setting -> repository of root_libraries.
    """
    machine_libraries(name = name + "_here", homebrew = HOST_PLATFORM.startswith("darwin-"))
    _libraries_by_platform(name = name, machine = name + "_here", roots = roots)
