// SPDX-License-Identifier: GPL-3.0-or-later
// Webhooks on the command line: what is subscribed to, switched, signed, removed; the log by status, and what is sent
// again from it.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>
#include <memory>

#include "tests/cli/cli_faults.h"

namespace test_cli_webhooks {

using namespace evenhand::cli;

class TestCliWebhooks : public QObject {
    Q_OBJECT
    std::unique_ptr<Scratch> m_scratch;
    QString m_secrets;

    [[nodiscard]] Outcome run(const QStringList& arguments, const QByteArray& input = {}) const {
        return m_scratch->run(QStringList{QStringLiteral("--json")} + arguments, input, [this](QProcess& process) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), m_secrets);
            process.setProcessEnvironment(environment);
        });
    }
    [[nodiscard]] Outcome run(const QByteArray& line, const QByteArray& input = {}) const {
        return run(words(line.constData()), input);
    }
    /// An endpoint of this machine at which nobody listens.
    [[nodiscard]] QByteArray made(const QByteArray& name) const {
        const auto outcome =
            run("webhooks create http://127.0.0.1:1/hook --allow-private --allow-plain --name " + name);
        return QByteArray::number(outcome.number(QStringLiteral("id")));
    }
    [[nodiscard]] QJsonObject row(const QByteArray& id) const {
        const auto list = run("webhooks list").json().value(QStringLiteral("webhooks")).toArray();
        for (const auto& one : list) {
            if (one.toObject().value(QStringLiteral("id")).toInteger() == id.toLongLong()) {
                return one.toObject();
            }
        }
        return {};
    }
    [[nodiscard]] QStringList names() const {
        QStringList found;
        for (const auto& one : run("webhooks list").json().value(QStringLiteral("webhooks")).toArray()) {
            found << one.toObject().value(QStringLiteral("name")).toString();
        }
        found.sort();
        return found;
    }
    /// The deliveries that the log shows, newest first.
    [[nodiscard]] QStringList logged(const QByteArray& filter = {}) const {
        QStringList found;
        for (const auto& one : run("webhooks log " + filter).json().value(QStringLiteral("deliveries")).toArray()) {
            found << QString::number(one.toObject().value(QStringLiteral("id")).toInteger());
        }
        return found;
    }
    [[nodiscard]] QString tested(const QByteArray& id) const {
        return QString::number(run("webhooks test " + id).number(QStringLiteral("delivery")));
    }

