// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "app/workspace/authorize.h"
#include "engine/api/cash_payment.h"
#include "engine/api/limits.h"
#include "engine/base/code_words.h"
#include "engine/base/counted.h"
#include "engine/base/money.h"
#include "engine/base/number_text.h"
#include "engine/base/rng.h"

namespace evenhand::ctl {
namespace {

enum class OrdersVerb : std::uint8_t { Place, Pay, Late, Report, Cancel };
constexpr base::TextTable<OrdersVerb, 5> kOrdersVerbs{{{OrdersVerb::Place, "place"},
                                                       {OrdersVerb::Pay, "pay"},
                                                       {OrdersVerb::Late, "late"},
                                                       {OrdersVerb::Report, "report"},
                                                       {OrdersVerb::Cancel, "cancel"}}};
static_assert(base::inOrder(kOrdersVerbs));

// --- placing

/// By its SKU, else by its whole name.
Result<api::ProductRow> productOf(Session& session, const api::Call& call, const std::string& word) {
    auto& shop = session.engine().shop();
    auto bySku = session.wait(shop.product(call, Sku(word)));
    if (bySku || bySku.error().code != ErrorCode::NotFound) {
        return bySku;
    }
    api::ProductQuery query;
    query.filter.text = word;
    query.limit = api::kMaxPageRows;
    EVENHAND_ASSIGN(auto rows, session.wait(shop.products(call, query)));
    std::erase_if(
        rows, [&](const api::ProductRow& row) { return text(row.name).compare(text(word), Qt::CaseInsensitive) != 0; });
    if (rows.empty()) {
        return fail(ErrorCode::UnknownSku, "no product has this SKU or name", "sku", word);
    }
    if (rows.size() > 1) {
        return fail(ErrorCode::InvalidArgument,
                    "several products have this name, say the SKU: " + rows[0].sku.str() + ", " + rows[1].sku.str() +
                        (rows.size() > 2 ? ", …" : ""),
                    "sku", word);
    }
    return std::move(rows.front());
}

/// A word "PRODUCT=UNITS" in two.
Result<std::pair<std::string, std::int64_t>> unitsOfProduct(const std::string& word) {
    const auto equals = word.rfind('=');
    const auto units =
        equals == std::string::npos || equals == 0 ? std::nullopt : base::numberFrom(word.substr(equals + 1));
    if (!units || *units < 1 || *units > api::kMaxOrderQuantity) {
        return wrongUsage("\"" + word + "\" is not PRODUCT=UNITS with 1 to " + std::to_string(api::kMaxOrderQuantity) +
                          " units");
    }
    return std::pair(word.substr(0, equals), *units);
}

/// The lines at the prices of the catalogue.
Result<std::vector<api::OrderLine>> orderedLines(Session& session, const api::Call& call, const Arguments& arguments) {
    std::vector<api::OrderLine> lines;
    for (std::size_t i = 1; i < arguments.words().size(); ++i) {
        EVENHAND_ASSIGN(const auto wanted, unitsOfProduct(arguments.words()[i]));
        EVENHAND_ASSIGN(const auto product, productOf(session, call, wanted.first));
        lines.push_back({product.sku, wanted.second, product.unitPrice});
    }
    return lines;
}

bool isPaidNow(const Arguments& arguments) { return arguments.has("--cash") || arguments.has("--payment-no"); }

/// The number under which a payment of this order is recorded.
PaymentNo paymentNoOf(const Arguments& arguments, const OrderNo& order) {
    return arguments.has("--cash") ? api::cashPaymentNo(order) : PaymentNo(arguments.value("--payment-no"));
}

Result<void> checkPayment(const Arguments& arguments) {
    if (arguments.has("--cash") == arguments.has("--payment-no")) {
        return wrongUsage("a payment is either --cash or --payment-no NO");
    }
    if (arguments.has("--payment-no") && arguments.value("--payment-no").empty()) {
        return wrongUsage("--payment-no is empty");
    }
    EVENHAND_TRY(neededReason(arguments));
    return {};
}

Result<void> checkPlace(const Arguments& arguments) {
    if (arguments.words().size() < 2) {
        return wrongUsage("PRODUCT=UNITS is missing");
    }
    for (std::size_t i = 1; i < arguments.words().size(); ++i) {
        EVENHAND_TRY(unitsOfProduct(arguments.words()[i]));
    }
    for (const char* option : {"--user", "--campus"}) {
        if (arguments.value(option).empty()) {
            return wrongUsage(std::string(option) + " is missing");
        }
    }
    for (const char* option : {"--draw", "--key"}) {
        if (arguments.has(option) && arguments.value(option).empty()) {
            return wrongUsage(std::string(option) + " is empty");
        }
    }
    return isPaidNow(arguments) ? checkPayment(arguments) : Result<void>();
}

/// What became of a payment, for the document too; the money is kept in any case.
std::string paidText(const api::PaymentAnswer& answer, QJsonObject& document) {
    document.insert(QStringLiteral("outcome"), text(api::toText(answer.outcome)));
    document.insert(QStringLiteral("owed"), answer.owed ? QJsonValue(text(api::toText(*answer.owed))) : QJsonValue());
    document.insert(QStringLiteral("repeated"), answer.repeated);
    if (answer.owed) {
        return "not paid: the money is kept and owed back (" + base::codeWords(api::toText(*answer.owed)) + ")";
    }
    return answer.repeated ? "paid, as before" : "paid";
}

/// Records the payment of an order that is placed, whatever becomes of it.
ExitCode payPlaced(Context& context, Session& session, const api::PlacedOrder& placed, std::string said,
                   QJsonObject document) {
    const auto& arguments = context.arguments;
    const auto paymentNo = paymentNoOf(arguments, placed.orderNo);
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    const auto answer =
        session.wait(session.engine().orders().recordPayment(call, {paymentNo, placed.orderNo, placed.payable}));
    document.insert(QStringLiteral("payment_no"), text(paymentNo.str()));
    if (answer) {
        said += paidText(*answer, document);
    } else {
        said += "not paid: " + answer.error().text();
        document.insert(QStringLiteral("error"), text(base::errorName(answer.error().code)));
        document.insert(QStringLiteral("message"), text(answer.error().message));
    }
    session.settle();  // a courier gets it
    context.io.text(said + ".");
    context.io.document(document);
    return answer && !answer->owed ? kDone : kRowsRejected;
}

Result<ExitCode> placeOrder(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    if (isPaidNow(arguments)) {  // else an order would be left that its caller has paid
        const auto allowed = session.authorize(call, api::Operation::OrdersRecordPayment);
        session.settle();  // a refusal's entry
        EVENHAND_TRY(allowed);
    }
    api::PlaceOrder order;
    order.key = arguments.has("--key") ? arguments.value("--key") : "ctl-" + Rng(Rng::systemSeed()).uuid();
    order.user = UserId(arguments.value("--user"));
    order.campus = CampusId(arguments.value("--campus"));
    EVENHAND_ASSIGN(order.lines, orderedLines(session, call, arguments));
    if (arguments.has("--draw")) {
        order.draw = api::OrderDraw{CampaignId(arguments.value("--draw")), {}};
    }
    EVENHAND_ASSIGN(const auto placed, session.wait(session.engine().orders().placeByHand(call, order)));
    const auto refusal = placed.draw ? placed.draw->refusal : std::nullopt;
    if (refusal) {
        context.io.text("There was no discount: " + base::codeWords(api::toText(*refusal)) + ".");
    }
    QJsonObject document{
        {QStringLiteral("order_no"), text(placed.orderNo.str())},
        {QStringLiteral("payable"), number(placed.payable.minor)},
        {QStringLiteral("discount"), number(placed.draw ? placed.draw->amount.minor : 0)},
        {QStringLiteral("no_discount"), refusal ? QJsonValue(text(api::toText(*refusal))) : QJsonValue()},
        {QStringLiteral("key"), text(order.key)},
        {QStringLiteral("placed_before"), placed.repeated}};
    const auto said = "Order " + placed.orderNo.str() + (placed.repeated ? " was placed before: " : " is placed: ") +
                      moneyText(placed.payable, session.engine().workspace());
    if (isPaidNow(arguments)) {
        return payPlaced(context, session, placed, said + ", ", std::move(document));
    }
    context.io.text(said + " to pay.");
    context.io.document(document);
    return kDone;
}

// --- paying

Result<ExitCode> payOrder(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    const OrderNo orderNo(arguments.words()[1]);
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    const auto info = session.engine().workspace();
    auto& orders = session.engine().orders();
    EVENHAND_ASSIGN(const auto detail, session.wait(orders.detail(call, orderNo)));
    const auto& row = detail.row;
    const auto paymentNo = paymentNoOf(arguments, row.orderNo);
    // Money that nobody asked for would be kept as owed: a payment that a person enters is refused instead.
    if (row.status != api::OrderStatus::WaitPay && detail.paymentNo != paymentNo) {
        return fail(ErrorCode::WrongStatus, "the order waits for no payment", "status",
                    std::string(api::toText(row.status)));
    }
    if (arguments.has("--amount")) {
        EVENHAND_ASSIGN(const auto amount, base::parseMoney(arguments.value("--amount"), info.minorDigits, "amount"));
        if (amount != row.payable) {
            return fail(ErrorCode::InvalidArgument, "the order asks for " + moneyText(row.payable, info), "amount",
                        base::formatMoney(amount, info.minorDigits));
        }
    }
    EVENHAND_ASSIGN(const auto answer,
                    session.wait(orders.recordPayment(call, {paymentNo, row.orderNo, row.payable, row.version})));
    session.settle();  // a courier gets it
    QJsonObject document{{QStringLiteral("order_no"), text(row.orderNo.str())},
                         {QStringLiteral("payment_no"), text(paymentNo.str())},
                         {QStringLiteral("amount"), number(row.payable.minor)}};
    context.io.text("Order " + row.orderNo.str() + ": " + moneyText(row.payable, info) + ", " +
                    paidText(answer, document) + ".");
    context.io.document(document);
    return answer.owed ? kRowsRejected : kDone;
}

// --- late ones

/// What it is late for: "assignment" while nobody has it.
std::string_view lateStageOf(const api::OrderRow& row) {
    if (row.courier.empty()) {
        return "assignment";
    }
    return row.status == api::OrderStatus::Delivering ? "delivery" : "pick_up";
}

Result<ExitCode> listLate(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    api::OrderQuery query;
    query.filter.lateOnly = true;
    query.filter.campus = CampusId(arguments.value("--campus"));
    query.filter.courier = CourierId(arguments.value("--courier"));
    query.sort = api::OrderSort::Late;
    EVENHAND_ASSIGN(query.limit, limitOf(arguments));
    auto& workspace = session.engine();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(workspace.orders().page(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(workspace.orders().count(call, query.filter)));
    EVENHAND_ASSIGN(const auto known,
                    session.wait(workspace.shop().couriers(call, query.filter.campus, api::kMaxPageRows)));
    std::map<CourierId, api::CourierRow> couriers;
    for (const auto& courier : known) {
        couriers.emplace(courier.id, courier);
    }
    const auto now = workspace.status().now;
    const auto dashed = [](const std::string& said) { return said.empty() ? std::string("-") : said; };
    RowList list(context.io, {"order", "campus", "stage", "late by", "courier", "name", "phone", "in hand"});
    for (const auto& row : rows) {
        const auto courier = couriers.find(row.courier);
        const bool isKnown = courier != couriers.end();
        const auto lateMs = row.limit ? std::max<std::int64_t>(0, now.ms - row.limit->ms) : 0;
        const auto stage = lateStageOf(row);
        const std::string phone = isKnown ? courier->second.phone : std::string();
        list.add(
            {row.orderNo.str(), row.campus.str(), base::codeWords(stage), ageText(lateMs), dashed(row.courier.str()),
             dashed(row.courierName), dashed(phone), isKnown ? std::to_string(courier->second.inHand) : "-"},
            {{QStringLiteral("order_no"), text(row.orderNo.str())},
             {QStringLiteral("user_id"), text(row.user.str())},
             {QStringLiteral("campus"), text(row.campus.str())},
             {QStringLiteral("status"), text(api::toText(row.status))},
             {QStringLiteral("stage"), text(stage)},
             {QStringLiteral("late_at"), timeValue(row.limit)},
             {QStringLiteral("late_ms"), number(lateMs)},
             {QStringLiteral("courier_id"), text(row.courier.str())},
             {QStringLiteral("courier_name"), text(row.courierName)},
             {QStringLiteral("courier_phone"), text(phone)},
             {QStringLiteral("in_hand"), isKnown ? number(courier->second.inHand) : QJsonValue()},
             {QStringLiteral("version"), number(row.version)}});
    }
    return list.end(QStringLiteral("orders"), total, base::counted(total, "late order"));
}

// --- reported and cancelled

Result<api::CourierReport::Kind> reportedKind(const Arguments& arguments) {
    const auto& words = arguments.words();
    const auto kind = words.size() < 2 ? std::nullopt : api::reportKindFrom(words[1]);
    if (!kind) {
        return wrongUsage("say what is reported: picked_up, delivered or failed");
    }
    if (words.size() < 3) {
        return wrongUsage("ORDER_NO is missing");
    }
    if (*kind == api::CourierReport::Kind::Failed) {
        EVENHAND_TRY(neededReason(arguments));
    }
    return *kind;
}

/// For the courier who has it.
Result<CourierId> reportOne(Session& session, const api::Call& call, api::CourierReport::Kind kind,
                            const OrderNo& orderNo) {
    auto& orders = session.engine().orders();
    EVENHAND_ASSIGN(const auto detail, session.wait(orders.detail(call, orderNo)));
    const auto& row = detail.row;
    if (row.courier.empty()) {
        return fail(ErrorCode::WrongStatus, "no courier has it", "status", std::string(api::toText(row.status)));
    }
    EVENHAND_TRY(
        session.wait(orders.report(call, {kind, row.orderNo, row.courier, row.epoch, call.reason, row.version})));
    return row.courier;
}

Result<ExitCode> reportOrders(Context& context, Session& session) {
    const auto& words = context.arguments.words();
    EVENHAND_ASSIGN(const auto kind, reportedKind(context.arguments));
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    OutcomeList list(context.io);
    for (std::size_t i = 2; i < words.size(); ++i) {
        const auto by = reportOne(session, call, kind, OrderNo(words[i]));
        if (!by && words.size() == 3) {
            return fail(by.error());
        }
        list.add("Order " + words[i],
                 {{QStringLiteral("order_no"), text(words[i])},
                  {QStringLiteral("courier_id"), by ? QJsonValue(text(by->str())) : QJsonValue()}},
                 by ? std::nullopt : std::optional<Error>(by.error()),
                 base::codeWords(api::toText(kind)) + " by " + (by ? by->str() : ""));
    }
    session.settle();  // what follows from it
    return list.end(QStringLiteral("orders"));
}

Result<ExitCode> cancelOrders(Context& context, Session& session) {
    const auto& words = context.arguments.words();
    std::vector<api::OrderRef> orders;
    for (std::size_t i = 1; i < words.size(); ++i) {
        orders.push_back({OrderNo(words[i]), 0});
    }
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto outcomes, session.wait(session.engine().orders().cancel(call, orders)));
    session.settle();  // what was paid goes back
    if (outcomes.size() == 1 && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    OutcomeList list(context.io);
    for (const auto& outcome : outcomes) {
        list.add("Order " + outcome.orderNo.str(), {{QStringLiteral("order_no"), text(outcome.orderNo.str())}},
                 outcome.error, "closed");
    }
    return list.end(QStringLiteral("orders"));
}

Result<void> checkCancel(const Arguments& arguments) {
    if (arguments.words().size() < 2) {
        return wrongUsage("ORDER_NO is missing");
    }
    EVENHAND_TRY(neededReason(arguments));
    return {};
}

Result<ExitCode> runOrders(Context& context) {
    const auto& arguments = context.arguments;
    EVENHAND_ASSIGN(const OrdersVerb verb, verbOf(arguments, kOrdersVerbs));
    switch (verb) {
        case OrdersVerb::Place: EVENHAND_TRY(checkPlace(arguments)); break;
        case OrdersVerb::Pay:
            EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "ORDER_NO"}));
            EVENHAND_TRY(checkPayment(arguments));
            break;
        case OrdersVerb::Late: EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do"})); break;
        case OrdersVerb::Report: EVENHAND_TRY(reportedKind(arguments)); break;
        case OrdersVerb::Cancel: EVENHAND_TRY(checkCancel(arguments)); break;
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();  // what a stopped engine left behind comes first
    switch (verb) {
        case OrdersVerb::Place: return placeOrder(context, *session);
        case OrdersVerb::Pay: return payOrder(context, *session);
        case OrdersVerb::Report: return reportOrders(context, *session);
        case OrdersVerb::Cancel: return cancelOrders(context, *session);
        case OrdersVerb::Late: break;
    }
    return listLate(context, *session);
}

}  // namespace

