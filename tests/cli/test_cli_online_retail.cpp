// SPDX-License-Identifier: GPL-3.0-or-later
// December 2010 of the Online Retail data set, counted by a second reading of the file that was written from the rules
// and shares nothing with the import.
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <algorithm>

#include "app/workspace/workspace.h"
#include "tests/cli/cli_support.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_cli_online_retail {

using namespace evenhand::cli;

namespace {

QString dataPath() {
    // Beside the project; a checkout elsewhere may name it.
    const QByteArray set = qgetenv("EVENHAND_ONLINE_RETAIL");
    return set.isEmpty() ? QStringLiteral(EVENHAND_SOURCE_DIR "/../shared/data/online-retail/2010-12.csv")
                         : QString::fromUtf8(set);
}

/// Quote-aware splitting of the whole text, the plain way.
QList<QStringList> rowsOf(const QString& text) {
    QList<QStringList> rows;
    QStringList row;
    QString cell;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (quoted) {
            if (c == u'"' && i + 1 < text.size() && text.at(i + 1) == u'"') {
                cell += c;
                ++i;
            } else if (c == u'"') {
                quoted = false;
            } else {
                cell += c;
            }
        } else if (c == u'"' && cell.isEmpty()) {
            quoted = true;
        } else if (c == u',') {
            row << cell;
            cell.clear();
        } else if (c == u'\n') {
            row << cell;
            rows << row;
            row.clear();
            cell.clear();
        } else if (c != u'\r') {
            cell += c;
        }
    }
    if (!cell.isEmpty() || !row.isEmpty()) {
        rows << (row << cell);
    }
    return rows;
}

struct Counted {
    qint64 rows = 0, lines = 0, rejectedLines = 0, pence = 0;
    QMap<QString, qint64> reasons;
    QMap<QString, QString> orders;  ///< accepted → campus
    QSet<QString> rejected;
};

/// All SKUs are made with enough stock, so nothing depends on the order of placing.
Counted count(const QList<QStringList>& rows) {
    static const QRegularExpression whole(QStringLiteral("^-?[0-9]+$"));
    static const QRegularExpression price(QStringLiteral("^-?[0-9]+(\\.[0-9]{1,2}0*)?$"));
    static const QRegularExpression date(QStringLiteral("^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$"));
    Counted counted;
    QMap<QString, QPair<QString, QString>> headers;
    QSet<QString> seen;
    const QStringList names = rows.first();
    const auto column = [&](const QStringList& row, const char* name) {
        return row.at(names.indexOf(QLatin1String(name)));
    };
    for (const QStringList& row : rows.mid(1)) {
        ++counted.rows;
        const auto reject = [&](const char* reason) {
            ++counted.reasons[QLatin1String(reason)];
            counted.rejectedLines += qstrcmp(reason, "return_row") == 0 ? 0 : 1;
        };
        if (row.size() != names.size()) {
            reject("wrong_columns");
            continue;
        }
        const QString no = column(row, "InvoiceNo");
        if (no.startsWith(u'C')) {
            reject("return_row");
            continue;
        }
        if (no.isEmpty()) {
            reject("missing_order_no");
            continue;
        }
        seen << no;
        const QString quantity = column(row, "Quantity");
        const QString unitPrice = column(row, "UnitPrice");
        const QPair<QString, QString> header(column(row, "CustomerID"), column(row, "Country"));
        if (column(row, "StockCode").isEmpty()) {
            reject("missing_sku");
        } else if (!whole.match(quantity).hasMatch() ||
                   !QRegularExpression(QStringLiteral("^-?[0-9]*\\.?[0-9]+$")).match(unitPrice).hasMatch()) {
            reject("bad_number");
        } else if (quantity.toLongLong() <= 0) {
            reject("non_positive_quantity");
        } else if (unitPrice.startsWith(u'-') && unitPrice.toDouble() < 0) {
            reject("negative_price");
        } else if (!price.match(unitPrice).hasMatch()) {
            reject("sub_minor_price");
        } else if (!date.match(column(row, "InvoiceDate")).hasMatch()) {
            reject("bad_date");
        } else if (headers.contains(no) && headers.value(no) != header) {
            reject("conflicting_header");
        } else {
            headers.insert(no, header);
            ++counted.lines;
            counted.orders.insert(no, header.second);
            const QString cents = unitPrice.section(u'.', 1, 1).leftJustified(2, u'0').left(2);
            counted.pence +=
                quantity.toLongLong() * (unitPrice.section(u'.', 0, 0).toLongLong() * 100 + cents.toLongLong());
        }
    }
    for (const QString& no : seen) {
        if (!counted.orders.contains(no)) {
            counted.rejected << no;
        }
    }
    return counted;
}

