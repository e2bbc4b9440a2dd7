// SPDX-License-Identifier: GPL-3.0-or-later
// The command line in the hands of every role, where the work of a shop is managed (tasks, webhooks, backups, the audit
// log, people), and text that wants to be something else: kept as it was given, shown inert, exported inert.
#include <QDir>
#include <QJsonArray>
#include <QTest>
#include <iterator>
#include <string_view>
#include <vector>

#include "engine/accounts/hasher.h"
#include "tests/cli/cli_support.h"
#include "tests/support/servers/other_connection.h"

namespace test_cli_roles {

using namespace evenhand::cli;

namespace {

const QByteArray kBoss = "a long walk on the beach";
const QByteArray kFirst = "seven blue umbrellas here";
const QByteArray kOwn = "nobody guesses this sentence";
const char* const kRoles[] = {"administrator", "dispatcher",      "campaign_manager",
                              "refund_clerk",  "refund_approver", "auditor"};

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

class RolesShop : public Scratch {
public:
    RolesShop() {
        QDir().mkdir(secrets());
        QFile::setPermissions(secrets(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QString secrets() const { return path(QStringLiteral("secrets")); }
    [[nodiscard]] Outcome as(const QByteArray& password, QStringList arguments, const QByteArray& input = {}) const {
        const auto file = writeSecret(QStringLiteral("password"), password + "\n");
        return run(arguments, input, [&](QProcess& process) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("EVENHAND_PASSWORD_FILE"), file);
            environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), secrets());
            process.setProcessEnvironment(environment);
        });
    }
    /// As the owner of the folder.
    [[nodiscard]] Outcome own(const QStringList& arguments, const QByteArray& input = {}) const {
        return as({}, arguments, input);
    }
    [[nodiscard]] bool begin() const {
        return as(kBoss, words("init --currency GBP --time-zone Europe/London --admin boss")).code == 0;
    }
    /// Somebody by the name of the role, with the password kOwn.
    [[nodiscard]] bool add(const char* role) const {
        const auto made =
            as(kBoss,
               words("--as boss people add") << QLatin1String(role) << QStringLiteral("--roles") << QLatin1String(role),
               kFirst + "\n");
        const auto changed = as(
            kFirst, QStringList{QStringLiteral("--as"), QLatin1String(role)} + words("people password"), kOwn + "\n");
        return made.code == 0 && changed.code == 0;
    }
    /// From now on kOwn takes the least work to be compared: it is compared often, and each time takes a tenth of a
    /// second otherwise.
    [[nodiscard]] bool signsInQuickly(const char* login) const {
        namespace eh = evenhand;
        const auto hashed = eh::accounts::directHasher({1, 8'192})->hash(eh::Secret(kOwn.toStdString())).result();
        const auto database = eh::testing::openOther(workspace().toStdString(), eh::store::Database::Access::ReadWrite);
        if (!hashed || !database) {
            return false;
        }
        auto& kept = (*database)->statement("UPDATE person SET password = ? WHERE login = ?");
        const auto written = kept.bind(*hashed).bind(std::string_view(login)).write();
        return written && *written == 1;
    }
    [[nodiscard]] QJsonArray audit(const QString& actor) const {
        return own(words("--json audit list --limit 10000 --actor") << actor)
            .json()
            .value(QStringLiteral("entries"))
            .toArray();
    }
};

/// What a terminal may be sent: no control character but the line's end, nothing that turns or hides writing.
QByteArray unfit(const QByteArray& printed) {
    const auto text = QString::fromUtf8(printed);
    for (const QChar c : text) {
        const ushort u = c.unicode();
        if ((u < 0x20 && u != '\n') || (u >= 0x7f && u < 0xa0) || u == 0x061c || u == 0x200e || u == 0x200f ||
            (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069)) {
            return QByteArray::number(u, 16) + " in: " + printed.left(2'000);
        }
    }
    return {};
}

const QList<QByteArray>& hostile() {
    static const QList<QByteArray> kTexts{"'; DROP TABLE person; --",
                                          "=cmd|' /C calc'!A0",
                                          "<img src=x onerror=alert(1)><b>bold</b>",
                                          "\xe2\x80\xaegnp.exe",                       // right-to-left override
                                          "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7",  // Arabic
                                          "\xc2\x9b"
                                          "31mred",  // a control sequence in one character
                                          "\xe2\x81\xa6isolated\xe2\x81\xa9\xe2\x80\x8b",
                                          "%s%n %1 {0} ${HOME} $(id) `id`"};
    return kTexts;
}

}  // namespace

class TestCliRoles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRoleByTheCommandLine() {
        const RolesShop shop;
        QVERIFY(shop.begin());
        // Who may do what does not depend on the database: on a server, who may do everything and who may read only.
        const std::vector<const char*> roles = evenhand::testing::onMariadb()
                                                   ? std::vector<const char*>{"administrator", "auditor"}
                                                   : std::vector<const char*>(std::begin(kRoles), std::end(kRoles));
        for (const char* role : roles) {
            QVERIFY2(shop.add(role) && shop.signsInQuickly(role), role);
        }
        struct Line {
            const char* line;
            const char* operation;
            QStringList allowed;
        };
        const QStringList all{QStringLiteral("administrator"),    QStringLiteral("dispatcher"),
                              QStringLiteral("campaign_manager"), QStringLiteral("refund_clerk"),
                              QStringLiteral("refund_approver"),  QStringLiteral("auditor")};
        QCOMPARE(shop.own(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,0\n").code,
                 0);
        const QStringList boss{QStringLiteral("administrator")};
        const QStringList dispatchers{QStringLiteral("administrator"), QStringLiteral("dispatcher")};
        const QStringList reads{QStringLiteral("administrator"), QStringLiteral("auditor")};
        const QList<Line> lines{{"tasks list", "tasks.read", all},
                                {"tasks hold webhook --reason x", "tasks.set_held", boss},
                                {"tasks retry 7 --reason x", "tasks.retry", boss},
                                {"tasks drop 7 --reason x", "tasks.drop", boss},
                                {"tasks workers", "tasks.read", all},
                                {"tasks workers 5", "tasks.set_workers", boss},
                                {"ring plan --add 1", "tasks.read", all},
                                {"webhooks list", "webhooks.read", all},
                                {"webhooks log", "webhooks.read", all},
                                {"webhooks create https://example.com/a", "webhooks.create", boss},
                                {"webhooks disable 1", "webhooks.edit", boss},
                                {"webhooks new-secret 1", "webhooks.new_secret", boss},
                                {"webhooks test 99", "webhooks.test", boss},
                                {"webhooks resend 99 --reason x", "webhooks.resend", boss},
                                {"webhooks remove 99", "webhooks.remove", boss},
                                {"audit list", "audit.read", reads},
                                {"audit verify", "audit.read", reads},
                                {"audit anchor --reason x", "backups.restore", boss},
                                {"people list", "accounts.read", reads},
                                {"people roles auditor --roles auditor --reason x", "accounts.set_roles", boss},
                                {"people unlock auditor --reason x", "accounts.lift", boss},
                                {"couriers duty on ann", "dispatch.set_duty", dispatchers},
                                // Nothing is placed by who may not record the payment that comes with it.
                                {"orders place tea=1 --user u --campus north --cash --reason x",
                                 "orders.record_payment",
                                 {QStringLiteral("administrator"), QStringLiteral("refund_clerk")}},
                                {"dispatch pause north --reason x", "dispatch.set_paused", dispatchers},
                                {"policy set north step=20", "dispatch.upsert_campus", boss}};
        for (const char* role : roles) {
            const QStringList as{QStringLiteral("--as"), QLatin1String(role)};
            QStringList expected;
            for (const auto& each : lines) {
                const auto outcome = shop.as(kOwn, as + words(each.line));
                const bool may = each.allowed.contains(QLatin1String(role));
                const bool denied =
                    outcome.err.contains("permission_denied") || outcome.out.contains("permission_denied");
                QVERIFY2(denied == !may, (QByteArray(role) + ": " + each.line + "\n" + outcome.text()).constData());
                QVERIFY2(may || outcome.code == 1, outcome.text().constData());
            }
            const auto backup = shop.path(QLatin1String(role));
            const auto taken = shop.as(kOwn, as + QStringList{QStringLiteral("backup"), backup});
            QCOMPARE(taken.code == 0, boss.contains(QLatin1String(role)));
            QCOMPARE(QFile::exists(backup), boss.contains(QLatin1String(role)));
            // What a backup holds is told to those only who may take one.
            const auto looked = shop.as(kOwn, as + words("--json backup --verify administrator"));
            QVERIFY2(looked.code == (boss.contains(QLatin1String(role)) ? 0 : 1), looked.text().constData());
            QCOMPARE(looked.out.contains("permission_denied"), !boss.contains(QLatin1String(role)));
            QCOMPARE(looked.out.contains("\"tables\""), boss.contains(QLatin1String(role)));
        }
        // Who was refused has left an entry, with the way that they came.
        for (const char* role : roles) {
            QStringList operations;
            for (const auto& each : shop.audit(QLatin1String(role))) {
                const auto entry = each.toObject();
                if (entry.value(QStringLiteral("outcome")).toString() == QLatin1String("refused")) {
                    QCOMPARE(entry.value(QStringLiteral("via")).toString(), QStringLiteral("command_line"));
                    operations << entry.value(QStringLiteral("operation")).toString();
                }
            }
            int refused = 0;  // after ten in a minute they are summed up
            for (const auto& each : lines) {
                if (!each.allowed.contains(QLatin1String(role)) && ++refused < 10) {
                    QVERIFY2(operations.contains(QLatin1String(each.operation)),
                             (QByteArray(role) + ": " + each.operation).constData());
                }
            }
            QCOMPARE(refused == 0, qstrcmp(role, "administrator") == 0);
            QCOMPARE(operations.isEmpty(), refused == 0);
        }
        QCOMPARE(shop.own(words("verify")).code, 0);
    }

    void hostileTextIsShownInert() {
        const RolesShop shop;
        QVERIFY(shop.begin());
        int n = 0;
        int oddly = 0;
        for (const auto& text : hostile()) {
            const auto odd = QString::fromUtf8(text);
            const auto login = QStringLiteral("p%1").arg(++n);
            // A name may be odd, but not deceive: what it cannot be shown as, it cannot be.
            const bool fit = unfit(text).isEmpty();
            const auto add = [&](const QString& name) {
                return shop.own(
                    QStringList{QStringLiteral("people"), QStringLiteral("add"), login, QStringLiteral("--name"), name,
                                QStringLiteral("--roles"), QStringLiteral("auditor")},
                    kFirst + "\n");
            };
            const auto hooked = [&](const QString& name) {
                return shop.own({QStringLiteral("webhooks"), QStringLiteral("create"),
                                 QStringLiteral("https://example.com/%1").arg(n), QStringLiteral("--name"), name});
            };
            for (const auto& refused : fit ? QList<Outcome>() : QList<Outcome>{add(odd), hooked(odd)}) {
                QVERIFY2(refused.code == 1 && refused.err.contains("invalid_argument"), refused.text().constData());
                QVERIFY2(unfit(refused.out + refused.err).isEmpty(), refused.text().constData());
            }
            const auto added = add(fit ? odd : QStringLiteral("plain"));
            QVERIFY2(added.code == 0, added.text().constData());
            QCOMPARE(shop.own(QStringList{QStringLiteral("people"), QStringLiteral("disable"), login,
                                          QStringLiteral("--reason"), odd})
                         .code,
                     0);
            const auto hook = hooked(fit ? odd : QStringLiteral("plain"));
            QVERIFY2(hook.code == 0, hook.text().constData());
            QVERIFY2(unfit(added.out + hook.out).isEmpty(), unfit(added.out + hook.out).constData());
            QCOMPARE(shop.own({QStringLiteral("tasks"), QStringLiteral("hold"), QStringLiteral("clean_up"),
                               QStringLiteral("--reason"), odd})
                         .code,
                     0);
            // Where a name, a number or an address is expected: refused, and told inert.
            for (const auto& line :
                 {QStringList{QStringLiteral("people"), QStringLiteral("disable"), odd, QStringLiteral("--reason"),
                              QStringLiteral("x")},
                  QStringList{QStringLiteral("tasks"), QStringLiteral("hold"), odd, QStringLiteral("--reason"),
                              QStringLiteral("x")},
                  QStringList{QStringLiteral("tasks"), QStringLiteral("retry"), odd, QStringLiteral("--reason"),
                              QStringLiteral("x")},
                  QStringList{QStringLiteral("webhooks"), QStringLiteral("create"), odd},
                  QStringList{QStringLiteral("webhooks"), QStringLiteral("create"),
                              QStringLiteral("https://example.com/x"), QStringLiteral("--events"), odd},
                  QStringList{QStringLiteral("webhooks"), QStringLiteral("test"), odd},
                  QStringList{QStringLiteral("--as"), odd, QStringLiteral("people"), QStringLiteral("list")},
                  QStringList{QStringLiteral("audit"), QStringLiteral("list"), QStringLiteral("--outcome"), odd}}) {
                const auto refused = shop.as(kOwn, line, kFirst + "\n");
                QVERIFY2(refused.code == 1 || refused.code == 2,
                         (line.join(QLatin1Char(' ')).toUtf8() + "\n" + refused.text()).constData());
                QVERIFY2(unfit(refused.err).isEmpty(), unfit(refused.err).constData());
            }
            // A name for signing in may be odd, but not unseen.
            const auto named = shop.own({QStringLiteral("people"), QStringLiteral("add"), odd}, kFirst + "\n");
            QVERIFY2(named.code == 0 || named.err.contains("invalid_argument"), named.text().constData());
            QVERIFY2(unfit(named.out + named.err).isEmpty(), unfit(named.out + named.err).constData());
            QCOMPARE(named.code == 0, unfit(text).isEmpty());
            oddly += named.code == 0 ? 1 : 0;
        }
        for (const char* line : {"people list", "webhooks list", "webhooks log", "tasks list", "tasks ring",
                                 "audit list --limit 1000", "audit verify"}) {
            const auto shown = shop.own(words(line));
            QVERIFY2(shown.code == 0, shown.text().constData());
            QVERIFY2(unfit(shown.out).isEmpty(), (QByteArray(line) + " " + unfit(shown.out)).constData());
        }
        // What programs read is as it was given.
        const auto people = shop.own(words("--json people list")).json().value(QStringLiteral("people")).toArray();
        const auto hooks = shop.own(words("--json webhooks list")).json().value(QStringLiteral("webhooks")).toArray();
        QCOMPARE(people.size(), hostile().size() + 1 + oddly);
        QCOMPARE(hooks.size(), hostile().size());
        for (const auto& text : hostile()) {
            const auto has = [&](const QJsonArray& rows) {
                return std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
                    return row.toObject().value(QStringLiteral("name")).toString() == QString::fromUtf8(text);
                });
            };
            QCOMPARE(has(people) && has(hooks), unfit(text).isEmpty());
        }
        QCOMPARE(shop.own(words("verify")).code, 0);
    }

