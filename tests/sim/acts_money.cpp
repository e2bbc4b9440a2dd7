// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include "acts.h"

namespace evenhand::sim {
namespace {

void ask(World& world, Rng& rng) {
    const auto again = rng.below(6) == 0 ? world.some("return", rng) : std::string();
    const auto number =
        again.empty() ? "R" + std::to_string(world.next("return")) + " " + world.some("order", rng) : again;
    const auto no = number.substr(number.find(' ') + 1);
    if (no.empty()) {
        return;
    }
    if (again.empty()) {
        world.made("return").push_back(number);
    }
    Rng body(std::hash<std::string>{}(number));
    api::RequestReturn request;
    request.number = ReturnNo(number);
    request.orderNo = OrderNo(no);
    request.reason = "broken";
    request.approve = body.below(4) == 0;
    if (const auto could = world.read(world.workspace().returns().returnable(world.call(), OrderNo(no)))) {
        for (const auto& line : could->lines) {
            if (body.below(2) == 0 || could->lines.size() == 1) {
                request.lines.push_back({line.sku, body.between(1, std::max<std::int64_t>(1, line.deducted))});
            }
        }
    }
    std::string lines;
    for (const auto& line : request.lines) {
        lines += line.sku.str() + " " + std::to_string(line.units) + " ";
    }
    world.ask(world.workspace().returns().request(world.call(anybody(rng)), request),
              [&world, number, lines](const api::ReturnAnswer& answer) {
                  world.promise("SELECT return_no FROM goods_return WHERE return_no = ?", number, number);
                  world.answered("return " + number, lines,
                                 std::to_string(answer.id.value) + " " + answer.orderNo.str());
              });
}

/// A return that could be acted upon now, mostly; 0: there is none.
api::ReturnRef anyReturn(World& world, Rng& rng) {
    api::ReturnQuery query;
    query.descending = true;
    query.limit = 12;
    const auto rows = world.read(world.workspace().returns().page(world.call(), query));
    if (!rows || rows->empty()) {
        return {};
    }
    const auto& row = (*rows)[rng.below(rows->size())];
    return {row.id, rng.below(6) == 0 ? row.version : 0};
}

void decide(World& world, Rng& rng) {
    const auto ref = anyReturn(world, rng);
    if (ref.id.value == 0) {
        return;
    }
    auto& desk = world.workspace().returns();
    const auto call = world.call(anybody(rng));
    switch (rng.below(12)) {
        case 0: return world.ask(desk.reject(call, {ref}, "no"));
        case 3: {
            const auto other = anyReturn(world, rng);
            return world.alive() ? world.ask(desk.approveMany(call, {ref, other})) : void();
        }
        case 1: return world.ask(desk.cancel(call, {ref}));
        case 2: return world.ask(desk.undo(call, ref));
        default: return world.ask(desk.approve(call, ref, {}));
    }
}

void goods(World& world, Rng& rng) {
    const auto ref = anyReturn(world, rng);
    if (ref.id.value == 0) {
        return;
    }
    auto& desk = world.workspace().returns();
    const auto call = world.call(anybody(rng));
    switch (rng.below(6)) {
        case 0: return world.ask(desk.skipGoods(call, ref));
        case 1: return world.ask(desk.undoGoods(call, ref));
        case 2: {
            std::vector<api::ReceivedLine> lines;
            if (const auto detail = world.read(desk.detail(call, ref.id))) {
                for (const auto& line : detail->lines) {
                    const auto units = line.approved.value_or(0);
                    const auto damaged = rng.between(0, units);
                    if (units > 0) {
                        lines.push_back({line.sku, units - damaged, damaged});
                    }
                }
            }
            return world.ask(desk.receive(call, ref, lines));
        }
        default: return world.ask(desk.receive(call, ref, {}));
    }
}

void refund(World& world, Rng& rng) {
    const auto again = rng.below(5) == 0 ? world.some("refund", rng) : std::string();
    const auto key =
        again.empty() ? "F" + std::to_string(world.next("refund")) + " " + world.some("order", rng) : again;
    const auto no = key.substr(key.find(' ') + 1);
    if (no.empty()) {
        return;
    }
    if (again.empty()) {
        world.made("refund").push_back(key);
    }
    Rng body(std::hash<std::string>{}(key));
    api::RequestRefund request{key, OrderNo(no), {}, 0};
    if (body.below(2) == 0) {
        request.amount = Money{body.between(1, 900)};
    }
    world.ask(world.workspace().refunds().request(world.call(anybody(rng)), request),
              [&world, key](const api::RefundAnswer& answer) {
                  const auto amount = std::to_string(answer.amount.minor);
                  world.promise("SELECT amount FROM refund WHERE cause = 'order' AND source = ?", key, amount);
                  world.answered("refund " + key, key, std::to_string(answer.id.value) + " " + amount);
              });
}

bool mayBePaid(World& world, RefundId refund) {
    const auto& books = world.provider().books();
    return std::any_of(books.begin(), books.end(), [&](const auto& entry) {
        return entry.second.refund == refund && entry.second.state != Provider::State::Declined;
    });
}

void settle(World& world, Rng& rng) {
    api::RefundQuery query;
    query.limit = 12;
    auto& desk = world.workspace().refunds();
    const auto rows = world.read(desk.page(world.call(), query));
    if (!rows || rows->empty()) {
        return;
    }
    const auto& row = (*rows)[rng.below(rows->size())];
    const api::RefundRef ref{row.id, 0};
    const auto call = world.call(anybody(rng));
    switch (rng.below(7)) {
        case 0: return world.ask(desk.cancel(call, {ref}));
        case 1:
        case 2: return world.ask(desk.retry(call, {ref}));
        case 3:
        case 4:
            // A careful person asks the provider first, and by then somebody may have sent it: what was seen is what is
            // meant.
            if (mayBePaid(world, row.id)) {
                return;
            }
            return rng.below(2) == 0 ? world.ask(desk.recordPaid(call, {row.id, row.version}, "by hand"))
                                     : world.ask(desk.recordFailed(call, {row.id, row.version}));
        default: return world.ask(desk.approve(call, {ref}));
    }
}

/// A payment that was not accepted, to an order that waits: mostly one that asks for just as much.
void match(World& world, Rng& rng) {
    auto& orders = world.workspace().orders();
    api::OrderQuery query;
    query.filter.statuses = {api::OrderStatus::WaitPay};
    query.limit = 24;
    const auto owed = world.read(orders.owedPayments(world.call(), 0, 12));
    const auto waiting = world.read(orders.page(world.call(), query));
    if (!owed || owed->empty() || !waiting || waiting->empty()) {
        return;
    }
    const auto& payment = (*owed)[rng.below(owed->size())];
    const auto fits = std::find_if(waiting->begin(), waiting->end(),
                                   [&](const api::OrderRow& row) { return row.payable == payment.amount; });
    const auto& order = fits == waiting->end() ? (*waiting)[rng.below(waiting->size())] : *fits;
    world.ask(orders.matchPayment(world.call(anybody(rng)), {payment.paymentNo, order.orderNo, 0}),
              [&world, no = payment.paymentNo.str()](const api::MatchAnswer& answer) {
                  world.promise(
                      "SELECT o.order_no FROM owed_payment w JOIN orders o ON o.order_id = w.matched_order WHERE "
                      "w.payment_no = ?",
                      no, answer.orderNo.str());
              });
}

/// Somebody sends back what waits for a decision, takes a return, or writes down what was agreed.
void handle(World& world, Rng& rng) {
    const auto call = world.call(anybody(rng));
    if (rng.below(3) == 0) {
        api::RefundQuery query;
        query.filter.causes.assign(std::begin(api::kOwedCauses), std::end(api::kOwedCauses));
        query.limit = 12;
        const auto rows = world.read(world.workspace().refunds().page(world.call(), query));
        if (rows && !rows->empty()) {
            const auto& row = (*rows)[rng.below(rows->size())];
            world.ask(world.workspace().refunds().sendBack(call, {{row.id, row.version}}));
        }
        return;
    }
    const auto ref = anyReturn(world, rng);
    if (ref.id.value == 0) {
        return;
    }
    auto& desk = world.workspace().returns();
    if (rng.below(2) == 0) {
        world.ask(desk.note(call, ref, "they called"));
    } else {
        world.ask(desk.assign(call, {ref}, rng.below(2) == 0 ? call.actor.name : std::string()));
    }
}

void send(World& world, Rng&) {
    outward::RefundSender sender(world.workspace(), world.provider().source(), world.clock(), "sender",
                                 [&world] { (void)world.turn(); });
    (void)sender.look({});
}

}  // namespace

std::vector<Act> moneyActs() {
    return {{"ask for a return", 6, ask},    {"decide a return", 6, decide}, {"goods come", 4, goods},
            {"ask for a refund", 3, refund}, {"settle a refund", 3, settle}, {"send refunds", 5, send},
            {"match a payment", 3, match},   {"handle a case", 2, handle}};
}

}  // namespace evenhand::sim
