// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/operations.h"
#include "engine/base/counted.h"
#include "engine/base/money.h"

namespace evenhand::ctl {
namespace {

enum class SeckillVerb : std::uint8_t { List, SetUp, Start, Stop, Resume, TopUp, End, Check, Repair };
constexpr base::TextTable<SeckillVerb, 9> kSeckillVerbs{{{SeckillVerb::List, "list"},
                                                         {SeckillVerb::SetUp, "set-up"},
                                                         {SeckillVerb::Start, "start"},
                                                         {SeckillVerb::Stop, "stop"},
                                                         {SeckillVerb::Resume, "resume"},
                                                         {SeckillVerb::TopUp, "top-up"},
                                                         {SeckillVerb::End, "end"},
                                                         {SeckillVerb::Check, "check"},
                                                         {SeckillVerb::Repair, "repair"}}};
static_assert(base::inOrder(kSeckillVerbs));

api::Operation operationOf(SeckillVerb verb) {
    switch (verb) {
        case SeckillVerb::SetUp: return api::Operation::SeckillSetUp;
        case SeckillVerb::Start: return api::Operation::SeckillStart;
        case SeckillVerb::Stop: return api::Operation::SeckillStop;
        case SeckillVerb::Resume: return api::Operation::SeckillResume;
        case SeckillVerb::TopUp: return api::Operation::SeckillTopUp;
        case SeckillVerb::End: return api::Operation::SeckillEnd;
        case SeckillVerb::Repair: return api::Operation::SeckillRepair;
        case SeckillVerb::List:
        case SeckillVerb::Check: break;
    }
    return api::Operation::SeckillRead;
}

QJsonValue maybe(std::optional<std::int64_t> value) { return value ? QJsonValue(number(*value)) : QJsonValue(); }

QJsonObject documentOf(const api::ActivityRow& row, Instant now) {
    return {{QStringLiteral("id"), text(row.set.id.str())},
            {QStringLiteral("name"), text(row.set.name)},
            {QStringLiteral("voucher"), text(row.set.voucher.str())},
            {QStringLiteral("campus"), text(row.set.campus.str())},
            {QStringLiteral("price"), number(row.set.price.minor)},
            {QStringLiteral("stock"), number(row.set.stock)},
            {QStringLiteral("added"), number(row.added)},
            {QStringLiteral("left"), number(row.left)},
            {QStringLiteral("ordered"), number(row.ordered)},
            {QStringLiteral("returned"), number(row.returned)},
            {QStringLiteral("paid"), number(row.paid)},
            {QStringLiteral("closed"), number(row.closed)},
            {QStringLiteral("begin"), timeValue(row.set.begin)},
            {QStringLiteral("end"), timeValue(row.set.end)},
            {QStringLiteral("state"), text(api::toText(row.state))},
            {QStringLiteral("phase"), text(api::toText(api::phaseOf(row, now)))}};
}

Result<ExitCode> listSeckill(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().seckill().activities(call)));
    const auto now = session.engine().status().now;
    const auto info = session.engine().workspace();
    RowList list(context.io, {"activity", "voucher", moneyHeader("price", info), "stock", "added", "left", "ordered",
                              "paid", "state", "end"});
    for (const auto& row : rows) {
        list.add({row.set.id.str(), row.set.voucher.str(), base::formatMoney(row.set.price, info.minorDigits),
                  std::to_string(row.set.stock), std::to_string(row.added), std::to_string(row.left),
                  std::to_string(row.ordered), std::to_string(row.paid),
                  std::string(api::toText(api::phaseOf(row, now))), timeText(row.set.end)},
                 documentOf(row, now));
    }
    return list.end(QStringLiteral("activities"));
}

Result<api::ActivityInput> inputOf(const Arguments& arguments, const ActivityId& id, int minorDigits) {
    api::ActivityInput input;
    input.id = id;
    input.name = arguments.value("--name", id.str());
    input.voucher = Sku(arguments.value("--voucher"));
    input.campus = CampusId(arguments.value("--campus"));
    EVENHAND_ASSIGN(input.price, base::parseMoney(arguments.value("--price"), minorDigits, "price"));
    EVENHAND_ASSIGN(const auto stock, arguments.number("--stock", INT64_MIN, INT64_MAX));
    if (!stock) {
        return wrongUsage("--stock is missing");
    }
    input.stock = *stock;
    EVENHAND_ASSIGN(input.begin, instantOf(arguments, "--begin"));
    EVENHAND_ASSIGN(input.end, instantOf(arguments, "--end"));
    return input;
}

