// SPDX-License-Identifier: GPL-3.0-or-later
// People: the first administrator, signing in, delays and locks, passwords, roles and sessions, the last administrator.
#include <QScopeGuard>
#include <QtTest>

#include "desks/desk_world.h"
#include "engine/accounts/hasher.h"
#include "engine/accounts/sign_in.h"
#include "tests/support/servers/fault_disk.h"

namespace test_accounts {

using namespace evenhand;
using api::Permission;
using api::Role;
using test::DeskWorld;
using test::Fault;
using test::FaultDisk;

namespace {

const Secret kGood("a long walk on the beach");
const Secret kOther("seven blue umbrellas here");

std::string shown(const std::optional<Instant>& at) { return at ? std::to_string(at->ms) : "never"; }

/// All that a row says.
std::string shown(const api::PersonRow& row) {
    std::string text = std::to_string(row.id.value) + " " + row.login + " \"" + row.name + "\"";
    for (const auto role : row.roles) {
        text += " " + std::string(api::toText(role));
    }
    text += row.disabled ? " disabled" : " enabled";
    text += row.mustChangePassword ? " must change" : " own password";
    text += ", failures " + std::to_string(row.failures) + ", wait " + shown(row.waitUntil);
    text += ", last " + shown(row.lastSignIn) + ", created " + shown(row.createdAt) + " by " + row.createdBy;
    return text + ", version " + std::to_string(row.version);
}

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
    void theLogSaysWhyAndWhat();
    void attemptsThatCameTooEarlyDoNotFillTheLog();
    void loginsInTheLogAreShortAndInert();
    void whatIsAnsweredIsWhatIsKept();
    void everyChangeIsTold();
    void peopleComeInOrderOfLogin();
    void theSameAgainIsNoSignIn();
    void settings();
    void eachSettingIsKept();
    void aHasherTakesNoMoreThanItsBound();
    void aHasherThatEndsAnswersWhoeverWaits();
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
    /// "subject: detail" of the newest entry.
    std::string said() {
        api::AuditQuery query;
        query.limit = 1;
        const auto page = m_world->get(m_world->workspace->audit().page(m_world->call, query));
        return page && !page->empty() ? page->front().subject + ": " + page->front().detail : std::string();
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

void TestAccounts::theLogSaysWhyAndWhat() {
    const auto admin = boss();
    const auto& owner = m_world->call;
    QCOMPARE(said(), std::string("person boss: "));
    DONE(create("ann", {Role::Auditor, Role::Dispatcher}));
    QCOMPARE(said(), std::string("person ann: dispatcher, auditor"));
    const api::PersonRef ref{row("ann").id, 0};
    DONE(m_world->get(desk().rename(admin, ref, "Ann A.")));
    QCOMPARE(said(), std::string("person ann: name \"\" to \"Ann A.\""));
    DONE(m_world->get(desk().setRoles(admin, ref, {Role::RefundClerk})));
    QCOMPARE(said(), std::string("person ann: dispatcher, auditor to refund_clerk"));
    DONE(m_world->get(desk().setRoles(admin, ref, {})));
    QCOMPARE(said(), std::string("person ann: refund_clerk to no role"));
    (void)signIn("ann", kOther);
    QCOMPARE(said(), std::string("person ann: wrong password"));
    DONE(m_world->get(desk().lift(owner, ref)));
    QCOMPARE(said(), std::string("person ann: after 1 failure"));
    (void)signIn("ann", kOther);
    (void)signIn("ann", kOther);
    DONE(m_world->get(desk().lift(owner, ref)));
    QCOMPARE(said(), std::string("person ann: after 2 failures"));
    DONE(m_world->get(desk().setDisabled(admin, ref, true)));
    QCOMPARE(said(), std::string("person ann: disabled"));
    (void)signIn("ann");
    QCOMPARE(said(), std::string("person ann: disabled"));
    QCOMPARE(audit().back(), std::string("unknown:ann accounts.sign_in person ann refused"));
    DONE(m_world->get(desk().setDisabled(admin, ref, false)));
    QCOMPARE(said(), std::string("person ann: enabled"));
    (void)signIn("zoe");
    QCOMPARE(said(), std::string("person zoe: nobody has this login"));
    // One's own password: one entry, of the change.
    const auto before = audit().size();
    DONE(m_world->get(desk().changePassword(admin, kGood, kOther)));
    QCOMPARE(audit().size(), before + 1);
    QCOMPARE(audit().back(), std::string("boss accounts.change_password person boss done"));
    (void)m_world->get(desk().changePassword(admin, kGood, Secret("nine grey owls on a wire")));
    QCOMPARE(audit().back(), std::string("unknown:boss accounts.change_password person boss refused"));
    DONE(m_world->get(desk().unlock(admin, kOther)));
    QCOMPARE(audit().back(), std::string("boss accounts.unlock person boss done"));
}

void TestAccounts::attemptsThatCameTooEarlyDoNotFillTheLog() {
    DONE(create("boss", {Role::Administrator}));
    const api::AccountSettings rules;
    for (std::int64_t i = 0; i <= rules.freeFailures; ++i) {
        REFUSED(signIn("boss", kOther), ErrorCode::SignInRefused);
    }
    const auto before = audit().size();
    for (int i = 0; i < 25; ++i) {
        REFUSED(signIn("boss"), ErrorCode::Locked);
    }
    QCOMPARE(audit().size(), before + 10);
    QCOMPARE(said(), std::string("person boss: wait a moment before trying again"));
    m_world->clock.advanceMs(runtime::RefusalLimit::kWindowMs);
    REFUSED(signIn("boss", kOther), ErrorCode::SignInRefused);
    REFUSED(signIn("boss"), ErrorCode::Locked);
    QCOMPARE(said(), std::string("person boss: wait a moment before trying again; "
                                 "15 refusals before it are not written"));
    REFUSED(signIn("boss"), ErrorCode::Locked);
    QCOMPARE(said(), std::string("person boss: wait a moment before trying again"));
}

void TestAccounts::loginsInTheLogAreShortAndInert() {
    QCOMPARE(accounts::shownLogin(std::string(64, 'a')), std::string(64, 'a'));
    QCOMPARE(accounts::shownLogin(std::string(65, 'a')), std::string(64, 'a'));
    std::string typed;
    std::string expected;
    for (int i = 0; i < 65; ++i) {  // characters, not bytes
        typed += "王";
        expected += i < 64 ? "王" : "";
    }
    QCOMPARE(accounts::shownLogin(typed), expected);
    QCOMPARE(accounts::shownLogin("a\nb\u202ec\u2028d\u2029e f"), std::string("a?b?c?d?e f"));
    QCOMPARE(accounts::shownLogin(""), std::string());
}

/// The answer to a change is the row as it is read afterwards, and its version is the next one.
void TestAccounts::whatIsAnsweredIsWhatIsKept() {
    const auto admin = boss();
    m_world->clock.advanceMs(1'000);
    const auto made = create("ann", {Role::Auditor, Role::Dispatcher});
    DONE(made);
    QCOMPARE(shown(*made), std::to_string(made->id.value) +
                               " ann \"\" dispatcher auditor enabled must change, failures 0, wait " +
                               "never, last never, created " + std::to_string(m_world->clock.now().ms) +
                               " by local:tester, version 1");
    QCOMPARE(shown(row("ann")), shown(*made));
    const auto id = made->id;
    std::int64_t version = 1;
    const auto change = [&](const api::PersonRef& ref, int which) {
        switch (which) {
            case 0: return m_world->get(desk().rename(admin, ref, "Ann A."));
            case 1: return m_world->get(desk().setRoles(admin, ref, {Role::Auditor, Role::CampaignManager}));
            case 2: return m_world->get(desk().setDisabled(admin, ref, true));
            case 3: return m_world->get(desk().setDisabled(admin, ref, false));
            case 4: return m_world->get(desk().lift(admin, ref));
            default: return m_world->get(desk().resetPassword(admin, ref, kOther));
        }
    };
    for (int which = 0; which < 6; ++which) {
        for (int i = 0; i < 4; ++i) {
            (void)signIn("ann", Secret("it is none of these"));
        }
        m_world->clock.advanceMs(3'600'000);
        REFUSED_FIELD(change({PersonId{999}, 0}, which), ErrorCode::NotFound, "person");
        const auto stale = change({id, version + 1}, which);
        REFUSED_FIELD(stale, ErrorCode::Conflict, "version");
        QCOMPARE(stale.error().value, std::to_string(version));
        const auto changed = change({id, version}, which);
        DONE(changed);
        QCOMPARE(changed->version, ++version);
        QCOMPARE(shown(*changed), shown(row("ann")));
        QCOMPARE(changed->disabled, which == 2);
        QCOMPARE(changed->failures > 0, which < 4);
        QCOMPARE(changed->waitUntil.has_value(), which < 4);
        QCOMPARE(changed->name, std::string("Ann A."));
        QCOMPARE(changed->roles.front(), which == 0 ? Role::Dispatcher : Role::CampaignManager);
    }
    QVERIFY(row("ann").mustChangePassword);
    DONE(signIn("ann", kOther));
    QCOMPARE(row("ann").version, version);  // attempts are no changes
    QCOMPARE(shown(row("ann").lastSignIn), std::to_string(m_world->clock.now().ms));
}

void TestAccounts::everyChangeIsTold() {
    const auto admin = boss();
    std::vector<std::int64_t> told;
    const auto subscription = m_world->workspace->subscribe([&](const std::vector<api::Event>& batch) {
        for (const auto& event : batch) {
            if (event.kind == api::Event::Kind::PeopleChanged) {
                told.push_back(event.person.value);
            }
        }
    });
    const auto heard = [&] { return std::exchange(told, {}); };
    using Ids = std::vector<std::int64_t>;
    const auto made = create("ann", {});
    DONE(made);
    const api::PersonRef ref{made->id, 0};
    const auto id = made->id.value;
    QCOMPARE(heard(), Ids{id});
    DONE(m_world->get(desk().rename(admin, ref, "Ann")));
    QCOMPARE(heard(), Ids{id});
    DONE(m_world->get(desk().setRoles(admin, ref, {Role::Auditor})));
    QCOMPARE(heard(), Ids{id});
    DONE(m_world->get(desk().setDisabled(admin, ref, true)));
    QCOMPARE(heard(), Ids{id});
    DONE(m_world->get(desk().setDisabled(admin, ref, false)));
    QCOMPARE(heard(), Ids{id});
    DONE(m_world->get(desk().lift(admin, ref)));
    QCOMPARE(heard(), Ids{id});
    DONE(m_world->get(desk().resetPassword(admin, ref, kOther)));
    QCOMPARE(heard(), Ids{id});
    (void)signIn("ann", kGood);
    QCOMPARE(heard(), Ids{id});  // the attempt counts
    DONE(signIn("ann", kOther));
    QCOMPARE(heard(), (Ids{id, id}));  // it counts, and then it does not any more
    (void)signIn("nobody", kGood);
    QCOMPARE(heard(), Ids{});
    DONE(m_world->get(desk().setSettings(admin, {})));
    QCOMPARE(heard(), Ids{0});  // the rules, nobody's
    (void)m_world->get(desk().rename(admin, ref, std::string(201, 'x')));
    QCOMPARE(heard(), Ids{});
}

void TestAccounts::peopleComeInOrderOfLogin() {
    for (const char* login : {"Zed", "ben", "Ann"}) {
        DONE(create(login, {Role::Auditor}));
    }
    const auto people = m_world->get(desk().people(m_world->call));
    DONE(people);
    std::string logins;
    for (const auto& person : *people) {
        logins += person.login + " ";
    }
    QCOMPARE(logins, std::string("Ann ben Zed "));
}

/// Who unlocks or changes the password has not signed in again.
void TestAccounts::theSameAgainIsNoSignIn() {
    const auto admin = boss();
    const auto entered = shown(row("boss").lastSignIn);
    QCOMPARE(entered, std::to_string(m_world->clock.now().ms));
    m_world->clock.advanceMs(5'000);
    (void)m_world->get(desk().unlock(admin, kOther));
    QCOMPARE(row("boss").failures, 1);
    DONE(m_world->get(desk().unlock(admin, kGood)));
    QCOMPARE(row("boss").failures, 0);
    DONE(m_world->get(desk().changePassword(admin, kGood, kOther)));
    QCOMPARE(shown(row("boss").lastSignIn), entered);
}

void TestAccounts::eachSettingIsKept() {
    const auto admin = boss();
    const api::AccountSettings rules{120'000, 2, 700, 7, 180'000};
    DONE(m_world->get(desk().setSettings(admin, rules)));
    QCOMPARE(said(), std::string("settings of accounts: idle lock 120000 ms, 2 free failures, first delay 700 ms, "
                                 "lock after 7 for 180000 ms"));
    QVERIFY(m_world->get(desk().settings(admin)).value() == rules);
    DONE(m_world->reopen());
    QVERIFY(m_world->get(desk().settings(m_world->call)).value() == rules);
    const api::AccountSettings others{240'000, 1, 800, 9, 360'000};
    DONE(m_world->get(desk().setSettings(m_world->call, others)));  // in place of them
    QVERIFY(m_world->get(desk().settings(m_world->call)).value() == others);
    auto wrong = rules;
    wrong.firstDelayMs = 99;
    REFUSED_FIELD(m_world->get(desk().setSettings(m_world->call, wrong)), ErrorCode::InvalidArgument, "first_delay_ms");
    QVERIFY(m_world->get(desk().settings(m_world->call)).value() == others);
}

void TestAccounts::aHasherTakesNoMoreThanItsBound() {
    const auto direct = accounts::directHasher({1, 8192});
    const auto hash = direct->hash(kGood).result();
    DONE(hash);
    QVERIFY(direct->verify(kGood, *hash).result().value());
    QVERIFY(!direct->verify(kOther, *hash).result().value());
    QVERIFY(!direct->verify(Secret(std::string("\0nobody", 7)), {}).result().value());
    const auto hasher = accounts::threadHasher({1, std::size_t{16} * 1024 * 1024}, 3);
    std::vector<api::Answer<std::string>> answers;
    for (int i = 0; i < 20; ++i) {
        answers.push_back(hasher->hash(kGood));
    }
    int done = 0;
    for (auto& answer : answers) {
        const auto result = answer.result();
        done += result ? 1 : 0;
        QVERIFY(result || result.error().code == ErrorCode::Busy);
    }
    QVERIFY2(done >= 3 && done < 20, qPrintable(QString::number(done)));
}

/// Closing a workspace does not wait for the hashes of everybody who is signing in just then, and leaves nobody without
/// an answer.
void TestAccounts::aHasherThatEndsAnswersWhoeverWaits() {
    auto hasher = accounts::threadHasher({3, std::size_t{16} * 1024 * 1024});
    std::vector<api::Answer<std::string>> hashes;
    std::vector<api::Answer<bool>> comparisons;
    for (int i = 0; i < 25; ++i) {
        hashes.push_back(hasher->hash(kGood));
        comparisons.push_back(hasher->verify(kGood, {}));
    }
    hasher.reset();
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        QVERIFY(hashes[i].isFinished() && hashes[i].resultCount() == 1);
        QVERIFY(comparisons[i].isFinished() && comparisons[i].resultCount() == 1);
        QVERIFY(hashes[i].result() || hashes[i].result().error().code == ErrorCode::Cancelled);
    }
    // It was busy with the first ones.
    REFUSED(hashes.back().result(), ErrorCode::Cancelled);
    REFUSED(comparisons.back().result(), ErrorCode::Cancelled);
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

}  // namespace test_accounts

QTEST_GUILESS_MAIN(test_accounts::TestAccounts)
#include "test_accounts.moc"
