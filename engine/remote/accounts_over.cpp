// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace accounts_parts {

EVENHAND_PARTS(EVENHAND_CALLS_ACCOUNTS)

template <typename T>
class Promised {
public:
    Promised() { m_promise->start(); }
    [[nodiscard]] api::Answer<T> future() const { return m_promise->future(); }
    void operator()(Result<T> result) const {
        m_promise->addResult(std::move(result));
        m_promise->finish();
    }

private:
    std::shared_ptr<QPromise<Result<T>>> m_promise = std::make_shared<QPromise<Result<T>>>();
};

class RemoteAccount final : EVENHAND_MADE_OF(EVENHAND_CALLS_ACCOUNTS) {
public:
    explicit RemoteAccount(RemoteLine& line) : OnLine(&line) {}

    api::Answer<api::SignInState> signInState() override {
        const Promised<api::SignInState> promised;
        line().signInState(promised);
        return promised.future();
    }
    api::Answer<api::SignedIn> signIn(api::SignIn attempt, std::string) override {
        const Promised<api::SignedIn> promised;
        line().signIn(std::move(attempt), promised);
        return promised.future();
    }
    api::Answer<void> signOut(const api::Call&) override {
        const Promised<void> promised;
        line().signOut(promised);
        return promised.future();
    }
};

}  // namespace accounts_parts

std::unique_ptr<api::AccountDesk> accountsOver(RemoteLine& line) {
    return std::make_unique<accounts_parts::RemoteAccount>(line);
}

}  // namespace evenhand::remote
