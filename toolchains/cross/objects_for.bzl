"""The objects of everything that a program is made of, compiled for another platform."""

load(":programs_for.bzl", "to_platform")

_ObjectsInfo = provider(
    doc = "What was compiled.",
    fields = {"objects": "Depset of files: the objects of a target and of all that it depends on."},
)

def _objects_aspect_impl(target, ctx):
    below = []
    for name in ["actual", "deps"]:
        value = getattr(ctx.rule.attr, name, None) or []
        for dependency in value if type(value) == "list" else [value]:
            if _ObjectsInfo in dependency:
                below.append(dependency[_ObjectsInfo].objects)
    own = getattr(target[OutputGroupInfo], "compilation_outputs", depset()) if CcInfo in target else depset()
    return [_ObjectsInfo(objects = depset(transitive = [own] + below))]

_objects_aspect = aspect(
    implementation = _objects_aspect_impl,
    attr_aspects = ["actual", "deps"],
)

def _objects_for_impl(ctx):
    objects = depset(transitive = [target[_ObjectsInfo].objects for target in ctx.attr.targets])
    list_file = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(list_file, "".join([object.short_path + "\n" for object in objects.to_list()]))
    files = depset([list_file], transitive = [objects])
    return DefaultInfo(files = files, runfiles = ctx.runfiles(transitive_files = files))

objects_for = rule(
    implementation = _objects_for_impl,
    attrs = {
        "platform": attr.string(mandatory = True, doc = "Of //toolchains/platforms."),
        "targets": attr.label_list(mandatory = True, aspects = [_objects_aspect], cfg = to_platform),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
    doc = "The objects, and NAME.txt with their paths. Nothing is linked.",
)
