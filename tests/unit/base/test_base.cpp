// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <array>
#include <memory>
#include <string>
#include <type_traits>

#include "engine/base/counted.h"
#include "engine/base/csv_text.h"
#include "engine/base/ids.h"
#include "engine/base/invariant.h"
#include "engine/base/log.h"
#include "engine/base/money.h"
#include "engine/base/number_text.h"
#include "engine/base/repeated_lines.h"
#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/base/time_uuid.h"
#include "engine/base/within.h"

namespace test_base {

using namespace evenhand::base;

class TestBase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aResultGoesOnUntilItFails();
    void aLineThatRepeatsIsCountedInstead();
    void countsHaveTheirPlural();
    void moneyReadsExactly_data();
    void moneyReadsExactly();
    void moneyPrints();
    void moneyOverflowIsRefused();
    void moneyIsRefusedWithItsField();
    void boundsAreAllowedThemselves();
    void numbersAreWhole();
    void cellsAreInert();
    void utf8IsChecked_data();
    void utf8IsChecked();
    void idsAreChecked();
    void rngIsTheSameEverywhere();
    void rngBelowIsInRangeAndEven();
    void timeUuidsGrow();
    void aBrokenInvariantSaysWhatItMeansAndEndsTheProcess();
};

void TestBase::aResultGoesOnUntilItFails() {
    const auto half = [](int number) -> Result<int> {
        return number % 2 == 0 ? Result<int>(number / 2) : fail(ErrorCode::InvalidArgument, "odd", "number");
    };
    QCOMPARE(half(12).andThen(half), Result<int>(3));
    QCOMPARE(half(6).andThen(half).error().field, std::string("number"));
    QVERIFY(half(6).andThen(half) != half(6));
    bool called = false;
    const auto nothing = half(3).map([&](int) { called = true; });
    static_assert(std::is_same_v<decltype(nothing), const Result<void>>);
    QVERIFY(!nothing && !called);
    const auto text =
        Result<void>().andThen([&] { return half(8); }).map([](int number) { return std::to_string(number); });
    QCOMPARE(*text, std::string("4"));
    // What cannot be copied goes through; and of two that hold bools, a copy is not a conversion.
    QCOMPARE(**Result<std::unique_ptr<int>>(std::make_unique<int>(7)).map([](std::unique_ptr<int> p) { return p; }), 7);
    // A loop over the value of a temporary must not read what is gone: such a value is no reference.
    static_assert(std::is_same_v<decltype(half(1).value()), int>);
    static_assert(std::is_same_v<decltype(*half(1)), int>);
    Result<bool> no = false;
    const Result<bool> copy(no);
    QVERIFY(copy && !*copy);
}

void TestBase::aLineThatRepeatsIsCountedInstead() {
    evenhand::base::RepeatedLines lines;
    const evenhand::base::RepeatedLines::Time begin{};
    QCOMPARE(lines.pass("the disk is full", begin).value_or(""), std::string("the disk is full"));
    for (int i = 1; i <= 299; ++i) {
        QVERIFY(!lines.pass("the disk is full", begin + std::chrono::seconds(2 * i)));
    }
    QVERIFY(lines.pass("another thing", begin + std::chrono::seconds(1)).has_value());
    QCOMPARE(lines.pass("the disk is full", begin + std::chrono::minutes(10)).value_or(""),
             std::string("the disk is full (and 299 times since it was last said)"));
    QVERIFY(!lines.pass("the disk is full", begin + std::chrono::minutes(11)));
    QCOMPARE(lines.pass("the disk is full", begin + std::chrono::minutes(20)).value_or(""),
             std::string("the disk is full (and 1 times since it was last said)"));
    QCOMPARE(lines.pass("the disk is full", begin + std::chrono::minutes(30)).value_or(""),
             std::string("the disk is full"));
    // Sixty-four lines are known; with one more the oldest is forgotten.
    evenhand::base::RepeatedLines many;
    for (int i = 0; i < 64; ++i) {
        QVERIFY(many.pass(std::to_string(i), begin));
    }
    QVERIFY(!many.pass("0", begin));
    QVERIFY(many.pass("64", begin));
    QVERIFY(!many.pass("1", begin));
    QVERIFY(many.pass("0", begin));
}

