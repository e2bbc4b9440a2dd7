// SPDX-License-Identifier: GPL-3.0-or-later
// Returns and refunds on the command line: imports with and without order numbers, decisions, exports, refusals.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_faults.h"

namespace test_cli_returns {

using namespace evenhand::cli;

namespace {

constexpr const char* kOrders =
    "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
    "A1,ann,north,tea,3,1.00,2024-06-01T08:00:00Z\n"
    "A1,ann,north,cup,1,5.00,2024-06-01T08:00:00Z\n"
    "A2,ann,north,tea,2,1.10,2024-06-02T08:00:00Z\n"
    "A3,ann,north,tea,5,1.20,2024-06-05T08:00:00Z\n"
    "B1,bob,north,gold,1,1500.00,2024-06-01T09:00:00Z\n";

// Out of order in time on purpose: the later row of R1 stands first.
constexpr const char* kReturns =
    "return_no,order_no,user_id,sku,quantity,at,reason\n"
    "R1,,ann,tea,2,2024-06-03T09:00:00Z,again\n"  // 1 is left of A1: exceeds_deducted
    "R1,,ann,tea,4,2024-06-03T08:00:00Z,=cold\n"  // 2 of A2, 2 of A1; A3 came later
    "R2,A1,,cup,1,2024-06-03T08:00:00Z,\n"
    "R3,,ann,saucer,1,2024-06-03T08:00:00Z,\n"          // no_deduction
    "R4,,,tea,1,2024-06-03T08:00:00Z,\n"                // no_customer
    "R5,A1,,tea,0,2024-06-03T08:00:00Z,\n"              // non_positive_quantity
    "R6,ZZ,,tea,1,2024-06-03T08:00:00Z,\n"              // no_deduction
    "R7,A1,,tea,1.5,2024-06-03T08:00:00Z,\n"            // bad_number
    ",A1,,tea,1,2024-06-03T08:00:00Z,\n"                // missing_return_no
    "R8,A1,,,1,2024-06-03T08:00:00Z,\n"                 // missing_sku
    "R9,A1,,tea,1,yesterday,\n"                         // bad_date
    "R10,A2,,tea\n"                                     // wrong_columns
    "R11,,ann,tea,1,2024-05-31T08:00:00Z,\n"            // before any order: no_deduction
    "R12,,bob,gold,1,2024-06-03T08:00:00Z,too heavy\n"  // above the four-eyes threshold
    "R13,A1,,cup,1,2024-06-03T08:00:01Z,\n";            // exceeds_deducted

}  // namespace

class TestCliReturns : public QObject {
    Q_OBJECT
    std::unique_ptr<Scratch> m_scratch;