private Q_SLOTS:
    void init() {
        m_scratch = std::make_unique<Scratch>();
        m_secrets = m_scratch->path(QStringLiteral("secrets"));
        QVERIFY(QDir().mkdir(m_secrets));
        QVERIFY(QFile::setPermissions(m_secrets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QVERIFY(run("init").code == 0);
    }

    void whatIsSubscribedTo() {
        const auto eventsOf = [](const Outcome& outcome) {
            QStringList events;
            for (const auto& event : outcome.json().value(QStringLiteral("events")).toArray()) {
                events << event.toString();
            }
            events.sort();
            return events.join(QLatin1Char(' '));
        };
        const auto some = run("webhooks create https://example.com/a --events order.closed,refund.succeeded");
        QVERIFY2(some.code == 0, some.text().constData());
        QCOMPARE(eventsOf(some), QStringLiteral("order.closed refund.succeeded"));
        // Without a name it is called by its address; without events it hears everything.
        QCOMPARE(some.json().value(QStringLiteral("name")).toString(), QStringLiteral("https://example.com/a"));
        const auto everything = QStringLiteral(
            "alert.fired alert.resolved campaign.budget order.assigned order.closed order.delivered "
            "order.late order.paid order.picked_up order.placed order.reassigned refund.failed "
            "refund.succeeded return.decided");
        QCOMPARE(eventsOf(run("webhooks create https://example.com/b")), everything);
        QCOMPARE(eventsOf(run("webhooks create https://example.com/c --events all")), everything);
        QCOMPARE(run("webhooks create https://example.com/d --events test").code, 2);
        const auto none = run({QStringLiteral("webhooks"), QStringLiteral("create"),
                               QStringLiteral("https://example.com/e"), QStringLiteral("--events"), QString()});
        QVERIFY2(none.code == 1 && none.text().contains("events"), none.text().constData());
        QCOMPARE(names().size(), 3);
    }

    void switchedAndRemoved() {
        const auto first = made("first");
        const auto second = made("second");
        QVERIFY(row(first).value(QStringLiteral("enabled")).toBool());
        const auto off = run("webhooks disable " + first);
        QVERIFY2(off.code == 0, off.text().constData());
        QCOMPARE(off.json().value(QStringLiteral("enabled")), QJsonValue(false));
        // Nothing else of it has changed, and the other one is as it was.
        QCOMPARE(row(first).value(QStringLiteral("enabled")), QJsonValue(false));
        QCOMPARE(row(first).value(QStringLiteral("name")).toString(), QStringLiteral("first"));
        QCOMPARE(row(second).value(QStringLiteral("enabled")), QJsonValue(true));
        const auto on = run("webhooks enable " + first);
        QVERIFY2(on.code == 0, on.text().constData());
        QCOMPARE(row(first).value(QStringLiteral("enabled")), QJsonValue(true));
        QCOMPARE(run("webhooks remove " + first).code, 0);
        QCOMPARE(names(), QStringList{QStringLiteral("second")});
        for (const char* verb : {"enable", "disable", "remove", "new-secret", "test"}) {
            const auto gone = run(QByteArray("webhooks ") + verb + " " + first);
            QVERIFY2(gone.code == 1 && gone.text().contains("not_found"), gone.text().constData());
            QCOMPARE(run(QByteArray("webhooks ") + verb + " 1 2").code, 2);  // one at a time
        }
    }

    /// A secret is shown once and is another one after a change; the receiver's own is taken as it is.
    void whatSigns() {
        const auto secretOf = [](const Outcome& outcome) {
            return outcome.json().value(QStringLiteral("secret")).toString();
        };
        const auto created = run("webhooks create https://example.com/a --name a");
        const auto id = QByteArray::number(created.number(QStringLiteral("id")));
        const auto first = secretOf(created);
        QVERIFY2(first.startsWith(QStringLiteral("whsec_")), created.text().constData());
        const auto renewed = run("webhooks new-secret " + id);
        QVERIFY2(renewed.code == 0, renewed.text().constData());
        QVERIFY(secretOf(renewed).startsWith(QStringLiteral("whsec_")) && secretOf(renewed) != first);
        const QByteArray own = "whsec_" + QByteArray(24, 'k').toBase64();
        const auto given = run("webhooks new-secret " + id + " --secret-from-input", own + "\n");
        QVERIFY2(given.code == 0, given.text().constData());
        QCOMPARE(secretOf(given), QString::fromLatin1(own));
        const auto other = run("webhooks create https://example.com/b --secret-from-input", own + "\n");
        QCOMPARE(secretOf(other), QString::fromLatin1(own));
        const auto list = run("webhooks list").out;
        QVERIFY(!list.contains(own) && !list.contains(first.toLatin1()));
        const QByteArray brief = "whsec_" + QByteArray(23, 'k').toBase64();
        const auto refused = run("webhooks new-secret " + id + " --secret-from-input", brief + "\n");
        QVERIFY2(refused.code == 1 && !refused.text().contains(brief), refused.text().constData());
    }

    /// The audit log has why, of every verb.
    void whyStandsInTheLog() {
        const auto id = made("kept");
        int n = 0;
        for (const auto& [line, operation] :
             {std::pair(QByteArray("webhooks create https://example.com/a"), "webhooks.create"),
              std::pair("webhooks disable " + id, "webhooks.edit"), std::pair("webhooks enable " + id, "webhooks.edit"),
              std::pair("webhooks new-secret " + id, "webhooks.new_secret"),
              std::pair("webhooks test " + id, "webhooks.test"),
              std::pair("webhooks remove " + id, "webhooks.remove")}) {
            const auto reason = "reason" + QByteArray::number(++n);
            const auto done = run(line + " --reason " + reason);
            QVERIFY2(done.code == 0, done.text().constData());
            const auto entry = run(QByteArray("audit list --limit 1 --operation ") + operation)
                                   .json()
                                   .value(QStringLiteral("entries"))
                                   .toArray()
                                   .first()
                                   .toObject();
            QCOMPARE(entry.value(QStringLiteral("reason")).toString(), QString::fromLatin1(reason));
        }
    }

    void theLogByStatus() {
        const auto kept = made("kept");
        const auto left = made("left");
        const auto waits = tested(kept);
        const auto given = tested(left);
        QCOMPARE(run("webhooks remove " + left).code, 0);  // what waits for it is given up
        QCOMPARE(logged(), (QStringList{given, waits}));
        QCOMPARE(logged("--status pending"), QStringList{waits});
        QCOMPARE(logged("--status dead"), QStringList{given});
        QCOMPARE(logged("--status delivered"), QStringList());
        QCOMPARE(run("webhooks log --status dead").number(QStringLiteral("total")), 1);
        QCOMPARE(run("webhooks log --status gone").code, 2);
        for (const auto& one : run("webhooks log").json().value(QStringLiteral("deliveries")).toArray()) {
            const auto delivery = one.toObject();
            const bool over = delivery.value(QStringLiteral("status")).toString() == QLatin1String("dead");
            QVERIFY(delivery.value(QStringLiteral("at")).isString());
            QCOMPARE(delivery.value(QStringLiteral("ended_at")).isString(), over);
            QCOMPARE(delivery.value(QStringLiteral("next_try")).isString(), !over);
        }
        const auto few = run("webhooks log --limit 1");
        QCOMPARE(few.json().value(QStringLiteral("deliveries")).toArray().size(), 1);
        QCOMPARE(few.number(QStringLiteral("total")), 2);
        const auto tried = run("run --until-idle");
        QVERIFY2(tried.code == 0, tried.text().constData());
        const auto row = run("webhooks log --status pending")
                             .json()
                             .value(QStringLiteral("deliveries"))
                             .toArray()
                             .first()
                             .toObject();
        QCOMPARE(row.value(QStringLiteral("event")).toString(), QStringLiteral("test"));
        QCOMPARE(row.value(QStringLiteral("webhook")).toInteger(), kept.toLongLong());
        QCOMPARE(row.value(QStringLiteral("attempts")).toInteger(), 1);
        QCOMPARE(row.value(QStringLiteral("last_status")).toInteger(), 0);
        QVERIFY(!row.value(QStringLiteral("last_error")).toString().isEmpty());
        QVERIFY(!row.value(QStringLiteral("next_try")).isNull());
        QCOMPARE(this->row(kept).value(QStringLiteral("pending")).toInteger(), 1);
        QCOMPARE(this->row(kept).value(QStringLiteral("dead")).toInteger(), 0);
    }

    void sentAgain() {
        const auto kept = made("kept");
        const auto left = made("left");
        const auto waits = tested(kept).toLatin1();
        const auto given = tested(left).toLatin1();
        QCOMPARE(run("webhooks remove " + left).code, 0);
        const auto before = logged().size();
        const auto again = run("webhooks resend " + waits + " " + given + " --reason lost");
        QVERIFY2(again.code == 3, again.text().constData());  // one of them has no receiver any more
        const auto rows = again.json().value(QStringLiteral("deliveries")).toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows.at(0).toObject().value(QStringLiteral("id")).toInteger(), waits.toLongLong());
        QVERIFY(rows.at(0).toObject().value(QStringLiteral("error")).isNull());
        QCOMPARE(rows.at(1).toObject().value(QStringLiteral("id")).toInteger(), given.toLongLong());
        QVERIFY(rows.at(1).toObject().value(QStringLiteral("error")).toString().contains(QStringLiteral("not_found")));
        // Who has seen what it was before it was sent again has it sent no more.
        const auto token = [&] {
            const auto log = run("webhooks log").json().value(QStringLiteral("deliveries")).toArray();
            for (const auto& row : log) {
                if (row.toObject().value(QStringLiteral("id")).toInteger() == waits.toLongLong()) {
                    return QByteArray::number(row.toObject().value(QStringLiteral("token")).toInteger(-1));
                }
            }
            return QByteArray();
        };
        const auto seen = token();
        QCOMPARE(run("webhooks resend " + waits + " --token " + seen + " --reason lost").code, 0);
        const auto late = run("webhooks resend " + waits + " --token " + seen + " --reason lost");
        QVERIFY2(late.code == 3 && late.text().contains("conflict"), late.text().constData());
        QCOMPARE(run("webhooks resend " + waits + " " + given + " --token 1 --reason lost").code, 2);
        QCOMPARE(run("webhooks resend " + waits + " --reason lost").code, 0);
        QVERIFY(logged().size() >= before);
        const auto told = run("audit list --operation webhooks.resend").text();
        QVERIFY2(told.contains("lost"), told.constData());
    }
};

}  // namespace test_cli_webhooks

QTEST_GUILESS_MAIN(test_cli_webhooks::TestCliWebhooks)
#include "test_cli_webhooks.moc"
