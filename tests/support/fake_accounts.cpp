// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_accounts.h"

#include "engine/api/password_policy.h"
#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {

void FakeAccounts::fill() {
    for (const auto role : api::allRoles()) {
        add(std::string(api::toText(role)), "One " + std::string(api::toText(role)), {role});
    }
}

PersonId FakeAccounts::add(const std::string& login, const std::string& name, std::vector<api::Role> roles,
                           const std::string& password, bool mustChange) {
    Person person;
    person.row.id = {static_cast<std::int64_t>(m_people.size()) + 1};
    person.row.login = login;
    person.row.name = name;
    person.row.roles = std::move(roles);
    person.row.mustChangePassword = mustChange;
    person.row.createdAt = m_engine.now();
    person.row.createdBy = "local:test";
    person.row.version = 1;
    person.password = password;
    m_people.push_back(std::move(person));
    touch(m_people.back());
    return m_people.back().row.id;
}

FakeAccounts::Person* FakeAccounts::find(const std::string& login) {
    const auto found = std::find_if(m_people.begin(), m_people.end(), [&](const Person& each) {
        return api::loginKey(each.row.login) == api::loginKey(login);
    });
    return found == m_people.end() ? nullptr : &*found;
}

void FakeAccounts::touch(Person& person) {
    ++person.row.version;
    for (const auto& grant : person.grants) {
        grant->change(api::permissionsOf(person.row.roles));
    }
    api::Event event;
    event.kind = api::Event::Kind::PeopleChanged;
    event.person = person.row.id;
    m_engine.publish({event});
}

void FakeAccounts::endSessions(Person& person, const api::Actor* but) {
    for (const auto& grant : person.grants) {
        if (!but || but->grant != grant) {
            grant->end();
        }
    }
}

void FakeAccounts::setRolesOf(const std::string& login, std::vector<api::Role> roles) {
    auto* person = find(login);
    person->row.roles = std::move(roles);
    touch(*person);
}

void FakeAccounts::disable(const std::string& login) {
    auto* person = find(login);
    person->row.disabled = true;
    endSessions(*person);
    touch(*person);
}

void FakeAccounts::setRules(api::AccountSettings settings) {
    m_settings = settings;
    api::Event event;
    event.kind = api::Event::Kind::PeopleChanged;
    m_engine.publish({event});
}

std::optional<api::PersonRow> FakeAccounts::person(const std::string& login) const {
    auto* found = const_cast<FakeAccounts*>(this)->find(login);
    return found ? std::optional(found->row) : std::nullopt;
}

std::string FakeAccounts::passwordOf(const std::string& login) const {
    auto* found = const_cast<FakeAccounts*>(this)->find(login);
    return found ? found->password : std::string();
}

api::SignedIn FakeAccounts::enter(const std::string& login) {
    auto* person = find(login);
    auto grant = std::make_shared<api::Grant>(api::permissionsOf(person->row.roles));
    person->grants.push_back(grant);
    api::SignedIn in;
    in.actor.name = person->row.login;
    in.actor.grant = grant;
    in.actor.via = api::Via::Console;
    in.person = person->row;
    in.lastSignIn = person->row.lastSignIn;
    person->row.lastSignIn = m_engine.now();
    return in;
}

bool FakeAccounts::isLastAdministrator(const Person& person) const {
    const auto can = [](const Person& each) {
        return !each.row.disabled &&
               (api::permissionsOf(each.row.roles) & api::bitOf(api::Permission::ManagePeople)) != 0;
    };
    return can(person) && std::count_if(m_people.begin(), m_people.end(), can) == 1;
}

// --- everybody ----------------------------------------------------------------------------------------------

api::Answer<api::SignInState> FakeAccounts::signInState() {
    const bool needed = std::any_of(m_people.begin(), m_people.end(), [](const Person& each) {
        return !each.row.disabled &&
               (api::permissionsOf(each.row.roles) & api::bitOf(api::Permission::ManagePeople)) != 0;
    });
    return m_engine.read<api::SignInState>(api::SignInState{needed});
}

