// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of broken surroundings share: a populated workspace, its database changed by hand, and what must hold
// afterwards. Thread: the test's.
#pragma once

#include <QTest>
#include <initializer_list>
#include <string_view>

#include "tests/cli/cli_support.h"
#include "tests/support/servers/other_connection.h"

namespace evenhand::cli {

inline QStringList words(const char* line) {
    return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

inline const QByteArray kHeader = "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n";

inline QByteArray manyOrders(int count) {
    QByteArray file = kHeader;
    for (int i = 0; i < count; ++i) {
        for (const char* sku : {"tea", "bun", "pie"}) {
            file += "N" + QByteArray::number(i) + ",user" + QByteArray::number(i % 50) + ",north," + sku +
                    ",1,1.00,2026-01-05T10:00:00Z\n";
        }
    }
    return file;
}

inline bool populate(const Scratch& scratch, int orders) {
    return scratch.init() &&
           scratch.run(words("import couriers -"),
                       "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,1\n")
                   .code == 0 &&
           scratch.run(words("import orders - --paid --stock-for-new-sku 1000000"), manyOrders(orders)).code == 0;
}

/// Opens the workspace's database, with references unchecked.
inline std::unique_ptr<store::Database> opened(const Scratch& scratch) {
    auto database = evenhand::testing::openOther(scratch.workspace().toStdString(), store::Database::Access::ReadWrite);
    const auto* unchecked = evenhand::testing::onMariadb() ? "SET foreign_key_checks = 0" : "PRAGMA foreign_keys=OFF";
    return database && (*database)->execute(unchecked) ? std::move(*database) : nullptr;
}

/// Runs SQL on the workspace's database.
inline bool tamper(const Scratch& scratch, std::initializer_list<std::string_view> statements) {
    const auto database = opened(scratch);
    for (const auto statement : statements) {
        if (!database || !database->execute(statement)) {
            return false;
        }
    }
    return database && database->checkpoint(true).has_value();
}

/// The first row of a query with one column; -1 if there is none.
inline std::int64_t numberIn(const Scratch& scratch, std::string_view sql) {
    const auto database =
        evenhand::testing::openOther(scratch.workspace().toStdString(), store::Database::Access::ReadOnly);
    if (!database) {
        return -1;
    }
    auto& read = (*database)->statement(sql);
    return read.query() && read.next() ? read.onlyNumber() : -1;
}

/// Orders placed are whole and paid, and nothing else is wrong.
inline void verifyWhole(const Scratch& scratch) {
    QCOMPARE(scratch.run(words("run --until-idle")).code, 0);
    const Outcome verdict = scratch.run(words("verify"));
    QVERIFY2(verdict.code == 0, verdict.text().constData());
    const Outcome stats = scratch.json(words("stats"));
    QCOMPARE(stats.number(QStringLiteral("money.paid")), stats.number(QStringLiteral("orders.total")) * 300);
    QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PICK_UP")),
             stats.number(QStringLiteral("orders.total")));
}

}  // namespace evenhand::cli
