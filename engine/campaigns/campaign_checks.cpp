// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/campaigns/campaign_checks.h"

#include <map>
#include <unordered_map>

#include "engine/base/counted.h"
#include "engine/base/number_text.h"
#include "engine/draws/balance.h"
#include "engine/store/records/draw_store.h"

namespace evenhand::campaigns {
namespace {

using runtime::Finding;
using runtime::ReadSnapshot;
using Campaign = store::campaigns::Record;

constexpr std::int64_t kPlace = 1'000'000'000'000;
constexpr std::int64_t kRowsAtOnce = 100'000;

std::string nameOf(const Campaign& campaign) { return "campaign " + campaign.row.id.str(); }

Result<void> eachDraw(ReadSnapshot& snapshot, const std::function<void(const store::draws::Record&)>& fn) {
    std::int64_t last = 0;
    for (std::int64_t rows = kRowsAtOnce; rows == kRowsAtOnce;) {
        EVENHAND_ASSIGN(rows, store::draws::each(snapshot.database, last, kRowsAtOnce, [&](const auto& draw) {
                            last = draw.no;
                            fn(draw);
                        }));
    }
    return {};
}

/// The amounts that a queue really holds, against its figures.
Result<void> checkQueue(ReadSnapshot& snapshot, Finding& finding, const Campaign& campaign, std::int64_t no,
                        const api::CampaignQueue& figures) {
    const QueueKeys keys(campaign.no, no);
    const auto width = static_cast<std::size_t>(widthOf(campaign.row.settings.shape.maxDiscount));
    EVENHAND_ASSIGN(const auto cursor, snapshot.keyspace.call({"HGET", keys.figures, "cursor"}));
    EVENHAND_ASSIGN(const auto chunks, snapshot.keyspace.call({"LRANGE", keys.chunks, "0", "-1"}));
    std::int64_t amount = 0;
    std::int64_t places = -base::numberFrom(cursor.text).value_or(0);
    auto skip = static_cast<std::size_t>(base::numberFrom(cursor.text).value_or(0));
    for (const auto& chunk : chunks.elements) {
        places += static_cast<std::int64_t>(chunk.text.size() / width);
        for (std::size_t at = skip * width; at < chunk.text.size(); at += width) {
            std::int64_t value = 0;
            for (std::size_t i = 0; i < width; ++i) {
                value = value << 8 | static_cast<unsigned char>(chunk.text[at + i]);
            }
            amount += value;
        }
        skip = 0;
    }
    EVENHAND_ASSIGN(const auto returned, snapshot.keyspace.call({"LRANGE", keys.returned, "0", "-1"}));
    for (const auto& one : returned.elements) {
        ++places;
        amount += base::numberFrom(one.text).value_or(0);
    }
    std::int64_t compensation = 0;
    EVENHAND_ASSIGN(const auto entries, snapshot.keyspace.call({"LRANGE", keys.compensation, "0", "-1"}));
    for (const auto& one : entries.elements) {
        compensation += base::numberFrom(one.text).value_or(0);
    }
    finding.expect(amount == figures.amount && places == figures.places && compensation == figures.compensation, [&] {
        return nameOf(campaign) + ", queue " + std::to_string(no) + " holds " + base::counted(places, "place") +
               " of " + std::to_string(amount) + " and " + std::to_string(compensation) +
               " compensation, its figures say " + std::to_string(figures.places) + ", " +
               std::to_string(figures.amount) + " and " + std::to_string(figures.compensation);
    });
    return {};
}

Result<void> checkBudget(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto campaigns, store::campaigns::allFresh(snapshot.database));
    for (const auto& campaign : campaigns) {
        const auto& row = campaign.row;
        EVENHAND_ASSIGN(const auto balance, balanceOf(snapshot.keyspace, snapshot.database, campaign));
        for (std::size_t i = 0; i < balance.queues.size(); ++i) {
            EVENHAND_TRY(checkQueue(snapshot, finding, campaign, static_cast<std::int64_t>(i), balance.queues[i]));
        }
        if (row.state == api::CampaignState::Draft || row.state == api::CampaignState::Building) {
            finding.expect(
                balance.queued <= row.settings.shape.budget.minor && balance.placesEver <= row.settings.shape.places,
                [&] { return nameOf(campaign) + " holds more than its budget"; });
            continue;
        }
        EVENHAND_ASSIGN(const auto sums, store::draws::sums(snapshot.database, campaign.no));
        const auto total =
            sums.granted - sums.givenBack + balance.queued + balance.compensation + balance.inFlight + balance.unspent;
        finding.expect(total == row.settings.shape.budget.minor, [&] {
            return nameOf(campaign) + " accounts for " + std::to_string(total) + " of " +
                   std::to_string(row.settings.shape.budget.minor) + ": granted " + std::to_string(sums.granted) +
                   " less " + std::to_string(sums.givenBack) + ", queued " + std::to_string(balance.queued) +
                   ", compensation " + std::to_string(balance.compensation) + ", in flight " +
                   std::to_string(balance.inFlight) + ", unspent " + std::to_string(balance.unspent);
        });
        const bool ended = row.state == api::CampaignState::Ended;
        finding.expect(ended ? sums.draws <= row.settings.shape.places
                             : balance.placesEver == row.settings.shape.places &&
                                   (balance.draws > 0 || sums.draws + balance.placesLeft == balance.placesEver),
                       [&] {
                           return nameOf(campaign) + " had " + std::to_string(balance.placesEver) + " of " +
                                  base::counted(row.settings.shape.places, "place") + ": " +
                                  std::to_string(sums.draws) + " granted, " + std::to_string(balance.placesLeft) +
                                  " left";
                       });
    }
    return {};
}

/// What is wrong with the row of a draw; empty: nothing.
std::string faultOf(const store::draws::Record& draw) {
    const bool granted = draw.state == api::DrawState::Granted;
    if (granted != (draw.amount.minor > 0)) {
        return granted ? "was granted nothing" : "was not granted and has an amount";
    }
    if ((draw.state == api::DrawState::Refused) != draw.refusal.has_value()) {
        return "has no reason for its refusal, or one without";
    }
    if (!granted && (draw.order || draw.givenBackAt || draw.expiresAt)) {
        return "was not granted and was used or given back";
    }
    if (granted && (draw.expiresAt.has_value() == (draw.order || draw.givenBackAt))) {
        return "neither waits for an order nor has one nor was given back";
    }
    return {};
}

Result<void> checkStates(ReadSnapshot& snapshot, Finding& finding) {
    return eachDraw(snapshot, [&](const store::draws::Record& draw) {
        const auto fault = faultOf(draw);
        finding.expect(fault.empty(), [&] { return "draw " + draw.id.str() + " " + fault; });
    });
}

struct User {
    std::int64_t count = 0, amount = 0;
};
using Users = std::unordered_map<std::string, User>;

/// What the rows say of each user of each campaign.
Result<std::map<std::int64_t, Users>> usersOf(ReadSnapshot& snapshot) {
    std::map<std::int64_t, Users> users;
    EVENHAND_TRY(eachDraw(snapshot, [&](const store::draws::Record& draw) {
        if (draw.state == api::DrawState::Granted) {
            auto& user = users[draw.campaign][draw.user.str()];
            ++user.count;
            user.amount += draw.givenBackAt ? 0 : draw.amount.minor;
        }
    }));
    return users;
}

Result<void> checkLimits(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto campaigns, store::campaigns::allFresh(snapshot.database));
    EVENHAND_ASSIGN(auto users, usersOf(snapshot));
    for (const auto& campaign : campaigns) {
        const auto& settings = campaign.row.settings;
        for (const auto& [id, user] : users[campaign.no]) {
            finding.expect(user.count <= settings.countLimit && user.amount <= settings.amountLimit.minor,
                           [&campaign, &id = id, &user = user] {
                               return nameOf(campaign) + ": user " + id + " has " + base::counted(user.count, "draw") +
                                      " of " + std::to_string(user.amount);
                           });
        }
    }
    return {};
}

