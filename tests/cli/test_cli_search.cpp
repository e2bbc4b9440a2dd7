// SPDX-License-Identifier: GPL-3.0-or-later
// Search by the command line: what is found, of which kinds, and what is refused.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_faults.h"

namespace test_cli_search {

using namespace evenhand::cli;

class TestCliSearch : public QObject {
    Q_OBJECT
    std::unique_ptr<Scratch> m_scratch;

    [[nodiscard]] QJsonArray hits(const QStringList& arguments) const {
        return m_scratch->json(arguments).json().value(QStringLiteral("hits")).toArray();
    }

private Q_SLOTS:
    void init() {
        m_scratch = std::make_unique<Scratch>();
        QVERIFY(m_scratch->init());
        QCOMPARE(m_scratch->run(words("campuses add north --name North")).code, 0);
        QCOMPARE(m_scratch->run(words("couriers add kai --campus north --name 刘洋 --phone 138-5")).code, 0);
        QCOMPARE(m_scratch->run(words("products add tea --name Tea --price 1.50 --stock 10")).code, 0);
        QCOMPARE(m_scratch
                     ->json(words("import orders -"),
                            "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
                            "WX-2026-1,ann,north,tea,1,1.50,2026-01-05T10:00:00Z\n"
                            "WX-2026-2,bob,north,tea,1,1.50,2026-01-05T11:00:00Z\n")
                     .code,
                 0);
    }

    void everythingIsFound() {
        const auto orders = hits(words("search 2026"));
        QCOMPARE(orders.size(), 2);
        QCOMPARE(orders[0].toObject().value(QStringLiteral("id")).toString(), QStringLiteral("WX-2026-2"));
        QCOMPARE(orders[1].toObject().value(QStringLiteral("kind")).toString(), QStringLiteral("order"));
        QCOMPARE(orders[1].toObject().value(QStringLiteral("user_id")).toString(), QStringLiteral("ann"));
        const auto couriers = hits(words("search ly"));
        QCOMPARE(couriers.size(), 1);
        QVERIFY(!couriers[0].toObject().value(QStringLiteral("at")).isNull());
        QCOMPARE(hits(words("search 138-5"))[0].toObject().value(QStringLiteral("id")).toString(),
                 QStringLiteral("kai"));
        const auto said = m_scratch->run(words("search ann"));
        QCOMPARE(said.code, 0);
        QVERIFY2(said.out.contains("user") && said.out.contains("ann"), said.out.constData());
        QVERIFY(hits(words("search nothing")).isEmpty());
    }

    void kindsAndLimits() {
        QVERIFY(hits(words("search 2026 --kind product")).isEmpty());
        QCOMPARE(hits(words("search tea --kind product")).size(), 1);
        const auto some = m_scratch->run(words("search 2026 --limit 1"));
        QCOMPARE(some.code, 0);
        QVERIFY2(some.out.contains("WX-2026-2") && !some.out.contains("WX-2026-1"), some.out.constData());
        QVERIFY2(some.err.contains("more of the kind order"), some.err.constData());
    }

    void refusals() {
        QCOMPARE(m_scratch->run(words("search")).code, 2);
        QCOMPARE(m_scratch->run(words("search a b")).code, 2);
        QCOMPARE(m_scratch->run(words("search tea --kind planet")).code, 2);
        const auto limit = m_scratch->run(words("search tea --limit 51"));
        QVERIFY(limit.code != 0);
        const auto empty = m_scratch->run({QStringLiteral("search"), QString()});
        QCOMPARE(empty.code, 1);
        QVERIFY2(empty.err.contains("text"), empty.err.constData());
    }
};

}  // namespace test_cli_search

QTEST_GUILESS_MAIN(test_cli_search::TestCliSearch)
#include "test_cli_search.moc"
