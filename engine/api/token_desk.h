// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the HTTP API: made and revoked by people, presented by programs.
//
// A token is "evh_NAME_SECRET": a part that names it and 256 random bits that are shown once; kept is their SHA-256
// (they cannot be guessed, so nothing slower is needed). A token that may notify payments also has a signing key, which
// the engine needs again and therefore keeps in the keychain. Thread: every function may be called from any thread and
// returns at once; answers as in call.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/token_scope.h"
#include "engine/base/ids.h"
#include "engine/base/secret.h"

namespace evenhand::api {

inline constexpr std::int64_t kMaxTokens = 1'000;  ///< that are not revoked
inline constexpr std::int64_t kMaxTokenRate = 1'000'000;
inline constexpr std::size_t kMaxTokenName = 40;

struct TokenInput {
    std::string name;            ///< 1 … 40 of a-z, 0-9, '-', '.', '_'; unique for ever: the log names it
    TokenScopes scopes = 0;      ///< at least one
    std::int64_t perSecond = 0;  ///< requests; 0: as the service is set, … kMaxTokenRate
    bool operator==(const TokenInput&) const = default;
};
struct TokenRow {
    TokenId id;
    TokenInput input;
    std::string keyId;  ///< the part of the token that names it; no secret
    Instant createdAt;
    std::string createdBy;
    std::optional<Instant> revokedAt;
    std::string revokedBy;
};
struct TokenCreated {
    TokenRow row;
    Secret token;    ///< shown once
    Secret signing;  ///< shown once; empty unless it may notify payments
};

/// Whoever presented a token that is good.
struct TokenBearer {
    TokenId id;
    Actor actor;  ///< "token:NAME", with the grant that revoking ends; via http
    TokenScopes scopes = 0;
    std::int64_t perSecond = 0;
    Secret signing;  ///< key of payment notifications; empty: none, or the keychain could not be read
};

/// Requests that the HTTP API has refused at its gate, summed up: those of one holder and address, with one status and
/// reason, within a minute.
struct RefusedRequests {
    std::string holder;  ///< "token:NAME"; empty: nobody that is known
    std::string peer;    ///< address; empty: those of more addresses than are told one by one
    int status = 0;      ///< 401, 403, 429
    std::string reason;  ///< "token_unknown"
    std::int64_t count = 0;
    Instant from;  ///< the first of them
};

class TokenDesk {
public:
    virtual ~TokenDesk() = default;

    // --- administration; permission ManagePeople ------------------------------------------------------------------
    /// InvalidArgument (name, scopes, per_second), AlreadyExists (name), Overflow, Unsupported (keychain).
    virtual Answer<TokenCreated> create(const Call& call, TokenInput input) = 0;
    /// Reason needed. At once, also for requests under way, for good. WrongStatus: revoked before, and by whom.
    /// NotFound (token). A token has no version: revoking is all that happens to it.
    virtual Answer<TokenRow> revoke(const Call& call, TokenId id) = 0;
    /// An entry of the audit log: the service was switched on, or off; `at`: its address as people read it.
    virtual Answer<void> noteService(const Call& call, bool on, std::string at) = 0;
    /// An entry of the audit log: what the service's gate has refused. For the service itself; needs no permission.
    virtual Answer<void> noteRefused(RefusedRequests refused) = 0;
    /// Permission ReadAudit, as for people. Oldest first, revoked ones included.
    virtual Answer<std::vector<TokenRow>> tokens(const Call& call) = 0;

    // --- the service ----------------------------------------------------------------------------------------------
    /// Reads the tokens and their signing keys into memory; once, before the first request.
    virtual Answer<void> load() = 0;
    /// In memory, some 1 µs, in time that does not depend on the secret; nullptr: unknown, wrong or revoked.
    [[nodiscard]] virtual std::shared_ptr<const TokenBearer> bearer(std::string_view token) const = 0;
    /// nullptr: unknown or revoked.
    [[nodiscard]] virtual std::shared_ptr<const TokenBearer> bearer(TokenId id) const = 0;
};

}  // namespace evenhand::api
