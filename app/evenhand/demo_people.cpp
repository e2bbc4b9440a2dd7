// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/demo_people.h"

#include <memory>
#include <optional>
#include <utility>

#include "ui/bridge/continuation.h"

namespace evenhand::app {
namespace {

/// Whoever is added by somebody else must choose a new password, other than this one.
constexpr const char* kFirstPassword = "no noodles yet today";

/// Adds them one after the other: the first one keeps the password, each of the others has to change it.
class Adding : public std::enable_shared_from_this<Adding> {
public:
    Adding(api::EngineApi& engine, api::Actor owner, QObject* context, std::function<void(const Result<bool>&)> done)
        : m_engine(engine), m_owner(std::move(owner)), m_context(context), m_done(std::move(done)) {}

    void add(std::size_t index) {
        if (index == kDemoPeople.size()) {
            m_done(true);
            return;
        }
        const auto& person = kDemoPeople[index];
        const bool isFirst = index == 0;
        then(m_engine.accounts().create({m_owner, {}, {}}, {person.login, person.name, {person.role}},
                                        Secret(isFirst ? kDemoPassword : kFirstPassword)),
             [this, index, isFirst](const api::PersonRow&) { isFirst ? add(index + 1) : signIn(index); });
    }

private:
    void signIn(std::size_t index) {
        api::SignIn typed;
        typed.login = kDemoPeople[index].login;
        typed.password = Secret(kFirstPassword);
        then(m_engine.accounts().signIn(std::move(typed)), [this, index](const api::SignedIn& who) {
            changePassword(index, {who.actor, {}, {}});
        });
    }
    void changePassword(std::size_t index, const api::Call& call) {
        const auto changed = [this, index, call] {
            thenDone(m_engine.accounts().signOut(call), [this, index] { add(index + 1); });
        };
        thenDone(m_engine.accounts().changePassword(call, Secret(kFirstPassword), Secret(kDemoPassword)), changed);
    }
    template <typename T, typename Next>
    void then(const api::Answer<T>& answer, Next next) {
        ui::whenReady(answer, m_context, [self = shared_from_this(), next](const Result<T>& result) {
            result ? next(*result) : self->m_done(fail(result.error()));
        });
    }
    template <typename Next>
    void thenDone(const api::Answer<void>& answer, Next next) {
        ui::whenReady(answer, m_context, [self = shared_from_this(), next](const Result<void>& result) {
            result ? next() : self->m_done(fail(result.error()));
        });
    }

    api::EngineApi& m_engine;
    const api::Actor m_owner;
    QObject* const m_context;
    const std::function<void(const Result<bool>&)> m_done;
};

}  // namespace

void makeDemoPeople(api::EngineApi& engine, const api::Actor& owner, QObject* context,
                    std::function<void(const Result<bool>&)> done) {
    ui::whenReady(engine.accounts().signInState(), context,
                  [&engine, owner, context, done = std::move(done)](const Result<api::SignInState>& state) {
                      if (!state || state->needed) {
                          done(state ? Result<bool>(true) : Result<bool>(fail(state.error())));
                          return;
                      }
                      std::make_shared<Adding>(engine, owner, context, done)->add(0);
                  });
}

}  // namespace evenhand::app
