// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPromise>
#include <utility>

#include "engine/accounts/account_job.h"
#include "engine/accounts/accounts.h"
#include "engine/accounts/people.h"
#include "engine/accounts/sessions.h"
#include "engine/accounts/sign_in.h"
#include "engine/api/password_policy.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/session_store.h"
#include "engine/store/records/setting_change_store.h"

namespace evenhand::accounts {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using api::PersonRow;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;
using store::people::Record;

/// No password is longer; what is, is compared with nothing, so that a megabyte of it costs nothing.
constexpr std::size_t kMaxPasswordBytes = 4 * static_cast<std::size_t>(api::kMaxPassword);
constexpr std::size_t kMaxLoginBytes = 4 * static_cast<std::size_t>(api::kMaxLogin);

Secret normalised(const Secret& password) {
    return password.reveal().size() > kMaxPasswordBytes ? Secret() : Secret(api::normalisedPassword(password.reveal()));
}

Error signInRefused() {
    return {ErrorCode::SignInRefused, "the login or the password is wrong, or the account is disabled", "login", {}};
}

Error sessionOver() { return {ErrorCode::SessionEnded, "sign in again", {}, {}}; }

/// Of an unlock or a change, where the login is known.
Error passwordRefused() { return {ErrorCode::SignInRefused, "the password is wrong", "password", {}}; }

/// The commit may have happened: a session that should have ended must not go on.
bool mayHaveHappened(const Error& error) { return error.code == ErrorCode::OutcomeUnknown; }

class AccountDeskImpl final : public api::AccountDesk, private runtime::Desk<Operation::AccountsRead> {
public:
    AccountDeskImpl(runtime::Engine& engine, runtime::Reader& reader, const Clock& clock,
                    std::unique_ptr<Hasher> hasher)
        : Desk(engine, reader), m_clock(clock), m_signIns(clock), m_hasher(std::move(hasher)) {}

    Answer<api::SignInState> signInState() override {
        return m_reader.ask<api::SignInState>(
            [](store::Database& database, const runtime::CancelCheck&) -> Result<api::SignInState> {
                EVENHAND_ASSIGN(const auto administrators, store::people::administrators(database));
                return api::SignInState{administrators > 0};
            });
    }

    Answer<api::SignedIn> signIn(api::SignIn attempt, std::string address) override {
        auto login = attempt.login.substr(0, kMaxLoginBytes);
        const Call call{{"unknown:" + shownLogin(login), 0, {}, attempt.via}, {}, {}};
        return attemptAs<api::SignedIn>(
            call, std::move(login), attempt.password, Operation::AccountsSignIn, {},
            [this, call](const Attempt& begun, bool fits) { return enter(call, begun, fits); }, std::move(address));
    }
    Answer<void> signOut(const Call& call) override {
        if (call.actor.ended()) {
            return runtime::ready<void>({});
        }
        auto who = signedIn(call, Operation::AccountsSignOut);
        if (!who) {
            return refused<void>(std::move(who).error());
        }
        // At once, whatever becomes of the entry: nobody waits to be signed out.
        auto hash = m_sessions->keptAs(call.actor.grant.get());
        m_sessions->end(call.actor.grant.get());
        const Call plain{{call.actor.name, 0, {}, call.actor.via}, call.reason, {}};
        return m_engine.ask<void>(plain,
                                  [name = call.actor.name, hash = std::move(hash)](UnitOfWork& work) -> Result<void> {
                                      if (!hash.empty()) {
                                          EVENHAND_TRY(store::sessions::remove(work.database(), hash));
                                      }
                                      return writeOwn(work, name, Operation::AccountsSignOut);
                                  });
    }
    Answer<void> lock(const Call& call) override {
        if (const auto who = signedIn(call, Operation::AccountsUnlock); !who) {
            return refused<void>(who.error());
        }
        // At once, whatever becomes of what is stored.
        auto hash = m_sessions->setLocked(call.actor.grant.get(), true).value_or(std::string());
        if (hash.empty()) {
            return runtime::ready<void>({});
        }
        const Call plain{{call.actor.name, 0, {}, call.actor.via}, {}, {}};
        return m_engine.ask<void>(plain, [hash = std::move(hash)](UnitOfWork& work) {
            return store::sessions::remove(work.database(), hash);
        });
    }
    Answer<void> unlock(const Call& call, Secret password) override {
        auto who = signedIn(call, Operation::AccountsUnlock);
        if (!who) {
            return refused<void>(std::move(who).error());
        }
        return compare(call, who->person, password, Operation::AccountsUnlock, {})
            .then([this, call, person = who->person](const Result<Attempt>& compared) {
                if (!compared || compared->refusal) {
                    return refused<void>(compared ? *compared->refusal : compared.error());
                }
                return keepAgain(call, person);
            })
            .unwrap();
    }
    Answer<void> changePassword(const Call& call, Secret present, Secret next) override {
        auto who = signedIn(call, Operation::AccountsChangePassword);
        if (!who) {
            return refused<void>(std::move(who).error());
        }
        if (base::equalSecrets(normalised(present).reveal(), normalised(next).reveal())) {
            return refused<void>({ErrorCode::InvalidArgument, "this is the current password", "password", {}});
        }
        const auto good = [next](const Record& person) {
            return api::checkPassword(next.reveal(), person.row.login, person.row.name);
        };
        return compare(call, who->person, present, Operation::AccountsChangePassword, good)
            .then([this, named = who->call, next](Result<Attempt> compared) {
                if (!compared || compared->refusal) {
                    return refused<void>(compared ? *compared->refusal : compared.error());
                }
                return putPassword(named, {compared->person->row.id, 0}, next);
            })
            .unwrap();
    }

