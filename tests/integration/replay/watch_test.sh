#!/usr/bin/env bash
# `replay --watch` replays again when a configuration file changes, says which, and what is new in the answer.
#   watch_test.sh FREEFLOAT RUN.mcap CONFIGS
set -euo pipefail
folder=$(mktemp -d)
cp -r "$3" "$folder/configs"
testbed=$folder/configs/testbeds/modern.yaml
"$1" replay "$2" --watch --config "$folder/configs/experiments/standing_target.yaml" --report "$folder/what_if.html" \
  >"$folder/answer" 2>&1 &
watcher=$!
trap 'kill "$watcher" 2>/dev/null || true; rm -rf "$folder"' EXIT

wait_for() {
  for ((i = 0; i < 600; i++)); do
    if grep -q -- "$1" "$folder/answer"; then return; fi
    sleep 0.1
  done
  echo "never said: $1"
  cat "$folder/answer"
  exit 1
}

wait_for "cannot"
sed -i 's/max_hand_speed_m_s: .*/max_hand_speed_m_s: 0.05/' "$testbed"
wait_for "^changed: $testbed"
wait_for "^+ .*cycles at the rate limit"
kill -TERM "$watcher"
wait "$watcher"
