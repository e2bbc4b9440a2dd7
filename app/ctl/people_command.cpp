// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/sign_in.h"
#include "engine/api/password_policy.h"

namespace evenhand::ctl {
namespace {

enum class PeopleVerb : std::uint8_t { List, Add, Roles, Disable, Enable, Reset, Unlock, Password };
constexpr base::TextTable<PeopleVerb, 8> kPeopleVerbs{{{PeopleVerb::List, "list"},
                                                       {PeopleVerb::Add, "add"},
                                                       {PeopleVerb::Roles, "roles"},
                                                       {PeopleVerb::Disable, "disable"},
                                                       {PeopleVerb::Enable, "enable"},
                                                       {PeopleVerb::Reset, "reset"},
                                                       {PeopleVerb::Unlock, "unlock"},
                                                       {PeopleVerb::Password, "password"}}};
static_assert(base::inOrder(kPeopleVerbs));

Result<std::vector<api::Role>> rolesOf(const std::string& words) {
    std::vector<api::Role> roles;
    std::size_t at = 0;
    while (at < words.size()) {
        const auto end = std::min(words.find(',', at), words.size());
        const auto word = words.substr(at, end - at);
        const auto role = api::roleFrom(word);
        if (!role) {
            std::string known;
            for (const auto one : api::allRoles()) {
                known.append(known.empty() ? "" : ", ").append(api::toText(one));
            }
            return wrongUsage("\"" + word + "\" is not a role; roles are " + known);
        }
        roles.push_back(*role);
        at = end + 1;
    }
    return roles;
}

std::string textOf(const std::vector<api::Role>& roles) {
    std::string words;
    for (const auto role : roles) {
        words += (words.empty() ? "" : ",") + std::string(api::toText(role));
    }
    return words;
}

QJsonObject documentOf(const api::PersonRow& person) {
    QJsonArray roles;
    for (const auto role : person.roles) {
        roles.append(text(api::toText(role)));
    }
    return {{QStringLiteral("id"), number(person.id.value)},
            {QStringLiteral("login"), text(person.login)},
            {QStringLiteral("name"), text(person.name)},
            {QStringLiteral("roles"), roles},
            {QStringLiteral("disabled"), person.disabled},
            {QStringLiteral("must_change_password"), person.mustChangePassword},
            {QStringLiteral("failures"), number(person.failures)},
            {QStringLiteral("wait_until"), timeValue(person.waitUntil)},
            {QStringLiteral("last_sign_in"), timeValue(person.lastSignIn)},
            {QStringLiteral("created_at"), timeValue(person.createdAt)},
            {QStringLiteral("created_by"), text(person.createdBy)}};
}

Result<ExitCode> listPeople(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto people, session.wait(session.engine().accounts().people({context.actor, {}, {}})));
    RowList list(context.io, {"login", "name", "roles", "state", "last sign-in"});
    for (const auto& person : people) {
        list.add({person.login, person.name, textOf(person.roles),
                  person.disabled             ? "disabled"
                  : person.mustChangePassword ? "must change the password"
                                              : "",
                  person.lastSignIn ? timeText(*person.lastSignIn) : "never"},
                 documentOf(person));
    }
    return list.end(QStringLiteral("people"));
}

Result<api::PersonRef> find(Session& session, const api::Call& call, const std::string& login) {
    EVENHAND_ASSIGN(const auto people, session.wait(session.engine().accounts().people(call)));
    const auto key = api::loginKey(login);
    const auto found = std::find_if(people.begin(), people.end(),
                                    [&](const auto& person) { return api::loginKey(person.login) == key; });
    if (found == people.end()) {
        return fail(ErrorCode::NotFound, "no such person", "login", login);
    }
    return api::PersonRef{found->id, found->version};
}

Result<api::PersonRow> act(Context& context, Session& session, PeopleVerb verb) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "LOGIN"}));
    const std::string& login = arguments.words()[1];
    auto& desk = session.engine().accounts();
    if (verb == PeopleVerb::Add) {
        api::PersonInput input{login, arguments.value("--name"), {}};
        EVENHAND_ASSIGN(input.roles, rolesOf(arguments.value("--roles")));
        EVENHAND_ASSIGN(auto password, newPassword("First password of " + login + ": "));
        return session.wait(desk.create({context.actor, arguments.value("--reason"), {}}, input, std::move(password)));
    }
    EVENHAND_ASSIGN(const auto reason, neededReason(arguments));
    const api::Call call{context.actor, reason, {}};
    EVENHAND_ASSIGN(const auto ref, find(session, call, login));
    switch (verb) {
        case PeopleVerb::Roles: {
            if (!arguments.has("--roles")) {
                return wrongUsage("--roles is missing");
            }
            EVENHAND_ASSIGN(const auto roles, rolesOf(arguments.value("--roles")));
            return session.wait(desk.setRoles(call, ref, roles));
        }
        case PeopleVerb::Disable: return session.wait(desk.setDisabled(call, ref, true));
        case PeopleVerb::Enable: return session.wait(desk.setDisabled(call, ref, false));
        case PeopleVerb::Reset: {
            EVENHAND_ASSIGN(auto password, newPassword("New password of " + login + ": "));
            return session.wait(desk.resetPassword(call, ref, std::move(password)));
        }
        case PeopleVerb::Unlock: return session.wait(desk.lift(call, ref));
        case PeopleVerb::List:
        case PeopleVerb::Add:
        case PeopleVerb::Password: break;
    }
    return fail(ErrorCode::Internal, "not done here");
}