/// What comes back, matched and paid by a second reading of the rules.
struct Returned {
    qint64 rows = 0, accepted = 0, units = 0, parts = 0, pence = 0, waiting = 0;
    QMap<QString, qint64> reasons;
};

struct Sold {
    QString user, no;
    QString placed;                                     ///< sorts as time does
    QMap<QString, QList<QPair<qint64, qint64>>> lines;  ///< SKU → units and price, in order of the file
    QMap<QString, qint64> held, approved;               ///< units that came back, and of them those that were approved
    qint64 committed = 0;
};

/// What `units` more of a SKU are worth after those that were approved before.
qint64 worthOf(const Sold& order, const QString& sku, qint64 units) {
    qint64 skip = order.approved.value(sku);
    qint64 pence = 0;
    for (const auto& [quantity, price] : order.lines.value(sku)) {
        const qint64 free = qMax<qint64>(0, quantity - skip);
        skip = qMax<qint64>(0, skip - quantity);
        const qint64 some = qMin(units, free);
        pence += some * price;
        units -= some;
    }
    return pence;
}

Returned countReturns(const QList<QStringList>& rows) {
    static const QRegularExpression price(QStringLiteral("^[0-9]+(\\.[0-9]{1,2}0*)?$"));
    constexpr qint64 kThreshold = 100'000;
    Returned counted;
    QMap<QString, Sold> orders;
    struct Row {
        QString at, user, sku;
        qint64 units;
    };
    QList<Row> returns;
    const QStringList names = rows.first();
    const auto column = [&](const QStringList& row, const char* name) {
        return row.at(names.indexOf(QLatin1String(name)));
    };
    const auto plainUser = [](QString user) { return user.remove(QRegularExpression(QStringLiteral("\\.0+$"))); };
    for (const QStringList& row : rows.mid(1)) {
        ++counted.rows;
        const QString no = column(row, "InvoiceNo");
        const qint64 quantity = column(row, "Quantity").toLongLong();
        const Row read{column(row, "InvoiceDate"), plainUser(column(row, "CustomerID")), column(row, "StockCode"),
                       -quantity};
        if (!no.startsWith(u'C')) {
            ++counted.reasons[QStringLiteral("order_row")];
            if (quantity > 0 && price.match(column(row, "UnitPrice")).hasMatch()) {
                Sold& order = orders[no];
                order.no = no;
                order.user = read.user;
                order.placed = order.placed.isEmpty() ? read.at : qMin(order.placed, read.at);
                const QString text = column(row, "UnitPrice");
                const qint64 cents = text.section(u'.', 1, 1).leftJustified(2, u'0').left(2).toLongLong();
                order.lines[read.sku] << qMakePair(quantity, text.section(u'.', 0, 0).toLongLong() * 100 + cents);
            }
        } else if (read.units <= 0) {
            ++counted.reasons[QStringLiteral("non_positive_quantity")];
        } else if (read.user.isEmpty()) {
            ++counted.reasons[QStringLiteral("no_customer")];
        } else {
            returns << read;
        }
    }
    std::stable_sort(returns.begin(), returns.end(), [](const Row& a, const Row& b) { return a.at < b.at; });
    for (const Row& row : returns) {
        QList<Sold*> candidates;
        for (Sold& order : orders) {
            if (order.user == row.user && order.lines.contains(row.sku) && order.placed <= row.at) {
                candidates << &order;
            }
        }
        std::sort(candidates.begin(), candidates.end(), [](const Sold* a, const Sold* b) {
            return a->placed != b->placed ? a->placed > b->placed : a->no > b->no;
        });
        qint64 left = row.units;
        QList<QPair<Sold*, qint64>> taken;
        for (Sold* order : candidates) {
            qint64 sold = 0;
            for (const auto& line : order->lines.value(row.sku)) {
                sold += line.first;
            }
            const qint64 some = qMin(left, sold - order->held.value(row.sku));
            if (some > 0) {
                taken << qMakePair(order, some);
                left -= some;
            }
        }
        if (left > 0) {
            ++counted
                  .reasons[candidates.isEmpty() ? QStringLiteral("no_deduction") : QStringLiteral("exceeds_deducted")];
            continue;
        }
        ++counted.accepted;
        counted.units += row.units;
        for (const auto& [order, some] : taken) {
            ++counted.parts;
            order->held[row.sku] += some;
            const qint64 worth = worthOf(*order, row.sku, some);
            if (order->committed + worth > kThreshold) {
                ++counted.waiting;
                continue;
            }
            order->approved[row.sku] += some;
            order->committed += worth;
            counted.pence += worth;
        }
    }
    return counted;
}

}  // namespace