    Answer<PersonRow> create(const Call& call, api::PersonInput input, Secret password) override {
        auto named = checkOperation(m_engine, call, Operation::AccountsCreate);
        if (!named) {
            return refused<PersonRow>(std::move(named).error());
        }
        if (auto good = checkInput(input, password); !good) {
            return refused<PersonRow>(std::move(good).error());
        }
        return m_hasher->hash(normalised(password))
            .then([this, named = *std::move(named), input = std::move(input)](Result<std::string> hash) {
                if (!hash) {
                    return refused<PersonRow>(hash.error());
                }
                return m_engine.ask<PersonRow>(named, [this, input, hash = *std::move(hash)](UnitOfWork& work) {
                    return accounts::create(work, input, hash, m_clock.now());
                });
            })
            .unwrap();
    }
    Answer<PersonRow> rename(const Call& call, api::PersonRef ref, std::string name) override {
        return change(call, Operation::AccountsEdit, ref,
                      [ref, name = std::move(name)](UnitOfWork& work) { return accounts::rename(work, ref, name); });
    }
    Answer<PersonRow> setRoles(const Call& call, api::PersonRef ref, std::vector<api::Role> roles) override {
        return change(call, Operation::AccountsSetRoles, ref,
                      [ref, roles = std::move(roles)](UnitOfWork& work) -> Result<PersonRow> {
                          EVENHAND_ASSIGN(auto row, accounts::setRoles(work, ref, roles));
                          if (roles.empty()) {
                              EVENHAND_TRY(store::sessions::removeAll(work.database(), ref.id));
                          }
                          return row;
                      });
    }
    Answer<PersonRow> resetPassword(const Call& call, api::PersonRef ref, Secret password) override {
        auto named = checkOperation(m_engine, call, Operation::AccountsResetPassword);
        if (!named) {
            return refused<PersonRow>(std::move(named).error());
        }
        return m_reader
            .ask<Record>(
                [ref](store::Database& database, const runtime::CancelCheck&) { return findPerson(database, ref); })
            .then([this, named = *std::move(named), ref, password = std::move(password)](Result<Record> person) {
                if (!person) {
                    return refused<PersonRow>(person.error());
                }
                if (auto good = api::checkPassword(password.reveal(), person->row.login, person->row.name); !good) {
                    return refused<PersonRow>(std::move(good).error());
                }
                return hashAndSet(named, ref, password);
            })
            .unwrap();
    }
    Answer<PersonRow> setDisabled(const Call& call, api::PersonRef ref, bool disabled) override {
        return change(call, Operation::AccountsSetDisabled, ref,
                      [ref, disabled](UnitOfWork& work) -> Result<PersonRow> {
                          EVENHAND_ASSIGN(auto row, accounts::setDisabled(work, ref, disabled));
                          if (disabled) {
                              EVENHAND_TRY(store::sessions::removeAll(work.database(), ref.id));
                          }
                          return row;
                      });
    }
    Answer<PersonRow> lift(const Call& call, api::PersonRef ref) override {
        return change(call, Operation::AccountsLift, ref,
                      [ref](UnitOfWork& work) { return accounts::lift(work, ref); });
    }
    Answer<void> setSettings(const Call& call, api::AccountSettings settings) override {
        auto named = checkOperation(m_engine, call, Operation::AccountsSetSettings);
        if (!named) {
            return refused<void>(std::move(named).error());
        }
        return m_engine.ask<void>(*std::move(named),
                                  [settings](UnitOfWork& work) { return accounts::setSettings(work, settings); });
    }

