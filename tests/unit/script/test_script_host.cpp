// SPDX-License-Identifier: GPL-3.0-or-later
// Replies, errors and the sandbox, against what Redis 7.0.15 answered.
#include <QtTest>

#include "engine/base/sha1.h"
#include "redis_expectations.h"
#include "script_bench.h"

namespace test_script_host {

using namespace evenhand;
using namespace evenhand::script;

namespace {
keyspace::Script scriptOf(std::string_view source, const base::Sha1Hex& sha1) {
    return {"test", source, base::sha1Text(sha1)};
}
}  // namespace

class TestScriptHost : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersAsRedis_data();
    void answersAsRedis();
    void keysAndArguments();
    void binaryIsKept();
    void scriptsLeaveNothingBehind();
    void assignmentsNeverReachTheGlobals();
    void librariesCannotBeWrittenTo();
    void changedArgumentTablesAreReplaced();
    void argumentsAreThoseOfThisRun();
    void manyArguments();
    void compiledScripts();
    void cacheCommands();
    void evalByCommand();
    void randomIsTheSameEveryTime();
    void notOffered();
    void nestingEndsSomewhere();
    void theEngineOnTheFirstLine();
    void readOnlyKeyspace();
    void withoutRunner();
};

void TestScriptHost::answersAsRedis_data() {
    QTest::addColumn<QByteArrayList>("sources");
    QTest::addColumn<QByteArrayList>("replies");
    const auto group = [](const char* name, std::span<const Expectation> expectations) {
        QByteArrayList sources;
        QByteArrayList replies;
        for (const Expectation& expectation : expectations) {
            sources << QByteArray(expectation.source);
            replies << QByteArray(expectation.reply);
        }
        QTest::newRow(name) << sources << replies;
    };
    group("conversion", kConversion);
    group("arguments", kArguments);
    group("errors", kErrors);
    group("api", kApi);
    group("protection", kProtection);
}

void TestScriptHost::answersAsRedis() {
    QFETCH(QByteArrayList, sources);
    QFETCH(QByteArrayList, replies);
    Bench bench;
    for (qsizetype i = 0; i < sources.size(); ++i) {
        const std::string reply = bench.text(sources[i].toStdString());
        QVERIFY2(
            reply == replies[i].toStdString(),
            (sources[i].toStdString() + "\n  embedded " + reply + "\n  redis    " + replies[i].toStdString()).c_str());
    }
}

void TestScriptHost::keysAndArguments() {
    Bench bench;
    QCOMPARE(bench.text("return {KEYS, ARGV}", {"k1", "k2"}, {"a", "", "c"}), R"([["k1" "k2"] ["a" "" "c"]])");
    QCOMPARE(bench.text("return {KEYS, ARGV}", {"k1"}, {}), R"([["k1"] []])");
    QCOMPARE(bench.text("return {#KEYS, #ARGV}"), "[0 0]");
    QCOMPARE(bench.text("return {type(ARGV[1]), ARGV[1] + 1}", {}, {"41"}), R"(["string" 42])");
    QCOMPARE(bench.text("return {KEYS, ARGV}", {}, {"x"}), R"([[] ["x"]])");
}

void TestScriptHost::binaryIsKept() {
    Bench bench;
    const std::string bytes("\0\r\n\xff\"", 5);
    QCOMPARE(bench.eval("redis.call('SET', KEYS[1], ARGV[1]) return redis.call('GET', KEYS[1])", {bytes}, {bytes}).text,
             bytes);
    QCOMPARE(bench.eval("return '\\0\\255'").text, std::string("\0\xff", 2));
}