class TestCliOnlineRetail : public QObject {
    Q_OBJECT
    Counted m_counted;
    Returned m_returned;
    QSet<QString> m_campuses;
    QByteArray m_couriers;
    std::unique_ptr<Scratch> m_scratch;

    Outcome importAgain(const QStringList& more = {}) { return importInto(*m_scratch, more); }
    static Outcome importInto(const Scratch& scratch, const QStringList& more = {}) {
        return scratch.json(QStringList{QStringLiteral("import"), QStringLiteral("orders"), dataPath(),
                                        QStringLiteral("--profile"), QStringLiteral("online-retail"),
                                        QStringLiteral("--paid"), QStringLiteral("--stock-for-new-sku"),
                                        QStringLiteral("1000000")} +
                            more);
    }

private Q_SLOTS:
    void initTestCase() {
        if (!QFileInfo::exists(dataPath())) {
            QSKIP(
                "the Online Retail data is not there (../shared/data/online-retail/2010-12.csv, or "
                "EVENHAND_ONLINE_RETAIL)");
        }
        QFile file(dataPath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto rows = rowsOf(QString::fromUtf8(file.readAll()));
        m_counted = count(rows);
        m_returned = countReturns(rows);
        QVERIFY(m_counted.rows > 40'000);
        m_couriers = "courier_id,campus,name,phone,on_duty\n";
        for (const QStringList& row : rows.mid(1)) {
            m_campuses << row.last();
        }
        for (const QString& campus : m_campuses) {
            const int crew = campus == QLatin1String("United Kingdom") ? 40 : 4;
            for (int i = 0; i < crew; ++i) {
                m_couriers += (campus + QLatin1Char('-') + QString::number(i) + QLatin1Char(',') + campus).toUtf8() +
                              ",Courier,0,1\n";
            }
        }
        m_scratch = std::make_unique<Scratch>();
        QVERIFY(m_scratch->init());
        const Outcome crew =
            m_scratch->json({QStringLiteral("import"), QStringLiteral("couriers"), QStringLiteral("-")}, m_couriers);
        QCOMPARE(crew.code, 0);
        QCOMPARE(crew.number(QStringLiteral("couriers.accepted")), 40 + 4 * (m_campuses.size() - 1));
    }

    void theCountsAreThoseOfASecondReading() {
        const Outcome outcome =
            importAgain({QStringLiteral("--errors"), m_scratch->path(QStringLiteral("errors.csv"))});
        QVERIFY2(outcome.code == (m_counted.rejectedLines > 0 ? 3 : 0), outcome.text().constData());
        QCOMPARE(outcome.number(QStringLiteral("rows")), m_counted.rows);
        QCOMPARE(outcome.number(QStringLiteral("orders.accepted")), m_counted.orders.size());
        QCOMPARE(outcome.number(QStringLiteral("orders.rejected")), m_counted.rejected.size());
        QCOMPARE(outcome.number(QStringLiteral("orders.duplicate")), 0);
        QCOMPARE(outcome.number(QStringLiteral("lines.accepted")), m_counted.lines);
        QCOMPARE(outcome.number(QStringLiteral("lines.rejected")), m_counted.rejectedLines);
        QJsonObject reasons;
        for (auto it = m_counted.reasons.cbegin(); it != m_counted.reasons.cend(); ++it) {
            reasons.insert(it.key(), it.value());
        }
        QCOMPARE(outcome.json().value(QStringLiteral("reasons")).toObject(), reasons);
        QCOMPARE(m_scratch->read(QStringLiteral("errors.csv")).count("\r\n"), m_counted.rejectedLines + 1);
    }

    void everyPaidOrderHasACourierAndTheSpreadIsOne() {
        const Outcome stats = m_scratch->json({QStringLiteral("stats")});
        QCOMPARE(stats.number(QStringLiteral("orders.total")), m_counted.orders.size());
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PICK_UP")), m_counted.orders.size());
        QCOMPARE(stats.number(QStringLiteral("money.paid")), m_counted.pence);
        QMap<QString, qint64> perCampus;
        for (const QString& campus : m_counted.orders) {
            ++perCampus[campus];
        }
        const auto campuses = stats.json().value(QStringLiteral("campuses")).toArray();
        QCOMPARE(campuses.size(), m_campuses.size());
        for (const auto& value : campuses) {
            const QJsonObject campus = value.toObject();
            const QString id = campus.value(QStringLiteral("id")).toString();
            QCOMPARE(campus.value(QStringLiteral("assigned")).toInteger(), perCampus.value(id));
            QCOMPARE(campus.value(QStringLiteral("unassigned")).toInteger(), 0);
            QVERIFY2(campus.value(QStringLiteral("assigned_max")).toInteger() -
                             campus.value(QStringLiteral("assigned_min")).toInteger() <=
                         1,
                     qPrintable(id));
        }
    }

    void theStatsAreThoseOfAFreshSqliteWorkspace() {
        const Scratch other;
        QCOMPARE(other
                     .run({QStringLiteral("init"), QStringLiteral("--database="), QStringLiteral("--currency"),
                           QStringLiteral("GBP"), QStringLiteral("--time-zone"), QStringLiteral("Europe/London")})
                     .code,
                 0);
        QVERIFY(QFileInfo::exists(other.path(QStringLiteral("w/workspace.db"))));
        QVERIFY(QFileInfo::exists(m_scratch->path(QStringLiteral("w/workspace.db"))) != evenhand::testing::onMariadb());
        const QStringList crew{QStringLiteral("import"), QStringLiteral("couriers"), QStringLiteral("-")};
        QCOMPARE(other.json(crew, m_couriers).code, 0);
        QCOMPARE(importInto(other).number(QStringLiteral("orders.accepted")), m_counted.orders.size());
        QCOMPARE(other.json({QStringLiteral("stats")}).out, m_scratch->json({QStringLiteral("stats")}).out);
    }

    void unpaidOrdersCloseHalfAnHourLaterToTheMillisecond() {
        const Scratch other;
        QVERIFY(other.init());
        const Outcome imported = other.json({QStringLiteral("import"), QStringLiteral("orders"), dataPath(),
                                             QStringLiteral("--profile"), QStringLiteral("online-retail"),
                                             QStringLiteral("--stock-for-new-sku"), QStringLiteral("1000000")});
        QCOMPARE(imported.number(QStringLiteral("orders.accepted")), m_counted.orders.size());
        const Outcome stats = other.json({QStringLiteral("stats")});
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.CLOSED")), m_counted.orders.size());
        QCOMPARE(stats.number(QStringLiteral("timers.pending")), 0);
        QCOMPARE(stats.number(QStringLiteral("timers.dead")), 0);
        const auto workspace =
            evenhand::app::Workspace::openReadOnly(other.path(QStringLiteral("w")).toStdString(), {});
        QVERIFY(workspace.has_value());
        std::int64_t exact = 0;
        std::int64_t whole = 0;
        std::int64_t products = 0;
        const auto read = (*workspace)->inspect([&](evenhand::store::Database& database, auto&) {
            const auto number = [&](std::string_view sql, std::int64_t& into) -> evenhand::Result<void> {
                auto& statement = database.statement(sql);
                EVENHAND_TRY(statement.query());
                into = statement.next() ? statement.onlyNumber() : -1;
                statement.finish();
                return {};
            };
            return number("SELECT COUNT(*) FROM orders WHERE closed_at = placed_at + 1800000", exact)
                .andThen([&] { return number("SELECT COUNT(*) FROM product WHERE stock = 1000000", whole); })
                .andThen([&] { return number("SELECT COUNT(*) FROM product", products); });
        });
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(exact, m_counted.orders.size());
        QVERIFY(products > 2'000);
        QCOMPARE(whole, products);
        QCOMPARE(other.run({QStringLiteral("verify")}).code, 0);
    }

    void ordersArePaidAtTheirTime() {
        const auto lines =
            m_scratch->run({QStringLiteral("export"), QStringLiteral("orders"), QStringLiteral("-")}).out.split('\n');
        QCOMPARE(lines.size(), m_counted.orders.size() + 2);
        for (const QByteArray& line : lines.mid(1, m_counted.orders.size())) {
            const auto cells = line.split(',');
            QVERIFY2(cells.at(5).startsWith("2010-12-") && cells.at(5) == cells.at(6), line.constData());
        }
    }

    void againChangesNothing() {
        const QByteArray contents = m_scratch->contents();
        const Outcome again = importAgain();
        QCOMPARE(again.code, m_counted.rejectedLines > 0 ? 3 : 0);
        QCOMPARE(again.number(QStringLiteral("orders.accepted")), 0);
        QCOMPARE(again.number(QStringLiteral("orders.duplicate")), m_counted.orders.size());
        QCOMPARE(again.number(QStringLiteral("orders.rejected")), m_counted.rejected.size());
        QCOMPARE(again.number(QStringLiteral("reasons.duplicate_order")), m_counted.lines);
        QCOMPARE(m_scratch->contents(), contents);
    }

    void cancellationsAreThoseOfASecondReading() {
        const QStringList command{
            QStringLiteral("import"),    QStringLiteral("returns"),       dataPath(),
            QStringLiteral("--profile"), QStringLiteral("online-retail"), QStringLiteral("--auto-approve")};
        const auto compare = [this](const Outcome& outcome, bool again) {
            QVERIFY2(outcome.code == 3, outcome.text().constData());
            QCOMPARE(outcome.number(QStringLiteral("rows")), m_returned.rows);
            QCOMPARE(outcome.number(QStringLiteral("returns.accepted")), again ? 0 : m_returned.accepted);
            QCOMPARE(outcome.number(QStringLiteral("returns.duplicate")), again ? m_returned.accepted : 0);
            QCOMPARE(outcome.number(QStringLiteral("units")), again ? 0 : m_returned.units);
            QJsonObject reasons;
            for (auto it = m_returned.reasons.cbegin(); it != m_returned.reasons.cend(); ++it) {
                reasons.insert(it.key(), it.value());
            }
            if (again) {
                reasons.insert(QStringLiteral("duplicate_return"), m_returned.accepted);
            }
            QCOMPARE(outcome.json().value(QStringLiteral("reasons")).toObject(), reasons);
        };
        QVERIFY(m_returned.accepted > 100);
        compare(m_scratch->json(command + QStringList{QStringLiteral("--dry-run")}), false);
        QCOMPARE(m_scratch->json({QStringLiteral("stats")}).number(QStringLiteral("returns.accepted")), 0);
        compare(m_scratch->json(command), false);
        const Outcome stats = m_scratch->json({QStringLiteral("stats")});
        QCOMPARE(stats.number(QStringLiteral("returns.units")), m_returned.units);
        QCOMPARE(stats.number(QStringLiteral("returns.pending")), m_returned.waiting);
        QCOMPARE(stats.number(QStringLiteral("money.refunded")), m_returned.pence);
        QCOMPARE(stats.number(QStringLiteral("money.paid")), m_counted.pence);
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PICK_UP")), m_counted.orders.size());
        const QByteArray contents = m_scratch->contents();
        compare(m_scratch->json(command), true);
        QCOMPARE(m_scratch->contents(), contents);
        const auto exported =
            m_scratch->run({QStringLiteral("export"), QStringLiteral("returns"), QStringLiteral("-")}).out;
        QCOMPARE(exported.count('\n'), m_returned.parts + 1);
    }

    void everyInvariantHolds() {
        const Outcome verdict = m_scratch->json({QStringLiteral("verify")});
        QVERIFY2(verdict.code == 0, verdict.text().constData());
        QCOMPARE(verdict.number(QStringLiteral("violations")), 0);
        // Fairness was checked, campus by campus, and not only found to be without anything to check.
        for (const auto& value : verdict.json().value(QStringLiteral("invariants")).toArray()) {
            const QJsonObject invariant = value.toObject();
            // The file has no flash sales, no campaigns, nothing to do in the background, no alerts and no shifts (D9).
            const auto id = invariant.value(QStringLiteral("id")).toString();
            if (!QStringLiteral("ASCW").contains(id.at(0)) && id != QStringLiteral("D9")) {
                QVERIFY2(invariant.value(QStringLiteral("checked")).toInteger() > 0, qPrintable(id));
            }
        }
    }
};

}  // namespace test_cli_online_retail

QTEST_GUILESS_MAIN(test_cli_online_retail::TestCliOnlineRetail)
#include "test_cli_online_retail.moc"
