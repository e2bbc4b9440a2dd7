// SPDX-License-Identifier: GPL-3.0-or-later
// A shop by the command line: campuses, couriers, products and stock are added, edited, disabled; what that refuses.
#include <QJsonArray>
#include <QTest>
#include <memory>

#include "app/workspace/workspace.h"
#include "tests/cli/cli_faults.h"

namespace test_cli_shop {

using namespace evenhand::cli;

class TestCliShop : public QObject {
    Q_OBJECT
    std::unique_ptr<Scratch> m_scratch;

    [[nodiscard]] QJsonObject rowOf(const char* command, const char* list, const char* key, const char* id) const {
        for (const auto& row : m_scratch->json(words(command)).json().value(QLatin1String(list)).toArray()) {
            if (row.toObject().value(QLatin1String(key)).toString() == QLatin1String(id)) {
                return row.toObject();
            }
        }
        return {};
    }
    [[nodiscard]] QJsonObject campus(const char* id) const { return rowOf("campuses list", "campuses", "id", id); }
    [[nodiscard]] QJsonObject product(const char* id) const { return rowOf("products list", "products", "sku", id); }
    [[nodiscard]] Outcome order(const char* number, const char* campus, const char* sku) const {
        return m_scratch->json(words("import orders - --paid"),
                               QByteArray("order_no,user_id,campus,sku,quantity,unit_price,placed_at\n") + number +
                                   ",u," + campus + "," + sku + ",2,1.50,2026-01-05T10:00:00Z\n");
    }
    /// How often the alert about low stock fired again, as stored: to list it lets time pass up to now, and with it the
    /// alert fire.
    [[nodiscard]] std::int64_t repeatsOfAlert() const {
        const auto workspace = evenhand::app::Workspace::openReadOnly(m_scratch->workspace().toStdString(), {});
        std::int64_t repeats = -1;
        const auto read = [&repeats](evenhand::store::Database& database, auto&) -> evenhand::Result<void> {
            auto& statement = database.statement("SELECT repeats FROM alert WHERE kind = 'low_stock'");
            EVENHAND_TRY(statement.query());
            repeats = statement.next() ? statement.onlyNumber() : -1;
            statement.finish();
            return {};
        };
        return workspace && (*workspace)->inspect(read) ? repeats : -1;
    }

private Q_SLOTS:
    void init() {
        m_scratch = std::make_unique<Scratch>();
        QVERIFY(m_scratch->init());
        QCOMPARE(m_scratch->run(words("campuses add north --name North")).code, 0);
        QCOMPARE(m_scratch->run(words("products add tea --name Tea --price 1.50 --stock 10 --low-stock 4")).code, 0);
    }

