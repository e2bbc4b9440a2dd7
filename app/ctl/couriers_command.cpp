// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "app/ctl/command.h"
#include "app/ctl/given_orders.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "app/ctl/shop_words.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

/// The one of --campus, or all.
Result<std::vector<CampusId>> campusesOf(const Context& context, Session& session, const api::Call& call) {
    if (context.arguments.has("--campus")) {
        return std::vector{CampusId(context.arguments.value("--campus"))};
    }
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().dispatch().campuses(call)));
    std::vector<CampusId> ids;
    for (const auto& row : rows) {
        ids.push_back(row.id);
    }
    return ids;
}

QJsonObject courierDocument(const api::CourierRow& row) {
    return {{QStringLiteral("courier_id"), text(row.id.str())},
            {QStringLiteral("campus"), text(row.campus.str())},
            {QStringLiteral("name"), text(row.name)},
            {QStringLiteral("phone"), text(row.phone)},
            {QStringLiteral("on_duty"), row.onDuty},
            {QStringLiteral("disabled_at"), timeValue(row.disabledAt)},
            {QStringLiteral("in_hand"), number(row.inHand)},
            {QStringLiteral("load_limit"), row.loadLimit ? QJsonValue(number(*row.loadLimit)) : QJsonValue()},
            {QStringLiteral("campus_load_limit"), number(row.campusLoadLimit)},
            {QStringLiteral("today"), number(row.today)},
            {QStringLiteral("weight"), number(row.weight)},
            {QStringLiteral("last_assignment"), timeValue(row.lastAssignment)},
            {QStringLiteral("version"), number(row.version)},
            {QStringLiteral("duty_version"), number(row.dutyVersion)},
            {QStringLiteral("limit_version"), number(row.limitVersion)}};
}

Result<std::vector<api::CourierRow>> listedCouriers(const Context& context, Session& session, const api::Call& call) {
    EVENHAND_ASSIGN(const auto campuses, campusesOf(context, session, call));
    std::vector<api::CourierRow> rows;
    for (const auto& campus : campuses) {
        EVENHAND_ASSIGN(const auto board, session.wait(session.engine().dispatch().board(call, campus)));
        rows.insert(rows.end(), board.couriers.begin(), board.couriers.end());
    }
    // A board has who is disabled only as long as there is something in hand.
    const CampusId only(context.arguments.value("--campus"));
    EVENHAND_ASSIGN(const auto all, session.wait(session.engine().shop().couriers(call, only, api::kMaxPageRows)));
    for (const auto& row : all) {
        const bool isListed =
            std::any_of(rows.begin(), rows.end(), [&](const api::CourierRow& other) { return other.id == row.id; });
        if (row.disabledAt && !isListed) {
            rows.push_back(row);
        }
    }
    return rows;
}

Result<ExitCode> listCouriers(Context& context, Session& session) {
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, listedCouriers(context, session, call));
    RowList list(context.io, {"courier", "campus", "name", "phone", "duty", "in hand", "limit", "today", "weight"});
    for (const auto& row : rows) {
        list.add({row.id.str(), row.campus.str(), row.name, row.phone,
                  row.disabledAt ? "disabled"
                  : row.onDuty   ? "on"
                                 : "off",
                  std::to_string(row.inHand), row.limit() > 0 ? std::to_string(row.limit()) : "none",
                  std::to_string(row.today), std::to_string(row.weight)},
                 courierDocument(row));
    }
    return list.end(QStringLiteral("couriers"));
}

/// What each of these has in hand; empty: it could not be read, and nothing is said of it.
std::map<std::string, std::int64_t> inHandOf(Session& session, const api::Call& call) {
    std::map<std::string, std::int64_t> inHand;
    const auto rows = session.wait(session.engine().shop().couriers(call, {}, api::kMaxPageRows));
    for (const auto& row : rows ? *rows : std::vector<api::CourierRow>()) {
        inHand.emplace(row.id.str(), row.inHand);
    }
    return inHand;
}

