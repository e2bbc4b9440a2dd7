// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales on the command line: setting up to ending, what is refused, stats and verify, rehearsals.
#include <QDateTime>
#include <QJsonArray>
#include <QTest>

#include "app/workspace/workspace.h"
#include "tests/cli/cli_faults.h"

namespace test_cli_seckill {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

const QByteArray kCouriers = "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\n";
const QByteArray kProducts = "sku,name,unit_price,stock\ntea,Tea,1.50,100\n";

QString fromNow(int seconds) { return QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODate); }

}  // namespace

class TestCliSeckill : public QObject {
    Q_OBJECT
    Scratch m_scratch;

    Outcome setUp(const QString& id, const QString& begin, const QString& end, const QString& stock,
                  const QString& price = QStringLiteral("0.70")) {
        return m_scratch.json(words("seckill set-up")
                              << id << words("--voucher tea --campus north --price") << price << words("--stock")
                              << stock << words("--begin") << begin << words("--end") << end);
    }
    QJsonObject activity(const QString& id) {
        for (const auto& value :
             m_scratch.json(words("seckill list")).json().value(QStringLiteral("activities")).toArray()) {
            if (value.toObject().value(QStringLiteral("id")) == id) {
                return value.toObject();
            }
        }
        return {};
    }

    static bool populate(const Scratch& scratch) {
        return scratch.init() && scratch.run(words("import couriers -"), kCouriers).code == 0 &&
               scratch.run(words("import products -"), kProducts).code == 0;
    }
    /// A workspace whose sale S has ten units and is on.
    static bool openSale(const Scratch& scratch) {
        return populate(scratch) &&
               scratch.run(words("seckill set-up S --voucher tea --campus north --price 0.70 --stock 10 --begin")
                           << fromNow(-60) << QStringLiteral("--end") << fromNow(3600))
                       .code == 0 &&
               scratch.run(words("seckill start S --reason planned")).code == 0;
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(populate(m_scratch)); }

    void aSale() {
        auto done = setUp(QStringLiteral("A1"), fromNow(-60), fromNow(3600), QStringLiteral("10"));
        QVERIFY2(done.code == 0, done.text().constData());
        QCOMPARE(done.json().value(QStringLiteral("state")).toString(), QStringLiteral("draft"));
        QCOMPARE(done.number(QStringLiteral("price")), 70);
        QCOMPARE(m_scratch.run(words("seckill start A1")).code, 2);  // no reason
        done = m_scratch.json(words("seckill start A1 --reason planned"));
        QVERIFY2(done.code == 0, done.text().constData());
        QCOMPARE(done.json().value(QStringLiteral("phase")).toString(), QStringLiteral("on_sale"));
        QCOMPARE(done.number(QStringLiteral("left")), 10);
        QCOMPARE(m_scratch.run(words("seckill stop A1")).code, 2);  // no reason
        done = m_scratch.json(words("seckill stop A1 --reason because"));
        QCOMPARE(done.json().value(QStringLiteral("phase")).toString(), QStringLiteral("stopped"));
        QCOMPARE(m_scratch.run(words("seckill resume A1")).code, 2);  // no reason
        QCOMPARE(m_scratch.json(words("seckill resume A1 --reason mended")).code, 0);
        done = m_scratch.json(words("seckill top-up A1 --units 5 --reason more"));
        QCOMPARE(done.number(QStringLiteral("left")), 15);
        QCOMPARE(done.number(QStringLiteral("added")), 5);
        QCOMPARE(m_scratch.json(words("seckill top-up A1 --units 500 --reason more")).code, 1);

        const auto stats = m_scratch.json(words("stats")).json().value(QStringLiteral("seckill")).toArray();
        QCOMPARE(stats.size(), 1);
        QCOMPARE(stats.at(0).toObject(), (QJsonObject{{QStringLiteral("id"), QStringLiteral("A1")},
                                                      {QStringLiteral("stock"), 15},
                                                      {QStringLiteral("reserved"), 0},
                                                      {QStringLiteral("ordered"), 0}}));
        const auto checked = m_scratch.json(words("seckill check A1"));
        QVERIFY2(checked.code == 0, checked.text().constData());
        QVERIFY(checked.json().value(QStringLiteral("agrees")).toBool());
        QCOMPARE(m_scratch.json(words("seckill repair A1 --reason looking")).code, 0);
        QCOMPARE(m_scratch.json(words("verify")).code, 0);
        QCOMPARE(m_scratch.json(words("seckill end A1 --reason enough")).code, 0);
        QCOMPARE(m_scratch.json(words("run --until-idle")).code, 0);
        QCOMPARE(activity(QStringLiteral("A1")).value(QStringLiteral("state")).toString(), QStringLiteral("ended"));
        QCOMPARE(activity(QStringLiteral("A1")).value(QStringLiteral("returned")).toInt(), 15);
        QCOMPARE(m_scratch.json(words("verify")).code, 0);
    }

