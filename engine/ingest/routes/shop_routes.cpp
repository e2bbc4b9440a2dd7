// SPDX-License-Identifier: GPL-3.0-or-later
// The shop: which campuses, couriers and products there are, what takes no part any more, stock that arrives and stock
// that is corrected.
#include <algorithm>
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

// --- lists --------------------------------------------------------------------------------------------------

void listCampuses(const RouteCall& call, Respond respond) {
    answer<std::vector<api::CampusRow>>(
        call.services.engine->dispatch().campuses(call.call), std::move(respond),
        [](const std::vector<api::CampusRow>& rows) {
            json::array campuses;
            for (const auto& row : rows) {
                campuses.push_back(json::object{{"campus_id", row.id.str()},
                                                {"name", row.name},
                                                {"load_limit", row.policy.loadLimit},
                                                {"disabled", row.disabledAt.has_value()},
                                                {"version", row.version}});
            }
            return jsonResponse(200, json::object{{"campuses", std::move(campuses)}});
        });
}

void listCouriers(const RouteCall& call, Respond respond) {
    CampusId campus;
    if (const auto text = call.request->queryValue("campus_id")) {
        if (auto good = base::validateId(*text, "campus_id"); !good) {
            respond(problemOf(good.error()));
            return;
        }
        campus = CampusId(std::string(*text));
    }
    answer<std::vector<api::CourierRow>>(
        call.services.engine->shop().couriers(call.call, campus, api::kMaxPageRows), std::move(respond),
        [](const std::vector<api::CourierRow>& rows) {
            json::array couriers;
            for (const auto& row : rows) {
                couriers.push_back(
                    json::object{{"courier_id", row.id.str()},
                                 {"campus_id", row.campus.str()},
                                 {"name", row.name},
                                 {"phone", row.phone},
                                 {"on_duty", row.onDuty},
                                 {"in_hand", row.inHand},
                                 {"load_limit", row.loadLimit ? json::value(*row.loadLimit) : json::value()},
                                 {"campus_load_limit", row.campusLoadLimit},
                                 {"disabled", row.disabledAt.has_value()},
                                 {"version", row.version},
                                 {"duty_version", row.dutyVersion},
                                 {"limit_version", row.limitVersion}});
            }
            return jsonResponse(200, json::object{{"couriers", std::move(couriers)}});
        });
}

Result<api::ProductQuery> readProductQuery(const Request& request) {
    api::ProductQuery query;
    EVENHAND_ASSIGN(query.filter.lowOnly, queryFlag(request, "low"));
    if (const auto text = request.queryValue("text")) {
        EVENHAND_TRY(base::validateName(*text, "text"));
        query.filter.text = std::string(*text);
    }
    EVENHAND_TRY(queryId(request, "after", query.after));
    EVENHAND_ASSIGN(query.limit, queryLimit(request));
    return query;
}

json::object productJson(const api::ProductRow& row) {
    json::object product{{"sku", row.sku.str()},
                         {"name", row.name},
                         {"unit_price_minor", row.unitPrice.minor},
                         {"stock", row.stock},
                         {"disabled", row.disabledAt.has_value()},
                         {"version", row.version}};
    if (row.lowStock) {
        product["low_stock"] = *row.lowStock;
    }
    return product;
}

void listProducts(const RouteCall& call, Respond respond) {
    auto query = readProductQuery(*call.request);
    if (!query) {
        respond(problemOf(query.error()));
        return;
    }
    const auto limit = static_cast<std::size_t>(query->limit);
    ++query->limit;  // one more, to know whether there is another page
    answer<std::vector<api::ProductRow>>(call.services.engine->shop().products(call.call, *std::move(query)),
                                         std::move(respond), [limit](const std::vector<api::ProductRow>& rows) {
                                             json::array products;
                                             for (std::size_t i = 0; i < std::min(rows.size(), limit); ++i) {
                                                 products.push_back(productJson(rows[i]));
                                             }
                                             json::object body{{"products", std::move(products)}};
                                             if (rows.size() > limit) {
                                                 body["next_after"] = rows[limit - 1].sku.str();
                                             }
                                             return jsonResponse(200, body);
                                         });
}

// --- changes ------------------------------------------------------------------------------------------------

void addCampus(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::NewCampus campus;
    campus.id = CampusId(in.id("campus_id"));
    campus.name = in.text("name", 1, base::kMaxNameCharacters);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<void>(
        call, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->shop().addCampus(once, campus); },
        [campus] {
            return jsonResponse(201, json::object{{"campus_id", campus.id.str()}, {"name", campus.name}});
        });
}

