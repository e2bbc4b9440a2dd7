// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/dispatch_checks.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "engine/base/counted.h"
#include "engine/dispatch/keys.h"
#include "engine/dispatch/topics.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/assignment_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/clock_store.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/weight_store.h"

namespace evenhand::dispatch {
namespace {

using runtime::Finding;
using runtime::ReadSnapshot;
using store::verify::AssignedOrder;
using store::verify::Assignment;

using WeightsByKey = std::map<std::string, std::int64_t>;

/// A hash or a sorted set with its scores, read by plain commands: what the scripts did is not taken on trust.
Result<WeightsByKey> read(ReadSnapshot& snapshot, std::initializer_list<std::string_view> command) {
    EVENHAND_ASSIGN(const auto reply, snapshot.keyspace.call(command));
    WeightsByKey weights;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        const auto& text = reply.elements[i + 1].text;
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size()) {
            return fail(ErrorCode::WorkspaceDamaged, "a weight is not a whole number", reply.elements[i].text, text);
        }
        weights.emplace(reply.elements[i].text, value);
    }
    return weights;
}

Result<WeightsByKey> onDuty(ReadSnapshot& snapshot, const CampusId& campus) {
    return read(snapshot, {"ZRANGE", CampusKeys(campus).weights(), "0", "-1", "WITHSCORES"});
}

/// Campuses whose waiting orders must have got a courier by now: nothing is under way, somebody is there (`served`),
/// who has room for one more (`room`).
struct Served {
    std::set<std::string> served;
    std::set<std::string> room;
};

/// What a campus's keyspace has of loads: orders in hand and own limits by courier, the campus's limit.
struct KnownLoads {
    WeightsByKey inHand;
    WeightsByKey ownLimits;
    std::int64_t campusLimit = 0;
};

Result<KnownLoads> knownLoads(ReadSnapshot& snapshot, const CampusKeys& keys) {
    KnownLoads loads;
    EVENHAND_ASSIGN(loads.inHand, read(snapshot, {"HGETALL", keys.inHand()}));
    EVENHAND_ASSIGN(loads.ownLimits, read(snapshot, {"HGETALL", keys.limits()}));
    if (const auto campus = loads.ownLimits.extract(std::string())) {
        loads.campusLimit = campus.mapped();
    }
    return loads;
}

bool hasRoom(const KnownLoads& loads, const std::string& courier) {
    const auto own = loads.ownLimits.find(courier);
    const auto limit = own == loads.ownLimits.end() ? loads.campusLimit : own->second;
    const auto inHand = loads.inHand.find(courier);
    return limit == 0 || (inHand == loads.inHand.end() ? 0 : inHand->second) < limit;
}

Result<Served> servedCampuses(ReadSnapshot& snapshot) {
    Served served;
    for (const auto& topic : dispatchTopics()) {
        EVENHAND_ASSIGN(const auto figures, runtime::topicFigures(snapshot.keyspace, topic));
        if (figures.length > 0) {
            return served;
        }
    }
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(snapshot.database));
    for (const auto& campus : campuses) {
        EVENHAND_ASSIGN(const auto couriers, onDuty(snapshot, campus.row.id));
        if (campus.row.paused || couriers.empty()) {
            continue;
        }
        served.served.insert(campus.row.id.str());
        EVENHAND_ASSIGN(const auto loads, knownLoads(snapshot, CampusKeys(campus.row.id)));
        if (std::any_of(couriers.begin(), couriers.end(),
                        [&](const auto& courier) { return hasRoom(loads, courier.first); })) {
            served.room.insert(campus.row.id.str());
        }
    }
    return served;
}

