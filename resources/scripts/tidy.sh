#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tidy.sh BUILD [COMMIT]: naming rules and likely bugs (.clang-tidy) in every source, tests too, with what the build
# folder knows of them: half an hour of a core. With a commit only in the sources that differ from it or are new, which
# takes some ten seconds each; headers of engine/, app/ and ui/ have tests of their own (tidy_headers).
set -euo pipefail
source=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
build=$(cd "$1" && pwd)
commit=${2:-}

# A path as a regular expression.
quoted() { printf '%s' "$1" | sed 's/[.+()]/\\&/g'; }

# The tool cannot read the compiler's precompiled headers, nor does it need them, so it is not told of them.
mkdir -p "$build/tidy"
sed -E 's/ -include [^ ]*cmake_pch.hxx//g' "$build/compile_commands.json" >"$build/tidy/compile_commands.json"

if [ -z "$commit" ]; then
    # Tests one by one, not once more in the groups that they are compiled in.
    files=("^($(quoted "$source")|$(quoted "$build"))/(app|engine|ui|tests)/(?!.*(/moc/|qrc_|/tests_[a-z]+_[0-9]+\.cpp))")
    looked_at="^$(quoted "$source")/(app|engine|ui|tests)/"
else
    cd "$source"
    git rev-parse --quiet --verify "$commit^{commit}" >/dev/null || { echo "$0: there is no commit $commit" >&2; exit 2; }
    where=('app/*.cpp' 'engine/*.cpp' 'ui/*.cpp' 'tests/*.cpp')
    mapfile -t changed < <({ git diff --name-only --diff-filter=d "$commit" -- "${where[@]}"
                             git ls-files --others --exclude-standard -- "${where[@]}"; } | sort -u)
    files=()
    names=()
    for file in "${changed[@]}"; do
        names+=("$(quoted "$file")")
        if grep -qF "\"$source/$file\"" "$build/compile_commands.json"; then
            files+=("^$(quoted "$source/$file")\$")
            continue
        fi
        # Sources in groups: the group, which includes it; what is found in others of the group is not told.
        group=$(grep -rlF --include='unity_*.cxx' "$source/$file\"" "$build" | head -n 1 || true)
        [ -n "$group" ] || { echo "$0: $file is not built in $build" >&2; exit 2; }
        files+=("^$(quoted "$group")\$")
    done
    [ ${#files[@]} -gt 0 ] || { echo "no source differs from $commit"; exit 0; }
    mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -u)
    looked_at="^$(quoted "$source")/($(IFS='|'; printf '%s' "${names[*]}"))\$"
fi
# A group includes sources, which elsewhere is suspicious.
exec run-clang-tidy -quiet -p "$build/tidy" -extra-arg=-w "-header-filter=$looked_at" \
    -checks=-bugprone-suspicious-include "${files[@]}"
