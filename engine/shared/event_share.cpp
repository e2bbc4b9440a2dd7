// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/event_share.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <utility>

#include "engine/json/json_text.h"
#include "engine/wire/values/value.h"

namespace evenhand::shared {
namespace {

constexpr std::size_t kAtOnce = 500;  ///< of one message

}  // namespace

Result<void> shareEvents(keyspace::Keyspace& keyspace, std::string_view node, const std::vector<api::Event>& events) {
    for (std::size_t at = 0; at < events.size(); at += kAtOnce) {
        const auto from = events.begin() + static_cast<std::ptrdiff_t>(at);
        const auto count = std::min(kAtOnce, events.size() - at);
        const std::vector<api::Event> some(from, from + static_cast<std::ptrdiff_t>(count));
        wire::Writing out;
        boost::json::object message;
        message["node"] = boost::json::string_view(node.data(), node.size());
        message["events"] = wire::write(some, out);
        EVENHAND_TRY(keyspace.call({"PUBLISH", kEventsChannel, boost::json::serialize(message)}));
    }
    return {};
}

std::optional<std::vector<api::Event>> eventsOfOthers(std::string_view message, std::string_view node) {
    const auto parsed = json::parseJson(message);
    if (!parsed || !parsed->is_object()) {
        return std::nullopt;
    }
    wire::Reading in;
    const auto* from = wire::readMember(parsed->get_object(), "node", in);
    const auto* told = wire::readMember(parsed->get_object(), "events", in);
    if (from == nullptr || told == nullptr || wire::readText(*from, in) == node) {
        return std::nullopt;
    }
    std::vector<api::Event> events;
    wire::read(*told, events, in);
    return in.ok() ? std::optional(std::move(events)) : std::nullopt;
}

}  // namespace evenhand::shared
