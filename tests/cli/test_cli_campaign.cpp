// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns on the command line: preview, rehearsal, what stats, verify and export say of them, and what is refused.
#include <QJsonArray>
#include <QTest>
#include <algorithm>
#include <utility>

#include "app/workspace/workspace.h"
#include "tests/cli/cli_support.h"

namespace test_cli_campaign {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// A running campaign with some draws, one of them used by an order.
bool populate(const Scratch& scratch) {
    if (!scratch.init()) {
        return false;
    }
    app::OpenOptions options;
    options.seed = 1;
    options.threaded = false;
    auto workspace = app::Workspace::open(scratch.workspace().toStdString(), options);
    if (!workspace) {
        return false;
    }
    const api::Call call{api::Actor::administrator("test"), "because", {}};
    const auto get = [&](auto answer) {
        (*workspace)->runUntilIdle();
        return answer.isFinished() && answer.result().has_value();
    };
    api::CampaignSettings settings;
    settings.name = "Lunch";
    settings.shape = {Money{50'000}, 100, Money{1'000}, 3};
    settings.countLimit = 10;
    settings.amountLimit = Money{10'000};
    settings.begin = (*workspace)->status().now;
    settings.end = settings.begin.plusMs(86'400'000);
    settings.seed = 4;
    bool good = get((*workspace)->dispatch().upsertCampus(call, {CampusId("north"), "North", {}})) &&
                get((*workspace)->orders().upsertProducts(call, {{Sku("tea"), "Tea", Money{5'000}, 100}}, true)) &&
                get((*workspace)->campaigns().create(call, CampaignId("lunch"), settings)) &&
                get((*workspace)->campaigns().start(call, CampaignId("lunch")));
    for (int i = 0; i < 5; ++i) {
        good = good && get((*workspace)->campaigns().draw(call, {CampaignId("lunch"), {}, UserId("=ann"), {}}));
    }
    api::PlaceOrder order;
    order.key = "1";
    order.orderNo = OrderNo("1");
    order.user = UserId("bob");
    order.campus = CampusId("north");
    order.lines = {{Sku("tea"), 1, Money{5'000}}};
    order.draw = api::OrderDraw{CampaignId("lunch"), {}};
    return good && get((*workspace)->orders().place(call, order));
}

}  // namespace

class TestCliCampaign : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void previewTellsAll() {
        const Scratch scratch;  // without a workspace
        const auto told = scratch.json(words("campaign preview --budget 100000 --places 1000 --max 1000 --queues 4"));
        QVERIFY2(told.code == 0, told.text().constData());
        const auto queues = told.json().value(QLatin1String("queues")).toArray();
        QCOMPARE(queues.size(), 4);
        qint64 places = 0;
        qint64 amount = 0;
        for (const auto& queue : queues) {
            for (const auto& value : queue.toArray()) {
                ++places;
                amount += value.toInteger();
                QVERIFY(value.toInteger() >= 1 && value.toInteger() <= 1'000);
            }
        }
        QCOMPARE(places, 1'000);
        QCOMPARE(amount, 100'000);
        QCOMPARE(told.json().value(QLatin1String("histogram")).toArray().size(), 10);
        QCOMPARE(told.number(QStringLiteral("lists.1.amount")) + told.number(QStringLiteral("lists.2.amount")) +
                     told.number(QStringLiteral("lists.3.amount")),
                 100'000);
        QVERIFY(told.json().value(QLatin1String("warnings")).isArray());
        // The same seed, the same amounts; another, others.
        const auto again =
            scratch.json(words("campaign preview --budget 100000 --places 1000 --max 1000 --queues 4 --seed 1"));
        QCOMPARE(again.out, told.out);
        const auto other =
            scratch.json(words("campaign preview --budget 100000 --places 1000 --max 1000 --queues 4 --seed 2"));
        QVERIFY(other.out != told.out);
        QVERIFY(!QFile::exists(scratch.workspace()));
    }

    /// What people read says the same as the document: each tenth with its range, each list with its sum.
    void previewInWords() {
        const Scratch scratch;
        for (const qint64 max : {100, 1'000, 2'500}) {
            const auto arguments = words("campaign preview --budget 100000 --places 2000 --queues 4 --max") +
                                   QStringList{QString::number(max)};
            const auto told = scratch.json(arguments);
            const auto shown = scratch.run(arguments);
            QVERIFY2(told.code == 0 && shown.code == 0, shown.text().constData());
            QByteArrayList lines;
            for (const auto& line : shown.out.split('\n')) {
                lines << line.simplified() + ' ';
            }
            const auto has = [&](const QByteArray& begin) {
                return std::any_of(lines.begin(), lines.end(),
                                   [&](const auto& line) { return line.startsWith(begin); });
            };
            const auto histogram = told.json().value(QLatin1String("histogram")).toArray();
            QCOMPARE(histogram.size(), 10);
            for (int i = 0; i < 10; ++i) {
                const auto line = QByteArray::number(max / 10 * i + 1) + " to " +
                                  QByteArray::number(max / 10 * (i + 1)) + ' ' +
                                  QByteArray::number(histogram.at(i).toInteger()) + ' ';
                QVERIFY2(has(line), (line + "in " + shown.out).constData());
            }
            const std::pair<const char*, QString> lists[] = {{"1 even spread ", QStringLiteral("lists.1.")},
                                                             {"2 small change ", QStringLiteral("lists.2.")},
                                                             {"3 rest ", QStringLiteral("lists.3.")}};
            for (const auto& [name, path] : lists) {
                const auto line = name + QByteArray::number(told.number(path + QStringLiteral("places"))) + ' ' +
                                  QByteArray::number(told.number(path + QStringLiteral("amount"))) + ' ';
                QVERIFY2(has(line), (line + "in " + shown.out).constData());
            }
        }
    }

    void infeasibleIsTwo_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("field");
        QTest::newRow("places") << words("--budget 10 --places 11 --max 1000 --queues 1") << QStringLiteral("places");
        QTest::newRow("budget") << words("--budget 2001 --places 2 --max 1000 --queues 1") << QStringLiteral("budget");
        QTest::newRow("max") << words("--budget 20 --places 2 --max 15 --queues 1") << QStringLiteral("max_discount");
        QTest::newRow("none") << words("--budget 0 --places 2 --max 10 --queues 1") << QStringLiteral("budget");
        QTest::newRow("queues") << words("--budget 20 --places 2 --max 10 --queues 0") << QStringLiteral("queues");
    }
    void infeasibleIsTwo() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, field);
        const Scratch scratch;
        const auto told = scratch.json(words("campaign preview") + arguments);
        QCOMPARE(told.code, 2);
        const auto error = told.json().value(QLatin1String("error")).toObject();
        QCOMPARE(error.value(QLatin1String("field")).toString(), field);
        QVERIFY(!error.value(QLatin1String("message")).toString().isEmpty());
        QVERIFY(!error.value(QLatin1String("nearest")).toArray().isEmpty());
        QVERIFY(told.err.contains("Nearest feasible"));
    }

    void wrongUsage_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing") << words("campaign") << QByteArray("preview");
        QTest::newRow("another word") << words("campaign frob") << QByteArray("frob");
        QTest::newRow("budget missing") << words("campaign preview --places 1 --max 10 --queues 1")
                                        << QByteArray("--budget");
        QTest::newRow("no number") << words("campaign preview --budget much") << QByteArray("much");
        QTest::newRow("rehearse what") << words("rehearse") << QByteArray("campaign");
        QTest::newRow("rehearse frogs") << words("rehearse frogs") << QByteArray("campaign");
        QTest::newRow("rehearse for nobody") << words("rehearse seckill --users 0") << QByteArray("users");
        QTest::newRow("rehearse too much") << words("rehearse seckill --duplicates 101") << QByteArray("duplicate");
        QTest::newRow("rehearse no tens") << words("rehearse campaign --max 5") << QByteArray("max_discount");
    }
    void wrongUsage() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Scratch scratch;
        const auto told = scratch.run(arguments);
        QCOMPARE(told.code, 2);
        QVERIFY2(told.err.contains(says), told.err.constData());
    }

    void rehearsalHolds() {
        const Scratch scratch;
        const auto told = scratch.json(words("rehearse campaign --budget 60000 --places 600 --users 80 --seed 3"));
        QVERIFY2(told.code == 0, told.text().constData());
        QCOMPARE(told.number(QStringLiteral("violations")), 0);
        QCOMPARE(told.number(QStringLiteral("granted")) + told.number(QStringLiteral("queued")) +
                     told.number(QStringLiteral("compensation")) + told.number(QStringLiteral("in_flight")) +
                     told.number(QStringLiteral("unspent")),
                 60'000);
        QVERIFY(told.number(QStringLiteral("orders")) > 0);
        const auto refused = scratch.json(words("rehearse campaign --users 0"));
        QCOMPARE(refused.code, 2);
        QCOMPARE(refused.json().value(QLatin1String("error")).toObject().value(QLatin1String("field")).toString(),
                 QStringLiteral("users"));
    }

    /// Each option is what the crowd keeps to.
    void rehearsalKeepsToItsOptions() {
        const Scratch scratch;
        const auto crowd = words("rehearse campaign --budget 60000 --places 600 --users 30 --seed 3 --attempts");
        const auto once =
            scratch.json(crowd + words("200 --count-limit 1 --amount-limit 10000 --orders 0 --duplicates 0"));
        QVERIFY2(once.code == 0, once.text().constData());
        QCOMPARE(once.number(QStringLiteral("attempts")), 200);
        QCOMPARE(once.number(QStringLiteral("draws")), 30);
        QCOMPARE(once.number(QStringLiteral("budget")), 60'000);
        QCOMPARE(once.number(QStringLiteral("orders")), 0);
        QCOMPARE(once.number(QStringLiteral("repeated")), 0);
        QVERIFY(once.number(QStringLiteral("refused")) > 0);
        const auto little = scratch.json(crowd + words("200 --count-limit 100 --amount-limit 300 --orders 0"));
        QVERIFY2(little.code == 0, little.text().constData());
        QVERIFY(little.number(QStringLiteral("draws")) > 30);
        QVERIFY(little.number(QStringLiteral("granted")) <= 30 * 300);
        QVERIFY(little.number(QStringLiteral("repeated")) > 0);
    }

    void statsVerifyExport() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const auto stats = scratch.json(words("stats"));
        QVERIFY2(stats.code == 0, stats.text().constData());
        const auto campaign = stats.json().value(QLatin1String("campaigns")).toArray().at(0).toObject();
        QCOMPARE(campaign.value(QLatin1String("id")).toString(), QStringLiteral("lunch"));
        qint64 sum = 0;
        for (const char* part : {"granted", "queued", "compensation", "in_flight", "unspent"}) {
            sum += campaign.value(QLatin1String(part)).toInteger();
        }
        QCOMPARE(sum, campaign.value(QLatin1String("budget")).toInteger());
        QVERIFY(stats.number(QStringLiteral("money.discounted")) > 0);
        // As text, in the same order, in whole and hundredth pounds.
        QStringList wanted{QStringLiteral("lunch"), QStringLiteral("running")};
        for (const char* part : {"budget", "granted", "queued", "compensation", "unspent"}) {
            const auto minor = campaign.value(QLatin1String(part)).toInteger();
            wanted.append(QString::number(minor / 100) + QLatin1Char('.') +
                          QString::number(minor % 100).rightJustified(2, QLatin1Char('0')));
        }
        QStringList told;
        for (const auto& line : QString::fromUtf8(scratch.run(words("stats")).out).split(QLatin1Char('\n'))) {
            if (line.startsWith(QLatin1String("lunch "))) {
                told = line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
            }
        }
        QCOMPARE(told, wanted);
        const auto verified = scratch.json(words("verify"));
        QVERIFY2(verified.code == 0, verified.text().constData());
        for (const char* id : {"\"C1\"", "\"C2\"", "\"C3\"", "\"C4\""}) {
            QVERIFY(verified.out.contains(id));
        }
        const auto exported = scratch.run(words("export draws -"));
        QVERIFY2(exported.code == 0, exported.text().constData());
        QCOMPARE(exported.out.count("\r\n"), 7);
        QVERIFY(exported.out.contains(",'=ann,granted,"));
        QVERIFY(exported.out.contains(",bob,granted,"));
        const auto none = scratch.run(words("export draws - --campaign other"));
        QCOMPARE(none.out.count("\r\n"), 1);
    }
};

}  // namespace test_cli_campaign

QTEST_GUILESS_MAIN(test_cli_campaign::TestCliCampaign)
#include "test_cli_campaign.moc"
