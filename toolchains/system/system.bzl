"""The machine's C and C++ libraries as one repository, found by pkg-config.

`@system//:NAME` is a cc_library with the include folders and link options that pkg-config gives. The same file serves
Debian's packages and, on macOS, Homebrew's. A library that is missing stops the build with the names of its packages.
"""

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

def _missing(what, package):
    fail("{} was not found on this machine. Install it: `apt-get install {}` on Debian, `brew install {}` on macOS.".format(
        what,
        package.debian,
        package.brew,
    ))

def _pkg_config(ctx, name, library):
    result = ctx.execute(["pkg-config", "--cflags", "--libs"] + library.modules)
    if result.return_code != 0:
        _missing("The library {} (pkg-config {})".format(name, " ".join(library.modules)), library)
    defines, includes, link = [], [], []
    for word in result.stdout.replace("\n", " ").split(" "):
        if word.startswith("-D"):
            defines.append(word[2:])
        elif word.startswith("-I"):
            includes.append(word[2:])
        elif word:
            link.append(word)
    return struct(defines = defines, includes = includes, link = link)

def _library_target(ctx, name, flags):
    folders = []
    for i, folder in enumerate(flags.includes):
        # Folders inside a compiler's own search path are found without help.
        if folder != "/usr/include":
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

def _boost_target(ctx):
    for prefix in ["/usr/include", "/opt/homebrew/include", "/usr/local/include"]:
        if ctx.path(prefix + "/" + _BOOST_HEADER).exists:
            return _library_target(ctx, "boost", struct(
                # std::filesystem instead of Boost.Filesystem, which would have to be linked.
                defines = ["BOOST_PROCESS_USE_STD_FS"],
                includes = [prefix],
                link = ["-pthread"],
            ))
    return _missing("Boost 1.80 or newer ({})".format(_BOOST_HEADER), struct(debian = "libboost1.81-dev", brew = "boost"))

def _system_libraries_impl(ctx):
    build = ["package(default_visibility = [\"//visibility:public\"])", _boost_target(ctx)]
    for name, library in _LIBRARIES.items():
        build.append(_library_target(ctx, name, _pkg_config(ctx, name, library)))
    for name, package in _PROGRAMS.items():
        path = ctx.which(name)
        if not path:
            _missing("The program " + name, package)
        ctx.symlink(path, name)
        build.append("exports_files([\"{}\"])".format(name))
    ctx.file("BUILD.bazel", "\n".join(build))

system_libraries = repository_rule(
    implementation = _system_libraries_impl,
    environ = ["PATH", "PKG_CONFIG_PATH"],
    local = True,
    doc = "The machine's libraries as cc_library targets.",
)
