#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shared-demo.sh: the shared deployment on one machine, to look at and to break: MariaDB, a Redis Cluster of three masters
# with a replica each, etcd, four services, and a console. All of it lives in one folder and on free ports of 127.0.0.1,
# and goes again with Ctrl+C. Without passwords, and all on one disk: nothing to run a shop on.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: shared-demo.sh [--services N] [--no-console] [--programs DIR] FOLDER
       shared-demo.sh down FOLDER

Starts the shared deployment in FOLDER, which is new or empty, and prints its addresses; Ctrl+C takes it down again.
FOLDER stays, and can be started again: what was done is still there.

  --services N    how many services run it: 1 to 16 (4)
  --no-console    opens no console; none is opened either where there is no display
  --programs DIR  where evenhandctl and evenhand are (beside this script's project in build/release/bin, else in the path)
  down FOLDER     takes down what was started in FOLDER and has outlived its script
TEXT
}
say() { printf '%s\n' "$*"; }
die() {
  printf 'shared-demo.sh: %s\n' "$*" >&2
  exit 1
}
wrong() {
  printf 'shared-demo.sh: %s\n\n' "$*" >&2
  usage >&2
  exit 2
}

# --- processes: "PID START NAME" a line in FOLDER/processes, the first started first. START tells a process from another
# one that has its number later.
began() { # pid
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  stat=${stat##*) }
  set -- $stat
  [ "$1" != Z ] && printf '%s\n' "${20}"
}
lives() { [ "$(began "$1" || true)" = "$2" ]; } # pid start

launch() { # name command…
  local name=$1
  shift
  # In a session of its own: Ctrl+C is for this script, which ends the others in their order.
  setsid "$@" >"$folder/log/$name.log" 2>&1 </dev/null &
  local pid=$! start
  start=$(began "$pid") || die "$name has ended at once: see $folder/log/$name.log"
  printf '%s %s %s\n' "$pid" "$start" "$name" >>"$folder/processes"
}

end_those() { # pattern of names
  local pid start name waited
  while read -r pid start name; do
    [[ $name == $1 ]] || continue
    lives "$pid" "$start" && kill "$pid" 2>/dev/null || true
  done < <(tac "$folder/processes")
  for ((waited = 0; waited < 300; waited++)); do
    local left=0
    while read -r pid start name; do
      [[ $name == $1 ]] && lives "$pid" "$start" && left=1
    done <"$folder/processes"
    [ "$left" = 0 ] && return 0
    sleep 0.1
  done
  while read -r pid start name; do
    [[ $name == $1 ]] || continue
    if lives "$pid" "$start"; then
      say "$name did not end within 30 seconds and is killed."
      kill -KILL "$pid" 2>/dev/null || true
    fi
  done <"$folder/processes"
}

take_down() {
  [ -s "$folder/processes" ] || return 0
  end_those 'console'
  end_those 'service*'
  end_those 'redis*'
  end_those 'etcd'
  end_those 'mariadb'
  rm -f "$folder/processes"
}

# --- what is there
program() { # name: its path
  local found
  found=$(PATH=$PATH:/usr/sbin:/sbin command -v "$1") || return 1
  printf '%s\n' "$found"
}

taken=' '
free_port() { # sets port: one that nobody listens at, also with 10000 more (which Redis' nodes talk to each other at)
  local try
  for ((try = 0; try < 200; try++)); do
    port=$((20000 + RANDOM % 12000))
    [[ $taken == *" $port "* ]] && continue
    if ! (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && ! (: <>"/dev/tcp/127.0.0.1/$((port + 10000))") 2>/dev/null; then
      taken+="$port "
      return 0
    fi
  done
  die "no free port was found"
}
# Remembered in FOLDER/ports, so that addresses that were written down stay true.
port_of() { # name; sets port
  local known
  known=$(sed -n "s/^$1 //p" "$folder/ports" 2>/dev/null || true)
  if [ -n "$known" ]; then
    port=$known
    (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && die "port $port of $1 is taken: start what you want in a new folder"
    return 0
  fi
  free_port
  printf '%s %s\n' "$1" "$port" >>"$folder/ports"
}
await() { # what seconds command…
  local what=$1 tenths=$(($2 * 10)) i
  shift 2
  for ((i = 0; i < tenths; i++)); do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.1
  done
  die "$what does not answer: see $folder/log"
}
answers_at() { (: <>"/dev/tcp/127.0.0.1/$1"); } # port

# --- the parts
start_mariadb() {
  local as_user=()
  [ "$(id -u)" = 0 ] && as_user=(--user=root)
  port_of mariadb
  mariadb_port=$port
  if [ ! -d "$folder/mariadb" ]; then
    "$(program mariadb-install-db)" --no-defaults --datadir="$folder/mariadb.new" --skip-test-db \
      --auth-root-authentication-method=normal "${as_user[@]}" >"$folder/log/mariadb-install.log" 2>&1 ||
      die "the database cannot be made: see $folder/log/mariadb-install.log"
    mv "$folder/mariadb.new" "$folder/mariadb"
  fi
  printf '%s\n' "CREATE DATABASE IF NOT EXISTS evenhand CHARACTER SET utf8mb4;" \
    "CREATE USER IF NOT EXISTS 'evenhand'@'127.0.0.1';" "GRANT ALL ON evenhand.* TO 'evenhand'@'127.0.0.1';" \
    >"$folder/first.sql"
  launch mariadb "$(program mariadbd)" --no-defaults --datadir="$folder/mariadb" --socket="$folder/mariadb.sock" \
    --pid-file="$folder/mariadb.pid" --port="$mariadb_port" --bind-address=127.0.0.1 --skip-name-resolve \
    --init-file="$folder/first.sql" "${as_user[@]}"
  await "MariaDB" 60 answers_at "$mariadb_port"
}

start_redis() {
  local i nodes=()
  for i in 1 2 3 4 5 6; do
    port_of "redis$i"
    nodes+=("127.0.0.1:$port")
    mkdir -p "$folder/redis$i"
    launch "redis$i" "$(program redis-server)" --port "$port" --bind 127.0.0.1 --dir "$folder/redis$i" --appendonly yes \
      --cluster-enabled yes --cluster-config-file nodes.conf --cluster-node-timeout 3000 --daemonize no
  done
  redis_nodes=$(IFS=,; printf '%s' "${nodes[*]:0:3}")
  for i in "${nodes[@]}"; do
    await "Redis at $i" 30 "$redis_cli" -p "${i#*:}" ping
  done
  if [ ! -e "$folder/cluster-made" ]; then
    "$redis_cli" --cluster create "${nodes[@]}" --cluster-replicas 1 --cluster-yes >"$folder/log/redis-cluster.log" 2>&1 ||
      die "the Redis Cluster cannot be made: see $folder/log/redis-cluster.log"
    : >"$folder/cluster-made"
  fi
  cluster_is_up() { "$redis_cli" -p "${nodes[0]#*:}" cluster info | grep -q 'cluster_state:ok'; }
  await "the Redis Cluster" 60 cluster_is_up
}

start_etcd() {
  port_of etcd
  etcd_port=$port
  port_of etcd-peers
  launch etcd "$(program etcd)" --data-dir "$folder/etcd" --name demo \
    --listen-client-urls "http://127.0.0.1:$etcd_port" --advertise-client-urls "http://127.0.0.1:$etcd_port" \
    --listen-peer-urls "http://127.0.0.1:$port" --initial-advertise-peer-urls "http://127.0.0.1:$port" \
    --initial-cluster "demo=http://127.0.0.1:$port"
  await etcd 30 answers_at "$etcd_port"
}

start_services() {
  local i
  export EVENHAND_DB_PASSWORD=
  addresses=()
  for ((i = 1; i <= services; i++)); do
    if [ ! -e "$folder/service$i/keyspace.url" ]; then
      "$ctl" --workspace "$folder/service$i" init \
        --database "mysql://evenhand@127.0.0.1:$mariadb_port/evenhand" --keyspace "redis://$redis_nodes" \
        --membership "etcd://127.0.0.1:$etcd_port" >"$folder/log/init$i.log" 2>&1 ||
        die "the workspace cannot be made: $(tail -n 1 "$folder/log/init$i.log")"
    fi
    port_of "service$i"
    addresses+=("127.0.0.1:$port")
    rm -f "$folder/service$i.port"
    launch "service$i" "$ctl" --workspace "$folder/service$i" serve --listen "127.0.0.1:$port" \
      --port-file "$folder/service$i.port"
    await "service $i" 60 test -s "$folder/service$i.port"
  done
}

tell() {
  say "MariaDB    mysql://evenhand@127.0.0.1:$mariadb_port/evenhand"
  say "Redis      redis://$redis_nodes"
  say "etcd       etcd://127.0.0.1:$etcd_port"
  local i
  for ((i = 0; i < services; i++)); do
    say "service $((i + 1))  ${addresses[i]}  (folder $folder/service$((i + 1)))"
  done
  say ""
  say "How all parts are:   $ctl --service ${addresses[0]} status"
  say "Another console:     evenhand --service $(IFS=,; printf '%s' "${addresses[*]}")"
  say "What breaks:         kill -9 of one of the processes in $folder/processes"
  say "Ctrl+C takes it down."
}

start_console() {
  [ "$console" = 1 ] || return 0
  if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    say "There is no display, so no console is opened."
    return 0
  fi
  if [ -z "$evenhand" ]; then
    say "evenhand was not found, so no console is opened."
    return 0
  fi
  launch console "$evenhand" --service "$(IFS=,; printf '%s' "${addresses[*]}")"
}

# --- arguments
services=4 console=1 programs='' folder=''
if [ "${1:-}" = down ]; then
  [ $# = 2 ] || wrong "down takes one folder"
  folder=$(readlink -f -- "$2") && [ -d "$folder" ] || die "there is no folder $2"
  [ -e "$folder/processes" ] || die "nothing that this script has started runs in $folder"
  take_down
  say "All of $folder is down."
  exit 0
fi
while [ $# -gt 0 ]; do
  case $1 in
    --services)
      [[ ${2:-} =~ ^([1-9]|1[0-6])$ ]] || wrong "--services takes a number from 1 to 16"
      services=$2
      shift
      ;;
    --no-console) console=0 ;;
    --programs)
      [ -d "${2:-}" ] || wrong "--programs takes the folder of evenhandctl"
      programs=$2
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    -*) wrong "unknown option $1" ;;
    *)
      [ -z "$folder" ] || wrong "one folder is enough"
      folder=$1
      ;;
  esac
  shift
