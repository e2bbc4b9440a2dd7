// SPDX-License-Identifier: GPL-3.0-or-later
// Signing in with what people may type: logins that nobody has, the longest login and password, the way they came; and
// that a new password is judged by whose it is.
#include <QtTest>

#include "desks/desk_world.h"
#include "engine/accounts/sign_in.h"
#include "engine/api/password_policy.h"

namespace test_sign_in {

using namespace evenhand;
using api::Role;
using test::DeskWorld;

namespace {

const Secret kGood("a long walk on the beach");
const Secret kOther("seven blue umbrellas here");

}  // namespace

class TestSignIn : public QObject {
    Q_OBJECT
    std::unique_ptr<DeskWorld> m_world;

    api::AccountDesk& desk() { return m_world->workspace->accounts(); }
    Result<api::PersonRow> create(const std::string& login, std::vector<Role> roles, const std::string& name = {},
                                  const Secret& password = kGood) {
        return m_world->get(desk().create(m_world->call, {login, name, std::move(roles)}, password));
    }
    Result<api::SignedIn> signIn(const std::string& login, const Secret& password = kGood,
                                 api::Via via = api::Via::Console) {
        return m_world->get(desk().signIn({login, password, via}));
    }
    api::AuditRecord newest() {
        api::AuditQuery query;
        query.limit = 1;
        return m_world->get(m_world->workspace->audit().page(m_world->call, query))->front();
    }

private Q_SLOTS:
    void init() { m_world = std::make_unique<DeskWorld>(); }

    /// A login that nobody has is one login in whatever case, as somebody's is, and no other one waits for it.
    void everyUnknownLoginWaitsForItself() {
        DONE(create("boss", {Role::Administrator}));
        const api::AccountSettings rules;
        for (std::int64_t i = 0; i <= rules.freeFailures; ++i) {
            REFUSED(signIn(i % 2 == 0 ? "nobody" : "NoBody", kOther), ErrorCode::SignInRefused);
        }
        for (const char* same : {"nobody", "NOBODY", "\xef\xbc\xaeobody"}) {
            REFUSED(signIn(same), ErrorCode::Locked);
        }
        REFUSED(signIn("zoe"), ErrorCode::SignInRefused);
        DONE(signIn("boss"));
        m_world->clock.advanceMs(rules.firstDelayMs);
        REFUSED(signIn("nobody"), ErrorCode::SignInRefused);
    }

    /// So many unknown logins are remembered at once that nobody's memory is filled by guessing: with one more the
    /// first are forgotten, and nobody is locked out for that. Trying one of them again is no reason to forget the
    /// others.
    void theMostUnknownLoginsAtOnce() {
        DONE(create("boss", {Role::Administrator}));
        accounts::SignIns signIns(m_world->clock);
        const api::AccountSettings rules;
        std::string wrong;
        const auto done = m_world->get(m_world->workspace->core().engine().ask<bool>(
            m_world->call, [&](runtime::UnitOfWork& work) -> Result<bool> {
                const auto refused = [&](const std::string& login) -> Result<bool> {
                    EVENHAND_ASSIGN(const auto attempt,
                                    signIns.begin(work, login, api::Via::Console, api::Operation::AccountsSignIn));
                    return attempt.refusal.has_value();
                };
                const auto expect = [&](const std::string& login, bool expected) -> Result<void> {
                    EVENHAND_ASSIGN(const bool is, refused(login));
                    wrong += is == expected ? "" : login + "; ";
                    return {};
                };
                for (std::int64_t i = 0; i <= rules.freeFailures; ++i) {
                    EVENHAND_TRY(expect("first", false));
                }
                for (std::size_t i = 1; i < accounts::SignIns::kMaxUnknown; ++i) {
                    EVENHAND_TRY(expect("guess " + std::to_string(i), false));
                }
                EVENHAND_TRY(expect("first", true));
                EVENHAND_TRY(expect("guess 1", false));
                EVENHAND_TRY(expect("GUESS 1", false));
                EVENHAND_TRY(expect("first", true));
                for (std::int64_t i = 0; i <= rules.freeFailures; ++i) {
                    EVENHAND_TRY(expect("one more", false));
                }
                EVENHAND_TRY(expect("one more", true));
                EVENHAND_TRY(expect("first", false));
                return true;
            }));
        DONE(done);
        QCOMPARE(wrong, std::string());
        DONE(signIn("boss"));
    }

