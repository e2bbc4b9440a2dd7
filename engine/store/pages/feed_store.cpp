// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/feed_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::feed {
namespace {

using api::FeedEvent;

constexpr std::string_view kOrders =
    "SELECT e.event_id, e.at, e.kind, e.actor, e.detail, o.order_no, o.user_id, o.campus_id, o.status, o.courier_id, "
    "o.epoch FROM order_event e JOIN orders o ON o.order_id = e.order_id WHERE e.event_id > ? ORDER BY e.event_id "
    "LIMIT ?";
constexpr std::string_view kMoney =
    "SELECT e.event_id, e.at, e.kind, e.actor, e.detail, o.order_no, o.user_id, o.campus_id, o.status, o.courier_id, "
    "o.epoch, r.return_no, r.status, f.refund_id, f.status, f.amount FROM money_event e "
    "LEFT JOIN refund f ON f.refund_id = e.refund_id "
    "LEFT JOIN goods_return r ON r.return_id = COALESCE(e.return_id, f.return_id) "
    "LEFT JOIN orders o ON o.order_id = COALESCE(r.order_id, f.order_id) WHERE e.event_id > ? ORDER BY e.event_id "
    "LIMIT ?";

struct Row {
    std::int64_t id = 0;
    FeedEvent event;
};

Row rowOf(const Statement& row) {
    Row found{row.number(0), {}};
    auto& event = found.event;
    event.at = Instant{row.number(1)};
    event.actor = row.text(3);
    event.detail = row.text(4);
    if (!row.isNull(5)) {
        event.orderNo = OrderNo(row.text(5));
        event.user = UserId(row.text(6));
        event.campus = CampusId(row.text(7));
        event.status = row.code(8, api::orderStatusFrom);
        event.courier = row.isNull(9) ? CourierId() : CourierId(row.text(9));
        event.epoch = row.number(10);
    }
    return found;
}

Row orderRow(const Statement& row) {
    auto found = rowOf(row);
    found.event.order = row.code(2, api::eventKindFrom);
    return found;
}

Row moneyRow(const Statement& row) {
    auto found = rowOf(row);
    auto& event = found.event;
    event.money = row.code(2, api::moneyEventKindFrom);
    if (!row.isNull(11)) {
        event.returnNo = ReturnNo(row.text(11));
        event.returnStatus = row.code(12, api::returnStatusFrom);
    }
    if (!row.isNull(13)) {
        event.refund = RefundId{row.number(13)};
        event.refundStatus = row.code(14, api::refundStatusFrom);
        event.refundAmount = Money{row.number(15)};
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
