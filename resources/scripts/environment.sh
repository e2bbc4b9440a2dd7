# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by run.sh and test.sh: what a fresh Debian 12 needs, and how to build. Needs bash and apt-get only.

# Why each is needed: CONTRIBUTING.md, Dependencies.
packages_build=(git cmake ninja-build g++ mold pkg-config ccache
  qt6-base-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-svg-dev qt6-multimedia-dev libqcustomplot-dev
  libqt6sql6-sqlite libqt6sql6-mysql liblua5.1-0-dev libsodium-dev liblz4-dev libxxhash-dev libsqlite3-dev
  libhiredis-dev libssl-dev libboost1.81-dev libexpected-dev libmimalloc-dev qtkeychain-qt6-dev qt6-translations-l10n
  fonts-dejavu-core fonts-noto-cjk)
packages_test=(libbenchmark-dev libcurl4-openssl-dev clang-format clang-tidy xvfb openbox redis-server mariadb-server
  etcd-server curl strace dbus-daemon openssl desktop-file-utils appstream patch nginx
  systemd)
packages_fuzz=(clang libclang-rt-dev)
packages_bench=(wrk)

say() { printf '%s\n' "$*" >&2; }
die() { say "$0: $*"; exit 1; }

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_missing PACKAGE…: installs with apt-get what is not there yet; does nothing, and needs no rights and no
# network, when all is there.
install_missing() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    { say "This is not Debian: install by hand what CONTRIBUTING.md lists. Trying to build with what is there."; return 0; }
  local missing=() package as_root=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing: ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "packages are missing and neither root nor sudo is available; run as root:
  apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  # Servers are started by the tests themselves; a policy that refuses keeps the packages from starting theirs.
  local log; log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update &&
         "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
           apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    die "apt-get could not install the packages (its last words are above); without a network, install them by hand:
  apt-get install ${missing[*]}"
  fi
  rm -f "$log"
}

# As many compilers as processors, but one per 1.5 GiB of free memory at most.
build_jobs() {
  local cores memory
  cores=$(nproc 2>/dev/null || echo 1)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1572864)}' /proc/meminfo 2>/dev/null || echo 1)
  [ "${memory:-0}" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

# build_in DIRECTORY PRESET CMAKE-OPTION…: configures (cheap when nothing changed) and builds all. In a terminal one line
# says how far it is; elsewhere nothing is said but what went wrong. Everything is in DIRECTORY.log.
build_in() {
  local directory=$1 preset=$2
  shift 2
  # Paths relative to the project, so that all build folders share what is compiled.
  export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$PWD}" CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE="${CCACHE_MAXSIZE:-5G}"
  local log="$directory.log"
  mkdir -p "$(dirname "$directory")"
  cmake --preset "$preset" -B "$directory" "$@" >"$log" 2>&1 || { cat "$log" >&2; die "configuring $directory failed"; }
  if [ -t 2 ]; then
    cmake --build "$directory" -j "$(build_jobs)" >&2
  elif ! cmake --build "$directory" -j "$(build_jobs)" >>"$log" 2>&1; then
    grep -A 20 -m 3 '^FAILED' "$log" >&2 || tail -n 20 "$log" >&2
    die "building $directory failed; all of it: $log"
  fi
}