    /// A check that somebody has run each night speaks by its exit code; a repair brings both together again.
    void differencesAreTold() {
        Scratch scratch;
        QVERIFY(openSale(scratch));
        QCOMPARE(scratch.run(words("seckill check S")).code, 0);
        QVERIFY(tamper(scratch, {"UPDATE activity SET units_left = 9"}));
        const auto found = scratch.json(words("seckill check S"));
        QVERIFY2(found.code == 4, found.text().constData());
        QVERIFY(!found.json().value(QStringLiteral("agrees")).toBool(true));
        QCOMPARE(found.number(QStringLiteral("stock")), 10);
        QCOMPARE(found.number(QStringLiteral("stock_expected")), 9);
        QCOMPARE(found.number(QStringLiteral("repaired")), 0);
        const auto text = scratch.run(words("seckill check S"));
        QCOMPARE(text.code, 4);
        QVERIFY2(text.out.contains("Keyspace and database differ."), text.text().constData());
        const auto repaired = scratch.json(words("seckill repair S --reason counted"));
        QVERIFY2(repaired.code == 0, repaired.text().constData());
        QCOMPARE(repaired.number(QStringLiteral("repaired")), 1);
        QCOMPARE(scratch.run(words("seckill check S")).code, 0);
    }

    /// A slot that no order stands behind any more is not one that is missing.
    void slotsWithoutAnOrder() {
        Scratch scratch;
        QVERIFY(openSale(scratch));
        {
            app::OpenOptions options;
            options.threaded = false;
            auto workspace = app::Workspace::open(scratch.workspace().toStdString(), options);
            QVERIFY(workspace.has_value());
            const api::Call call{api::Actor::administrator("test"), {}, {}};
            for (const char* user : {"u1", "u2", "u3"}) {
                api::SeckillAttempt attempt;
                attempt.activity = ActivityId("S");
                attempt.user = UserId(user);
                attempt.request = user;
                const auto answer = (*workspace)->seckill().attempt(call, attempt);
                (*workspace)->runUntilIdle();
                QVERIFY(answer.isFinished() && answer.result().has_value());
            }
        }
        const auto expect = [&](qint64 slots, qint64 live, qint64 missing, qint64 stranded) {
            const auto found = scratch.json(words("seckill check S"));
            return found.number(QStringLiteral("slots")) == slots &&
                           found.number(QStringLiteral("live_orders")) == live &&
                           found.number(QStringLiteral("missing_slots")) == missing &&
                           found.number(QStringLiteral("stranded_slots")) == stranded &&
                           found.code == (missing + stranded > 0 ? 4 : 0)
                       ? QByteArray()
                       : found.text();
        };
        QCOMPARE(expect(3, 3, 0, 0), QByteArray());
        QVERIFY(tamper(scratch, {"UPDATE orders SET live = NULL WHERE user_id = 'u2'"}));
        QCOMPARE(expect(3, 2, 0, 1), QByteArray());
        QVERIFY(tamper(scratch, {"UPDATE orders SET live = 1, user_id = 'u4' WHERE user_id = 'u2'",
                                 "UPDATE orders SET user_id = 'u5' WHERE user_id = 'u3'",
                                 "UPDATE orders SET live = NULL WHERE user_id = 'u1'"}));
        QCOMPARE(expect(3, 2, 2, 3), QByteArray());
        const auto said = scratch.run(words("seckill check S")).out;
        QVERIFY2(said.contains("3 slots, 2 live orders, 0 in progress; 2 slots missing, 3 stranded"), said.constData());
    }

