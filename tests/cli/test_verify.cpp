// SPDX-License-Identifier: GPL-3.0-or-later
// Every invariant can be violated, is then reported with its offender, and nothing else is.
#include <QDir>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_faults.h"

namespace test_verify {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

const QByteArray kCouriers =
    "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,1\ncat,north,Cat,3,0\n";
const QByteArray kOrders =
    "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
    "A1,u,north,tea,2,1.50,2026-01-05T10:00:00Z\nA1,u,north,bun,1,0.99,2026-01-05T10:00:00Z\n"
    "A2,u,north,tea,1,1.50,2026-01-05T10:01:00Z\nA3,u,north,bun,1,0.99,2026-01-05T10:02:00Z\n"
    "A4,u,north,tea,1,1.50,2026-01-05T10:03:00Z\nA5,u,north,tea,1,1.50,2026-01-05T10:04:00Z\n";
const QByteArray kUnpaid =
    "order_no,user_id,campus,sku,quantity,unit_price,placed_at\nU1,u,north,tea,1,1.50,2026-01-05T11:00:00Z\n";

QStringList violatedIn(const Outcome& verdict) {
    QStringList violated;
    for (const auto& value : verdict.json().value(QStringLiteral("invariants")).toArray()) {
        if (value.toObject().value(QStringLiteral("violations")).toInteger() > 0) {
            violated << value.toObject().value(QStringLiteral("id")).toString();
        }
    }
    return violated;
}

}  // namespace

