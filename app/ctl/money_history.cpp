// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/money_history.h"

#include <QJsonObject>

#include "app/ctl/row_texts.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {
namespace {

/// "a; b; c" in its parts, three at most.
std::vector<std::string> partsOf(const std::string& detail) {
    constexpr std::string_view kBetween = "; ";
    std::vector<std::string> parts;
    std::string_view rest = detail;
    while (parts.size() < 2 && rest.find(kBetween) != std::string_view::npos) {
        const auto at = rest.find(kBetween);
        parts.emplace_back(rest.substr(0, at));
        rest.remove_prefix(at + kBetween.size());
    }
    parts.emplace_back(rest);
    return parts;
}

/// Which rule has decided, as the engine notes it ("auto_approval; 500; damaged", "restocking_fee; 1250; 45"), in
/// words.
std::string ruleText(const std::string& detail, const api::WorkspaceInfo& workspace) {
    const auto parts = partsOf(detail);
    const auto number = parts.size() < 3 ? std::nullopt : base::numberFrom(parts[1]);
    if (number && parts[0] == "auto_approval") {
        const auto upTo = "approved by the system: up to " + moneyText(Money{*number}, workspace) + " of an order";
        return parts[2].empty() ? upTo : upTo + ", for reason " + parts[2];
    }
    if (const auto kept = number ? base::numberFrom(parts[2]) : std::nullopt; kept && parts[0] == "restocking_fee") {
        return "restocking fee of " + base::formatMoney(Money{*number}, 2) +
               " %: " + moneyText(Money{*kept}, workspace) + " kept";
    }
    return detail;
}

}  // namespace

QJsonArray tellHistory(ConsoleIo& io, const std::vector<api::MoneyEvent>& events, const api::WorkspaceInfo& workspace) {
    TextTable table({"when", "what", "who", ""});
    QJsonArray history;
    for (const auto& event : events) {
        table.add({timeText(event.at), std::string(api::toText(event.kind)), event.actor,
                   event.kind == api::MoneyEventKind::ByRule ? ruleText(event.detail, workspace) : event.detail});
        history.append(QJsonObject{{QStringLiteral("at"), timeValue(event.at)},
                                   {QStringLiteral("what"), text(api::toText(event.kind))},
                                   {QStringLiteral("actor"), text(event.actor)},
                                   {QStringLiteral("detail"), text(event.detail)}});
    }
    io.text(table.str());
    return history;
}

}  // namespace evenhand::ctl