/// Whoever goes off duty keeps the orders in hand, which somebody has to know.
std::string offDutyText(const std::string& courier, std::int64_t inHand) {
    return inHand == 0 ? std::string("is off duty")
                       : "is off duty, with " + base::counted(inHand, "order") + " in hand: couriers handover " +
                             courier + " --reason TEXT gives them away";
}

Result<ExitCode> changeDuty(Context& context, Session& session) {
    const auto& words = context.arguments.words();
    const bool on = words[1] == "on";
    EVENHAND_ASSIGN(const auto seen, seenVersion(context.arguments));
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    OutcomeList list(context.io);
    auto inHand = on ? std::map<std::string, std::int64_t>() : inHandOf(session, call);
    for (std::size_t i = 2; i < words.size(); ++i) {
        const auto since = session.wait(session.engine().dispatch().setDuty(call, CourierId(words[i]), on, seen));
        if (!since && (words.size() == 3 || since.error().code == ErrorCode::PermissionDenied)) {
            return fail(since.error());
        }
        QJsonObject row{{QStringLiteral("courier_id"), text(words[i])}};
        if (since) {
            row.insert(QStringLiteral("on_duty"), on);
            row.insert(QStringLiteral("duty_version"), number(*since));
            if (!on) {
                row.insert(QStringLiteral("in_hand"), number(inHand[words[i]]));
            }
        }
        list.add("Courier " + words[i], row, since ? std::nullopt : std::optional(since.error()),
                 on ? "is on duty" : offDutyText(words[i], inHand[words[i]]));
    }
    session.settle();  // who came on duty takes what has waited
    return list.end(QStringLiteral("couriers"));
}

Result<ExitCode> handOver(Context& context, Session& session) {
    const CourierId from(context.arguments.words()[1]);
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    auto& workspace = session.engine();
    const api::ReassignTarget target{CourierId(context.arguments.value("--to"))};
    EVENHAND_ASSIGN(const auto outcomes, session.wait(workspace.dispatch().handOver(call, from, target)));
    session.settle();
    if (outcomes.empty()) {
        context.io.text("Courier " + from.str() + " has no order in hand.");
    }
    return tellGiven(context, session, call, outcomes);
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
                    session.wait(session.engine().dispatch().setLoadLimit(call, courier, limit, seen)));
    session.settle();  // orders that waited for room
    const std::string said = !limit       ? "has the load limit of the campus"
                             : *limit > 0 ? "has a load limit of " + std::to_string(*limit)
                                          : "has no load limit";
    context.io.text("Courier " + courier.str() + " " + said + ".");
    context.io.document({{QStringLiteral("courier_id"), text(courier.str())},
                         {QStringLiteral("load_limit"), limit ? QJsonValue(number(*limit)) : QJsonValue()},
                         {QStringLiteral("version"), number(version)}});
    return kDone;
}

Result<ExitCode> addCourier(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    const api::NewCourier courier{CourierId(arguments.words()[1]), CampusId(arguments.value("--campus")),
                                  arguments.value("--name"), arguments.value("--phone")};
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_TRY(session.wait(session.engine().shop().addCourier(call, courier)));
    context.io.text("Courier " + courier.id.str() + " is added, off duty.");
    context.io.document({{QStringLiteral("id"), text(courier.id.str())}, {QStringLiteral("version"), number(1)}});
    return kDone;
}

/// What is not named stays as it is: read, changed, and sent with the version that was read.
Result<ExitCode> editCourier(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    const CourierId id(arguments.words()[1]);
    auto& workspace = session.engine();
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto rows,
                    session.wait(workspace.dispatch().findCouriers(call, id.str(), api::kMaxPageRows)));
    const auto known = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; });
    if (known == rows.end()) {
        return fail(ErrorCode::NotFound, "no such courier", "courier", id.str());
    }
    EVENHAND_ASSIGN(const auto seen, seenVersion(arguments));
    const api::CourierEdit edit{id, arguments.value("--name", known->name), arguments.value("--phone", known->phone),
                                seen == 0 ? known->version : seen};
    EVENHAND_ASSIGN(const auto since, session.wait(workspace.shop().editCourier(call, edit)));
    context.io.text("Courier " + id.str() + " is changed.");
    context.io.document({{QStringLiteral("id"), text(id.str())}, {QStringLiteral("version"), number(since)}});
    return kDone;
}

