#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: headless_build.sh SOURCE-DIR BUILD-DIR GROUP-SIZE
# The command line must build on a machine without Qt Widgets and QCustomPlot: configures with both hidden, builds
# evenhandctl and looks what it links. With ccache this reuses what the development build compiled.
set -euo pipefail
cd "$1"
. resources/scripts/environment.sh
build_in "$2" dev -DEVENHAND_CONSOLE=OFF -DEVENHAND_TESTS=OFF -DEVENHAND_GROUP_SIZE="$3" \
  -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Widgets=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6PrintSupport=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Svg=ON -DCMAKE_DISABLE_FIND_PACKAGE_QCustomPlotQt6=ON
"$2/bin/evenhandctl" --version
if ldd "$2/bin/evenhandctl" | grep -E 'Qt6(Gui|Widgets|PrintSupport)|qcustomplot'; then
  die "evenhandctl links the libraries above"
fi
