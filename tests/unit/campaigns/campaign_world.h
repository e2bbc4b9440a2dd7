// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns on a RuleWorld: built by their real source, kept up by their real source, draws with faults between any two
// steps. Thread: confined to its owner.
#pragma once

#include <map>

#include "engine/campaigns/build_source.h"
#include "engine/campaigns/campaign_checks.h"
#include "engine/campaigns/upkeep_source.h"
#include "engine/draws/balance.h"
#include "engine/draws/draw.h"
#include "engine/draws/lifecycle.h"
#include "tests/support/shops/rule_world.h"

namespace evenhand::test {

inline std::string uuidOf(std::int64_t number) {
    auto digits = std::to_string(number);
    return "00000000-0000-4000-8000-" + std::string(12 - digits.size(), '0') + digits;
}

class CampaignWorld : public RuleWorld {
public:
    explicit CampaignWorld(Deployment deployment = Deployment::OneCommit) : RuleWorld(deployment) {}

    const CampaignId id{"lunch"};

    api::CampaignSettings settings(std::int64_t budget, std::int64_t places, std::int64_t queues = 3) const {
        api::CampaignSettings made;
        made.name = "Lunch";
        made.shape = {Money{budget}, places, Money{1'000}, queues};
        made.countLimit = 9'000;
        made.amountLimit = Money{api::kMaxCampaignMinor};
        made.begin = now;
        made.end = now.plusMs(86'400'000);
        made.seed = 7;
        return made;
    }
    bool start(const api::CampaignSettings& made) {
        const auto created =
            run<api::CampaignRow>([&](auto& work) { return campaigns::createCampaign(work, id, made); });
        const auto started = run<api::CampaignRow>([&](auto& work) { return campaigns::startCampaign(work, id); });
        shared.changed();
        work(m_build);
        return created && started && record().row.state == api::CampaignState::Running;
    }
    Result<api::DrawAnswer> draw(const std::string& user, std::int64_t number,
                                 std::optional<std::int64_t> payable = std::nullopt) {
        api::DrawRequest request{id, DrawId(uuidOf(number)), UserId(user), std::nullopt};
        if (payable) {
            request.payable = Money{*payable};
        }
        return run<api::DrawAnswer>([&](auto& work) { return campaigns::draw(work, request); });
    }
    Result<api::PlacedOrder> placeWith(const std::string& no, std::int64_t number, std::int64_t price,
                                       const char* user = "user") {
        auto order = request(no, {{Sku("tea"), 1, Money{price}}});
        order.user = UserId(user);
        order.draw = api::OrderDraw{id, DrawId(uuidOf(number))};
        return place(order);
    }
    /// What is due now, until nothing is; false: a unit failed.
    bool upkeep() {
        shared.upkeepStale = true;
        return work(m_upkeep);
    }
    /// One unit of it.
    bool upkeepOnce() {
        const auto due = m_upkeep.nextDue();
        return due && *due <= now && run<void>([&](auto& work) { return m_upkeep.runDue(work); }).has_value();
    }
    store::campaigns::Record record() {
        const auto found = store::campaigns::findFresh(database(), id);
        return found && *found ? **found : store::campaigns::Record{};
    }
    campaigns::Balance balance() {
        const auto found = campaigns::balanceOf(keyspace(), database(), record());
        return found ? *found : campaigns::Balance{};
    }
    store::draws::Sums sums() {
        const auto found = store::draws::sums(database(), record().no);
        return found ? *found : store::draws::Sums{};
    }
    /// C1 as a number: what is not accounted for.
    std::int64_t missing() {
        const auto left = balance();
        const auto rows = sums();
        return record().row.settings.shape.budget.minor -
               (rows.granted - rows.givenBack + left.queued + left.compensation + left.inFlight + left.unspent);
    }
    /// Every invariant of campaigns; empty: all hold.
    std::string verify() {
        const auto checks = campaigns::campaignChecks();
        const auto verdicts = runtime::verify(checks, {database(), keyspace()});
        if (!verdicts) {
            return verdicts.error().text();
        }
        std::string problem;
        for (const auto& verdict : *verdicts) {
            if (verdict.finding.violations > 0) {
                problem += verdict.id + ": " + verdict.finding.offenders.front() + "; ";
            }
        }
        return problem;
    }
    void clearFaults() {
        failKeyspaceBefore.reset();
        failKeyspaceAfter.reset();
        failCommit = loseAcknowledge = false;
    }

    campaigns::SharedState shared;

private:
    bool work(runtime::DueSource& source) {
        for (auto due = source.nextDue(); due && *due <= now; due = source.nextDue()) {
            if (!run<void>([&](auto& work) { return source.runDue(work); })) {
                return false;
            }
        }
        return true;
    }
    campaigns::BuildSource m_build{shared};
    campaigns::UpkeepSource m_upkeep{keyspace(), shared};
};

#define CAMPAIGN_HOLDS(world)                       \
    do {                                            \
        const auto problem = (world).verify();      \
        QVERIFY2(problem.empty(), problem.c_str()); \
    } while (false)

}  // namespace evenhand::test
