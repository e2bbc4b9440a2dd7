// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) with people, one of each role by its name, and three tokens: "storefront", "couriers", which ann has
// revoked, and "monitoring".
// Thread: as Shop.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"
#include "tests/support/shops/shop.h"

namespace evenhand::test {

/// The desk of people, with rules and names that the engine would not take.
class AlteredAccounts final : public api::AccountDesk {
    using Call = api::Call;
    using Row = api::PersonRow;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    explicit AlteredAccounts(api::AccountDesk& behind) : m_behind(behind) {}

    std::function<void(api::AccountSettings&)> settingsChange;  ///< changes what is told of them
    std::function<void(std::vector<Row>&)> peopleChange;        ///< changes the list
    int attempts = 0;                                           ///< to sign in
    int locks = 0;                                              ///< of consoles

    Answer<api::SignInState> signInState() override { return m_behind.signInState(); }
    Answer<api::SignedIn> signIn(api::SignIn attempt, std::string address) override {
        ++attempts;
        return m_behind.signIn(std::move(attempt), std::move(address));
    }
    Answer<void> signOut(const Call& c) override { return m_behind.signOut(c); }
    Answer<void> lock(const Call& c) override {
        ++locks;
        return m_behind.lock(c);
    }
    Answer<void> unlock(const Call& c, Secret password) override { return m_behind.unlock(c, std::move(password)); }
    Answer<void> changePassword(const Call& c, Secret present, Secret next) override {
        return m_behind.changePassword(c, std::move(present), std::move(next));
    }
    Answer<Row> create(const Call& c, api::PersonInput input, Secret password) override {
        return m_behind.create(c, std::move(input), std::move(password));
    }
    Answer<Row> rename(const Call& c, api::PersonRef ref, std::string name) override {
        return m_behind.rename(c, ref, std::move(name));
    }
    Answer<Row> setRoles(const Call& c, api::PersonRef ref, std::vector<api::Role> roles) override {
        return m_behind.setRoles(c, ref, std::move(roles));
    }
    Answer<Row> resetPassword(const Call& c, api::PersonRef ref, Secret password) override {
        return m_behind.resetPassword(c, ref, std::move(password));
    }
    Answer<Row> setDisabled(const Call& c, api::PersonRef ref, bool disabled) override {
        return m_behind.setDisabled(c, ref, disabled);
    }
    Answer<Row> lift(const Call& c, api::PersonRef ref) override { return m_behind.lift(c, ref); }
    Answer<void> setSettings(const Call& c, api::AccountSettings settings) override {
        return m_behind.setSettings(c, settings);
    }
    Answer<void> keepSession(const Call& c, std::string hash) override {
        return m_behind.keepSession(c, std::move(hash));
    }
    Answer<api::SignedIn> resumeSession(std::string hash, api::Via via) override {
        return m_behind.resumeSession(std::move(hash), via);
    }
    Answer<void> renewSessions(std::vector<std::string> hashes) override {
        return m_behind.renewSessions(std::move(hashes));
    }
    Answer<std::vector<Row>> people(const Call& c) override { return altered(m_behind.people(c), peopleChange); }
    Answer<api::AccountSettings> settings(const Call& c) override {
        return altered(m_behind.settings(c), settingsChange);
    }

private:
    api::AccountDesk& m_behind;
};

/// The desk of tokens, with rows that the engine would not make.
class AlteredTokens final : public api::TokenDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    explicit AlteredTokens(api::TokenDesk& behind) : m_behind(behind) {}

    std::function<void(std::vector<api::TokenRow>&)> rowsChange;  ///< changes the list

    Answer<api::TokenCreated> create(const Call& c, api::TokenInput input) override {
        return m_behind.create(c, std::move(input));
    }
    Answer<api::TokenRow> revoke(const Call& c, TokenId id) override { return m_behind.revoke(c, id); }
    Answer<void> noteService(const Call& c, bool on, std::string at) override {
        return m_behind.noteService(c, on, std::move(at));
    }
    Answer<void> noteRefused(api::RefusedRequests requests) override {
        return m_behind.noteRefused(std::move(requests));
    }
    Answer<std::vector<api::TokenRow>> tokens(const Call& c) override {
        return altered(m_behind.tokens(c), rowsChange);
    }
    Answer<void> load() override { return m_behind.load(); }
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> bearer(std::string_view token) const override {
        return m_behind.bearer(token);
    }
    [[nodiscard]] std::shared_ptr<const api::TokenBearer> bearer(TokenId id) const override {
        return m_behind.bearer(id);
    }

private:
    api::TokenDesk& m_behind;
};

