// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/token_authenticator.h"

#include <algorithm>

namespace evenhand::ingest {
namespace {

constexpr std::int64_t kMinBurst = 10;

}  // namespace

Result<TokenHolder> TokenAuthenticator::holderOf(std::string_view secret) {
    const auto bearer = m_desk.bearer(secret);
    if (!bearer || bearer->actor.ended()) {
        return fail(ErrorCode::SignInRefused, "the token is unknown or was revoked");
    }
    const std::int64_t perSecond = bearer->perSecond > 0 ? bearer->perSecond : m_perSecond;
    return TokenHolder{bearer->id.value, bearer->actor, bearer->scopes, perSecond, std::max(perSecond, kMinBurst)};
}

}  // namespace evenhand::ingest