void TestBase::countsHaveTheirPlural() {
    QCOMPARE(counted(0, "order"), std::string("0 orders"));
    QCOMPARE(counted(1, "order"), std::string("1 order"));
    QCOMPARE(counted(12'000, "order"), std::string("12000 orders"));
    QCOMPARE(counted(1, "entry", "entries"), std::string("1 entry"));
    QCOMPARE(counted(2, "entry", "entries"), std::string("2 entries"));
}

void TestBase::moneyReadsExactly_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("digits");
    QTest::addColumn<qint64>("minor");
    QTest::addColumn<int>("fault");  // -1: none
    const auto bad = [](const char* text, int digits, DecimalFault fault) {
        QTest::newRow(text) << QByteArray(text) << digits << qint64{0} << static_cast<int>(fault);
    };
    QTest::newRow("plain") << QByteArray("2.55") << 2 << qint64{255} << -1;
    QTest::newRow("one digit") << QByteArray("2.5") << 2 << qint64{250} << -1;
    QTest::newRow("whole") << QByteArray("7") << 2 << qint64{700} << -1;
    QTest::newRow("negative") << QByteArray("-11062.06") << 2 << qint64{-1106206} << -1;
    QTest::newRow("trailing zeros") << QByteArray("1.23000") << 2 << qint64{123} << -1;
    QTest::newRow("no lead") << QByteArray(".5") << 2 << qint64{50} << -1;
    QTest::newRow("yen") << QByteArray("120") << 0 << qint64{120} << -1;
    QTest::newRow("largest") << QByteArray("90071992547409.91") << 2 << qint64{9007199254740991} << -1;
    QTest::newRow("0.1+0.2 trap") << QByteArray("0.29") << 2 << qint64{29} << -1;
    bad("", 2, DecimalFault::NotANumber);
    bad(".", 2, DecimalFault::NotANumber);
    bad("-", 2, DecimalFault::NotANumber);
    bad("1e3", 2, DecimalFault::NotANumber);
    bad("1,000", 2, DecimalFault::NotANumber);
    bad("1.2.3", 2, DecimalFault::NotANumber);
    bad(" 1", 2, DecimalFault::NotANumber);
    bad("0x10", 2, DecimalFault::NotANumber);
    bad("nan", 2, DecimalFault::NotANumber);
    bad("0.001", 2, DecimalFault::SubMinor);
    bad("90071992547409.92", 2, DecimalFault::OutOfRange);
    bad("99999999999999999999999999", 2, DecimalFault::OutOfRange);
}

void TestBase::moneyReadsExactly() {
    QFETCH(QByteArray, text);
    QFETCH(int, digits);
    QFETCH(qint64, minor);
    QFETCH(int, fault);
    const auto parsed = parseDecimal(std::string_view(text.constData(), static_cast<size_t>(text.size())), digits);
    if (fault >= 0) {
        QVERIFY(!parsed);
        QCOMPARE(static_cast<int>(parsed.error()), fault);
        return;
    }
    QVERIFY(parsed);
    QCOMPARE(parsed->minor, minor);
}

void TestBase::moneyPrints() {
    QCOMPARE(formatMoney({0}, 2), std::string("0.00"));
    QCOMPARE(formatMoney({5}, 2), std::string("0.05"));
    QCOMPARE(formatMoney({-5}, 2), std::string("-0.05"));
    QCOMPARE(formatMoney({99}, 2), std::string("0.99"));
    QCOMPARE(formatMoney({-99}, 2), std::string("-0.99"));
    QCOMPARE(formatMoney({100}, 2), std::string("1.00"));
    QCOMPARE(formatMoney({123456}, 2), std::string("1234.56"));
    QCOMPARE(formatMoney({120}, 0), std::string("120"));
    QCOMPARE(formatMoney({INT64_MIN}, 0), std::string("-9223372036854775808"));
    Rng rng(7);
    for (int i = 0; i < 2000; ++i) {
        const Money amount{rng.between(-kMaxMoneyMinor, kMaxMoneyMinor)};
        const int digits = static_cast<int>(rng.below(7));
        const auto back = parseDecimal(formatMoney(amount, digits), digits);
        QVERIFY(back);
        QCOMPARE(back->minor, amount.minor);
    }
}

void TestBase::moneyOverflowIsRefused() {
    QCOMPARE(add({kMaxMoneyMinor}, {1}).error().code, ErrorCode::Overflow);
    QCOMPARE(add({-kMaxMoneyMinor}, {-1}).error().code, ErrorCode::Overflow);
    QCOMPARE(multiply({kMaxMoneyMinor / 2 + 1}, 2).error().code, ErrorCode::Overflow);
    QCOMPARE(multiply({INT64_MAX}, INT64_MAX).error().code, ErrorCode::Overflow);
    QCOMPARE(multiply({255}, 6)->minor, 1530);
}

void TestBase::moneyIsRefusedWithItsField() {
    QCOMPARE(add({kMaxMoneyMinor}, {0})->minor, kMaxMoneyMinor);
    QCOMPARE(add({-kMaxMoneyMinor}, {0})->minor, -kMaxMoneyMinor);
    QCOMPARE(multiply({kMaxMoneyMinor}, -1)->minor, -kMaxMoneyMinor);
    QCOMPARE(parseMoney("1.50", 2, "price")->minor, 150);
    const std::pair<const char*, ErrorCode> bad[] = {{"x", ErrorCode::InvalidArgument},
                                                     {"1.505", ErrorCode::InvalidArgument},
                                                     {"90071992547409.92", ErrorCode::Overflow}};
    for (const auto& [text, code] : bad) {
        const auto refused = parseMoney(text, 2, "price");
        QVERIFY2(!refused, text);
        QCOMPARE(refused.error().code, code);
        QCOMPARE(refused.error().field, std::string("price"));
        QCOMPARE(refused.error().value, std::string(text));
    }
}

void TestBase::boundsAreAllowedThemselves() {
    for (const int inside : {1, 2, 3}) {
        QVERIFY(within(inside, 1, 3, "keep"));
    }
    for (const int outside : {0, 4}) {
        const auto refused = within(outside, 1, 3, "keep");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().text(), "invalid_argument: must be 1 to 3 (keep = " + std::to_string(outside) + ")");
    }
    QVERIFY(validateText(std::string(10, 'x'), "reason", 10) && !validateText(std::string(11, 'x'), "reason", 10));
    QVERIFY(validateName(std::string(200, 'x'), "name") && !validateName(std::string(201, 'x'), "name"));
    // Hostile values are told in part.
    const Error shown{ErrorCode::NotFound, "none", "sku", std::string(120, 'x')};
    QCOMPARE(shown.text(), "not_found: none (sku = " + std::string(120, 'x') + ")");
    const Error cut{ErrorCode::NotFound, "none", "sku", std::string(121, 'x')};
    QCOMPARE(cut.text(), "not_found: none (sku = " + std::string(120, 'x') + "…)");
    QCOMPARE((Error{ErrorCode::NotFound, "none", "sku", {}}.text()), std::string("not_found: none (sku)"));
    QCOMPARE((Error{ErrorCode::NotFound, "none", {}, {}}.text()), std::string("not_found: none"));
}