Command ordersCommand() {
    return {
        "orders",
        "place PRODUCT=UNITS… --user U --campus C [--draw CAMPAIGN] [--cash|--payment-no NO --reason TEXT] [--key "
        "K] | pay ORDER_NO --cash|--payment-no NO [--amount A] --reason TEXT | late [--campus C] [--courier K] "
        "[--limit N] | report picked_up|delivered|failed ORDER_NO… [--reason TEXT] | cancel ORDER_NO… --reason "
        "TEXT",
        "orders by hand: places one for somebody who calls, records its payment, reports it for its courier, closes "
        "it; lists those that are late",
        {{"--user", "U", "place: who the order is for"},
         {"--campus", "C", "place: where it goes; late: of one campus"},
         {"--draw", "CAMPAIGN", "place: with a discount of this campaign, if there is one left"},
         {"--cash", "", "place, pay: paid in cash"},
         {"--payment-no", "NO", "place, pay: paid under this number"},
         {"--amount", "A", "pay: refused unless the order asks for just this, in the currency's units"},
         {"--key", "K", "place: the same key again is the same order"},
         {"--courier", "K", "late: that this courier has"},
         {"--limit", "N", "late: at most this many (100)"},
         {"--reason", "TEXT", "pay, cancel, report failed: why; kept in the audit log"}},
        runOrders};
}

}  // namespace evenhand::ctl
