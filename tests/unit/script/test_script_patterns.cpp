// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns as a script sees them: every class of characters, as many captures as there may be, and that all work is
// charged to the script, however it is asked for. What random patterns answer is compared with Redis in
// tests/conformance.
#include <QtTest>

#include "script_bench.h"

namespace test_script_patterns {

using namespace evenhand;
using namespace evenhand::script;

namespace {

constexpr std::string_view kBusy = "-BUSY Script exceeded its time limit and was stopped";

ScriptLimits shortLimits() {
    ScriptLimits limits;
    limits.instructions = 2'000'000;
    return limits;
}

bool isBetween(int c, int low, int high) { return low <= c && c <= high; }
bool isUpper(int c) { return isBetween(c, 'A', 'Z'); }
bool isLower(int c) { return isBetween(c, 'a', 'z'); }
bool isDigit(int c) { return isBetween(c, '0', '9'); }

/// Of the C locale, which is what Lua's classes mean.
bool belongs(int c, char letter) {
    switch (letter) {
        case 'a': return isUpper(c) || isLower(c);
        case 'c': return c < 32 || c == 127;
        case 'd': return isDigit(c);
        case 'l': return isLower(c);
        case 'p': return isBetween(c, 33, 126) && !isUpper(c) && !isLower(c) && !isDigit(c);
        case 's': return c == ' ' || isBetween(c, '\t', '\r');
        case 'u': return isUpper(c);
        case 'w': return isUpper(c) || isLower(c) || isDigit(c);
        case 'x': return isDigit(c) || isBetween(c, 'a', 'f') || isBetween(c, 'A', 'F');
        case 'z': return c == 0;
        default: return false;
    }
}

}  // namespace

class TestScriptPatterns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyClass();
    void setsAtTheirBounds_data();
    void setsAtTheirBounds();
    void asManyCapturesAsThereMayBe();
    void workIsCharged_data();
    void workIsCharged();
};

/// Alone and in a set; in upper case, all the others.
void TestScriptPatterns::everyClass() {
    Bench bench;
    const std::string source =
        "local found = {} for c = 0, 255 do for _, form in ipairs({'^%' .. ARGV[1] .. '$', '^[%' .. ARGV[1] .. ']$'}) "
        "do if string.find(string.char(c), form) then found[#found + 1] = c end end end "
        "return table.concat(found, ' ')";
    for (const char letter : std::string_view("acdlpsuwxz")) {
        for (const bool others : {false, true}) {
            std::string expected;
            for (int c = 0; c < 256; ++c) {
                if (belongs(c, letter) != others) {
                    const auto number = std::to_string(c);
                    expected += (expected.empty() ? "" : " ") + number + " " + number;
                }
            }
            const char asked = others ? static_cast<char>(letter - 'a' + 'A') : letter;
            QCOMPARE(bench.text(source, {}, {std::string_view(&asked, 1)}), "\"" + expected + "\"");
        }
    }
    QCOMPARE(bench.text("return {string.find('a.b', '%.'), string.find('a%b', '%%'), string.find('a-b', '[%-]')}"),
             "[2 2 2 2]");
}

void TestScriptPatterns::setsAtTheirBounds_data() {
    QTest::addColumn<QByteArray>("set");
    QTest::addColumn<QByteArray>("taken");  // of " -a-z\n]^%xb" + the bytes from 0x80 on
    const auto row = [](const char* set, const char* taken) {
        QTest::newRow(set) << QByteArray(set) << QByteArray(taken);
    };
    row("[b-x]", "bcwx");
    row("[^b-x]", "ayz-]^%0\x80\xff");
    row("[a-]", "a-");
    row("[-a]", "a-");
    row("[]]", "]");
    row("[^]]", "abcwxyz-^%0\x80\xff");
    row("[a^]", "a^");
    row("[%]a]", "a]");
    row("[%a-z]", "abcwxyz-");  // a class begins no range
    row("[x-b]", "");
    row("[0-9%%]", "%0");
    row("[y-\xff]", "yz\x80\xff");
}

void TestScriptPatterns::setsAtTheirBounds() {
    QFETCH(QByteArray, set);
    QFETCH(QByteArray, taken);
    Bench bench;
    const std::string all = "abcwxyz-]^%0\x80\xff";
    const auto reply = bench.eval(
        "return (string.gsub(ARGV[1], '[^%z]', function(c) "
        "return string.find(c, '^' .. ARGV[2] .. '$') and c or '' end))",
        {}, {all, std::string_view(set.constData(), static_cast<std::size_t>(set.size()))});
    QCOMPARE(QByteArray::fromStdString(reply.text), taken);
}

/// Thirty-two; one more is refused, and not written behind the others.
void TestScriptPatterns::asManyCapturesAsThereMayBe() {
    Bench bench;
    const std::string source =
        "local n = tonumber(ARGV[1]) local s = string.rep('x', n) "
        "return {select('#', string.match(s, string.rep('(x)', n))), "
        "select(2, string.gsub(s, string.rep('()', n), ''))}";
    QCOMPARE(bench.text(source, {}, {"32"}), "[32 33]");
    const auto tooMany = bench.text(source, {}, {"33"});
    QVERIFY2(tooMany.find("too many captures") != std::string::npos, tooMany.c_str());
}

void TestScriptPatterns::workIsCharged_data() {
    QTest::addColumn<QByteArray>("source");
    const auto row = [](const char* name, const char* source) { QTest::newRow(name) << QByteArray(source); };
    // Each does some hundred million steps of the matcher and few of Lua's.
    row("a long set, again and again",
        "return string.find(string.rep('a', 20000), '^[^' .. string.rep('b', 10000) .. ']*$')");
    row("what a capture has taken", "return string.find(string.rep('a', 40000), '^(.*)%1b')");
    row("what is balanced", "local s = string.rep('(', 2000) for i = 1, 3 do string.find(s, '%b()') end");
    row("looks that find nothing", "local s = string.rep('a', 900) for i = 1, 8000 do string.find(s, '^a-b') end");
    row("looks that find something",
        "local s = string.rep('a', 900) .. 'b' for i = 1, 8000 do string.find(s, '^a-b') end");
    row("gmatch, often",
        "local s = string.rep('a', 900) for i = 1, 8000 do for w in string.gmatch(s, 'a*') do end end");
    row("gsub, often", "local s = string.rep('a', 900) for i = 1, 8000 do string.gsub(s, 'a*', '') end");
    row("gmatch by its old name", "for w in string.gfind(string.rep('a', 120), '.*.*.*.*b') do end");
}

void TestScriptPatterns::workIsCharged() {
    QFETCH(QByteArray, source);
    Bench bench(shortLimits());
    const std::string reply = bench.text(source.toStdString());
    QVERIFY2(reply.starts_with(kBusy), reply.c_str());
    QVERIFY(bench.host.timedOut());
    QCOMPARE(bench.text("return (string.gsub('a', 'a', 'b'))"), "\"b\"");
}

}  // namespace test_script_patterns

QTEST_APPLESS_MAIN(test_script_patterns::TestScriptPatterns)
#include "test_script_patterns.moc"
