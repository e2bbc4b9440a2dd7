#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: check_format.sh SOURCE-DIR [--fix | --fix-all]
# Every source is formatted as .clang-format says (clang-format 14, the one of Debian 12). --fix formats those that differ
# from the last commit, which takes a moment; --fix-all every one.
set -euo pipefail
cd "$1"
mode=(--dry-run -Werror)
case ${2:-} in
  --fix)
    { git diff --name-only --diff-filter=d HEAD && git ls-files --others --exclude-standard; } |
      grep -E '^(app|engine|ui|tests)/.*\.(h|cpp)$' | xargs -r clang-format -i || true
    exit ;;
  --fix-all) mode=(-i) ;;
esac
find app engine ui tests -name '*.h' -o -name '*.cpp' | xargs -r clang-format "${mode[@]}"
