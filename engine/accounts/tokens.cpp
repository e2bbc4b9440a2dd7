// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/tokens.h"

#include <algorithm>
#include <mutex>

#include "engine/base/counted.h"
#include "engine/base/sha256.h"
#include "engine/runtime/conflict.h"
#include "engine/runtime/csv_export.h"

namespace evenhand::accounts {
namespace {

using runtime::UnitOfWork;

constexpr std::string_view kPrefix = "evh_";
constexpr std::size_t kKeyIdDigits = 16;
constexpr std::size_t kSecretDigits = 64;

bool isHex(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool fitsName(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_'; }

void tellOutside(UnitOfWork& work) {
    api::Event event;
    event.kind = api::Event::Kind::TokensChanged;
    work.emit(std::move(event));
}

std::string scopesText(api::TokenScopes scopes) {
    std::string text;
    for (const auto scope : api::allTokenScopes()) {
        if ((scopes & api::bitOf(scope)) != 0) {
            text += (text.empty() ? "" : ", ") + std::string(api::toText(scope));
        }
    }
    return text;
}

}  // namespace

std::string TokenText::str() const { return std::string(kPrefix) + keyId + '_' + secret; }

std::optional<TokenText> TokenText::from(std::string_view text) {
    if (text.size() != kPrefix.size() + kKeyIdDigits + 1 + kSecretDigits || !text.starts_with(kPrefix)) {
        return std::nullopt;
    }
    text.remove_prefix(kPrefix.size());
    const auto keyId = text.substr(0, kKeyIdDigits);
    const auto secret = text.substr(kKeyIdDigits + 1);
    if (text[kKeyIdDigits] != '_' || !isHex(keyId) || !isHex(secret)) {
        return std::nullopt;
    }
    return TokenText{std::string(keyId), std::string(secret)};
}

std::string tokenHash(std::string_view secret) { return std::string(base::bytesOf(base::sha256(secret))); }

Result<void> checkToken(const api::TokenInput& input) {
    if (input.name.empty() || input.name.size() > api::kMaxTokenName ||
        !std::all_of(input.name.begin(), input.name.end(), fitsName)) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to 40 of a-z, 0-9, '-', '.', '_'", "name", input.name);
    }
    if (input.scopes == 0 || (input.scopes & ~api::kAllTokenScopes) != 0) {
        return fail(ErrorCode::InvalidArgument, "at least one scope is needed", "scopes");
    }
    if (input.perSecond < 0 || input.perSecond > api::kMaxTokenRate) {
        return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(api::kMaxTokenRate), "per_second",
                    std::to_string(input.perSecond));
    }
    return {};
}

Result<api::TokenRow> createToken(UnitOfWork& work, const store::tokens::Record& record, Instant now) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const bool used, store::tokens::nameUsed(database, record.row.input.name));
    if (used) {
        return fail(ErrorCode::AlreadyExists, "this name is, or was, used by another token", "name",
                    record.row.input.name);
    }
    EVENHAND_ASSIGN(const auto there, store::tokens::count(database));
    if (there >= api::kMaxTokens) {
        return fail(ErrorCode::Overflow, "there are " + std::to_string(api::kMaxTokens) + " tokens already", "name");
    }
    auto made = record;
    made.row.createdAt = now;
    made.row.createdBy = work.call().actor.name;
    EVENHAND_ASSIGN(made.row.id, store::tokens::insert(database, made));
    work.note("token " + made.row.input.name, scopesText(made.row.input.scopes));
    tellOutside(work);
    return std::move(made.row);
}

Result<store::tokens::Record> revokeToken(UnitOfWork& work, TokenId id, Instant now) {
    EVENHAND_ASSIGN(auto record, store::tokens::find(work.database(), id));
    if (!record) {
        return fail(ErrorCode::NotFound, "no such token", "token", std::to_string(id.value));
    }
    EVENHAND_ASSIGN(const bool revoked, store::tokens::revoke(work.database(), id, now, work.call().actor.name));
    if (!revoked) {
        const auto& row = record->row;
        return fail(ErrorCode::WrongStatus,
                    "the token is already revoked" +
                        runtime::byWhom(row.revokedBy, row.revokedAt, api::infoOf(api::Operation::TokensRevoke).name),
                    "token", row.input.name);
    }
    record->row.revokedAt = now;
    record->row.revokedBy = work.call().actor.name;
    work.note("token " + record->row.input.name);
    tellOutside(work);
    return *std::move(record);
}

Result<void> noteService(UnitOfWork& work, bool on, const std::string& at) {
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::ServiceSwitch).name;
    record.subject = "HTTP API";
    record.detail = (on ? "on" : "off") + (at.empty() ? std::string() : ": " + at);
    return work.record(std::move(record));
}

api::AuditRecord refusedRecord(const api::RefusedRequests& refused) {
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::HttpRequest).name;
    record.outcome = api::AuditOutcome::Refused;
    record.subject = refused.peer.empty() ? std::string("further addresses") : "address " + refused.peer;
    record.detail = std::to_string(refused.status) + " " + refused.reason + ", " +
                    base::counted(refused.count, "request") + " within a minute from " + runtime::csvTime(refused.from);
    return record;
}

void BearerList::add(const store::tokens::Record& record, Secret signing) {
    const auto& row = record.row;
    if (row.revokedAt) {
        return;
    }
    const std::unique_lock lock(m_mutex);
    if (m_revoked.contains(row.id.value) || m_entries.contains(row.keyId)) {
        return;
    }
    auto grant = std::make_shared<api::Grant>(api::permissionsOf(row.input.scopes));
    auto bearer = std::make_shared<api::TokenBearer>();
    bearer->id = row.id;
    bearer->actor = {"token:" + row.input.name, 0, grant, api::Via::Http};
    bearer->scopes = row.input.scopes;
    bearer->perSecond = row.input.perSecond;
    bearer->signing = std::move(signing);
    m_entries.emplace(row.keyId, Entry{record.hash, std::move(grant), std::move(bearer)});
}

void BearerList::remove(TokenId id) {
    const std::unique_lock lock(m_mutex);
    m_revoked.insert(id.value);
    std::erase_if(m_entries, [id](const auto& entry) {
        if (entry.second.bearer->id != id) {
            return false;
        }
        entry.second.grant->end();
        return true;
    });
}

std::shared_ptr<const api::TokenBearer> BearerList::find(std::string_view token) const {
    const auto text = TokenText::from(token);
    if (!text) {
        return nullptr;
    }
    const auto hash = tokenHash(text->secret);
    const std::shared_lock lock(m_mutex);
    const auto found = m_entries.find(text->keyId);
    return found != m_entries.end() && base::equalSecrets(found->second.hash, hash) ? found->second.bearer : nullptr;
}

std::shared_ptr<const api::TokenBearer> BearerList::find(TokenId id) const {
    const std::shared_lock lock(m_mutex);
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [id](const auto& entry) { return entry.second.bearer->id == id; });
    return found != m_entries.end() ? found->second.bearer : nullptr;
}

}  // namespace evenhand::accounts