void TestScriptHost::scriptsLeaveNothingBehind() {
    Bench bench;
    QVERIFY(bench.text("KEYS.left = 1 ARGV.left = 2 return 1", {"a"}, {"b"}) == "1");
    QCOMPARE(bench.text("return tostring(KEYS.left) .. tostring(ARGV.left)"), R"("nilnil")");
    QVERIFY(bench.text("rawset(KEYS, 50, 'x') return 1").starts_with("1"));
    QCOMPARE(bench.text("return tostring(KEYS[50])"), R"("nil")");
    QVERIFY(
        bench.text("local t = getmetatable(KEYS) or {} t.__index = function() return 1 end setmetatable(KEYS, t)") ==
        "nil");
    QCOMPARE(bench.text("return tostring(KEYS[9])"), R"("nil")");
    QVERIFY(bench.text("pcall(function() string.leak = 1 end) pcall(rawset, string, 'leak', 1) "
                       "pcall(function() leak = 1 end) pcall(setmetatable, _G, {}) return 1") == "1");
    QCOMPARE(bench.text("return tostring(string.leak) .. tostring(rawget(_G, 'leak'))"), R"("nilnil")");
    QVERIFY(bench.text("collectgarbage('stop') collectgarbage('setpause', 100000) return 1") == "1");
    QVERIFY(bench.text("math.randomseed(99) return 1") == "1");
    QCOMPARE(bench.text("return math.random(1000)"), bench.text("return math.random(1000)"));
}

/// Scripts that assign no global run on the real table of globals; those that do must not reach it, however hidden.
void TestScriptHost::assignmentsNeverReachTheGlobals() {
    Bench bench;
    const char* const attempts[] = {
        "redis = 1",
        "KEYS = {}",
        "tonumber = nil",
        "redis, KEYS = 1, 2",
        "local function f() redis = 1 end f()",
        "function tostring() end",
        "local f = function() return function() ARGV = 1 end end f()()",
        "for i = 1, 1 do pcall = i end",
        "local t = {function() table = 1 end} t[1]()",
        "if true then else x = 1 end redis = 2",
        "_G.redis = 1",
        "_G['KEYS'] = 1",
        "rawset(_G, 'redis', 1)",
        "loadstring('redis = 1')()",
        "load(function() return nil end)() loadstring('return function() KEYS = 1 end')()()",
        "local f = coroutine.wrap(function() redis = 1 end) f()",
        "setmetatable(_G, nil)",
        "local g = _G g.math = nil"};
    for (const char* attempt : attempts) {
        const std::string reply = bench.text(attempt);
        QVERIFY2(reply.find("Attempt to modify a readonly table") != std::string::npos,
                 (attempt + (" -> " + reply)).c_str());
    }
    QCOMPARE(
        bench.text(
            "return {type(redis.call), #KEYS, #ARGV, type(tonumber), type(tostring), type(pcall), type(table.sort)}"),
        R"(["function" 0 0 "function" "function" "function" "function"])");
    QCOMPARE(bench.text("return tostring(getmetatable(_G))"), R"("false")");
    QVERIFY(bench.text("return new").find("nonexistent global variable 'new'") != std::string::npos);
}

/// Scripts that write to no table get the libraries' real tables; these get at a function that writes by some way
/// round.
void TestScriptHost::librariesCannotBeWrittenTo() {
    Bench bench;
    for (const char* attempt :
         {"pcall(rawset, redis, 'left', 1)", "pcall(table.insert, redis, 1)", "pcall(setmetatable, redis, {})",
          "for name, f in pairs(_G) do if name == 'raw' .. 'set' then pcall(f, redis, 'left', 1) end end",
          "pcall(function() getmetatable('').__index.left = 1 end)", "pcall(function() redis.left = 1 end)",
          "pcall(loadstring, 'redis.left = 1')", "pcall(function() local t = {redis} t[1].left = 1 end)",
          "pcall(table.sort, redis)", "local f = coroutine.wrap(function() redis.call = nil end) pcall(f)"}) {
        static_cast<void>(bench.text(attempt));
        QCOMPARE(
            bench.text(
                "return tostring(redis.left) .. tostring(redis[1]) .. tostring(string.left) .. "
                "tostring(redis.line) .. tostring(string.source) .. type(redis.call) .. tostring(getmetatable(redis))"),
            bench.text("return 'nilnilnilnilnilfunctionfalse'"));
    }
    QCOMPARE(bench.text("return redis.sha1hex('') .. ('x'):rep(2) .. string.upper('y') .. math.max(1, 2)"),
             R"("da39a3ee5e6b4b0d3255bfef95601890afd80709xxY2")");
    QVERIFY(bench.text("return nothing").find("nonexistent global variable 'nothing'") != std::string::npos);
    QCOMPARE(bench.text("local n = 0 for name in pairs(redis) do n = n + 1 end return n > 10 and 1 or 0"), "1");
}

