// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/order_json.h"

#include <boost/json/array.hpp>

namespace evenhand::ingest {

namespace json = boost::json;

json::object orderJson(const api::OrderRow& row) {
    json::object order{{"order_no", row.orderNo.str()},      {"user_id", row.user.str()},
                       {"campus_id", row.campus.str()},      {"status", api::toText(row.status)},
                       {"payable_minor", row.payable.minor}, {"placed_at", row.placedAt.ms}};
    if (row.paidAt) {
        order["paid_at"] = row.paidAt->ms;
    }
    if (!row.courier.empty()) {
        order["courier_id"] = row.courier.str();
        order["courier_name"] = row.courierName;
    }
    order["epoch"] = row.epoch;
    if (row.wait) {
        order["waits_for"] = api::toText(*row.wait);
    }
    if (row.closeReason) {
        order["close_reason"] = api::toText(*row.closeReason);
    }
    if (row.limit) {
        order["late_at"] = row.limit->ms;
    }
    order["version"] = row.version;
    return order;
}

json::object orderJson(const api::OrderDetail& detail) {
    auto order = orderJson(detail.row);
    json::array lines;
    const bool goesOut = api::isUnderWay(detail.row.status);
    for (const auto& row : detail.lines) {
        json::object line{{"sku", row.line.sku.str()},
                          {"quantity", row.line.quantity},
                          {"unit_price_minor", row.line.unitPrice.minor}};
        if (row.returned > 0) {
            line["returned"] = row.returned;
        }
        if (goesOut) {
            line["to_deliver"] = row.line.quantity - row.returned;
        }
        lines.push_back(std::move(line));
    }
    order["lines"] = std::move(lines);
    if (detail.paymentNo) {
        order["payment_no"] = detail.paymentNo->str();
        order["paid_minor"] = detail.paid.minor;
    }
    order["discount_minor"] = detail.discount.minor;
    json::array history;
    for (const auto& event : detail.events) {
        history.push_back(json::object{{"at", event.at.ms}, {"kind", api::toText(event.kind)}});
    }
    order["history"] = std::move(history);
    return order;
}

json::object drawJson(const api::DrawAnswer& draw) {
    json::object body{{"draw_id", draw.id.str()}, {"granted", !draw.refusal.has_value()}};
    if (draw.refusal) {
        body["refusal"] = api::toText(*draw.refusal);
    }
    body["amount_minor"] = draw.amount.minor;
    if (draw.validUntil) {
        body["valid_until"] = draw.validUntil->ms;
    }
    return body;
}

}  // namespace evenhand::ingest
