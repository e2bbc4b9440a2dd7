#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Evenhand and opens the console; arguments are passed on (try --demo). Without a display it takes pictures of
# every page on the demo instead: out/*.png, with figures of the demo's workspace in out/summary.txt.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. resources/scripts/environment.sh

install_missing "${packages_build[@]}"
build_in build/release release -DEVENHAND_TESTS=OFF >&2
bin=build/release/bin

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$bin/evenhand" "$@"
fi

say "No display: taking pictures of the demo into out/."
rm -rf out/workspace
mkdir -p out
export QT_QPA_PLATFORM=offscreen
shown=0
timeout 300 "$bin/evenhand" --demo --workspace out/workspace --screenshots out/ || shown=$?
# 3: every picture is there, but some show nothing.
[ "$shown" -eq 0 ] || [ "$shown" -eq 3 ] || die "the demo ended with code $shown"
verdict=0
{
  echo "Evenhand $("$bin/evenhandctl" --version | awk '{print $2}'), demo of $(date -u '+%Y-%m-%d %H:%M:%S') UTC"
  echo
  echo "== stats"
  "$bin/evenhandctl" --workspace out/workspace stats
  echo
  echo "== verify"
  "$bin/evenhandctl" --workspace out/workspace verify || verdict=$?
  echo
  echo "== pictures"
  (cd out && ls -1 -- *.png)
} >out/summary.txt
cat out/summary.txt
exit "$verdict"
