// SPDX-License-Identifier: GPL-3.0-or-later
// What administrators do to accounts, as rules. Nobody changes their own roles or disables themselves, and somebody is
// always left who can sign in and manage people. Thread: the engine's; stateless.
#pragma once

#include "engine/api/account_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/person_store.h"

namespace evenhand::accounts {

/// InvalidArgument (login, name, roles), WeakPassword; before anything is hashed.
[[nodiscard]] Result<void> checkInput(const api::PersonInput& input, const Secret& password);
/// AlreadyExists (login). `now`: of the clock, not of the engine (an import's is that of its file).
[[nodiscard]] Result<api::PersonRow> create(runtime::UnitOfWork& work, const api::PersonInput& input,
                                            const std::string& hash, Instant now);
// Errors of all: NotFound (person), Conflict (version).
[[nodiscard]] Result<api::PersonRow> rename(runtime::UnitOfWork& work, const api::PersonRef& ref,
                                            const std::string& name);
/// FourEyes (person), WrongStatus (last_administrator).
[[nodiscard]] Result<api::PersonRow> setRoles(runtime::UnitOfWork& work, const api::PersonRef& ref,
                                              std::vector<api::Role> roles);
[[nodiscard]] Result<api::PersonRow> setDisabled(runtime::UnitOfWork& work, const api::PersonRef& ref, bool disabled);
[[nodiscard]] Result<api::PersonRow> lift(runtime::UnitOfWork& work, const api::PersonRef& ref);
/// `mustChange`: somebody else set it.
[[nodiscard]] Result<api::PersonRow> setPassword(runtime::UnitOfWork& work, const api::PersonRef& ref,
                                                 const std::string& hash, bool mustChange, Instant now);
[[nodiscard]] Result<void> setSettings(runtime::UnitOfWork& work, const api::AccountSettings& settings);
/// Once it is committed, whoever shows this person (none: the rules of signing in) reads again.
void announce(runtime::UnitOfWork& work, PersonId person);

/// NotFound (person), Conflict (version).
[[nodiscard]] Result<store::people::Record> findPerson(store::Database& database, const api::PersonRef& ref);
/// What a session of theirs may do: nothing until a password that somebody else set is changed.
[[nodiscard]] api::Permissions permissionsOf(const api::PersonRow& person) noexcept;

}  // namespace evenhand::accounts