    void hostileTextIsExportedInert() {
        const RolesShop shop;
        QVERIFY(shop.begin());
        for (const auto& text : hostile()) {
            QCOMPARE(shop.own({QStringLiteral("tasks"), QStringLiteral("hold"), QStringLiteral("clean_up"),
                               QStringLiteral("--reason"), QString::fromUtf8(text)})
                         .code,
                     0);
            QCOMPARE(shop.own({QStringLiteral("tasks"), QStringLiteral("release"), QStringLiteral("clean_up"),
                               QStringLiteral("--reason"), QString::fromUtf8(text)})
                         .code,
                     0);
        }
        QCOMPARE(shop.own(words("audit export audit.csv")).code, 0);
        const auto csv = shop.read(QStringLiteral("audit.csv"));
        QVERIFY(csv.contains("DROP TABLE person"));
        for (const auto& line : csv.split('\n')) {
            for (const auto& cell : line.split(',')) {
                const auto bare = cell.startsWith('"') ? cell.mid(1) : cell;
                QVERIFY2(!bare.startsWith('=') && !bare.startsWith('@') && !bare.startsWith('+'),
                         (cell + " in " + line).constData());
            }
        }
    }

    void aMegabyteIsRefused() {
        const RolesShop shop;
        QVERIFY(shop.begin());
        const QByteArray megabyte(1'000'000, 'x');
        const auto added = shop.own(words("people add ann"), megabyte + "\n");
        QVERIFY2(added.code == 1 && added.err.size() < 10'000, added.err.left(300).constData());
        const auto secret =
            shop.own(words("webhooks create https://example.com/a --secret-from-input"), megabyte + "\n");
        QVERIFY2(secret.code == 1 && secret.err.size() < 10'000, secret.err.left(300).constData());
        // As much as an argument may be.
        const QString long_(100'000, QLatin1Char('y'));
        for (const auto& line : {QStringList{QStringLiteral("people"), QStringLiteral("add"), long_},
                                 QStringList{QStringLiteral("people"), QStringLiteral("add"), QStringLiteral("bo"),
                                             QStringLiteral("--name"), long_},
                                 QStringList{QStringLiteral("webhooks"), QStringLiteral("create"),
                                             QStringLiteral("https://example.com/") + long_},
                                 QStringList{QStringLiteral("webhooks"), QStringLiteral("create"),
                                             QStringLiteral("https://example.com/"), QStringLiteral("--name"), long_},
                                 QStringList{QStringLiteral("tasks"), QStringLiteral("hold"),
                                             QStringLiteral("clean_up"), QStringLiteral("--reason"), long_}}) {
            const auto refused = shop.own(line, kFirst + "\n");
            QVERIFY2(refused.code == 1, refused.err.left(300).constData());
            QVERIFY2(refused.err.size() < 10'000, refused.err.left(300).constData());
        }
        QCOMPARE(shop.own(words("--json people list")).json().value(QStringLiteral("people")).toArray().size(), 1);
        QVERIFY(shop.own(words("--json webhooks list")).json().value(QStringLiteral("webhooks")).toArray().isEmpty());
    }

    void aNewAnchorAfterALoss() {
        const RolesShop shop;
        QVERIFY(shop.begin());
        const auto fits = shop.own(words("audit anchor --reason nothing"));
        QVERIFY2(fits.code == 1 && fits.err.contains("wrong_status"), fits.text().constData());
        QCOMPARE(shop.own(words("audit anchor")).code, 2);
        QVERIFY(QFile::remove(shop.workspace() + QStringLiteral("/audit.anchor")));
        QCOMPARE(shop.own(words("audit verify")).code, 4);
        const auto renewed = shop.own({QStringLiteral("--json"), QStringLiteral("audit"), QStringLiteral("anchor"),
                                       QStringLiteral("--reason"), QStringLiteral("the disk was put back")});
        QVERIFY2(renewed.code == 0, renewed.text().constData());
        QVERIFY(renewed.number(QStringLiteral("anchor.seq")) > 0);
        const auto verified = shop.own(words("audit verify"));
        QVERIFY2(verified.code == 0, verified.text().constData());
        QVERIFY(shop.own(words("audit list")).out.contains("the disk was put back"));
        QCOMPARE(shop.own(words("verify")).code, 0);
    }
};

}  // namespace test_cli_roles

QTEST_GUILESS_MAIN(test_cli_roles::TestCliRoles)
#include "test_cli_roles.moc"