/// The users' totals in the keyspace are what the rows say, so each granted draw has its row and each row its charge.
Result<void> checkRows(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto campaigns, store::campaigns::allFresh(snapshot.database));
    EVENHAND_ASSIGN(auto users, usersOf(snapshot));
    for (const auto& campaign : campaigns) {
        EVENHAND_ASSIGN(const auto balance, balanceOf(snapshot.keyspace, snapshot.database, campaign));
        if (balance.draws > 0 || balance.inFlight > 0) {
            continue;  // on their way
        }
        auto expected = users[campaign.no];
        for (std::int64_t i = 0; i < shardCount(campaign.row.settings.shape.queues); ++i) {
            EVENHAND_ASSIGN(const auto totals, snapshot.keyspace.call({"HGETALL", ShardKeys(campaign.no, i).totals}));
            for (std::size_t at = 0; at + 1 < totals.elements.size(); at += 2) {
                const auto& id = totals.elements[at].text;
                const auto total = base::numberFrom(totals.elements[at + 1].text).value_or(0);
                const auto found = expected.find(id);
                const User rows = found == expected.end() ? User{} : found->second;
                finding.expect(total == rows.count * kPlace + rows.amount, [&] {
                    return nameOf(campaign) + ": user " + id + " is charged " + std::to_string(total) +
                           ", the rows say " + base::counted(rows.count, "draw") + " of " + std::to_string(rows.amount);
                });
                if (found != expected.end()) {
                    expected.erase(found);
                }
            }
        }
        for (const auto& [id, user] : expected) {
            finding.offend(nameOf(campaign) + ": user " + id + " has draws and is not charged");
        }
    }
    EVENHAND_ASSIGN(const auto lost, store::draws::withoutOrder(snapshot.database));
    finding.expect(lost == 0,
                   [&] { return base::counted(lost, "draw names", "draws name") + " an order that is not there"; });
    return {};
}

}  // namespace

std::vector<runtime::Check> campaignChecks() {
    return {{"C1", "Granted less given back + queued + compensation + in flight + unspent = budget", checkBudget},
            {"C2", "Every draw is in exactly one state", checkStates},
            {"C3", "No user is over the count or the amount limit", checkLimits},
            {"C4", "Every granted draw has exactly one row and one charge", checkRows}};
}

}  // namespace evenhand::campaigns