/// The audit log's desk, whose entries and whose verification say what a test wants.
class AlteredAudit final : public api::AuditDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;
    using Progress = std::function<void(std::int64_t)>;

public:
    explicit AlteredAudit(api::AuditDesk& behind) : m_behind(behind) {}

    std::vector<api::AuditFault> faults;  ///< that every verification finds, beside its own
    std::function<void(std::vector<api::AuditRecord>&)> pageChange;

    Answer<std::vector<api::AuditRecord>> page(const Call& c, api::AuditQuery query) override {
        return altered(m_behind.page(c, std::move(query)), pageChange);
    }
    Answer<std::int64_t> count(const Call& c, api::AuditFilter filter) override {
        return m_behind.count(c, std::move(filter));
    }
    Answer<api::AuditState> state(const Call& c) override { return m_behind.state(c); }
    Answer<api::AuditReport> verify(const Call& c, Progress progress) override {
        return altered<api::AuditReport>(m_behind.verify(c, std::move(progress)), [found = faults](auto& report) {
            for (const auto& fault : found) {
                report.violations += fault.kind == api::AuditFaultKind::UnknownKey ? 0 : 1;
                report.faults.push_back(fault);
            }
        });
    }
    Answer<std::int64_t> exportCsv(const Call& c, api::AuditFilter filter, std::string path,
                                   Progress progress) override {
        return m_behind.exportCsv(c, std::move(filter), std::move(path), std::move(progress));
    }
    Answer<void> noteExport(const Call& c, api::ExportNote note) override {
        return m_behind.noteExport(c, std::move(note));
    }
    Answer<void> noteImport(const Call& c, api::ImportNote note) override {
        return m_behind.noteImport(c, std::move(note));
    }

private:
    api::AuditDesk& m_behind;
};

class StaffShop : public Shop, public AlteredEngine {
public:
    static constexpr const char* kPassword = "five noodles tonight";

    StaffShop() : StaffShop(&StaffShop::fill) {}

    AlteredAccounts& accounts() override { return m_accounts; }
    AlteredTokens& tokens() override { return m_tokens; }
    AlteredAudit& audit() override { return m_audit; }

    // --- people ---------------------------------------------------------------------------------------------------
    /// Signs in.
    [[nodiscard]] api::SignedIn enter(const std::string& login);
    /// This is the password: signs in with it.
    [[nodiscard]] bool opens(const std::string& login, const std::string& password);
    [[nodiscard]] std::optional<api::PersonRow> person(const std::string& login);
    [[nodiscard]] api::AccountSettings rules();
    void setRules(const api::AccountSettings& rules);
    /// Whom somebody else has made, and who must change the password at once.
    void add(const std::string& login, api::Role role);
    /// As somebody else with the permission does.
    void setRolesOf(const std::string& login, std::vector<api::Role> roles);
    void disable(const std::string& login);

    // --- tokens ---------------------------------------------------------------------------------------------------
    void addToken(const std::string& name, api::TokenScopes scopes);
    [[nodiscard]] std::vector<api::TokenRow> tokenRows();
    /// What the audit log says of the service, the oldest first: "on: ADDRESS", "off: ADDRESS".
    [[nodiscard]] std::vector<std::string> switches();

    // --- the audit log --------------------------------------------------------------------------------------------
    [[nodiscard]] std::int64_t entries(const api::AuditFilter& filter = {});
    /// Somebody who may only read wants an order cancelled.
    void refuse(const std::string& actor);

protected:
    /// Of a shop in which there is more; begins with fill().
    explicit StaffShop(void (*more)(Shop&));
    static void fill(Shop& shop);

private:
    AlteredAccounts m_accounts;
    AlteredTokens m_tokens;
    AlteredAudit m_audit;
};

}  // namespace evenhand::test
