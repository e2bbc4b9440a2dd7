// SPDX-License-Identifier: GPL-3.0-or-later
// Files shaped like the Online Retail data set, for tests that import one: a small one that is always there, and
// December 2010 of the set itself where that is. Thread: any.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QFileInfo>
#include <QString>
#include <QTest>

#include "tests/cli/cli_support.h"

namespace evenhand::test {

/// 60 orders of three lines and what the set has besides: names with commas and quotes, countries without couriers,
/// stock that was written off, customers nobody knows, returns of part of an order, of all of it, of more than that
/// and of nothing that was bought, and one so dear that somebody else has to approve it.
inline QByteArray smallRetailFile() {
    constexpr int kOrders = 60;
    QByteArray text = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n";
    const auto add = [&text](const QByteArray& invoice, int product, int quantity, int minute,
                             const QByteArray& customer) {
        const QDateTime at = QDateTime(QDate(2010, 12, 1), QTime(8, 26), Qt::UTC).addSecs(60LL * minute);
        const QByteArray name = product % 4 == 0 ? "\"SET/10 RED, \"\"SMALL\"\" BOX\"" : "PLAIN BOX";
        const QByteArray country = customer.endsWith("7.0") ? "France" : "United Kingdom";
        text += invoice + "," + QByteArray::number(20'000 + product) + "," + name + "," + QByteArray::number(quantity) +
                "," + at.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")).toLatin1() + "," +
                QByteArray::number(1 + product) + ".55," + customer + "," + country + "\n";
    };
    const auto customerOf = [](int order) { return QByteArray::number(17'850 + order % 11) + ".0"; };
    for (int order = 0; order < kOrders; ++order) {
        const QByteArray invoice = QByteArray::number(536'365 + order);
        for (int line = 0; line < 3; ++line) {
            add(invoice, (order + 5 * line) % 17, order == 30 ? 400 : 2 + line, order * 20, customerOf(order));
        }
        if (order % 20 == 7) {
            add(invoice, 16, 1, order * 20, "");  // of the same order, yet of nobody
        }
    }
    add("536500", 3, -40, kOrders * 20, "");  // written off
    for (int order = 0; order < kOrders; order += 5) {
        add("C" + QByteArray::number(537'000 + order), order % 17,
            order == 30      ? -400
            : order % 2 == 0 ? -2
                             : -1,
            (kOrders + order) * 20, customerOf(order));
    }
    add("C538000", 1, -1, 200 * 20, "");                 // no customer
    add("C538001", 1, -1, 201 * 20, "99999.0");          // who has bought nothing
    add("C538002", 2, -5'000, 202 * 20, customerOf(2));  // more than was bought
    return text;
}

inline QString decemberFile() {
    const QByteArray set = qgetenv("EVENHAND_ONLINE_RETAIL");
    return set.isEmpty() ? QStringLiteral(EVENHAND_SOURCE_DIR "/../shared/data/online-retail/2010-12.csv")
                         : QString::fromUtf8(set);
}

/// Rows of a test over both files; retailFile() answers the path of the present one.
inline void addRetailFiles() {
    QTest::addColumn<bool>("isDecember");
    QTest::newRow("a small one") << false;
    if (QFileInfo::exists(decemberFile())) {
        QTest::newRow("December 2010") << true;
    }
}

inline QString retailFile(bool isDecember, const cli::Scratch& scratch) {
    return isDecember ? decemberFile() : scratch.write(QStringLiteral("retail.csv"), smallRetailFile());
}

}  // namespace evenhand::test
