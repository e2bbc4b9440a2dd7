// SPDX-License-Identifier: GPL-3.0-or-later
// People on the command line: the first administrator, --as, a refused and an allowed command of every role, passwords,
// unknown people, locks; the owner of the folder; secrets in a folder; the audit log.
#include <unistd.h>

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/support/servers/other_connection.h"

using namespace evenhand::cli;

namespace {

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

const QByteArray kBoss = "a long walk on the beach";
const QByteArray kFirst = "seven blue umbrellas here";
const QByteArray kOwn = "nobody guesses this sentence";

const QByteArray kOrders =
    "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n"
    "A1,u1,north,tea,2,1.50,2026-01-05T10:00:00Z,Tea\n";

class People : public Scratch {
public:
    /// With the password of the one who signs in, in a file.
    [[nodiscard]] Outcome as(const QByteArray& password, QStringList arguments, const QByteArray& input = {},
                             const QString& secrets = {}) const {
        const auto file = writeSecret(QStringLiteral("password"), password + "\n");
        return run(arguments, input, [&](QProcess& process) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("EVENHAND_PASSWORD_FILE"), file);
            environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), secrets);
            process.setProcessEnvironment(environment);
        });
    }
    [[nodiscard]] Outcome init(const QString& secrets = {}) const {
        return as(kBoss, words("init --currency GBP --time-zone Europe/London --admin boss"), {}, secrets);
    }
    /// Somebody who has changed the first password to kOwn.
    [[nodiscard]] bool add(const QString& login, const QString& roles) const {
        const auto made =
            as(kBoss, words("--as boss people add") << login << QStringLiteral("--roles") << roles, kFirst + "\n");
        const auto changed =
            as(kFirst, QStringList{QStringLiteral("--as"), login} + words("people password"), kOwn + "\n");
        return made.code == 0 && changed.code == 0;
    }
    /// "operation outcome" of every entry, oldest first.
    [[nodiscard]] QStringList audit(const QString& actor = {}) const {
        QStringList lines;
        auto arguments = words("--json audit list --limit 10000");
        if (!actor.isEmpty()) {
            arguments << QStringLiteral("--actor") << actor;
        }
        const auto entries = run(arguments).json().value(QStringLiteral("entries")).toArray();
        for (const auto& entry : entries) {
            const auto object = entry.toObject();
            lines.prepend(object.value(QStringLiteral("operation")).toString() + QLatin1Char(' ') +
                          object.value(QStringLiteral("outcome")).toString());
        }
        return lines;
    }
};

}  // namespace

