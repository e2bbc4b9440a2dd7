#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything and runs every test. The last line is "N passed, N failed", counted in test functions.
# Arguments go to ctest (for example: ./test.sh -R import).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. resources/scripts/environment.sh

install_missing "${packages_build[@]}" "${packages_test[@]}"
# Where nobody goes on working in the build folder, sources are compiled in the groups of a release: quicker, and what a
# release could not compile is found.
(build_in build/dev dev -DEVENHAND_GROUP_SIZE="$([ -n "${CI:-}" ] && echo 24 || echo 8)") || { echo "0 passed, 1 failed"; exit 1; }

export XDG_RUNTIME_DIR; XDG_RUNTIME_DIR=$(mktemp -d)
chmod 0700 "$XDG_RUNTIME_DIR"
scratch=
trap 'rm -rf "$XDG_RUNTIME_DIR" ${scratch:+"$scratch"}' EXIT
# What tests write is gone with them, so it is kept in memory where there is plenty of both; those of what a folder keeps
# through a crash ask for a disk by themselves. Some of them run what they have written.
room_in_memory() {
  local shared memory limit
  shared=$(df --output=avail -B1 /dev/shm 2>/dev/null | tail -1)
  memory=$(awk '/^MemAvailable/ {print $2 * 1024}' /proc/meminfo)
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)
  [ "$limit" != max ] || limit=$memory
  [ "${shared:-0}" -gt $((4 << 30)) ] && [ "${memory:-0}" -gt $((8 << 30)) ] && [ "$limit" -gt $((8 << 30)) ]
}
if [ -z "${TMPDIR:-}" ] && room_in_memory; then
  scratch=$(mktemp -d /dev/shm/evenhand-XXXXXX)
  printf '#!/bin/sh\n' >"$scratch/runs" && chmod +x "$scratch/runs"
  if "$scratch/runs"; then
    export TMPDIR=$scratch
  fi
fi
log=build/dev/tests.log
say "Running the tests (log: $log)"
# Verbose output carries each program's own lines, prefixed with its number.
(cd build/dev && ctest -j4 --verbose --no-tests=error "$@") >"$log" 2>&1 || true
# Byte by byte: tests print what is not UTF-8, too.
LC_ALL=C awk -f resources/scripts/count_tests.awk "$log"