done
[ -n "$folder" ] || wrong "a folder is missing"

missing=()
for name in mariadbd mariadb-install-db redis-server redis-cli etcd setsid; do
  program "$name" >/dev/null || missing+=("$name")
done
here=$(dirname "$(readlink -f "$0")")
[ -n "$programs" ] || programs=$here/../../build/release/bin
ctl=$(command -v "$programs/evenhandctl" || command -v evenhandctl || true)
evenhand=$(command -v "$programs/evenhand" || command -v evenhand || true)
[ -n "$ctl" ] || missing+=(evenhandctl)
[ ${#missing[@]} = 0 ] ||
  die "not found: ${missing[*]} (Debian: mariadb-server redis-server redis-tools etcd-server util-linux; --programs DIR)"
redis_cli=$(program redis-cli)

if [ -e "$folder/processes" ]; then
  folder=$(readlink -f -- "$folder")
  while read -r pid start name; do
    lives "$pid" "$start" && die "$name runs in $folder: shared-demo.sh down $folder"
  done <"$folder/processes"
  rm -f "$folder/processes"
elif [ -d "$folder" ] && [ ! -e "$folder/ports" ] && [ -n "$(ls -A -- "$folder")" ]; then
  die "$folder is neither empty nor one of this script's"
fi
(umask 077 && mkdir -p "$folder/log") 2>/dev/null || die "the folder $folder cannot be made"
folder=$(readlink -f -- "$folder")
# MariaDB's socket stands in it, and such a name may have 107 characters.
[ ${#folder} -le 90 ] || die "the folder's name is too long: $folder"

trap 'trap "" INT TERM; say ""; say "Taking it down …"; take_down' EXIT
trap 'exit 0' INT TERM

start_mariadb
start_redis
start_etcd
start_services
start_console
tell
while :; do
  sleep 1 &
  wait $! || true
done
