#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# simulate.sh MINUTES: simulates the whole product under random use and random accidents, with fresh seeds, on all cores:
# one process each, every fourth on a MariaDB server. Whatever breaks a rule is made small and printed as a command line of
# evenhand_sim (build/release/bin). One that makes no progress for two minutes is ended, and printed too. Exit code 1 if
# something did.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
minutes=${1:?usage: simulate.sh MINUTES}
cmake --preset release >/dev/null
cmake --build build/release --target evenhand_sim >/dev/null
# In memory: nothing here is about the machine's own disk.
export TMPDIR=${TMPDIR:-/dev/shm}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
cores=$(nproc)
end=$((SECONDS + minutes * 60))
stuck=120
# Ends a process when the first line of a file, the simulation that is under way, has not changed for too long.
watch() {
    local pid=$1 file=$2 seen='' now since=$SECONDS
    while kill -0 "$pid"; do
        now=$(head -n 1 "$file" || true)
        if [[ $now != "$seen" ]]; then
            seen=$now
            since=$SECONDS
        elif ((SECONDS - since >= stuck)); then
            echo "no progress for $stuck s: evenhand_sim $now"
            kill -KILL "$pid"
            return
        fi
        sleep 1
    done
}
one() {
    local number=$1 failed=0 left
    while left=$((end - SECONDS)) && ((left > 0)); do
        # The first core takes turns, so that both databases have theirs on any machine.
        local kind=()
        local slice=$((left < 60 ? left : 60))
        if ((number % 4 == 0 && turn % 4 == 3)) || ((number % 4 == 3)); then
            kind=(--mariadb)
        fi
        turn=$((turn + 1))
        local code=0
        : >"$logs/$number.now"
        build/release/bin/evenhand_sim --seconds "$slice" --current "$logs/$number.now" "${kind[@]}" &
        local pid=$!
        watch "$pid" "$logs/$number.now" &
        local watcher=$!
        wait "$pid" || code=$?
        wait "$watcher" || true
        ((code == 0)) || failed=1
        # It died in the middle of one, so it could not say which.
        ((code <= 1)) || echo "ended with code $code: evenhand_sim $(head -n 1 "$logs/$number.now")"
    done
    return $failed
}
status=0
pids=()
for ((core = 0; core < cores; ++core)); do
    turn=0
    (one "$core" 2>/dev/null | tee "$logs/$core.log") &
    pids+=($!)
done
for pid in "${pids[@]}"; do
    wait "$pid" || status=1
done
LC_ALL=C awk '/ simulations, / { sum += $1 } END { print sum " simulations" }' "$logs"/*.log
exit $status