void TestBase::numbersAreWhole() {
    QCOMPARE(numberFrom("12"), std::optional<std::int64_t>(12));
    QCOMPARE(numberFrom("-5"), std::optional<std::int64_t>(-5));
    QCOMPARE(numberFrom("9223372036854775807"), std::optional<std::int64_t>(INT64_MAX));
    for (const char* bad : {"", "12x", " 1", "1 ", "+1", "1.0", "0x1", "-", "9223372036854775808"}) {
        QVERIFY2(!numberFrom(bad), bad);
    }
    QCOMPARE(std::string(std::string_view(NumberText(INT64_MIN))), std::string("-9223372036854775808"));
}

/// No spreadsheet takes what somebody typed for a formula, and every cell stays one.
void TestBase::cellsAreInert() {
    const std::pair<const char*, const char*> cells[] = {{"", ""},
                                                         {"a", "a"},
                                                         {"a=b", "a=b"},
                                                         {"=1", "'=1"},
                                                         {"+1", "'+1"},
                                                         {"-1", "'-1"},
                                                         {"@a", "'@a"},
                                                         {"\ta", "'\ta"},
                                                         {"\ra", "\"'\ra\""},
                                                         {"\na", "\"'\na\""},
                                                         {"a,b", "\"a,b\""},
                                                         {"a\"b", "\"a\"\"b\""},
                                                         {"a\nb", "\"a\nb\""},
                                                         {"a\rb", "\"a\rb\""},
                                                         {"=\"a\",b", "\"'=\"\"a\"\",b\""}};
    for (const auto& [text, cell] : cells) {
        CsvText csv;
        csv.text(text);
        QCOMPARE(std::string(csv.str()), std::string(cell));
    }
    CsvText csv;
    csv.plain("=1").number(-5).text("x").endLine().text("").text("y").endLine();
    QCOMPARE(std::string(csv.str()), std::string("=1,-5,x\r\n,y\r\n"));
}