/// One's own password: the session must be this workspace's.
Result<ExitCode> changeOwn(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    if (!context.arguments.has("--as")) {
        return wrongUsage("--as NAME is missing: whose password is it?");
    }
    const std::string login = context.arguments.value("--as");
    EVENHAND_ASSIGN(auto present, personPassword("Current password of " + login + ": "));
    EVENHAND_ASSIGN(const auto entered,
                    session.wait(session.engine().accounts().signIn({login, present, api::Via::CommandLine})));
    EVENHAND_ASSIGN(auto next, newPassword("New password: "));
    EVENHAND_TRY(session.wait(
        session.engine().accounts().changePassword({entered.actor, {}, {}}, std::move(present), std::move(next))));
    context.io.text("The password of " + entered.person.login + " is changed.");
    context.io.document({{QStringLiteral("login"), text(entered.person.login)}});
    return kDone;
}

Result<ExitCode> runPeople(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, kPeopleVerbs));
    if (verb != PeopleVerb::Password && context.arguments.has("--as")) {
        EVENHAND_ASSIGN(context.actor, actorAs(context.place(), context.arguments.value("--as"), std::nullopt));
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    if (verb == PeopleVerb::List) {
        return listPeople(context, *session);
    }
    if (verb == PeopleVerb::Password) {
        return changeOwn(context, *session);
    }
    EVENHAND_ASSIGN(const auto person, act(context, *session, verb));
    context.io.text(person.login + ": " + (person.roles.empty() ? "no role" : textOf(person.roles)) +
                    (person.disabled ? ", disabled" : "") +
                    (person.mustChangePassword ? ", must change the password" : "") + ".");
    context.io.document(documentOf(person));
    return kDone;
}

}  // namespace

Command peopleCommand() {
    return {
        "people",
        "list | add LOGIN [--name TEXT] [--roles R,R] | roles LOGIN --roles R,R | disable|enable|reset|unlock LOGIN "
        "--reason TEXT | password",
        "who may sign in, with which roles; new passwords are read from standard input",
        {{"--name", "TEXT", "add: the name that others see"},
         {"--roles", "ROLES",
          "administrator, dispatcher, campaign_manager, refund_clerk, refund_approver, auditor; commas between"},
         {"--reason", "TEXT", "why; kept in the audit log"}},
        runPeople,
        nullptr,
        true};
}

}  // namespace evenhand::ctl
