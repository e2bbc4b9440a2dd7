#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# readme_pictures.sh: makes every picture of README.md anew, so that they show what the program looks like now: from the
# tour of the demo, and those of "Your first day", which have a folder each, from a workspace that is empty and from one
# on the evening of its first day. Builds what is missing; needs no display; takes some minutes.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
. resources/scripts/environment.sh

install_missing "${packages_build[@]}"
build_in build/release release -DEVENHAND_TESTS=OFF
all=$(mktemp -d)
trap 'rm -rf "$all"' EXIT

ctl() { build/release/bin/evenhandctl --workspace "$all/$shop" "$@"; }

# Until the first order has been delivered and a part of it has come back and is paid.
first_day() {
  ctl campuses add north --name "North campus"
  ctl couriers add ann --campus north --name "Ann Lee" --phone "020 7946 0001"
  ctl couriers add bob --campus north --name "Bob Hill" --phone "020 7946 0002"
  ctl couriers duty on ann bob
  ctl products add tea --name "Milk tea" --price 3.50 --stock 40
  ctl products add cake --name "Sponge cake" --price 4.20 --stock 12
  local order
  order=$(ctl --json orders place tea=2 cake=1 --user 07700900123 --campus north --cash --reason "at the counter" |
    sed 's/.*"order_no":"\([^"]*\)".*/\1/')
  ctl orders place tea=1 --user 07700900456 --campus north --cash --reason "at the counter"
  ctl orders report picked_up "$order"
  ctl orders report delivered "$order"
  ctl returns request "$order" R-1 --units cake=1 --reason "wrong cake" --auto-approve
  ctl returns receive 1
  ctl refunds record-paid 1 --reference "cash desk 1" --reason "paid in cash"
}

tour() { QT_QPA_PLATFORM=offscreen timeout 900 build/release/bin/evenhand "$@"; }

tour --demo --screenshots "$all/pictures"
for shop in empty first-day; do
  ctl init --currency GBP --time-zone Europe/London
  [ "$shop" = empty ] || first_day
  # 3: pictures of something empty, which is what a new shop has.
  tour --workspace "$all/$shop" --screenshots "$all/pictures/$shop" || [ $? = 3 ]
done >&2
mapfile -t wanted < <(grep -o 'resources/screenshots/[a-z0-9/-]*\.png' README.md | sort -u)
for picture in "${wanted[@]}"; do
  made=$all/pictures/${picture#resources/screenshots/}
  [ -s "$made" ] || die "the tour has no picture ${made#"$all/pictures/"}, which README.md shows"
  mkdir -p "$(dirname "$picture")"
  cp "$made" "$picture"
done
say "${#wanted[@]} pictures are new."
