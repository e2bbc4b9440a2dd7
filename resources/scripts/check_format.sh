#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: check_format.sh SOURCE-DIR [--fix]
# Every source is formatted as .clang-format says (clang-format 14, the one of Debian 12).
set -euo pipefail
cd "$1"
mode=(--dry-run -Werror)
[ "${2:-}" = --fix ] && mode=(-i)
find app engine ui tests -name '*.h' -o -name '*.cpp' | xargs -r clang-format "${mode[@]}"
