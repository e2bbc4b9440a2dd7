// SPDX-License-Identifier: GPL-3.0-or-later
// People: the first administrator, signing in, delays and locks, passwords, roles and sessions, the last administrator.
#include <QScopeGuard>
#include <QtTest>

#include "desks/desk_world.h"
#include "tests/support/servers/fault_disk.h"

using namespace evenhand;
using api::Permission;
using api::Role;
using test::DeskWorld;
using test::Fault;
using test::FaultDisk;

namespace {

const Secret kGood("a long walk on the beach");
const Secret kOther("seven blue umbrellas here");

}  // namespace

class TestAccounts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<DeskWorld>(); }

    void theFirstAdministrator();
    void inputIsChecked_data();
    void inputIsChecked();
    void signingInGivesTheRoles();
    void loginsAreComparedWithoutCase();
    void wrongAndUnknownAreAnsweredAlike();
    void failuresDelayAndLock();
    void anUnknownLoginIsLockedLikeAKnownOne();
    void liftingLetsThemTryAtOnce();
    void aPasswordSetByOthersMustBeChanged();
    void changingAPassword();
    void aPasswordChangedWhileTheOldOneIsCompared();
    void everySessionOfAPersonEnds_data();
    void everySessionOfAPersonEnds();
    void anUnknownOutcomeClosesTheDoor_data();
    void anUnknownOutcomeClosesTheDoor();
    void resettingEndsSessions();
    void disablingEndsSessions();
    void changedRolesCountAtOnce();
    void nobodyActsOnThemselves();
    void theLastAdministratorStays();
    void versionsAreCompared();
    void unlocking();
    void signingOut();
    void attemptsAreInTheAuditLog();
    void settings();
    void peopleSurviveARestart();
    void hostilePasswordsAndLogins();
    void signingInOnThreads();

private:
    api::AccountDesk& desk() { return m_world->workspace->accounts(); }
    Result<api::PersonRow> create(const char* login, std::vector<Role> roles, const Secret& password = kGood) {
        return m_world->get(desk().create(m_world->call, {login, "", std::move(roles)}, password));
    }
    Result<api::SignedIn> signIn(const std::string& login, const Secret& password = kGood) {
        return m_world->get(desk().signIn({login, password, api::Via::Console}));
    }
    /// The first administrator, signed in.
    api::Call boss() {
        if (!create("boss", {Role::Administrator}) || !(m_boss = signIn("boss"))) {
            qFatal("no administrator");
        }
        return {m_boss->actor, "because", {}};
    }
    /// Somebody who has changed the first password.
    Result<api::SignedIn> member(const char* login, std::vector<Role> roles) {
        EVENHAND_TRY(create(login, std::move(roles)));
        EVENHAND_ASSIGN(auto entered, signIn(login));
        EVENHAND_TRY(m_world->get(desk().changePassword({entered.actor, {}, {}}, kGood, kOther)));
        return entered;
    }
    api::PersonRow row(const std::string& login) {
        const auto people = m_world->get(desk().people(m_world->call));
        for (const auto& person : *people) {
            if (person.login == login) {
                return person;
            }
        }
        return {};
    }
    std::vector<std::string> audit() {
        api::AuditQuery query;
        query.descending = false;
        query.limit = 10'000;
        std::vector<std::string> texts;
        const auto page = m_world->get(m_world->workspace->audit().page(m_world->call, query));
        for (const auto& entry : *page) {
            texts.push_back(entry.actor + " " + entry.operation + " " + entry.subject + " " +
                            std::string(api::toText(entry.outcome)));
        }
        return texts;
    }

    std::unique_ptr<DeskWorld> m_world;
    Result<api::SignedIn> m_boss;
};

void TestAccounts::theFirstAdministrator() {
    QVERIFY(!m_world->get(desk().signInState())->needed);
    const auto made = create("boss", {Role::Administrator});
    DONE(made);
    QVERIFY(!made->mustChangePassword);
    QCOMPARE(made->createdBy, std::string("local:tester"));
    QVERIFY(m_world->get(desk().signInState())->needed);
    const auto second = create("ann", {Role::Auditor});
    DONE(second);
    QVERIFY(second->mustChangePassword);
    REFUSED(create("boss", {}), ErrorCode::AlreadyExists);
    REFUSED(create("BOSS", {}), ErrorCode::AlreadyExists);
}

