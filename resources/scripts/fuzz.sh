#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: fuzz.sh [SECONDS [TARGET…]]
# Builds the fuzzers of tests/fuzz with clang, AddressSanitizer and UndefinedBehaviorSanitizer, and runs each for so
# long (default: a minute), beginning with the corpus, all at the same time. What it finds stays in build/fuzz/found.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
. resources/scripts/environment.sh

seconds=${1:-60}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(request json csv desk_frames service_frames)
install_missing "${packages_build[@]}" "${packages_fuzz[@]}"
mkdir -p build
flags="-O1 -g1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$PWD}" CCACHE_NOHASHDIR=1
cmake -G Ninja -S . -B build/fuzz -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="$flags" \
  -DCMAKE_EXE_LINKER_FLAGS="-fsanitize=address,undefined" -DEVENHAND_FUZZ=ON -DEVENHAND_CONSOLE=OFF \
  -DEVENHAND_TESTS=OFF -DEVENHAND_WERROR=OFF >build/fuzz.log 2>&1 || { cat build/fuzz.log >&2; die "configuring failed"; }
cmake --build build/fuzz -j "$(build_jobs)" --target "${targets[@]/#/fuzz_}" >&2
say "Fuzzing ${targets[*]} for $seconds s"
running=()
for target in "${targets[@]}"; do
  mkdir -p "build/fuzz/found/$target"
  "build/fuzz/bin/fuzz_$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
    -artifact_prefix="build/fuzz/found/$target-" -print_final_stats=1 \
    "build/fuzz/found/$target" "tests/fuzz/corpus/$target" >"build/fuzz/$target.log" 2>&1 &
  running+=($!)
done
bad=0
for target in "${targets[@]}"; do
  wait "${running[0]}" || { tail -n 40 "build/fuzz/$target.log" >&2; say "fuzz_$target found something: build/fuzz/found"; bad=1; }
  running=("${running[@]:1}")
done
exit $bad
