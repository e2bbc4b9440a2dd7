// SPDX-License-Identifier: GPL-3.0-or-later
// Search of everything that has a number or a name.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/query_values.h"
#include "engine/ingest/routes/route_groups.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

/// "order,return".
Result<std::vector<api::SearchKind>> readKinds(std::string_view text) {
    std::vector<api::SearchKind> kinds;
    while (true) {
        const auto comma = text.find(',');
        const auto word = text.substr(0, comma);
        const auto kind = api::searchKindFrom(word);
        if (!kind) {
            return fail(ErrorCode::InvalidArgument, "there is no such kind", "kinds", std::string(word));
        }
        kinds.push_back(*kind);
        if (comma == std::string_view::npos) {
            return kinds;
        }
        text.remove_prefix(comma + 1);
    }
}

Result<api::SearchQuery> readSearch(const Request& request) {
    api::SearchQuery query;
    query.text = std::string(request.queryValue("text").value_or(""));
    if (const auto kinds = request.queryValue("kinds")) {
        EVENHAND_ASSIGN(query.kinds, readKinds(*kinds));
    }
    EVENHAND_ASSIGN(const auto limit, queryNumber(request, "limit", 1, api::kMaxSearchLimit));
    query.limit = limit.value_or(query.limit);
    return query;
}

json::object hitJson(const api::SearchHit& hit) {
    json::object body{{"kind", api::toText(hit.kind)}, {"id", hit.id}, {"disabled", hit.isDisabled}};
    const auto add = [&body](std::string_view name, const std::string& text) {
        if (!text.empty()) {
            body[name] = text;
        }
    };
    add("name", hit.name);
    add("status", hit.status);
    add("campus_id", hit.campus.str());
    add("order_no", hit.order.str());
    add("user_id", hit.user.str());
    if (hit.at) {
        body["at"] = hit.at->ms;
    }
    return body;
}

void searchAll(const RouteCall& call, Respond respond) {
    auto query = readSearch(*call.request);
    if (!query) {
        respond(problemOf(query.error()));
        return;
    }
    answer<api::SearchResult>(
        call.services.engine->search().search(call.call, *std::move(query)), std::move(respond),
        [](const api::SearchResult& result) {
            json::array hits;
            for (const auto& hit : result.hits) {
                hits.push_back(hitJson(hit));
            }
            json::array more;
            for (const auto kind : result.more) {
                more.emplace_back(json::string(std::string(api::toText(kind))));
            }
            return jsonResponse(200, json::object{{"hits", std::move(hits)}, {"more", std::move(more)}});
        });
}

constexpr Schema kSearchSchemas[] = {
    {"SearchHit",
     R"({"type":"object","required":["kind","id","disabled"],"properties":{"kind":{"type":"string","enum":["order",)"
     R"("user","courier","product","payment","return","refund","campaign","sale","person","campus"]},"id":{"type":)"
     R"("string","description":"its number, id, SKU or login"},"name":{"type":"string"},"status":{"type":"string",)"
     R"("description":"of an order, a return, a refund, a campaign, a sale"},"campus_id":)"
     R"({"$ref":"#/components/schemas/Id"},"order_no":{"type":"string","description":"of a payment, a return or a )"
     R"(refund"},"user_id":{"$ref":"#/components/schemas/Id"},"at":{"type":"integer","format":"int64","description":)"
     R"("when it was placed, paid, asked for, begun or made"},"disabled":{"type":"boolean"}}})"},
    {"SearchResult",
     R"({"type":"object","required":["hits","more"],"properties":{"hits":{"type":"array","items":)"
     R"({"$ref":"#/components/schemas/SearchHit"}},"more":{"type":"array","items":{"type":"string"},"description":)"
     R"("kinds of which there are more than the limit"}}})"},
};

}  // namespace

std::vector<Route> searchRoutes() {
    return {{.pattern = "/v1/search",
             .scope = api::TokenScope::SearchRead,
             .operationId = "search",
             .summary = "What has this in its number, id or name: by kind, the newest first",
             .responseSchema = "SearchResult",
             .query = {{"text",
                        "any part of an order's number or of a user; the beginning of a payment's or a return's "
                        "number; a part of an id, a name or a phone, or initials of a Chinese name",
                        R"({"type":"string","minLength":1,"maxLength":100})", true},
                       {"kinds", "only of these kinds, with commas between them"},
                       {"limit", "of each kind (default: 8)", R"({"type":"integer","minimum":1,"maximum":50})"}},
             .handler = searchAll}};
}

std::span<const Schema> searchSchemas() { return kSearchSchemas; }

}  // namespace evenhand::ingest
