// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of people of FakeEngine: passwords as they are, delays and locks by the settings, grants that change and end
// at once.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include <map>
#include <memory>

#include "engine/api/account_desk.h"
#include "tests/support/fake_team.h"

namespace evenhand::test {

class FakeAccounts final : public api::AccountDesk {
public:
    explicit FakeAccounts(FakeEngine& engine) : m_engine(engine) {}

    // --- what a test steers ---
    static constexpr const char* kPassword = "five noodles tonight";
    /// One of each role, by the name of the role, all with kPassword.
    void fill();
    PersonId add(const std::string& login, const std::string& name, std::vector<api::Role> roles,
                 const std::string& password = kPassword, bool mustChange = false);
    /// As somebody else with the permission would.
    void setRolesOf(const std::string& login, std::vector<api::Role> roles);
    void disable(const std::string& login);
    void setRules(api::AccountSettings settings);

    // --- what a test asks ---
    [[nodiscard]] std::optional<api::PersonRow> person(const std::string& login) const;
    [[nodiscard]] std::string passwordOf(const std::string& login) const;
    [[nodiscard]] const api::AccountSettings& rules() const { return m_settings; }
    [[nodiscard]] const std::vector<std::string>& reasons() const { return m_reasons; }
    [[nodiscard]] int attempts() const { return m_attempts; }
    /// Signs in without a delay, for tests of what comes after.
    [[nodiscard]] api::SignedIn enter(const std::string& login);

    api::Answer<api::SignInState> signInState() override;
    api::Answer<api::SignedIn> signIn(api::SignIn) override;
    api::Answer<void> signOut(const api::Call&) override;
    api::Answer<void> unlock(const api::Call&, Secret) override;
    api::Answer<void> changePassword(const api::Call&, Secret, Secret) override;
    api::Answer<api::PersonRow> create(const api::Call&, api::PersonInput, Secret) override;
    api::Answer<api::PersonRow> rename(const api::Call&, api::PersonRef, std::string) override;
    api::Answer<api::PersonRow> setRoles(const api::Call&, api::PersonRef, std::vector<api::Role>) override;
    api::Answer<api::PersonRow> resetPassword(const api::Call&, api::PersonRef, Secret) override;
    api::Answer<api::PersonRow> setDisabled(const api::Call&, api::PersonRef, bool) override;
    api::Answer<api::PersonRow> lift(const api::Call&, api::PersonRef) override;
    api::Answer<void> setSettings(const api::Call&, api::AccountSettings) override;
    api::Answer<std::vector<api::PersonRow>> people(const api::Call&) override;
    api::Answer<api::AccountSettings> settings(const api::Call&) override;

private:
    struct Person {
        api::PersonRow row;
        std::string password;
        std::vector<std::shared_ptr<api::Grant>> grants;
    };
    using Change = std::function<std::optional<Error>(Person&)>;
    [[nodiscard]] Person* find(const std::string& login);
    [[nodiscard]] std::optional<Error> attempt(const std::string& login, const Secret& password);
    api::Answer<api::PersonRow> change(const api::Call& call, api::Operation operation, api::PersonRef ref,
                                       const Change& what);
    void touch(Person& person);
    void endSessions(Person& person, const api::Actor* but = nullptr);
    [[nodiscard]] bool isLastAdministrator(const Person& person) const;

    FakeEngine& m_engine;
    std::vector<Person> m_people;
    api::AccountSettings m_settings;
    std::vector<std::string> m_reasons;
    int m_attempts = 0;
};

}  // namespace evenhand::test