    Answer<void> keepSession(const Call& call, std::string hash) override {
        const auto id = m_sessions->personOf(call.actor);
        if (!id) {
            return refused<void>({ErrorCode::SessionEnded, call.actor.name + " has not signed in", {}, {}});
        }
        m_sessions->keep(call.actor.grant.get(), hash);
        const Call plain{{call.actor.name, 0, {}, call.actor.via}, {}, {}};
        return m_engine.ask<void>(plain, [this, id = *id, hash = std::move(hash)](UnitOfWork& work) -> Result<void> {
            EVENHAND_ASSIGN(const auto person, findPerson(work.database(), {id, 0}));
            // What has ended the grant in this same commit has removed the sessions that were stored by then.
            const bool hasAnotherPassword = person.row.lastSignIn.value_or(Instant{}) < person.passwordAt;
            if (person.row.disabled || hasAnotherPassword) {
                return fail(sessionOver());
            }
            const auto now = m_clock.now();
            return store::sessions::insert(work.database(), hash, {id, now, now});
        });
    }
    Answer<api::SignedIn> resumeSession(std::string hash, api::Via via) override {
        const Call call{{"unknown:session", 0, {}, via}, {}, {}};
        return askAccounts<api::SignedIn>(
            m_engine, call,
            [this, hash, via](UnitOfWork& work) -> Result<api::SignedIn> {
                const auto now = m_clock.now();
                EVENHAND_ASSIGN(const auto kept, store::sessions::find(work.database(), hash));
                // One that is about to be removed may still be there.
                if (!kept || m_sessions->isLocked(hash) || kept->usedAt.plusMs(api::kSessionMs) < now) {
                    return fail(sessionOver());
                }
                EVENHAND_ASSIGN(const auto person, findPerson(work.database(), {kept->person, 0}));
                if (person.row.disabled) {
                    return fail(sessionOver());
                }
                EVENHAND_TRY(store::sessions::setUsed(work.database(), hash, now));
                api::AuditRecord record;
                record.operation = api::infoOf(Operation::AccountsSignIn).name;
                record.subject = "person " + person.row.login;
                record.via = via;
                record.actor = person.row.login;
                record.detail = "session taken up again";
                EVENHAND_TRY(work.record(std::move(record)));
                return api::SignedIn{
                    {person.row.login, 0, {}, via, person.row.name}, person.row, person.row.lastSignIn, 0};
            },
            [sessions = m_sessions, hash](Result<api::SignedIn>& done) {
                if (done) {
                    done->actor.grant = sessions->open(done->person.id, permissionsOf(done->person));
                    sessions->keep(done->actor.grant.get(), hash);
                }
            });
    }
    Answer<void> renewSessions(std::vector<std::string> hashes) override {
        const Call call{api::Actor::administrator("system"), {}, {}};
        return m_engine.ask<void>(call, [this, hashes = std::move(hashes)](UnitOfWork& work) -> Result<void> {
            const auto now = m_clock.now();
            for (const auto& hash : hashes) {
                EVENHAND_TRY(store::sessions::setUsed(work.database(), hash, now));
            }
            return store::sessions::removeUnused(work.database(), now.plusMs(-api::kSessionMs));
        });
    }

