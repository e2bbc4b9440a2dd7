// SPDX-License-Identifier: GPL-3.0-or-later
// A desk of the team whose consoles and onlookers a test sets, and that remembers what it was told.
// Thread: confined to its test.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/api/team_desk.h"

namespace evenhand::test {

class FakeTeam final : public api::TeamDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    // --- what a test steers ---
    std::vector<api::ConnectedConsole> consoles;
    std::vector<std::pair<api::Subject, api::Onlooker>> onlookers;
    // --- what a test asks ---
    std::vector<api::Looking> looks;                       ///< all, in their order
    std::vector<std::pair<ConsoleId, std::string>> ended;  ///< with the reason
    [[nodiscard]] api::Looking looking() const { return looks.empty() ? api::Looking{} : looks.back(); }

    Answer<std::vector<api::ConnectedConsole>> connected(const Call&) override { return ready(consoles); }
    Answer<void> end(const Call& call, ConsoleId console) override {
        ended.emplace_back(console, call.reason);
        const auto gone = std::erase_if(consoles, [&](const auto& each) { return each.id == console; });
        return QtFuture::makeReadyFuture(gone > 0 ? Result<void>() : fail(ErrorCode::NotFound, "gone", "console"));
    }
    Answer<void> look(const Call&, api::Looking looking) override {
        looks.push_back(std::move(looking));
        return QtFuture::makeReadyFuture(Result<void>());
    }
    Answer<std::vector<api::Onlooker>> others(const Call&, api::Subject subject) override {
        std::vector<api::Onlooker> there;
        for (const auto& [what, who] : onlookers) {
            if (what == subject) {
                there.push_back(who);
            }
        }
        return ready(there);
    }
    Answer<api::EnteredConsole> enter(api::NewConsole) override { return ready(api::EnteredConsole{}); }
    Answer<void> leave(ConsoleId) override { return QtFuture::makeReadyFuture(Result<void>()); }
    Answer<void> measured(ConsoleId, std::int64_t) override { return QtFuture::makeReadyFuture(Result<void>()); }

private:
    template <typename T>
    static Answer<T> ready(T value) {
        return QtFuture::makeReadyFuture(Result<T>(std::move(value)));
    }
};

}  // namespace evenhand::test
