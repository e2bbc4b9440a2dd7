// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/feed_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::feed {
namespace {

using api::FeedEvent;

constexpr std::string_view kOrders =
    "SELECT e.event_id, e.at, e.kind, e.actor, e.detail, o.order_no, o.user_id, o.campus_id, "
    "o.status AS order_status, o.courier_id, o.epoch FROM order_event e JOIN orders o ON o.order_id = e.order_id "
    "WHERE e.event_id > ? ORDER BY e.event_id LIMIT ?";
constexpr std::string_view kMoney =
    "SELECT e.event_id, e.at, e.kind, e.actor, e.detail, o.order_no, o.user_id, o.campus_id, "
    "o.status AS order_status, o.courier_id, o.epoch, r.return_no, r.status AS return_status, f.refund_id, "
    "f.status AS refund_status, f.amount FROM money_event e "
    "LEFT JOIN refund f ON f.refund_id = e.refund_id "
    "LEFT JOIN goods_return r ON r.return_id = COALESCE(e.return_id, f.return_id) "
    "LEFT JOIN orders o ON o.order_id = COALESCE(r.order_id, f.order_id) WHERE e.event_id > ? ORDER BY e.event_id "
    "LIMIT ?";

struct Row {
    std::int64_t id = 0;
    FeedEvent event;
};

Row rowOf(const Statement& row) {
    Row found{row.number("event_id"), {}};
    auto& event = found.event;
    event.at = Instant{row.number("at")};
    event.actor = row.text("actor");
    event.detail = row.text("detail");
    if (!row.isNull("order_no")) {
        event.orderNo = OrderNo(row.text("order_no"));
        event.user = UserId(row.text("user_id"));
        event.campus = CampusId(row.text("campus_id"));
        event.status = row.code("order_status", api::orderStatusFrom);
        event.courier = row.isNull("courier_id") ? CourierId() : CourierId(row.text("courier_id"));
        event.epoch = row.number("epoch");
    }
    return found;
}

Row orderRow(const Statement& row) {
    auto found = rowOf(row);
    found.event.order = row.code("kind", api::eventKindFrom);
    return found;
}

Row moneyRow(const Statement& row) {
    auto found = rowOf(row);
    auto& event = found.event;
    event.money = row.code("kind", api::moneyEventKindFrom);
    if (!row.isNull("return_no")) {
        event.returnNo = ReturnNo(row.text("return_no"));
        event.returnStatus = row.code("return_status", api::returnStatusFrom);
    }
    if (!row.isNull("refund_id")) {
        event.refund = RefundId{row.number("refund_id")};
        event.refundStatus = row.code("refund_status", api::refundStatusFrom);
        event.refundAmount = Money{row.number("amount")};
    }
    return found;
}

}  // namespace

Result<api::FeedPosition> end(Database& database) {
    api::FeedPosition position;
    EVENHAND_ASSIGN(position.orders,
                    readNumber(database.statement("SELECT COALESCE(MAX(event_id), 0) FROM order_event")));
    EVENHAND_ASSIGN(position.money,
                    readNumber(database.statement("SELECT COALESCE(MAX(event_id), 0) FROM money_event")));
    return position;
}

Result<api::FeedSlice> after(Database& database, const api::FeedPosition& position, std::int64_t limit) {
    EVENHAND_ASSIGN(auto orders, readAll(database.statement(kOrders).bind(position.orders).bind(limit), orderRow));
    EVENHAND_ASSIGN(auto money, readAll(database.statement(kMoney).bind(position.money).bind(limit), moneyRow));
    api::FeedSlice slice{{}, position};
    auto order = orders.begin();
    auto moved = money.begin();
    while (static_cast<std::int64_t>(slice.events.size()) < limit && (order != orders.end() || moved != money.end())) {
        const bool first = moved == money.end() || (order != orders.end() && order->event.at <= moved->event.at);
        auto& next = first ? *order++ : *moved++;
        (first ? slice.position.orders : slice.position.money) = next.id;
        next.event.position = slice.position;
        slice.events.push_back(std::move(next.event));
    }
    return slice;
}

}  // namespace evenhand::store::feed
