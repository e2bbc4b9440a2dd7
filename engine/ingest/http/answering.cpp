// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/answering.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>

#include "engine/base/sha256.h"

namespace evenhand::ingest {

Response jsonResponse(int status, const boost::json::value& body) {
    return {status, "application/json", {{"Cache-Control", "no-store"}}, boost::json::serialize(body), {}};
}

Response deskProblem(Error error) {
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"user", "user_id"},         {"campus", "campus_id"},        {"courier", "courier_id"},
        {"activity", "activity_id"}, {"campaign", "campaign_id"},    {"draw", "draw_id"},
        {"number", "return_no"},     {"payment", "payment_no"},      {"unit_price", "unit_price_minor"},
        {"amount", "amount_minor"},  {"request", "idempotency_key"}, {"key", "idempotency_key"},
        {"due", "late_at"},          {"to", "courier_id"},           {"second", "second_above_minor"}};
    for (const auto& [ours, theirs] : kNames) {
        if (error.field == ours) {
            error.field = theirs;
            break;
        }
    }
    return problemOf(error);
}

api::Call lookUp(const RouteCall& call) {
    auto reads = call.call;
    reads.actor.permissions = api::bitOf(api::Permission::Read);
    reads.actor.grant.reset();
    return reads;
}

std::string keyId(std::string_view begin, std::string_view who) {
    constexpr std::size_t kHash = 22;  // 132 bits
    constexpr std::size_t kBegin = 64 - 1 - kHash;
    const auto other = std::find_if(begin.begin(), begin.end(), [](char c) { return c <= 0x20 || c >= 0x7F; });
    std::string id(begin.begin(), std::min(other, begin.begin() + std::min(begin.size(), kBegin)));
    id += '.';
    id += std::string_view(base::base64Of(base::bytesOf(base::sha256(who)))).substr(0, kHash);
    return id;
}

api::Once::Key keyOf(const RouteCall& call) {
    std::string who = "key\n" + std::to_string(call.token) + '\n';
    who += call.route.operationId;
    who += '\n';
    who += call.key;
    std::string what = call.request->path;
    what += '\n';
    what += call.request->body;
    return {keyId(call.key, who), std::string(base::bytesOf(base::sha256(what)))};
}

std::string keptText(const Response& response) { return std::to_string(response.status) + ' ' + response.body; }

Response fromKept(std::string_view text, bool repeated) {
    int status = 200;
    const auto space = text.find(' ');
    if (space == std::string_view::npos ||
        std::from_chars(text.data(), text.data() + space, status).ptr != text.data() + space) {
        return problemOf({ErrorCode::Internal, "a kept answer is damaged", {}, {}});
    }
    Response response{
        status, "application/json", {{"Cache-Control", "no-store"}}, std::string(text.substr(space + 1)), {}};
    if (repeated) {
        response.headers.emplace_back("Idempotency-Replayed", "true");
    }
    return response;
}

}  // namespace evenhand::ingest
