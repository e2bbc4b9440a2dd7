// SPDX-License-Identifier: GPL-3.0-or-later
// People on the command line: the first administrator, --as, a refused and an allowed command of every role, passwords,
// unknown people, locks; the owner of the folder; secrets in a folder; the audit log.
#include <unistd.h>

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/support/servers/other_connection.h"

namespace test_cli_people {

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

    /// Each filter alone, with entries that must not come; what an entry says; a file has the same rows.
    void theAuditLogIsFiltered() {
        const People people;
        QCOMPARE(people.init().code, 0);
        QCOMPARE(people.as("not the password", words("--as boss stats")).code, 1);
        QCOMPARE(people.as(kBoss, words("--as boss stats")).code, 0);
        QCOMPARE(people.as("not the password", words("--as bob stats")).code, 1);
        QCOMPARE(people.run(words("tasks hold webhook --reason restored")).code, 0);
        const auto entries = [&](const QStringList& filter) {
            return people.run(words("--json audit list") + filter).json();
        };
        const auto listed = [&](const QStringList& filter) {
            QStringList lines;
            for (const auto& entry : entries(filter).value(QStringLiteral("entries")).toArray()) {
                const auto object = entry.toObject();
                lines << object.value(QStringLiteral("operation")).toString() + QLatin1Char(' ') +
                             object.value(QStringLiteral("outcome")).toString() + QLatin1Char(' ') +
                             object.value(QStringLiteral("subject")).toString() + QLatin1Char(' ') +
                             object.value(QStringLiteral("actor")).toString().section(QLatin1Char(':'), 0, 0);
            }
            return lines;
        };
        const auto good = QStringLiteral("accounts.sign_in done person boss boss");
        const auto bad = QStringLiteral("accounts.sign_in refused person boss unknown");
        const auto nobody = QStringLiteral("accounts.sign_in refused person bob unknown");
        QCOMPARE(listed(words("--actor boss")), QStringList{good});
        QCOMPARE(listed(words("--outcome refused")), (QStringList{nobody, bad}));
        QCOMPARE(listed(words("--operation accounts.sign_in")), (QStringList{nobody, good, bad}));
        QCOMPARE(listed(QStringList{QStringLiteral("--subject"), QStringLiteral("person bob")}), QStringList{nobody});
        QCOMPARE(listed(words("--outcome refused --subject person")).size(), 2);
        QVERIFY(!listed(words("--outcome done")).contains(bad) && listed(words("--outcome done")).contains(good));
        const auto all = entries({}).value(QStringLiteral("total")).toInteger();
        const auto newest = entries(words("--limit 1"));
        QCOMPARE(newest.value(QStringLiteral("total")).toInteger(), all);
        QCOMPARE(newest.value(QStringLiteral("entries")).toArray().size(), 1);
        const auto entry = newest.value(QStringLiteral("entries")).toArray().first().toObject();
        QCOMPARE(entry.value(QStringLiteral("seq")).toInteger(), all);
        QCOMPARE(entry.value(QStringLiteral("operation")).toString(), QStringLiteral("tasks.set_held"));
        QCOMPARE(entry.value(QStringLiteral("reason")).toString(), QStringLiteral("restored"));
        QCOMPARE(entries(words("--outcome refused")).value(QStringLiteral("total")).toInteger(), 2);
        QCOMPARE(entries(words("--subject nothing")).value(QStringLiteral("total")).toInteger(), 0);
        QCOMPARE(people.run(words("audit export boss.csv --actor boss")).code, 0);
        const auto lines = people.read(QStringLiteral("boss.csv")).trimmed().split('\n');
        QVERIFY2(lines.size() == 2 && lines.last().contains(",boss,"), lines.join('\n').constData());
        QCOMPARE(people.run(words("audit export refused.csv --outcome refused --subject person")).code, 0);
        QCOMPARE(people.read(QStringLiteral("refused.csv")).count("accounts.sign_in,refused,"), 2);
        QCOMPARE(people.read(QStringLiteral("refused.csv")).count("\r\n"), 3);
    }