    Outcome importReturns(const QStringList& more = {}) const {
        return m_scratch->json(
            QStringList{QStringLiteral("import"), QStringLiteral("returns"), QStringLiteral("-")} + more, kReturns);
    }
    static void expectCounts(const Outcome& outcome, qint64 accepted, qint64 duplicate) {
        QVERIFY2(outcome.code == 3, outcome.text().constData());
        QCOMPARE(outcome.number(QStringLiteral("rows")), 15);
        QCOMPARE(outcome.number(QStringLiteral("returns.accepted")), accepted);
        QCOMPARE(outcome.number(QStringLiteral("returns.duplicate")), duplicate);
        QCOMPARE(outcome.number(QStringLiteral("returns.rejected")), 12);
        QCOMPARE(outcome.number(QStringLiteral("reasons.exceeds_deducted")), 2);
        QCOMPARE(outcome.number(QStringLiteral("reasons.no_deduction")), 3);
        for (const char* once : {"no_customer", "non_positive_quantity", "bad_number", "missing_return_no",
                                 "missing_sku", "bad_date", "wrong_columns"}) {
            QVERIFY2(outcome.number(QStringLiteral("reasons.") + QLatin1String(once)) == 1, once);
        }
    }
    [[nodiscard]] QJsonArray listed(const char* what, const QStringList& filter = {}) const {
        return m_scratch->json(QStringList{QLatin1String(what), QStringLiteral("list")} + filter)
            .json()
            .value(QLatin1String(what))
            .toArray();
    }
    /// What the history of a `show` says of everything of one kind, oldest first.
    [[nodiscard]] static QStringList detailsOf(const Outcome& shown, const char* what) {
        QStringList details;
        const auto history = shown.json().value(QStringLiteral("history")).toArray();
        for (const auto& event : history) {
            if (event.toObject().value(QStringLiteral("what")).toString() == QLatin1String(what)) {
                details << event.toObject().value(QStringLiteral("detail")).toString();
            }
        }
        return details;
    }
    /// The id of the first row that has this value.
    [[nodiscard]] QString idOf(const char* what, const char* field, const char* value) const {
        for (const auto& row : listed(what)) {
            if (row.toObject().value(QLatin1String(field)).toString() == QLatin1String(value)) {
                return QString::number(row.toObject().value(QStringLiteral("id")).toInteger());
            }
        }
        return {};
    }

private Q_SLOTS:
    void init() {
        // Lines that are refused for their usage change nothing: they share a workspace.
        if (m_scratch != nullptr && QTest::currentDataTag() != nullptr) {
            return;
        }
        m_scratch = std::make_unique<Scratch>();
        QVERIFY(m_scratch->init());
        QCOMPARE(
            m_scratch->json(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nc,north,C,0,1\n").code,
            0);
        const auto orders = m_scratch->json(words("import orders - --paid --stock-for-new-sku 100"), kOrders);
        QVERIFY2(orders.code == 0, orders.text().constData());
    }

    void rowsAreMatchedNewestFirst() {
        const auto before = m_scratch->contents();
        const auto dry = importReturns({QStringLiteral("--dry-run")});
        expectCounts(dry, 3, 0);
        QCOMPARE(dry.number(QStringLiteral("units")), 6);
        QCOMPARE(m_scratch->contents(), before);
        QCOMPARE(listed("returns").size(), 0);

        const auto errors = m_scratch->path(QStringLiteral("errors.csv"));
        const auto done = importReturns({QStringLiteral("--errors"), errors});
        expectCounts(done, 3, 0);
        QCOMPARE(done.number(QStringLiteral("units")), 6);
        const auto lines = m_scratch->read(QStringLiteral("errors.csv"));
        QCOMPARE(lines.count("\r\n"), 13);
        QVERIFY(lines.contains("exceeds_deducted"));

        QStringList found;
        for (const auto& value : listed("returns")) {
            const auto row = value.toObject();
            found << QStringLiteral("%1 %2 %3 %4")
                         .arg(row.value(QStringLiteral("return_no")).toString(),
                              row.value(QStringLiteral("order_no")).toString())
                         .arg(row.value(QStringLiteral("units")).toInteger())
                         .arg(row.value(QStringLiteral("amount")).toInteger());
        }
        found.sort();
        // The position counts the rows of a number in the order of the file.
        QCOMPARE(found, (QStringList{QStringLiteral("R1/2 A1 2 200"), QStringLiteral("R1/2 A2 2 220"),
                                     QStringLiteral("R12/1 B1 1 150000"), QStringLiteral("R2/1 A1 1 500")}));
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void againChangesNothing() {
        expectCounts(importReturns(), 3, 0);
        const auto before = m_scratch->contents();
        const auto exported = m_scratch->run(words("export returns -")).out;
        QVERIFY(exported.count('\n') == 5);
        for (const bool dry : {true, false}) {
            const auto again = importReturns(dry ? QStringList{QStringLiteral("--dry-run")} : QStringList());
            expectCounts(again, 0, 3);
            QCOMPARE(again.number(QStringLiteral("reasons.duplicate_return")), 3);
            QCOMPARE(again.number(QStringLiteral("units")), 0);
        }
        QCOMPARE(m_scratch->contents(), before);
        QCOMPARE(m_scratch->run(words("export returns -")).out, exported);
    }

    void approvedAtOnceUpToTheThreshold() {
        expectCounts(importReturns({QStringLiteral("--auto-approve")}), 3, 0);
        QCOMPARE(listed("returns", words("--stage approval")).size(), 1);  // the gold
        const auto stats = m_scratch->json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("money.refunded")), 920);
        QCOMPARE(stats.number(QStringLiteral("returns.units")), 6);
        QCOMPARE(stats.number(QStringLiteral("returns.pending")), 1);
        // Who asked may not decide, whoever it was on this machine.
        const auto gold = idOf("returns", "return_no", "R12/1");
        const auto refused = m_scratch->json({QStringLiteral("returns"), QStringLiteral("approve"), gold,
                                              QStringLiteral("--reason"), QStringLiteral("please")});
        QCOMPARE(refused.code, 1);
        QCOMPARE(refused.json().value(QStringLiteral("error")).toObject().value(QStringLiteral("code")).toString(),
                 QStringLiteral("four_eyes"));
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// The goods of an imported return had arrived, which says nothing about its order: whether a row names the order
    /// or not, and whether it is approved at once or by a person later.
    void importedReturnsCloseNoOrder() {
        const auto before = m_scratch->json(words("stats"));
        QCOMPARE(before.number(QStringLiteral("orders.by_status.WAIT_PICK_UP")), 4);
        const auto take = [this](const QStringList& options, const char* rows) {
            const auto done = m_scratch->json(words("import returns -") + options,
                                              QByteArray("return_no,order_no,user_id,sku,quantity,at\n") + rows);
            QVERIFY2(done.code == 0, done.text().constData());
            QCOMPARE(done.number(QStringLiteral("returns.accepted")), 2);
        };
        take({QStringLiteral("--auto-approve")},
             "all,A2,,tea,2,2024-06-06T08:00:00Z\n"
             "matched,,ann,tea,5,2024-06-06T08:00:00Z\n");  // all of A3
        QCOMPARE(listed("returns", words("--stage approval")).size(), 0);
        take({},
             "tea,A1,,tea,3,2024-06-06T08:00:00Z\n"
             "cup,A1,,cup,1,2024-06-06T08:00:00Z\n");
        const auto approved = m_scratch->json(
            {QStringLiteral("returns"), QStringLiteral("approve"), idOf("returns", "return_no", "tea/1"),
             idOf("returns", "return_no", "cup/1"), QStringLiteral("--reason"), QStringLiteral("fine")});
        QVERIFY2(approved.code == 0, approved.text().constData());
        const auto after = m_scratch->json(words("stats"));
        QCOMPARE(after.number(QStringLiteral("money.refunded")), 220 + 600 + 800);
        for (const auto* part : {"orders", "campuses"}) {  // couriers still have what they were given
            QCOMPARE(after.json().value(QLatin1String(part)), before.json().value(QLatin1String(part)));
        }
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void aReturnFromRequestToRefund() {
        const auto asked = m_scratch->json(words("returns request A1 web-1 --units tea=3,cup=1 --reason cold"));
        QVERIFY2(asked.code == 0, asked.text().constData());
        QCOMPARE(asked.number(QStringLiteral("amount")), 800);
        const auto id = QString::number(asked.number(QStringLiteral("id")));
        const auto act = [&](const char* verb, const QStringList& more = {}) {
            return m_scratch->json(QStringList{QStringLiteral("returns"), QLatin1String(verb), id} + more);
        };
        const QStringList why{QStringLiteral("--reason"), QStringLiteral("why not")};
        QCOMPARE(act("reject").code, 2);                                 // no reason
        QCOMPARE(act("approve", words("--units tea=2,cup=1")).code, 0);  // below the threshold it needs none
        QCOMPARE(act("approve", why).code, 1);
        const auto received = act("receive", words("--damaged tea=1"));
        QVERIFY2(received.code == 0, received.text().constData());
        QCOMPARE(act("undo", why).code, 1);
        const auto refund = idOf("refunds", "order_no", "A1");
        QCOMPARE(m_scratch->json(words("stats")).number(QStringLiteral("money.refunded")), 700);
        QCOMPARE(m_scratch->json({QStringLiteral("refunds"), QStringLiteral("record-paid"), refund}).code, 2);
        const auto paid = m_scratch->json(QStringList{QStringLiteral("refunds"), QStringLiteral("record-paid"), refund,
                                                      QStringLiteral("--reference"), QStringLiteral("bank 7")} +
                                          why);
        QVERIFY2(paid.code == 0, paid.text().constData());
        QCOMPARE(listed("refunds").first().toObject().value(QStringLiteral("status")).toString(),
                 QStringLiteral("SUCCEEDED"));
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void severalAreDecidedAtOnce() {
        expectCounts(importReturns(), 3, 0);
        const auto gold = idOf("returns", "return_no", "R12/1");
        const auto cup = idOf("returns", "return_no", "R2/1");
        const auto rejected = m_scratch->json({QStringLiteral("returns"), QStringLiteral("reject"), gold, cup,
                                               QStringLiteral("999"), QStringLiteral("--reason"), QStringLiteral("no"),
                                               QStringLiteral("--customer-note"), QStringLiteral("sorry")});
        QCOMPARE(rejected.code, 3);
        QCOMPARE(rejected.json().value(QStringLiteral("returns")).toArray().size(), 3);
        QCOMPARE(listed("returns", words("--stage rejected")).size(), 2);
        QCOMPARE(m_scratch
                     ->json({QStringLiteral("returns"), QStringLiteral("undo"), cup, QStringLiteral("--reason"),
                             QStringLiteral("mistake")})
                     .code,
                 0);
        QCOMPARE(listed("returns", words("--stage rejected")).size(), 1);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// What arrived can be sold again but for what is said to be damaged; what never comes is not waited for.
    void whatArrivesIsSoldAgain() {
        const auto stockOf = [this](const char* sku) {
            return numberIn(*m_scratch, std::string("SELECT stock FROM product WHERE sku = '") + sku + "'");
        };
        const auto tea = stockOf("tea");
        const auto cups = stockOf("cup");
        const auto asked =
            m_scratch->json(words("returns request A1 web-1 --units tea=2,cup=1 --reason cold --auto-approve"));
        QVERIFY2(asked.code == 0, asked.text().constData());
        QCOMPARE(asked.json().value(QStringLiteral("status")).toString(), QStringLiteral("APPROVED"));
        const auto receive = [&](const char* damaged) {
            return m_scratch->json({QStringLiteral("returns"), QStringLiteral("receive"),
                                    idOf("returns", "return_no", "web-1"), QStringLiteral("--damaged"),
                                    QLatin1String(damaged)});
        };
        QCOMPARE(receive("saucer=1").code, 1);
        QCOMPARE(receive("tea=3").code, 1);
        QCOMPARE(stockOf("tea"), tea);
        const auto received = receive("tea=2");
        QVERIFY2(received.code == 0, received.text().constData());
        QCOMPARE(stockOf("tea"), tea);
        QCOMPARE(stockOf("cup"), cups + 1);
        // Not by itself: whoever may decide may also be asked to.
        const auto waits = m_scratch->json(words("returns request A2 web-2 --units tea=1"));
        QCOMPARE(waits.json().value(QStringLiteral("status")).toString(), QStringLiteral("REQUESTED"));
        const auto act = [&](const char* verb) {
            return m_scratch
                ->json({QStringLiteral("returns"), QLatin1String(verb), idOf("returns", "return_no", "web-2"),
                        QStringLiteral("--reason"), QStringLiteral("it was eaten")})
                .code;
        };
        QCOMPARE(act("approve"), 0);
        QCOMPARE(act("skip-goods"), 0);
        QCOMPARE(stockOf("tea"), tea);
        const auto goodsOf = [this](const char* number) {
            for (const auto& row : listed("returns")) {
                if (row.toObject().value(QStringLiteral("return_no")).toString() == QLatin1String(number)) {
                    return row.toObject().value(QStringLiteral("goods")).toString();
                }
            }
            return QString();
        };
        QCOMPARE(goodsOf("web-1"), QStringLiteral("received"));
        QCOMPARE(goodsOf("web-2"), QStringLiteral("skipped"));
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// What the customer is told is not why it was decided so.
    void whatTheCustomerIsTold() {
        QCOMPARE(m_scratch->json(words("returns request A1 web-1 --units tea=1 --reason cold")).code, 0);
        const auto rejected =
            m_scratch->json({QStringLiteral("returns"), QStringLiteral("reject"), idOf("returns", "return_no", "web-1"),
                             QStringLiteral("--reason"), QStringLiteral("third time"),
                             QStringLiteral("--customer-note"), QStringLiteral("it was hot when it left")});
        QVERIFY2(rejected.code == 0, rejected.text().constData());
        const auto exported = m_scratch->run(words("export returns -")).out;
        QVERIFY2(exported.contains(",cold,it was hot when it left,,\r\n"), exported.constData());
        QVERIFY(!exported.contains("third time"));
    }

    /// An id may hold what separates it from its count.
    void skusWithAnEqualsSign() {
        QCOMPARE(m_scratch
                     ->json(words("import orders - --paid --stock-for-new-sku 9"),
                            "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
                            "E1,eve,north,size=m,3,2.00,2024-06-06T08:00:00Z\n")
                     .code,
                 0);
        const auto asked = m_scratch->json(words("returns request E1 web-1 --units size=m=2"));
        QVERIFY2(asked.code == 0, asked.text().constData());
        QCOMPARE(asked.number(QStringLiteral("amount")), 400);
        QCOMPARE(m_scratch->json(words("returns request E1 web-2 --units size=m")).code, 2);
    }

    /// The number is that of another return: that is wrong, other than the same one once more. A dry run knows it too.
    void aNumberOfAnotherReturn() {
        const auto take = [this](const char* row, bool dry) {
            return m_scratch->json(
                words("import returns -") + (dry ? QStringList{QStringLiteral("--dry-run")} : QStringList()),
                QByteArray("return_no,order_no,user_id,sku,quantity,at,reason\n") + row + "\n");
        };
        const char* const named = "R1,A1,,tea,1,2024-06-03T08:00:00Z,cold";
        const char* const matched = "R2,,ann,tea,3,2024-06-03T08:00:00Z,";  // two of A2, one of A1
        QCOMPARE(take(named, false).code, 0);
        QCOMPARE(take(matched, false).code, 0);
        QCOMPARE(listed("returns").size(), 3);
        for (const bool dry : {true, false}) {
            for (const char* row : {"R1,A1,,tea,2,2024-06-03T08:00:00Z,cold", "R1,A1,,cup,1,2024-06-03T08:00:00Z,cold",
                                    "R1,A1,,tea,1,2024-06-03T08:00:01Z,cold", "R1,A1,,tea,1,2024-06-03T08:00:00Z,late",
                                    "R2,,ann,tea,1,2024-06-03T08:00:00Z,"}) {
                const auto other = take(row, dry);
                QVERIFY2(other.code == 3, (QByteArray(row) + "\n" + other.text()).constData());
                QCOMPARE(other.number(QStringLiteral("reasons.number_reused")), 1);
                QCOMPARE(other.number(QStringLiteral("returns.rejected")), 1);
                QCOMPARE(other.number(QStringLiteral("returns.duplicate")), 0);
            }
            for (const char* row : {named, matched}) {
                const auto again = take(row, dry);
                QVERIFY2(again.code == 0, (QByteArray(row) + "\n" + again.text()).constData());
                QCOMPARE(again.number(QStringLiteral("returns.duplicate")), 1);
            }
        }
        QCOMPARE(listed("returns").size(), 3);
    }

    /// Orders placed at or before the return: to the millisecond, in a dry run too.
    void matchedFromTheVeryInstant() {
        for (const bool dry : {true, false}) {
            const auto done = m_scratch->json(
                words("import returns -") + (dry ? QStringList{QStringLiteral("--dry-run")} : QStringList()),
                "return_no,order_no,user_id,sku,quantity,at\n"
                "early,,ann,cup,1,2024-06-01T07:59:59.999Z\n"
                "then,,ann,cup,1,2024-06-01T08:00:00.000Z\n");
            QVERIFY2(done.code == 3, done.text().constData());
            QCOMPARE(done.number(QStringLiteral("returns.accepted")), 1);
            QCOMPARE(done.number(QStringLiteral("reasons.no_deduction")), 1);
        }
        QCOMPARE(listed("returns").first().toObject().value(QStringLiteral("return_no")).toString(),
                 QStringLiteral("then/1"));
    }

    /// As much as may be, and one more.
    void theLargestOfARow() {
        const auto done = m_scratch->json(words("import returns -"),
                                          "return_no,order_no,user_id,sku,quantity,at,reason\n"
                                          "R1,A1,,tea,1000000,2024-06-03T08:00:00Z,\n"
                                          "R2,A1,,tea,1000001,2024-06-03T08:00:00Z,\n"
                                          "R3,A1,,tea,1,2024-06-03T08:00:00Z," +
                                              QByteArray(500, 'x') + "\nR4,A1,,tea,1,2024-06-03T08:00:00Z," +
                                              QByteArray(501, 'x') + "\n");
        QVERIFY2(done.code == 3, done.text().constData());
        QCOMPARE(done.number(QStringLiteral("reasons.exceeds_deducted")), 1);  // R1
        QCOMPARE(done.number(QStringLiteral("reasons.bad_number")), 1);        // R2
        QCOMPARE(done.number(QStringLiteral("returns.accepted")), 1);          // R3
        QCOMPARE(done.number(QStringLiteral("reasons.too_long")), 1);          // R4
    }

    /// Each filter alone, with rows that must not come; what a row says.
    void whatIsListed() {
        expectCounts(importReturns(), 3, 0);
        const auto numbers = [this](const char* filter) {
            QStringList found;
            for (const auto& row : listed("returns", words(filter))) {
                found << row.toObject().value(QStringLiteral("return_no")).toString();
            }
            found.sort();
            return found.join(QLatin1Char(' '));
        };
        QCOMPARE(numbers("--order A1"), QStringLiteral("R1/2 R2/1"));
        QCOMPARE(numbers("--campus south"), QString());
        QCOMPARE(numbers("--campus north --stage approval"), QStringLiteral("R1/2 R1/2 R12/1 R2/1"));
        const auto few = m_scratch->json(words("returns list --limit 3"));
        QCOMPARE(few.json().value(QStringLiteral("returns")).toArray().size(), 3);
        QCOMPARE(few.number(QStringLiteral("total")), 4);
        QJsonObject gold;
        for (const auto& row : listed("returns")) {
            gold = row.toObject().value(QStringLiteral("return_no")) == QLatin1String("R12/1") ? row.toObject() : gold;
        }
        for (const auto& [name, value] :
             {std::pair("order_no", "B1"), std::pair("user", "bob"), std::pair("campus", "north"),
              std::pair("status", "REQUESTED"), std::pair("stage", "approval")}) {
            QCOMPARE(gold.value(QLatin1String(name)).toString(), QLatin1String(value));
        }
        QVERIFY(gold.value(QStringLiteral("requester")).toString().startsWith(QStringLiteral("local:")));
        QCOMPARE(gold.value(QStringLiteral("requested_at")).toString(), QStringLiteral("2024-06-03T08:00:00.000Z"));
        QVERIFY(gold.value(QStringLiteral("refund")).isNull());
        QCOMPARE(gold.value(QStringLiteral("units")).toInteger(), 1);
        QCOMPARE(gold.value(QStringLiteral("amount")).toInteger(), 150'000);
        const auto cup = idOf("returns", "return_no", "R2/1");
        const auto cancelled = m_scratch->json({QStringLiteral("returns"), QStringLiteral("cancel"), cup,
                                                QStringLiteral("--reason"), QStringLiteral("mind changed")});
        QVERIFY2(cancelled.code == 0, cancelled.text().constData());
        QCOMPARE(numbers("--stage cancelled"), QStringLiteral("R2/1"));
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// Refunds of two orders, by order number, cause and state; one of them paid by hand.
    void refundsAreListed() {
        const auto ask = [this](const char* order, const char* amount) {
            const auto done = m_scratch->json({QStringLiteral("refunds"), QStringLiteral("request"),
                                               QLatin1String(order), QStringLiteral("--amount"), QLatin1String(amount),
                                               QStringLiteral("--reason"), QStringLiteral("sorry")});
            return QString::number(done.number(QStringLiteral("id")));
        };
        const auto first = ask("A1", "3.00");
        const auto second = ask("A2", "1.00");
        const auto ids = [this](const char* filter) {
            QStringList found;
            for (const auto& row : listed("refunds", words(filter))) {
                found << QString::number(row.toObject().value(QStringLiteral("id")).toInteger());
            }
            found.sort();
            return found;
        };
        QCOMPARE(ids("--order A1"), QStringList{first});
        QCOMPARE(ids("--cause return"), QStringList());
        QCOMPARE(ids("--campus south"), QStringList());
        QCOMPARE(ids("--dead"), QStringList());
        const auto failed = m_scratch->json({QStringLiteral("refunds"), QStringLiteral("record-failed"), first,
                                             QStringLiteral("--reason"), QStringLiteral("no such account")});
        QCOMPARE(failed.code, 1);  // it was never sent
        QVERIFY2(failed.text().contains("wrong_status"), failed.text().constData());
        const auto paid = m_scratch->json({QStringLiteral("refunds"), QStringLiteral("record-paid"), first,
                                           QStringLiteral("--reference"), QStringLiteral("bank 7"),
                                           QStringLiteral("--reason"), QStringLiteral("by bank")});
        QVERIFY2(paid.code == 0, paid.text().constData());
        QCOMPARE(ids("--status SUCCEEDED"), QStringList{first});
        // Paid by hand is done and was never sent.
        const auto done = listed("refunds", words("--status SUCCEEDED")).first().toObject();
        QCOMPARE(done.value(QStringLiteral("payment_no")).toString(), QStringLiteral("import-A1"));
        QCOMPARE(done.value(QStringLiteral("reference")).toString(), QStringLiteral("bank 7"));
        QCOMPARE(done.value(QStringLiteral("order_no")).toString(), QStringLiteral("A1"));
        QCOMPARE(done.value(QStringLiteral("amount")).toInteger(), 300);
        for (const char* instant : {"requested_at", "granted_at", "done_at"}) {
            QVERIFY2(done.value(QLatin1String(instant)).isString(), instant);
        }
        QVERIFY(done.value(QStringLiteral("sent_at")).isNull());
        const auto open = listed("refunds", words("--status PENDING")).first().toObject();
        QVERIFY(open.value(QStringLiteral("done_at")).isNull() && open.value(QStringLiteral("sent_at")).isNull());
        QVERIFY(open.value(QStringLiteral("granted_at")).isString());
        QCOMPARE(open.value(QStringLiteral("reference")).toString(), QString());
        QCOMPARE(ids("--status PENDING --cause order --campus north"), QStringList{second});
        const auto few = m_scratch->json(words("refunds list --limit 1"));
        QCOMPARE(few.json().value(QStringLiteral("refunds")).toArray().size(), 1);
        QCOMPARE(few.number(QStringLiteral("total")), 2);
        const auto retried = m_scratch->json({QStringLiteral("refunds"), QStringLiteral("retry"), first, second,
                                              QStringLiteral("--reason"), QStringLiteral("another account")});
        QCOMPARE(retried.code, 3);  // neither has failed
        const auto outcomes = retried.json().value(QStringLiteral("refunds")).toArray();
        QCOMPARE(outcomes.size(), 2);
        for (const auto& outcome : outcomes) {
            QCOMPARE(outcome.toObject().value(QStringLiteral("error")).toString(), QStringLiteral("wrong_status"));
        }
        QCOMPARE(ids("--status PENDING"), QStringList{second});
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// The row's position stands behind its number, and the whole has to be an id.
    void numbersWithTheirPosition() {
        const auto row = [](qsizetype length) {
            return QByteArray(length, 'r') + ",A1,,tea,1,2024-06-03T08:00:00Z,\n";
        };
        const auto done = m_scratch->json(words("import returns -"),
                                          "return_no,order_no,user_id,sku,quantity,at,reason\n" + row(62) + row(63));
        QVERIFY2(done.code == 3, done.text().constData());
        QCOMPARE(done.number(QStringLiteral("returns.accepted")), 1);
        QCOMPARE(done.number(QStringLiteral("returns.rejected")), 1);
        QCOMPARE(done.number(QStringLiteral("reasons.too_long")), 1);
        QCOMPARE(done.number(QStringLiteral("units")), 1);
    }

    /// A row keeps its position while one before it is put right, so that the same file again takes nothing twice.
    void aRowBeforeItIsPutRight() {
        const auto take = [this](const char* first) {
            return m_scratch->json(words("import returns -"),
                                   QByteArray("return_no,order_no,user_id,sku,quantity,at,reason\n") + first +
                                       "R1,A1,,tea,1,2024-06-03T08:00:00Z,\n");
        };
        const auto begun = take("R1,A1,,cup,none,2024-06-03T08:00:00Z,\n");
        QVERIFY2(begun.code == 3, begun.text().constData());
        QCOMPARE(begun.number(QStringLiteral("returns.accepted")), 1);
        QCOMPARE(begun.number(QStringLiteral("returns.rejected")), 1);
        const auto corrected = take("R1,A1,,cup,1,2024-06-03T08:00:00Z,\n");
        QVERIFY2(corrected.code == 0, corrected.text().constData());
        QCOMPARE(corrected.number(QStringLiteral("returns.accepted")), 1);
        QCOMPARE(corrected.number(QStringLiteral("returns.duplicate")), 1);
        QCOMPARE(listed("returns").size(), 2);
    }

    void moneyOfAnOrderIsRefundedOnce() {
        const auto ask = [&](const char* more) {
            return m_scratch->json(words("refunds request A1 --reason sorry") + words(more));
        };
        QCOMPARE(m_scratch->json(words("refunds request A1 --amount 1.00")).code, 2);
        const auto some = ask("--amount 3.00 --key k1");
        QVERIFY2(some.code == 0, some.text().constData());
        QCOMPARE(some.json().value(QStringLiteral("status")).toString(), QStringLiteral("PENDING"));
        QCOMPARE(ask("--amount 3.00 --key k1").json().value(QStringLiteral("repeated")).toBool(), true);
        const auto tooMuch = ask("--amount 5.01");
        QCOMPARE(tooMuch.code, 1);
        QCOMPARE(tooMuch.json().value(QStringLiteral("error")).toObject().value(QStringLiteral("code")).toString(),
                 QStringLiteral("exceeds_refundable"));
        // In the units that were typed.
        const auto told = m_scratch->run(words("refunds request A1 --reason sorry --amount 5.01")).text();
        QVERIFY2(told.contains("only 5.00 GBP can") && told.contains("amount = 5.01"), told.constData());
        QCOMPARE(ask("--amount 0.001").code, 1);
        // Without a key one is made and told, so that the same can be asked again.
        const auto made = m_scratch->json(words("refunds request A2 --amount 1.00 --reason sorry"));
        const auto key = made.json().value(QStringLiteral("key")).toString();
        QVERIFY2(!key.isEmpty(), made.text().constData());
        const auto again = m_scratch->json(words("refunds request A2 --amount 1.00 --reason sorry --key") << key);
        QVERIFY(again.json().value(QStringLiteral("repeated")).toBool());
        QCOMPARE(again.number(QStringLiteral("id")), made.number(QStringLiteral("id")));
        // And it is a new one each time: the same amount of the same order once more is another refund.
        const auto another = m_scratch->json(words("refunds request A2 --amount 1.00 --reason sorry"));
        QVERIFY2(another.code == 0, another.text().constData());
        QVERIFY(!another.json().value(QStringLiteral("repeated")).toBool());
        QVERIFY(another.number(QStringLiteral("id")) != made.number(QStringLiteral("id")));
        QCOMPARE(m_scratch
                     ->json({QStringLiteral("refunds"), QStringLiteral("cancel"),
                             QString::number(made.number(QStringLiteral("id"))),
                             QString::number(another.number(QStringLiteral("id"))), QStringLiteral("--reason"),
                             QStringLiteral("tried")})
                     .code,
                 0);
        QCOMPARE(ask("--key k2").number(QStringLiteral("amount")), 500);  // the rest
        QCOMPARE(m_scratch->json(words("stats")).number(QStringLiteral("money.refunded")), 800);
        const auto cancelled = m_scratch->json({QStringLiteral("refunds"), QStringLiteral("cancel"),
                                                QString::number(some.number(QStringLiteral("id"))),
                                                QStringLiteral("--reason"), QStringLiteral("mistake")});
        QVERIFY2(cancelled.code == 0, cancelled.text().constData());
        QCOMPARE(m_scratch->json(words("stats")).number(QStringLiteral("money.refunded")), 500);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void theLedgerIsExportedAndBalances() {
        expectCounts(importReturns({QStringLiteral("--auto-approve")}), 3, 0);
        const auto lines = m_scratch->run(words("export ledger -")).out.split('\n');
        const auto names = lines.first().trimmed().split(',');
        qint64 debit = 0;
        qint64 credit = 0;
        for (const QByteArray& line : lines.mid(1, lines.size() - 2)) {
            const auto cells = line.trimmed().split(',');
            debit += cells.at(names.indexOf("debit_minor")).toLongLong();
            credit += cells.at(names.indexOf("credit_minor")).toLongLong();
        }
        // Payments of 151,620 and refunds granted of 920.
        QCOMPARE(debit, 800 + 220 + 600 + 150'000 + 920);
        QCOMPARE(credit, debit);
        QCOMPARE(m_scratch
                     ->json(QStringList{QStringLiteral("export"), QStringLiteral("ledger"),
                                        m_scratch->path(QStringLiteral("ledger.csv"))})
                     .code,
                 0);
        QCOMPARE(m_scratch->read(QStringLiteral("ledger.csv")).split('\n').size(), lines.size());
    }

    void returnsAreCases() {
        const auto set = m_scratch->json({QStringLiteral("returns"), QStringLiteral("reasons"), QStringLiteral("set"),
                                          QStringLiteral("damaged=Arrived damaged"), QStringLiteral("wrong=Wrong item"),
                                          QStringLiteral("--age-limit"), QStringLiteral("2d")});
        QVERIFY2(set.code == 0, set.text().constData());
        const auto shown = m_scratch->json(words("returns reasons show"));
        QCOMPARE(shown.number(QStringLiteral("age_limit_ms")), 2LL * 86'400'000);
        const auto reasons = shown.json().value(QStringLiteral("reasons")).toArray();
        QCOMPARE(reasons.size(), 2);
        QCOMPARE(reasons.first().toObject().value(QStringLiteral("name")).toString(),
                 QStringLiteral("Arrived damaged"));
        QCOMPARE(m_scratch->json(words("returns request A1 C1 --units tea=1 --reason-code cold")).code, 1);
        QCOMPARE(m_scratch->json(words("returns request A1 C1 --units tea=1 --reason-code damaged")).code, 0);
        const auto id = idOf("returns", "return_no", "C1");
        const auto me = m_scratch->json(words("returns list"))
                            .json()
                            .value(QStringLiteral("returns"))
                            .toArray()
                            .first()
                            .toObject()
                            .value(QStringLiteral("requester"))
                            .toString();
        const auto assigned = m_scratch->json(words("returns assign") << id << QStringLiteral("--to") << me);
        QVERIFY2(assigned.code == 0, assigned.text().constData());
        QCOMPARE(listed("returns", {QStringLiteral("--clerk"), me}).size(), 1);
        QCOMPARE(listed("returns", {QStringLiteral("--clerk"), QStringLiteral("nobody")}).size(), 0);
        const auto unknown = m_scratch->run(words("returns assign") << id << words("--to nobody"));
        QVERIFY2(unknown.code == 1 && unknown.err.contains("clerk"), unknown.text().constData());
        QCOMPARE(m_scratch->json(words("returns note") << id << QStringLiteral("they sent a photo")).code, 0);
        QCOMPARE(m_scratch->json(words("returns assign") << id << QStringLiteral("--nobody")).code, 0);
        QCOMPARE(listed("returns", {QStringLiteral("--clerk"), me}).size(), 0);
        const auto audit = m_scratch->run(words("audit list")).out;
        QVERIFY(audit.contains("returns.note") && audit.contains("they sent a photo"));
        QVERIFY(audit.contains("returns.assign") && audit.contains("returns.set_cases"));
        QCOMPARE(m_scratch->json(words("returns approve") << id).code, 0);
        const auto refund = idOf("refunds", "return_no", "C1");
        QCOMPARE(m_scratch->json(words("refunds assign") << refund << QStringLiteral("--to") << me).code, 0);
        QCOMPARE(listed("refunds", {QStringLiteral("--clerk"), me}).size(), 1);
        QCOMPARE(m_scratch->json(words("refunds note") << refund << QStringLiteral("bank calls back")).code, 0);
        QVERIFY(m_scratch->run(words("audit list")).out.contains("refunds.note"));
        // What was noted can be read again.
        const auto kept = m_scratch->json(words("returns show") << id);
        QVERIFY2(kept.code == 0, kept.text().constData());
        QCOMPARE(kept.json().value(QStringLiteral("return_no")).toString(), QStringLiteral("C1"));
        QCOMPARE(detailsOf(kept, "noted"),  // on the refund of it, too
                 (QStringList{QStringLiteral("they sent a photo"), QStringLiteral("bank calls back")}));
        QCOMPARE(detailsOf(kept, "assigned"), (QStringList{me, QString(), me}));
        const auto paid = m_scratch->run(words("refunds show") << refund);
        QVERIFY2(paid.out.contains("bank calls back") && paid.out.contains("of order A1"), paid.text().constData());
        QCOMPARE(detailsOf(m_scratch->json(words("refunds show") << refund), "noted"),
                 QStringList(QStringLiteral("bank calls back")));
        for (const auto* nothing : {"returns show 99", "refunds show 99"}) {
            const auto refused = m_scratch->run(words(nothing));
            QVERIFY2(refused.code == 1 && refused.err.contains("not_found"), refused.text().constData());
        }
        QCOMPARE(m_scratch->run(words("refunds note 99 x")).code, 1);
        // A refund of an order has a reason from the same list.
        const auto ask = [&](const QString& code) {
            return m_scratch->json(words("refunds request A1 --amount 0.01 --key coded --reason r --reason-code")
                                   << code);
        };
        const auto cold = ask(QStringLiteral("cold"));
        QVERIFY2(cold.code == 1 && cold.err.contains("reason_code"), cold.text().constData());
        const auto coded = ask(QStringLiteral("wrong"));
        QVERIFY2(coded.code == 0, coded.text().constData());
        const auto seen =
            m_scratch->json(words("refunds show") << QString::number(coded.number(QStringLiteral("id")))).json();
        QCOMPARE(seen.value(QStringLiteral("reason_code")).toString(), QStringLiteral("wrong"));
        const auto ofReturn = m_scratch->json(words("refunds show") << refund).json();
        QCOMPARE(ofReturn.value(QStringLiteral("reason_code")).toString(), QStringLiteral("damaged"));
    }

    void rulesDecide() {
        QCOMPARE(m_scratch
                     ->json({QStringLiteral("returns"), QStringLiteral("reasons"), QStringLiteral("set"),
                             QStringLiteral("damaged=Arrived damaged"), QStringLiteral("wrong=Wrong item")})
                     .code,
                 0);
        const auto none = m_scratch->json(words("returns rules show"));
        QVERIFY2(none.code == 0, none.text().constData());
        QVERIFY(none.json().value(QStringLiteral("window_days")).isNull());
        QCOMPARE(none.number(QStringLiteral("fee_points")), 0);
        const auto set = m_scratch->json(
            words("returns rules set --window-days 14 --auto-approve-up-to 2.50 --auto-reasons damaged,wrong "
                  "--fee-percent 12.5 --fee-free-reasons damaged"));
        QVERIFY2(set.code == 0, set.text().constData());
        QCOMPARE(set.number(QStringLiteral("window_days")), 14);
        QCOMPARE(set.number(QStringLiteral("auto_approve_up_to")), 250);
        QCOMPARE(set.number(QStringLiteral("fee_points")), 1'250);
        QCOMPARE(set.json().value(QStringLiteral("auto_reasons")).toArray().size(), 2);
        QCOMPARE(set.json().value(QStringLiteral("fee_free_reasons")).toArray().first().toString(),
                 QStringLiteral("damaged"));
        const auto stale = m_scratch->run(words("returns rules set --window-days 3 --version 1"));
        QVERIFY2(stale.code == 1 && stale.err.contains("conflict"), stale.text().constData());
        // One at a time, and the others stay.
        const auto longer = m_scratch->json(words("returns rules set --window-days none"));
        QVERIFY(longer.json().value(QStringLiteral("window_days")).isNull());
        QCOMPARE(longer.number(QStringLiteral("auto_approve_up_to")), 250);
        const auto own = m_scratch->json(words("returns rules set --campus north --auto-reasons any"));
        QVERIFY(own.json().value(QStringLiteral("own")).toBool());
        QCOMPARE(m_scratch->json(words("returns rules set --auto-reasons unheard-of")).code, 1);
        QCOMPARE(m_scratch->json(words("returns rules show --campus nowhere")).code, 1);
        const auto made = m_scratch->json(words("returns request A1 D1 --units tea=1 --reason-code wrong"));
        QCOMPARE(made.json().value(QStringLiteral("status")).toString(), QStringLiteral("APPROVED"));
        QVERIFY(m_scratch->run(words("audit list")).out.contains("auto_approval"));
        // The history says which rules have decided.
        const auto id = idOf("returns", "return_no", "D1");
        const auto rules = detailsOf(m_scratch->json(words("returns show") << id), "by_rule");
        QVERIFY2(!rules.filter(QStringLiteral("auto_approval; 250; ")).isEmpty(), qPrintable(rules.join(u'|')));
        const auto told = m_scratch->run(words("returns show") << id);
        QVERIFY2(told.out.contains("approved by the system: up to 2.50 GBP of an order"), told.text().constData());
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void theProviderIsSetUp() {
        const auto set = m_scratch->json(
            words("refunds settings --provider http --url https://pay.example/refunds --key-id k --secret-name pay "
                  "--max-attempts 3 --reason contract"));
        QVERIFY2(set.code == 0, set.text().constData());
        const auto shown = m_scratch->json(words("refunds settings"));
        QCOMPARE(shown.json().value(QStringLiteral("url")).toString(), QStringLiteral("https://pay.example/refunds"));
        QCOMPARE(shown.number(QStringLiteral("max_attempts")), 3);
        QCOMPARE(m_scratch->json(words("refunds settings --url http://pay.example/ --reason x")).code, 1);
        QCOMPARE(m_scratch->json(words("refunds settings --provider pigeon --reason x")).code, 2);
    }

    /// Each option changes its own setting and no other; to look changes nothing.
    void everySettingHasItsOption() {
        const auto first =
            m_scratch->json(words("refunds settings --provider http --url https://a.example/r --key-id k "
                                  "--secret-name pay --timeout-ms 4000 --lease-ms 60000 "
                                  "--first-retry-ms 2000 --last-retry-ms 70000 --max-attempts 5 "
                                  "--reason contract"));
        QVERIFY2(first.code == 0, first.text().constData());
        QJsonObject expected{{QStringLiteral("provider"), QStringLiteral("http")},
                             {QStringLiteral("url"), QStringLiteral("https://a.example/r")},
                             {QStringLiteral("key_id"), QStringLiteral("k")},
                             {QStringLiteral("secret_name"), QStringLiteral("pay")},
                             {QStringLiteral("timeout_ms"), 4'000},
                             {QStringLiteral("lease_ms"), 60'000},
                             {QStringLiteral("first_retry_ms"), 2'000},
                             {QStringLiteral("last_retry_ms"), 70'000},
                             {QStringLiteral("max_attempts"), 5},
                             {QStringLiteral("owed"), QStringLiteral("at-once")}};
        QCOMPARE(m_scratch->json(words("refunds settings")).json(), expected);
        for (const auto& [option, field, value] :
             {std::tuple("--timeout-ms 5000", "timeout_ms", QJsonValue(5'000)),
              std::tuple("--lease-ms 61000", "lease_ms", QJsonValue(61'000)),
              std::tuple("--first-retry-ms 3000", "first_retry_ms", QJsonValue(3'000)),
              std::tuple("--last-retry-ms 71000", "last_retry_ms", QJsonValue(71'000)),
              std::tuple("--max-attempts 6", "max_attempts", QJsonValue(6)),
              std::tuple("--owed hold", "owed", QJsonValue(QStringLiteral("hold"))),
              std::tuple("--key-id other", "key_id", QJsonValue(QStringLiteral("other"))),
              std::tuple("--secret-name till", "secret_name", QJsonValue(QStringLiteral("till"))),
              std::tuple("--provider manual", "provider", QJsonValue(QStringLiteral("manual")))}) {
            const auto changed = m_scratch->json(words("refunds settings --reason because") + words(option));
            QVERIFY2(changed.code == 0, changed.text().constData());
            expected.insert(QLatin1String(field), value);
            QCOMPARE(m_scratch->json(words("refunds settings")).json(), expected);
        }
    }

    void wrongUsageSaysSo_data() {
        QTest::addColumn<QString>("line");
        for (const char* line : {"returns",
                                 "returns list extra",
                                 "returns list --stage nowhere",
                                 "returns approve --reason x",
                                 "returns approve one --reason x",
                                 "returns request A1",
                                 "returns request A1 R1",
                                 "returns request A1 R1 --units tea",
                                 "returns receive 1 2",
                                 "returns undo 1 2 --reason x",
                                 "returns skip-goods 1 2 --reason x",
                                 "returns approve 1 2 --units tea=1",
                                 "returns approve 1 2 --units tea=1 --reason x",
                                 "refunds",
                                 "refunds list --status LOST",
                                 "refunds list --cause love",
                                 "refunds retry --reason x",
                                 "refunds record-paid 1 2 --reference r --reason x",
                                 "refunds record-paid 1 --reason x",
                                 "refunds record-failed 1 2 --reason x",
                                 "refunds retry 1",
                                 "refunds assign 1",
                                 "refunds assign 1 --to a --nobody",
                                 "returns assign 1",
                                 "returns assign --to a",
                                 "returns note 1",
                                 "returns note one x",
                                 "returns show",
                                 "returns show one",
                                 "refunds show",
                                 "refunds show 1 2",
                                 "refunds note 1",
                                 "refunds note one x",
                                 "returns reasons",
                                 "returns reasons set",
                                 "returns reasons show a=b",
                                 "returns reasons set damaged",
                                 "returns reasons set --age-limit soon",
                                 "returns rules",
                                 "returns rules set",
                                 "returns rules show --window-days 3",
                                 "returns rules set --window-days many",
                                 "refunds settings --owed perhaps --reason x",
                                 "payments",
                                 "payments owed extra",
                                 "payments show",
                                 "payments match X",
                                 "payments match X A1",
                                 "payments refund --reason x",
                                 "payments refund X",
                                 "payments note X",
                                 "import returns",
                                 "import returns a b",
                                 "import returns - --paid",
                                 "import orders - --auto-approve",
                                 "export refunds -"}) {
            QTest::newRow(line) << QString::fromLatin1(line);
        }
    }
    void wrongUsageSaysSo() {
        QFETCH(const QString, line);
        const auto outcome = m_scratch->run(line.split(QLatin1Char(' ')));
        QVERIFY2(outcome.code == 2, outcome.text().constData());
        QVERIFY(!outcome.err.isEmpty());
    }
};

}  // namespace test_cli_returns

QTEST_GUILESS_MAIN(test_cli_returns::TestCliReturns)
#include "test_cli_returns.moc"
