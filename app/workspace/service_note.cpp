// SPDX-License-Identifier: GPL-3.0-or-later
// The note of a service as JSON, and back.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iterator>
#include <utility>

#include "app/workspace/deployment_watch.h"
#include "engine/json/json_text.h"

namespace evenhand::app {
namespace {

std::string textIn(const boost::json::object& members, std::string_view name) {
    const auto* found = members.if_contains(name);
    const auto* text = found != nullptr ? found->if_string() : nullptr;
    return text != nullptr ? std::string(text->data(), text->size()) : std::string();
}

std::int64_t numberIn(const boost::json::object& members, std::string_view name, std::int64_t otherwise) {
    const auto* found = members.if_contains(name);
    const auto* number = found != nullptr ? found->if_int64() : nullptr;
    return number != nullptr ? *number : otherwise;
}

bool flagIn(const boost::json::object& members, std::string_view name) {
    const auto* found = members.if_contains(name);
    return found != nullptr && found->is_bool() && found->get_bool();
}

/// In order of declaration.
constexpr api::EngineState kStates[] = {api::EngineState::Live, api::EngineState::Degraded, api::EngineState::ReadOnly,
                                        api::EngineState::Disconnected};

void readWorkers(const boost::json::object& members, tasks::SharedState::FiguresByName& workers) {
    const auto* found = members.if_contains("workers");
    const auto* list = found != nullptr ? found->if_array() : nullptr;
    if (list == nullptr) {
        return;
    }
    for (const auto& each : *list) {
        const auto* one = each.if_object();
        if (one == nullptr) {
            continue;
        }
        tasks::SharedState::Figures figures;
        figures.done = numberIn(*one, "done", 0);
        figures.perSecond = static_cast<double>(numberIn(*one, "per_1000_s", 0)) / 1'000;
        if (const auto seen = numberIn(*one, "seen", 0); seen != 0) {
            figures.lastSeen = Instant{seen};
        }
        workers.emplace(textIn(*one, "name"), figures);
    }
}

}  // namespace

std::string ServiceNote::text() const {
    boost::json::array all;
    for (const auto& [name, figures] : workers) {
        boost::json::object one;
        one["name"] = name;
        one["done"] = figures.done;
        one["per_1000_s"] = static_cast<std::int64_t>(figures.perSecond * 1'000);
        one["seen"] = figures.lastSeen.value_or(Instant{}).ms;
        all.push_back(std::move(one));
    }
    boost::json::object out;
    out["process"] = process;
    out["address"] = address;
    out["version"] = version;
    out["state"] = static_cast<std::int64_t>(state);
    out["reason"] = reason;
    out["leads"] = leads;
    out["consoles"] = consoles;
    out["since"] = since.ms;
    out["workers"] = std::move(all);
    return writeJson(out);
}

std::optional<ServiceNote> ServiceNote::from(std::string_view text) {
    const auto members = parseAnswer(text);
    ServiceNote note;
    note.process = textIn(members, "process");
    if (note.process.empty()) {
        return std::nullopt;
    }
    note.address = textIn(members, "address");
    note.version = textIn(members, "version");
    note.reason = textIn(members, "reason");
    const auto state = numberIn(members, "state", 0);
    note.state = state >= 0 && state < std::ssize(kStates) ? kStates[state] : api::EngineState::Disconnected;
    note.leads = flagIn(members, "leads");
    note.consoles = numberIn(members, "consoles", -1);
    note.since = {numberIn(members, "since", 0)};
    readWorkers(members, note.workers);
    return note;
}

}  // namespace evenhand::app