    void campuses() {
        QCOMPARE(campus("north").value(QStringLiteral("name")).toString(), QStringLiteral("North"));
        QVERIFY(campus("north").value(QStringLiteral("disabled_at")).isNull());
        const auto again = m_scratch->run(words("campuses add north --name Again"));
        QCOMPARE(again.code, 1);
        QVERIFY2(again.err.contains("campus = north"), again.err.constData());
        QCOMPARE(m_scratch->run(words("campuses edit north --name Northside")).code, 0);
        QCOMPARE(campus("north").value(QStringLiteral("name")).toString(), QStringLiteral("Northside"));
        QCOMPARE(m_scratch->run(words("campuses disable north")).code, 2);  // no reason
        const auto off = m_scratch->json(words("campuses disable north nowhere --reason holidays"));
        QCOMPARE(off.code, 3);
        const auto rows = off.json().value(QStringLiteral("campuses")).toArray();
        QCOMPARE(rows.size(), 2);
        QVERIFY(!rows[0].toObject().contains(QStringLiteral("error")));
        QCOMPARE(rows[1].toObject().value(QStringLiteral("error")).toString(), QStringLiteral("not_found"));
        QVERIFY(!campus("north").value(QStringLiteral("disabled_at")).isNull());
        const auto refused = order("A1", "north", "tea");
        QCOMPARE(refused.code, 3);
        QCOMPARE(refused.number(QStringLiteral("reasons.disabled")), 1);
        QCOMPARE(m_scratch->run(words("campuses enable north --reason back")).code, 0);
        QCOMPARE(order("A1", "north", "tea").code, 0);
        QCOMPARE(m_scratch->run(words("campuses")).code, 2);
        QCOMPARE(m_scratch->run(words("campuses close north")).code, 2);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void couriers() {
        QCOMPARE(m_scratch->run(words("couriers add kai --campus north --name Kai --phone 138")).code, 0);
        QCOMPARE(m_scratch->run(words("couriers add kai --campus north --name Kai")).code, 1);
        QCOMPARE(m_scratch->run(words("couriers add lee --campus west --name Lee")).code, 1);  // it is not made
        QCOMPARE(m_scratch->run(words("couriers add lee --name Lee")).code, 2);
        const auto edited = m_scratch->json(words("couriers edit kai --phone 139"));
        QCOMPARE(edited.code, 0);
        QCOMPARE(edited.number(QStringLiteral("version")), 2);
        QCOMPARE(m_scratch->run(words("couriers edit kai")).code, 2);
        QCOMPARE(m_scratch->run(words("couriers edit zoe --phone 1")).code, 1);
        QCOMPARE(m_scratch->run(words("couriers edit kai --phone 1 --version 1")).code, 1);  // it is at 2
        QCOMPARE(m_scratch->run(words("couriers disable kai --reason moved")).code, 0);
        const auto kai = rowOf("couriers list", "couriers", "courier_id", "kai");
        QVERIFY(!kai.value(QStringLiteral("disabled_at")).toString().isEmpty());
        QCOMPARE(kai.value(QStringLiteral("phone")).toString(), QStringLiteral("139"));
        const auto refused =
            m_scratch->json(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nkai,north,Kai,1,1\n");
        QCOMPARE(refused.code, 3);
        QCOMPARE(refused.number(QStringLiteral("reasons.disabled")), 1);
        QCOMPARE(m_scratch->run(words("couriers enable kai --reason back")).code, 0);
        QCOMPARE(
            m_scratch->json(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nkai,north,Kai,1,1\n")
                .code,
            0);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    void products() {
        auto tea = product("tea");
        QCOMPARE(tea.value(QStringLiteral("unit_price")).toInteger(), 150);
        QCOMPARE(tea.value(QStringLiteral("stock")).toInteger(), 10);
        QCOMPARE(tea.value(QStringLiteral("low_stock")).toInteger(), 4);
        QCOMPARE(m_scratch->run(words("products add tea --name Tea --price 1")).code, 1);
        QCOMPARE(m_scratch->run(words("products add bun --name Bun")).code, 2);
        QCOMPARE(m_scratch->run(words("products add bun --name Bun --price much")).code, 1);
        QCOMPARE(m_scratch->run(words("products edit tea --price 2.25")).code, 0);
        tea = product("tea");
        QCOMPARE(tea.value(QStringLiteral("unit_price")).toInteger(), 225);
        QCOMPARE(tea.value(QStringLiteral("name")).toString(), QStringLiteral("Tea"));
        QCOMPARE(tea.value(QStringLiteral("low_stock")).toInteger(), 4);
        QCOMPARE(m_scratch->run(words("products edit tea --low-stock none")).code, 0);
        QVERIFY(product("tea").value(QStringLiteral("low_stock")).isNull());
        QCOMPARE(m_scratch->run(words("products edit tea")).code, 2);
        QCOMPARE(m_scratch->run(words("products disable tea --reason gone")).code, 0);
        const auto refused = order("A1", "north", "tea");
        QCOMPARE(refused.code, 3);
        QCOMPARE(refused.number(QStringLiteral("reasons.disabled")), 1);
        QCOMPARE(m_scratch
                     ->json(words("import orders - --dry-run"),
                            "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
                            "A1,u,north,tea,2,1.50,2026-01-05T10:00:00Z\n")
                     .number(QStringLiteral("reasons.disabled")),
                 1);
        QCOMPARE(m_scratch->run(words("products enable tea --reason back")).code, 0);
        QCOMPARE(order("A1", "north", "tea").code, 0);
        const auto listed = m_scratch->run(words("products list --text te"));
        QVERIFY2(listed.out.contains("1 of 1 product."), listed.out.constData());
        QVERIFY(!m_scratch->run(words("products list --text bun")).out.contains("tea"));
    }
    /// A Chinese character takes two cells of a terminal.
    void columnsStandBelowEachOtherInChinese() {
        QCOMPARE(
            m_scratch
                ->run(words("products add nai --name") << QStringLiteral("奶茶") << words("--price 1.50 --stock 10"))
                .code,
            0);
        QCOMPARE(
            m_scratch
                ->run(words("products add jia --name") << QStringLiteral("abcd") << words("--price 1.50 --stock 10"))
                .code,
            0);
        const auto listed = m_scratch->run(words("products list")).out.split('\n');
        const auto line = [&](const char* sku) {
            const auto at =
                std::find_if(listed.begin(), listed.end(), [&](const auto& l) { return l.startsWith(sku); });
            return at == listed.end() ? QString() : QString::fromUtf8(*at);
        };
        QVERIFY2(line("nai").contains(QStringLiteral("奶茶")), listed.join('\n').constData());
        QCOMPARE(line("nai").size() + 2, line("jia").size());
    }

    void stock() {
        QCOMPARE(m_scratch->json(words("stock receive tea --units 5 --note van")).number(QStringLiteral("stock")), 15);
        QCOMPARE(
            m_scratch->json(words("stock correct tea --units -13 --reason broken")).number(QStringLiteral("stock")), 2);
        QCOMPARE(m_scratch->run(words("stock correct tea --units -3 --reason broken")).code, 1);
        QCOMPARE(m_scratch->run(words("stock correct tea --units 3")).code, 2);  // no reason
        QCOMPARE(m_scratch->run(words("stock receive tea --units 0")).code, 1);
        QCOMPARE(m_scratch->run(words("stock receive tea")).code, 2);
        QCOMPARE(m_scratch->run(words("stock receive bun --units 1")).code, 1);
        // The order lies decades after what has been recorded: nobody was there to hear the alert each time. It fires
        // again once, as the product is sold out by now.
        QCOMPARE(order("A1", "north", "tea").code, 0);
        QCOMPARE(repeatsOfAlert(), std::int64_t{1});
        const auto fired =
            m_scratch->json(words("alerts list --kind low_stock")).json().value(QStringLiteral("alerts"));
        QCOMPARE(fired.toArray().size(), 1);
        const auto history = m_scratch->json(words("stock history tea"));
        QCOMPARE(history.number(QStringLiteral("stock")), 0);
        QStringList changes;
        for (const auto& value : history.json().value(QStringLiteral("history")).toArray()) {
            const auto row = value.toObject();
            changes << QStringLiteral("%1 %2 %3")
                           .arg(row.value(QStringLiteral("change")).toString())
                           .arg(row.value(QStringLiteral("units")).toInteger())
                           .arg(row.value(QStringLiteral("reason")).toString());
        }
        changes.sort();  // those by hand are of one instant: engine time stands still here
        QCOMPARE(changes, (QStringList{QStringLiteral("corrected -13 broken"), QStringLiteral("ordered -2 "),
                                       QStringLiteral("received 10 "), QStringLiteral("received 5 van")}));
        const auto low = m_scratch->json(words("products list --low"));
        QCOMPARE(low.number(QStringLiteral("total")), 1);
        QCOMPARE(m_scratch->run(words("stock history bun")).code, 1);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
    }

    /// To set up a shop leaves engine time where it stands, so that an import of the past may still follow.
    void historyMayStillBeImported() {
        QCOMPARE(order("A1", "north", "tea").code, 0);
        const auto placed = m_scratch->json(words("stock history tea")).json();
        const auto rows = placed.value(QStringLiteral("history")).toArray();
        QVERIFY(!rows.isEmpty());
        for (const auto& row : rows) {
            if (row.toObject().value(QStringLiteral("change")).toString() == QStringLiteral("ordered")) {
                QVERIFY(row.toObject().value(QStringLiteral("at")).toString().startsWith(QStringLiteral("2026-01-05")));
            }
        }
    }
};

}  // namespace test_cli_shop

QTEST_GUILESS_MAIN(test_cli_shop::TestCliShop)
#include "test_cli_shop.moc"
