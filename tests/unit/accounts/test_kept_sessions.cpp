// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that outlive the engine which they were begun at: taken up by their token's hash as long as their person may
// come in, with what that person may do by then.
#include <QtTest>

#include "engine/base/sha256.h"
#include "tests/unit/desks/desk_world.h"

namespace test_kept_sessions {

using namespace evenhand;
using api::Role;
using test::DeskWorld;

namespace {

const Secret kGood("a long walk on the beach");
const Secret kOther("seven blue umbrellas here");
const Secret kThird("nobody guesses this sentence");

std::string hashOf(const std::string& token) { return base::hexOf(base::bytesOf(base::sha256(token))); }

}  // namespace

class TestKeptSessions : public QObject {
    Q_OBJECT
    std::unique_ptr<DeskWorld> m_world;

    api::AccountDesk& desk() { return m_world->workspace->accounts(); }
    /// A person who need not change the password.
    Result<api::PersonRow> add(const std::string& login, std::vector<Role> roles) {
        EVENHAND_ASSIGN(const auto made,
                        m_world->get(desk().create(m_world->call, {login, {}, std::move(roles)}, kThird)));
        EVENHAND_ASSIGN(const auto entered, m_world->get(desk().signIn({login, kThird, api::Via::Console})));
        EVENHAND_TRY(m_world->get(desk().changePassword({entered.actor, {}, {}}, kThird, kGood)));
        return made;
    }
    /// A session of this person, known by this token.
    Result<api::SignedIn> begin(const std::string& login, const std::string& token, const Secret& password = kGood) {
        EVENHAND_ASSIGN(auto entered, m_world->get(desk().signIn({login, password, api::Via::Console})));
        EVENHAND_TRY(m_world->get(desk().keepSession({entered.actor, {}, {}}, hashOf(token))));
        return entered;
    }
    Result<api::SignedIn> resume(const std::string& token) {
        return m_world->get(desk().resumeSession(hashOf(token), api::Via::Console));
    }

private Q_SLOTS:
    void init() {
        m_world = std::make_unique<DeskWorld>();
        DONE(add("boss", {Role::Administrator}));
        DONE(add("ann", {Role::Dispatcher}));
    }

    void itGoesOnInAnotherEngine() {
        const auto entered = begin("ann", "token");
        DONE(entered);
        DONE(m_world->reopen());
        REFUSED(resume("another token"), ErrorCode::SessionEnded);
        const auto again = resume("token");
        DONE(again);
        QCOMPARE(again->actor.name, std::string("ann"));
        QVERIFY(again->actor.grant && again->actor.grant != entered->actor.grant);
        QVERIFY(again->actor.may(api::Permission::Dispatch) && !again->actor.may(api::Permission::ManagePeople));
        DONE(m_world->get(desk().unlock({again->actor, {}, {}}, kGood)));
        api::AuditQuery query;
        query.limit = 2;
        const auto entries = m_world->get(m_world->workspace->audit().page(m_world->call, query));
        DONE(entries);
        QVERIFY(std::any_of(entries->begin(), entries->end(), [](const api::AuditRecord& entry) {
            return entry.actor == "ann" && entry.detail == "session taken up again";
        }));
        // Once more, and what becomes of its person is seen by it as by any other.
        DONE(resume("token"));
        DONE(m_world->get(desk().setDisabled(m_world->call, {again->person.id, 0}, true)));
        QVERIFY(again->actor.ended());
    }

    void withWhatItsPersonMayDoByThen() {
        const auto entered = begin("ann", "token");
        DONE(entered);
        DONE(m_world->get(desk().setRoles(m_world->call, {entered->person.id, 0}, {Role::RefundClerk})));
        DONE(m_world->reopen());
        const auto again = resume("token");
        DONE(again);
        QVERIFY(!again->actor.may(api::Permission::Dispatch));
        QCOMPARE(again->actor.grant->permissions(), api::permissionsOf({Role::RefundClerk}));
    }

