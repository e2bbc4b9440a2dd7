#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Evenhand and opens the console; arguments are passed on (try --demo). Without a display it takes pictures of
# every page on the demo instead: out/*.png, with figures of the demo's workspace in out/summary.txt.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. resources/scripts/environment.sh
bin=build/release/bin

for word in "$@"; do
  if [ "$word" = -h ] || [ "$word" = --help ]; then
    cat <<'TEXT'
usage: ./run.sh [OPTION…]

Installs what is missing, builds Evenhand and opens it. Without a display it takes pictures of the demo into out/.

  --demo                  a simulated storefront in a temporary folder
  --consoles N            with --demo: as a service with N consoles on it (2 to 8)
  --service ADDRESS:PORT  a console on a running service
  --workspace DIR         the workspace in DIR
  -h, --help              this

All options are the console's: build/release/bin/evenhand --help lists them.
TEXT
    exit 0
  fi
done

install_missing "${packages_build[@]}"
if [ ! -x "$bin/evenhand" ]; then
  say "Building (the first time takes some $((22 / $(build_jobs) + 1)) minutes on this machine; log: build/release.log)"
fi
build_in build/release release -DEVENHAND_TESTS=OFF

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$bin/evenhand" "$@"
fi

say "No display: taking pictures of the demo into out/."
rm -rf out/workspace
mkdir -p out
export QT_QPA_PLATFORM=offscreen
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
  XDG_RUNTIME_DIR=$(mktemp -d)
  export XDG_RUNTIME_DIR
  trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
fi
shown=0
# The platform without a display says with every window that it has no sizes to hint at.
timeout 300 "$bin/evenhand" --demo --workspace out/workspace --screenshots out/ \
  2> >(grep -v 'does not support propagateSizeHints' >&2) || shown=$?
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
