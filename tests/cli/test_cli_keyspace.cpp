// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace compared and rebuilt on the command line: what differs is told, by exit code 4 and by name.
#include <QDateTime>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_faults.h"

namespace test_cli_keyspace {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

QString fromNow(int seconds) { return QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODate); }

/// A workspace with couriers and orders, and a sale of ten units that is on.
bool openSale(const Scratch& scratch) {
    return populate(scratch, 3) &&
           scratch.run(words("seckill set-up S --voucher tea --campus north --price 0.70 --stock 10 --begin")
                       << fromNow(-60) << QStringLiteral("--end") << fromNow(3600))
                   .code == 0 &&
           scratch.run(words("seckill start S --reason planned")).code == 0;
}

QJsonObject partOf(const QJsonObject& document, const char* name) {
    for (const auto& value : document.value(QStringLiteral("parts")).toArray()) {
        if (value.toObject().value(QStringLiteral("part")) == QLatin1String(name)) {
            return value.toObject();
        }
    }
    return {};
}

QString stateOf(const Outcome& outcome) {
    return outcome.json().value(QStringLiteral("generation")).toObject().value(QStringLiteral("state")).toString();
}

}  // namespace

class TestCliKeyspace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatAgreesIsZero() {
        Scratch scratch;
        QVERIFY(openSale(scratch));
        const auto said = scratch.run(words("keyspace compare"));
        QVERIFY2(said.code == 0, said.text().constData());
        QVERIFY2(said.out.contains("Keyspace and database agree."), said.text().constData());
        QVERIFY2(said.out.contains("Generation: none was opened."), said.text().constData());
        const auto found = scratch.json(words("keyspace compare"));
        QVERIFY2(found.code == 0, found.text().constData());
        QVERIFY(found.json().value(QStringLiteral("agrees")).toBool());
        const auto parts = found.json().value(QStringLiteral("parts")).toArray();
        QCOMPARE(parts.size(), 5);
        QVERIFY(partOf(found.json(), "weights").value(QStringLiteral("checked")).toInt() > 0);
        const auto one = scratch.json(words("keyspace compare --part timers"));
        QCOMPARE(one.json().value(QStringLiteral("parts")).toArray().size(), 1);
        QCOMPARE(scratch.json(words("verify")).code, 0);
    }

    void whatDiffersIsNamedAndRebuilt() {
        Scratch scratch;
        QVERIFY(openSale(scratch));
        QVERIFY(tamper(scratch, {"UPDATE activity SET units_left = 9"}));
        const auto found = scratch.json(words("keyspace compare"));
        QVERIFY2(found.code == 4, found.text().constData());
        QVERIFY(!found.json().value(QStringLiteral("agrees")).toBool(true));
        const auto stocks = partOf(found.json(), "stocks");
        QCOMPARE(stocks.value(QStringLiteral("differing")).toInt(), 1);
        QCOMPARE(stocks.value(QStringLiteral("differences")).toArray(),
                 (QJsonArray{QJsonObject{{QStringLiteral("key"), QStringLiteral("seckill:{seckill@@S}:live")},
                                         {QStringLiteral("member"), QStringLiteral("stock")},
                                         {QStringLiteral("expected"), QStringLiteral("9")},
                                         {QStringLiteral("found"), QStringLiteral("10")}}}));
        QCOMPARE(partOf(found.json(), "weights").value(QStringLiteral("differing")).toInt(), 0);
        const auto said = scratch.run(words("keyspace compare --part stocks"));
        QCOMPARE(said.code, 4);
        QVERIFY2(said.out.contains("stocks: seckill:{seckill@@S}:live stock: 10, the database says 9"),
                 said.text().constData());
        QCOMPARE(scratch.run(words("keyspace compare --part weights")).code, 0);

        QCOMPARE(scratch.run(words("keyspace rebuild --part weights --reason counted")).code, 0);
        QCOMPARE(scratch.run(words("keyspace compare")).code, 4);
        const auto rebuilt = scratch.json(words("keyspace rebuild --part stocks --reason counted"));
        QVERIFY2(rebuilt.code == 0, rebuilt.text().constData());
        QCOMPARE(partOf(rebuilt.json(), "stocks").value(QStringLiteral("repaired")).toInt(), 1);
        QCOMPARE(scratch.run(words("keyspace compare")).code, 0);
        const auto log = scratch.run(words("audit list --operation keyspace.rebuild"));
        QVERIFY2(log.out.contains("counted"), log.text().constData());
    }

    void aNewGenerationIsOpenedWithAllOfThem() {
        Scratch scratch;
        QVERIFY(openSale(scratch));
        const auto rebuilt = scratch.json(words("keyspace rebuild --all --reason moved"));
        QVERIFY2(rebuilt.code == 0, rebuilt.text().constData());
        QCOMPARE(rebuilt.number(QStringLiteral("generation.number")), 1);
        QCOMPARE(stateOf(scratch.json(words("keyspace compare"))), QStringLiteral("same"));
        QVERIFY(tamper(scratch, {"INSERT INTO keyspace_generation(generation, opened_at, actor, reason) VALUES (2, 1, "
                                 "'somebody', 'elsewhere')"}));
        const auto older = scratch.json(words("keyspace compare"));
        QCOMPARE(older.code, 4);
        QCOMPARE(stateOf(older), QStringLiteral("older"));
        const auto said = scratch.run(words("keyspace compare"));
        QVERIFY2(said.out.contains("Generation 2: the keyspace is an older one"), said.text().constData());
        QCOMPARE(
            scratch.json(words("keyspace rebuild --all --reason again")).number(QStringLiteral("generation.number")),
            3);
        QCOMPARE(scratch.run(words("keyspace compare")).code, 0);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void whatIsAskedWrongly_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("what") << QStringLiteral("keyspace") << QByteArray("compare");
        QTest::newRow("something else") << QStringLiteral("keyspace mend") << QByteArray("rebuild");
        QTest::newRow("no part") << QStringLiteral("keyspace compare --part carts") << QByteArray("weights");
        QTest::newRow("rebuild what") << QStringLiteral("keyspace rebuild --reason x") << QByteArray("--part");
        QTest::newRow("both") << QStringLiteral("keyspace rebuild --all --part timers --reason x")
                              << QByteArray("--all");
        QTest::newRow("why") << QStringLiteral("keyspace rebuild --all") << QByteArray("--reason");
        QTest::newRow("a comparison of all")
            << QStringLiteral("keyspace compare --all") << QByteArray("changes nothing");
    }
    void whatIsAskedWrongly() {
        QFETCH(QString, line);
        QFETCH(QByteArray, says);
        const Scratch scratch;
        const auto outcome = scratch.run(words(line.toUtf8().constData()));
        QVERIFY2(outcome.code == 2 && outcome.err.contains(says), outcome.text().constData());
    }
};

}  // namespace test_cli_keyspace

QTEST_GUILESS_MAIN(test_cli_keyspace::TestCliKeyspace)
#include "test_cli_keyspace.moc"