    void whatIsSetUpIsWhatIsListed() {
        const auto begin = fromNow(600);
        const auto end = fromNow(1'200);
        const auto made = m_scratch.json(
            words("seckill set-up N1 --voucher tea --campus north --price 0.70 --stock 7 --begin")
            << begin << QStringLiteral("--end") << end << QStringLiteral("--name") << QStringLiteral("Spring tea"));
        QVERIFY2(made.code == 0, made.text().constData());
        const auto row = activity(QStringLiteral("N1"));
        QCOMPARE(row, made.json());
        for (const auto& [name, value] : {std::pair("name", "Spring tea"), std::pair("voucher", "tea"),
                                          std::pair("campus", "north"), std::pair("state", "draft")}) {
            QCOMPARE(row.value(QLatin1String(name)).toString(), QLatin1String(value));
        }
        QCOMPARE(row.value(QStringLiteral("stock")).toInteger(), 7);
        QCOMPARE(QDateTime::fromString(row.value(QStringLiteral("begin")).toString(), Qt::ISODateWithMs),
                 QDateTime::fromString(begin, Qt::ISODate));
        QCOMPARE(QDateTime::fromString(row.value(QStringLiteral("end")).toString(), Qt::ISODateWithMs),
                 QDateTime::fromString(end, Qt::ISODate));
        // Without a name it is called by its id.
        QCOMPARE(setUp(QStringLiteral("N2"), begin, end, QStringLiteral("1"))
                     .json()
                     .value(QStringLiteral("name"))
                     .toString(),
                 QStringLiteral("N2"));
    }

    void refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* arguments, int code) {
            QTest::newRow(name) << words(arguments) << code;
        };
        row("nothing", "seckill", 2);
        row("no such verb", "seckill sell A9", 2);
        row("no activity", "seckill start", 2);
        row("unknown activity", "seckill start A9 --reason x", 1);
        row("more without a reason", "seckill top-up A1 --units 5", 2);
        row("an end without a reason", "seckill end A1", 2);
        row("a repair without a reason", "seckill repair A1", 2);
        row("no stock",
            "seckill set-up B --voucher tea --campus north --price 1 --begin 2030-01-01T00:00:00Z --end "
            "2030-01-02T00:00:00Z",
            2);
        row("stock of 0",
            "seckill set-up B --voucher tea --campus north --price 1 --stock 0 --begin 2030-01-01T00:00:00Z --end "
            "2030-01-02T00:00:00Z",
            1);
        row("price of 0",
            "seckill set-up B --voucher tea --campus north --price 0 --stock 1 --begin 2030-01-01T00:00:00Z --end "
            "2030-01-02T00:00:00Z",
            1);
        row("end before begin",
            "seckill set-up B --voucher tea --campus north --price 1 --stock 1 --begin 2030-01-02T00:00:00Z --end "
            "2030-01-01T00:00:00Z",
            1);
        row("too much",
            "seckill set-up B --voucher tea --campus north --price 1 --stock 101 --begin 2030-01-01T00:00:00Z --end "
            "2030-01-02T00:00:00Z",
            1);
        row("no time", "seckill set-up B --voucher tea --campus north --price 1 --stock 1 --begin now --end later", 2);
        row("rehearse what", "rehearse", 2);
        row("rehearse nothing", "rehearse seckill --stock 0", 2);
        row("rehearse a crowd", "rehearse seckill --users 100000000", 2);
        row("rehearse an unknown one", "rehearse seckill --activity A9", 1);
    }
    void refused() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        const auto before = m_scratch.json(words("seckill list")).out;
        const auto done = m_scratch.run(arguments);
        QVERIFY2(done.code == code, done.text().constData());
        QCOMPARE(m_scratch.json(words("seckill list")).out, before);
    }

    void rehearsal() {
        const auto arguments = words(
            "rehearse seckill --stock 40 --users 200 --attempts 900 --rate 300 --payers 50 --duplicates 20 --seed 7");
        const auto done = m_scratch.json(arguments);
        QVERIFY2(done.code == 0, done.text().constData());
        const auto result = done.json();
        const auto attempts = result.value(QStringLiteral("attempts")).toObject();
        QCOMPARE(attempts.value(QStringLiteral("reserved")).toInt(), 40);
        QCOMPARE(attempts.value(QStringLiteral("reserved")).toInt() +
                     attempts.value(QStringLiteral("sold_out")).toInt() +
                     attempts.value(QStringLiteral("duplicate")).toInt(),
                 900);
        QVERIFY(attempts.value(QStringLiteral("duplicate")).toInt() > 0);
        QCOMPARE(done.number(QStringLiteral("orders")), 40);
        QCOMPARE(done.number(QStringLiteral("paid")) + done.number(QStringLiteral("closed_unpaid")), 40);
        QVERIFY(done.number(QStringLiteral("paid")) > 0 && done.number(QStringLiteral("closed_unpaid")) > 0);
        QCOMPARE(done.number(QStringLiteral("unsold")), done.number(QStringLiteral("closed_unpaid")));
        QCOMPARE(done.number(QStringLiteral("violations")), 0);
        QVERIFY(done.number(QStringLiteral("sold_out_ms")) > 0);
        const auto curve = result.value(QStringLiteral("curve")).toArray();
        QVERIFY(curve.size() > 10);
        // 900 attempts, 300 a second.
        QVERIFY(curve.last().toObject().value(QStringLiteral("at_ms")).toInteger() >= 2'900);
        QVERIFY(done.number(QStringLiteral("took_ms")) >= 0);
        QStringList ids;
        for (const auto& value : result.value(QStringLiteral("invariants")).toArray()) {
            ids << value.toObject().value(QStringLiteral("id")).toString();
        }
        for (const auto* id : {"S1", "S2", "S3", "S4", "S5"}) {
            QVERIFY2(ids.contains(QLatin1String(id)), id);
        }
        // Three for each user, unless somebody says how many.
        const auto usual = m_scratch.json(words("rehearse seckill --stock 5 --users 20 --rate 300 --duplicates 0"));
        QVERIFY2(usual.code == 0, usual.text().constData());
        qint64 all = 0;
        for (const auto& count : usual.json().value(QStringLiteral("attempts")).toObject()) {
            all += count.toInteger();
        }
        QCOMPARE(all, 60);
        // The same seed, the same rehearsal; the workspace knows nothing of it.
        auto again = m_scratch.json(arguments).json();
        auto first = result;
        again.remove(QStringLiteral("took_ms"));
        first.remove(QStringLiteral("took_ms"));
        QCOMPARE(again, first);
        QVERIFY(activity(QStringLiteral("rehearsal")).isEmpty());
        const auto text = m_scratch.run(arguments);
        QVERIFY2(text.out.contains("All invariants hold."), text.text().constData());
    }
};

}  // namespace test_cli_seckill

QTEST_GUILESS_MAIN(test_cli_seckill::TestCliSeckill)
#include "test_cli_seckill.moc"
