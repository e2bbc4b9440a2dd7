// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {
namespace {

std::string scopesText(api::TokenScopes scopes, const std::string& between = ",") {
    std::string list;
    for (const auto scope : api::allTokenScopes()) {
        if ((scopes & api::bitOf(scope)) != 0) {
            list += (list.empty() ? "" : between) + std::string(api::toText(scope));
        }
    }
    return list;
}

/// "orders.place,orders.read"; "all".
Result<api::TokenScopes> scopesOf(const std::string& list) {
    if (list == "all") {
        return api::kAllTokenScopes;
    }
    api::TokenScopes scopes = 0;
    std::string_view rest = list;
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        const auto scope = api::tokenScopeFrom(rest.substr(0, comma));
        if (!scope) {
            return wrongUsage("--scopes is all, or some of " + scopesText(api::kAllTokenScopes) +
                              ", separated by commas");
        }
        scopes |= api::bitOf(*scope);
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
    return scopes;
}

QJsonObject document(const api::TokenRow& row) {
    QJsonArray scopes;
    for (const auto scope : api::allTokenScopes()) {
        if ((row.input.scopes & api::bitOf(scope)) != 0) {
            scopes.append(text(api::toText(scope)));
        }
    }
    return {{QStringLiteral("id"), number(row.id.value)},
            {QStringLiteral("name"), text(row.input.name)},
            {QStringLiteral("scopes"), scopes},
            {QStringLiteral("per_second"), number(row.input.perSecond)},
            {QStringLiteral("key_id"), text(row.keyId)},
            {QStringLiteral("created_at"), timeValue(row.createdAt)},
            {QStringLiteral("created_by"), text(row.createdBy)},
            {QStringLiteral("revoked_at"), timeValue(row.revokedAt)},
            {QStringLiteral("revoked_by"), text(row.revokedBy)}};
}

Result<ExitCode> listTokens(Context& context, Session& session) {
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().tokens().tokens({context.actor, {}, {}})));
    RowList list(context.io, {"id", "name", "scopes", "a second", "made", "by", "revoked"});
    for (const auto& row : rows) {
        list.add({std::to_string(row.id.value), row.input.name, scopesText(row.input.scopes),
                  row.input.perSecond > 0 ? std::to_string(row.input.perSecond) : std::string("-"),
                  timeText(row.createdAt), row.createdBy, row.revokedAt ? timeText(*row.revokedAt) : std::string()},
                 document(row));
    }
    return list.end(QStringLiteral("tokens"));
}

Result<ExitCode> createTokens(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "NAME"}));
    api::TokenInput input;
    input.name = arguments.words()[1];
    if (!arguments.has("--scopes")) {
        return wrongUsage("--scopes is missing: what may the token do?");
    }
    EVENHAND_ASSIGN(input.scopes, scopesOf(arguments.value("--scopes")));
    EVENHAND_ASSIGN(const auto rate, arguments.number("--rate", 0, api::kMaxTokenRate));
    input.perSecond = rate.value_or(0);
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto made, session.wait(session.engine().tokens().create(call, std::move(input))));
    context.io.text("Token " + made.row.input.name + " (it is not shown again):\n" + std::string(made.token.reveal()));
    auto object = document(made.row);
    object.insert(QStringLiteral("token"), text(made.token.reveal()));
    if (!made.signing.reveal().empty()) {
        context.io.text("Its payment notifications are signed with:\n" + std::string(made.signing.reveal()));
        object.insert(QStringLiteral("signing"), text(made.signing.reveal()));
    }
    context.io.document(object);
    return kDone;
}

Result<ExitCode> revoke(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "NAME"}));
    EVENHAND_ASSIGN(const auto reason, neededReason(context.arguments));
    const auto& name = context.arguments.words()[1];
    auto& desk = session.engine().tokens();
    const api::Call call{context.actor, reason, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.tokens(call)));
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.input.name == name; });
    if (row == rows.end()) {
        return fail(ErrorCode::NotFound, "no such token", "token", name);
    }
    EVENHAND_ASSIGN(const auto revoked, session.wait(desk.revoke(call, row->id)));
    context.io.text("Token " + name + " is revoked.");
    context.io.document(document(revoked));
    return kDone;
}

Result<ExitCode> runTokens(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, {"list", "create", "revoke"}));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    if (verb == "list") {
        EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
        return listTokens(context, *session);
    }
    return verb == "create" ? createTokens(context, *session) : revoke(context, *session);
}

}  // namespace

Command tokensCommand() {
    static const std::string scopes = "create: all, or of " + scopesText(api::kAllTokenScopes, ", ");
    return {"tokens",
            "list | create NAME --scopes S,… [--rate N] | revoke NAME --reason TEXT",
            "tokens of the HTTP API",
            {{"--scopes", "S,…", scopes},
             {"--rate", "N", "create: requests per second (0: as the service is set)"},
             {"--reason", "TEXT", "why; kept in the audit log"}},
            runTokens};
}

}  // namespace evenhand::ctl
