// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of API tokens of FakeEngine: the rules of names and scopes, secrets that can be told apart. Nobody presents
// one.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include "engine/api/token_desk.h"
#include "tests/support/fake_team.h"

namespace evenhand::test {

class FakeTokens final : public api::TokenDesk {
public:
    explicit FakeTokens(FakeEngine& engine) : m_engine(engine) {}

    /// A few, one of them revoked.
    void fill();
    /// Also with a name that the rules do not allow, as a changed database may have.
    TokenId add(const std::string& name, api::TokenScopes scopes, std::int64_t perSecond = 0);
    void endOf(TokenId id, const std::string& by);
    /// There is no keychain: no token that may notify payments can be made.
    void loseKeychain(bool lost) { m_noKeychain = lost; }
    [[nodiscard]] const std::vector<api::TokenRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<std::string>& reasons() const { return m_reasons; }
    /// "on ADDRESS" or "off ADDRESS" for each time the service was switched.
    [[nodiscard]] const std::vector<std::string>& switches() const { return m_switches; }

    api::Answer<api::TokenCreated> create(const api::Call&, api::TokenInput) override;
    api::Answer<api::TokenRow> revoke(const api::Call&, TokenId) override;
    api::Answer<std::vector<api::TokenRow>> tokens(const api::Call&) override;
    api::Answer<void> noteService(const api::Call&, bool, std::string) override;
    api::Answer<void> noteRefused(api::RefusedRequests) override;
    api::Answer<void> load() override;
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> bearer(std::string_view) const override { return nullptr; }
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> bearer(TokenId) const override { return nullptr; }

private:
    [[nodiscard]] std::optional<Error> refuse(const api::TokenInput& input) const;
    void publish();

    FakeEngine& m_engine;
    std::vector<api::TokenRow> m_rows;
    std::vector<std::string> m_reasons;
    std::vector<std::string> m_switches;
    bool m_noKeychain = false;
};

}  // namespace evenhand::test