std::optional<Error> FakeAccounts::attempt(const std::string& login, const Secret& password) {
    ++m_attempts;
    auto* person = find(login);
    if (!person) {
        return teamError(ErrorCode::SignInRefused, "the name or the password is wrong", "login");
    }
    if (person->row.waitUntil && *person->row.waitUntil > m_engine.now()) {
        return teamError(ErrorCode::Locked, "wait", "wait_until", std::to_string(person->row.waitUntil->ms));
    }
    if (person->row.disabled || password.reveal() != person->password) {
        ++person->row.failures;
        const auto& rules = m_settings;
        if (person->row.failures >= rules.lockAfter) {
            person->row.waitUntil = m_engine.now().plusMs(rules.lockMs);
        } else if (person->row.failures > rules.freeFailures) {
            person->row.waitUntil =
                m_engine.now().plusMs(rules.firstDelayMs << (person->row.failures - rules.freeFailures - 1));
        }
        touch(*person);
        if (person->row.waitUntil && *person->row.waitUntil > m_engine.now()) {
            return teamError(ErrorCode::Locked, "wait", "wait_until", std::to_string(person->row.waitUntil->ms));
        }
        return teamError(ErrorCode::SignInRefused, "the name or the password is wrong", "login");
    }
    person->row.failures = 0;
    person->row.waitUntil.reset();
    return std::nullopt;
}

api::Answer<api::SignedIn> FakeAccounts::signIn(api::SignIn typed) {
    const auto* known = find(typed.login);
    const auto failures = known ? known->row.failures : 0;
    if (const auto no = attempt(typed.login, typed.password)) {
        return m_engine.answer<api::SignedIn>(fail(*no));
    }
    auto in = enter(typed.login);
    in.failuresSince = failures;
    return m_engine.answer<api::SignedIn>(std::move(in));
}

api::Answer<void> FakeAccounts::signOut(const api::Call& call) {
    for (auto& person : m_people) {
        for (const auto& grant : person.grants) {
            if (call.actor.grant == grant) {
                grant->end();
            }
        }
    }
    return m_engine.answer<void>({});
}

api::Answer<void> FakeAccounts::unlock(const api::Call& call, Secret password) {
    if (call.actor.ended()) {
        return m_engine.answer<void>(fail(teamError(ErrorCode::SessionEnded, "the session has ended")));
    }
    const auto no = attempt(call.actor.name, password);
    return m_engine.answer<void>(no ? Result<void>(fail(*no)) : Result<void>());
}

api::Answer<void> FakeAccounts::changePassword(const api::Call& call, Secret present, Secret next) {
    auto* person = find(call.actor.name);
    if (!person || call.actor.ended()) {
        return m_engine.answer<void>(fail(teamError(ErrorCode::SessionEnded, "the session has ended")));
    }
    if (present.reveal() != person->password) {
        return m_engine.answer<void>(
            fail(teamError(ErrorCode::SignInRefused, "the present password is wrong", "password")));
    }
    const std::string fresh(next.reveal());
    if (const auto good = api::checkPassword(fresh, person->row.login, person->row.name); !good) {
        return m_engine.answer<void>(fail(good.error()));
    }
    if (fresh == person->password) {
        return m_engine.answer<void>(fail(teamError(ErrorCode::InvalidArgument, "not a new one", "password")));
    }
    person->password = fresh;
    person->row.mustChangePassword = false;
    endSessions(*person, &call.actor);
    touch(*person);
    return m_engine.answer<void>({});
}

// --- administration -----------------------------------------------------------------------------------------

api::Answer<api::PersonRow> FakeAccounts::create(const api::Call& call, api::PersonInput input, Secret password) {
    const auto no = [this](Error why) { return m_engine.answer<api::PersonRow>(fail(std::move(why))); };
    if (const auto why = refusal(call, api::Operation::AccountsCreate)) {
        return no(*why);
    }
    if (const auto good = api::checkLogin(input.login); !good) {
        return no(good.error());
    }
    if (find(input.login)) {
        return no(teamError(ErrorCode::AlreadyExists, "there is one by this name", "login", input.login));
    }
    const std::string fresh(password.reveal());
    if (const auto good = api::checkPassword(fresh, input.login, input.name); !good) {
        return no(good.error());
    }
    const bool first = m_people.empty();
    add(input.login, input.name, input.roles, fresh, !first);
    return m_engine.answer<api::PersonRow>(api::PersonRow(m_people.back().row));
}

