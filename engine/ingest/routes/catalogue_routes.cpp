// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue: products, and what has changed the stock of one.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "engine/api/limits.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/query_values.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

void upsertProducts(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    std::vector<api::ProductRow> products;
    in.list("products", 1, kMaxUpsertRows, [&](JsonReader& row) {
        products.push_back({Sku(row.id("sku")), row.text("name", 0, base::kMaxNameCharacters),
                            row.money("unit_price_minor"), row.integer("stock", 0, api::kMaxStock)});
    });
    const bool addStock = in.optionalFlag("add_stock", false);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const auto count = products.size();
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->orders().upsertProducts(once, std::move(products), addStock);
        },
        [count] {
            return jsonResponse(200, json::object{{"products", count}});
        });
}

// --- history ------------------------------------------------------------------------------------------------

constexpr std::int64_t kMaxPassedOver = 1'000'000;

json::object changeJson(const api::StockHistoryRow& row) {
    json::object change{{"at", row.at.ms}, {"change", api::toText(row.change)}, {"units", row.units}};
    if (row.cameBack > 0) {
        change["came_back"] = row.cameBack;
    }
    for (const auto& [name, said] :
         {std::pair("about", &row.about), std::pair("reason", &row.reason), std::pair("actor", &row.actor)}) {
        if (!said->empty()) {
            change[name] = *said;
        }
    }
    return change;
}

void getStockHistory(const RouteCall& call, Respond respond) {
    const auto offset = queryNumber(*call.request, "offset", 0, kMaxPassedOver);
    const auto limit = queryLimit(*call.request);
    if (!offset || !limit) {
        respond(problemOf(offset ? limit.error() : offset.error()));
        return;
    }
    answer<std::vector<api::StockHistoryRow>>(
        call.services.engine->shop().stockHistory(call.call, Sku(call.parameters.at(0)), offset->value_or(0), *limit),
        std::move(respond), [](const std::vector<api::StockHistoryRow>& rows) {
            json::array changes;
            for (const auto& row : rows) {
                changes.push_back(changeJson(row));
            }
            return jsonResponse(200, json::object{{"changes", std::move(changes)}});
        });
}

constexpr Schema kCatalogueSchemas[] = {
    {"Products",
     R"({"type":"object","additionalProperties":false,"required":["products"],"properties":{"products":)"
     R"({"type":"array","minItems":1,"maxItems":1000,"items":{"type":"object","additionalProperties":false,)"
     R"("required":["sku","name","unit_price_minor","stock"],"properties":{"sku":{"$ref":"#/components/schemas/Id"},)"
     R"("name":{"type":"string","maxLength":200},"unit_price_minor":{"$ref":"#/components/schemas/Minor"},)"
     R"("stock":{"type":"integer","format":"int64","minimum":0,"maximum":1000000000000}}}},)"
     R"("add_stock":{"type":"boolean","default":false,"description":"stock is added to what is on hand, else it )"
     R"(becomes the stock"}}})"},
    {"StockHistory",
     R"({"type":"object","required":["changes"],"properties":{"changes":{"type":"array","items":{"type":"object",)"
     R"("required":["at","change","units"],"properties":{"at":{"$ref":"#/components/schemas/InstantMs"},"change":)"
     R"({"type":"string","enum":["received","corrected","imported","ordered","ordered_in_sale","to_sale",)"
     R"("from_sale"]},"units":{"type":"integer","format":"int64","description":"positive: more on hand"},)"
     R"("came_back":{"type":"integer","format":"int64","description":"of an order's units, until now"},"about":)"
     R"({"type":"string","description":"order number or flash sale"},"reason":{"type":"string"},"actor":)"
     R"({"type":"string","description":"not of orders, which name theirs themselves"}}}}}})"},
    {"ProductCount", R"({"type":"object","required":["products"],"properties":{"products":{"type":"integer"}}})"},
};

}  // namespace

std::vector<Route> catalogueRoutes() {
    return {{.method = Method::Post,
             .pattern = "/v1/products",
             .scope = api::TokenScope::ProductsWrite,
             .operationId = "upsertProducts",
             .summary = "Add products or change name, price and stock, all or none",
             .requestSchema = "Products",
             .responseSchema = "ProductCount",
             .keyed = true,
             .handler = upsertProducts},
            {.pattern = "/v1/products/{sku}/history",
             .scope = api::TokenScope::ShopRead,
             .operationId = "getStockHistory",
             .summary = "What has changed the stock of a product, the newest first",
             .responseSchema = "StockHistory",
             .query = {{"limit", "changes (default: 100)", R"({"type":"integer","minimum":1,"maximum":500})"},
                       {"offset", "so many of the newest are passed over", R"({"type":"integer","minimum":0})"}},
             .refusals = {ErrorCode::NotFound},
             .handler = getStockHistory}};
}

std::span<const Schema> catalogueSchemas() { return kCatalogueSchemas; }

}  // namespace evenhand::ingest
