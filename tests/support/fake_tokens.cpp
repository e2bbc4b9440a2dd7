// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_tokens.h"

#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

constexpr std::size_t kMaxName = 40;
constexpr api::TokenScopes kNotify = api::bitOf(api::TokenScope::PaymentsNotify);

}  // namespace

void FakeTokens::publish() {
    api::Event event;
    event.kind = api::Event::Kind::TokensChanged;
    m_engine.publish({event});
}

TokenId FakeTokens::add(const std::string& name, api::TokenScopes scopes, std::int64_t perSecond) {
    api::TokenRow row;
    row.id = {static_cast<std::int64_t>(m_rows.size()) + 1};
    row.input = {name, scopes, perSecond};
    row.keyId = "00000000000000a" + std::to_string(row.id.value);
    row.createdAt = m_engine.now();
    row.createdBy = "ann";
    m_rows.push_back(std::move(row));
    publish();
    return m_rows.back().id;
}

void FakeTokens::endOf(TokenId id, const std::string& by) {
    auto& row = m_rows.at(static_cast<std::size_t>(id.value) - 1);
    row.revokedAt = m_engine.now();
    row.revokedBy = by;
    publish();
}

void FakeTokens::fill() {
    using enum api::TokenScope;
    add("storefront", api::bitOf(OrdersRead) | api::bitOf(OrdersPlace) | kNotify, 200);
    add("couriers", api::bitOf(CouriersReport) | api::bitOf(EventsRead));
    add("monitoring", api::bitOf(MetricsRead), 1);
    endOf({2}, "ann");
}

std::optional<Error> FakeTokens::refuse(const api::TokenInput& input) const {
    const bool good = !input.name.empty() && input.name.size() <= kMaxName &&
                      input.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-._") == std::string::npos;
    if (!good) {
        return teamError(ErrorCode::InvalidArgument, "must be 1 to 40 of a-z, 0-9, '-', '.', '_'", "name", input.name);
    }
    for (const auto& row : m_rows) {
        if (row.input.name == input.name) {
            return teamError(ErrorCode::AlreadyExists, "a token has, or had, this name", "name", input.name);
        }
    }
    if (input.scopes == 0) {
        return teamError(ErrorCode::InvalidArgument, "at least one scope is needed", "scopes");
    }
    if (m_noKeychain && (input.scopes & kNotify) != 0) {
        return teamError(ErrorCode::Unsupported, "there is no keychain here", "keychain");
    }
    return std::nullopt;
}

api::Answer<api::TokenCreated> FakeTokens::create(const api::Call& call, api::TokenInput input) {
    auto why = refusal(call, api::Operation::TokensCreate);
    if (!why) {
        why = refuse(input);
    }
    if (why) {
        return m_engine.answer<api::TokenCreated>(fail(*why));
    }
    add(input.name, input.scopes, input.perSecond);
    auto& row = m_rows.back();
    row.createdBy = call.actor.name;
    api::TokenCreated created{row, Secret("evh_" + row.keyId + "_5ec7e7"), {}};
    if ((input.scopes & kNotify) != 0) {
        created.signing = Secret("evs_" + row.keyId);
    }
    return m_engine.answer<api::TokenCreated>(std::move(created));
}

api::Answer<api::TokenRow> FakeTokens::revoke(const api::Call& call, TokenId id) {
    auto why = refusal(call, api::Operation::TokensRevoke);
    const auto at = static_cast<std::size_t>(id.value) - 1;
    if (!why && at >= m_rows.size()) {
        why = teamError(ErrorCode::NotFound, "no such token", "token");
    } else if (!why && m_rows[at].revokedAt) {
        why = teamError(ErrorCode::WrongStatus, "it is revoked already", "token");
    }
    if (why) {
        return m_engine.answer<api::TokenRow>(fail(*why));
    }
    m_reasons.push_back(call.reason);
    endOf(id, call.actor.name);
    return m_engine.answer<api::TokenRow>(api::TokenRow(m_rows[at]));
}

api::Answer<std::vector<api::TokenRow>> FakeTokens::tokens(const api::Call& call) {
    if (const auto why = refusal(call, api::Operation::TokensRead)) {
        return m_engine.answer<std::vector<api::TokenRow>>(fail(*why));
    }
    return m_engine.read<std::vector<api::TokenRow>>(m_rows);
}

api::Answer<void> FakeTokens::noteRefused(api::RefusedRequests) { return m_engine.read<void>({}); }

api::Answer<void> FakeTokens::noteService(const api::Call& call, bool on, std::string at) {
    if (const auto why = refusal(call, api::Operation::ServiceSwitch)) {
        return m_engine.answer<void>(fail(*why));
    }
    m_switches.push_back((on ? "on " : "off ") + at);
    return m_engine.answer<void>({});
}

api::Answer<void> FakeTokens::load() { return m_engine.read<void>({}); }

}  // namespace evenhand::test
