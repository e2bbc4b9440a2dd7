// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks and webhooks on the command line: listed, held and released, run, refused with reasons.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>

#include "tests/cli/cli_faults.h"

namespace test_cli_tasks {

using namespace evenhand::cli;

namespace {

/// The statuses of the tasks by their subjects.
QStringList standing(const Scratch& scratch) {
    QStringList found;
    for (const auto& each : scratch.json(words("tasks list")).json().value(QStringLiteral("tasks")).toArray()) {
        const auto task = each.toObject();
        found << task.value(QStringLiteral("kind")).toString() + QLatin1Char(' ') +
                     task.value(QStringLiteral("subject")).toString() + QLatin1Char(' ') +
                     task.value(QStringLiteral("status")).toString();
    }
    found.sort();
    return found;
}

}  // namespace

class TestCliTasks : public QObject {
    Q_OBJECT
    std::unique_ptr<Scratch> m_scratch;

    /// The one refund's task.
    [[nodiscard]] QJsonObject task() const {
        return m_scratch->json(words("tasks list --kind refund"))
            .json()
            .value(QStringLiteral("tasks"))
            .toArray()
            .first()
            .toObject();
    }
    [[nodiscard]] Outcome runUntilIdle() const {
        return m_scratch->run(words("run --until-idle"), {}, [](QProcess& process) {
            auto environment = process.processEnvironment();
            environment.insert(QStringLiteral("EVENHAND_REFUND_SECRET"), QStringLiteral("secret"));
            process.setProcessEnvironment(environment);
        });
    }

private Q_SLOTS:
    /// A refund that waits for a provider whom nobody reaches.
    void init() {
        m_scratch = std::make_unique<Scratch>();
        QVERIFY(m_scratch->init());
        QCOMPARE(
            m_scratch->json(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nc,north,C,0,1\n").code,
            0);
        QCOMPARE(
            m_scratch->json(words("refunds settings --provider http --url http://127.0.0.1:1/refunds --reason new"))
                .code,
            0);
        const auto orders = m_scratch->json(words("import orders - --paid --stock-for-new-sku 100"),
                                            "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
                                            "A1,ann,north,tea,3,1.00,2024-06-01T08:00:00Z\n");
        QVERIFY2(orders.code == 0, orders.text().constData());
        const auto returns = m_scratch->json(words("import returns - --auto-approve"),
                                             "return_no,order_no,sku,quantity,at\nR1,A1,tea,1,2024-06-03T08:00:00Z\n");
        QVERIFY2(returns.code == 0, returns.text().constData());
    }

    void heldReleasedAndTried() {
        QCOMPARE(m_scratch->json(words("tasks hold refund webhook --reason restored"))
                     .json()
                     .value(QStringLiteral("held"))
                     .toArray()
                     .size(),
                 2);
        QCOMPARE(runUntilIdle().code, 0);
        QCOMPARE(task().value(QStringLiteral("status")).toString(), QStringLiteral("PENDING"));
        QCOMPARE(task().value(QStringLiteral("attempts")).toInt(), 0);
        QCOMPARE(m_scratch->json(words("tasks release refund webhook --reason looked")).code, 0);
        QCOMPARE(runUntilIdle().code, 0);
        QCOMPARE(task().value(QStringLiteral("status")).toString(), QStringLiteral("PENDING"));
        QCOMPARE(task().value(QStringLiteral("attempts")).toInt(), 1);
        QVERIFY(!task().value(QStringLiteral("last_error")).toString().isEmpty());
        const auto ring = m_scratch->json(words("tasks ring")).json();
        QCOMPARE(ring.value(QStringLiteral("kinds")).toArray().size(), 7);
        QCOMPARE(
            ring.value(QStringLiteral("kinds")).toArray().first().toObject().value(QStringLiteral("created")).toInt(),
            1);
        QCOMPARE(m_scratch->json({QStringLiteral("stats")}).number(QStringLiteral("tasks.created")), 1);
        QCOMPARE(m_scratch->json({QStringLiteral("stats")}).number(QStringLiteral("tasks.pending")), 1);
        const auto verified = m_scratch->json({QStringLiteral("verify")});
        QVERIFY2(verified.code == 0, verified.text().constData());
    }

    /// All are the dead letters that people may decide here: not what waits, runs or is over, and no refund.
    /// Who names the version that was shown changes nothing that somebody has changed since.
    void heldAsItWasSeen() {
        QCOMPARE(m_scratch->run(words("tasks hold webhook --version 1 --reason moves")).code, 0);
        const auto late = m_scratch->json(words("tasks release webhook --version 1 --reason moved"));
        QVERIFY(late.code != 0);
        QVERIFY2(late.text().contains("hold of webhook tasks was changed meanwhile, by "), late.text().constData());
        QCOMPARE(m_scratch->json(words("tasks hold backup --reason moves"))
                     .json()
                     .value(QStringLiteral("held"))
                     .toArray()
                     .size(),
                 2);
        QCOMPARE(m_scratch->run(words("tasks release webhook --version 2 --reason moved")).code, 0);
        QCOMPARE(m_scratch->run(words("tasks hold webhook refund --version 3 --reason moves")).code, 2);  // of which?
    }

    /// How many workers each process has: shown, set, and not set by who has seen another number.
    void theNumberOfWorkers() {
        const auto shown = m_scratch->json(words("tasks workers"));
        QVERIFY2(shown.code == 0, shown.text().constData());
        QCOMPARE(shown.number(QStringLiteral("workers")), 4);
        QCOMPARE(shown.number(QStringLiteral("version")), 1);
        const auto set = m_scratch->json(words("tasks workers 7 --version 1"));
        QVERIFY2(set.code == 0, set.text().constData());
        QCOMPARE(set.number(QStringLiteral("workers")), 7);
        const auto late = m_scratch->json(words("tasks workers 9 --version 1"));
        QVERIFY(late.code != 0);
        QVERIFY2(late.text().contains("number of workers was changed meanwhile, by "), late.text().constData());
        QCOMPARE(m_scratch->json(words("tasks workers 0")).code, 1);
        QCOMPARE(m_scratch->json(words("tasks workers 101")).code, 1);
        QCOMPARE(m_scratch->json(words("tasks workers many")).code, 2);
        QCOMPARE(m_scratch->json(words("tasks workers 1 2")).code, 2);
        QVERIFY(m_scratch->run(words("tasks workers")).out.contains("has 7 workers"));
        const auto log = m_scratch->json(words("audit list"));
        QVERIFY2(log.out.contains("tasks.set_workers"), log.text().constData());
    }

    /// Nobody works in a command's own process: everything would go to those that are planned.
    void whatIfThereWereWorkers() {
        const auto plan = m_scratch->json(words("ring plan --add 3"));
        QVERIFY2(plan.code == 0, plan.text().constData());
        QCOMPARE(plan.number(QStringLiteral("added")), 3);
        QCOMPARE(plan.json().value(QStringLiteral("moved")).toDouble(), 1.0);
        const auto workers = plan.json().value(QStringLiteral("workers")).toArray();
        QCOMPARE(workers.size(), 3);
        double shares = 0;
        for (const auto& each : workers) {
            const auto worker = each.toObject();
            QVERIFY(worker.value(QStringLiteral("name")).isNull());
            QCOMPARE(worker.value(QStringLiteral("share_before")).toDouble(), 0.0);
            QVERIFY(worker.value(QStringLiteral("ranges_before")).toArray().isEmpty());
            QVERIFY(!worker.value(QStringLiteral("ranges_after")).toArray().isEmpty());
            shares += worker.value(QStringLiteral("share_after")).toDouble();
        }
        QVERIFY(std::abs(shares - 1.0) < 1e-9);
        for (const auto& each : plan.json().value(QStringLiteral("moves")).toArray()) {
            QVERIFY(each.toObject().value(QStringLiteral("from_worker")).isNull());
        }
        QCOMPARE(m_scratch->json(words("tasks workers 6")).code, 0);
        QCOMPARE(m_scratch->json(words("ring plan --add 2 --services")).number(QStringLiteral("added")), 12);
        const auto text = m_scratch->run(words("ring plan --add 1"));
        QVERIFY2(text.out.contains("new 1") && text.out.contains("100.0 %") && text.err.contains("Nobody works"),
                 text.text().constData());
        QCOMPARE(m_scratch->json(words("ring plan")).code, 2);
        QCOMPARE(m_scratch->json(words("ring plan --add 0")).code, 2);
        QCOMPARE(m_scratch->json(words("ring plan --add 1001")).code, 2);
        QCOMPARE(m_scratch->json(words("ring plan --add 500 --services")).code, 2);
        QCOMPARE(m_scratch->json(words("ring turn --add 1")).code, 2);
        QCOMPARE(m_scratch->json(words("ring")).code, 2);
    }

    void allAreTheDeadLetters_data() {
        QTest::addColumn<QByteArray>("verb");
        QTest::newRow("retry") << QByteArray("retry");
        QTest::newRow("drop") << QByteArray("drop");
    }
    void allAreTheDeadLetters() {
        QFETCH(QByteArray, verb);
        const auto line = words(QByteArray("tasks " + verb + " --all --reason because").constData());
        // There is none yet.
        const auto before = standing(*m_scratch);
        const auto none = m_scratch->json(line);
        QVERIFY2(none.code == 0, none.text().constData());
        QVERIFY(none.json().value(QStringLiteral("tasks")).toArray().isEmpty());
        QCOMPARE(standing(*m_scratch), before);
        // Far in the future, so that nothing happens to them by itself.
        const std::string made =
            "INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, worker, note, "
            "last_error, created_at, ended_at, dead_at) VALUES ('rehearsal', ";
        const std::string waits = made + "'waits', '', 0, 'PENDING', 9000000000000, 0, 0, '', '', '', 1, NULL, NULL)";
        const std::string runs = made + "'runs', '', 0, 'PROCESSING', 9000000000000, 1, 1, 'w', '', '', 1, NULL, NULL)";
        const std::string over = made + "'over', '', 0, 'DONE', NULL, 1, 1, '', '', '', 1, 9000000000000, NULL)";
        const std::string dead =
            made + "'dead', '', 0, 'DEAD', NULL, 5, 5, '', '', 'x', 1, 9000000000000, 9000000000000)";
        QVERIFY(tamper(*m_scratch, {waits, runs, over, dead,
                                    "UPDATE task SET status = 'DEAD', due_at = NULL, ended_at = 9000000000000, "
                                    "dead_at = 9000000000000 WHERE kind = 'refund'"}));
        const auto id = numberIn(*m_scratch, "SELECT task_id FROM task WHERE subject = 'dead'");
        const auto expected = standing(*m_scratch).filter(QRegularExpression(QStringLiteral("^(?!rehearsal dead )")));
        const auto done = m_scratch->json(line);
        QVERIFY2(done.code == 0, done.text().constData());
        const auto outcomes = done.json().value(QStringLiteral("tasks")).toArray();
        QCOMPARE(outcomes.size(), 1);
        QCOMPARE(outcomes.first().toObject().value(QStringLiteral("id")).toInteger(), id);
        QCOMPARE(outcomes.first().toObject().value(QStringLiteral("status")).toString(),
                 verb == "drop" ? QStringLiteral("DROPPED") : QStringLiteral("PENDING"));
        QCOMPARE(standing(*m_scratch).filter(QRegularExpression(QStringLiteral("^(?!rehearsal dead )"))), expected);
    }

    /// --all takes every dead task, also where they are more than one page.
    void allAreMoreThanAPage() {
        constexpr int kDead = 260;  // more than a page of the console
        std::string dead =
            "INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, worker, note, "
            "last_error, created_at, ended_at, dead_at) VALUES ";
        for (int i = 0; i < kDead; ++i) {
            dead += (i == 0 ? "('rehearsal', '" : ", ('rehearsal', '") + std::to_string(i) +
                    "', '', 0, 'DEAD', NULL, 5, 5, '', '', 'x', 1, 9000000000000, 9000000000000)";
        }
        QVERIFY(tamper(*m_scratch, {dead}));
        const auto dropped = m_scratch->json(words("tasks drop --all --reason because"));
        QVERIFY2(dropped.code == 0, dropped.text().left(1'000).constData());
        QCOMPARE(dropped.json().value(QStringLiteral("tasks")).toArray().size(), kDead);
        QCOMPARE(m_scratch->json(words("tasks list --status DEAD")).number(QStringLiteral("total")), 0);
        QCOMPARE(m_scratch->json(words("tasks list --status DROPPED")).number(QStringLiteral("total")), kDead);
    }

    /// Each state has its own count; the changes of the ring are told newest first, as many as are asked for.
    void whatTheRingSays() {
        const char* const states[] = {"'PENDING', 9000000000000, 0, 0, '', '', '', 1000, NULL, NULL)",
                                      "'PROCESSING', 9000000000000, 1, 1, 'w', '', '', 1000, NULL, NULL)",
                                      "'DONE', NULL, 1, 1, '', '', '', 1000, 9000000000000, NULL)",
                                      "'DEAD', NULL, 1, 1, '', '', '', 1000, 9000000000000, 9000000000000)",
                                      "'DROPPED', NULL, 1, 1, '', '', '', 1000, 9000000000000, NULL)"};
        std::string rows =
            "INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, worker, note, "
            "last_error, created_at, ended_at, dead_at) VALUES ";
        for (int state = 0; state < 5; ++state) {
            for (int i = 0; i <= state; ++i) {
                const auto subject = std::to_string(state) + '-' + std::to_string(i);
                rows += (state == 0 ? "('rehearsal', '" : ", ('rehearsal', '") + subject + "', '', 0, " + states[state];
            }
        }
        std::string changes = "INSERT INTO ring_change(at, what, worker, workers, moved) VALUES ";
        for (int i = 0; i < 25; ++i) {
            changes += "(" + std::to_string(9'000'000'000'000 + i) + ", 'joined', 'w" + std::to_string(i) + "', " +
                       std::to_string(i + 1) + ", 250000), ";
        }
        changes += "(9000000000025, 'lost', 'w3', 24, 41000)";
        QVERIFY(tamper(*m_scratch, {rows, changes,
                                    "UPDATE task_sum SET created = created + 15 WHERE kind = 'rehearsal' AND stripe = "
                                    "(SELECT least FROM (SELECT MIN(stripe) AS least FROM task_sum) s)"}));
        const auto ring = m_scratch->json(words("tasks ring")).json();
        for (const auto& each : ring.value(QStringLiteral("kinds")).toArray()) {
            if (each.toObject().value(QStringLiteral("kind")).toString() == QLatin1String("rehearsal")) {
                QCOMPARE(each.toObject(), (QJsonObject{{QStringLiteral("kind"), QStringLiteral("rehearsal")},
                                                       {QStringLiteral("created"), 15},
                                                       {QStringLiteral("done"), 3},
                                                       {QStringLiteral("pending"), 1},
                                                       {QStringLiteral("processing"), 2},
                                                       {QStringLiteral("dead"), 4},
                                                       {QStringLiteral("dropped"), 5},
                                                       {QStringLiteral("held"), false},
                                                       {QStringLiteral("hold_version"), 1}}));
            }
        }
        QCOMPARE(ring.value(QStringLiteral("history")).toArray().size(), 20);
        const auto few =
            m_scratch->json(words("tasks ring --limit 2")).json().value(QStringLiteral("history")).toArray();
        QCOMPARE(few.size(), 2);
        QCOMPARE(few.first().toObject(),
                 (QJsonObject{{QStringLiteral("at"), QStringLiteral("2255-03-14T16:00:00.025Z")},
                              {QStringLiteral("worker"), QStringLiteral("w3")},
                              {QStringLiteral("change"), QStringLiteral("lost")},
                              {QStringLiteral("workers"), 24},
                              {QStringLiteral("moved"), 0.041}}));
        QCOMPARE(few.last().toObject().value(QStringLiteral("worker")).toString(), QStringLiteral("w24"));
        QCOMPARE(
            m_scratch->json(words("tasks ring --limit 26")).json().value(QStringLiteral("history")).toArray().size(),
            26);
        // In words, in the order of the columns.
        const auto text = QString::fromUtf8(m_scratch->run(words("tasks ring --limit 1")).out).simplified();
        QVERIFY2(text.contains(QStringLiteral("rehearsal 15 3 1 2 4 5 ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("w3 lost 24 4 %")), qPrintable(text));
        // When a task was made and when it ended are two instants.
        const auto over = m_scratch->json(words("tasks list --status DONE --kind rehearsal"))
                              .json()
                              .value(QStringLiteral("tasks"))
                              .toArray();
        QCOMPARE(over.size(), 3);
        for (const auto& each : over) {
            const auto task = each.toObject();
            QCOMPARE(task.value(QStringLiteral("created_at")).toString(), QStringLiteral("1970-01-01T00:00:01.000Z"));
            QCOMPARE(task.value(QStringLiteral("ended_at")).toString(), QStringLiteral("2255-03-14T16:00:00.000Z"));
            QVERIFY(task.value(QStringLiteral("due")).isNull());
        }
    }

    /// Each filter alone, with tasks that must not come; the ring's counts by kind.
    void whatIsListed() {
        const std::string made =
            "INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, worker, note, "
            "last_error, created_at, ended_at, dead_at) VALUES ('rehearsal', ";
        QVERIFY(tamper(*m_scratch,
                       {made + "'waits', '', 7, 'PENDING', 9000000000000, 2, 3, '', '', 'why', 1, NULL, NULL)",
                        made + "'dead', '', 0, 'DEAD', NULL, 5, 5, '', '', 'x', 1, 9000000000000, 9000000000000)"}));
        const auto listed = [this](const char* filter) {
            QStringList found;
            for (const auto& each :
                 m_scratch->json(words("tasks list") + words(filter)).json().value(QStringLiteral("tasks")).toArray()) {
                const auto object = each.toObject();
                found << object.value(QStringLiteral("kind")).toString() + QLatin1Char(' ') +
                             object.value(QStringLiteral("status")).toString();
            }
            found.sort();
            return found.join(QStringLiteral(", "));
        };
        QCOMPARE(listed("--kind rehearsal"), QStringLiteral("rehearsal DEAD, rehearsal PENDING"));
        QCOMPARE(listed("--kind webhook"), QString());
        QCOMPARE(listed("--status DEAD"), QStringLiteral("rehearsal DEAD"));
        QCOMPARE(listed("--kind rehearsal --status PENDING"), QStringLiteral("rehearsal PENDING"));
        QCOMPARE(m_scratch->json(words("tasks list --status DEAD")).number(QStringLiteral("total")), 1);
        const auto all = m_scratch->json(words("tasks list")).number(QStringLiteral("total"));
        QVERIFY(all >= 3);
        const auto few = m_scratch->json(words("tasks list --limit 1"));
        QCOMPARE(few.json().value(QStringLiteral("tasks")).toArray().size(), 1);
        QCOMPARE(few.number(QStringLiteral("total")), all);
        const auto waits = m_scratch->json(words("tasks list --kind rehearsal --status PENDING"))
                               .json()
                               .value(QStringLiteral("tasks"))
                               .toArray()
                               .first()
                               .toObject();
        QCOMPARE(waits.value(QStringLiteral("subject")).toString(), QStringLiteral("waits"));
        QCOMPARE(waits.value(QStringLiteral("position")).toInteger(), 7);
        QCOMPARE(waits.value(QStringLiteral("attempts")).toInteger(), 2);
        QCOMPARE(waits.value(QStringLiteral("token")).toInteger(), 3);
        QCOMPARE(waits.value(QStringLiteral("last_error")).toString(), QStringLiteral("why"));
        QCOMPARE(m_scratch->json(words("tasks hold webhook --reason restored")).code, 0);
        for (const auto& each : m_scratch->json(words("tasks ring")).json().value(QStringLiteral("kinds")).toArray()) {
            const auto kind = each.toObject();
            const auto name = kind.value(QStringLiteral("kind")).toString();
            QCOMPARE(kind.value(QStringLiteral("held")).toBool(), name == QLatin1String("webhook"));
            QCOMPARE(kind.value(QStringLiteral("dead")).toInteger(), name == QLatin1String("rehearsal") ? 1 : 0);
            QVERIFY(name != QLatin1String("rehearsal") || kind.value(QStringLiteral("pending")).toInteger() == 1);
        }
    }

    /// Each option allows what it says and no more.
    void whatAWebhookAllows_data() {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<bool>("isPrivate");
        QTest::addColumn<bool>("isPlain");
        QTest::newRow("public") << QByteArray("https://example.com/hook") << false << false;
        QTest::newRow("private") << QByteArray("https://10.0.0.1/hook") << true << false;
        QTest::newRow("plain") << QByteArray("http://example.com/hook") << false << true;
        QTest::newRow("private and plain") << QByteArray("http://10.0.0.1/hook") << true << true;
    }
    void whatAWebhookAllows() {
        QFETCH(QByteArray, url);
        QFETCH(bool, isPrivate);
        QFETCH(bool, isPlain);
        const auto secrets = m_scratch->path(QStringLiteral("secrets"));
        QVERIFY(QDir().mkdir(secrets));
        QVERIFY(QFile::setPermissions(secrets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        // With the first secret the audit log is sealed: from then on whoever opens the workspace needs the folder.
        const auto withSecrets = [&secrets](QProcess& process) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), secrets);
            process.setProcessEnvironment(environment);
        };
        qint64 made = 0;
        for (const bool allowPrivate : {false, true}) {
            for (const bool allowPlain : {false, true}) {
                QStringList line{QStringLiteral("--json"), QStringLiteral("webhooks"),
                                 QStringLiteral("create"), QString::fromLatin1(url),
                                 QStringLiteral("--name"), QStringLiteral("hook %1").arg(made + 1)};
                line += allowPrivate ? words("--allow-private") : QStringList();
                line += allowPlain ? words("--allow-plain") : QStringList();
                const auto outcome = m_scratch->run(line, {}, withSecrets);
                const bool may = (allowPrivate || !isPrivate) && (allowPlain || !isPlain);
                QVERIFY2(outcome.code == (may ? 0 : 1), outcome.text().constData());
                if (!may) {
                    QVERIFY2(outcome.text().contains("not allowed"), outcome.text().constData());
                    continue;
                }
                ++made;
                const auto list = m_scratch->run(words("--json webhooks list"), {}, withSecrets);
                const auto listed = list.json().value(QStringLiteral("webhooks")).toArray();
                QVERIFY2(listed.size() == made, list.text().constData());
                const auto id = outcome.json().value(QStringLiteral("id")).toInteger();
                const auto row = std::find_if(listed.begin(), listed.end(), [&](const auto& one) {
                    return one.toObject().value(QStringLiteral("id")).toInteger() == id;
                });
                QVERIFY(row != listed.end());
                const auto object = QJsonValue(*row).toObject();
                QCOMPARE(object.value(QStringLiteral("allow_private")).toBool(), allowPrivate);
                QCOMPARE(object.value(QStringLiteral("allow_plain")).toBool(), allowPlain);
                QCOMPARE(object.value(QStringLiteral("url")).toString(), QString::fromLatin1(url));
            }
        }
    }

    void refused() {
        const auto id = QString::number(task().value(QStringLiteral("id")).toInteger());
        for (const char* verb : {"retry", "drop"}) {
            const auto outcome = m_scratch->json({QStringLiteral("tasks"), QLatin1String(verb), id,
                                                  QStringLiteral("--reason"), QStringLiteral("because")});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.text().contains("refunds"), outcome.text().constData());
            QCOMPARE(m_scratch->json({QStringLiteral("tasks"), QLatin1String(verb), id}).code, 2);  // no reason
        }
        QCOMPARE(m_scratch->json(words("tasks retry 99 --reason because")).code, 1);
        QCOMPARE(m_scratch->json(words("tasks retry x --reason because")).code, 2);
        QCOMPARE(m_scratch->json(words("tasks hold everything --reason because")).code, 2);
        QCOMPARE(m_scratch->json(words("tasks list --status done")).code, 2);
        QCOMPARE(m_scratch->json(words("tasks")).code, 2);
        QCOMPARE(m_scratch->json(words("webhooks")).code, 2);
        QCOMPARE(m_scratch->json(words("webhooks resend 1")).code, 2);
        for (const char* url : {"http://example.com/hook", "https://127.0.0.1/hook", "https://10.0.0.1/hook"}) {
            const auto outcome =
                m_scratch->json({QStringLiteral("webhooks"), QStringLiteral("create"), QLatin1String(url)});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.text().contains("not allowed"), outcome.text().constData());
        }
        const auto allWrong =
            m_scratch->json({QStringLiteral("webhooks"), QStringLiteral("create"),
                             QStringLiteral("http://10.0.0.1/hook"), QStringLiteral("--name"), QStringLiteral(" "),
                             QStringLiteral("--events"), QStringLiteral("order.closed,order.closed")});
        QCOMPARE(allWrong.code, 1);
        for (const char* fault : {"has only blanks", "not encrypted", "its network", "each event can be chosen once"}) {
            QVERIFY2(allWrong.text().contains(fault), allWrong.text().constData());
        }
        const auto unknown =
            m_scratch->json(words("webhooks create https://example.com/ --events order.eaten,order.x"));
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.text().contains("order.eaten") && unknown.text().contains("order.x"),
                 unknown.text().constData());
        QCOMPARE(m_scratch->json(words("webhooks test 1")).code, 1);
        QVERIFY(m_scratch->json(words("webhooks list")).json().value(QStringLiteral("webhooks")).toArray().isEmpty());
        QCOMPARE(m_scratch->json(words("webhooks log")).number(QStringLiteral("total")), 0);
    }
};

}  // namespace test_cli_tasks

QTEST_GUILESS_MAIN(test_cli_tasks::TestCliTasks)
#include "test_cli_tasks.moc"
