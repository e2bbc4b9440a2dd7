// SPDX-License-Identifier: GPL-3.0-or-later
// What the wizards say of what was typed: each limit from both sides, each field in each state, each problem of a
// database at its field.
#include <QDateTime>
#include <QTest>
#include <functional>
#include <limits>
#include <vector>

#include "engine/base/ids.h"
#include "ui/wizards/campaign/campaign_checks.h"
#include "ui/wizards/first_start/database_problem.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace test_field_checks {

using namespace evenhand;
using Field = ui::DatabasePage::Field;

namespace {

ui::Formats yuan() {
    api::WorkspaceInfo info;
    info.currency = "CNY";
    info.minorDigits = 2;
    info.timeZone = "Asia/Shanghai";
    return ui::Formats(info);
}

}  // namespace

class TestFieldChecks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void amounts() {
        const auto formats = yuan();
        const auto campaign = [&](const char* typed) {
            return ui::checkAmount(QString::fromUtf8(typed), Money{500}, formats);
        };
        const auto sale = [&](const char* typed) {
            return ui::checkPrice(QString::fromUtf8(typed), formats, Money{500});
        };
        const QString range = QStringLiteral("Enter an amount from 0.01 to 5.00.");
        for (const auto& check : {std::function(campaign), std::function<ui::Checked<Money>(const char*)>(sale)}) {
            QCOMPARE(check("0.01").value, std::optional(Money{1}));
            QCOMPARE(check("5.00").value, std::optional(Money{500}));
            QCOMPARE(check("5").problem, QString());
            QCOMPARE(check("5.01").problem, QStringLiteral("At most 5.00."));
            QVERIFY(!check("5.01").value);
            QCOMPARE(check("0").problem, QStringLiteral("At least 0.01."));
            QCOMPARE(check("-1").problem, QStringLiteral("At least 0.01."));
            QCOMPARE(check("0.001").problem, range);
            QCOMPARE(check("").problem, range);
        }
    }

    void largestDiscounts() {
        const auto formats = yuan();
        const auto check = [&](const char* typed) { return ui::checkMaxDiscount(QString::fromLatin1(typed), formats); };
        QCOMPARE(check("0.10").value, std::optional(Money{10}));
        QCOMPARE(check("12.30").value, std::optional(Money{1'230}));
        QCOMPARE(check("0.09").problem, QStringLiteral("At least 0.10, and a multiple of it."));
        QCOMPARE(check("12.34").problem, QStringLiteral("Must be a multiple of 0.10, such as 12.30 or 12.40."));
        QCOMPARE(check("12.39").problem, QStringLiteral("Must be a multiple of 0.10, such as 12.30 or 12.40."));
        QCOMPARE(check("9,999,999,999.90").problem, QString());
        QCOMPARE(check("9,999,999,999.91").problem, QStringLiteral("At most 9,999,999,999.90."));
    }

    void seeds() {
        const auto check = [](const char* typed) { return ui::checkSeed(QString::fromUtf8(typed)); };
        QVERIFY(check("").problem.isEmpty() && check("").value.has_value() && !*check("").value);
        QCOMPARE(**check("0").value, std::int64_t{0});
        QCOMPARE(**check(" 1,234 ").value, std::int64_t{1'234});
        QCOMPARE(**check("9223372036854775807").value, std::numeric_limits<std::int64_t>::max());
        for (const char* bad : {"9223372036854775808", "-1", "+1", "1.5", "one", "٣"}) {
            QVERIFY2(!check(bad).value && !check(bad).problem.isEmpty(), bad);
        }
    }

    void shapesOfACampaign() {
        const auto formats = yuan();
        const auto field = [&](std::int64_t budget, std::int64_t places, std::int64_t max) {
            const auto problem = ui::problemOfShape({Money{budget}, places, Money{max}, 1}, formats);
            return problem ? problem->field : std::string();
        };
        QCOMPARE(field(10, 10, 10), std::string());  // each place gives the least
        QCOMPARE(field(10, 11, 10), std::string("places"));
        QCOMPARE(field(100, 10, 10), std::string());  // each place gives the most
        QCOMPARE(field(101, 10, 10), std::string("budget"));
        QCOMPARE(field(99, 10, 10), std::string());
        const auto many = ui::problemOfShape({Money{10}, 11, Money{10}, 1}, formats);
        QCOMPARE(many->why, QStringLiteral("Too many places for the budget: each needs at least 0.01. Set at most 10 "
                                           "places, or a budget of at least 0.11."));
        const auto much = ui::problemOfShape({Money{10'001}, 10, Money{1'000}, 1}, formats);
        QCOMPARE(much->why, QStringLiteral("More than the places can give away at 10.00 each. Set at most 100.00, at "
                                           "least 11 places, or a larger discount."));
    }

    void fieldsOfACampaign() {
        using State = api::CampaignState;
        const std::vector<std::pair<const char*, const char*>> until = {
            {"campaign", "never"},
            {"name", "at any time"},
            {"end", "until it has ended"},
            {"count_limit", "until the end; once started, only raised"},
            {"amount_limit", "until the end; once started, only raised"},
            {"begin", "until it begins"},
            {"budget", "until it is started"},
            {"places", "until it is started"},
            {"max_discount", "until it is started"},
            {"queues", "until it is started"},
            {"seed", "until it is started"},
        };
        for (const auto& [field, when] : until) {
            QCOMPARE(ui::changeableUntil(field), QString::fromLatin1(when));
        }
        api::CampaignRow row;
        row.settings.begin = Instant{1'000};
        const auto fixed = [&](const char* field, State state, std::int64_t now) {
            row.state = state;
            return !ui::whyCampaignFixed(field, row, Instant{now}).isEmpty();
        };
        QVERIFY(ui::whyCampaignFixed("budget", std::nullopt, Instant{0}).isEmpty());
        for (const auto state : {State::Draft, State::Building, State::Running, State::Paused, State::Ended}) {
            QVERIFY(fixed("campaign", state, 0));
            QVERIFY(!fixed("name", state, 2'000));
            QCOMPARE(fixed("budget", state, 0), state != State::Draft);
            QCOMPARE(fixed("end", state, 2'000), state == State::Ended);
        }
        QVERIFY(!fixed("begin", State::Running, 999));
        QVERIFY(fixed("begin", State::Running, 1'000));
        QCOMPARE(ui::whyCampaignFixed("begin", row, Instant{1'000}), QStringLiteral("The campaign has begun."));
    }

    void countsAndUnits() {
        const auto count = [](const char* typed) { return ui::checkCount(QString::fromUtf8(typed), 5, 1'000); };
        QCOMPARE(count("5").value, std::optional<std::int64_t>(5));
        QCOMPARE(count("1,000").value, std::optional<std::int64_t>(1'000));
        QCOMPARE(count("4").problem, QStringLiteral("At least 5."));
        QCOMPARE(count("-10").problem, QStringLiteral("At least 5."));
        QCOMPARE(count("1001").problem, QStringLiteral("At most 1,000."));
        QCOMPARE(count("99999999999999999999").problem, QStringLiteral("At most 1,000."));
        QCOMPARE(count("five").problem, QStringLiteral("Enter a whole number from 5 to 1,000."));
        QCOMPARE(count("-").problem, QStringLiteral("Enter a whole number from 5 to 1,000."));
        const auto units = [](const char* typed, std::optional<std::int64_t> onHand) {
            return ui::checkUnits(QString::fromLatin1(typed), 100, onHand).problem;
        };
        QCOMPARE(units("1", std::nullopt), QString());
        QCOMPARE(units("0", std::nullopt), QStringLiteral("At least 1."));
        QCOMPARE(units("100", 100), QString());
        QCOMPARE(units("101", 200), QStringLiteral("At most 100."));
        QCOMPARE(units("50", 50), QString());
        QCOMPARE(units("51", 50), QStringLiteral("The product has only 50 on hand."));
        QCOMPARE(units("1", 0), QStringLiteral("The product has no stock."));
    }

    void namesAndNumbers() {
        const auto letters = [](qsizetype count) { return QString(count, QLatin1Char('x')); };
        QCOMPARE(ui::checkActivityName(QStringLiteral("  Tea  ")).value, std::optional(std::string("Tea")));
        QVERIFY(ui::checkActivityName(letters(base::kMaxNameCharacters)).value);
        QVERIFY(!ui::checkActivityName(letters(base::kMaxNameCharacters + 1)).value);
        QCOMPARE(ui::checkActivityName(QStringLiteral("  ")).problem, QStringLiteral("Enter a name."));
        QVERIFY(ui::checkActivityId(letters(base::kMaxIdCharacters)).value);
        QVERIFY(!ui::checkActivityId(letters(base::kMaxIdCharacters + 1)).value);
        QVERIFY(!ui::checkActivityId(QString()).value);
        const QDateTime begin({2026, 5, 2}, {9, 5});
        const QString longest(24, QLatin1Char('x'));
        QCOMPARE(ui::suggestedActivityId(longest, begin), longest + QStringLiteral("-20260502-0905"));
        QCOMPARE(ui::suggestedActivityId(longest + QLatin1Char('y'), begin),
                 longest + QStringLiteral("-20260502-0905"));
    }

    void endsOfASale() {
        const Instant begin{10'000};
        QCOMPARE(ui::problemOfEnd(begin, Instant{10'001}, Instant{10'000}), QString());
        QVERIFY(ui::problemOfEnd(begin, begin, Instant{0}).contains(QStringLiteral("after the start")));
        QVERIFY(ui::problemOfEnd(begin, Instant{20'000}, Instant{20'000}).contains(QStringLiteral("passed")));
        QCOMPARE(ui::problemOfEnd(begin, Instant{20'000}, Instant{19'999}), QString());
        QCOMPARE(ui::problemOfEnd(begin, begin.plusMs(api::kMaxActivityMs), Instant{0}), QString());
        QVERIFY(ui::problemOfEnd(begin, begin.plusMs(api::kMaxActivityMs + 1), Instant{0})
                    .contains(QStringLiteral("lasts at most")));
    }

    void fieldsOfASale() {
        using State = api::ActivityState;
        struct Row {
            const char* field;
            bool draft, started, stopped, ended;
        };
        const Row rows[] = {{"id", false, false, false, false},     {"name", true, true, true, true},
                            {"end", true, true, true, false},       {"begin", true, false, false, false},
                            {"stock", true, false, false, false},   {"price", true, false, false, false},
                            {"voucher", true, false, false, false}, {"campus", true, false, false, false}};
        for (const auto& row : rows) {
            QVERIFY2(ui::mayChange(row.field, std::nullopt), row.field);
            const std::pair<State, bool> states[] = {{State::Draft, row.draft},
                                                     {State::Started, row.started},
                                                     {State::Stopped, row.stopped},
                                                     {State::Ended, row.ended}};
            for (const auto& [state, may] : states) {
                QVERIFY2(ui::mayChange(row.field, state) == may, row.field);
                QVERIFY2(ui::whyFixed(row.field, state).isEmpty() == may, row.field);
            }
        }
        QCOMPARE(ui::whyFixed("stock", State::Started),
                 QStringLiteral("The sale was started: stock can only be added."));
        QCOMPARE(ui::whyFixed("price", State::Stopped),
                 QStringLiteral("The sale was started: only its name and end can be changed."));
        QCOMPARE(ui::whyFixed("end", State::Ended),
                 QStringLiteral("The sale has ended: only its name can be changed."));
    }

    void problemsOfADatabaseStandAtTheirField() {
        struct Row {
            ErrorCode code;
            const char* message;
            const char* field;
            std::optional<Field> at;
            const char* said;
        };
        using enum ErrorCode;
        const Row rows[] = {
            {PermissionDenied, "", "database", Field::User,
             "The user lacks rights on this database; see mysql-grants.sql."},
            {PermissionDenied, "", "host", Field::Host, "The server accepts no connection from this machine."},
            {PermissionDenied, "", "", Field::Password, "The server refuses the user or the password."},
            {Storage, "", "ssl-ca", Field::CaFile, "The connection could not be encrypted."},
            {Storage, "", "port", Field::Port, "No database server answers at this address."},
            {Storage, "", "socket", Field::Socket, "No database server answers at this address."},
            {Storage, "", "host", Field::Host, "No database server answers at this address."},
            {WorkspaceMissing, "", "name", Field::Name, "The server has no such database."},
            {WorkspaceVersion, "", "", Field::Name,
             "The database belongs to another version of this program or to something else."},
            {Unsupported, "", "version", Field::Host, "The server is too old."},
            {Unsupported, "", "column", Field::Name, "The database does not store text as utf8mb4."},
            {InvalidArgument, "", "ssl-ca", Field::CaFile, "The certificate cannot be read."},
            {InvalidArgument, "", "user", Field::User, "A value is not valid."},
            {AlreadyExists, "", "path", Field::Folder, "It already exists."},
            {Storage, "", "path", std::nullopt, "The files cannot be read or written."},
            {PermissionDenied, "refused: Access denied (error 1045)", "", Field::Password,
             "The server refuses the user or the password. (Access denied (error 1045))"},
            {Storage, "no: answer", "port", Field::Port, "No database server answers at this address. (no: answer)"},
        };
        for (const auto& row : rows) {
            const Error error{row.code, row.message, row.field, {}};
            QCOMPARE(ui::databaseProblem(error), QString::fromLatin1(row.said));
            QVERIFY2(ui::fieldOf(error) == row.at, row.said);
        }
    }
};

}  // namespace test_field_checks

QTEST_MAIN(test_field_checks::TestFieldChecks)
#include "test_field_checks.moc"