template <bool disabled>
Result<ExitCode> disableCouriers(Context& context, Session& session) {
    auto& shop = session.engine().shop();
    return disableEach(context, session, disabled, "Courier", QStringLiteral("couriers"),
                       [&shop](const api::Call& call, const std::string& id, bool to) {
                           return shop.setCourierDisabled(call, CourierId(id), to, 0);
                       });
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

Result<void> checkAdd(const Arguments& arguments) {
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER"}));
    if (!arguments.has("--campus") || !arguments.has("--name")) {
        return wrongUsage(arguments.has("--name") ? "--campus is missing" : "--name is missing");
    }
    return {};
}

Result<void> checkEdit(const Arguments& arguments) {
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER"}));
    const bool says = arguments.has("--name") || arguments.has("--phone");
    return says ? Result<void>() : wrongUsage("--name or --phone is missing");
}

/// Its words and the reason disableEach() looks at.
Result<void> checkDisabling(const Arguments&) { return {}; }

struct CouriersVerb {
    std::string_view name;
    Result<void> (*check)(const Arguments& arguments);
    Result<ExitCode> (*run)(Context& context, Session& session);
};
constexpr std::array<CouriersVerb, 8> kCouriersVerbs{
    {{"list",
      [](const Arguments& arguments) { return arguments.expectWords(std::vector<std::string_view>{"what to do"}); },
      listCouriers},
     {"duty", checkDuty, changeDuty},
     {"handover", checkHandOver, handOver},
     {"limit", checkLimit, setLimit},
     {"add", checkAdd, addCourier},
     {"edit", checkEdit, editCourier},
     {"disable", checkDisabling, disableCouriers<true>},
     {"enable", checkDisabling, disableCouriers<false>}}};

Result<ExitCode> runCouriers(Context& context) {
    const auto& words = context.arguments.words();
    const auto* const verb = std::find_if(kCouriersVerbs.begin(), kCouriersVerbs.end(),
                                          [&](const auto& one) { return !words.empty() && one.name == words.front(); });
    if (verb == kCouriersVerbs.end()) {
        return wrongUsage("say what to do: list, duty, handover, limit, add, edit, disable or enable");
    }
    EVENHAND_TRY(verb->check(context.arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();  // what a stopped engine left behind comes first
    return verb->run(context, *session);
}

}  // namespace

Command couriersCommand() {
    return {
        "couriers",
        "list [--campus C] | duty on|off COURIER… [--version N] | handover COURIER [--to COURIER] --reason TEXT | "
        "limit COURIER N|none|campus [--version N] | add COURIER --campus C --name NAME [--phone PHONE] | edit COURIER "
        "[--name NAME] [--phone PHONE] [--version N] | disable|enable COURIER… --reason TEXT",
        "couriers: lists them, puts them on or off duty, hands over what one has in hand, sets how "
        "much that may be, adds, edits, disables and enables them",
        {{"--campus", "C", "list: of one campus; add: where they deliver, which never changes"},
         {"--name", "NAME", "add, edit: what people call them"},
         {"--phone", "PHONE", "add, edit: where they are called"},
         {"--version", "N",
          "duty, limit, edit: refused if somebody has changed it since; list --json has duty_version, limit_version "
          "and version"},
         {"--to", "COURIER", "handover: to this courier; without it each order to the next fairest"},
         {"--reason", "TEXT", "why; kept in the audit log, and by handover with each order; disable, enable: needed"}},
        runCouriers};
}

}  // namespace evenhand::ctl