class TestCliPeople : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initMakesTheFirstAdministrator() {
        const People people;
        const auto made = people.init();
        QVERIFY2(made.code == 0, made.text().constData());
        QVERIFY(!made.out.contains(kBoss) && !made.err.contains(kBoss));
        const auto list = people.run(words("--json people list")).json().value(QStringLiteral("people")).toArray();
        QCOMPARE(list.size(), 1);
        QCOMPARE(list.first().toObject().value(QStringLiteral("login")).toString(), QStringLiteral("boss"));
        QVERIFY(!list.first().toObject().value(QStringLiteral("must_change_password")).toBool());
        QCOMPARE(people.audit(), QStringList{QStringLiteral("accounts.create done")});
        QCOMPARE(people.run(words("verify")).code, 0);
        // An import of the past still sets the time.
        QCOMPARE(people.run(words("import orders - --paid --stock-for-new-sku 10"), kOrders).code, 0);
        QVERIFY(people.run(words("export orders -")).out.contains("2026-01-05T10:00:00.000Z"));
    }

    void initRefusesAWeakPasswordAndMakesNothing() {
        const People people;
        const auto weak = people.as("password12", words("init --admin boss"));
        QVERIFY2(weak.code == 1 && weak.err.contains("weak_password"), weak.text().constData());
        QVERIFY(!weak.err.contains("password12"));
        QVERIFY(!QFile::exists(people.workspace()));
        const auto wrong = people.as(kBoss, words("init --admin local:boss"));
        QVERIFY2(wrong.code == 2 && wrong.err.contains("--admin"), wrong.text().constData());
        QVERIFY(!QFile::exists(people.workspace()));
        const auto as = people.as(kBoss, words("--as boss init"));
        QVERIFY2(as.code == 2 && as.err.contains("--as"), as.text().constData());
    }

    void everyRoleHasARefusedAndAnAllowedCommand_data() {
        QTest::addColumn<QString>("role");
        QTest::addColumn<QStringList>("allowed");
        QTest::addColumn<QStringList>("refused");
        QTest::newRow("administrator") << QStringLiteral("administrator") << words("people list") << QStringList{};
        QTest::newRow("dispatcher") << QStringLiteral("dispatcher") << words("reassign A1 --reason sick")
                                    << words("audit list");
        QTest::newRow("campaign manager")
            << QStringLiteral("campaign_manager") << words("seckill list") << words("reassign A1 --reason sick");
        QTest::newRow("refund clerk") << QStringLiteral("refund_clerk") << words("returns request A1 R1 --units tea=1")
                                      << words("people list");
        QTest::newRow("refund approver") << QStringLiteral("refund_approver") << words("returns list")
                                         << words("reassign A1 --reason sick");
        QTest::newRow("auditor") << QStringLiteral("auditor") << words("audit verify")
                                 << words("reassign A1 --reason sick");
    }
    void everyRoleHasARefusedAndAnAllowedCommand() {
        QFETCH(QString, role);
        QFETCH(QStringList, allowed);
        QFETCH(QStringList, refused);
        const People people;
        QCOMPARE(people.init().code, 0);
        QCOMPARE(people
                     .run(words("import couriers -"),
                          "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,1\n")
                     .code,
                 0);
        QCOMPARE(people.run(words("import orders - --paid --stock-for-new-sku 10"), kOrders).code, 0);
        QVERIFY(people.add(QStringLiteral("someone"), role));
        const QStringList as{QStringLiteral("--as"), QStringLiteral("someone")};
        const auto done = people.as(kOwn, as + allowed);
        QVERIFY2(done.code == 0 || done.err.contains("wrong_status"), done.text().constData());
        QVERIFY2(!done.err.contains("permission_denied"), done.text().constData());
        for (const char* readable : {"stats", "verify", "export orders -"}) {
            QVERIFY2(people.as(kOwn, as + words(readable)).code == 0, readable);
        }
        if (!refused.isEmpty()) {
            const auto outcome = people.as(kOwn, as + refused, kOrders);
            QVERIFY2(outcome.code != 0, outcome.text().constData());
            QVERIFY2(outcome.err.contains("permission_denied") || outcome.out.contains("permission_denied"),
                     outcome.text().constData());
            QVERIFY(!people.audit(QStringLiteral("someone")).filter(QStringLiteral(" refused")).isEmpty());
        }
        QCOMPARE(people.run(words("verify")).code, 0);
    }

    void aPersonWithoutARoleReadsNothing() {
        const People people;
        QCOMPARE(people.init().code, 0);
        QVERIFY(people.add(QStringLiteral("nora"), QString()));
        for (const char* command : {"stats", "verify", "export orders -", "export audit -", "audit verify",
                                    "people list", "run --until-idle", "rehearse seckill --users 1"}) {
            const auto outcome = people.as(kOwn, words("--as nora") + words(command));
            QVERIFY2(outcome.code == 1 && outcome.err.contains("permission_denied"), outcome.text().constData());
        }
    }

    void wrongPasswordsUnknownPeopleAndLocks() {
        const People people;
        QCOMPARE(people.init().code, 0);
        const auto wrong = people.as("not the password", words("--as boss stats"));
        const auto unknown = people.as("not the password", words("--as nobody stats"));
        QCOMPARE(wrong.code, 1);
        QVERIFY2(wrong.err.contains("sign_in_refused"), wrong.text().constData());
        QCOMPARE(unknown.err, wrong.err);
        QCOMPARE(people.as(kBoss, words("--as boss stats")).code, 0);
        // A delay is short; a day of it is not slept through here.
        for (int i = 0; i < 4; ++i) {
            QVERIFY(people.as("not the password", words("--as boss stats")).code == 1);
        }
        const auto list = people.run(words("--json people list")).json().value(QStringLiteral("people")).toArray();
        QVERIFY(list.first().toObject().value(QStringLiteral("failures")).toInt() >= 4);
        QVERIFY(!list.first().toObject().value(QStringLiteral("wait_until")).isNull());
        const auto lifted = people.run(words("people unlock boss --reason asked"));
        QVERIFY2(lifted.code == 0, lifted.text().constData());
        QCOMPARE(people.as(kBoss, words("--as boss stats")).code, 0);
        const auto none = people.run(words("--as boss stats"), {}, [](QProcess& process) {
            process.setProgram(QStringLiteral("setsid"));  // without a terminal, whoever starts the test
            process.setArguments(QStringList{QStringLiteral("--wait"), ctlPath()} + process.arguments());
        });
        QVERIFY2(none.code == 1 && none.err.contains("EVENHAND_PASSWORD_FILE"), none.text().constData());
    }

    void aPasswordFileOfOthersIsRefused() {
        const People people;
        QCOMPARE(people.init().code, 0);
        const auto open = people.write(QStringLiteral("open"), kBoss + "\n");
        for (const auto mode : {QFile::ReadGroup, QFile::WriteOther, QFile::ReadOther}) {
            QVERIFY(QFile::setPermissions(open, QFile::ReadOwner | QFile::WriteOwner | mode));
            const auto refused = people.run(words("--as boss people list"), {}, [&](QProcess& process) {
                auto environment = QProcessEnvironment::systemEnvironment();
                environment.insert(QStringLiteral("EVENHAND_PASSWORD_FILE"), open);
                process.setProcessEnvironment(environment);
            });
            // A group may read what is root's, as it may the keys of certificates.
            const bool roots = ::geteuid() == 0 && mode == QFile::ReadGroup;
            QCOMPARE(refused.code, roots ? 0 : 1);
            QVERIFY2(roots || (refused.err.contains("chmod 600") && refused.err.contains(open.toUtf8())),
                     refused.text().constData());
        }
    }

    void aFirstPasswordMustBeChanged() {
        const People people;
        QCOMPARE(people.init().code, 0);
        QCOMPARE(people.as(kBoss, words("--as boss people add ann --roles dispatcher"), kFirst + "\n").code, 0);
        const auto early = people.as(kFirst, words("--as ann stats"));
        QVERIFY2(early.code == 1 && early.err.contains("people password"), early.text().constData());
        const auto weak = people.as(kFirst, words("--as ann people password"), "short\n");
        QVERIFY2(weak.code == 1 && weak.err.contains("weak_password"), weak.text().constData());
        QCOMPARE(people.as(kFirst, words("--as ann people password"), kOwn + "\n").code, 0);
        QCOMPARE(people.as(kOwn, words("--as ann stats")).code, 0);
        QCOMPARE(people.as(kBoss, words("--as boss people reset ann --reason forgot"), kFirst + "\n").code, 0);
        QVERIFY(people.as(kOwn, words("--as ann stats")).err.contains("sign_in_refused"));
    }

    void whatPeopleCommandsRefuse() {
        const People people;
        QCOMPARE(people.init().code, 0);
        const auto says = [&](const char* line, int code, const char* text) {
            const auto outcome = people.as(kBoss, words(line), kFirst + "\n");
            return outcome.code == code && outcome.err.contains(text) ? QByteArray() : outcome.text();
        };
        for (const auto& [line, code, text] :
             {std::tuple("people", 2, "say what to do"), std::tuple("people add", 2, "LOGIN"),
              std::tuple("people add ann --roles king", 2, "king"),
              std::tuple("people disable boss --reason x", 1, "last_administrator"),
              std::tuple("people roles boss --roles auditor --reason x", 1, "last_administrator"),
              std::tuple("--as boss people disable boss --reason x", 1, "four_eyes"),
              std::tuple("people disable nobody --reason x", 1, "not_found"),
              std::tuple("people disable boss", 2, "--reason"), std::tuple("people password", 2, "--as"),
              std::tuple("people add BOSS", 1, "already_exists")}) {
            const auto wrong = says(line, code, text);
            QVERIFY2(wrong.isEmpty(), (QByteArray(line) + "\n" + wrong).constData());
        }
    }

    void aFolderOpenToOthersProvesNothing() {
        const People people;
        QCOMPARE(people.init().code, 0);
        QVERIFY(QFile::setPermissions(people.workspace(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                                              QFile::ReadGroup | QFile::ExeGroup));
        const auto refused = people.run(words("stats"));
        QVERIFY2(refused.code == 1 && refused.err.contains("--as") && refused.err.contains("chmod 700"),
                 refused.text().constData());
        QCOMPARE(people.as(kBoss, words("--as boss stats")).code, 0);
    }

    void secretsMayBeInAFolder() {
        const People people;
        const auto secrets = people.path(QStringLiteral("secrets"));
        const auto missing = people.init(secrets);  // no such folder: the log is not sealed
        QVERIFY2(missing.code == 0, missing.text().constData());
        QVERIFY(QDir().mkdir(secrets));
        QVERIFY(QFile::setPermissions(secrets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QCOMPARE(people.as(kBoss, words("--as boss stats"), {}, secrets).code, 0);
        QCOMPARE(QDir(secrets).entryList(QDir::Files).size(), 2);
        const auto verified = people.as(kBoss, words("--json audit verify"), {}, secrets);
        QVERIFY2(verified.code == 0 && verified.number(QStringLiteral("sealed")) > 0, verified.text().constData());
        const auto without = people.run(words("people list"));
        QVERIFY2(without.code == 1 && without.err.contains("EVENHAND_SECRETS_DIR"), without.text().constData());
        QCOMPARE(people.run(words("stats")).code, 0);  // to look is possible
        QVERIFY(
            QFile::setPermissions(secrets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther));
        const auto open = people.as(kBoss, words("--as boss people list"), {}, secrets);
        QVERIFY2(open.code == 1 && open.err.contains("0700"), open.text().constData());
        QVERIFY(!open.err.contains(kBoss));
    }

    void theAuditLogIsVerifiedAndExported() {
        const People people;
        QCOMPARE(people.init().code, 0);
        QVERIFY(people.add(QStringLiteral("ann"), QStringLiteral("auditor")));
        const auto before = people.run(words("--json audit verify"));
        QVERIFY2(before.code == 0, before.text().constData());
        QCOMPARE(before.number(QStringLiteral("violations")), 0);
        const auto exported = people.run(words("audit export audit.csv --operation accounts."));
        QVERIFY2(exported.code == 0, exported.text().constData());
        const auto csv = people.read(QStringLiteral("audit.csv"));
        QVERIFY(csv.startsWith("seq,at,actor,via,operation,") && csv.contains("accounts.create"));
        QVERIFY(people.run(words("export audit -")).out.contains("person ann"));
        {
            auto other = evenhand::testing::openOther(people.workspace().toStdString(),
                                                      evenhand::store::Database::Access::ReadWrite);
            QVERIFY(other);
            QVERIFY((*other)->execute("UPDATE audit_entry SET actor = 'mallory' WHERE seq = 2"));
        }
        const auto after = people.run(words("--json audit verify"));
        QVERIFY2(after.code == 4 && after.number(QStringLiteral("violations")) > 0, after.text().constData());
        const auto all = people.run(words("verify"));
        QVERIFY2(all.code == 4 && all.out.contains("E4"), all.text().constData());
        for (const char* line : {"audit", "audit burn", "audit list --outcome maybe", "audit export"}) {
            QCOMPARE(people.run(words(line)).code, 2);
        }
    }
};

QTEST_GUILESS_MAIN(TestCliPeople)
#include "test_cli_people.moc"
