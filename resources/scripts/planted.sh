#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# planted.sh [--check] [PATTERN …]: do the tests notice? Each patch of tests/planted/ whose name holds one of the patterns
# (all of them) plants one fault in a copy of this tree, below build/planted; what it touches is built there, and the tests
# that the patch names must fail. These pass before anything is planted, or nothing is said. Prints one line each and
# "N planted, N found"; exit code 1 unless all were found.
# --check: only whether every patch still fits and names tests that exist.
# A patch fits only where every line around it is as it was (-F0): with less than that a fault was once planted in
# another function than its own, and found there.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
source=$PWD
check=0
if [[ ${1:-} == --check ]]; then
    check=1
    shift
fi
patterns=("${@:-}")

patches=()
for file in tests/planted/*.patch; do
    name=$(basename "$file" .patch)
    for pattern in "${patterns[@]}"; do
        if [[ $name == *"$pattern"* ]]; then
            patches+=("$source/$file")
            break
        fi
    done
done
if [[ ${#patches[@]} -eq 0 ]]; then
    echo "no patch has such a name: ${patterns[*]}" >&2
    exit 2
fi
tests_of() { sed -n 's/^Tests: //p' "$1"; }
if [[ $check -eq 1 ]]; then
    bad=0
    # One process for each patch, not five: there are many of them.
    declare -A sources=()
    while read -r file; do
        sources[$file]=1
    done < <(find tests -name 'test_*.cpp' -printf '%f\n')
    for file in "${patches[@]}"; do
        name=${file##*/} tests=
        while read -r word line; do
            if [[ $word == Tests: ]]; then
                tests=$line
                break
            fi
        done <"$file"
        if ! patch -p1 -F0 --dry-run --force --silent <"$file" >/dev/null; then
            echo "does not fit     ${name%.patch}"
            bad=1
        fi
        [[ -n $tests ]] || { echo "names no test    ${name%.patch}"; bad=1; }
        for test in $tests; do
            # Programs of the console's tests are called test_ui_NAME after their file test_NAME.cpp; NAME_mariadb is NAME
            # run with the other database.
            source_name=${test%_mariadb}
            [[ -n ${sources[${source_name/#test_ui_/test_}.cpp]:-} ]] ||
                { echo "no such test     ${name%.patch}: $test"; bad=1; }
        done
    done
    echo "${#patches[@]} planted faults looked at"
    exit $bad
fi

# Faults of one file one after another: what is built for one has not to be built without it first.
mapfile -t patches < <(for file in "${patches[@]}"; do
                           printf '%s\t%s\n' "$(sed -n 's/^--- a\///p' "$file" | head -n 1)" "$file"
                       done | sort | cut -f 2)

# A copy of what is there, so that a build of it is incremental from one run to the next.
tree=$source/build/planted/tree
# Where the preset "dev" has it, seen from the sources: the paths in the objects are the same then, and so ccache's results.
build=$tree/build/dev
mkdir -p "$tree"
# Only what differs is copied, so that its time is newer than everything that was built from another content.
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [[ -f $file ]] || continue
    if ! cmp -s "$file" "$tree/$file"; then
        mkdir -p "$tree/$(dirname "$file")"
        cp "$file" "$tree/$file"
    fi
done
(cd "$tree" && find . -path ./build -prune -o -type f -printf '%P\0') | while IFS= read -r -d '' file; do
    [[ -e $file ]] || rm -f "$tree/$file"
done
# A fault may leave something unused, so there are no warnings; otherwise as the preset "dev" compiles.
export CCACHE_BASEDIR=$tree CCACHE_NOHASHDIR=1
log=$source/build/planted/log
# Each test is a program of its own: only what a patch names is built.
cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -g1 -w" -DEVENHAND_TESTS_TOGETHER=OFF \
      -DEVENHAND_CCACHE_IGNORES="-w --param=ggc-*" >"$log" 2>&1 ||
    { tail -n 5 "$log"; exit 2; }
XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT

# A test that fails anyway, for want of a server for instance, would seem to find everything.
mapfile -t all_tests < <(for file in "${patches[@]}"; do tests_of "$file"; done | tr ' ' '\n' | sort -u)
cmake --build "$build" --target "${all_tests[@]%_mariadb}" >>"$log" 2>&1 || { tail -n 5 "$log"; exit 2; }
failing=()
for test in "${all_tests[@]}"; do
    (cd "$build" && ctest -R "^$test\$" --no-tests=error --timeout 300) >>"$log" 2>&1 || failing+=("$test")
done
if [[ ${#failing[@]} -gt 0 ]]; then
    echo "fail without any fault: ${failing[*]}" >&2
    exit 2
fi

# The first assertion that fails says enough.
export QTEST_FATAL_FAIL=1 QTEST_DISABLE_CORE_DUMP=1 QTEST_DISABLE_STACK_DUMP=1
ulimit -c 0
found=0
for file in "${patches[@]}"; do
    name=$(basename "$file" .patch)
    # shellcheck disable=SC2046
    set -- $(tests_of "$file")
    if ! (cd "$tree" && patch -p1 -F0 --force --silent --no-backup-if-mismatch <"$file") >>"$log" 2>&1; then
        echo "does not fit   $name"
        continue
    fi
    if ! cmake --build "$build" --target "${@%_mariadb}" >>"$log" 2>&1; then
        echo "does not build $name"
    else
        passed=()
        for test in "$@"; do
            (cd "$build" && ctest -R "^$test\$" --no-tests=error --timeout 300) >>"$log" 2>&1 && passed+=("$test")
        done
        if [[ ${#passed[@]} -eq 0 ]]; then
            echo "found          $name"
            found=$((found + 1))
        else
            echo "NOT FOUND      $name (passes: ${passed[*]})"
        fi
    fi
    (cd "$tree" && patch -p1 -F0 -R --force --silent --no-backup-if-mismatch <"$file") >>"$log" 2>&1
done
echo "${#patches[@]} planted, $found found"
[[ $found -eq ${#patches[@]} ]]
