#!/usr/bin/env bash
# `agent --tune` on a machine with a governor and a switch of turbo, which are files that this test lays over the real ones in a mount
# namespace of its own: set while a block is measured, put back after it, after kill -9 by the next start, and after SIGTERM; all in one epoch.
set -euo pipefail

cpu=/sys/devices/system/cpu
if [[ ${1:-} != inside ]]; then
  if ! unshare --user --map-root-user --mount mount -t tmpfs none /mnt; then
    echo "SKIPPED: this machine makes no user and mount namespaces"
    exit 0
  fi
  exec unshare --user --map-root-user --mount "$0" inside
fi

fail() {
  echo "FAILED: $*"
  tail -n 20 "$TEST_TMPDIR"/*.log
  exit 1
}

mount -t tmpfs none /mnt
mkdir -p /mnt/cpu/cpufreq/policy0 /mnt/cpu/cpu0/cpufreq
echo powersave >/mnt/cpu/cpufreq/policy0/scaling_governor
echo 1 >/mnt/cpu/cpufreq/boost
ln -s ../../cpufreq/policy0/scaling_governor /mnt/cpu/cpu0/cpufreq/scaling_governor
mount --bind /mnt/cpu $cpu
# Neither swappiness nor timers of the machine itself are this test's.
mount -t tmpfs none /run
mount --bind /dev/null /proc/swaps

settings() { echo "$(<$cpu/cpufreq/policy0/scaling_governor) $(<$cpu/cpufreq/boost)"; }
# Until a command succeeds; what never comes is a failure with everyone's log.
await() {
  local tries=2000
  while ! "$@"; do
    ((--tries > 0)) || fail "in vain: $*"
    sleep 0.05
  done
}
said() { grep -qs "$1" "$TEST_TMPDIR/$2"; }
are() { [[ $(settings) == "$1" ]]; }

export BENCHCELL_ROOT=$PWD BENCHCELL_PROGRAMS=$PWD XDG_STATE_HOME=$TEST_TMPDIR/state TMPDIR=$TEST_TMPDIR HOME=$TEST_TMPDIR
journal=$XDG_STATE_HOME/benchcell/lab-agent/tuned
benchcell=runners/cli/benchcell
trap 'kill -9 $(jobs -p) 2>/dev/null' EXIT

$benchcell coordinator --listen=127.0.0.1:0 2>"$TEST_TMPDIR/coordinator.log" &
await said 'listening on port' coordinator.log
lab=--coordinator=127.0.0.1:$(sed -n 's/.*listening on port //p' "$TEST_TMPDIR/coordinator.log")

start_agent() {
  $benchcell agent "$lab" --quiet-wait=0s --tune 2>"$TEST_TMPDIR/agent$1.log" &
  agent=$!
  await said 'for work' "agent$1.log"
}

start_agent 1
are 'powersave 1' || fail "an idle agent has $(settings)"

code=0
$benchcell agent --check --tune 2>"$TEST_TMPDIR/check.log" || code=$?
[[ $code == 2 ]] || fail "--check with --tune ends with $code"
said 'check changes nothing' check.log || fail "--check doesn't refuse --tune"

# The command says when it runs, and waits for a word.
words=$TEST_TMPDIR/words
mkdir "$words"
$benchcell run "$lab" --shell --rounds=1 --runs=1 \
  --command="touch $words/began; while [ ! -e $words/end ]; do sleep 0.05; done" \
  >"$TEST_TMPDIR/run.log" 2>&1 &
run=$!
await test -e "$words/began"
are 'performance 0' || fail "a block is measured with $(settings)"
[[ -s $journal ]] || fail "there is no journal"

kill -9 $agent
wait $agent || true
are 'performance 0' || fail "a killed agent has put back $(settings)"
rm "$words/began"
start_agent 2
said 'putting back 2 settings' agent2.log || fail "the next agent doesn't put back"

await test -e "$words/began"
are 'performance 0' || fail "the second attempt is measured with $(settings)"
touch "$words/end"
wait $run || fail "the run ended with $?"
await are 'powersave 1'
await test ! -e "$journal"

rm "$words/end" "$words/began"
$benchcell run "$lab" --shell --rounds=1 --runs=1 \
  --command="touch $words/began; while [ ! -e $words/end ]; do sleep 0.06; done" \
  >"$TEST_TMPDIR/run.log" 2>&1 &
await test -e "$words/began"
machines=$($benchcell machines "$lab")
kill -TERM $agent
wait $agent || fail "the agent ended with $?"
are 'powersave 1' || fail "an agent that was stopped leaves $(settings)"
[[ $machines == *'epoch 1,'* ]] || fail "tuning opened an epoch: $machines"
