"""Repositories that Bazel 4.2 asks for by name, without any download.

Debian's bazel-bootstrap ships no embedded copies of them. rules_cc of Debian (0.0.4) is too new for Bazel 4.2, so
a stub re-exports the native rules; remote_coverage_tools is asked for by every cc_test, whether coverage is on or not.
"""

_DEBIAN = "/usr/share/bazel"

def offline_repositories():
    native.local_repository(name = "rules_cc", path = "toolchains/bazel/rules_cc")
    native.local_repository(name = "remote_coverage_tools", path = "toolchains/bazel/remote_coverage_tools")
    native.local_repository(name = "rules_java", path = _DEBIAN + "/rules/java")
    native.local_repository(name = "rules_proto", path = _DEBIAN + "/rules/proto")
    native.local_repository(name = "bazel_skylib", path = _DEBIAN + "/tools/skylib")
    native.local_repository(name = "platforms", path = _DEBIAN + "/platforms")
