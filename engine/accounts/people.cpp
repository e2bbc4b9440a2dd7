// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/people.h"

#include <algorithm>

#include "engine/api/password_policy.h"
#include "engine/base/counted.h"
#include "engine/lock_out/lock_out.h"
#include "engine/runtime/conflict.h"

namespace evenhand::accounts {
namespace {

namespace people = store::people;
using runtime::UnitOfWork;

std::string textOf(const std::vector<api::Role>& roles) {
    std::string text;
    for (const auto role : roles) {
        text += (text.empty() ? "" : ", ") + std::string(api::toText(role));
    }
    return text.empty() ? "no role" : text;
}

bool isAdministrator(const api::PersonRow& person) {
    return !person.disabled &&
           std::find(person.roles.begin(), person.roles.end(), api::Role::Administrator) != person.roles.end();
}

Result<void> checkRoles(std::vector<api::Role>& roles) {
    std::sort(roles.begin(), roles.end());
    if (std::adjacent_find(roles.begin(), roles.end()) != roles.end()) {
        return fail(ErrorCode::InvalidArgument, "a role is named twice", "roles");
    }
    return {};
}

}  // namespace

void announce(UnitOfWork& work, PersonId person) {
    api::Event event;
    event.kind = api::Event::Kind::PeopleChanged;
    event.person = person;
    work.emit(std::move(event));
}

namespace {

Result<void> notOneself(UnitOfWork& work, const people::Record& person) {
    const auto& actor = work.call().actor;
    if (actor.grant && api::loginKey(actor.name) == person.loginKey) {
        return fail(ErrorCode::FourEyes, "you cannot do this to yourself; ask another administrator", "person",
                    person.row.login);
    }
    return {};
}

/// What makes another version of a person.
constexpr api::Operation kChanges[] = {api::Operation::AccountsCreate,        api::Operation::AccountsEdit,
                                       api::Operation::AccountsSetRoles,      api::Operation::AccountsLift,
                                       api::Operation::AccountsResetPassword, api::Operation::AccountsSetDisabled,
                                       api::Operation::AccountsChangePassword};

/// Before `after` is stored.
Result<void> keepAnAdministrator(UnitOfWork& work, const api::PersonRow& before, const api::PersonRow& after) {
    if (!isAdministrator(before) || isAdministrator(after)) {
        return {};
    }
    EVENHAND_ASSIGN(const auto administrators, people::administrators(work.database()));
    if (administrators > 1) {
        return {};
    }
    return fail(ErrorCode::WrongStatus, "at least one person must be able to sign in and manage people",
                "last_administrator", before.login);
}

Result<api::PersonRow> save(UnitOfWork& work, people::Record& person, std::string detail) {
    EVENHAND_ASSIGN(const bool changed, people::update(work.database(), person));
    if (!changed) {
        return fail(
            runtime::changedMeanwhile(work.database(), "person " + person.row.login, person.row.version, kChanges));
    }
    ++person.row.version;
    work.note("person " + person.row.login, std::move(detail));
    announce(work, person.row.id);
    return person.row;
}

}  // namespace

api::Permissions permissionsOf(const api::PersonRow& person) noexcept {
    return person.mustChangePassword || person.disabled ? api::Permissions{0} : api::permissionsOf(person.roles);
}

Result<people::Record> findPerson(store::Database& database, const api::PersonRef& ref) {
    EVENHAND_ASSIGN(auto person, people::find(database, ref.id));
    if (!person) {
        return fail(ErrorCode::NotFound, "no such person", "person", std::to_string(ref.id.value));
    }
    if (ref.version != 0 && ref.version != person->row.version) {
        return fail(runtime::changedMeanwhile(database, "person " + person->row.login, person->row.version, kChanges));
    }
    return *std::move(person);
}

Result<void> checkInput(const api::PersonInput& input, const Secret& password) {
    EVENHAND_TRY(api::checkLogin(input.login));
    EVENHAND_TRY(base::validateName(input.name, "name"));
    auto roles = input.roles;
    EVENHAND_TRY(checkRoles(roles));
    return api::checkPassword(password.reveal(), input.login, input.name);
}

Result<api::PersonRow> create(UnitOfWork& work, const api::PersonInput& input, const std::string& hash, Instant now) {
    people::Record person;
    person.loginKey = api::loginKey(input.login);
    EVENHAND_ASSIGN(const auto same, people::find(work.database(), person.loginKey));
    if (same) {
        return fail(ErrorCode::AlreadyExists, "this login is taken", "login", input.login);
    }
    EVENHAND_ASSIGN(const auto people, people::count(work.database()));
    auto& row = person.row;
    row.login = input.login;
    row.name = input.name;
    row.roles = input.roles;
    EVENHAND_TRY(checkRoles(row.roles));
    row.mustChangePassword = people > 0;  // the first one made it themselves
    row.createdAt = person.passwordAt = now;
    row.createdBy = work.call().actor.name;
    row.version = 1;
    person.hash = hash;
    EVENHAND_ASSIGN(row.id, people::insert(work.database(), person));
    work.note("person " + row.login, textOf(row.roles));
    announce(work, row.id);
    return row;
}

Result<api::PersonRow> rename(UnitOfWork& work, const api::PersonRef& ref, const std::string& name) {
    EVENHAND_TRY(base::validateName(name, "name"));
    EVENHAND_ASSIGN(auto person, findPerson(work.database(), ref));
    auto detail = "name \"" + person.row.name + "\" to \"" + name + "\"";
    person.row.name = name;
    return save(work, person, std::move(detail));
}

Result<api::PersonRow> setRoles(UnitOfWork& work, const api::PersonRef& ref, std::vector<api::Role> roles) {
    EVENHAND_TRY(checkRoles(roles));
    EVENHAND_ASSIGN(auto person, findPerson(work.database(), ref));
    EVENHAND_TRY(notOneself(work, person));
    const auto before = person.row;
    person.row.roles = std::move(roles);
    EVENHAND_TRY(keepAnAdministrator(work, before, person.row));
    return save(work, person, textOf(before.roles) + " to " + textOf(person.row.roles));
}

Result<api::PersonRow> setDisabled(UnitOfWork& work, const api::PersonRef& ref, bool disabled) {
    EVENHAND_ASSIGN(auto person, findPerson(work.database(), ref));
    EVENHAND_TRY(notOneself(work, person));
    const auto before = person.row;
    person.row.disabled = disabled;
    EVENHAND_TRY(keepAnAdministrator(work, before, person.row));
    return save(work, person, disabled ? "disabled" : "enabled");
}

Result<api::PersonRow> lift(UnitOfWork& work, const api::PersonRef& ref) {
    EVENHAND_ASSIGN(auto person, findPerson(work.database(), ref));
    auto detail = "after " + base::counted(person.row.failures, "failure");
    person.row.failures = 0;
    person.row.waitUntil.reset();
    return save(work, person, std::move(detail));
}

Result<api::PersonRow> setPassword(UnitOfWork& work, const api::PersonRef& ref, const std::string& hash,
                                   bool mustChange, Instant now) {
    EVENHAND_ASSIGN(auto person, findPerson(work.database(), ref));
    person.hash = hash;
    person.passwordAt = now;
    person.row.mustChangePassword = mustChange;
    person.row.failures = 0;
    person.row.waitUntil.reset();
    return save(work, person, {});
}

Result<void> setSettings(UnitOfWork& work, const api::AccountSettings& settings) {
    EVENHAND_TRY(checkSettings(settings));
    EVENHAND_TRY(
        runtime::changeSettings(work, store::SettingKind::Accounts, {}, "rules of signing in", settings.version));
    work.note("settings of accounts",
              "idle lock " + std::to_string(settings.idleLockMs) + " ms, " + std::to_string(settings.freeFailures) +
                  " free failures, first delay " + std::to_string(settings.firstDelayMs) + " ms, lock after " +
                  std::to_string(settings.lockAfter) + " for " + std::to_string(settings.lockMs) + " ms");
    EVENHAND_TRY(people::setSettings(work.database(), settings));
    announce(work, {});
    return {};
}

}  // namespace evenhand::accounts