/// What is wrong with an order's courier, empty if nothing.
std::string courierFault(const AssignedOrder& order, const Served& served) {
    if (order.otherLive > 0) {
        return "has a courier by an older epoch too";
    }
    if (!order.status) {
        return "has an unknown status";
    }
    if (order.status == api::OrderStatus::Closed) {
        return order.waitReason.empty() ? std::string() : "is closed and waits for a courier";
    }
    if (order.courier.empty()) {
        if (order.hasAssignment && !order.released) {
            return "is assigned to " + order.assignedTo + " but does not name a courier";
        }
        if (order.status == api::OrderStatus::Delivered || order.status == api::OrderStatus::Completed) {
            return "was delivered by nobody";
        }
        const bool waits = order.status && api::isUnderWay(*order.status);
        if (waits != !order.waitReason.empty()) {
            return waits ? "waits for a courier and does not say why"
                         : "waits for a courier without being paid and open";
        }
        const bool forRoom = order.waitReason == api::toText(api::WaitReason::AtLimit);
        if (waits && forRoom && served.room.contains(order.campus)) {
            return "waits for a courier with room for it though there is one and nothing is under way";
        }
        if (waits && !forRoom && order.waitReason != api::toText(api::WaitReason::DeadLetter) &&
            served.served.contains(order.campus)) {
            return "waits for a courier (" + order.waitReason + ") though one is on duty and nothing is under way";
        }
        return {};
    }
    if (order.status == api::OrderStatus::WaitPay || order.status == api::OrderStatus::Paid) {
        return "has a courier in status " + std::string(api::toText(*order.status));
    }
    if (!order.hasAssignment || order.released || order.assignedTo != order.courier) {
        return "names " + order.courier + " without a live assignment to it";
    }
    return {};
}

Result<void> checkCouriers(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto served, servedCampuses(snapshot));
    return store::verify::eachOrderWithAssignment(snapshot.database, [&](const AssignedOrder& order) {
        const std::string fault = courierFault(order, served);
        finding.expect(fault.empty(), [&] { return "order " + order.orderNo + " " + fault; });
    });
}

Result<void> checkEpochs(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_TRY(store::verify::eachOrderWithAssignment(snapshot.database, [&](const AssignedOrder& order) {
        finding.expect(order.epoch >= 1 && order.beyond == 0, [&] {
            return "order " + order.orderNo + " is in epoch " + std::to_string(order.epoch) +
                   ", its assignments are not";
        });
    }));
    // From where engine time was turned back on, a later epoch may have an earlier instant.
    EVENHAND_ASSIGN(const auto turned, store::clock::firstTurn(snapshot.database));
    OrderId lastOrder;
    Instant lastAt;
    return store::verify::eachAssignment(snapshot.database, [&](const Assignment& assignment) {
        if (assignment.order == lastOrder && assignment.at < lastAt && !(turned && assignment.at >= *turned)) {
            finding.offend("order " + assignment.orderNo + ": epoch " + std::to_string(assignment.epoch) +
                           " is older than the one before");
        }
        lastOrder = assignment.order;
        lastAt = assignment.at;
    });
}

Result<void> checkWeights(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(snapshot.database));
    for (const auto& campus : campuses) {
        const CampusKeys keys(campus.row.id);
        EVENHAND_ASSIGN(auto active, onDuty(snapshot, campus.row.id));
        EVENHAND_ASSIGN(auto kept, read(snapshot, {"HGETALL", keys.kept()}));
        EVENHAND_ASSIGN(auto open, read(snapshot, {"HGETALL", keys.open()}));
        EVENHAND_ASSIGN(const auto implied, store::weights::implied(snapshot.database, campus.row.id));
        for (const auto& courier : implied) {
            const auto& id = courier.courier.str();
            auto& here = courier.onDuty ? active : kept;
            const auto found = here.find(id);
            const std::int64_t expected = courier.weight - open[id];
            finding.expect(found != here.end() && found->second == expected, [&] {
                return "courier " + id +
                       (found == here.end() ? " is missing" : " weighs " + std::to_string(found->second)) +
                       (courier.onDuty ? " on duty" : " off duty") + ", the records say " + std::to_string(expected);
            });
            here.erase(id);
            open.erase(id);
        }
        for (const auto* rest : {&active, &kept, &open}) {
            for (const auto& [id, weight] : *rest) {
                finding.offend("courier " + id + " of campus " + campus.row.id.str() + " is in the keyspace only");
            }
        }
    }
    return {};
}