Result<ExitCode> compare(Context& context, Session& session, const api::Call& call, const ActivityId& id, bool fix) {
    auto& desk = session.engine().seckill();
    EVENHAND_ASSIGN(const auto found, session.wait(fix ? desk.repair(call, id) : desk.check(call, id)));
    context.io.text(
        "Stock " + (found.stock ? std::to_string(*found.stock) : std::string("missing")) + ", expected " +
        std::to_string(found.stockExpected) + "; " + base::counted(found.slots, "slot") + ", " +
        base::counted(found.liveOrders, "live order") + ", " + std::to_string(found.messages) + " in progress; " +
        base::counted(found.missingSlots, "slot") + " missing, " + std::to_string(found.strandedSlots) + " stranded" +
        (found.stateDiffers ? "; the state differs" : "") + (found.lost ? "; missing in the keyspace" : ""));
    context.io.text(fix              ? std::to_string(found.repaired) + " fixed."
                    : found.agrees() ? "Keyspace and database agree."
                                     : "Keyspace and database differ.");
    context.io.document({{QStringLiteral("id"), text(id.str())},
                         {QStringLiteral("agrees"), found.agrees()},
                         {QStringLiteral("lost"), found.lost},
                         {QStringLiteral("stock"), maybe(found.stock)},
                         {QStringLiteral("stock_expected"), number(found.stockExpected)},
                         {QStringLiteral("slots"), number(found.slots)},
                         {QStringLiteral("live_orders"), number(found.liveOrders)},
                         {QStringLiteral("messages"), number(found.messages)},
                         {QStringLiteral("missing_slots"), number(found.missingSlots)},
                         {QStringLiteral("stranded_slots"), number(found.strandedSlots)},
                         {QStringLiteral("state_differs"), found.stateDiffers},
                         {QStringLiteral("repaired"), number(found.repaired)}});
    return fix || found.agrees() ? kDone : kInvariantViolated;
}

Result<api::ActivityRow> act(Context& context, Session& session, SeckillVerb verb, const api::Call& call,
                             const ActivityId& id) {
    auto& desk = session.engine().seckill();
    switch (verb) {
        case SeckillVerb::SetUp: {
            EVENHAND_ASSIGN(const auto input, inputOf(context.arguments, id, session.engine().workspace().minorDigits));
            return session.wait(desk.setUp(call, input));
        }
        case SeckillVerb::Start: return session.wait(desk.start(call, id));
        case SeckillVerb::Stop: return session.wait(desk.stop(call, id));
        case SeckillVerb::Resume: return session.wait(desk.resume(call, id));
        case SeckillVerb::TopUp: {
            EVENHAND_ASSIGN(const auto units, context.arguments.number("--units", INT64_MIN, INT64_MAX));
            if (!units) {
                return wrongUsage("--units is missing");
            }
            return session.wait(desk.topUp(call, id, *units));
        }
        case SeckillVerb::End: return session.wait(desk.end(call, id));
        case SeckillVerb::List:
        case SeckillVerb::Check:
        case SeckillVerb::Repair: break;
    }
    return fail(ErrorCode::Internal, "no such action");
}

Result<ExitCode> runSeckill(Context& context) {
    EVENHAND_ASSIGN(const SeckillVerb verb, verbOf(context.arguments, kSeckillVerbs));
    if (verb != SeckillVerb::List) {
        EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "ACTIVITY"}));
    }
    if (api::infoOf(operationOf(verb)).needsReason) {
        EVENHAND_TRY(neededReason(context.arguments));
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();
    if (verb == SeckillVerb::List) {
        return listSeckill(context, *session);
    }
    const ActivityId id(context.arguments.words()[1]);
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    if (verb == SeckillVerb::Check || verb == SeckillVerb::Repair) {
        return compare(context, *session, call, id, verb == SeckillVerb::Repair);
    }
    EVENHAND_ASSIGN(auto row, act(context, *session, verb, call, id));
    session->settle();
    const auto now = session->engine().status().now;
    context.io.text("Activity " + row.set.id.str() + ": " + std::string(api::toText(api::phaseOf(row, now))) + ", " +
                    std::to_string(row.left) + " left, " + std::to_string(row.ordered) + " ordered");
    context.io.document(documentOf(row, now));
    return kDone;
}

}  // namespace

Command seckillCommand() {
    return {"seckill",
            "list | set-up ACTIVITY --voucher SKU --campus C --price P --stock N --begin T --end T [--name TEXT] | "
            "check ACTIVITY | start|resume|stop|end|repair ACTIVITY --reason TEXT | top-up ACTIVITY --units N --reason "
            "TEXT",
            "flash sales: lists them, sets them up, starts, stops, tops up, ends, compares and repairs them",
            {{"--voucher", "SKU", "set-up: what is sold, a product of the catalogue"},
             {"--campus", "C", "set-up: campus of its orders"},
             {"--price", "P", "set-up: price of a unit"},
             {"--stock", "N", "set-up: units, taken from the voucher's stock at the start"},
             {"--begin", "TIME", "set-up: 2026-01-31T18:00:00Z"},
             {"--end", "TIME", "set-up: 2026-01-31T19:00:00Z"},
             {"--name", "TEXT", "set-up: shown to people"},
             {"--units", "N", "top-up: this many more"},
             {"--reason", "TEXT", "why; kept in the log"}},
            runSeckill};
}

}  // namespace evenhand::ctl
