// SPDX-License-Identifier: GPL-3.0-or-later
// Orders by hand on the command line: placed for somebody who calls, paid, and listed while they are late; refusals.
#include <QJsonArray>
#include <QTest>
#include <algorithm>

#include "app/workspace/workspace.h"
#include "engine/api/cash_payment.h"
#include "tests/cli/cli_faults.h"

namespace test_cli_orders {

using namespace evenhand;
using evenhand::cli::Outcome;
using evenhand::cli::Scratch;
using evenhand::cli::words;

class TestCliOrders : public QObject {
    Q_OBJECT
    std::unique_ptr<Scratch> m_scratch;
    QByteArray m_unchanged;  ///< what stands in a workspace in which lines were only refused

    [[nodiscard]] Outcome place(const char* more) const {
        return m_scratch->json(words("orders place --user u1 --campus north") + words(more));
    }
    [[nodiscard]] static QString orderNoOf(const Outcome& placed) {
        return placed.json().value(QStringLiteral("order_no")).toString();
    }
    [[nodiscard]] qint64 stockOfTea() const {
        const auto rows = m_scratch->json(words("products list --text tea")).json();
        return rows.value(QStringLiteral("products")).toArray().first()[QStringLiteral("stock")].toInteger();
    }
    [[nodiscard]] qint64 ordersIn(const char* status) const {
        return m_scratch->json(words("stats")).number(QStringLiteral("orders.by_status.") + QLatin1String(status));
    }

private Q_SLOTS:
    void init() {
        // Lines that are refused change nothing: they share a workspace.
        if (QTest::currentDataTag() != nullptr && !m_unchanged.isEmpty()) {
            return;
        }
        m_unchanged.clear();
        m_scratch = std::make_unique<Scratch>();
        QVERIFY(m_scratch->init());
        for (const char* line :
             {"campuses add north --name North", "couriers add ann --campus north --name Ann --phone 020-7946",
              "couriers duty on ann", "products add tea --name Milktea --price 1.50 --stock 10",
              "products add bun --name Bun --price 0.99 --stock 10",
              "products add bap --name bun --price 0.80 --stock 10"}) {
            const auto done = m_scratch->run(words(line));
            QVERIFY2(done.code == 0, done.text().constData());
        }
    }