    void itEnds_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"sign-out", "disable", "reset", "no role", "own password elsewhere"}) {
            QTest::newRow(how) << QString::fromLatin1(how);
        }
    }
    void itEnds() {
        QFETCH(QString, how);
        const auto entered = begin("ann", "token");
        DONE(entered);
        const auto other = begin("boss", "of somebody else");
        DONE(other);
        const api::PersonRef ann{entered->person.id, 0};
        const auto& call = m_world->call;
        if (how == QLatin1String("sign-out")) {
            DONE(m_world->get(desk().signOut({entered->actor, {}, {}})));
        } else if (how == QLatin1String("disable")) {
            DONE(m_world->get(desk().setDisabled(call, ann, true)));
            DONE(m_world->get(desk().setDisabled(call, ann, false)));
        } else if (how == QLatin1String("reset")) {
            DONE(m_world->get(desk().resetPassword(call, ann, kOther)));
        } else if (how == QLatin1String("no role")) {
            DONE(m_world->get(desk().setRoles(call, ann, {})));
        } else {
            const auto elsewhere = begin("ann", "elsewhere");
            DONE(elsewhere);
            DONE(m_world->get(desk().changePassword({elsewhere->actor, {}, {}}, kGood, kOther)));
            DONE(resume("elsewhere"));
        }
        REFUSED(resume("token"), ErrorCode::SessionEnded);
        DONE(m_world->reopen());
        REFUSED(resume("token"), ErrorCode::SessionEnded);
        DONE(resume("of somebody else"));
    }

    /// One that was taken up is signed out by its hash, too.
    void oneThatWasTakenUpEndsToo() {
        DONE(begin("ann", "token"));
        DONE(m_world->reopen());
        const auto again = resume("token");
        DONE(again);
        DONE(m_world->get(desk().signOut({again->actor, {}, {}})));
        REFUSED(resume("token"), ErrorCode::SessionEnded);
    }

    /// Nobody takes up the session of a console that is locked; whoever unlocks it goes on as before.
    void lockedItIsNotTakenUp() {
        const auto entered = begin("ann", "token");
        DONE(entered);
        const api::Call ann{entered->actor, {}, {}};
        REFUSED(m_world->get(desk().lock(m_world->call)), ErrorCode::SessionEnded);
        DONE(m_world->get(desk().lock(ann)));
        DONE(m_world->get(desk().lock(ann)));
        REFUSED(resume("token"), ErrorCode::SessionEnded);
        QVERIFY(!entered->actor.ended() && entered->actor.may(api::Permission::Dispatch));
        REFUSED(m_world->get(desk().unlock(ann, kOther)), ErrorCode::SignInRefused);
        REFUSED(resume("token"), ErrorCode::SessionEnded);
        DONE(m_world->get(desk().unlock(ann, kGood)));
        DONE(resume("token"));
        DONE(m_world->get(desk().unlock(ann, kGood)));  // which nobody has locked
        DONE(m_world->get(desk().lock(ann)));
        DONE(m_world->reopen());
        REFUSED(resume("token"), ErrorCode::SessionEnded);
    }

    /// The order of the questions counts, not that of their commits.
    void lockedJustBefore() {
        const auto entered = begin("ann", "token");
        DONE(entered);
        auto locked = desk().lock({entered->actor, {}, {}});
        auto resumed = desk().resumeSession(hashOf("token"), api::Via::Console);
        m_world->workspace->runUntilIdle();
        DONE(locked.result());
        REFUSED(resumed.result(), ErrorCode::SessionEnded);
    }

    void anHourAfterItWasUsedLast() {
        DONE(begin("ann", "used"));
        DONE(begin("ann", "left alone"));
        m_world->clock.advanceMs(api::kSessionMs - 1);
        DONE(m_world->get(desk().renewSessions({hashOf("used"), hashOf("never there")})));
        m_world->clock.advanceMs(2);
        REFUSED(resume("left alone"), ErrorCode::SessionEnded);
        DONE(resume("used"));
        m_world->clock.advanceMs(api::kSessionMs + 1);
        REFUSED(resume("used"), ErrorCode::SessionEnded);
        // What is over is forgotten with the next that are in use.
        DONE(m_world->get(desk().renewSessions({})));
        const auto rows = m_world->workspace->inspect([](store::Database& database, auto&) -> Result<void> {
            auto& statement = database.statement("SELECT COUNT(*) FROM console_session");
            EVENHAND_TRY(statement.query());
            const bool none = statement.next() && statement.onlyNumber() == 0;
            statement.finish();
            return none ? Result<void>() : fail(ErrorCode::Internal, "there are sessions");
        });
        DONE(rows);
    }

    void onlyWhoIsSignedInKeepsASession() {
        REFUSED(m_world->get(desk().keepSession(m_world->call, hashOf("token"))), ErrorCode::SessionEnded);
        const auto entered = begin("ann", "token");
        DONE(entered);
        DONE(m_world->get(desk().signOut({entered->actor, {}, {}})));
        REFUSED(m_world->get(desk().keepSession({entered->actor, {}, {}}, hashOf("more"))), ErrorCode::SessionEnded);
        REFUSED(resume("more"), ErrorCode::SessionEnded);
    }

    /// Both are done in one commit: the order of the commands counts, not that of their answers.
    void disabledInTheSameCommit() {
        const auto entered = m_world->get(desk().signIn({"ann", kGood, api::Via::Console}));
        DONE(entered);
        auto disabled = desk().setDisabled(m_world->call, {entered->person.id, 0}, true);
        auto kept = desk().keepSession({entered->actor, {}, {}}, hashOf("token"));
        m_world->workspace->runUntilIdle();
        DONE(disabled.result());
        REFUSED(kept.result(), ErrorCode::SessionEnded);
        DONE(m_world->get(desk().setDisabled(m_world->call, {entered->person.id, 0}, false)));
        REFUSED(resume("token"), ErrorCode::SessionEnded);
    }

    /// Likewise: who has begun the session knew another password than the one that counts now.
    void anotherPasswordInTheSameCommit() {
        const auto entered = m_world->get(desk().signIn({"ann", kGood, api::Via::Console}));
        DONE(entered);
        m_world->clock.advanceMs(1);
        auto reset = desk().resetPassword(m_world->call, {entered->person.id, 0}, kOther);
        auto kept = desk().keepSession({entered->actor, {}, {}}, hashOf("token"));
        QVERIFY(!reset.isFinished() && !kept.isFinished());
        m_world->workspace->runUntilIdle();
        DONE(reset.result());
        REFUSED(kept.result(), ErrorCode::SessionEnded);
        REFUSED(resume("token"), ErrorCode::SessionEnded);
        DONE(m_world->reopen());
        REFUSED(resume("token"), ErrorCode::SessionEnded);
        // With the new one there is one again.
        m_world->clock.advanceMs(1);
        DONE(begin("ann", "new", kOther));
        DONE(resume("new"));
    }
};

}  // namespace test_kept_sessions

QTEST_GUILESS_MAIN(test_kept_sessions::TestKeptSessions)
#include "test_kept_sessions.moc"