    /// What is asked for is what the list says afterwards, and of that person only.
    void whatChangesOfAPerson() {
        const People people;
        QCOMPARE(people.init().code, 0);
        const auto row = [&](const char* login) {
            for (const auto& one :
                 people.run(words("--json people list")).json().value(QStringLiteral("people")).toArray()) {
                if (one.toObject().value(QStringLiteral("login")).toString() == QLatin1String(login)) {
                    return one.toObject();
                }
            }
            return QJsonObject();
        };
        const auto rolesOf = [&](const char* login) {
            QStringList roles;
            for (const auto& role : row(login).value(QStringLiteral("roles")).toArray()) {
                roles << role.toString();
            }
            roles.sort();
            return roles.join(QLatin1Char(' '));
        };
        const auto done = [&](const char* line) { return people.run(words(line), kFirst + "\n").code == 0; };
        QVERIFY(done("people add ann --name Annie --roles dispatcher,auditor --reason hired"));
        QVERIFY(done("people add bob"));
        QCOMPARE(row("ann").value(QStringLiteral("name")).toString(), QStringLiteral("Annie"));
        QCOMPARE(rolesOf("ann"), QStringLiteral("auditor dispatcher"));
        QCOMPARE(rolesOf("bob"), QString());
        QVERIFY(row("ann").value(QStringLiteral("must_change_password")).toBool());
        QVERIFY(done("people roles ANN --roles refund_clerk --reason moved"));
        QCOMPARE(rolesOf("ann"), QStringLiteral("refund_clerk"));
        QCOMPARE(people.run(words("people roles ann --reason moved")).code, 2);  // which?
        QCOMPARE(rolesOf("ann"), QStringLiteral("refund_clerk"));
        QVERIFY(done("people disable ann --reason left"));
        QCOMPARE(row("ann").value(QStringLiteral("disabled")), QJsonValue(true));
        QCOMPARE(row("bob").value(QStringLiteral("disabled")), QJsonValue(false));
        const auto out = people.as(kFirst, words("--as ann people password"), kOwn + "\n");
        QVERIFY2(out.code == 1 && out.err.contains("sign_in_refused"), out.text().constData());
        QVERIFY(done("people enable ann --reason back"));
        QCOMPARE(row("ann").value(QStringLiteral("disabled")), QJsonValue(false));
        QCOMPARE(people.as(kFirst, words("--as ann people password"), kOwn + "\n").code, 0);
        QVERIFY(!row("ann").value(QStringLiteral("must_change_password")).toBool());
        QVERIFY(!row("ann").value(QStringLiteral("last_sign_in")).isNull());
        QVERIFY(row("bob").value(QStringLiteral("last_sign_in")).isNull());
        // Another one's password is a first one again.
        QVERIFY(done("people reset ann --reason forgot"));
        QVERIFY(row("ann").value(QStringLiteral("must_change_password")).toBool());
        // The audit log has why, and by which way each of them came.
        const auto entries = people.run(words("--json audit list --limit 1000")).json();
        QStringList reasons;
        for (const auto& each : entries.value(QStringLiteral("entries")).toArray()) {
            const auto entry = each.toObject();
            QCOMPARE(entry.value(QStringLiteral("via")).toString(), QStringLiteral("command_line"));
            reasons << entry.value(QStringLiteral("reason")).toString();
        }
        for (const char* reason : {"hired", "moved", "left", "back", "forgot"}) {
            QVERIFY2(reasons.contains(QLatin1String(reason)), reason);
        }
    }

