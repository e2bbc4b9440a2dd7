// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace with something in every part of its keyspace, whose keys a test damages.
// Thread: confined to its owner.
#pragma once

#include <set>

#include "app/workspace/compare_keyspace.h"
#include "engine/dispatch/keys.h"
#include "engine/draws/keys.h"
#include "engine/runtime/topics.h"
#include "engine/store/records/order_store.h"
#include "tests/unit/seckill/seckill_world.h"

namespace evenhand::test {

class RebuildWorld : public SeckillWorld {
public:
    using Part = api::KeyspacePart;
    using Command = std::vector<std::string>;

    static constexpr std::int64_t kCampaign = 1;  ///< the first one's number
    static constexpr std::int64_t kQueues = 3;
    static CampaignId lunch() { return CampaignId("lunch"); }
    static dispatch::CampusKeys campus() { return dispatch::CampusKeys(CampusId("north")); }

    /// An unpaid order, three with couriers, one of whom is off duty; a sale with a buyer; a campaign with draws of
    /// every kind.
    bool fill() {
        const bool limited = get(dispatch().setLoadLimit(call, CourierId("ann"), 5, 0)).has_value();
        return limited && place("U1") && buy("B1") && buy("B2") && sell(3) && !bought("cat").empty() &&
               startCampaign() && waitingOrder();
    }
    bool startCampaign() {
        api::CampaignSettings made;
        made.name = "Lunch";
        made.shape = {Money{20'000}, 200, Money{1'000}, kQueues};
        made.countLimit = 4;
        made.amountLimit = Money{1'000};
        made.begin = clock.now();
        made.end = clock.now().plusMs(kDay);
        made.seed = 3;
        if (!get(workspace->campaigns().create(call, lunch(), made)) ||
            !get(workspace->campaigns().start(call, lunch()))) {
            return false;
        }
        // More than a user may have, so that whole amounts and parts of them come back.
        std::vector<DrawId> granted;
        for (int i = 0; i < 60; ++i) {
            const auto answer = draw("user" + std::to_string(i % 10));
            if (!answer) {
                return false;
            }
            if (!answer->refusal) {
                granted.push_back(answer->id);
            }
        }
        return granted.size() > 10 && get(workspace->campaigns().giveBack(call, granted[3])).has_value();
    }
    Result<api::DrawAnswer> draw(const std::string& user) {
        return get(workspace->campaigns().draw(call, {lunch(), {}, UserId(user), std::nullopt}));
    }
    api::CampaignBoard budget() {
        const auto found = get(workspace->campaigns().board(call, lunch()));
        return found ? *found : api::CampaignBoard{};
    }
    /// What is granted, held and left; the budget, if nothing is lost.
    std::int64_t accounted() {
        const auto board = budget();
        return board.granted - board.givenBack + board.queued + board.compensation + board.inFlight + board.unspent;
    }
    /// Nobody is on duty when it is paid; ann is afterwards.
    bool waitingOrder() {
        for (const auto* courier : {"ann", "bob"}) {
            if (!get(dispatch().setDuty(call, CourierId(courier), false, 0))) {
                return false;
            }
        }
        const bool paid = buy("W1");
        return paid && get(dispatch().setDuty(call, CourierId("ann"), true, 0)).has_value();
    }

    Result<api::KeyspaceComparison> compare(std::vector<Part> parts = {}) {
        return get(workspace->keyspace().compare(call, std::move(parts)));
    }
    Result<api::KeyspaceComparison> rebuild(std::vector<Part> parts = {}) {
        return get(workspace->keyspace().rebuild(call, std::move(parts)));
    }
    /// The same on a snapshot, as beside another process.
    Result<api::KeyspaceComparison> compareSnapshot() {
        return app::compareKeyspace(*workspace, {}, [] { return true; });
    }
    /// Something happens to the keyspace that no rule did, in one unit.
    bool damage(const std::vector<Command>& commands) {
        return get(workspace->core().engine().ask<bool>(call,
                                                        [commands](runtime::UnitOfWork& work) -> Result<bool> {
                                                            for (const auto& command : commands) {
                                                                std::vector<std::string_view> args(command.begin(),
                                                                                                   command.end());
                                                                EVENHAND_TRY(work.keyspace().call(args));
                                                            }
                                                            return true;
                                                        }))
            .value_or(false);
    }
    /// "KEY" or "KEY MEMBER" of all that differs.
    static std::set<std::string> named(const api::KeyspaceComparison& found) {
        std::set<std::string> names;
        for (const auto& part : found.parts) {
            for (const auto& one : part.differences) {
                names.insert(one.member.empty() ? one.key : one.key + " " + one.member);
            }
        }
        return names;
    }
    static QByteArray text(const api::KeyspaceComparison& found) {
        std::string all = "generation " + std::string(api::toText(found.generation.state));
        for (const auto& part : found.parts) {
            for (const auto& one : part.differences) {
                all += "; " + one.key + " " + one.member + ": " + one.found + " for " + one.expected;
            }
        }
        return QByteArray::fromStdString(all);
    }
    std::string unpaid() { return std::to_string(row("U1").id.value); }
    /// In some hours, so that nothing of it falls due.
    std::string later() const { return std::to_string(clock.now().plusMs(5 * kHour).ms); }
};

}  // namespace evenhand::test
