"""C++ code from .proto files, made by the machine's protoc."""

_PROTOC = "@system//:protoc"
_GRPC_PLUGIN = "@system//:grpc_cpp_plugin"

def _outputs(src, kind):
    stem = src[:-len(".proto")]
    return ["{}.{}".format(stem, kind + extension) for extension in ["h", "cc"]]

def cc_proto(name, srcs, root):
    """A cc_library with the messages of all srcs.

    Args:
      name: name of the library.
      srcs: .proto files of this package.
      root: folder that imports and includes are relative to.
    """
    outs = [out for src in srcs for out in _outputs(src, "pb.")]
    native.filegroup(name = name + "_srcs", srcs = srcs)
    native.genrule(
        name = name + "_gen",
        srcs = srcs,
        outs = outs,
        cmd = "$(execpath {}) -I{} --cpp_out=$(GENDIR)/{} $(SRCS)".format(_PROTOC, root, root),
        tools = [_PROTOC],
    )
    native.cc_library(
        name = name,
        srcs = [out for out in outs if out.endswith(".cc")],
        hdrs = [out for out in outs if out.endswith(".h")],
        strip_include_prefix = "/" + root,
        deps = ["@system//:protobuf"],
    )

def cc_proto_services(name, src, protos, root, deps):
    """A cc_library with the gRPC services of one src.

    Args:
      name: name of the library.
      src: .proto file of this package.
      protos: cc_proto targets with src and all that it imports.
      root: folder that imports and includes are relative to.
      deps: libraries with the messages.
    """
    outs = _outputs(src, "grpc.pb.") + [src[:-len(".proto")] + "_mock.grpc.pb.h"]
    native.genrule(
        name = name + "_gen",
        srcs = [src] + [proto + "_srcs" for proto in protos],
        outs = outs,
        cmd = "$(execpath {}) -I{} --plugin=protoc-gen-grpc=$(execpath {}) ".format(_PROTOC, root, _GRPC_PLUGIN) +
              "--grpc_out=generate_mock_code=true:$(GENDIR)/{} $(location {})".format(root, src),
        tools = [_PROTOC, _GRPC_PLUGIN],
    )
    native.cc_library(
        name = name,
        srcs = [outs[1]],
        hdrs = [outs[0], outs[2]],
        strip_include_prefix = "/" + root,
        deps = deps + ["@system//:grpc"],
    )
