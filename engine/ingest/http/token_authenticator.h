// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the workspace as the gate asks for them.
// Thread: the server's.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/api/token_desk.h"
#include "engine/ingest/http/services.h"

namespace evenhand::ingest {

class TokenAuthenticator final : public Authenticator {
public:
    /// `perSecond`: of tokens that say nothing of their own; 0: without a limit. The desk must outlive this.
    TokenAuthenticator(const api::TokenDesk& desk, std::int64_t perSecond) : m_desk(desk), m_perSecond(perSecond) {}
    [[nodiscard]] Result<TokenHolder> holderOf(std::string_view secret) override;

private:
    const api::TokenDesk& m_desk;
    const std::int64_t m_perSecond;
};

}  // namespace evenhand::ingest