    Answer<std::vector<PersonRow>> people(const Call& call) override {
        return read<std::vector<PersonRow>>(call, Operation::AccountsRead,
                                            [](store::Database& database) { return store::people::all(database); });
    }
    Answer<api::AccountSettings> settings(const Call& call) override {
        return read<api::AccountSettings>(
            call, Operation::AccountsReadSettings, [](store::Database& database) -> Result<api::AccountSettings> {
                EVENHAND_ASSIGN(const auto change,
                                store::settingChanges::last(database, store::SettingKind::Accounts, {}));
                EVENHAND_ASSIGN(auto settings, store::people::settings(database));
                settings.version = change.version;
                return settings;
            });
    }

private:
    struct Who {
        PersonId person;
        Call call;  ///< with the operation named
    };
    /// SessionEnded unless the actor has signed in here.
    Result<Who> signedIn(const Call& call, Operation operation) {
        EVENHAND_ASSIGN(auto named, checkOperation(m_engine, call, operation));
        const auto person = m_sessions->personOf(call.actor);
        if (!person) {
            return fail(ErrorCode::SessionEnded, call.actor.name + " has not signed in");
        }
        return Who{*person, std::move(named)};
    }
    /// Where a console was locked, its session can be taken up again. That it cannot be stored is no reason to stay
    /// locked.
    Answer<void> keepAgain(const Call& call, PersonId person) {
        auto hash = m_sessions->setLocked(call.actor.grant.get(), false).value_or(std::string());
        if (hash.empty()) {
            return runtime::ready<void>({});
        }
        const Call plain{{call.actor.name, 0, {}, call.actor.via}, {}, {}};
        return m_engine
            .ask<void>(plain,
                       [this, person, hash = std::move(hash)](UnitOfWork& work) {
                           const auto now = m_clock.now();
                           return store::sessions::insert(work.database(), hash, {person, now, now});
                       })
            .then([](const Result<void>&) { return Result<void>(); });
    }
    static Result<void> writeOwn(UnitOfWork& work, const std::string& login, Operation operation) {
        api::AuditRecord record;
        record.operation = api::infoOf(operation).name;
        record.subject = "person " + login;
        return work.record(std::move(record));
    }
    /// The attempt counts, then its password is compared, then `end(attempt, fits)` says what comes of it.
    template <typename T, typename End>
    Answer<T> attemptAs(const Call& call, std::variant<std::string, PersonId> who, const Secret& password,
                        Operation operation, SignIns::First first, End end, std::string address = {}) {
        return m_engine
            .ask<Attempt>(call,
                          [this, who = std::move(who), via = call.actor.via, operation, first = std::move(first),
                           address = std::move(address)](UnitOfWork& work) {
                              return m_signIns.begin(work, who, via, operation, first, address);
                          })
            .then([this, password = normalised(password), end = std::move(end)](Result<Attempt> begun) {
                if (!begun || begun->refusal) {
                    return refused<T>(begun ? *begun->refusal : begun.error());
                }
                auto encoded = begun->person ? begun->person->hash : std::string();
                return m_hasher->verify(password, std::move(encoded))
                    .then([end, begun = *std::move(begun)](Result<bool> fits) {
                        return fits ? end(begun, *fits) : refused<T>(fits.error());
                    })
                    .unwrap();
            })
            .unwrap();
    }
    /// The end of a sign-in: the session opens when it is durable.
    Answer<api::SignedIn> enter(const Call& call, Attempt begun, bool fits) {
        const auto before = begun.person ? begun.person->row : PersonRow{};
        return askAccounts<api::SignedIn>(
            m_engine, call,
            [this, begun = std::move(begun), fits, via = call.actor.via](UnitOfWork& work) -> Result<api::SignedIn> {
                EVENHAND_ASSIGN(const auto person, m_signIns.end(work, begun, fits, via, Operation::AccountsSignIn));
                api::SignedIn signedIn;
                if (person) {
                    signedIn.person = person->row;
                    signedIn.actor.name = person->row.login;
                    signedIn.actor.via = via;
                    signedIn.actor.called = person->row.name;
                }
                return signedIn;  // nobody's: refused, and the entry that says so is kept
            },
            [sessions = m_sessions, before](Result<api::SignedIn>& done) {
                if (!done) {
                    return;
                }
                if (done->actor.name.empty()) {
                    done = Result<api::SignedIn>(fail(signInRefused()));
                    return;
                }
                done->lastSignIn = before.lastSignIn;
                done->failuresSince = before.failures;
                done->actor.grant = sessions->open(done->person.id, permissionsOf(done->person));
            });
    }
    /// Whether whoever types is the person of the session; if not, the attempt says why.
    Answer<Attempt> compare(const Call& call, PersonId person, const Secret& password, Operation operation,
                            SignIns::First first) {
        const Call plain{call.actor, {}, {}};  // the entries are the attempt's own
        return attemptAs<Attempt>(plain, person, password, operation, std::move(first),
                                  [this, plain, operation](const Attempt& begun, bool fits) {
                                      return m_engine.ask<Attempt>(
                                          plain, [this, begun, fits, operation](UnitOfWork& work) -> Result<Attempt> {
                                              auto compared = begun;
                                              EVENHAND_ASSIGN(
                                                  const auto known,
                                                  m_signIns.end(work, begun, fits, work.call().actor.via, operation));
                                              if (!known) {
                                                  compared.refusal = passwordRefused();
                                              }
                                              return compared;
                                          });
                                  });
    }
    /// A change of somebody, and their sessions with it.
    template <typename Run>
    Answer<PersonRow> change(const Call& call, Operation operation, api::PersonRef ref, Run run) {
        auto named = checkOperation(m_engine, call, operation);
        if (!named) {
            return refused<PersonRow>(std::move(named).error());
        }
        return askAccounts<PersonRow>(m_engine, *std::move(named), std::move(run),
                                      [sessions = m_sessions, ref](Result<PersonRow>& done) {
                                          if (!done) {
                                              if (mayHaveHappened(done.error())) {
                                                  sessions->endAll(ref.id);
                                              }
                                          } else if (done->disabled) {
                                              sessions->endAll(ref.id);
                                          } else {
                                              sessions->change(ref.id, permissionsOf(*done));
                                          }
                                      });
    }
    Answer<PersonRow> hashAndSet(const Call& named, api::PersonRef ref, const Secret& password) {
        return m_hasher->hash(normalised(password))
            .then([this, named, ref](Result<std::string> hash) {
                if (!hash) {
                    return refused<PersonRow>(hash.error());
                }
                return askAccounts<PersonRow>(
                    m_engine, named,
                    [this, ref, hash = *std::move(hash)](UnitOfWork& work) -> Result<PersonRow> {
                        EVENHAND_ASSIGN(auto row, setPassword(work, ref, hash, true, m_clock.now()));
                        EVENHAND_TRY(store::sessions::removeAll(work.database(), ref.id));
                        return row;
                    },
                    [sessions = m_sessions, ref](Result<PersonRow>& done) {
                        if (done || mayHaveHappened(done.error())) {
                            sessions->endAll(ref.id);
                        }
                    });
            })
            .unwrap();
    }
    /// One's own: this session goes on, with all that the roles allow.
    Answer<void> putPassword(const Call& named, api::PersonRef ref, const Secret& next) {
        return m_hasher->hash(normalised(next))
            .then([this, named, ref](Result<std::string> hash) {
                if (!hash) {
                    return refused<PersonRow>(hash.error());
                }
                return askAccounts<PersonRow>(
                    m_engine, named,
                    [this, ref, hash = *std::move(hash),
                     own = m_sessions->keptAs(named.actor.grant.get())](UnitOfWork& work) -> Result<PersonRow> {
                        EVENHAND_ASSIGN(auto row, setPassword(work, ref, hash, false, m_clock.now()));
                        EVENHAND_TRY(store::sessions::removeAll(work.database(), ref.id, own));
                        return row;
                    },
                    [sessions = m_sessions, ref, own = named.actor.grant](Result<PersonRow>& done) {
                        if (done || mayHaveHappened(done.error())) {
                            sessions->endAll(ref.id, own.get());
                        }
                        if (done) {
                            sessions->change(ref.id, permissionsOf(*done));
                        }
                    });
            })
            .unwrap()
            .then([](Result<PersonRow> done) -> Result<void> {
                return done ? Result<void>() : Result<void>(tl::unexpect, done.error());
            });
    }

    const Clock& m_clock;
    const std::shared_ptr<Sessions> m_sessions = std::make_shared<Sessions>();
    SignIns m_signIns;                 ///< of the engine's thread
    std::unique_ptr<Hasher> m_hasher;  ///< last: its thread ends before what it answers to goes
};

}  // namespace

std::unique_ptr<api::AccountDesk> makeAccountDesk(runtime::Engine& engine, runtime::Reader& reader, const Clock& clock,
                                                  std::unique_ptr<Hasher> hasher) {
    return std::make_unique<AccountDeskImpl>(engine, reader, clock, std::move(hasher));
}

}  // namespace evenhand::accounts
