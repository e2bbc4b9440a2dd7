#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything and runs every test. The last line is "N passed, N failed", counted in test functions.
# Arguments go to ctest (for example: ./test.sh -R import).
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. resources/scripts/environment.sh

install_missing "${packages_build[@]}" "${packages_test[@]}"
(build_in build/dev dev) || { echo "0 passed, 1 failed"; exit 1; }

export XDG_RUNTIME_DIR; XDG_RUNTIME_DIR=$(mktemp -d)
chmod 0700 "$XDG_RUNTIME_DIR"
trap 'rm -rf "$XDG_RUNTIME_DIR" ${scratch:+"$scratch"}' EXIT
# What tests write is gone with them, so it is kept in memory where there is plenty; tests of what survives a crash ask for
# a disk by themselves.
scratch=
if [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -1)" -gt $((4 << 20)) ]; then
  scratch=$(mktemp -d /dev/shm/evenhand-XXXXXX)
  export TMPDIR=$scratch
fi
log=build/dev/tests.log
say "Running the tests (log: $log)"
# Verbose output carries each program's own lines, prefixed with its number.
(cd build/dev && ctest -j4 --verbose --no-tests=error "$@") >"$log" 2>&1 || true
# Byte by byte: tests print what is not UTF-8, too.
LC_ALL=C awk -f resources/scripts/count_tests.awk "$log"
