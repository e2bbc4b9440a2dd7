// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl timers: list, run, postpone, extend, cancel, retry, pause, resume, and what it refuses.
#include <QDateTime>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include "app/workspace/workspace.h"
#include "tests/cli/cli_faults.h"

namespace test_cli_timers {

using namespace evenhand;
using evenhand::cli::Outcome;
using evenhand::cli::Scratch;
using evenhand::cli::tamper;

namespace {

constexpr qint64 kHalfHourMs = 1'800'000;

QStringList words(const char* line) { return QString::fromLatin1(line).split(QLatin1Char(' ')); }

/// Unpaid orders T1 … T3 of one campus, placed now.
bool populate(const Scratch& scratch) {
    if (!scratch.init()) {
        return false;
    }
    auto workspace = app::Workspace::open(scratch.workspace().toStdString());
    if (!workspace) {
        qWarning("%s", workspace.error().text().c_str());
        return false;
    }
    const api::Call call{api::Actor::administrator("local:test"), "test", {}};
    auto couriers = (*workspace)->dispatch().upsertCouriers(call, {{CourierId("k"), CampusId("C"), "", "", true}});
    auto products = (*workspace)->orders().upsertProducts(call, {{Sku("tea"), "Tea", Money{100}, 1'000}}, false);
    couriers.waitForFinished();
    products.waitForFinished();
    for (const char* number : {"T1", "T2", "T3"}) {
        auto placed =
            (*workspace)
                ->orders()
                .place(
                    call,
                    {number, OrderNo(number), UserId("u"), CampusId("C"), {{Sku("tea"), 1, Money{100}}}, std::nullopt});
        placed.waitForFinished();
        if (!placed.result()) {
            qWarning("%s", placed.result().error().text().c_str());
            return false;
        }
    }
    return true;
}

/// The listed timer of an order; empty if there is none.
QJsonObject timerOf(const Scratch& scratch, const char* order) {
    const Outcome listed = scratch.json(words("timers list"));
    const QJsonArray timers = listed.json().value(QStringLiteral("timers")).toArray();
    for (const auto& value : timers) {
        if (value.toObject().value(QStringLiteral("order_no")).toString() == QLatin1String(order)) {
            return value.toObject();
        }
    }
    return {};
}

QDateTime dueOf(const QJsonObject& timer) {
    return QDateTime::fromString(timer.value(QStringLiteral("due")).toString(), Qt::ISODateWithMs);
}

}  // namespace

class TestCliTimers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsWhatIsArmed() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome all = scratch.json(words("timers list"));
        QVERIFY2(all.code == 0, all.text().constData());
        QCOMPARE(all.number(QStringLiteral("total")), 3);
        const auto timer = timerOf(scratch, "T1");
        QCOMPARE(timer.value(QStringLiteral("kind")).toString(), QStringLiteral("unpaid"));
        QCOMPARE(timer.value(QStringLiteral("state")).toString(), QStringLiteral("pending"));
        QCOMPARE(timer.value(QStringLiteral("campus")).toString(), QStringLiteral("C"));
        QVERIFY(timer.value(QStringLiteral("next_try")).isNull());
        const auto due = QDateTime::currentDateTimeUtc().msecsTo(dueOf(timer));
        QVERIFY(due > 0 && due <= kHalfHourMs);
        QCOMPARE(scratch.json(words("timers list --limit 2")).json().value(QStringLiteral("timers")).toArray().size(),
                 2);
        QCOMPARE(scratch.json(words("timers list --kind delivery_late")).number(QStringLiteral("total")), 0);
        QCOMPARE(scratch.json(words("timers list --state overdue")).number(QStringLiteral("total")), 0);
        QCOMPARE(scratch.json(words("timers list --campus C")).number(QStringLiteral("total")), 3);
        QCOMPARE(scratch.json(words("timers list --campus D")).number(QStringLiteral("total")), 0);
        const Outcome text = scratch.run(words("timers list"));
        QVERIFY2(text.out.contains("T2") && text.out.contains("3 of 3 timers."), text.text().constData());
    }

    void runClosesNow() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome ran = scratch.json(words("timers run T1 T3 --reason done"));
        QVERIFY2(ran.code == 0, ran.text().constData());
        const Outcome stats = scratch.json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.CLOSED")), 2);
        QCOMPARE(stats.number(QStringLiteral("timers.pending")), 1);
        QCOMPARE(stats.number(QStringLiteral("timers.overdue")), 0);
        QVERIFY(timerOf(scratch, "T1").isEmpty());
        // Once more: there is no such timer any longer, and nothing changes.
        const QByteArray contents = scratch.contents();
        const Outcome again = scratch.run(words("timers run T1 --reason done"));
        QVERIFY2(again.code == 1 && again.err.contains("wrong_status"), again.text().constData());
        const Outcome mixed = scratch.json(words("timers run T1 nobody --reason done"));
        QCOMPARE(mixed.code, 3);
        const auto rows = mixed.json().value(QStringLiteral("timers")).toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows.at(0).toObject().value(QStringLiteral("error")).toString(), QStringLiteral("wrong_status"));
        QCOMPARE(rows.at(1).toObject().value(QStringLiteral("error")).toString(), QStringLiteral("not_found"));
        QCOMPARE(scratch.contents(), contents);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void postpones() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const auto before = dueOf(timerOf(scratch, "T1"));
        QCOMPARE(scratch.run(words("timers postpone T1 --by 90s --reason asked")).code, 0);
        QCOMPARE(before.msecsTo(dueOf(timerOf(scratch, "T1"))), 90'000);
        QCOMPARE(scratch.run(words("timers postpone T1 --by 250ms --reason asked")).code, 0);
        QCOMPARE(before.msecsTo(dueOf(timerOf(scratch, "T1"))), 90'250);
        const auto third = dueOf(timerOf(scratch, "T3"));
        qint64 laterMs = 0;
        for (const auto& [by, ms] : {std::pair("5m", 300'000LL), std::pair("2h", 7'200'000LL),
                                     std::pair("1d", 86'400'000LL), std::pair("1ms", 1LL)}) {
            const Outcome later = scratch.run({QStringLiteral("timers"), QStringLiteral("postpone"),
                                               QStringLiteral("T3"), QStringLiteral("--by"), QLatin1String(by),
                                               QStringLiteral("--reason"), QStringLiteral("asked")});
            QVERIFY2(later.code == 0, later.text().constData());
            laterMs += ms;
            QCOMPARE(third.msecsTo(dueOf(timerOf(scratch, "T3"))), laterMs);
        }
        const auto to = QDateTime::currentDateTimeUtc().addYears(9);
        const Outcome moved = scratch.run({QStringLiteral("timers"), QStringLiteral("postpone"), QStringLiteral("T2"),
                                           QStringLiteral("--to"), to.toString(Qt::ISODateWithMs),
                                           QStringLiteral("--reason"), QStringLiteral("far")});
        QVERIFY2(moved.code == 0, moved.text().constData());
        QCOMPARE(dueOf(timerOf(scratch, "T2")), to);
        const Outcome told = scratch.json(words("timers postpone T2 --by 2h --reason asked"));
        QCOMPARE(dueOf(told.json().value(QStringLiteral("timers")).toArray().first().toObject()), to.addSecs(7'200));
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void extendsWhatIsLate() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        {
            auto workspace = app::Workspace::open(scratch.workspace().toStdString());
            QVERIFY(workspace.has_value());
            const api::Call call{api::Actor::administrator("local:test"), "test", {}};
            api::TimerPolicy hurried;
            hurried.pickUpLateMs = 1'000;
            auto set = (*workspace)->timers().setPolicy(call, CampusId("C"), hurried);
            set.waitForFinished();
            QVERIFY(set.result().has_value());
            auto paid = (*workspace)->orders().pay(call, {PaymentNo("p"), OrderNo("T1"), Money{100}});
            paid.waitForFinished();
            QVERIFY(paid.result().has_value());
        }
        QTRY_COMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.late")), 1);
        const auto from = QDateTime::currentDateTimeUtc();
        const Outcome done = scratch.json(words("timers extend T1 --by 2h --reason asked"));
        QVERIFY2(done.code == 0, done.text().constData());
        const auto due = dueOf(done.json().value(QStringLiteral("timers")).toArray().first().toObject());
        QVERIFY(from.msecsTo(due) >= 7'200'000);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.late")), 0);
        const Outcome again = scratch.run(words("timers extend T1 --by 2h --reason asked"));
        QVERIFY2(again.code == 1 && again.err.contains("wrong_status"), again.text().constData());
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void cancelsForGood() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QCOMPARE(scratch.run(words("timers cancel T2 --reason keep")).code, 0);
        QVERIFY(timerOf(scratch, "T2").isEmpty());
        const Outcome stats = scratch.json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("timers.pending")), 2);
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PAY")), 3);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    /// --all means the dead letters, however many there are: no timer that is armed or will be tried again by itself.
    void allAreTheDeadLetters() {
        constexpr int kDead = 260;  // more than a page of the console
        const Scratch scratch;
        QVERIFY(populate(scratch));
        // There is none yet.
        const auto before = scratch.contents();
        const Outcome none = scratch.json(words("timers retry --all --reason because"));
        QVERIFY2(none.code == 0, none.text().constData());
        QVERIFY(none.json().value(QStringLiteral("timers")).toArray().isEmpty());
        QCOMPARE(scratch.contents(), before);
        QByteArray orders = "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n";
        const auto now = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toUtf8();
        for (int i = 0; i < kDead; ++i) {
            orders += "D" + QByteArray::number(i) + ",u,C,tea,1,1.00," + now + "\n";
        }
        QCOMPARE(scratch.run(words("import orders -"), orders).code, 0);
        QVERIFY(
            tamper(scratch,
                   {"INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, next_try_at, dead_at) "
                    "SELECT order_id, timer, due_at, 9, 'given up', NULL, due_at FROM orders WHERE order_no LIKE 'D%'",
                    "UPDATE orders SET due_at = NULL WHERE order_no LIKE 'D%'",
                    "INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, next_try_at, dead_at) "
                    "SELECT order_id, timer, due_at, 2, 'locked', due_at + 600000, NULL FROM orders WHERE order_no = "
                    "'T2'"}));
        QCOMPARE(scratch.json(words("timers list --state dead")).number(QStringLiteral("total")), kDead);
        const auto pending = timerOf(scratch, "T1");
        const auto retrying = timerOf(scratch, "T2");
        QCOMPARE(retrying.value(QStringLiteral("state")).toString(), QStringLiteral("retrying"));
        QCOMPARE(retrying.value(QStringLiteral("status")).toString(), QStringLiteral("WAIT_PAY"));
        QCOMPARE(retrying.value(QStringLiteral("attempts")).toInt(), 2);
        QCOMPARE(retrying.value(QStringLiteral("reason")).toString(), QStringLiteral("locked"));
        const auto nextTry =
            QDateTime::fromString(retrying.value(QStringLiteral("next_try")).toString(), Qt::ISODateWithMs);
        QCOMPARE(dueOf(retrying).msecsTo(nextTry), 600'000);

        const Outcome retried = scratch.json(words("timers retry --all --reason because"));
        QVERIFY2(retried.code == 0, retried.text().left(1'000).constData());
        const auto outcomes = retried.json().value(QStringLiteral("timers")).toArray();
        QCOMPARE(outcomes.size(), kDead);
        for (const auto& outcome : outcomes) {
            QVERIFY(outcome.toObject().value(QStringLiteral("order_no")).toString().startsWith(QLatin1Char('D')));
            QVERIFY(!outcome.toObject().contains(QStringLiteral("error")));
        }
        const Outcome stats = scratch.json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("timers.dead")), 0);
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.CLOSED")), kDead);
        QCOMPARE(timerOf(scratch, "T1"), pending);
        QCOMPARE(timerOf(scratch, "T2"), retrying);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    /// Late is the order, whatever has become of its timer.
    void statsCountWhatIsLate() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.late")), 0);
        {
            auto workspace = app::Workspace::open(scratch.workspace().toStdString());
            QVERIFY(workspace);
            const api::Call call{api::Actor::administrator("local:test"), "test", {}};
            const auto done = [](auto answer) {
                answer.waitForFinished();
                return answer.result().has_value();
            };
            api::TimerPolicy policy;
            policy.unassignedMs = 0;
            QVERIFY(done((*workspace)->timers().setPolicy(call, CampusId("C"), policy)));
            QVERIFY(done((*workspace)->dispatch().setDuty(call, CourierId("k"), false)));
            for (const char* number : {"T1", "T3"}) {
                const auto paid = std::string("P") + number;
                QVERIFY(done((*workspace)->orders().pay(call, {PaymentNo(paid), OrderNo(number), Money{100}})));
            }
        }
        const Outcome stats = scratch.json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("orders.late")), 2);
        QCOMPARE(stats.number(QStringLiteral("orders.total")), 3);
        const Outcome text = scratch.run(words("stats"));
        QVERIFY2(QRegularExpression(QStringLiteral("\\n  late +2\\n")).match(QString::fromUtf8(text.out)).hasMatch(),
                 text.out.constData());
    }

    /// What falls due of a kind that is paused happens once it is resumed.
    void aKindIsPausedAndResumed() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome paused = scratch.json(words("timers pause unpaid --reason provider"));
        QVERIFY2(paused.code == 0, paused.text().constData());
        QCOMPARE(paused.json().value(QStringLiteral("kind")).toString(), QStringLiteral("unpaid"));
        QVERIFY(paused.json().value(QStringLiteral("paused")).toBool());
        QCOMPARE(paused.number(QStringLiteral("version")), 2);
        QCOMPARE(scratch.run(words("policy set C unpaid=0")).code, 0);
        {
            auto workspace = app::Workspace::open(scratch.workspace().toStdString());
            QVERIFY(workspace);
            api::PlaceOrder order;
            order.key = "T4";
            order.orderNo = OrderNo("T4");
            order.user = UserId("u");
            order.campus = CampusId("C");
            order.lines = {{Sku("tea"), 1, Money{100}}};
            auto placed = (*workspace)->orders().place({api::Actor::administrator("local:test"), "test", {}}, order);
            placed.waitForFinished();
            QVERIFY(placed.result());
        }
        QCOMPARE(scratch.run(words("run --until-idle")).code, 0);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.by_status.WAIT_PAY")), 4);
        const Outcome late = scratch.run(words("timers resume unpaid --version 1 --reason back"));
        QVERIFY2(late.code == 1 && late.err.contains("conflict"), late.text().constData());
        const Outcome resumed = scratch.json(words("timers resume unpaid --version 2 --reason back"));
        QVERIFY2(resumed.code == 0, resumed.text().constData());
        QVERIFY(!resumed.json().value(QStringLiteral("paused")).toBool(true));
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.by_status.WAIT_PAY")), 3);
        QVERIFY(timerOf(scratch, "T4").isEmpty());
        const Outcome text = scratch.run(words("timers resume unpaid --reason back"));  // as it is
        QVERIFY2(text.code == 0 && text.out.contains("Timers unpaid are resumed."), text.text().constData());
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* arguments, int code, const char* says) {
            QTest::newRow(arguments) << words(arguments) << code << QByteArray(says);
        };
        row("timers", 2, "say what to do");
        row("timers dance", 2, "say what to do");
        row("timers list --kind soon", 2, "--kind is");
        row("timers list --state late", 2, "--state is");
        row("timers list --limit 0", 2, "0");
        row("timers list --limit many", 2, "many");
        row("timers run --reason x", 2, "ORDER_NO is missing");
        row("timers run T1", 2, "--reason is missing");
        row("timers run --all --reason x", 2, "--all is for retry");
        row("timers postpone T1 --reason x", 2, "either --by or --to");
        row("timers postpone T1 --by 1h --to 2030-01-01T00:00:00Z --reason x", 2, "either --by or --to");
        row("timers postpone T1 --by -5s --reason x", 2, "-5s");
        row("timers postpone T1 --by 0s --reason x", 2, "0s");
        row("timers postpone T1 --by 5 --reason x", 2, "\"5\"");
        row("timers postpone T1 --by soon --reason x", 2, "soon");
        row("timers postpone T1 --by 99999999999999999999d --reason x", 2, "10 years");
        row("timers postpone T1 --by 4000d --reason x", 2, "10 years");
        row("timers postpone T1 --to 2030-01-01T00:00:00 --reason x", 2, "offset");
        row("timers postpone T1 --to yesterday --reason x", 2, "yesterday");
        row("timers postpone T1 --to 2001-01-01T00:00:00Z --reason x", 1, "due");
        row("timers postpone T1 --to 2999-01-01T00:00:00Z --reason x", 1, "due");
        row("timers postpone gone --by 1h --reason x", 1, "not_found");
        row("timers extend T1 --reason x", 2, "extend takes --by");
        row("timers extend T1 --to 2030-01-01T00:00:00Z --reason x", 2, "extend takes --by");
        row("timers extend T1 --by soon --reason x", 2, "soon");
        row("timers extend T1 --by 1h --reason x", 1, "wrong_status");
        row("timers extend gone --by 1h --reason x", 1, "not_found");
        row("timers cancel gone --reason x", 1, "not_found");
        row("timers retry T1 --reason x", 1, "wrong_status");
        row("timers pause --reason x", 2, "KIND is missing");
        row("timers pause soon --reason x", 2, "soon");
        row("timers pause unpaid", 2, "--reason is missing");
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, says);
        static const Scratch scratch;
        static const bool populated = populate(scratch);
        QVERIFY(populated);
        const auto before = scratch.json(words("timers list")).out;
        const Outcome outcome = scratch.run(arguments);
        QVERIFY2(outcome.code == code, outcome.text().constData());
        QVERIFY2(outcome.err.contains(says), outcome.text().constData());
        QCOMPARE(scratch.json(words("timers list")).out, before);
    }
};

}  // namespace test_cli_timers

QTEST_GUILESS_MAIN(test_cli_timers::TestCliTimers)
#include "test_cli_timers.moc"
