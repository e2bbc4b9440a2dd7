// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue: products.
#include <boost/json/object.hpp>

#include "engine/api/limits.h"
#include "engine/ingest/http/answering.h"
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

constexpr Schema kCatalogueSchemas[] = {
    {"Products",
     R"({"type":"object","additionalProperties":false,"required":["products"],"properties":{"products":)"
     R"({"type":"array","minItems":1,"maxItems":1000,"items":{"type":"object","additionalProperties":false,)"
     R"("required":["sku","name","unit_price_minor","stock"],"properties":{"sku":{"$ref":"#/components/schemas/Id"},)"
     R"("name":{"type":"string","maxLength":200},"unit_price_minor":{"$ref":"#/components/schemas/Minor"},)"
     R"("stock":{"type":"integer","format":"int64","minimum":0,"maximum":1000000000000}}}},)"
     R"("add_stock":{"type":"boolean","default":false,"description":"stock is added to what is on hand, else it )"
     R"(becomes the stock"}}})"},
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
             .handler = upsertProducts}};
}

std::span<const Schema> catalogueSchemas() { return kCatalogueSchemas; }

}  // namespace evenhand::ingest