    void oneIsPlacedAndPaidLater() {
        const auto placed = place("tea=2 bun=1");
        QVERIFY2(placed.code == 0, placed.text().constData());
        QCOMPARE(placed.number(QStringLiteral("payable")), 399);
        QCOMPARE(ordersIn("WAIT_PAY"), 1);
        QCOMPARE(stockOfTea(), 8);
        const auto no = orderNoOf(placed);
        const auto pay = [&](const char* more) {
            return m_scratch->json(words("orders pay") << no << words("--reason counter") + words(more));
        };
        const auto wrong = pay("--cash --amount 4.00");
        QVERIFY2(wrong.code == 1 && wrong.err.contains("the order asks for 3.99 GBP"), wrong.text().constData());
        QCOMPARE(ordersIn("WAIT_PAY"), 1);
        const auto paid = pay("--payment-no P7 --amount 3.99");
        QVERIFY2(paid.code == 0, paid.text().constData());
        QCOMPARE(paid.json().value(QStringLiteral("outcome")).toString(), QStringLiteral("accepted"));
        QCOMPARE(paid.number(QStringLiteral("amount")), 399);
        QCOMPARE(ordersIn("WAIT_PICK_UP"), 1);
        // The same payment again changes nothing; another one is refused, and no money is owed back for it.
        const auto again = pay("--payment-no P7");
        QVERIFY2(again.code == 0 && again.json().value(QStringLiteral("repeated")).toBool(), again.text().constData());
        const auto second = pay("--cash");
        QVERIFY2(second.code == 1 && second.err.contains("wrong_status"), second.text().constData());
        QVERIFY(
            m_scratch->json(words("payments owed --all")).json().value(QStringLiteral("payments")).toArray().isEmpty());
        const auto audit = m_scratch->run(words("audit list"));
        QVERIFY2(audit.out.contains("orders.place_by_hand") && audit.out.contains("orders.record_payment") &&
                     audit.out.contains("counter"),
                 audit.text().constData());
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void oneIsPaidAtOnce() {
        const auto said =
            m_scratch->run(words("orders place Milktea=1 --user u1 --campus north --cash --reason counter"));
        QVERIFY2(said.code == 0 && said.out.contains("1.50 GBP, paid."), said.text().constData());
        QCOMPARE(ordersIn("WAIT_PICK_UP"), 1);
        // The same key again is the same order and the same payment.
        const auto first = place("tea=1 --key call-7 --cash --reason counter");
        QVERIFY2(first.code == 0, first.text().constData());
        const auto second = place("tea=1 --key call-7 --cash --reason counter");
        QVERIFY2(second.code == 0, second.text().constData());
        QCOMPARE(orderNoOf(second), orderNoOf(first));
        QVERIFY(second.json().value(QStringLiteral("placed_before")).toBool());
        QVERIFY(second.json().value(QStringLiteral("repeated")).toBool());
        // By the number that the console takes for cash, too.
        QCOMPARE(second.json().value(QStringLiteral("payment_no")).toString(),
                 QString::fromStdString(api::cashPaymentNo(OrderNo(orderNoOf(first).toStdString())).str()));
        QCOMPARE(stockOfTea(), 8);
        // A payment number that is another order's leaves this one unpaid, which is told.
        QCOMPARE(place("tea=1 --payment-no P1 --reason counter").code, 0);
        const auto unpaid = place("tea=1 --payment-no P1 --reason counter");
        QVERIFY2(unpaid.code == 3, unpaid.text().constData());
        QCOMPARE(unpaid.json().value(QStringLiteral("error")).toString(), QStringLiteral("key_reused"));
        QVERIFY(!orderNoOf(unpaid).isEmpty());
        QCOMPARE(ordersIn("WAIT_PAY"), 1);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// For a courier who calls, until couriers report for themselves.
    void onesOfACourierAreReported() {
        const auto first = orderNoOf(place("tea=1 --cash --reason counter"));
        const auto second = orderNoOf(place("bun=1 --cash --reason counter"));
        QCOMPARE(ordersIn("WAIT_PICK_UP"), 2);
        const auto report = [&](const char* kind, const QStringList& orders, const char* more = "") {
            return m_scratch->json(words("orders report") + QStringList{QLatin1String(kind)} + orders + words(more));
        };
        const auto early = report("delivered", {first});
        QVERIFY2(early.code == 1 && early.err.contains("wrong_status"), early.text().constData());
        const auto both = report("picked_up", {first, second});
        QVERIFY2(both.code == 0, both.text().constData());
        const auto rows = both.json().value(QStringLiteral("orders")).toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[1].toObject().value(QStringLiteral("order_no")).toString(), second);
        QCOMPARE(rows[1].toObject().value(QStringLiteral("courier_id")).toString(), QStringLiteral("ann"));
        QCOMPARE(ordersIn("DELIVERING"), 2);
        const auto said = m_scratch->run(words("orders report delivered") << first);
        QVERIFY2(said.code == 0 && said.out.contains("delivered by ann"), said.text().constData());
        QCOMPARE(ordersIn("DELIVERED"), 1);
        const auto nobodys = orderNoOf(place("tea=1"));
        const auto refused = report("picked_up", {nobodys});
        QVERIFY2(refused.code == 1 && refused.err.contains("no courier has it"), refused.text().constData());
        // One of two is not possible any more: the other is done, and both are told.
        const auto mixed = report("failed", {first, second}, "--reason door");
        QVERIFY2(mixed.code == 3, mixed.text().constData());
        QCOMPARE(ordersIn("DELIVERING"), 0);
        const auto audit = m_scratch->run(words("audit list"));
        QVERIFY2(audit.out.contains("orders.report") && audit.out.contains("door"), audit.text().constData());
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void onesThatNobodyWantsAreClosed() {
        const auto paid = orderNoOf(place("tea=1 --cash --reason counter"));
        const auto unpaid = orderNoOf(place("tea=2"));
        QCOMPARE(stockOfTea(), 7);
        const auto closed = m_scratch->json(words("orders cancel") << paid << unpaid << words("--reason called"));
        QVERIFY2(closed.code == 0, closed.text().constData());
        QCOMPARE(closed.json().value(QStringLiteral("orders")).toArray().size(), 2);
        QCOMPARE(stockOfTea(), 10);
        QCOMPARE(m_scratch->json(words("refunds list")).json().value(QStringLiteral("refunds")).toArray().size(), 1);
        const auto again = m_scratch->run(words("orders cancel") << unpaid << words("--reason called"));
        QVERIFY2(again.code == 1 && again.err.contains("wrong_status"), again.text().constData());
        QCOMPARE(m_scratch->run(words("orders cancel none --reason called")).code, 1);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// By SKU or by the whole name; what is not clear is not guessed.
    void productsByName() {
        QCOMPARE(place("MILKTEA=3").number(QStringLiteral("payable")), 450);
        QCOMPARE(place("bap=1").number(QStringLiteral("payable")), 80);
        // A SKU comes before a name.
        QCOMPARE(place("bun=1").number(QStringLiteral("payable")), 99);
        const auto two = place("Bun=1");
        QVERIFY2(two.code == 1 && two.err.contains("bap, bun"), two.text().constData());
        const auto part = place("Milk=1");
        QVERIFY2(part.code == 1 && part.err.contains("unknown_sku"), part.text().constData());
        const auto tooMany = place("tea=99");
        QVERIFY2(tooMany.code == 1 && tooMany.err.contains("out_of_stock"), tooMany.text().constData());
        QCOMPARE(ordersIn("WAIT_PAY"), 3);
    }

    void discounts() {
        {
            auto workspace = app::Workspace::open(m_scratch->workspace().toStdString());
            QVERIFY(workspace.has_value());
            const api::Call call{api::Actor::administrator("local:test"), "test", {}};
            api::CampaignSettings settings;
            settings.name = "Lunch";
            settings.shape = {Money{100}, 1, Money{100}, 1};
            settings.begin = (*workspace)->status().now;
            settings.end = settings.begin.plusMs(86'400'000);
            settings.seed = 4;
            auto made = (*workspace)->campaigns().create(call, CampaignId("lunch"), settings);
            made.waitForFinished();
            QVERIFY(made.result().has_value());
            auto started = (*workspace)->campaigns().start(call, CampaignId("lunch"));
            started.waitForFinished();
            QVERIFY(started.result().has_value());
        }
        QCOMPARE(m_scratch->run(words("run --until-idle")).code, 0);
        const auto less = place("tea=2 --draw lunch");
        QVERIFY2(less.code == 0, less.text().constData());
        QCOMPARE(less.number(QStringLiteral("discount")), 100);
        QCOMPARE(less.number(QStringLiteral("payable")), 200);
        const auto full = place("tea=2 --draw lunch");
        QVERIFY2(full.code == 0, full.text().constData());
        QCOMPARE(full.number(QStringLiteral("payable")), 300);
        QVERIFY(!full.json().value(QStringLiteral("no_discount")).toString().isEmpty());
        const auto none = place("tea=2 --draw dinner");
        QVERIFY2(none.code == 1 && none.err.contains("not_found"), none.text().constData());
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void lateOnesByHowLate() {
        QCOMPARE(m_scratch->json(words("orders late")).number(QStringLiteral("total")), 0);
        QCOMPARE(m_scratch->run(words("policy set north pick_up_late=1ms unassigned=1ms")).code, 0);
        const auto first = orderNoOf(place("tea=1 --cash --reason counter"));
        const auto second = orderNoOf(place("tea=1 --cash --reason counter"));
        QTRY_COMPARE(m_scratch->json(words("orders late")).number(QStringLiteral("total")), 2);
        const auto listed = m_scratch->json(words("orders late"));
        const auto rows = listed.json().value(QStringLiteral("orders")).toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0][QStringLiteral("order_no")].toString(), first);
        QCOMPARE(rows[1][QStringLiteral("order_no")].toString(), second);
        QVERIFY(rows[0][QStringLiteral("late_ms")].toInteger() > rows[1][QStringLiteral("late_ms")].toInteger());
        QCOMPARE(rows[0][QStringLiteral("stage")].toString(), QStringLiteral("pick_up"));
        QCOMPARE(rows[0][QStringLiteral("courier_id")].toString(), QStringLiteral("ann"));
        QCOMPARE(rows[0][QStringLiteral("courier_phone")].toString(), QStringLiteral("020-7946"));
        QCOMPARE(rows[0][QStringLiteral("in_hand")].toInteger(), 2);
        const auto shown = m_scratch->run(words("orders late"));
        QVERIFY2(shown.out.contains("020-7946") && shown.out.contains("pick up") &&
                     shown.out.contains("2 of 2 late orders."),
                 shown.text().constData());
        QCOMPARE(m_scratch->run(words("orders late --limit 1")).out.count(second.toUtf8()), 0);
        QCOMPARE(m_scratch->json(words("orders late --campus south")).number(QStringLiteral("total")), 0);
        QCOMPARE(m_scratch->json(words("orders late --courier ann")).number(QStringLiteral("total")), 2);
        QCOMPARE(m_scratch->json(words("orders late --courier bob")).number(QStringLiteral("total")), 0);
        // Nobody has the next one.
        QCOMPARE(m_scratch->run(words("couriers duty off ann")).code, 0);
        const auto waiting = orderNoOf(place("tea=1 --cash --reason counter"));
        QTRY_COMPARE(m_scratch->json(words("orders late")).number(QStringLiteral("total")), 3);
        const auto last = m_scratch->json(words("orders late")).json().value(QStringLiteral("orders")).toArray().at(2);
        QCOMPARE(last[QStringLiteral("order_no")].toString(), waiting);
        QCOMPARE(last[QStringLiteral("stage")].toString(), QStringLiteral("assignment"));
        QCOMPARE(last[QStringLiteral("courier_phone")].toString(), QString());
        QVERIFY(last[QStringLiteral("in_hand")].isNull());
    }

    void refusals_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* line, int code, const char* says) {
            QTest::newRow(*line == 0 ? "nothing" : line) << QString::fromUtf8(line) << code << QByteArray(says);
        };
        row("", 2, "place, pay, late, report or cancel");
        row("place --user u --campus north", 2, "PRODUCT=UNITS is missing");
        row("place tea --user u --campus north", 2, "\"tea\"");
        row("place tea=0 --user u --campus north", 2, "\"tea=0\"");
        row("place =1 --user u --campus north", 2, "\"=1\"");
        row("place tea=1 --campus north", 2, "--user is missing");
        row("place tea=1 --user u", 2, "--campus is missing");
        row("place tea=1 --user u --campus north --cash", 2, "--reason is missing");
        row("place tea=1 --user u --campus north --cash --payment-no P --reason x", 2, "either --cash or");
        row("place tea=1 --user u --campus west", 1, "campus = west");
        row("pay A1 --reason x", 2, "either --cash or");
        row("pay A1 --cash", 2, "--reason is missing");
        row("pay --cash --reason x", 2, "ORDER_NO");
        row("pay A1 --cash --reason x", 1, "not_found");
        row("report", 2, "picked_up, delivered or failed");
        row("report lost A1", 2, "picked_up, delivered or failed");
        row("report delivered", 2, "ORDER_NO is missing");
        row("report failed A1", 2, "--reason is missing");
        row("report delivered A1", 1, "not_found");
        row("cancel --reason x", 2, "ORDER_NO is missing");
        row("cancel A1", 2, "--reason is missing");
        row("late now", 2, "now");
        row("late --limit 0", 2, "--limit");
    }
    void refusals() {
        QFETCH(QString, line);
        QFETCH(int, code);
        QFETCH(QByteArray, says);
        if (m_unchanged.isEmpty()) {
            m_unchanged = m_scratch->contents();
        }
        const auto outcome = m_scratch->run(words(("orders " + line.toUtf8()).constData()));
        QVERIFY2(outcome.code == code && outcome.err.contains(says), outcome.text().constData());
        QCOMPARE(m_scratch->contents(), m_unchanged);
    }
};

}  // namespace test_cli_orders

QTEST_GUILESS_MAIN(test_cli_orders::TestCliOrders)
#include "test_cli_orders.moc"