/// The desk takes a campus whole: what else is set of it stays, or it is a conflict.
void setCampusLoadLimit(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto limit = in.integer("load_limit", 0, api::kMaxLoadLimit);
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    auto& desk = call.services.engine->dispatch();
    withFound(
        desk.campuses(lookUp(call)), std::move(respond),
        [id = CampusId(call.parameters.at(0)),
         version](const std::vector<api::CampusRow>& rows) -> Result<api::CampusRow> {
            const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; });
            if (found == rows.end()) {
                return fail(ErrorCode::NotFound, "no such campus", "campus_id", id.str());
            }
            // The campus is written whole, as it was read here: a version that is still to come would cover somebody
            // else's change. An earlier one is the desk's to refuse, unless this key was answered before.
            if (version > found->version) {
                return fail(ErrorCode::Conflict, "the campus has not been changed so often", "version",
                            std::to_string(version));
            }
            return *found;
        },
        [&desk = desk, named = call.call, key = keyOf(call), limit, version](api::CampusRow campus, Respond to) {
            campus.policy.loadLimit = limit;
            campus.version = version != 0 ? version : campus.version;
            answerOnce<void>(
                named, {key}, std::move(to), [&](const api::Call& once) { return desk.upsertCampus(once, campus); },
                [id = campus.id.str(), limit, before = campus.version] {
                    return jsonResponse(
                        200, json::object{{"campus_id", id}, {"load_limit", limit}, {"version", before + 1}});
                });
        });
}

/// `set(engine, call, id, disabled, version)` of a campus, a courier or a product; `idName`: of the id in the answer.
template <typename Set>
void setDisabled(const RouteCall& call, Respond respond, std::string_view idName, Set set) {
    JsonReader in(call.body);
    auto named = call.call;
    const bool disabled = in.flag("disabled");
    named.reason = in.text("reason", 1, api::kMaxReason);
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    answerOnce<std::int64_t>(
        named, {keyOf(call)}, std::move(respond),
        [&](const api::Call& once) {
            return set(*call.services.engine, once, call.parameters.at(0), disabled, version);
        },
        [id = call.parameters.at(0), idName, disabled](std::int64_t since) {
            return jsonResponse(200, json::object{{idName, id}, {"disabled", disabled}, {"version", since}});
        });
}

void setCampusDisabled(const RouteCall& call, Respond respond) {
    setDisabled(
        call, std::move(respond), "campus_id",
        [](api::EngineApi& engine, const api::Call& once, const std::string& id, bool disabled, std::int64_t version) {
            return engine.shop().setCampusDisabled(once, CampusId(id), disabled, version);
        });
}

void setCourierDisabled(const RouteCall& call, Respond respond) {
    setDisabled(
        call, std::move(respond), "courier_id",
        [](api::EngineApi& engine, const api::Call& once, const std::string& id, bool disabled, std::int64_t version) {
            return engine.shop().setCourierDisabled(once, CourierId(id), disabled, version);
        });
}

void setProductDisabled(const RouteCall& call, Respond respond) {
    setDisabled(
        call, std::move(respond), "sku",
        [](api::EngineApi& engine, const api::Call& once, const std::string& id, bool disabled, std::int64_t version) {
            return engine.shop().setProductDisabled(once, Sku(id), disabled, version);
        });
}

Response stockResponse(const Sku& sku, const api::StockAnswer& answered) {
    return jsonResponse(200, json::object{{"sku", sku.str()}, {"stock", answered.stock}});
}

void receiveStock(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto units = in.integer("units", 1, api::kMaxStock);
    auto note = in.optionalText("note", base::kMaxNameCharacters);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const Sku sku(call.parameters.at(0));
    answerOnce<api::StockAnswer>(
        call, std::move(respond),
        [&](const api::Call& once) {
            return call.services.engine->shop().receiveStock(once, sku, units, std::move(note));
        },
        [sku](const api::StockAnswer& answered) { return stockResponse(sku, answered); });
}

void correctStock(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    auto named = call.call;
    const auto units = in.integer("units", -api::kMaxStock, api::kMaxStock);
    named.reason = in.text("reason", 1, api::kMaxReason);
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const Sku sku(call.parameters.at(0));
    answerOnce<api::StockAnswer>(
        named, {keyOf(call)}, std::move(respond),
        [&](const api::Call& once) { return call.services.engine->shop().correctStock(once, sku, units); },
        [sku](const api::StockAnswer& answered) { return stockResponse(sku, answered); });
}

