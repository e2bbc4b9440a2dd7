#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# speed_check.sh [NAME …]: builds the release benchmarks, runs the named ones (all) at full size, each in a process of its
# own, and prints every figure that has a target. Exit code 1 if one was missed or a benchmark failed. For a machine with
# nothing else to do; EVENHAND_BENCH: a program that is built already; the scratch folders go to $TMPDIR.
set -euo pipefail

cd "$(dirname "$0")/../.."
bench=${EVENHAND_BENCH:-}
if [[ -z $bench ]]; then
    cmake --preset release >/dev/null
    cmake --build build/release --target evenhand_bench >/dev/null
    bench=$PWD/build/release/bin/evenhand_bench
fi
if [[ $# -eq 0 ]]; then
    mapfile -t names < <("$bench" --list)
else
    names=("$@")
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
missed=0
for name in "${names[@]}"; do
    echo "== $name"
    status=0
    "$bench" "$name" >rows 2>errors || status=$?
    grep ' target ' rows || true
    if [[ $status -ne 0 ]]; then
        missed=1
        # A target that was missed is in its row; anything else is said here.
        grep -q ' MISSED$' rows || { echo "$name failed (exit code $status):"; tail -n 5 errors; }
    fi
done
if [[ $missed -ne 0 ]]; then
    echo "Not every target was met."
else
    echo "Every target was met."
fi
exit $missed