/// Orders in hand and limits are counted twice; what was taken and is not in the database (an open charge of 1 at least
/// for each) is in the keyspace alone.
Result<void> checkLoads(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(snapshot.database));
    for (const auto& campus : campuses) {
        const CampusKeys keys(campus.row.id);
        EVENHAND_ASSIGN(auto known, knownLoads(snapshot, keys));
        EVENHAND_ASSIGN(auto open, read(snapshot, {"HGETALL", keys.open()}));
        EVENHAND_ASSIGN(const auto stored, store::couriers::loads(snapshot.database, campus.row.id));
        finding.expect(known.campusLimit == campus.row.policy.loadLimit, [&] {
            return "campus " + campus.row.id.str() + " has a load limit of " + std::to_string(known.campusLimit) +
                   ", the records say " + std::to_string(campus.row.policy.loadLimit);
        });
        // What an older version has left has no counts until an engine has started, and no limits either.
        const bool counted =
            !known.inHand.empty() || campus.row.policy.loadLimit > 0 ||
            std::any_of(stored.begin(), stored.end(), [](const auto& courier) { return courier.limit.has_value(); });
        for (const auto& courier : stored) {
            const auto& id = courier.courier.str();
            const auto inHand = counted ? known.inHand[id] : courier.inHand;
            finding.expect(inHand >= courier.inHand && inHand <= courier.inHand + open[id], [&] {
                return "courier " + id + " has " + base::counted(inHand, "order") + " in hand, the records say " +
                       std::to_string(courier.inHand);
            });
            const auto own = known.ownLimits.find(id);
            finding.expect(courier.limit == (own == known.ownLimits.end() ? std::nullopt : std::optional(own->second)),
                           [&] { return "the load limit of courier " + id + " is not that of the records"; });
            known.inHand.erase(id);
            known.ownLimits.erase(id);
        }
        for (const auto* rest : {&known.inHand, &known.ownLimits}) {
            for (const auto& [id, number] : *rest) {
                finding.offend("courier " + id + " of campus " + campus.row.id.str() + " is in the keyspace only");
            }
        }
    }
    return {};
}

/// A strong assignment goes to nobody who has as many orders as they may, and passes over nobody who has fewer.
Result<void> checkLimits(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_TRY(checkLoads(snapshot, finding));
    return store::verify::eachAssignment(snapshot.database, [&](const Assignment& assignment) {
        if (!assignment.strong || assignment.byName) {
            return;  // whoever names a courier may allow more
        }
        api::AssignmentEvidence evidence;
        store::assignments::readEvidence(assignment.evidence, evidence);
        finding.expect(!evidence.load || evidence.load->inHand < evidence.load->limit, [&] {
            return "order " + assignment.orderNo + " went to " + assignment.courier + ", who had " +
                   std::to_string(evidence.load->inHand) + " of at most " + std::to_string(evidence.load->limit);
        });
        for (const auto& passed : evidence.passedOver) {
            finding.expect(passed.limit > 0 && passed.inHand >= passed.limit, [&] {
                return "order " + assignment.orderNo + " passed over " + passed.courier.str() + ", who had room";
            });
        }
    });
}

bool wasPassedOver(const api::AssignmentEvidence& evidence, const CourierId& courier) {
    return std::any_of(evidence.passedOver.begin(), evidence.passedOver.end(),
                       [&](const api::CourierLoad& load) { return load.courier == courier; });
}

/// A strong assignment goes to a highest weight of those who might get it.
bool wentToTheHighest(const Assignment& assignment, const api::AssignmentEvidence& evidence) {
    std::optional<std::int64_t> highest;
    std::optional<std::int64_t> chosen;
    for (const auto& [courier, weight] : evidence.ranking) {
        const bool excluded =
            std::find(evidence.excluded.begin(), evidence.excluded.end(), courier) != evidence.excluded.end();
        if (courier.str() == assignment.courier) {
            chosen = weight;
        }
        if (!excluded && !wasPassedOver(evidence, courier)) {
            highest = std::max(highest.value_or(weight), weight);
        }
    }
    // The excluded one gets it only if nobody else could; a repeated take has no ranking.
    return evidence.ranking.empty() || (chosen && (!highest || *chosen >= *highest));
}