    /// Every login is another one, and none of them has failed often: the address has.
    void manyLoginsFromOneAddress() {
        DONE(create("boss", {Role::Administrator}));
        const api::AccountSettings rules;
        const auto from = [&](const char* address, const std::string& login, const Secret& password = kOther) {
            return m_world->get(desk().signIn({login, password, api::Via::Console}, address));
        };
        const auto most = accounts::kAddressShare * rules.freeFailures;
        for (std::int64_t i = 0; i <= most; ++i) {
            REFUSED(from("192.0.2.1", "guess " + std::to_string(i)), ErrorCode::SignInRefused);
        }
        REFUSED(from("192.0.2.1", "boss", kGood), ErrorCode::Locked);
        QVERIFY(newest().outcome == api::AuditOutcome::Refused);
        const auto people = m_world->get(desk().people(m_world->call));
        QVERIFY(people && people->front().failures == 0);
        DONE(from("192.0.2.2", "boss", kGood));
        DONE(signIn("boss"));  // at the machine itself nothing is counted
        m_world->clock.advanceMs(rules.firstDelayMs);
        DONE(from("192.0.2.1", "boss", kGood));
    }

    /// An entry and a session say which way somebody came.
    void itIsKnownWhichWayTheyCame() {
        DONE(create("boss", {Role::Administrator}));
        for (const auto via : {api::Via::Console, api::Via::CommandLine}) {
            const auto entered = signIn("boss", kGood, via);
            DONE(entered);
            QVERIFY(entered->actor.via == via);
            QVERIFY(newest().via == via && newest().outcome == api::AuditOutcome::Done);
            REFUSED(signIn("boss", kOther, via), ErrorCode::SignInRefused);
            QVERIFY(newest().via == via && newest().outcome == api::AuditOutcome::Refused);
            DONE(signIn("boss", kGood, via));
            DONE(m_world->get(desk().signOut({entered->actor, {}, {}})));
            QCOMPARE(newest().operation, std::string("accounts.sign_out"));
            QVERIFY(newest().via == via);
        }
    }

    /// In characters, however many bytes each takes.
    void theLongestLoginAndPassword() {
        std::string login;
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(api::kMaxLogin); ++i) {
            login += i % 2 == 0 ? "\xe7\x8e\x8b" : "\xe6\x9d\x8e";
        }
        std::string password;
        for (std::int64_t i = 0; i < api::kMaxPassword; ++i) {
            password += "\xf0\x9f\x9a" + std::string(1, static_cast<char>(0x80 + i * 7 % 60));
        }
        DONE(create(login, {Role::Administrator}, {}, Secret(password)));
        const auto entered = signIn(login, Secret(password));
        DONE(entered);
        QCOMPARE(entered->actor.name, login);
        REFUSED(signIn(login, Secret(password.substr(0, password.size() - 4))), ErrorCode::SignInRefused);
        REFUSED(create("ann", {}, {}, Secret(password + "\xf0\x9f\x9a\x80")), ErrorCode::WeakPassword);
    }

    /// Neither the login nor the name of the person whose it becomes, whoever sets it.
    void aPasswordIsJudgedByWhoseItIs() {
        DONE(create("boss", {Role::Administrator}));
        const auto ann = create("annabella", {Role::Dispatcher}, "Wilhelmina");
        DONE(ann);
        const Secret login("annabella1");
        const Secret name("wilhelmina1");
        REFUSED(create("wilhelmina", {}, {}, name), ErrorCode::WeakPassword);
        REFUSED(create("other", {}, "Wilhelmina", name), ErrorCode::WeakPassword);
        for (const auto& weak : {login, name}) {
            REFUSED(m_world->get(desk().resetPassword(m_world->call, {ann->id, 0}, weak)), ErrorCode::WeakPassword);
            const auto entered = signIn("annabella");
            DONE(entered);
            REFUSED(m_world->get(desk().changePassword({entered->actor, {}, {}}, kGood, weak)),
                    ErrorCode::WeakPassword);
            DONE(create("ben " + std::string(weak.reveal().substr(0, 1)), {}, {}, weak));  // of others it says nothing
        }
        DONE(signIn("annabella"));
    }
};

}  // namespace test_sign_in

QTEST_GUILESS_MAIN(test_sign_in::TestSignIn)
#include "test_sign_in.moc"