void TestAccounts::inputIsChecked_data() {
    QTest::addColumn<QByteArray>("login");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("empty login") << QByteArray() << QByteArray("a long walk on the beach") << QByteArray("login");
    QTest::newRow("colon") << QByteArray("local:root") << QByteArray("a long walk on the beach") << QByteArray("login");
    QTest::newRow("reserved") << QByteArray("System") << QByteArray("a long walk on the beach") << QByteArray("login");
    QTest::newRow("too long") << QByteArray(65, 'x') << QByteArray("a long walk on the beach") << QByteArray("login");
    QTest::newRow("short") << QByteArray("ann") << QByteArray("brief") << QByteArray("password");
    QTest::newRow("common") << QByteArray("ann") << QByteArray("password1234") << QByteArray("password");
    QTest::newRow("name") << QByteArray("annabella") << QByteArray("annabella1") << QByteArray("password");
    QTest::newRow("uniform") << QByteArray("ann") << QByteArray("aaaaaaaaaaaaaa") << QByteArray("password");
    QTest::newRow("a megabyte") << QByteArray("ann") << QByteArray(1'000'000, 'q') << QByteArray("password");
}

void TestAccounts::inputIsChecked() {
    QFETCH(QByteArray, login);
    QFETCH(QByteArray, password);
    QFETCH(QByteArray, field);
    const auto made =
        m_world->get(desk().create(m_world->call, {login.toStdString(), "", {}}, Secret(password.toStdString())));
    QVERIFY(!made);
    QCOMPARE(made.error().field, field.toStdString());
    if (password.size() < 1000) {
        QVERIFY(made.error().text().find(password.toStdString()) == std::string::npos);
    }
    QVERIFY(m_world->get(desk().people(m_world->call))->empty());
    REFUSED(m_world->get(desk().create(m_world->call, {"ann", "", {Role::Auditor, Role::Auditor}}, kGood)),
            ErrorCode::InvalidArgument);
}

