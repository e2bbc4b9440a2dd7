// SPDX-License-Identifier: GPL-3.0-or-later
// Every command that asks through desks asks a running service as well, and does there what it does where the workspace
// is; the others say that they work on the workspace itself.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <utility>

#include "tests/cli/cli_support.h"

namespace test_cli_service {

using namespace evenhand::cli;

namespace {

constexpr int kPatience = 60'000;
const QByteArray kPassword = "a long walk on the beach";
const QByteArray kCouriers = "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,1\n";
const QByteArray kOrders =
    "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n"
    "A1,u1,north,tea,2,1.50,2026-01-05T10:00:00Z,Tea\n"
    "A2,u2,north,tea,1,1.50,2026-01-05T10:01:00Z,Tea\n"
    "A3,u3,north,bun,1,0.99,2026-01-05T10:02:00Z,=Bun\n";

QStringList words(const QString& line) { return line.split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// A shop with a few orders and one person, run by a service.
class ServedShop : public Scratch {
public:
    ServedShop() {
        QDir().mkdir(path(QStringLiteral("secrets")));
        QFile::setPermissions(path(QStringLiteral("secrets")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("EVENHAND_SECRETS_DIR", QFile::encodeName(path(QStringLiteral("secrets"))));
        qputenv("EVENHAND_PASSWORD_FILE", QFile::encodeName(writeSecret(QStringLiteral("boss.txt"), kPassword + "\n")));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(path(QStringLiteral("config"))));
    }
    ~ServedShop() {
        if (m_service.state() != QProcess::NotRunning) {
            m_service.kill();
            m_service.waitForFinished();
        }
        for (const char* name : {"EVENHAND_SECRETS_DIR", "EVENHAND_PASSWORD_FILE", "XDG_CONFIG_HOME"}) {
            qunsetenv(name);
        }
    }
    ServedShop(const ServedShop&) = delete;
    ServedShop& operator=(const ServedShop&) = delete;

    [[nodiscard]] bool begin() {
        return init() && run(words(QStringLiteral("import couriers -")), kCouriers).code == 0 &&
               run(words(QStringLiteral("import orders - --paid --stock-for-new-sku 100")), kOrders).code == 0 &&
               run(words(QStringLiteral("seckill set-up S --voucher tea --campus north --price 0.70 --stock 5 --begin "
                                        "2030-01-01T00:00:00Z --end 2030-01-02T00:00:00Z")))
                       .code == 0 &&
               run(words(QStringLiteral("people add boss --roles administrator")), kPassword + "\n").code == 0 &&
               serve();
    }
    /// `more`: options. At a free port, and there again.
    [[nodiscard]] bool serve(const QStringList& more = {}) {
        QFile::remove(path(QStringLiteral("up")));
        m_service.start(ctlPath(), QStringList{QStringLiteral("--workspace"), workspace()} +
                                       words(QStringLiteral("serve --listen 127.0.0.1:") +
                                             (m_port.isEmpty() ? QStringLiteral("0") : m_port) +
                                             QStringLiteral(" --port-file ") + path(QStringLiteral("up"))) +
                                       more);
        m_port.clear();
        return QTest::qWaitFor(
                   [&] {
                       m_port = QString::fromUtf8(read(QStringLiteral("up"))).trimmed();
                       return !m_port.isEmpty() || m_service.state() == QProcess::NotRunning;
                   },
                   kPatience) &&
               !m_port.isEmpty();
    }
    /// The same command at the service, signed in as boss.
    [[nodiscard]] Outcome over(const QStringList& arguments, const QByteArray& input = {}) const {
        return overAs(QStringLiteral("boss"), arguments, input);
    }
    [[nodiscard]] Outcome overAs(const QString& login, const QStringList& arguments, const QByteArray& input) const {
        return run({}, input, [&](QProcess& process) {
            process.setArguments(QStringList{QStringLiteral("--service"),
                                             m_scheme + QStringLiteral("127.0.0.1:") + m_port, QStringLiteral("--as"),
                                             login} +
                                 arguments);
        });
    }
    /// With a new certificate of its own; its fingerprint. Empty: it could not be made, or nothing serves.
    [[nodiscard]] QString serveEncrypted() {
        const auto certificate = path(QStringLiteral("cert.pem"));
        const auto key = path(QStringLiteral("key.pem"));
        QProcess openssl;
        openssl.start(QStringLiteral("openssl"),
                      words(QStringLiteral("req -x509 -newkey ed25519 -nodes -days 2 -subj /CN=shop.example -keyout ") +
                            key + QStringLiteral(" -out ") + certificate));
        if (!openssl.waitForFinished(kPatience) || openssl.exitCode() != 0) {
            return {};
        }
        openssl.start(QStringLiteral("openssl"),
                      words(QStringLiteral("x509 -noout -fingerprint -sha256 -in ") + certificate));
        m_scheme = QStringLiteral("https://");
        return openssl.waitForFinished(kPatience) &&
                       serve({QStringLiteral("--tls-cert"), certificate, QStringLiteral("--tls-key"), key})
                   ? QString::fromUtf8(openssl.readAllStandardOutput()).trimmed().section(QLatin1Char('='), 1)
                   : QString();
    }
    [[nodiscard]] bool stop() {
        m_service.terminate();
        return m_service.waitForFinished(kPatience) && m_service.exitStatus() == QProcess::NormalExit &&
               m_service.exitCode() == 0;
    }

private:
    QProcess m_service;
    QString m_scheme;
    QString m_port;
};

/// The commands of the help, and whether each says that it asks a service.
QMap<QString, bool> commands(const Scratch& scratch) {
    QMap<QString, bool> all;
    static const QRegularExpression kLine(QStringLiteral("^  ([a-z-]+) {2,}\\S"));
    const auto help = scratch.run({QStringLiteral("--help")}).out;
    for (const auto& line : QString::fromUtf8(help).split(QLatin1Char('\n'))) {
        const auto match = kLine.match(line);
        if (match.hasMatch()) {
            const auto own = scratch.run({match.captured(1), QStringLiteral("--help")}).out;
            all.insert(match.captured(1), own.left(own.indexOf('\n')).contains("| --service ADDRESS]"));
        }
    }
    return all;
}

}  // namespace

class TestCliService : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatAsksThroughDesksAsksAService() {
        ServedShop shop;
        QVERIFY(shop.begin());
        struct Line {
            QString line;
            QByteArray says;
            QByteArray input = {};
        };
        const auto file = [&](const char* name) { return shop.path(QLatin1String(name)); };
        const QList<Line> lines{
            {QStringLiteral("import products -"), "1 product accepted", "sku,name,unit_price,stock\npie,Pie,2.50,10\n"},
            {QStringLiteral("import couriers -"), "1 courier accepted",
             "courier_id,campus,name,phone,on_duty\n"
             "cat,north,Cat,3,1\n"},
            {QStringLiteral("orders place pie=2 --user u9 --campus north --cash --reason paid"), "5.00"},
            {QStringLiteral("orders late"), ""},
            {QStringLiteral("reassign A1 --reason ill"), "Order A1: from "},
            {QStringLiteral("note A1 --text rings"), ""},
            {QStringLiteral("couriers duty off ann"), ""},
            {QStringLiteral("couriers list"), "bob"},
            {QStringLiteral("dispatch pause north --reason storm"), "north"},
            {QStringLiteral("policy set north pick_up_late=45m"), ""},
            {QStringLiteral("policy show north"), "45"},
            {QStringLiteral("timers list"), ""},
            {QStringLiteral("seckill list"), "S"},
            {QStringLiteral("returns request A2 R1 --units tea=1 --reason torn"), "Return 1"},
            {QStringLiteral("returns list"), "R1"},
            {QStringLiteral("refunds request A3 --amount 0.50 --reason late"), ""},
            {QStringLiteral("refunds list"), "A3"},
            {QStringLiteral("payments owed"), ""},
            {QStringLiteral("people add dan --roles dispatcher"), "dan", "seven blue umbrellas here\n"},
            {QStringLiteral("people list"), "dan"},
            {QStringLiteral("tasks list"), ""},
            {QStringLiteral("ring plan --add 2"), ""},
            {QStringLiteral("webhooks list"), ""},
            {QStringLiteral("tokens create till --scopes couriers.write"), ""},
            {QStringLiteral("tokens list"), "till"},
            {QStringLiteral("campuses add south --name South"), "south"},
            {QStringLiteral("campuses list"), "South"},
            {QStringLiteral("products list"), "pie"},
            {QStringLiteral("stock receive tea --units 5"), ""},
            {QStringLiteral("roster show"), ""},
            {QStringLiteral("alerts list"), ""},
            {QStringLiteral("search tea"), "product"},
            {QStringLiteral("consoles list"), "command line"},
            {QStringLiteral("export orders ") + file("orders.csv"), "Wrote 4 orders"},
            {QStringLiteral("audit list --operation people.create"), ""},
            {QStringLiteral("audit verify"), "The audit log is intact."},
            {QStringLiteral("backup ") + file("one.evenhand-backup"), "Written and verified"},
            {QStringLiteral("backup --verify ") + file("one.evenhand-backup"), "The backup is intact."},
            {QStringLiteral("clock"), "engine time"},
            {QStringLiteral("status"), "Engine: live"},
            {QStringLiteral("keyspace compare"), "Keyspace and database agree."},
            {QStringLiteral("keyspace rebuild --all --reason moved"), "Generation 1: the keyspace belongs to it."},
            {QStringLiteral("rehearse seckill --activity S --stock 5 --users 20 --attempts 40"),
             "All invariants hold."},
        };
        QSet<QString> asked;
        for (const auto& each : lines) {
            const auto outcome = shop.over(words(each.line), each.input);
            QVERIFY2(outcome.code == 0, (each.line.toUtf8() + "\n" + outcome.text()).constData());
            QVERIFY2(outcome.out.contains(each.says), (each.line.toUtf8() + "\n" + outcome.text()).constData());
            QVERIFY2(!outcome.out.contains("nobody yet"), outcome.text().constData());  // somebody is on duty
            asked.insert(words(each.line).front());
        }
        // Of every command that says so.
        const auto all = commands(shop);
        QVERIFY(all.size() > 30);
        for (auto command = all.begin(); command != all.end(); ++command) {
            QVERIFY2(command.value() == asked.contains(command.key()), qPrintable(command.key()));
        }
        QVERIFY(shop.stop());
        QCOMPARE(shop.run(words(QStringLiteral("verify"))).code, 0);
        // As the person who has signed in, by the way that they came.
        const auto entries = shop.json(words(QStringLiteral("audit list --limit 1000 --actor boss")))
                                 .json()
                                 .value(QStringLiteral("entries"))
                                 .toArray();
        QVERIFY(entries.size() > 30);
        for (const auto& entry : entries) {
            QCOMPARE(entry.toObject().value(QStringLiteral("via")).toString(), QStringLiteral("command_line"));
        }
    }

    /// With the reason, before anybody is connected to.
    void whatWorksOnTheWorkspaceItselfSaysSo() {
        Scratch scratch;
        const auto all = commands(scratch);
        const QStringList expected{
            QStringLiteral("bench"),     // makes its own
            QStringLiteral("campaign"),  // counts, and needs no workspace
            QStringLiteral("init"),      // there is nothing yet
            QStringLiteral("keyspace-server"),
            QStringLiteral("protocol"),  // of this program
            QStringLiteral("restore"),   // makes one
            QStringLiteral("run"),       // is the engine
            QStringLiteral("serve"),     // likewise
            QStringLiteral("stats"),     // these two look at rows and keyspace in one snapshot of the files
            QStringLiteral("verify")};
        QCOMPARE(all.keys(false), expected);
        const auto refused = [&](const QStringList& arguments) {
            return scratch.run({}, {}, [&](QProcess& process) {
                process.setArguments(QStringList{QStringLiteral("--service"), QStringLiteral("127.0.0.1:1")} +
                                     arguments);
            });
        };
        for (const auto& command : expected) {
            const auto outcome = refused({command});
            QVERIFY2(outcome.code == 2 && outcome.err.contains("works on the workspace itself"),
                     (command.toUtf8() + "\n" + outcome.text()).constData());
        }
        // What answers for an audit log opens a workspace that cannot be served.
        for (const char* line : {"audit anchor --reason x", "audit accept-loss --reason x"}) {
            const auto outcome = refused(words(QLatin1String(line)));
            QVERIFY2(outcome.code == 2 && outcome.err.contains("works on the workspace itself"),
                     outcome.text().constData());
        }
        const auto both = scratch.run({}, {}, [&](QProcess& process) {
            process.setArguments(words(QStringLiteral("--service 127.0.0.1:1 --workspace x orders late")));
        });
        QVERIFY2(both.code == 2 && both.err.contains("two places"), both.text().constData());
    }

    /// A file is the same wherever it is asked for, and the audit log says where it went.
    void exportsAreTheSameFromAfar() {
        ServedShop shop;
        QVERIFY(shop.begin());
        // What fell due while nobody ran the workspace has had its effect.
        QByteArray last;
        const auto rests = [&] {
            const auto before = std::exchange(last, shop.run(words(QStringLiteral("export orders -"))).out);
            return !before.isEmpty() && before == last;
        };
        QTRY_VERIFY_WITH_TIMEOUT(rests(), kPatience);
        for (const char* what : {"orders", "assignments", "returns", "ledger", "draws", "audit"}) {
            const QString word = QLatin1String(what);
            const auto here = QStringLiteral("here-%1.csv").arg(word);
            const auto there = QStringLiteral("there-%1.csv").arg(word);
            QCOMPARE(shop.run({QStringLiteral("export"), word, shop.path(here)}).code, 0);
            const auto outcome = shop.over({QStringLiteral("export"), word, shop.path(there)});
            QVERIFY2(outcome.code == 0, outcome.text().constData());
            const auto expected = shop.read(here);
            QVERIFY(expected.contains("\r\n"));
            // Whoever signs in to export is in the log by then.
            QVERIFY2(qstrcmp(what, "audit") == 0 ? shop.read(there).startsWith(expected) : shop.read(there) == expected,
                     what);
        }
        QCOMPARE(shop.over(words(QStringLiteral("export orders -"))).out, shop.read(QStringLiteral("here-orders.csv")));
        const auto log = shop.over(words(QStringLiteral("audit list --operation data.export --actor boss")));
        QVERIFY2(log.out.contains("sent to the command line as there-assignments.csv"), log.text().constData());
        QVERIFY2(!log.out.contains(shop.path(QStringLiteral("there-orders.csv")).toUtf8()), log.text().constData());
    }

    /// A backup is written where the service runs, by a path of that machine.
    void backupsAreTheServices() {
        ServedShop shop;
        QVERIFY(shop.begin());
        const auto folder = shop.path(QStringLiteral("backups/"));
        QVERIFY(QDir().mkdir(folder));
        const auto taken = shop.over({QStringLiteral("--json"), QStringLiteral("backup"), folder});
        QVERIFY2(taken.code == 0, taken.text().constData());
        const auto file = taken.json().value(QStringLiteral("file")).toString();
        QVERIFY2(file.startsWith(folder) && QFile::exists(file), qPrintable(file));
        QVERIFY(taken.json().value(QStringLiteral("recorded")).toBool());
        QCOMPARE(taken.number(QStringLiteral("tables.orders")), 3);
        for (const char* wrong : {"backup here.evenhand-backup", "backup --verify here.evenhand-backup"}) {
            const auto outcome = shop.over(words(QLatin1String(wrong)));
            QVERIFY2(outcome.code == 2 && outcome.err.contains("the service's machine"), outcome.text().constData());
        }
        const auto missing = shop.over(words(QStringLiteral("backup --verify /no/such/file")));
        QVERIFY2(missing.code == 1 && missing.err.contains("/no/such/file"), missing.text().constData());
        QVERIFY(shop.stop());
        QCOMPARE(shop.run(words(QStringLiteral("backup --verify ")) << file).code, 0);
    }

    /// Of a certificate of its own the fingerprint is given once; another certificate is refused, and both are named.
    void anotherCertificateIsRefused() {
        ServedShop shop;
        QVERIFY(shop.begin() && shop.stop());
        const auto first = shop.serveEncrypted();
        QVERIFY(first.size() == 95);
        const auto list = words(QStringLiteral("campuses list"));
        const auto fingerprint = QStringLiteral("--fingerprint");
        const auto unknown = shop.over(list);
        QVERIFY2(unknown.code == 1 && unknown.err.contains("compare its fingerprint") &&
                     unknown.err.contains(first.toUtf8()),
                 unknown.text().constData());
        const auto wrong = shop.over(list + QStringList{fingerprint, QString(64, QLatin1Char('0'))});
        QVERIFY2(wrong.code == 1 && wrong.err.contains("--fingerprint says another one"), wrong.text().constData());
        QCOMPARE(shop.over(list + QStringList{fingerprint, first}).code, 0);
        QCOMPARE(shop.over(list).code, 0);
        QVERIFY(shop.stop());
        const auto second = shop.serveEncrypted();
        QVERIFY(second.size() == 95 && second != first);
        const auto other = shop.over(list);
        QVERIFY2(other.code == 1 && other.err.contains(first.toUtf8()) && other.err.contains(second.toUtf8()) &&
                     other.err.contains("known_services"),
                 other.text().constData());
        QVERIFY(QFile::remove(shop.path(QStringLiteral("config/evenhand/known_services"))));
        QCOMPARE(shop.over(list + QStringList{fingerprint, second}).code, 0);
    }

    /// A person who may not is told so by the service, and the log has it.
    void whoMayIsDecidedThere() {
        ServedShop shop;
        QVERIFY(shop.begin());
        QCOMPARE(
            shop.over(words(QStringLiteral("people add dan --roles dispatcher")), "seven blue umbrellas here\n").code,
            0);
        const auto as = [&](const QByteArray& password, const QString& line, const QByteArray& input = {}) {
            const auto file = shop.writeSecret(QStringLiteral("dan.txt"), password + "\n");
            qputenv("EVENHAND_PASSWORD_FILE", QFile::encodeName(file));
            auto outcome = shop.overAs(QStringLiteral("dan"), words(line), input);
            qputenv("EVENHAND_PASSWORD_FILE", QFile::encodeName(shop.path(QStringLiteral("boss.txt"))));
            return outcome;
        };
        const auto first = as("seven blue umbrellas here", QStringLiteral("audit list"));
        QVERIFY2(first.code == 1 && first.err.contains("must be changed first"), first.text().constData());
        QCOMPARE(
            as("seven blue umbrellas here", QStringLiteral("people password"), "nobody guesses this sentence\n").code,
            0);
        for (const char* line : {"audit list", "export audit -", "backup /tmp/never.evenhand-backup",
                                 "clock reset --reason x", "people list"}) {
            const auto outcome = as("nobody guesses this sentence", QLatin1String(line));
            QVERIFY2(outcome.code == 1 && outcome.err.contains("permission_denied"), outcome.text().constData());
        }
        QCOMPARE(as("nobody guesses this sentence", QStringLiteral("orders late")).code, 0);
        const auto refused = shop.over(words(QStringLiteral("--json audit list --outcome refused --actor dan"))).json();
        QVERIFY(refused.value(QStringLiteral("entries")).toArray().size() >= 4);
    }
};

}  // namespace test_cli_service

QTEST_GUILESS_MAIN(test_cli_service::TestCliService)
#include "test_cli_service.moc"
