#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# names_differ.sh SOURCE-DIR: names of one folder's sources that would clash where these are compiled together (see
# names_differ.awk), but for sources that are always compiled alone.
set -euo pipefail
cd "$1"
alone=$(grep -rhE --include=CMakeLists.txt 'EVENHAND_ALONE ON' engine app ui | sed 's/.*(//; s/ PROPERTIES.*//' | tr ' ' '\n')
find engine app ui -name '*.cpp' | grep -vF "$(sed 's|^|/|' <<<"$alone")" | sort |
  xargs awk -f resources/scripts/names_differ.awk
