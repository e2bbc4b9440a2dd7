#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# deep_check.sh [STEP …]: what takes too long for every change, for a machine with nothing else to do (hours on two
# processors). It goes on after a step that fails and ends with a table; exit code 1 if one failed. The steps:
#   alone       every source compiled by itself, which proves that it includes what it uses
#   tidy        clang-tidy over every source, tests too
#   sanitizers  the whole suite with AddressSanitizer and UndefinedBehaviorSanitizer
#   fuzzers     each for five minutes, beginning with the corpus that the tests run
#   threads     the tests of the loop, the ring and the HTTP server with ThreadSanitizer
#   benchmarks  every benchmark at full size against its targets
# Logs: build/deep/STEP.log
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
. resources/scripts/environment.sh
install_missing "${packages_build[@]}" "${packages_test[@]}"

export XDG_RUNTIME_DIR QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
XDG_RUNTIME_DIR=$(mktemp -d)
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
logs=$PWD/build/deep
mkdir -p "$logs"

# tests_in DIRECTORY CTEST-OPTION…: runs them; says which failed.
tests_in() {
    local directory=$1
    shift
    (cd "$directory" && ctest -j "$(nproc)" --output-on-failure --no-tests=error -E headless_build "$@")
}

alone() { build_in build/alone dev -DEVENHAND_TOGETHER=OFF -DEVENHAND_TESTS=OFF; }

tidy() {
    build_in build/dev dev  # what moc and the schema generate is read by the sources that include it
    cmake --build build/dev --target tidy
}

sanitizers() {
    build_in build/asan asan
    # Leaks of the platform's libraries at exit are theirs.
    ASAN_OPTIONS=detect_leaks=0:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 tests_in build/asan
}

threads() {
    cmake --preset tsan -B build/tsan -DEVENHAND_TESTS_TOGETHER=OFF >/dev/null  # some of the tests only
    # What the build knows of these rooms, without the variants that need a server of their own.
    local tests=() source
    for source in tests/unit/{runtime,outward}/test_*.cpp tests/http/test_*.cpp; do
        tests+=("$(basename "$source" .cpp)")
    done
    cmake --build build/tsan -j "$(build_jobs)" --target "${tests[@]}"
    local pattern
    pattern=$(IFS='|'; echo "^(${tests[*]})$")
    TSAN_OPTIONS="suppressions=$PWD/resources/scripts/tsan.supp halt_on_error=0 second_deadlock_stack=1 die_after_fork=0" \
        tests_in build/tsan -R "$pattern"
}

fuzzers() { bash resources/scripts/fuzz.sh 300; }

benchmarks() {
    install_missing "${packages_bench[@]}"
    bash resources/scripts/speed_check.sh
}

if [ "${1:-}" = --run ]; then
    "$2"
    exit
fi
steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(alone tidy sanitizers fuzzers threads benchmarks)
rows=()
failed=0
for step in "${steps[@]}"; do
    case $step in
        alone | tidy | sanitizers | fuzzers | threads | benchmarks) ;;
        *) die "there is no step $step" ;;
    esac
    say "$step …"
    begun=$SECONDS
    verdict=passed
    # A process of its own, so that a step that fails ends at its first error and the others go on.
    code=0
    bash "$0" --run "$step" >"$logs/$step.log" 2>&1 || code=$?
    if [ "$code" -ne 0 ]; then
        verdict="FAILED (build/deep/$step.log)"
        failed=1
    fi
    rows+=("$(printf '| %-10s | %5d min | %s' "$step" $(((SECONDS - begun + 59) / 60)) "$verdict")")
done
printf '%s\n' "${rows[@]}"
exit "$failed"
