// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/order_json.h"

#include <boost/json/array.hpp>
#include <iterator>
#include <variant>

#include "engine/api/order_types.h"

namespace evenhand::ingest {

namespace json = boost::json;

namespace {

constexpr std::string_view kLateAt = "late_at";

/// Of names and descriptions in the table, which need no escaping.
std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

std::string typeOf(const api::OrderField& field) {
    switch (field.kind) {
        case api::OrderFieldKind::Id: return R"("$ref":"#/components/schemas/Id")";
        case api::OrderFieldKind::Status: return R"("$ref":"#/components/schemas/OrderStatus")";
        case api::OrderFieldKind::Money: return R"("$ref":"#/components/schemas/Minor")";
        case api::OrderFieldKind::Instant: return R"("$ref":"#/components/schemas/InstantMs")";
        case api::OrderFieldKind::Number: return R"("type":"integer")";
        case api::OrderFieldKind::Text:
        case api::OrderFieldKind::Code: break;
    }
    std::string words;
    for (const auto word : field.words) {
        words.append(words.empty() ? "" : ",").append(quoted(word));
    }
    return R"("type":"string")" + (words.empty() ? std::string() : R"(,"enum":[)" + words + "]");
}

std::string schemaOf(const api::OrderField& field) {
    const auto description =
        field.description.empty() ? std::string() : R"(,"description":)" + quoted(field.description);
    return "{" + typeOf(field) + description + "}";
}

}  // namespace

json::object orderJson(const api::OrderRow& row) {
    json::object order;
    order.reserve(std::size(api::kOrderFields));
    for (const auto& field : api::kOrderFields) {
        const auto value = field.value(row);
        if (const auto* text = std::get_if<std::string_view>(&value)) {
            order.emplace(field.name, *text);
        } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
            order.emplace(field.name, *number);
        } else if (field.isRequired) {
            order.emplace(field.name, "");  // of text; the schema promises that it is there
        }
    }
    return order;
}

std::string orderSchema() {
    std::string required;
    std::string properties;
    std::string last;
    for (const auto& field : api::kOrderFields) {
        if (field.isRequired) {
            required.append(required.empty() ? "" : ",").append(quoted(field.name));
        }
        auto& place = field.name == kLateAt ? last : properties;  // behind the others, where it has always stood
        place.append(quoted(field.name)).append(":").append(schemaOf(field)).append(",");
    }
    return R"({"type":"object","required":[)" + required + R"(],"properties":{)" + properties + last +
           R"("lines":{"type":"array","items":{"$ref":"#/components/schemas/OrderedLine"}},)"
           R"("payment_no":{"$ref":"#/components/schemas/Id"},"paid_minor":{"$ref":"#/components/schemas/Minor"},)"
           R"("discount_minor":{"$ref":"#/components/schemas/Minor"},)"
           R"("history":{"type":"array","items":{"type":"object","required":["at","kind"],"properties":{)"
           R"("at":{"$ref":"#/components/schemas/InstantMs"},"kind":{"type":"string"}}}}}})";
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