constexpr Schema kShopSchemas[] = {
    {"NewCampus",
     R"({"type":"object","additionalProperties":false,"required":["campus_id","name"],"properties":{"campus_id":)"
     R"({"$ref":"#/components/schemas/Id"},"name":{"type":"string","minLength":1,"maxLength":200}}})"},
    {"CampusMade", R"({"type":"object","required":["campus_id","name"],"properties":{"campus_id":)"
                   R"({"$ref":"#/components/schemas/Id"},"name":{"type":"string"}}})"},
    {"CampusList",
     R"({"type":"object","required":["campuses"],"properties":{"campuses":{"type":"array","items":{"type":"object",)"
     R"("required":["campus_id","name","load_limit","disabled","version"],"properties":{"campus_id":)"
     R"({"$ref":"#/components/schemas/Id"},"name":{"type":"string"},"load_limit":{"type":"integer","description":)"
     R"("how many orders a courier without an own limit may have in hand; 0: any number"},"disabled":)"
     R"({"type":"boolean","description":"it takes no new orders"},"version":{"type":"integer",)"
     R"("format":"int64"}}}}}})"},
    {"DefaultLoadLimit",
     R"({"type":"object","additionalProperties":false,"required":["load_limit"],"properties":{"load_limit":)"
     R"({"type":"integer","minimum":0,"maximum":1000,"description":"of couriers without an own one; 0: any number"},)"
     R"("version":{"type":"integer","format":"int64","minimum":1,"description":)"
     R"("of the campus, as last answered; refused if somebody has changed it since"}}})"},
    {"CampusLoadLimit",
     R"({"type":"object","required":["campus_id","load_limit","version"],"properties":{"campus_id":)"
     R"({"$ref":"#/components/schemas/Id"},"load_limit":{"type":"integer"},"version":{"type":"integer",)"
     R"("format":"int64","description":"of the campus"}}})"},
    {"CourierList",
     R"({"type":"object","required":["couriers"],"properties":{"couriers":{"type":"array","items":{"type":"object",)"
     R"("required":["courier_id","campus_id","name","phone","on_duty","in_hand","disabled","version"],"properties":{)"
     R"("courier_id":{"$ref":"#/components/schemas/Id"},"campus_id":{"$ref":"#/components/schemas/Id"},)"
     R"("name":{"type":"string"},"phone":{"type":"string"},"on_duty":{"type":"boolean"},)"
     R"("in_hand":{"type":"integer","description":"orders to pick up or on their way"},"load_limit":{"type":)"
     R"(["integer","null"],"description":"how many that may be; 0: any number; null: as the campus has it"},)"
     R"("campus_load_limit":{"type":"integer","description":"0: any number"},"disabled":{"type":"boolean"},)"
     R"("version":{"type":"integer","format":"int64","description":"of name, phone and disabled"},"duty_version":)"
     R"({"type":"integer","format":"int64"},"limit_version":{"type":"integer","format":"int64"}}}}}})"},
    {"ProductPage",
     R"({"type":"object","required":["products"],"properties":{"products":{"type":"array","items":{"type":"object",)"
     R"("required":["sku","name","unit_price_minor","stock","disabled","version"],"properties":{"sku":)"
     R"({"$ref":"#/components/schemas/Id"},"name":{"type":"string"},"unit_price_minor":)"
     R"({"$ref":"#/components/schemas/Minor"},"stock":{"type":"integer","format":"int64","minimum":0},)"
     R"("low_stock":{"type":"integer","format":"int64","minimum":0,"description":"at or below it the product is short"},)"
     R"("disabled":{"type":"boolean","description":"it cannot be ordered"},"version":{"type":"integer",)"
     R"("format":"int64"}}}},"next_after":{"type":"string","description":"there are more products behind this SKU"}}})"},
    {"Disabling",
     R"({"type":"object","additionalProperties":false,"required":["disabled","reason"],"properties":{"disabled":)"
     R"({"type":"boolean"},"reason":{"type":"string","minLength":1,"maxLength":500},"version":{"type":"integer",)"
     R"("format":"int64","minimum":1,"description":"as last answered; refused if somebody has changed it since. )"
     R"(Without it: whatever it is now"}}})"},
    {"Disabled", R"({"type":"object","required":["disabled","version"],"properties":{"disabled":{"type":"boolean"},)"
                 R"("version":{"type":"integer","format":"int64"}}})"},
    {"StockReceipt",
     R"({"type":"object","additionalProperties":false,"required":["units"],"properties":{"units":{"type":"integer",)"
     R"("format":"int64","minimum":1,"maximum":1000000000000},"note":{"type":"string","maxLength":200,"description":)"
     R"("where from; kept in the history"}}})"},
    {"StockCorrection",
     R"({"type":"object","additionalProperties":false,"required":["units","reason"],"properties":{"units":)"
     R"({"type":"integer","format":"int64","description":"more or, negative, less than was counted here; not 0"},)"
     R"("reason":{"type":"string","minLength":1,"maxLength":500}}})"},
    {"StockLevel", R"({"type":"object","required":["sku","stock"],"properties":{"sku":)"
                   R"({"$ref":"#/components/schemas/Id"},"stock":{"type":"integer","format":"int64"}}})"},
};

