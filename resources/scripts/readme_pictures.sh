#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# readme_pictures.sh: makes every picture of README.md anew, from the tour of the demo, so that they show what the
# program looks like now. Builds what is missing; needs no display.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
. resources/scripts/environment.sh

install_missing "${packages_build[@]}"
build_in build/release release -DEVENHAND_TESTS=OFF
tour=$(mktemp -d)
trap 'rm -rf "$tour"' EXIT
QT_QPA_PLATFORM=offscreen timeout 600 build/release/bin/evenhand --demo --screenshots "$tour"
mapfile -t wanted < <(grep -o 'resources/screenshots/[a-z0-9-]*\.png' README.md | sort -u)
for picture in "${wanted[@]}"; do
  name=$(basename "$picture")
  [ -s "$tour/$name" ] || die "the tour has no picture $name, which README.md shows"
  cp "$tour/$name" "$picture"
done
say "${#wanted[@]} pictures are new."