void TestBase::utf8IsChecked_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("length");
    QTest::newRow("ascii") << QByteArray("abc") << 3;
    QTest::newRow("chinese") << QByteArray("\xe5\x9d\x87\xe6\xb4\xbe") << 2;
    QTest::newRow("emoji") << QByteArray("\xf0\x9f\x9a\xb2") << 1;
    QTest::newRow("cut") << QByteArray("\xe5\x9d") << -1;
    QTest::newRow("overlong") << QByteArray("\xc0\x80", 2) << -1;
    QTest::newRow("overlong3") << QByteArray("\xe0\x80\x80", 3) << -1;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << -1;
    QTest::newRow("too large") << QByteArray("\xf4\x90\x80\x80") << -1;
    QTest::newRow("latin1") << QByteArray("caf\xe9") << -1;
}

void TestBase::utf8IsChecked() {
    QFETCH(QByteArray, text);
    QFETCH(int, length);
    QCOMPARE(static_cast<int>(utf8Length(std::string_view(text.constData(), static_cast<size_t>(text.size())))),
             length);
}

void TestBase::idsAreChecked() {
    QVERIFY(validateId("536365", "order_no"));
    QVERIFY(validateId(std::string(64, 'x'), "order_no"));
    const auto tooLong = validateId(std::string(65, 'x'), "order_no");
    QVERIFY(!tooLong);
    QCOMPARE(tooLong.error().field, std::string("order_no"));
    QVERIFY(!validateId("", "order_no"));
    QVERIFY(!validateId("a\nb", "order_no"));
    QVERIFY(!validateId(std::string_view("a\0b", 3), "order_no"));
    QVERIFY(validateText("a\nb", "reason", 10));
    for (const char* hidden :
         {"\u202a", "\u202e", "\u2066", "\u2069", "\u0080", "\u009f", "\u2028", "\u2029", "\ufeff"}) {
        const auto text = "pay" + std::string(hidden) + "ee";
        for (const auto& valid : {validateId(text, "user"), validateName(text, "user")}) {
            QVERIFY2(!valid, hidden);
            QCOMPARE(valid.error().field, std::string("user"));
            QCOMPARE(valid.error().value, text);
        }
    }
    // Marks of direction belong into names that are written from the right, and nowhere else.
    for (const char* mark : {"\u200e", "\u200f"}) {
        QVERIFY(!validateId("a" + std::string(mark), "user"));
        QVERIFY(!validateId("\u05d0" + std::string(mark), "user"));
        QVERIFY(!validateName("a" + std::string(mark), "name"));
        QVERIFY(validateName("\u05d0" + std::string(mark) + "!", "name"));
    }
    // Shown as nothing in an id, so that two ids look the same; joiners are part of names.
    for (const char* hidden : {"a\u200bb", "a\u00adb", "a\u2060b", "a\u180eb", "a\u034fb", "a\ufff9b", "a\U0001d173b",
                               "a\U000e0041b", "a\uffffb", "a\u200db", "a\ufe0fb"}) {
        QVERIFY2(!validateId(hidden, "id"), hidden);
    }
    for (const char* nothing : {"\u2800", "\u115f", "\u3164"}) {
        QVERIFY2(!validateId(nothing, "id") && !validateName(nothing, "name"), nothing);
    }
    QVERIFY(validateName("\U0001f469\u200d\U0001f373 Ann", "name"));
    QVERIFY(!validateName("An\u200bn", "name"));
    for (const char* blank : {" ", "   ", "\u00a0", "\u3000 "}) {
        QVERIFY(!validateId(blank, "sku"));
        QVERIFY(!validateName(blank, "name"));
    }
    QVERIFY(validateName("", "name"));
    for (const char* good : {"a b", "\u5317\u6821\u533a", "\u05d0\u05d1", "\U0001f355", "\u00a1"}) {
        QVERIFY(validateId(good, "id"));
        QVERIFY(validateName(good, "name"));
    }
    QVERIFY(!validateText("a\x1b", "reason", 10));
}

