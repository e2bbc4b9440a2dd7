// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/return_rules.h"

#include <QJsonArray>
#include <algorithm>
#include <array>

#include "app/ctl/row_texts.h"
#include "engine/base/money.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {
namespace {

constexpr std::array<std::string_view, 5> kRuleOptions{"--window-days", "--auto-approve-up-to", "--auto-reasons",
                                                       "--fee-percent", "--fee-free-reasons"};

/// "a,b"; "none" or "any": none are named.
std::vector<std::string> codesIn(const std::string& text) {
    std::vector<std::string> codes;
    if (text == "none" || text == "any") {
        return codes;
    }
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        codes.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return codes;
}

std::string codesText(const std::vector<std::string>& codes, std::string_view none) {
    std::string text;
    for (const auto& code : codes) {
        text += (text.empty() ? "" : ",") + code;
    }
    return text.empty() ? std::string(none) : text;
}

QJsonArray codesValue(const std::vector<std::string>& codes) {
    QJsonArray values;
    for (const auto& code : codes) {
        values.append(text(code));
    }
    return values;
}

Result<void> changeRules(const Arguments& arguments, int minorDigits, api::ReturnPolicy& policy) {
    if (const auto days = arguments.value("--window-days"); days == "none") {
        policy.windowDays.reset();
    } else if (!days.empty()) {
        const auto number = base::numberFrom(days);
        if (!number) {
            return wrongUsage("--window-days is a number or none");
        }
        policy.windowDays = *number;
    }
    if (const auto upTo = arguments.value("--auto-approve-up-to"); upTo == "never") {
        policy.autoApproveUpTo.reset();
    } else if (!upTo.empty()) {
        EVENHAND_ASSIGN(policy.autoApproveUpTo, base::parseMoney(upTo, minorDigits, "auto_approve_up_to"));
    }
    if (arguments.has("--auto-reasons")) {
        policy.autoReasons = codesIn(arguments.value("--auto-reasons"));
    }
    if (const auto percent = arguments.value("--fee-percent"); !percent.empty()) {
        // Two places behind the point, as an amount of a currency with two.
        EVENHAND_ASSIGN(const auto points, base::parseMoney(percent, 2, "fee_percent"));
        policy.feePoints = points.minor;
    }
    if (arguments.has("--fee-free-reasons")) {
        policy.feeFreeReasons = codesIn(arguments.value("--fee-free-reasons"));
    }
    return {};
}

void showRules(Context& context, const api::ReturnPolicyRow& row, const api::WorkspaceInfo& info) {
    const auto& policy = row.policy;
    const auto percent = base::formatMoney(Money{policy.feePoints}, 2);
    TextTable table({"return rules", row.campus.empty() ? std::string("the workspace") : row.campus.str()});
    table.add({"own", row.own ? "yes" : "no"});
    table.add({"window (days)", policy.windowDays ? std::to_string(*policy.windowDays) : "none"});
    table.add({moneyHeader("auto-approve up to", info),
               policy.autoApproveUpTo ? base::formatMoney(*policy.autoApproveUpTo, info.minorDigits) : "never"});
    table.add({"for reasons", codesText(policy.autoReasons, "any")});
    table.add({"restocking fee (%)", percent});
    table.add({"no fee for", codesText(policy.feeFreeReasons, "none")});
    context.io.text(table.str());
    context.io.document({{QStringLiteral("campus"), text(row.campus.str())},
                         {QStringLiteral("own"), row.own},
                         {QStringLiteral("window_days"), policy.windowDays ? number(*policy.windowDays) : QJsonValue()},
                         {QStringLiteral("auto_approve_up_to"),
                          policy.autoApproveUpTo ? number(policy.autoApproveUpTo->minor) : QJsonValue()},
                         {QStringLiteral("auto_reasons"), codesValue(policy.autoReasons)},
                         {QStringLiteral("fee_points"), number(policy.feePoints)},
                         {QStringLiteral("fee_free_reasons"), codesValue(policy.feeFreeReasons)},
                         {QStringLiteral("version"), number(row.version)}});
}

Result<api::ReturnPolicyRow> rulesOf(Session& session, const api::Call& call, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().returns().policies(call)));
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.campus == campus; });
    return found != rows.end() ? Result<api::ReturnPolicyRow>(*found)
                               : fail(ErrorCode::NotFound, "no such campus", "campus", campus.str());
}

}  // namespace

Result<ExitCode> returnRules(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "show or set"}));
    const auto& verb = arguments.words()[1];
    const bool changes = std::any_of(kRuleOptions.begin(), kRuleOptions.end(),
                                     [&](std::string_view option) { return arguments.has(option); });
    if ((verb != "show" && verb != "set") || changes != (verb == "set")) {
        return wrongUsage("say rules show, or rules set with what to set");
    }
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    const CampusId campus(arguments.value("--campus"));
    EVENHAND_ASSIGN(auto row, rulesOf(session, call, campus));
    const auto info = session.engine().workspace();
    if (changes) {
        EVENHAND_ASSIGN(const auto version, seenVersion(arguments));
        EVENHAND_TRY(changeRules(arguments, info.minorDigits, row.policy));
        EVENHAND_TRY(session.wait(
            session.engine().returns().setPolicy(call, campus, row.policy, version == 0 ? row.version : version)));
        EVENHAND_ASSIGN(row, rulesOf(session, call, campus));
    }
    showRules(context, row, info);
    return kDone;
}

}  // namespace evenhand::ctl