std::vector<QueryParameter> productParameters() {
    return {{"text", "the SKU begins with it, or the name contains it"},
            {"low", "true: only what is at or below its limit", R"({"type":"boolean"})"},
            {"limit", "products per page (default: 100)", R"({"type":"integer","minimum":1,"maximum":500})"},
            {"after", "next_after of the page before"}};
}

Route disabledRoute(std::string_view pattern, api::TokenScope scope, std::string_view operationId,
                    std::string_view summary, std::vector<ErrorCode> refusals, Handler handler) {
    return {.method = Method::Post,
            .pattern = pattern,
            .scope = scope,
            .operationId = operationId,
            .summary = summary,
            .requestSchema = "Disabling",
            .responseSchema = "Disabled",
            .keyed = true,
            .refusals = std::move(refusals),
            .handler = handler};
}

}  // namespace

std::vector<Route> shopRoutes() {
    using Scope = api::TokenScope;
    return {{.pattern = "/v1/campuses",
             .scope = Scope::ShopRead,
             .operationId = "listCampuses",
             .summary = "All campuses",
             .responseSchema = "CampusList",
             .handler = listCampuses},
            {.method = Method::Post,
             .pattern = "/v1/campuses",
             .scope = Scope::CampusesWrite,
             .operationId = "addCampus",
             .summary = "Add a campus, with the usual settings",
             .requestSchema = "NewCampus",
             .responseSchema = "CampusMade",
             .success = 201,
             .keyed = true,
             .refusals = {ErrorCode::AlreadyExists},
             .handler = addCampus},
            disabledRoute("/v1/campuses/{campus_id}/disabled", Scope::CampusesWrite, "setCampusDisabled",
                          "A campus takes no new orders any more, or takes them again",
                          {ErrorCode::NotFound, ErrorCode::Conflict, ErrorCode::WrongStatus}, setCampusDisabled),
            {.method = Method::Post,
             .pattern = "/v1/campuses/{campus_id}/load_limit",
             .scope = Scope::CampusesWrite,
             .operationId = "setCampusLoadLimit",
             .summary = "How many orders a courier of the campus may have in hand who has no limit of their own",
             .requestSchema = "DefaultLoadLimit",
             .responseSchema = "CampusLoadLimit",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = setCampusLoadLimit},
            {.pattern = "/v1/couriers",
             .scope = Scope::ShopRead,
             .operationId = "listCouriers",
             .summary = "All couriers, or those of a campus",
             .responseSchema = "CourierList",
             .query = {{"campus_id", "only of this campus"}},
             .handler = listCouriers},
            disabledRoute("/v1/couriers/{courier_id}/disabled", Scope::CouriersWrite, "setCourierDisabled",
                          "A courier delivers no more, or may come on duty again",
                          {ErrorCode::NotFound, ErrorCode::Conflict}, setCourierDisabled),
            {.pattern = "/v1/products",
             .scope = Scope::ShopRead,
             .operationId = "listProducts",
             .summary = "Products in order of SKU, in pages by key",
             .responseSchema = "ProductPage",
             .query = productParameters(),
             .handler = listProducts},
            disabledRoute("/v1/products/{sku}/disabled", Scope::ProductsWrite, "setProductDisabled",
                          "A product cannot be ordered any more, or can be again",
                          {ErrorCode::NotFound, ErrorCode::Conflict, ErrorCode::WrongStatus}, setProductDisabled),
            {.method = Method::Post,
             .pattern = "/v1/products/{sku}/receipts",
             .scope = Scope::ProductsWrite,
             .operationId = "receiveStock",
             .summary = "Units of a product have arrived",
             .requestSchema = "StockReceipt",
             .responseSchema = "StockLevel",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Overflow},
             .handler = receiveStock},
            {.method = Method::Post,
             .pattern = "/v1/products/{sku}/corrections",
             .scope = Scope::ProductsWrite,
             .operationId = "correctStock",
             .summary = "The stock of a product was counted",
             .requestSchema = "StockCorrection",
             .responseSchema = "StockLevel",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::OutOfStock, ErrorCode::Overflow},
             .handler = correctStock}};
}

std::span<const Schema> shopSchemas() { return kShopSchemas; }

}  // namespace evenhand::ingest
