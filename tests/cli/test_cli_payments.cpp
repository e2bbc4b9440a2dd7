// SPDX-License-Identifier: GPL-3.0-or-later
// Late and unmatched payments on the command line: listed, matched to their order, sent back, noted; refusals.
#include <QJsonArray>
#include <QTest>

#include "app/workspace/workspace.h"
#include "tests/cli/cli_support.h"

namespace test_cli_payments {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

template <typename T>
bool done(api::Answer<T> answer) {
    answer.waitForFinished();
    if (answer.result()) {
        return true;
    }
    qWarning("%s", answer.result().error().text().c_str());
    return false;
}

/// Orders A1 and A2 wait for 1.00; payments X of 1.00 and Y of 0.50 name no order.
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
    auto& orders = (*workspace)->orders();
    bool good = done((*workspace)->dispatch().upsertCouriers(call, {{CourierId("k"), CampusId("C"), "", "", true}})) &&
                done(orders.upsertProducts(call, {{Sku("tea"), "Tea", Money{100}, 1'000}}, false));
    for (const char* no : {"A1", "A2"}) {
        good = good &&
               done(orders.place(
                   call, {no, OrderNo(no), UserId("u"), CampusId("C"), {{Sku("tea"), 1, Money{100}}}, std::nullopt}));
    }
    return good && done(orders.pay(call, {PaymentNo("X"), OrderNo("A-1"), Money{100}})) &&
           done(orders.pay(call, {PaymentNo("Y"), OrderNo("A-2"), Money{50}}));
}

}  // namespace

class TestCliPayments : public QObject {
    Q_OBJECT
    std::unique_ptr<Scratch> m_scratch;

    [[nodiscard]] QJsonArray owed(const char* more = "") const {
        return m_scratch->json(words("payments owed") + words(more)).json().value(QStringLiteral("payments")).toArray();
    }
    [[nodiscard]] Outcome note(const QString& text) const { return m_scratch->json(words("payments note X") << text); }

private Q_SLOTS:
    void init() {
        m_scratch = std::make_unique<Scratch>();
        QVERIFY(populate(*m_scratch));
    }

    void oneIsMatchedToItsOrder() {
        QCOMPARE(owed().size(), 2);
        const auto first = owed("--order X").first().toObject();
        QCOMPARE(first.value(QStringLiteral("order_no")).toString(), QStringLiteral("A-1"));
        QCOMPARE(first.value(QStringLiteral("cause")).toString(), QStringLiteral("unknown_order"));
        QCOMPARE(first.value(QStringLiteral("amount")).toInteger(), 100);
        QVERIFY(first.value(QStringLiteral("age_ms")).toInteger(-1) >= 0);
        const auto shown = m_scratch->run(words("payments owed"));
        QVERIFY2(shown.out.contains("A-1") && shown.out.contains("1.00"), shown.text());

        const auto wrong = m_scratch->run(words("payments match Y A1 --reason typo"));
        QVERIFY2(wrong.code == 1 && wrong.err.contains("the order asks for 1.00") && wrong.err.contains("0.50"),
                 wrong.text());
        const auto stale = m_scratch->run(words("payments match X A1 --reason typo --version 9"));
        QVERIFY2(stale.code == 1 && stale.err.contains("conflict"), stale.text());
        const auto done = m_scratch->json(words("payments match X A1 --reason typo"));
        QVERIFY2(done.code == 0, done.text());
        QCOMPARE(done.json().value(QStringLiteral("order_no")).toString(), QStringLiteral("A1"));
        QCOMPARE(done.number(QStringLiteral("amount")), 100);
        QVERIFY(!done.json().value(QStringLiteral("repeated")).toBool());
        QVERIFY(m_scratch->json(words("payments match X A1 --reason typo"))
                    .json()
                    .value(QStringLiteral("repeated"))
                    .toBool());
        QCOMPARE(owed().size(), 1);
        const auto all = owed("--all --order X").first().toObject();
        QCOMPARE(all.value(QStringLiteral("matched_order_no")).toString(), QStringLiteral("A1"));
        QCOMPARE(all.value(QStringLiteral("status")).toString(), QStringLiteral("CANCELLED"));
        QVERIFY(m_scratch->run(words("export orders -")).out.contains("A1,u,C,WAIT_PICK_UP"));
        const auto audit = m_scratch->run(words("audit list"));
        QVERIFY2(audit.out.contains("orders.match_payment") && audit.out.contains("payment X of 1.00"), audit.text());
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void othersAreHeldAndSentBack() {
        const auto set = m_scratch->json(words("refunds settings --owed hold --reason agreed"));
        QVERIFY2(set.code == 0, set.text());
        {
            auto workspace = app::Workspace::open(m_scratch->workspace().toStdString());
            QVERIFY(workspace);
            const api::Call call{api::Actor::administrator("local:test"), "test", {}};
            QVERIFY(done((*workspace)->orders().pay(call, {PaymentNo("Z"), OrderNo("A-3"), Money{30}})));
        }
        QCOMPARE(owed("--order Z").first().toObject().value(QStringLiteral("status")).toString(),
                 QStringLiteral("HELD"));
        const auto sent = m_scratch->json(words("payments refund Z --reason unknown"));
        QVERIFY2(sent.code == 0, sent.text());
        QCOMPARE(owed("--order Z").first().toObject().value(QStringLiteral("status")).toString(),
                 QStringLiteral("PENDING"));
        const auto none = m_scratch->run(words("payments refund none --reason unknown"));
        QVERIFY2(none.code == 1 && none.err.contains("no such late or unmatched payment"), none.text());
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void notesAreKept() {
        const auto text = QStringLiteral("=call +86 'them'; 已联系");
        const auto noted = note(text);
        QVERIFY2(noted.code == 0, noted.text());
        QCOMPARE(note(QString()).code, 1);
        const auto history =
            m_scratch->json(words("payments show X")).json().value(QStringLiteral("history")).toArray();
        QCOMPARE(history.size(), 2);
        const auto last = history.last().toObject();
        QCOMPARE(last.value(QStringLiteral("what")).toString(), QStringLiteral("noted"));
        QCOMPARE(last.value(QStringLiteral("detail")).toString(), text);
        QVERIFY(last.value(QStringLiteral("actor")).toString().startsWith(QStringLiteral("local:")));
    }
};

}  // namespace test_cli_payments

QTEST_GUILESS_MAIN(test_cli_payments::TestCliPayments)
#include "test_cli_payments.moc"
