// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the HTTP API: the rules of making and revoking them, and those that are good, in memory.
// Thread: rules the engine's; BearerList any.
// Invariant: a token is in the list only while it is stored and not revoked, as far as commits are known here; what was
// revoked never comes back.
#pragma once

#include <memory>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/api/token_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/token_store.h"

namespace evenhand::accounts {

/// "evh_KEYID_SECRET".
struct TokenText {
    std::string keyId;   ///< 16 hex digits
    std::string secret;  ///< 64 hex digits
    [[nodiscard]] std::string str() const;
    /// nullopt: not of this form.
    [[nodiscard]] static std::optional<TokenText> from(std::string_view text);
};
/// SHA-256 of the secret part, 32 bytes.
[[nodiscard]] std::string tokenHash(std::string_view secret);

[[nodiscard]] Result<void> checkToken(const api::TokenInput& input);
/// `record` without id and creation.
[[nodiscard]] Result<api::TokenRow> createToken(runtime::UnitOfWork& work, const store::tokens::Record& record,
                                                Instant now);
/// Also the name of its signing key.
[[nodiscard]] Result<store::tokens::Record> revokeToken(runtime::UnitOfWork& work, TokenId id, Instant now);

[[nodiscard]] api::AuditRecord refusedRecord(const api::RefusedRequests& refused);
[[nodiscard]] Result<void> noteService(runtime::UnitOfWork& work, bool on, const std::string& at);

class BearerList {
public:
    void add(const store::tokens::Record& record, Secret signing);
    void remove(TokenId id);
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> find(std::string_view token) const;
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> find(TokenId id) const;

private:
    struct Entry {
        std::string hash;
        std::shared_ptr<api::Grant> grant;
        std::shared_ptr<const api::TokenBearer> bearer;
    };
    mutable std::shared_mutex m_mutex;
    std::unordered_map<std::string, Entry> m_entries;  ///< by key id
    std::set<std::int64_t> m_revoked;
};

}  // namespace evenhand::accounts