class TestVerify : public QObject {
    Q_OBJECT
    Scratch m_scratch;
    QString m_whole;  ///< a folder with the workspace as it was made

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_scratch.init());
        QCOMPARE(m_scratch.run(words("import couriers -"), kCouriers).code, 0);
        QCOMPARE(m_scratch.run(words("import orders - --paid --stock-for-new-sku 50"), kOrders).code, 0);
        QCOMPARE(m_scratch.run(words("import orders -"), kUnpaid).code, 0);
        const Outcome verdict = m_scratch.json(words("verify"));
        QVERIFY2(verdict.code == 0, verdict.text().constData());
        m_whole = m_scratch.path(QStringLiteral("whole"));
        QVERIFY(QDir().mkpath(m_whole));
        QVERIFY(evenhand::testing::copyWorkspace(m_scratch.workspace().toStdString(), m_whole.toStdString()));
    }

    void violations_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QStringList>("violated");
        QTest::addColumn<QByteArray>("names");
        const QString a1 = QStringLiteral("(SELECT order_id FROM orders WHERE order_no = 'A1')");
        const auto of = [&](const char* text) {
            return QString::fromLatin1(text).replace(QLatin1String("$A1"), a1).toUtf8();
        };
        QTest::newRow("courier lost") << of("UPDATE orders SET courier_id = NULL WHERE order_no = 'A1'")
                                      << words("D1 D8") << QByteArray("A1");
        QTest::newRow("courier forgotten")
            << of("UPDATE orders SET courier_id = NULL, wait_reason = 'no_courier' WHERE order_no = 'A1'")
            << words("D1 D8") << QByteArray("A1");
        QTest::newRow("another courier") << of("UPDATE orders SET courier_id = 'cat' WHERE order_no = 'A1'")
                                         << words("D1 D8") << QByteArray("A1");
        QTest::newRow("assignment lost") << of("DELETE FROM assignment WHERE order_id = $A1") << words("D1 D3")
                                         << QByteArray("A1");
        QTest::newRow("two couriers")
            << of("INSERT INTO assignment SELECT order_id, 0, 'ann', at, mode, 0, 0, 1, '', duty_version, '', '', "
                  "NULL, NULL, NULL FROM assignment WHERE order_id = $A1")
            << words("D1 D2") << QByteArray("A1");
        QTest::newRow("epoch beyond") << of("UPDATE assignment SET epoch = 3 WHERE order_id = $A1") << words("D1 D2")
                                      << QByteArray("A1");
        QTest::newRow("charged more") << of("UPDATE assignment SET charged = charged + 10 WHERE order_id = $A1")
                                      << words("D3") << QByteArray("weighs");
        QTest::newRow("weight entry lost")
            << of("DELETE FROM weight_entry WHERE courier_id = 'cat'") << words("D3") << QByteArray("cat");
        QTest::newRow("off duty in the tables only")
            << of("UPDATE courier SET on_duty = 0 WHERE courier_id = 'ann'") << words("D3") << QByteArray("ann");
        QTest::newRow("everything to ann")
            << of("UPDATE assignment SET courier_id = 'ann', evidence = evidence || char(10) || '1 ann'")
            << words("D1 D3 D4") << QByteArray("who was not the highest");
        QTest::newRow("unfair counts") << of("UPDATE assignment SET courier_id = 'ann', evidence = ''")
                                       << words("D1 D3 D4") << QByteArray("campus north");
        QTest::newRow("dead letter from nowhere")
            << of("INSERT INTO dead_letter(topic, message_id, payload, epoch, reason, attempts, at) VALUES "
                  "('order@@first', '1-1', '', 1, '', 1, 1)")
            << words("D5") << QByteArray("order@@first");
        QTest::newRow("message twice") << of("UPDATE assignment SET message_id = '7-7'") << words("D5")
                                       << QByteArray("7-7");
        QTest::newRow("status without event")
            << of("UPDATE orders SET status = 'DELIVERED' WHERE order_no = 'A1'") << words("D8 D6") << QByteArray("A1");
        QTest::newRow("event lost") << of("DELETE FROM order_event WHERE order_id = $A1 AND kind = 'paid'")
                                    << words("D6") << QByteArray("A1");
        QTest::newRow("unknown status") << of("UPDATE orders SET status = 'LOST' WHERE order_no = 'A1'")
                                        << words("D1 D8 D6 M0 E7") << QByteArray("A1");
        QTest::newRow("delivered by nobody")
            << of("UPDATE orders SET status = 'DELIVERED', courier_id = NULL WHERE order_no = 'A1'")
            << words("D1 D8 D6") << QByteArray("does not name a courier");
        QTest::newRow("payment changed") << of("UPDATE payment SET amount = amount + 1 WHERE order_id = $A1")
                                         << words("M0 M1") << QByteArray("A1");
        QTest::newRow("payment lost") << of("DELETE FROM payment WHERE order_id = $A1") << words("M0")
                                      << QByteArray("A1");
        QTest::newRow("price changed")
            << of("UPDATE order_line SET unit_price = unit_price + 1 WHERE order_id = $A1 AND line_no = 1")
            << words("M0") << QByteArray("A1");
        QTest::newRow("owed without a refund")
            << of("INSERT INTO owed_payment VALUES ('lost', 'A1', 5, 1, 'late', NULL)") << words("R3 M1")
            << QByteArray("lost");
        QTest::newRow("refunded for nothing")
            << of("INSERT INTO refund(status, cause, source, order_id, payment_no, amount, provider, reference, "
                  "reason, requester, requested_at, last_error, version) VALUES ('REQUESTED', 'order', 'k', $A1, 'p', "
                  "1, 'manual', '', '', 'eve', 1, '', 1)")
            << words("R3") << QByteArray("A1");
        QTest::newRow("returned by nobody")
            << of("UPDATE deduction_line SET requested = requested + 1") << words("R1") << QByteArray("A1");
        QTest::newRow("restocked from nowhere")
            << of("UPDATE deduction_line SET restocked = 1") << words("M3 R4") << QByteArray("A1");
        QTest::newRow("entry changed") << of("UPDATE ledger_entry SET amount = amount + 1 WHERE order_id = $A1")
                                       << words("M1 M2") << QByteArray("provider_clearing");
        QTest::newRow("entry lost") << of("DELETE FROM ledger_entry WHERE order_id = $A1") << words("M1 M2")
                                    << QByteArray("provider_clearing");
        QTest::newRow("balance changed")
            << of("UPDATE ledger_balance SET debit = debit + 1 WHERE account = 'provider_clearing'") << words("M2")
            << QByteArray("provider_clearing");
        QTest::newRow("stock from nowhere")
            << of("UPDATE product SET stock = stock + 1 WHERE sku = 'tea'") << words("M3") << QByteArray("tea");
        QTest::newRow("received more") << of("UPDATE stock_entry SET quantity = quantity + 5 WHERE sku = 'bun'")
                                       << words("M3") << QByteArray("bun");
        QTest::newRow("given back twice")
            << of("UPDATE deduction_line SET given_back = 1") << words("M3") << QByteArray("A1");
        QTest::newRow("deduction lost") << of("DELETE FROM deduction WHERE order_id = $A1") << words("M3 E1")
                                        << QByteArray("A1");
        QTest::newRow("a task from nowhere")
            << of("INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, worker, note, "
                  "last_error, created_at) VALUES ('rehearsal', 'x', '', 0, 'PENDING', 1, 1, 0, '', '', '', 1)")
            << words("W1 W2 W3") << QByteArray("rehearsal");
        QTest::newRow("a task lost") << of("UPDATE task_sum SET created = created + 1 WHERE kind = 'backup'")
                                     << words("W3") << QByteArray("backup");
        QTest::newRow("a worker that took too much")
            << of("INSERT INTO ring_change(at, what, worker, workers, moved) VALUES (1, 'joined', 'w', 10, 900000)")
            << words("W4") << QByteArray("0.9");
        QTest::newRow("reference to nothing")
            << of("INSERT INTO order_event(order_id, at, kind, actor, detail) VALUES (999, 1, 'paid', '', '')")
            << words("E1") << QByteArray("order_event");
    }
    void violations() {
        QFETCH(QByteArray, sql);
        QFETCH(QStringList, violated);
        QFETCH(QByteArray, names);
        QVERIFY(evenhand::testing::copyWorkspace(m_whole.toStdString(), m_scratch.workspace().toStdString()));
        QVERIFY(tamper(m_scratch, {sql.toStdString()}));
        const Outcome verdict = m_scratch.json(words("verify"));
        QVERIFY2(verdict.code == 4, verdict.text().constData());
        QCOMPARE(violatedIn(verdict).join(QLatin1Char(' ')), violated.join(QLatin1Char(' ')));
        QVERIFY2(verdict.out.contains(names), verdict.out.constData());
        const Outcome text = m_scratch.run(words("verify"));
        QCOMPARE(text.code, 4);
        QVERIFY(text.out.contains("\n" + violated.first().toUtf8() + ": "));
    }

    /// Nobody counts, exports or changes an order whose status is unknown; the others can be worked with.
    void aDamagedOrderIsNamedByEveryCommand() {
        QVERIFY(evenhand::testing::copyWorkspace(m_whole.toStdString(), m_scratch.workspace().toStdString()));
        QVERIFY(tamper(m_scratch, {"UPDATE orders SET status = 'LOST' WHERE order_no = 'A1'"}));
        const QString file = m_scratch.path(QStringLiteral("damaged.csv"));
        for (const auto& command : {words("stats"), words("export orders") << file, words("reassign A1 --reason x")}) {
            const Outcome outcome = m_scratch.run(command);
            QVERIFY2(outcome.code == 1, outcome.text().constData());
            QVERIFY2(outcome.err.contains("workspace_damaged") && outcome.err.contains("order_no A1") &&
                         outcome.err.contains("orders.status = LOST"),
                     outcome.err.constData());
        }
        QVERIFY(!QFile::exists(file));
        QCOMPARE(m_scratch.run(words("reassign A2 --reason x")).code, 0);
    }

    void atMostTwentyOffendersAreNamed() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QByteArray file = "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n";
        for (int i = 0; i < 30; ++i) {
            file += "N" + QByteArray::number(i) + ",u,north,tea,1,1.00,2026-01-05T10:00:00Z\n";
        }
        QCOMPARE(scratch.run(words("import orders - --paid --stock-for-new-sku 50"), file).code, 0);
        QVERIFY(tamper(scratch, {"UPDATE orders SET payable = payable + 1"}));
        const Outcome verdict = scratch.json(words("verify"));
        QCOMPARE(verdict.code, 4);
        for (const auto& value : verdict.json().value(QStringLiteral("invariants")).toArray()) {
            if (value.toObject().value(QStringLiteral("id")).toString() == QLatin1String("M0")) {
                QCOMPARE(value.toObject().value(QStringLiteral("violations")).toInteger(), 30);
                QCOMPARE(value.toObject().value(QStringLiteral("offenders")).toArray().size(), 20);
            }
        }
        QVERIFY(scratch.run(words("verify")).out.contains("and 10 more"));
    }

    void anUnservedCampusIsNoViolation() {
        const Scratch scratch;  // nobody on duty: the orders wait, as they should
        QVERIFY(scratch.init());
        QCOMPARE(scratch.run(words("import orders - --paid --stock-for-new-sku 50"), kOrders).code, 0);
        QCOMPARE(scratch.run(words("verify")).code, 0);
        const Outcome waiting = scratch.json(words("stats"));
        QCOMPARE(waiting.number(QStringLiteral("orders.by_status.PAID")), 5);
        // Somebody comes: they are served, and still all is well.
        QCOMPARE(scratch.run(words("import couriers -"), kCouriers).code, 0);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.by_status.WAIT_PICK_UP")), 5);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }
};

}  // namespace test_verify

QTEST_GUILESS_MAIN(test_verify::TestVerify)
#include "test_verify.moc"
