"""Files that a plugin brings along, compiled in: a plugin reads no file but those named in a request."""

def embedded_assets(name, namespace, files, deps):
    """The library `name`: assets.h of the package, which declares `Assets EmbeddedAssets()`, with the files' content byte for byte.

    Args:
      name: name of the library.
      namespace: C++ namespace of the function.
      files: member of Assets -> file.
      deps: what assets.h includes.
    """
    header = native.package_name() + "/assets.h"
    native.genrule(
        name = "embed_" + name,
        srcs = files.values(),
        outs = ["assets.cc"],
        cmd = "$(location //plugins/sdk:embed.sh) {} {} {} > $@".format(
            namespace,
            header,
            " ".join(["{}=$(location {})".format(field, file) for field, file in files.items()]),
        ),
        tools = ["//plugins/sdk:embed.sh"],
    )
    native.cc_library(
        name = name,
        srcs = ["assets.cc"],
        hdrs = ["assets.h"],
        deps = deps,
    )