void TestBase::rngIsTheSameEverywhere() {
    Rng rng(42);
    QCOMPARE(rng.next(), 1546998764402558742ULL);
    QCOMPARE(rng.next(), 6990951692964543102ULL);
    QCOMPARE(Rng(1).uuid().size(), size_t{36});
    QCOMPARE(Rng(1).uuid()[14], '4');
}

void TestBase::timeUuidsGrow() {
    Rng rng(1);
    // The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22.000Z.
    const auto text = timeUuid(rng, {0x017F22E279B0});
    QCOMPARE(text.substr(0, 15), std::string("017f22e2-79b0-7"));
    QCOMPARE(text.size(), size_t{36});
    QVERIFY(text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-');
    QVERIFY(std::string("89ab").find(text[19]) != std::string::npos);
    QVERIFY(timeUuid(rng, {0x017F22E279B0}) != text);
    std::string last;
    for (const std::int64_t at : {0LL, 1LL, 15LL, 16LL, 255LL, 256LL, 0xffffLL, 0x10000LL, 0x017F22E279B1LL}) {
        const auto next = timeUuid(rng, {at});
        QVERIFY(last < next);
        last = next;
    }
}

void TestBase::rngBelowIsInRangeAndEven() {
    Rng rng(3);
    std::array<int, 10> counts{};
    for (int i = 0; i < 100000; ++i) {
        const auto value = rng.below(10);
        QVERIFY(value < 10);
        ++counts[value];
    }
    double chiSquare = 0;
    for (const int count : counts) {
        chiSquare += (count - 10000.0) * (count - 10000.0) / 10000.0;
    }
    QVERIFY2(chiSquare < 27.9, "chi-square with 9 degrees of freedom beyond p = 0.001");
}

void TestBase::aBrokenInvariantSaysWhatItMeansAndEndsTheProcess() {
    EVENHAND_INVARIANT(2 + 2 == 4, "nothing would be sure");
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe(pipe.data()), 0);
    const auto child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        ::signal(SIGABRT, SIG_DFL);  // Qt Test's own would report a crash
        setLogSink([&](LogLevel, std::string_view, std::string_view said) {
            (void)!::write(pipe[1], said.data(), said.size());
        });
        EVENHAND_INVARIANT(child != 0, "the parent would be its own child");
        ::_exit(0);
    }
    ::close(pipe[1]);
    std::string said;
    std::array<char, 512> part{};
    for (ssize_t got = 0; (got = ::read(pipe[0], part.data(), part.size())) > 0;) {
        said.append(part.data(), static_cast<std::size_t>(got));
    }
    ::close(pipe[0]);
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGABRT);
    QVERIFY2(said.starts_with("the parent would be its own child (child != 0, "), said.c_str());
}

}  // namespace test_base

QTEST_APPLESS_MAIN(test_base::TestBase)
#include "test_base.moc"