api::Answer<api::PersonRow> FakeAccounts::change(const api::Call& call, api::Operation operation, api::PersonRef ref,
                                                 const Change& what) {
    const auto no = [this](Error why) { return m_engine.answer<api::PersonRow>(fail(std::move(why))); };
    if (const auto why = refusal(call, operation)) {
        return no(*why);
    }
    for (auto& person : m_people) {
        if (person.row.id != ref.id) {
            continue;
        }
        if (ref.version != 0 && ref.version != person.row.version) {
            return no(teamError(ErrorCode::Conflict, "changed meanwhile", "version"));
        }
        if (const auto why = what(person)) {
            return no(*why);
        }
        m_reasons.push_back(call.reason);
        touch(person);
        return m_engine.answer<api::PersonRow>(api::PersonRow(person.row));
    }
    return no(teamError(ErrorCode::NotFound, "nobody", "person"));
}

api::Answer<api::PersonRow> FakeAccounts::rename(const api::Call& call, api::PersonRef ref, std::string name) {
    return change(call, api::Operation::AccountsEdit, ref, [&](Person& person) -> std::optional<Error> {
        person.row.name = name;
        return std::nullopt;
    });
}

api::Answer<api::PersonRow> FakeAccounts::setRoles(const api::Call& call, api::PersonRef ref,
                                                   std::vector<api::Role> roles) {
    return change(call, api::Operation::AccountsSetRoles, ref, [&](Person& person) -> std::optional<Error> {
        if (person.row.login == call.actor.name) {
            return teamError(ErrorCode::FourEyes, "nobody changes their own roles", "person");
        }
        const bool stays = (api::permissionsOf(roles) & api::bitOf(api::Permission::ManagePeople)) != 0;
        if (isLastAdministrator(person) && !stays) {
            return teamError(ErrorCode::WrongStatus, "nobody would be left", "last_administrator");
        }
        person.row.roles = roles;
        return std::nullopt;
    });
}

api::Answer<api::PersonRow> FakeAccounts::resetPassword(const api::Call& call, api::PersonRef ref, Secret password) {
    return change(call, api::Operation::AccountsResetPassword, ref, [&](Person& person) -> std::optional<Error> {
        person.password = std::string(password.reveal());
        person.row.mustChangePassword = true;
        endSessions(person);
        return std::nullopt;
    });
}

api::Answer<api::PersonRow> FakeAccounts::setDisabled(const api::Call& call, api::PersonRef ref, bool disabled) {
    return change(call, api::Operation::AccountsSetDisabled, ref, [&](Person& person) -> std::optional<Error> {
        if (person.row.login == call.actor.name) {
            return teamError(ErrorCode::FourEyes, "nobody disables themselves", "person");
        }
        if (disabled && isLastAdministrator(person)) {
            return teamError(ErrorCode::WrongStatus, "nobody would be left", "last_administrator");
        }
        person.row.disabled = disabled;
        if (disabled) {
            endSessions(person);
        }
        return std::nullopt;
    });
}

api::Answer<api::PersonRow> FakeAccounts::lift(const api::Call& call, api::PersonRef ref) {
    return change(call, api::Operation::AccountsLift, ref, [&](Person& person) -> std::optional<Error> {
        person.row.failures = 0;
        person.row.waitUntil.reset();
        return std::nullopt;
    });
}

api::Answer<void> FakeAccounts::setSettings(const api::Call& call, api::AccountSettings settings) {
    if (const auto why = refusal(call, api::Operation::AccountsSetSettings)) {
        return m_engine.answer<void>(fail(*why));
    }
    if (settings.lockAfter <= settings.freeFailures) {
        return m_engine.answer<void>(
            fail(teamError(ErrorCode::InvalidArgument, "more than those without a delay", "lock_after")));
    }
    setRules(settings);
    return m_engine.answer<void>({});
}

api::Answer<std::vector<api::PersonRow>> FakeAccounts::people(const api::Call& call) {
    if (const auto why = refusal(call, api::Operation::AccountsRead)) {
        return m_engine.answer<std::vector<api::PersonRow>>(fail(*why));
    }
    std::vector<api::PersonRow> rows;
    for (const auto& person : m_people) {
        rows.push_back(person.row);
    }
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.login < b.login; });
    return m_engine.read<std::vector<api::PersonRow>>(std::move(rows));
}

api::Answer<api::AccountSettings> FakeAccounts::settings(const api::Call&) {
    return m_engine.read<api::AccountSettings>(m_settings);
}

}  // namespace evenhand::test