void TestAccounts::signingInGivesTheRoles() {
    for (const auto role : api::allRoles()) {
        m_world = std::make_unique<DeskWorld>();
        DONE(create("someone", {role}));
        m_world->clock.advanceMs(5'000);
        const auto entered = signIn("someone");
        DONE(entered);
        QCOMPARE(entered->actor.name, std::string("someone"));
        QVERIFY(entered->actor.via == api::Via::Console && !entered->lastSignIn);
        QVERIFY(entered->actor.grant && entered->actor.grant->permissions() == api::permissionsOf(role));
        m_world->clock.advanceMs(5'000);
        const auto again = signIn("someone");
        DONE(again);
        QCOMPARE(again->lastSignIn->ms, m_world->clock.now().ms - 5'000);
        QVERIFY(!entered->actor.ended());  // two windows
    }
}

void TestAccounts::loginsAreComparedWithoutCase() {
    DONE(create("Ann", {Role::Administrator}));
    for (const char* typed : {"Ann", "ann", "ANN", "\xef\xbc\xa1nn"}) {
        const auto entered = signIn(typed);
        DONE(entered);
        QCOMPARE(entered->actor.name, std::string("Ann"));
    }
}

void TestAccounts::wrongAndUnknownAreAnsweredAlike() {
    DONE(create("boss", {Role::Administrator}));
    const auto wrong = signIn("boss", kOther);
    const auto unknown = signIn("nobody", kOther);
    REFUSED(wrong, ErrorCode::SignInRefused);
    QVERIFY(!unknown && unknown.error() == wrong.error());
    QCOMPARE(row("boss").failures, 1);
    const auto entered = signIn("boss");
    DONE(entered);
    QCOMPARE(entered->failuresSince, 1);
    QCOMPARE(row("boss").failures, 0);
}

void TestAccounts::failuresDelayAndLock() {
    DONE(create("boss", {Role::Administrator}));
    api::AccountSettings rules;
    for (std::int64_t i = 0; i < rules.freeFailures; ++i) {
        REFUSED(signIn("boss", kOther), ErrorCode::SignInRefused);
    }
    REFUSED(signIn("boss", kOther), ErrorCode::SignInRefused);  // and from here on one waits
    auto early = signIn("boss");
    REFUSED(early, ErrorCode::Locked);
    QCOMPARE(early.error().value, std::to_string(m_world->clock.now().ms + rules.firstDelayMs));
    QCOMPARE(row("boss").failures, rules.freeFailures + 1);  // what came too early does not count
    m_world->clock.advanceMs(rules.firstDelayMs);
    REFUSED(signIn("boss", kOther), ErrorCode::SignInRefused);
    m_world->clock.advanceMs(rules.firstDelayMs);
    REFUSED(signIn("boss"), ErrorCode::Locked);  // twice as long
    m_world->clock.advanceMs(rules.firstDelayMs);
    DONE(signIn("boss"));
    for (std::int64_t i = 0; i < rules.lockAfter; ++i) {
        REFUSED(signIn("boss", kOther), ErrorCode::SignInRefused);
        m_world->clock.advanceMs(i + 1 < rules.lockAfter ? 60'000 : 0);
    }
    m_world->clock.advanceMs(rules.lockMs - 1);
    const auto locked = signIn("boss");
    REFUSED(locked, ErrorCode::Locked);
    QVERIFY(locked.error().message.find("locked") != std::string::npos);
    m_world->clock.advanceMs(1);
    DONE(signIn("boss"));
}

void TestAccounts::anUnknownLoginIsLockedLikeAKnownOne() {
    DONE(create("boss", {Role::Administrator}));
    for (int i = 0; i < 6; ++i) {
        const auto known = signIn("boss", kOther);
        const auto unknown = signIn("nobody", kOther);
        QVERIFY(!known && !unknown && known.error() == unknown.error());
        m_world->clock.advanceMs(700);
    }
}

void TestAccounts::liftingLetsThemTryAtOnce() {
    const auto admin = boss();
    DONE(create("ann", {}));
    for (int i = 0; i < 4; ++i) {
        (void)signIn("ann", kOther);
    }
    REFUSED(signIn("ann"), ErrorCode::Locked);
    DONE(m_world->get(desk().lift(admin, {row("ann").id, 0})));
    DONE(signIn("ann"));
}

void TestAccounts::aPasswordSetByOthersMustBeChanged() {
    (void)boss();
    DONE(create("ann", {Role::Administrator}));
    const auto entered = signIn("ann");
    DONE(entered);
    QVERIFY(entered->person.mustChangePassword);
    const api::Call call{entered->actor, "because", {}};
    REFUSED(m_world->get(m_world->orders().page(call, {})), ErrorCode::PermissionDenied);
    REFUSED(m_world->get(desk().people(call)), ErrorCode::PermissionDenied);
    DONE(m_world->get(desk().changePassword(call, kGood, kOther)));
    DONE(m_world->get(m_world->orders().page(call, {})));  // the same session
    REFUSED(signIn("ann", kGood), ErrorCode::SignInRefused);
    const auto again = signIn("ann", kOther);
    QVERIFY(again && !again->person.mustChangePassword);
}

void TestAccounts::changingAPassword() {
    const auto admin = boss();
    const auto second = signIn("boss");
    DONE(second);
    REFUSED(m_world->get(desk().changePassword(admin, kOther, Secret("another fine one, really"))),
            ErrorCode::SignInRefused);
    QCOMPARE(row("boss").failures, 1);
    REFUSED(m_world->get(desk().changePassword(admin, kGood, Secret("short"))), ErrorCode::WeakPassword);
    REFUSED(m_world->get(desk().changePassword(admin, kGood, kGood)), ErrorCode::InvalidArgument);
    QCOMPARE(row("boss").failures, 1);  // neither is an attempt
    DONE(m_world->get(desk().changePassword(admin, kGood, kOther)));
    QVERIFY(!admin.actor.ended() && second->actor.ended());
    QVERIFY(admin.actor.may(Permission::ManagePeople));
    const api::Call stranger{api::Actor::administrator("local:tester"), {}, {}};
    REFUSED(m_world->get(desk().changePassword(stranger, kGood, kOther)), ErrorCode::SessionEnded);
}

void TestAccounts::aPasswordChangedWhileTheOldOneIsCompared() {
    const auto admin = boss();
    const auto ann = member("ann", {Role::Dispatcher});
    DONE(ann);
    // The sign-in reads the old hash; the reset is committed before the answer to the comparison is acted on.
    const api::PersonRef ref{row("ann").id, 0};
    const auto entering = desk().signIn({"ann", kOther, api::Via::Console});
    const auto reset = desk().resetPassword(admin, ref, kGood);
    DONE(m_world->get(reset));
    const auto entered = m_world->get(entering);
    REFUSED(entered, ErrorCode::SignInRefused);
    DONE(signIn("ann", kGood));
}

void TestAccounts::everySessionOfAPersonEnds_data() {
    QTest::addColumn<QString>("how");
    for (const char* how : {"reset", "disabled", "own change", "roles"}) {
        QTest::newRow(how) << QString::fromLatin1(how);
    }
}

void TestAccounts::everySessionOfAPersonEnds() {
    QFETCH(QString, how);
    const auto admin = boss();
    const auto first = member("ann", {Role::Dispatcher});
    const auto second = signIn("ann", kOther);
    const auto third = signIn("ann", kOther);
    const auto other = member("ben", {Role::Dispatcher});
    DONE(first);
    DONE(second);
    DONE(third);
    DONE(other);
    const api::PersonRef ref{row("ann").id, 0};
    if (how == QLatin1String("reset")) {
        DONE(m_world->get(desk().resetPassword(admin, ref, kGood)));
    } else if (how == QLatin1String("disabled")) {
        DONE(m_world->get(desk().setDisabled(admin, ref, true)));
    } else if (how == QLatin1String("roles")) {
        DONE(m_world->get(desk().setRoles(admin, ref, {Role::Auditor})));
        for (const auto& session : {first, second, third}) {
            QVERIFY(!session->actor.ended());
            QVERIFY(!session->actor.may(Permission::Dispatch) && session->actor.may(Permission::ReadAudit));
        }
        QVERIFY(other->actor.may(Permission::Dispatch));
        return;
    } else {
        DONE(m_world->get(desk().changePassword({second->actor, {}, {}}, kOther, Secret("nine grey owls on a wire"))));
    }
    QVERIFY(first->actor.ended() && third->actor.ended());
    QCOMPARE(second->actor.ended(), how != QLatin1String("own change"));
    QVERIFY(!other->actor.ended() && !admin.actor.ended());
}

void TestAccounts::anUnknownOutcomeClosesTheDoor_data() {
    QTest::addColumn<QString>("how");
    for (const char* how : {"reset", "disabled", "roles", "own change"}) {
        QTest::newRow(how) << QString::fromLatin1(how);
    }
}

/// It is not known whether the change was kept: until it is, nobody goes on with what it may have taken away.
void TestAccounts::anUnknownOutcomeClosesTheDoor() {
    QFETCH(QString, how);
    FaultDisk disk;
    const auto closed = qScopeGuard([this] { m_world.reset(); });  // before the disk goes
    m_world->options.vfs = disk.vfs();
    auto made =
        app::Workspace::create(m_world->folder.filePath(QStringLiteral("faulty")).toStdString(), {}, m_world->options);
    DONE(made);
    m_world->workspace = *std::move(made);
    const auto admin = boss();
    const auto first = member("ann", {Role::Dispatcher});
    DONE(first);
    const auto second = signIn("ann", kOther);
    DONE(second);
    const api::PersonRef ref{row("ann").id, 0};
    if (how == QLatin1String("own change")) {
        auto answer = desk().changePassword({second->actor, {}, {}}, kOther, Secret("nine grey owls on a wire"));
        // That the attempt counts and that the password fits are commands before it.
        const auto before = m_world->workspace->status().committed;
        while (m_world->workspace->status().committed < before + 2) {
            QVERIFY(m_world->workspace->step());
        }
        disk.plan(Fault::SyncError, 1, 1, 1);
        REFUSED(m_world->get(answer), ErrorCode::OutcomeUnknown);
    } else {
        disk.plan(Fault::SyncError, 1, 1, 1);
        auto answer = how == QLatin1String("reset")      ? desk().resetPassword(admin, ref, kGood)
                      : how == QLatin1String("disabled") ? desk().setDisabled(admin, ref, true)
                                                         : desk().setRoles(admin, ref, {Role::Auditor});
        REFUSED(m_world->get(answer), ErrorCode::OutcomeUnknown);
    }
    QVERIFY(disk.struck());
    QVERIFY(first->actor.ended());
    QCOMPARE(second->actor.ended(), how != QLatin1String("own change"));
    QVERIFY(!admin.actor.ended());
}

void TestAccounts::resettingEndsSessions() {
    const auto admin = boss();
    const auto ann = member("ann", {Role::Dispatcher});
    DONE(ann);
    const api::PersonRef ref{row("ann").id, 0};
    REFUSED(m_world->get(desk().resetPassword(admin, ref, Secret("short"))), ErrorCode::WeakPassword);
    QVERIFY(!ann->actor.ended());
    DONE(m_world->get(desk().resetPassword(admin, ref, kGood)));
    QVERIFY(ann->actor.ended());
    REFUSED(m_world->get(m_world->orders().page({ann->actor, {}, {}}, {})), ErrorCode::SessionEnded);
    const auto again = signIn("ann", kGood);
    QVERIFY(again && again->person.mustChangePassword);
    REFUSED(m_world->get(desk().resetPassword(admin, {PersonId{999}, 0}, kGood)), ErrorCode::NotFound);
}

void TestAccounts::disablingEndsSessions() {
    const auto admin = boss();
    const auto ann = member("ann", {Role::Dispatcher});
    DONE(ann);
    DONE(m_world->get(desk().setDisabled(admin, {row("ann").id, 0}, true)));
    QVERIFY(ann->actor.ended());
    const auto refused = signIn("ann", kOther);
    REFUSED(refused, ErrorCode::SignInRefused);
    QVERIFY(refused.error() == signIn("nobody", kOther).error());  // it is not said why
    DONE(m_world->get(desk().setDisabled(admin, {row("ann").id, 0}, false)));
    DONE(signIn("ann", kOther));
}

void TestAccounts::changedRolesCountAtOnce() {
    const auto admin = boss();
    const auto ann = member("ann", {Role::Dispatcher});
    DONE(ann);
    QVERIFY(ann->actor.may(Permission::Dispatch));
    DONE(m_world->get(desk().setRoles(admin, {row("ann").id, 0}, {Role::Auditor})));
    QVERIFY(!ann->actor.may(Permission::Dispatch) && ann->actor.may(Permission::ReadAudit));
    auto mute = admin;
    mute.reason.clear();
    REFUSED(m_world->get(desk().setRoles(mute, {row("ann").id, 0}, {})), ErrorCode::InvalidArgument);
}

void TestAccounts::nobodyActsOnThemselves() {
    const auto admin = boss();
    const auto other = member("ann", {Role::Administrator});
    DONE(other);
    const api::PersonRef ref{row("boss").id, 0};
    REFUSED(m_world->get(desk().setRoles(admin, ref, {Role::Auditor})), ErrorCode::FourEyes);
    REFUSED(m_world->get(desk().setDisabled(admin, ref, true)), ErrorCode::FourEyes);
    DONE(m_world->get(desk().setRoles({other->actor, "because", {}}, ref, {Role::Auditor})));
}

void TestAccounts::theLastAdministratorStays() {
    (void)boss();
    const auto& owner = m_world->call;
    const api::PersonRef ref{row("boss").id, 0};
    const auto refused = m_world->get(desk().setDisabled(owner, ref, true));
    REFUSED(refused, ErrorCode::WrongStatus);
    QCOMPARE(refused.error().field, std::string("last_administrator"));
    REFUSED(m_world->get(desk().setRoles(owner, ref, {Role::Auditor})), ErrorCode::WrongStatus);
    DONE(create("ann", {Role::Administrator}));
    DONE(m_world->get(desk().setDisabled(owner, ref, true)));
    REFUSED(m_world->get(desk().setRoles(owner, {row("ann").id, 0}, {})), ErrorCode::WrongStatus);
    QVERIFY(m_world->get(desk().signInState())->needed);
}

void TestAccounts::versionsAreCompared() {
    const auto admin = boss();
    DONE(create("ann", {}));
    const auto before = row("ann");
    DONE(m_world->get(desk().rename(admin, {before.id, before.version}, "Ann A.")));
    REFUSED(m_world->get(desk().rename(admin, {before.id, before.version}, "Ann B.")), ErrorCode::Conflict);
    QCOMPARE(row("ann").name, std::string("Ann A."));
    REFUSED(m_world->get(desk().rename(admin, {before.id, 0}, std::string(201, 'x'))), ErrorCode::InvalidArgument);
}

void TestAccounts::unlocking() {
    const auto admin = boss();
    REFUSED(m_world->get(desk().unlock(admin, kOther)), ErrorCode::SignInRefused);
    QVERIFY(!admin.actor.ended());
    DONE(m_world->get(desk().unlock(admin, kGood)));
    for (int i = 0; i < 4; ++i) {
        (void)m_world->get(desk().unlock(admin, kOther));
    }
    REFUSED(m_world->get(desk().unlock(admin, kGood)), ErrorCode::Locked);
    REFUSED(m_world->get(desk().unlock(m_world->call, kGood)), ErrorCode::SessionEnded);
}

void TestAccounts::signingOut() {
    const auto admin = boss();
    DONE(m_world->get(desk().signOut(admin)));
    QVERIFY(admin.actor.ended());
    DONE(m_world->get(desk().signOut(admin)));
    REFUSED(m_world->get(m_world->orders().page(admin, {})), ErrorCode::SessionEnded);
    QCOMPARE(audit().back(), std::string("boss accounts.sign_out person boss done"));
}

void TestAccounts::attemptsAreInTheAuditLog() {
    DONE(create("boss", {Role::Administrator}));
    (void)signIn("boss", kOther);
    (void)signIn("mallory\n:x", kOther);
    DONE(signIn("boss"));
    const std::vector<std::string> expected{
        "local:tester accounts.create person boss done", "unknown:boss accounts.sign_in person boss refused",
        "unknown:mallory?:x accounts.sign_in person mallory?:x refused", "boss accounts.sign_in person boss done"};
    QCOMPARE(audit(), expected);
}

void TestAccounts::settings() {
    const auto admin = boss();
    api::AccountSettings rules;
    rules.idleLockMs = 60'000;
    rules.freeFailures = 0;
    rules.firstDelayMs = 60'000;
    DONE(m_world->get(desk().setSettings(admin, rules)));
    QVERIFY(m_world->get(desk().settings(admin)).value() == rules);
    (void)signIn("boss", kOther);
    REFUSED(signIn("boss"), ErrorCode::Locked);
    rules.lockAfter = 0;
    const auto refused = m_world->get(desk().setSettings(admin, rules));
    QVERIFY(!refused && refused.error().field == "lock_after");
    DONE(m_world->reopen());
    QCOMPARE(m_world->get(desk().settings(m_world->call))->idleLockMs, 60'000);
}

void TestAccounts::peopleSurviveARestart() {
    (void)boss();
    (void)signIn("boss", kOther);
    const auto before = row("boss");
    DONE(m_world->reopen());
    const auto after = row("boss");
    QCOMPARE(after.failures, before.failures);
    QCOMPARE(after.version, before.version);
    QVERIFY(after.roles == before.roles);
    DONE(signIn("boss"));
}

void TestAccounts::hostilePasswordsAndLogins() {
    DONE(create("boss", {Role::Administrator}, Secret("caf\xc3\xa9 au lait, please")));
    DONE(signIn("boss", Secret("cafe\xcc\x81 au lait, please")));  // the same characters
    for (const auto& login : {std::string("' OR 1=1 --"), std::string(1'000'000, 'a'), std::string("\xff\xfe"),
                              std::string("\xe2\x80\xae"
                                          "boss"),
                              std::string()}) {
        REFUSED(signIn(login), ErrorCode::SignInRefused);
    }
    REFUSED(signIn("boss", Secret(std::string(1'000'000, 'a'))), ErrorCode::SignInRefused);
    REFUSED(signIn("boss", Secret()), ErrorCode::SignInRefused);
    REFUSED(signIn("boss", Secret(std::string("\0", 1))), ErrorCode::SignInRefused);
}

void TestAccounts::signingInOnThreads() {
    const auto path = m_world->folder.filePath(QStringLiteral("threads")).toStdString();
    app::OpenOptions options;
    options.hashCost = {1, 8192};
    auto made = app::Workspace::create(path, {.database = evenhand::testing::freshDatabase()}, options);
    DONE(made);
    auto& accounts = (*made)->accounts();
    DONE(accounts.create(m_world->call, {"boss", "", {Role::Administrator}}, kGood).result());
    std::vector<api::Answer<api::SignedIn>> answers;
    for (int i = 0; i < 20; ++i) {
        answers.push_back(accounts.signIn({"boss", kGood, api::Via::Console}));
    }
    int entered = 0;
    for (auto& answer : answers) {
        entered += answer.result() ? 1 : 0;  // many at once: some count as failures before others succeed
    }
    QVERIFY(entered > 0);
    made->reset();  // with whatever is still under way
}

QTEST_GUILESS_MAIN(TestAccounts)
#include "test_accounts.moc"
