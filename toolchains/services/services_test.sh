#!/usr/bin/env bash
# Installs both services below a folder and holds them against systemd's own tools: the units are right, as closed as they should be, and
# what they start is there and starts.
set -euo pipefail

here=toolchains/services
export DESTDIR=$TEST_TMPDIR/root
export BENCHCELL_PROGRAMS=$PWD
lab=$TEST_TMPDIR/lab
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

benchcell() { runners/cli/benchcell "$@" >/dev/null 2>&1; }

# The words that a unit starts, with what its files say for variables, and paths of the machine below DESTDIR.
command_of() {
  local unit=$DESTDIR/etc/systemd/system/benchcell-$1.service line
  line=$(sed -n 's/^ExecStart=//p' "$unit")
  # shellcheck disable=SC1090
  (FLAGS='' TUNE='' && source "$DESTDIR/etc/benchcell/$1.conf" && eval "echo $line") |
    sed -E "s#(^|=)/#\1$DESTDIR/#; s#=/#=$DESTDIR/#g"
}

benchcell certs ca --tls="$lab"
benchcell certs coordinator --tls="$lab" --host=127.0.0.1
benchcell certs agent lab-1 --tls="$lab"
$here/install coordinator 127.0.0.1:0 "$lab"
$here/install agent 127.0.0.1:1 "$lab/agent-lab-1" --tune
# Again, as an update does: with another address and an administrator's own line.
echo 'FLAGS=--quiet-wait=5s' >>"$DESTDIR/etc/benchcell/agent.conf"
$here/install agent 127.0.0.1:2 "$lab/agent-lab-1" --tune
[[ $(<"$DESTDIR/etc/benchcell/agent.conf") == $'COORDINATOR=127.0.0.1:2\nFLAGS=--quiet-wait=5s' ]] ||
  fail "after an update: $(<"$DESTDIR/etc/benchcell/agent.conf")"

# What the units build on, as in a whole system.
mkdir -p "$DESTDIR/usr/lib/systemd" "$DESTDIR/usr/bin"
cp -r /usr/lib/systemd/system "$DESTDIR/usr/lib/systemd/"
cp /usr/bin/systemd-tmpfiles "$DESTDIR/usr/bin/"
for role in agent coordinator; do
  unit=benchcell-$role.service
  said=$(systemd-analyze verify --man=no --recursive-errors=no --root="$DESTDIR" "$unit" 2>&1) || fail "$unit: $said"
  # Of what an administrator's machine says beside.
  if grep -q benchcell <<<"$said"; then fail "$unit: $said"; fi
done

# Exposure in tenths, of 100. The agent's has no filter of system calls; see its unit.
security() { systemd-analyze security --no-pager --offline=yes --threshold="$2" "$here/benchcell-$1.service" >"$TEST_TMPDIR/security" 2>&1; }
security agent 58 || fail "the agent's unit is more open: $(tail -1 "$TEST_TMPDIR/security")"
security coordinator 17 || fail "the coordinator's unit is more open: $(tail -1 "$TEST_TMPDIR/security")"
if security coordinator 1; then fail "the threshold is not looked at"; fi
filters='SystemCall|Restrict|MemoryDeny|LockPersonality|PrivateDevices|ProtectKernel|ProtectClock|ProtectHostname'
if grep -E "^($filters)" $here/benchcell-agent.service; then
  fail "the agent's unit puts a filter before the system calls of what it measures"
fi

systemd-sysusers --root="$DESTDIR" 2>/dev/null || fail "the users can't be made"
for user in $(sed -n 's/^User=//p' $here/*.service); do
  grep -q "^$user:" "$DESTDIR/etc/passwd" || fail "no user $user is made"
done

# Every path of a command line is there after the installation, or made by systemd when it starts the unit.
for role in agent coordinator; do
  mkdir -p "$DESTDIR/var/lib/$(sed -n 's/^StateDirectory=//p' $here/benchcell-$role.service)"
  for word in $(command_of $role); do
    path=${word#*=}
    [[ $path != /* || -e $path ]] || fail "benchcell-$role.service: $path is missing"
  done
done
for file in "$DESTDIR"/etc/benchcell/*/key.pem; do
  [[ $(stat -c %a "$file") == 600 ]] || fail "others may read $file"
done

# The command lines are right ones. A lab's machine lacks something (1) or doesn't (0).
export BENCHCELL_PROGRAMS=$DESTDIR/opt/benchcell BENCHCELL_ROOT=$DESTDIR/opt/benchcell
code=0
# shellcheck disable=SC2046
$(command_of agent) --check >"$TEST_TMPDIR/check" 2>&1 || code=$?
[[ $code -le 1 ]] || fail "the agent's command line: $(cat "$TEST_TMPDIR/check")"
grep -q 'ok     certificate: .*agent lab-1' "$TEST_TMPDIR/check" || fail "the agent's keys: $(cat "$TEST_TMPDIR/check")"

: >"$TEST_TMPDIR/log"
# shellcheck disable=SC2046
$(command_of coordinator) 2>>"$TEST_TMPDIR/log" &
coordinator=$!
while kill -0 $coordinator 2>/dev/null && ! grep -q 'listening on port' "$TEST_TMPDIR/log"; do sleep 0.1; done
kill -TERM $coordinator || true
wait $coordinator || fail "the coordinator's command line: $(cat "$TEST_TMPDIR/log")"
plugins=$("$BENCHCELL_PROGRAMS/runners/cli/benchcell" plugins)
for plugin in vitest node_core esbuild_js; do
  grep -q "^$plugin" <<<"$plugins" || fail "the plugin $plugin is not installed: $plugins"
done

[[ $failures -eq 0 ]]
