// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>
#include <array>
#include <charconv>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {
namespace {

/// The one of --campus, or all.
Result<std::vector<CampusId>> campusesOf(const Context& context, Session& session, const api::Call& call) {
    if (context.arguments.has("--campus")) {
        return std::vector{CampusId(context.arguments.value("--campus"))};
    }
    EVENHAND_ASSIGN(const auto rows, session.wait(session.workspace().dispatch().campuses(call)));
    std::vector<CampusId> ids;
    for (const auto& row : rows) {
        ids.push_back(row.id);
    }
    return ids;
}

Result<ExitCode> listCouriers(Context& context, Session& session) {
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto campuses, campusesOf(context, session, call));
    TextTable table({"courier", "campus", "name", "phone", "duty", "in hand", "limit", "today", "weight"});
    QJsonArray array;
    for (const auto& campus : campuses) {
        EVENHAND_ASSIGN(const auto board, session.wait(session.workspace().dispatch().board(call, campus)));
        for (const auto& row : board.couriers) {
            table.add({row.id.str(), row.campus.str(), row.name, row.phone, row.onDuty ? "on" : "off",
                       std::to_string(row.inHand), row.limit() > 0 ? std::to_string(row.limit()) : "none",
                       std::to_string(row.today), std::to_string(row.weight)});
            array.append(
                QJsonObject{{QStringLiteral("courier_id"), text(row.id.str())},
                            {QStringLiteral("campus"), text(row.campus.str())},
                            {QStringLiteral("name"), text(row.name)},
                            {QStringLiteral("phone"), text(row.phone)},
                            {QStringLiteral("on_duty"), row.onDuty},
                            {QStringLiteral("in_hand"), number(row.inHand)},
                            {QStringLiteral("load_limit"), row.loadLimit ? number(*row.loadLimit) : QJsonValue()},
                            {QStringLiteral("campus_load_limit"), number(row.campusLoadLimit)},
                            {QStringLiteral("today"), number(row.today)},
                            {QStringLiteral("weight"), number(row.weight)},
                            {QStringLiteral("last_assignment"), timeValue(row.lastAssignment)},
                            {QStringLiteral("version"), number(row.version)},
                            {QStringLiteral("duty_version"), number(row.dutyVersion)},
                            {QStringLiteral("limit_version"), number(row.limitVersion)}});
        }
    }
    context.io.text(table.str());
    context.io.document({{QStringLiteral("couriers"), array}});
    return kDone;
}

Result<ExitCode> changeDuty(Context& context, Session& session) {
    const auto& words = context.arguments.words();
    const bool on = words[1] == "on";
    EVENHAND_ASSIGN(const auto seen, seenVersion(context.arguments));
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    OutcomeList list(context.io);
    for (std::size_t i = 2; i < words.size(); ++i) {
        const auto since = session.wait(session.workspace().dispatch().setDuty(call, CourierId(words[i]), on, seen));
        if (!since && (words.size() == 3 || since.error().code == ErrorCode::PermissionDenied)) {
            return fail(since.error());
        }
        QJsonObject row{{QStringLiteral("courier_id"), text(words[i])}};
        if (since) {
            row.insert(QStringLiteral("on_duty"), on);
            row.insert(QStringLiteral("duty_version"), number(*since));
        }
        list.add("Courier " + words[i], row, since ? std::nullopt : std::optional(since.error()),
                 on ? "is on duty" : "is off duty");
    }
    session.settle();  // who came on duty takes what has waited
    return list.end(QStringLiteral("couriers"));
}

Result<ExitCode> handOver(Context& context, Session& session) {
    const CourierId from(context.arguments.words()[1]);
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    auto& workspace = session.workspace();
    const api::ReassignTarget target{CourierId(context.arguments.value("--to"))};
    EVENHAND_ASSIGN(const auto outcomes, session.wait(workspace.dispatch().handOver(call, from, target)));
    session.settle();
    if (outcomes.empty()) {
        context.io.text("Courier " + from.str() + " has no order in hand.");
    }
    OutcomeList list(context.io);
    for (const auto& outcome : outcomes) {
        QJsonObject row{{QStringLiteral("order_no"), text(outcome.orderNo.str())}};
        std::string to;
        if (!outcome.error) {
            EVENHAND_ASSIGN(const auto detail, session.wait(workspace.orders().detail(call, outcome.orderNo)));
            to = detail.row.courier.str();
            row.insert(QStringLiteral("from"), text(outcome.from.str()));
            row.insert(QStringLiteral("to"), text(to));
            row.insert(QStringLiteral("epoch"), number(detail.row.epoch));
        }
        list.add("Order " + outcome.orderNo.str(), row, outcome.error, "to " + (to.empty() ? "nobody yet" : to));
    }
    return list.end(QStringLiteral("orders"));
}

