// SPDX-License-Identifier: GPL-3.0-or-later
// Who a token is, from the engine's desk of tokens. Thread: the server's.
#pragma once

#include "engine/ingest/services.h"

namespace evenhand::ingest {

class TokenAuthenticator final : public Authenticator {
public:
    /// The desk has been loaded and outlives this.
    explicit TokenAuthenticator(const api::TokenDesk& desk) : m_desk(desk) {}
    [[nodiscard]] Result<TokenHolder> holderOf(std::string_view secret) override {
        const auto bearer = m_desk.bearer(secret);
        if (!bearer) {
            return fail(ErrorCode::SignInRefused, "the token is not known, or was revoked", "Authorization");
        }
        return TokenHolder{bearer->id.value, bearer->actor, bearer->scopes, bearer->perSecond, bearer->perSecond};
    }

private:
    const api::TokenDesk& m_desk;
};

}  // namespace evenhand::ingest