    /// A large refund needs somebody else, who grants it.
    void aRefundIsApprovedByAnother() {
        const People people;
        QCOMPARE(people.init().code, 0);
        QVERIFY(people.add(QStringLiteral("ann"), QStringLiteral("refund_clerk")));
        QVERIFY(people.add(QStringLiteral("bob"), QStringLiteral("refund_approver")));
        QCOMPARE(people
                     .run(words("import orders - --paid --stock-for-new-sku 10"),
                          "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
                          "G1,u1,north,gold,1,1500.00,2026-01-05T10:00:00Z\n")
                     .code,
                 0);
        const auto asked = people.as(kOwn, words("--json --as ann refunds request G1 --reason sorry"));
        QVERIFY2(asked.code == 0, asked.text().constData());
        QCOMPARE(asked.json().value(QStringLiteral("status")).toString(), QStringLiteral("REQUESTED"));
        const auto id = QString::number(asked.number(QStringLiteral("id")));
        const auto approve = [&](const char* who) {
            return people.as(kOwn, words("--json --as") << QLatin1String(who) << words("refunds approve") << id
                                                        << words("--reason looked"));
        };
        QCOMPARE(approve("ann").code, 1);
        QCOMPARE(people.run(words("--json stats")).number(QStringLiteral("money.refunded")), 0);
        const auto approved = approve("bob");
        QVERIFY2(approved.code == 0, approved.text().constData());
        QCOMPARE(people.run(words("--json refunds list --status PENDING")).number(QStringLiteral("total")), 1);
        QCOMPARE(people.run(words("--json stats")).number(QStringLiteral("money.refunded")), 150'000);
        QCOMPARE(people.run(words("verify")).code, 0);
    }

    /// Tokens by their names: what they may do and how often, until they are revoked.
    void tokensAreListed() {
        const People people;
        const auto secrets = people.path(QStringLiteral("secrets"));
        QVERIFY(QDir().mkdir(secrets));
        QVERIFY(QFile::setPermissions(secrets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QCOMPARE(people.init(secrets).code, 0);
        const auto ask = [&](const char* line) {
            return people.as(kBoss, QStringList{QStringLiteral("--json")} + words(line), {}, secrets);
        };
        const auto made = ask("tokens create till --scopes orders.place,orders.read --rate 7");
        QVERIFY2(made.code == 0, made.text().constData());
        QVERIFY(!made.json().contains(QStringLiteral("signing")));
        const auto pays = ask("tokens create pay --scopes payments.notify");
        QVERIFY2(pays.json().value(QStringLiteral("signing")).toString().startsWith(QStringLiteral("evs_")),
                 pays.text().constData());
        const auto row = [&](int at) {
            return ask("tokens list").json().value(QStringLiteral("tokens")).toArray().at(at).toObject();
        };
        const auto named = [&](const char* name) {
            return row(0).value(QStringLiteral("name")).toString() == QLatin1String(name) ? row(0) : row(1);
        };
        QCOMPARE(named("till").value(QStringLiteral("per_second")).toInteger(), 7);
        QCOMPARE(named("pay").value(QStringLiteral("per_second")).toInteger(), 0);
        const auto scopes = named("till").value(QStringLiteral("scopes")).toArray();
        QCOMPARE(scopes.size(), 2);
        QVERIFY(scopes.contains(QStringLiteral("orders.place")) && scopes.contains(QStringLiteral("orders.read")));
        const auto gone = ask("tokens revoke pay --reason lost");
        QVERIFY2(gone.code == 0, gone.text().constData());
        QVERIFY(!named("pay").value(QStringLiteral("revoked_at")).isNull());
        QVERIFY(named("till").value(QStringLiteral("revoked_at")).isNull());
        QVERIFY(named("pay").value(QStringLiteral("revoked_by")).toString().startsWith(QStringLiteral("local:")));
        QCOMPARE(named("till").value(QStringLiteral("revoked_by")).toString(), QString());
        QVERIFY(named("till").value(QStringLiteral("created_by")).toString().startsWith(QStringLiteral("local:")));
        QCOMPARE(ask("tokens revoke nobody --reason lost").code, 1);
        QCOMPARE(ask("tokens create more --scopes orders.read --rate 1000001").code, 2);
        QCOMPARE(ask("tokens create more --scopes orders.read --rate -1").code, 2);
    }

    /// Without a service whoever asks is alone, and there is no connection to end.
    void whoIsConnected() {
        const People people;
        QCOMPARE(people.init().code, 0);
        const auto ask = [&](const char* line) {
            return people.as(kBoss, QStringList{QStringLiteral("--json")} + words(line));
        };
        const auto list = ask("consoles list");
        QVERIFY2(list.code == 0, list.text().constData());
        const auto rows = list.json().value(QStringLiteral("consoles")).toArray();
        QCOMPARE(rows.size(), 1);
        const auto row = rows.at(0).toObject();
        QVERIFY(row.value(QStringLiteral("who")).toString().startsWith(QStringLiteral("local:")));
        QCOMPARE(row.value(QStringLiteral("via")).toString(), QStringLiteral("command_line"));
        QCOMPARE(row.value(QStringLiteral("own")).toBool(), true);
        QVERIFY(row.value(QStringLiteral("round_trip_ms")).isNull());
        QCOMPARE(ask("consoles end 7").code, 2);
        QCOMPARE(ask("consoles end seven --reason lost").code, 2);
        QCOMPARE(ask("consoles end 0 --reason lost").code, 1);
        QCOMPARE(ask("consoles end 7 --reason lost").code, 1);
    }
};

}  // namespace test_cli_people

QTEST_GUILESS_MAIN(test_cli_people::TestCliPeople)
#include "test_cli_people.moc"