/// "5", "none" (0) or "campus" (nullopt).
Result<std::optional<std::int64_t>> loadLimitOf(const std::string& text) {
    if (text == "campus") {
        return std::optional<std::int64_t>();
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (text != "none" && (!whole || value < 1 || value > api::kMaxLoadLimit)) {
        return wrongUsage("\"" + text + "\" is not a limit: say 1 to " + std::to_string(api::kMaxLoadLimit) +
                          ", none or campus");
    }
    return std::optional<std::int64_t>(value);
}

Result<ExitCode> setLimit(Context& context, Session& session) {
    const auto& words = context.arguments.words();
    const CourierId courier(words[1]);
    EVENHAND_ASSIGN(const auto limit, loadLimitOf(words[2]));
    EVENHAND_ASSIGN(const auto seen, seenVersion(context.arguments));
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto version,
                    session.wait(session.workspace().dispatch().setLoadLimit(call, courier, limit, seen)));
    session.settle();  // orders that waited for room
    const std::string said = !limit       ? "has the load limit of the campus"
                             : *limit > 0 ? "has a load limit of " + std::to_string(*limit)
                                          : "has no load limit";
    context.io.text("Courier " + courier.str() + " " + said + ".");
    context.io.document({{QStringLiteral("courier_id"), text(courier.str())},
                         {QStringLiteral("load_limit"), limit ? number(*limit) : QJsonValue()},
                         {QStringLiteral("version"), number(version)}});
    return kDone;
}

Result<void> checkDuty(const Arguments& arguments) {
    const auto& words = arguments.words();
    if (words.size() < 2 || (words[1] != "on" && words[1] != "off")) {
        return wrongUsage("say duty on or duty off");
    }
    if (words.size() > 3 && arguments.has("--version")) {
        return wrongUsage("--version is of one COURIER");
    }
    return words.size() < 3 ? wrongUsage("COURIER is missing") : Result<void>();
}

Result<void> checkHandOver(const Arguments& arguments) {
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER"}));
    EVENHAND_TRY(neededReason(arguments));
    if (arguments.has("--to") && arguments.value("--to").empty()) {
        return wrongUsage("--to is empty");
    }
    return {};
}

Result<void> checkLimit(const Arguments& arguments) {
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER", "LIMIT"}));
    EVENHAND_TRY(loadLimitOf(arguments.words()[2]));
    return {};
}

struct CouriersVerb {
    std::string_view name;
    Result<void> (*check)(const Arguments& arguments);
    Result<ExitCode> (*run)(Context& context, Session& session);
};
constexpr std::array<CouriersVerb, 4> kCouriersVerbs{
    {{"list",
      [](const Arguments& arguments) { return arguments.expectWords(std::vector<std::string_view>{"what to do"}); },
      listCouriers},
     {"duty", checkDuty, changeDuty},
     {"handover", checkHandOver, handOver},
     {"limit", checkLimit, setLimit}}};

Result<ExitCode> runCouriers(Context& context) {
    const auto& words = context.arguments.words();
    const auto* const verb = std::find_if(kCouriersVerbs.begin(), kCouriersVerbs.end(),
                                          [&](const auto& one) { return !words.empty() && one.name == words.front(); });
    if (verb == kCouriersVerbs.end()) {
        return wrongUsage("say what to do: list, duty, handover or limit");
    }
    EVENHAND_TRY(verb->check(context.arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.workspace, Session::Time::Real));
    session->settle();  // what a stopped engine left behind comes first
    return verb->run(context, *session);
}

}  // namespace

Command couriersCommand() {
    return {
        "couriers",
        "list [--campus C] | duty on|off COURIER… [--version N] | handover COURIER [--to COURIER] --reason TEXT | "
        "limit COURIER N|none|campus [--version N]",
        "couriers: lists them, puts them on or off duty, hands over what one has in hand, sets how much that may be",
        {{"--campus", "C", "list: of one campus"},
         {"--version", "N",
          "duty, limit: refused if somebody has changed it since; list --json has duty_version and limit_version"},
         {"--to", "COURIER", "handover: to this courier; without it each order to the next fairest"},
         {"--reason", "TEXT", "why; kept in the audit log, and by handover with each order"}},
        runCouriers};
}

}  // namespace evenhand::ctl
