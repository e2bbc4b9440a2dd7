// SPDX-License-Identifier: GPL-3.0-or-later
// What may stand behind `evenhand` on the command line: every option reaches its own setting, both sides of each limit.
#include <QTest>

#include "app/evenhand/console_options.h"

namespace test_options_real {

using namespace evenhand;

namespace {

Result<app::ProgramOptions> parsed(const char* line) {
    return app::parseOptions(QStringList{QStringLiteral("evenhand")} +
                             QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

}  // namespace

class TestOptionsReal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAnyItOpensWhatWasOpen() {
        const auto options = parsed("");
        QVERIFY(options.has_value());
        QVERIFY(options->workspace.isEmpty() && !options->demo && options->screenshots.isEmpty());
        QVERIFY(options->language.isEmpty() && !options->theme && !options->text);
        QVERIFY(options->service.isEmpty() && options->login.isEmpty());
        QCOMPARE(options->consoles, 0);
        QCOMPARE(options->seed, std::uint64_t{1});
        QCOMPARE(options->speed, 30.0);
        QCOMPARE(options->window, QSize(1440, 900));
    }

    void everyOptionReachesItsSetting() {
        const auto options = parsed(
            "--workspace shop --demo --seed 18446744073709551615 --speed 600 --screenshots out --window 1024x640 "
            "--language zh --theme light");
        QVERIFY(options.has_value());
        QCOMPARE(options->workspace, QStringLiteral("shop"));
        QVERIFY(options->demo);
        QCOMPARE(options->seed, UINT64_MAX);
        QCOMPARE(options->speed, 600.0);
        QCOMPARE(options->screenshots, QStringLiteral("out"));
        QCOMPARE(options->window, QSize(1024, 640));
        QCOMPARE(options->language, QStringLiteral("zh"));
        QVERIFY(options->theme == ui::ThemeChoice::Light);
        QVERIFY(parsed("--theme dark")->theme == ui::ThemeChoice::Dark);
        QCOMPARE(parsed("--language en")->language, QStringLiteral("en"));
        QCOMPARE(parsed("--speed 0.1")->speed, 0.1);
        QCOMPARE(parsed("--window 7680x4320")->window, QSize(7680, 4320));
        QCOMPARE(parsed("--demo --consoles 2")->consoles, 2);
        QCOMPARE(parsed("--demo --consoles 8")->consoles, 8);
        const auto over = parsed("--service shop.example,127.0.0.1:9000 --as ann --settings my.ini");
        QVERIFY(over.has_value());
        QCOMPARE(over->service, QStringLiteral("shop.example,127.0.0.1:9000"));
        QCOMPARE(over->login, QStringLiteral("ann"));
        QCOMPARE(over->settings, QStringLiteral("my.ini"));
        QVERIFY(parsed("--screenshots out --demo").has_value());
        QVERIFY(parsed("--screenshots out --workspace shop").has_value());
    }

    void whatCannotBeIsRefused_data() {
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* line, const char* field) { QTest::newRow(line) << QByteArray(field); };
        row("--language de", "language");
        row("--theme blue", "theme");
        row("--seed -1", "seed");
        row("--seed many", "seed");
        row("--speed 0.09", "speed");
        row("--speed 600.5", "speed");
        row("--speed quick", "speed");
        row("--speed nan", "speed");
        row("--window 1023x640", "window");
        row("--window 1024x639", "window");
        row("--window 7681x900", "window");
        row("--window 1440x4321", "window");
        row("--window 1440", "window");
        row("--window 1440x900x2", "window");
        row("--demo --consoles 1", "consoles");
        row("--demo --consoles 9", "consoles");
        row("--demo --consoles three", "consoles");
        row("--demo --consoles 2.5", "consoles");
        row("--demo --consoles -3", "consoles");
        row("--consoles 3", "consoles");  // of what?
        row("--workspace shop --consoles 3", "consoles");
        row("--service shop.example --consoles 3", "consoles");
        row("--demo --consoles 3 --screenshots out", "consoles");
        row("--demo --as ada", "as");
        row("--service shop.example --as=", "as");
        row("--service shop.example --demo", "");
        row("--service shop.example --workspace shop", "");
        row("shop", "argument");
        row("--frob", "");
        row("--workspace", "");
        row("--screenshots out", "");  // of what?
    }
    void whatCannotBeIsRefused() {
        QFETCH(QByteArray, field);
        const auto refused = parsed(QTest::currentDataTag());
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(QByteArray::fromStdString(refused.error().field), field);
        QVERIFY(!refused.error().message.empty());
    }

    void whatIsSaidNamesOptionAndValue() {
        for (const char* line : {"--demo --consoles 9", "--consoles 9"}) {
            const auto refused = parsed(line);
            QVERIFY(!refused.has_value());
            QVERIFY2(refused.error().message.find("--consoles") != std::string::npos, refused.error().message.c_str());
            QCOMPARE(refused.error().value, std::string("9"));
        }
    }
};

}  // namespace test_options_real

QTEST_GUILESS_MAIN(test_options_real::TestOptionsReal)
#include "test_options_real.moc"