/// What decides whether the counts of a campus must be within 1, and the counts.
struct Fairness {
    bool promised = true;
    std::optional<std::int64_t> start;
    std::optional<std::int64_t> step;
    std::optional<Instant> firstAssignment;
    Instant lastJoin;
    WeightsByKey counts;
};

Result<void> checkFairness(ReadSnapshot& snapshot, Finding& finding) {
    std::map<std::string, Fairness> campuses;
    EVENHAND_TRY(store::verify::eachCourierStart(snapshot.database, [&](const store::verify::CourierStart& courier) {
        auto& fairness = campuses[courier.campus];
        if (courier.dutyChanges == 0 || (courier.dutyChanges == 1 && !courier.onDuty)) {
            return;  // never was on duty
        }
        fairness.promised = fairness.promised && courier.onDuty && courier.dutyChanges == 1 && !courier.calibrated &&
                            fairness.start.value_or(courier.startWeight) == courier.startWeight;
        fairness.start = courier.startWeight;
        fairness.lastJoin = std::max(fairness.lastJoin, courier.lastDutyChange.value_or(Instant{}));
        fairness.counts.emplace(courier.courier, 0);
    }));
    EVENHAND_TRY(store::verify::eachAssignment(snapshot.database, [&](const Assignment& assignment) {
        auto& fairness = campuses[assignment.campus];
        api::AssignmentEvidence evidence;
        store::assignments::readEvidence(assignment.evidence, evidence);
        fairness.promised = fairness.promised && assignment.strong && !assignment.byName && assignment.givenBack == 0 &&
                            assignment.epoch == 1 && evidence.passedOver.empty() &&
                            fairness.step.value_or(assignment.charged) == assignment.charged;
        fairness.step = assignment.charged;
        fairness.firstAssignment = std::min(fairness.firstAssignment.value_or(assignment.at), assignment.at);
        ++fairness.counts[assignment.courier];
        if (assignment.strong && !assignment.byName) {
            finding.expect(wentToTheHighest(assignment, evidence), [&] {
                return "order " + assignment.orderNo + " went to " + assignment.courier + ", who was not the highest";
            });
        }
    }));
    // Who joined after engine time was turned back may have joined after assignments with later instants.
    EVENHAND_ASSIGN(const auto turned, store::clock::firstTurn(snapshot.database));
    for (const auto& [campus, fairness] : campuses) {
        if (!fairness.promised || !fairness.firstAssignment || fairness.lastJoin > *fairness.firstAssignment ||
            (turned && fairness.lastJoin >= *turned)) {
            continue;
        }
        const auto [least, most] =
            std::minmax_element(fairness.counts.begin(), fairness.counts.end(),
                                [](const auto& a, const auto& b) { return a.second < b.second; });
        finding.expect(most->second - least->second <= 1, [&campus = campus, &least = least, &most = most] {
            return "campus " + campus + ": " + most->first + " has " + base::counted(most->second, "order") + ", " +
                   least->first + " has " + std::to_string(least->second);
        });
    }
    return {};
}

}  // namespace

std::vector<std::string> dispatchTopics() {
    return {std::string(kTopicFirst), std::string(kTopicAgain), std::string(kTopicWake)};
}

std::vector<runtime::Check> dispatchChecks() {
    return {
        {"D1", "Every paid, open order has at most one courier, and one where one can be had", checkCouriers},
        {"D2", "Assignment epochs only grow", checkEpochs},
        {"D3", "Every weight is start + adjustments - steps charged + steps given back", checkWeights},
        {"D4", "Assignments go to the highest weight; with equal starts and a fixed crew counts differ by 1 at most",
         checkFairness},
        runtime::messagesCheck(dispatchTopics()),
        {"D8", "No assignment goes to a courier at the load limit; orders in hand are counted alike", checkLimits}};
}

}  // namespace evenhand::dispatch
