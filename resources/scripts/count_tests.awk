# SPDX-License-Identifier: GPL-3.0-or-later
# Reads `ctest --verbose`, prints the output of every failed test program and a closing line "N passed, N failed".
# Counted are Qt Test functions: all rows of a data-driven function are one; initTestCase and cleanupTestCase count
# only when they fail, or are skipped and with them the whole program. Every reason for a skip is printed. A program that fails without a failing function (crash, time-out, not started) counts as one
# failed, and so does a test that is not a Qt Test program and fails; if that passes it counts as one passed.
# To be run with LC_ALL=C: the output may hold bytes that are not UTF-8.
# Of tests that draw their own seeds it prints which, also when all has passed.
# Exit code 1 if anything failed or nothing ran.

# "12: text": a line of test program 12.
/^[0-9]+: / {
  id = $1 + 0
  line = substr($0, index($0, ": ") + 2)
  output[id] = output[id] line "\n"
  if (match(line, /seeds [0-9]+ to [0-9]+/)) {
    seeds[id] = substr(line, RSTART)
  }
  if (match(line, /^(PASS|FAIL!|XFAIL|XPASS|SKIP)[ ]*: /)) {
    verdict = line
    sub(/[ !]*: .*/, "", verdict)
    name = substr(line, RLENGTH + 1)
    sub(/\(.*/, "", name)
    note_function(id, verdict, name)
    if (verdict == "SKIP") {
      # "SKIP   : TestStore::function(row) the reason"
      reason = line
      sub(/^SKIP[ ]*: /, "", reason)
      reasons[id SUBSEP reason]++
      reasonCount++
    }
  }
  next
}

# " 3/20 Test #12: test_name .......   Passed    0.10 sec"
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  text = $0
  sub(/^.*Test +#/, "", text)
  id = text + 0
  title = text
  sub(/^[0-9]+: /, "", title)
  sub(/[ .*]+.*$/, "", title)
  titles[id] = title
  ended[id] = (text ~ /Passed +[0-9.]+ sec/) ? "passed" : (text ~ /\*\*\*(Skipped|Not Run \(Disabled\))/) ? "skipped" : "failed"
  next
}

function note_function(id, verdict, name,   key, plain) {
  plain = name
  sub(/^.*::/, "", plain)
  if ((plain == "initTestCase" || plain == "cleanupTestCase") && verdict != "FAIL" && verdict != "SKIP") {
    return
  }
  key = id SUBSEP name
  if (verdict == "FAIL" || verdict == "XPASS") {
    worst[key] = 3
  } else if (verdict == "SKIP") {
    if (worst[key] < 1) worst[key] = 1
  } else if (worst[key] < 2) {
    worst[key] = 2
  }
}

END {
  for (key in worst) {
    split(key, part, SUBSEP)
    seen[part[1]]++
    if (worst[key] == 3) { failed++; broken[part[1]]++ }
    else if (worst[key] == 2) passed++
    else skipped++
  }
  programs = 0
  for (id in ended) {
    programs++
    if (ended[id] == "failed" && !broken[id]) failed++
    if (ended[id] == "passed" && !seen[id]) passed++
  }
  for (id in ended) {
    if (ended[id] == "failed" || broken[id]) {
      printf "\n===== FAILED: %s\n%s", titles[id], output[id]
    }
  }
  if (programs == 0) {
    print "no test program ran"
    failed++
  }
  if (reasonCount > 0) {
    printf "\n%d skipped:\n", skipped
    for (key in reasons) {
      split(key, part, SUBSEP)
      printf "  %s: %s\n", titles[part[1]], part[2]
    }
  }
  for (id in seeds) printf "%s: %s\n", titles[id], seeds[id]
  printf "%d passed, %d failed\n", passed, failed
  exit failed > 0 ? 1 : 0
}
