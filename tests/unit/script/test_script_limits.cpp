// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts that do not end, eat memory, or try to catch being stopped. The instruction limit makes every case
// repeatable; a hand-driven clock stands for the time limit.
#include <QtTest>
#include <atomic>
#include <thread>

#include "script_bench.h"

namespace test_script_limits {

using namespace evenhand;
using namespace evenhand::script;

namespace {

constexpr std::string_view kBusy = "-BUSY Script exceeded its time limit and was stopped";

ScriptLimits shortLimits() {
    ScriptLimits limits;
    limits.instructions = 2'000'000;
    limits.memoryBytes = std::size_t{16} << 20;
    return limits;
}

/// Ahead by a second at every look.
class RushingClock final : public Clock {
public:
    Instant now() const noexcept override { return {0}; }
    std::int64_t monotonicNs() const noexcept override { return m_ns += 1'000'000'000; }

private:
    mutable std::atomic<std::int64_t> m_ns{0};
};

}  // namespace

class TestScriptLimits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void endlessScriptsAreStopped_data();
    void endlessScriptsAreStopped();
    void patternsWithinTheLimitsMatch();
    void whatRunsCanBeInterrupted();
    void theClockCountsToo();
    void instructionsAreCounted();
    void writesBeforeATimeOutCanBeUndone();
    void memoryIsBounded_data();
    void memoryIsBounded();
    void memoryErrorsCanBeCaught();
    void garbageIsNoError();
    void badErrorValues_data();
    void badErrorValues();
};

void TestScriptLimits::endlessScriptsAreStopped_data() {
    QTest::addColumn<QByteArray>("source");
    const auto row = [](const char* name, const char* source) { QTest::newRow(name) << QByteArray(source); };
    row("loop", "while true do end");
    row("one line loop with work", "local n = 0 while true do n = n + 1 end");
    row("pcall around the loop", "while true do pcall(function() while true do end end) end");
    row("pcall within pcall", "local function f() pcall(function() while true do end end) return f() end pcall(f) f()");
    row("xpcall with an endless handler",
        "while true do xpcall(function() while true do end end, function() while true do end end) end");
    row("endless handler of an error", "xpcall(function() error('x') end, function() while true do end end)");
    row("coroutine", "coroutine.wrap(function() while true do end end)()");
    row("coroutines in pcall",
        "while true do pcall(function() coroutine.wrap(function() while true do end end)() end) end");
    row("resume swallows errors",
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end");
    row("nested coroutines", "local function f() while true do coroutine.resume(coroutine.create(f)) end end f()");
    row("metamethod",
        "local t = setmetatable({}, {__index = function() while true do end end}) "
        "while true do pcall(function() return t.x end) end");
    row("tostring of an error",
        "error(setmetatable({}, {__tostring = function() while true do end end, "
        "__newindex = function() while true do end end})) while true do end");
    row("sort",
        "local t = {} for i = 1, 100 do t[i] = i end while true do table.sort(t, function(a, b) "
        "for i = 1, 1000 do end return a < b end) end");
    row("loaded text", "while true do pcall(loadstring('while true do end')) end");
    row("find that backtracks", "return string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 41))");
    row("match that backtracks", "return string.match(string.rep('a', 3000), '.-.-.-.-.-b')");
    row("gmatch that backtracks", "for w in string.gmatch(string.rep('a', 3000), '.*.*.*.*b') do end");
    row("gsub that backtracks", "return string.gsub(string.rep('a', 3000), 'a*a*a*a*b', '')");
    row("gsub that calls", "return string.gsub(string.rep('a', 10), '.', function() while true do end end)");
    row("long sets", "return string.find(string.rep('a', 1e5), '[' .. string.rep('b', 1e5) .. ']')");
    row("unbalanced", "return string.find(string.rep('(', 1e5), '%b()')");
    row("backtracking in pcall",
        "while true do pcall(string.find, string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 41)) end");
    row("backtracking in a method", "local s = string.rep('a', 3000) while true do s:find('.-.-.-b') end");
    row("backtracking in a coroutine",
        "coroutine.wrap(function() string.find(string.rep('a', 3000), '.-.-.-.-b') end)()");
    row("commands", "while true do redis.call('INCR', 'n') end");
    row("commands in pcall", "while true do redis.pcall('INCR', 'n') pcall(redis.call, 'NOSUCH') end");
}

void TestScriptLimits::endlessScriptsAreStopped() {
    QFETCH(QByteArray, source);
    Bench bench(shortLimits());
    const std::string reply = bench.text(source.toStdString());
    if (QByteArray(QTest::currentDataTag()) == "tostring of an error") {
        QVERIFY2(reply.starts_with("-ERR"), reply.c_str());  // raised before the loop; none of its functions ran
    } else {
        QVERIFY2(reply.starts_with(kBusy), reply.c_str());
        QVERIFY(bench.host.timedOut());
    }
    QCOMPARE(bench.text("return {1, #KEYS}"), "[1 0]");
    QVERIFY(!bench.host.timedOut());
}

/// Long texts are no endless ones, and deep patterns end before the stack does.
void TestScriptLimits::patternsWithinTheLimitsMatch() {
    Bench bench;
    QCOMPARE(bench.text("local s = string.rep('a', 1e6) return {tostring(s:find('b')), "
                        "tostring(s:find(string.rep('a', 5e5) .. 'b', 1, true)), #s:match('a*$'), "
                        "(select(2, s:gsub('a', 'b')))}"),
             R"(["nil" "nil" 1000000 1000000])");
    QCOMPARE(bench.text("return {string.find(string.rep('a', 1000), string.rep('a?', 1000))}"), "[1 1000]");
    const auto deep = bench.text("return string.find(string.rep('a', 1e5), string.rep('a?', 1e5))");
    QVERIFY2(deep.find("pattern too complex") != std::string::npos, deep.c_str());
}

/// As the server does when it is told to stop: there is no limit that would end these.
void TestScriptLimits::whatRunsCanBeInterrupted() {
    for (const char* source :
         {"while true do end",
          "return string.find(string.rep('a', 60), string.rep('a?', 60) .. string.rep('a', 61))"}) {
        ScriptLimits limits;
        limits.instructions = INT64_MAX;
        Bench bench(limits);
        std::thread other([&bench] { bench.host.interrupt(); });
        QVERIFY(bench.text(source).starts_with(kBusy));
        other.join();
    }
}

void TestScriptLimits::theClockCountsToo() {
    RushingClock clock;
    ScriptLimits limits;
    limits.timeMs = 3'000;
    Bench bench(limits, &clock);
    QVERIFY(bench.text("while true do end").starts_with(kBusy));
    QCOMPARE(bench.text("local n = 0 for i = 1, 1000 do n = n + i end return n"), "500500");
    // Every 10,000 instructions it is looked at, from the first look on.
    QCOMPARE(bench.text("for i = 1, 35000 do end return 7"), "7");
    QVERIFY(bench.text("for i = 1, 45000 do end return 7").starts_with(kBusy));
    QVERIFY(bench.host.timedOut());
}

void TestScriptLimits::instructionsAreCounted() {
    ScriptLimits limits;
    limits.instructions = 30'000;
    Bench bench(limits);
    QCOMPARE(bench.text("for i = 1, 25000 do end return 7"), "7");
    QVERIFY(bench.text("for i = 1, 35000 do end return 7").starts_with(kBusy));
    QCOMPARE(bench.text("for i = 1, 25000 do end return 7"), "7");  // each run has as many
}

void TestScriptLimits::writesBeforeATimeOutCanBeUndone() {
    Bench bench(shortLimits());
    QCOMPARE(bench.command({"SET", "kept", "1"}), "+OK");
    const auto mark = bench.keyspace.mark();
    QVERIFY(
        bench.text("redis.call('SET', 'kept', 2) redis.call('SET', 'new', 1) while true do end").starts_with(kBusy));
    QCOMPARE(bench.command({"GET", "new"}), "\"1\"");
    bench.keyspace.undoTo(mark);
    QCOMPARE(bench.command({"GET", "new"}), "nil");
    QCOMPARE(bench.command({"GET", "kept"}), "\"1\"");
}

void TestScriptLimits::memoryIsBounded_data() {
    QTest::addColumn<QByteArray>("source");
    QTest::newRow("string") << QByteArray("local s = 'x' while true do s = s .. s end");
    QTest::newRow("table") << QByteArray("local t = {} for i = 1, 1e9 do t[i] = {i} end");
    QTest::newRow("recursion") << QByteArray(
        "local function f(n) local t = {n, n, n} return f(n + 1) + #t end return f(1)");
    QTest::newRow("library function") << QByteArray("return string.rep('x', 2e7)");
    QTest::newRow("replies") << QByteArray(
        "for i = 1, 12 do redis.call('SET', 'k', string.rep('v', 1e6)) end "
        "local t = {} for i = 1, 100 do t[i] = redis.call('GET', 'k') .. i end");
}

void TestScriptLimits::memoryIsBounded() {
    QFETCH(QByteArray, source);
    ScriptLimits limits = shortLimits();
    limits.instructions = 1'000'000'000;
    Bench bench(limits);
    const std::string reply = bench.text(source.toStdString());
    QVERIFY2(reply.starts_with("-ERR"), reply.c_str());
    QVERIFY2(reply.find("not enough memory") != std::string::npos || reply.find("stack overflow") != std::string::npos,
             reply.c_str());
    QCOMPARE(bench.text("return {1, ARGV}", {}, {"a"}), R"([1 ["a"]])");
    QVERIFY(bench.host.memoryUsed() < (std::size_t{4} << 20));
}

void TestScriptLimits::memoryErrorsCanBeCaught() {
    Bench bench(shortLimits());
    QCOMPARE(
        bench.text(
            "local ok, e = pcall(function() local s = 'x' while true do s = s .. s end end) return {tostring(ok), e}"),
        R"(["false" "not enough memory"])");
}

/// What is not reachable any more never counts: the collector keeps up long before the limit.
void TestScriptLimits::garbageIsNoError() {
    ScriptLimits limits = shortLimits();
    limits.instructions = 1'000'000'000;
    Bench bench(limits);
    QCOMPARE(bench.text("for i = 1, 300 do local s = string.rep('x', 500000) .. i end return 1"), "1");
    QCOMPARE(bench.text("for i = 1, 500000 do local t = {i, {i}} end return 2"), "2");
    QCOMPARE(bench.text(
                 "redis.call('SET', 'k', string.rep('v', 1e6)) for i = 1, 100 do redis.call('GET', 'k') end return 3"),
             "3");
}

void TestScriptLimits::badErrorValues_data() {
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("empty table") << QByteArray("error({})") << QByteArray("-ERR execution failure script: ");
    QTest::newRow("err is a table") << QByteArray("error({err = {}})") << QByteArray("-ERR execution failure script: ");
    QTest::newRow("err is a number") << QByteArray("error({err = 5})") << QByteArray("-5 script: ");
    QTest::newRow("function") << QByteArray("error(function() end)") << QByteArray("-ERR function: ");
    QTest::newRow("guarded table") << QByteArray(
                                          "error(setmetatable({err = 'E x'}, {__newindex = function() error('y') end, "
                                          "__index = function() error('z') end}))")
                                   << QByteArray("-E x script: ");
}

void TestScriptLimits::badErrorValues() {
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, reply);
    Bench bench;
    const std::string text = bench.text(source.toStdString());
    QVERIFY2(text.starts_with(reply.toStdString()), text.c_str());
    QCOMPARE(bench.text("return 1"), "1");
}

}  // namespace test_script_limits

QTEST_APPLESS_MAIN(test_script_limits::TestScriptLimits)
#include "test_script_limits.moc"