/// What stays in KEYS and ARGV from run to run is never seen.
void TestScriptHost::argumentsAreThoseOfThisRun() {
    Bench bench;
    const std::string all = "return {KEYS, ARGV, #KEYS, #ARGV}";
    const std::string changing = "KEYS[1] = 'changed' ARGV[7] = 'new' " + all;
    for (int round = 0; round < 3; ++round) {
        QCOMPARE(bench.text(all, {"k1", "k2"}, {"a", "b", "c"}), R"([["k1" "k2"] ["a" "b" "c"] 2 3])");
        QCOMPARE(bench.text(all, {"k1"}, {"a", "B"}), R"([["k1"] ["a" "B"] 1 2])");
        QCOMPARE(bench.text(all), "[[] [] 0 0]");
        QCOMPARE(bench.text(all, {"k2", "k1"}, {"B", "a", ""}), R"([["k2" "k1"] ["B" "a" ""] 2 3])");
        QVERIFY(bench.text(changing, {"k2", "k1"}, {"B"}).starts_with(R"([["changed" "k1"] ["B"])"));
        QCOMPARE(bench.text("return tostring(ARGV[7]) .. tostring(KEYS[1])"), R"("nilnil")");
        QCOMPARE(bench.text(all, {"k2"}, {"B"}), R"([["k2"] ["B"] 1 1])");
        QCOMPARE(bench.text("return {#ARGV[1], #ARGV}", {}, {std::string(100'000, 'x')}), "[100000 1]");
        QCOMPARE(bench.text("error(ARGV[1])", {}, {"e"}).substr(0, 1), "-");
        QCOMPARE(bench.text("error(KEYS)", {"k"}).substr(0, 1), "-");
        QCOMPARE(bench.text("return tostring(KEYS.line)", {"k"}), R"("nil")");
        QCOMPARE(bench.text(all, {"x"}, {}), R"([["x"] [] 1 0])");
    }
}

void TestScriptHost::changedArgumentTablesAreReplaced() {
    Bench bench;
    QCOMPARE(bench.text("KEYS[1] = nil KEYS[2] = 'q' table.insert(ARGV, 'z') return {KEYS[2], ARGV}", {"a"}, {"b"}),
             R"(["q" ["b" "z"]])");
    QCOMPARE(bench.text("return {KEYS, ARGV}", {"a"}, {"b"}), R"([["a"] ["b"]])");
}

void TestScriptHost::manyArguments() {
    Bench bench;
    const std::vector<std::string> values(7000, "v");
    const std::vector<std::string_view> args(values.begin(), values.end());
    QCOMPARE(bench.text("return {#ARGV, redis.call('RPUSH', KEYS[1], unpack(ARGV))}", {"l"}, args), "[7000 7000]");
    QCOMPARE(bench.text("local t = {} for i = 1, 100 do t[i] = i end return redis.call('RPUSH', 'n', unpack(t))"),
             "100");
    QCOMPARE(bench.text("return redis.call('LRANGE', 'n', 97, -1)"), R"(["98" "99" "100"])");
    QCOMPARE(bench.text("return #redis.call('LRANGE', 'l', 0, -1)"), "7000");
    QCOMPARE(bench.text("return #ARGV"), "0");
}

void TestScriptHost::compiledScripts() {
    Bench bench;
    const std::string source = "return redis.call('INCRBY', KEYS[1], ARGV[1])";
    const auto sha1 = base::sha1Hex(source);
    const keyspace::Script script = scriptOf(source, sha1);
    for (int i = 1; i <= 3; ++i) {
        const auto reply = bench.keyspace.run(script, {"n"}, {"2"});
        QVERIFY(reply.has_value());
        QCOMPARE(reply->integer, 2 * i);
    }
    QCOMPARE(bench.command({"EVALSHA", script.sha1, "1", "n", "4"}), "10");
    const auto failed = bench.keyspace.run(script, {"n"}, {"x"});
    QVERIFY(!failed.has_value());
    QCOMPARE(failed.error().code, ErrorCode::Script);
    QCOMPARE(failed.error().message, "ERR value is not an integer or out of range script: " + std::string(script.sha1) +
                                         ", on @user_script:1.");
    QCOMPARE(bench.command({"SCRIPT", "FLUSH"}), "+OK");
    QVERIFY(bench.keyspace.run(script, {"n"}, {"1"}).has_value());
    const std::string broken = "return (";
    const auto brokenSha1 = base::sha1Hex(broken);
    QVERIFY(!bench.keyspace.run(scriptOf(broken, brokenSha1), {}, {}).has_value());
}

void TestScriptHost::cacheCommands() {
    Bench bench;
    const std::string sha1 = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";  // return 1
    const std::string upper = "E0E1F9FABFC9D4800C877A703B823AC0578FF8DB";
    QCOMPARE(bench.command({"EVALSHA", sha1, "0"}), "-NOSCRIPT No matching script. Please use EVAL.");
    QCOMPARE(bench.command({"SCRIPT", "LOAD", "return 1"}), "\"" + sha1 + "\"");
    QCOMPARE(bench.command({"EVALSHA", upper, "0"}), "1");
    QCOMPARE(bench.command({"script", "exists", sha1, upper, "x"}), "[1 1 0]");
    QCOMPARE(bench.command({"SCRIPT", "LOAD", "return ("}),
             "-ERR Error compiling script (new function): user_script:1: unexpected symbol near '<eof>'");
    QCOMPARE(bench.command({"SCRIPT", "FLUSH", "now"}), "-ERR SCRIPT FLUSH only support SYNC|ASYNC option");
    QCOMPARE(bench.command({"SCRIPT", "FLUSH", "ASYNC"}), "+OK");
    QCOMPARE(bench.command({"SCRIPT", "EXISTS", sha1}), "[0]");
    QCOMPARE(bench.command({"SCRIPT", "KILL"}), "-NOTBUSY No scripts in execution right now.");
    QCOMPARE(bench.command({"SCRIPT", "LOAD"}), "-ERR wrong number of arguments for 'script|load' command");
    QCOMPARE(bench.command({"SCRIPT", "other"}), "-ERR unknown subcommand 'other'. Try SCRIPT HELP.");
    QVERIFY(bench.command({"SCRIPT", "HELP"}).starts_with("[+SCRIPT"));
}

void TestScriptHost::evalByCommand() {
    Bench bench;
    QCOMPARE(bench.command({"EVAL", "return {KEYS, ARGV}", "1", "k", "a"}), R"([["k"] ["a"]])");
    QCOMPARE(bench.command({"EVAL", "return 1", "2", "k"}), "-ERR Number of keys can't be greater than number of args");
    QCOMPARE(bench.command({"EVAL", "return 1", "-1"}), "-ERR Number of keys can't be negative");
}

/// Unlike Redis 7.0, which goes on where the last script ended: the engine must be repeatable.
void TestScriptHost::randomIsTheSameEveryTime() {
    Bench bench;
    QCOMPARE(bench.text("return {math.random(100), math.random(100), tostring(math.random())}"),
             R"([18 75 "0.09637165539729"])");
    QCOMPARE(bench.text("return {math.random(100), math.random(100), tostring(math.random())}"),
             R"([18 75 "0.09637165539729"])");
}

void TestScriptHost::notOffered() {
    Bench bench;
    QVERIFY(bench.text("return redis.setresp(3)").starts_with("-ERR RESP version 3 is not available"));
    QVERIFY(bench.text("#!lua flags=no-writes\nreturn 1").starts_with("-ERR Script flags are not available"));
    for (const char* name : {"cjson", "cmsgpack", "struct", "bit"}) {
        QVERIFY(bench.text(std::string("return ") + name).starts_with("-ERR user_script:1: Script attempted"));
    }
    QVERIFY(bench.text("return tostring(redis.breakpoint) .. tostring(redis.acl_check_cmd)") == R"("nilnil")");
    QCOMPARE(bench.text("return {loadstring(string.dump(function() return 1 end))}"), "[]");
    QCOMPARE(bench.text("local rest = string.dump(function() return 1 end) "
                        "return {load(function() local all = rest rest = nil return all end)}"),
             "[]");
}

void TestScriptHost::nestingEndsSomewhere() {
    Bench bench;
    keyspace::Reply reply = bench.eval("local t = {} t[1] = t return t");
    std::size_t depth = 0;
    const keyspace::Reply* inner = &reply;
    while (inner->type == keyspace::Reply::Type::Array) {
        QCOMPARE(inner->elements.size(), std::size_t{1});
        inner = &inner->elements[0];
        ++depth;
    }
    QCOMPARE(inner->text, "ERR reached lua stack limit");
    QCOMPARE(depth, std::size_t{1000});
    QCOMPARE(bench.text("return 1"), "1");
}

/// The line of the shebang counts: errors say the lines that the author sees.
void TestScriptHost::theEngineOnTheFirstLine() {
    Bench bench;
    QCOMPARE(bench.text("#!lua\nreturn {#KEYS, ARGV[1]}", {"k"}, {"a"}), R"([1 "a"])");
    QCOMPARE(bench.text("#!lua   \nreturn 1"), "1");
    const auto failed = bench.text("#!lua\n\nerror('here')");
    QVERIFY2(failed.find("user_script:3: here") != std::string::npos, failed.c_str());
    QCOMPARE(bench.text("#!lua"), "-ERR Invalid script shebang");
    QCOMPARE(bench.text("#!python\nreturn 1"), "-ERR Unexpected engine in script shebang: #!python");
    QCOMPARE(bench.text("#!lua2 name=x\nreturn 1"), "-ERR Unexpected engine in script shebang: #!lua2");
    QVERIFY(bench.text(" #!lua\nreturn 1").starts_with("-ERR Error compiling script"));
}

void TestScriptHost::readOnlyKeyspace() {
    Bench bench;
    QCOMPARE(bench.text("return redis.call('SET', 'a', 'b')"), "+OK");
    bench.keyspace.setReadOnly(true);
    QCOMPARE(bench.text("return redis.call('GET', 'a')"), R"("b")");
    QVERIFY(bench.text("return redis.call('SET', 'a', 'c')").starts_with("-READONLY"));
    QCOMPARE(bench.text("return redis.call('GET', 'a')"), R"("b")");
}

void TestScriptHost::withoutRunner() {
    keyspace::EmbeddedKeyspace keyspace;
    const std::vector<std::string_view> command{"EVAL", "return 1", "0"};
    {
        ScriptHost host(keyspace);
        QCOMPARE(line(keyspace.execute(command)), "1");
    }
    QVERIFY(keyspace.execute(command).isError());
}

}  // namespace test_script_host

QTEST_APPLESS_MAIN(test_script_host::TestScriptHost)
#include "test_script_host.moc"
