// SPDX-License-Identifier: GPL-3.0-or-later
// A whole small business whose keyspace and database commit apart: orders, couriers, timers, a campaign, a flash sale
// with its consumer; and what finds afterwards what a unit or a process has left. Thread: confined to its owner.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/alerts/alert_checks.h"
#include "engine/base/clock.h"
#include "engine/dispatch/dispatch_checks.h"
#include "engine/ledger/ledger_checks.h"
#include "engine/orders/order_checks.h"
#include "engine/returns/return_checks.h"
#include "engine/runtime/topics.h"
#include "engine/seckill/activities.h"
#include "engine/seckill/attempt.h"
#include "engine/seckill/compare.h"
#include "engine/seckill/interventions.h"
#include "engine/seckill/order_maker.h"
#include "engine/seckill/seckill_checks.h"
#include "engine/seckill_slots/slots.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timers/queue_source.h"
#include "engine/timers/reconcile.h"
#include "engine/timers/timer_checks.h"
#include "tests/unit/campaigns/campaign_world.h"

namespace evenhand::test {

class ApartWorld : public CampaignWorld {
public:
    ApartWorld() : CampaignWorld(Deployment::Apart) {
        database().lockRoots(true);  // several engines may write where keyspace and database commit apart
        sound = keyspace().call({"SET", timers::kWholeKey, "1"}).has_value();  // the delay queue holds what is armed
    }

    bool sound = false;
    const ActivityId sale{"rush {1}"};
    const std::shared_ptr<seckill::SharedState> sales = std::make_shared<seckill::SharedState>();
    seckill::OrderMaker maker{sales, "one"};
    const seckill::ActivityKeys saleKeys{sale};

    /// Two couriers on duty.
    bool open(api::CampusPolicy set = {}) {
        return sound && policy(set) && couriers({"a", "b"}) && product("tea", 20) && deliverAll();
    }
    bool openSale(std::int64_t units) {
        api::ActivityInput input;
        input.id = sale;
        input.name = "Rush";
        input.voucher = Sku("tea");
        input.campus = campus;
        input.price = Money{100};
        input.stock = units;
        input.begin = now;
        input.end = now.plusMs(86'400'000);
        return run<void>([&](auto& work) { return seckill::setUp(work, *sales, input); }) &&
               run<void>([&](auto& work) { return seckill::start(work, *sales, sale, 0); });
    }
    Result<api::AttemptAnswer> attempt(const char* user, const char* key = "") {
        return run<api::AttemptAnswer>([&](auto& work) {
            return seckill::attempt(work, *sales, {sale, UserId(user), key});
        });
    }
    /// The messages of the sale that are not done with, oldest first; read by a consumer from here on.
    std::vector<runtime::Message> saleMessages() {
        (void)keyspace().call({"XGROUP", "CREATE", saleKeys.stream, seckill::kGroup, "0", "MKSTREAM"});
        (void)keyspace().call({"XREADGROUP", "GROUP", seckill::kGroup, "one", "STREAMS", saleKeys.stream, ">"});
        std::vector<runtime::Message> messages;
        const auto tickets = seckill::tickets(keyspace(), saleKeys, {}, 100);
        for (const auto& ticket : *tickets) {
            messages.push_back({saleKeys.topic,
                                ticket.id,
                                1,
                                {{"user", ticket.user}, {"no", ticket.orderNo}, {"at", std::to_string(ticket.at.ms)}}});
        }
        return messages;
    }
    /// Handled as a unit, then acknowledged. False: the unit has failed, or its process has died before it could.
    bool makeOrder(const runtime::Message& message) {
        if (!asSystem([&](auto& work) { return maker.handle(work, message); })) {
            return false;
        }
        return seckill::dropMessage(keyspace(), saleKeys, message.id).has_value();
    }
    bool makeOrders() {
        for (const auto& message : saleMessages()) {
            if (!makeOrder(message)) {
                return false;
            }
        }
        return true;
    }
    template <typename Rule>
    bool asSystem(Rule rule) {
        api::Call before{api::Actor::administrator("system"), {}, std::nullopt};
        std::swap(before, call);
        const auto done = run<void>([&](auto& work) -> Result<void> { return rule(work); });
        std::swap(before, call);
        return done.has_value();
    }

    /// What is done in time by itself: messages come again, draws under way are recovered.
    bool settle() {
        bool done = deliverAll() && makeOrders();
        now = now.plusMs(6'000);
        done = upkeep() && done;
        return deliverAll() && done;
    }
    /// What compares finds what a process that died after its commit has not done any more.
    bool compareAll() {
        (void)keyspace().call({"DEL", timers::kWholeKey});  // what is only in the queue goes when it falls due
        bool done = recount().has_value() && calibrate().has_value();
        timers::QueueWalk timersWalk;
        timersWalk.fix = true;
        while (done && !timersWalk.ended()) {
            done = asSystem([&](auto& work) { return timers::compareSlice(work, timersWalk); });
        }
        seckill::Comparison walk;
        walk.activity = sale;
        walk.fix = true;
        const bool open = number("SELECT COUNT(*) FROM activity WHERE state IN ('started', 'stopped')") > 0;
        while (done && open && walk.stage != seckill::Comparison::Stage::Ended) {
            done = asSystem([&](auto& work) { return seckill::compareSlice(work, *sales, walk); });
        }
        return done && settle();
    }

    /// Every invariant that a workspace is verified by; empty: all hold.
    std::string problem() {
        auto checks = dispatch::dispatchChecks();
        for (const auto& room :
             {orders::orderChecks(), timers::timerChecks(), seckill::seckillChecks(), campaigns::campaignChecks(),
              returns::returnChecks(), ledger::ledgerChecks(), alerts::alertChecks()}) {
            checks.insert(checks.end(), room.begin(), room.end());
        }
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
        for (const auto& complaint : database().rootComplaints()) {
            problem += complaint + "; ";
        }
        return problem;
    }

    /// What the keyspace holds, as far as a step that was taken back must not have left anything: a line for each key.
    /// Without marks that end by themselves and counters that only grow; numbers that are 0 are as none. Of a campaign
    /// only the sums, for an amount that comes back lies elsewhere than where it was taken.
    std::string held() {
        std::map<std::string, std::string> lines;
        const auto keys = keyspace().call({"KEYS", "*"});
        for (const auto& key : keys->elements) {
            if (!isPassing(key.text)) {
                lines[key.text] = valueOf(key.text);
            }
        }
        std::string text;
        for (const auto& [key, value] : lines) {
            text += value.empty() ? std::string() : key + " = " + value + "\n";
        }
        if (record().no != 0) {
            const auto left = balance();
            text += "queued " + std::to_string(left.queued) + ", compensation " + std::to_string(left.compensation) +
                    ", places " + std::to_string(left.placesLeft) + ", draws " + std::to_string(left.draws) + "\n";
            for (std::int64_t i = 0; i < campaigns::shardCount(record().row.settings.shape.queues); ++i) {
                text += "totals " +
                        valueOf(std::string(std::string_view(campaigns::ShardKeys(record().no, i).totals))) + "\n";
            }
        }
        return text;
    }
    /// What has come of everything, whoever was chosen.
    std::string outcome() {
        std::string text;
        for (const char* sql :
             {"SELECT COUNT(*) FROM orders", "SELECT COUNT(*) FROM orders WHERE status = 'CLOSED'",
              "SELECT COUNT(*) FROM orders WHERE courier_id IS NOT NULL", "SELECT COUNT(*) FROM assignment",
              "SELECT COALESCE(SUM(charged - given_back), 0) FROM assignment", "SELECT SUM(stock) FROM product",
              "SELECT COUNT(*) FROM courier WHERE on_duty = 1", "SELECT COUNT(*) FROM campaign_draw",
              "SELECT COALESCE(SUM(amount), 0) FROM campaign_draw", "SELECT COUNT(*) FROM payment",
              "SELECT COUNT(*) FROM dead_letter WHERE resolved_at IS NULL"}) {
            text += std::to_string(number(sql)) + " ";
        }
        const auto stock = keyspace().call({"HGET", saleKeys.live, "stock"});
        const auto slots = keyspace().call({"HLEN", saleKeys.slots});
        return text + "stock " + stock->text + " slots " + std::to_string(slots->integer);
    }

    base::VirtualClock clock;
    timers::SharedState timerState;
    /// Runs what the delay queue says is due; a new one is a new process.
    std::unique_ptr<timers::QueueSource> queueSource =
        std::make_unique<timers::QueueSource>(keyspace(), clock, timerState);
    /// One unit of it; true: it was kept.
    bool timerUnit() {
        return asSystem([&](auto& work) { return queueSource->runDue(work); });
    }

private:
    static bool isPassing(const std::string& key) {
        for (const char* part : {":maker:", ":adjusted:", ":released:", "}:fence", "campaign:{", ":counters"}) {
            if (key.find(part) != std::string::npos) {
                return true;
            }
        }
        return key == timers::kWholeKey;
    }
    std::string valueOf(const std::string& key) {
        const auto type = keyspace().call({"TYPE", key});
        std::string text;
        if (type->text == "string") {
            const auto value = keyspace().call({"GET", key});
            return value->text;
        }
        if (type->text == "stream") {
            const auto entries = keyspace().call({"XRANGE", key, "-", "+"});
            for (const auto& entry : entries->elements) {
                text += entry.elements.front().text + " ";
            }
            return text;
        }
        if (type->text == "list") {
            const auto elements = keyspace().call({"LRANGE", key, "0", "-1"});
            for (const auto& element : elements->elements) {
                text += element.text + " ";
            }
            return text;
        }
        const auto pairs = type->text == "hash" ? keyspace().call({"HGETALL", key})
                                                : keyspace().call({"ZRANGE", key, "0", "-1", "WITHSCORES"});
        std::map<std::string, std::string> fields;
        for (std::size_t i = 0; i + 1 < pairs->elements.size(); i += 2) {
            if (pairs->elements[i + 1].text != "0") {
                fields[pairs->elements[i].text] = pairs->elements[i + 1].text;
            }
        }
        for (const auto& [field, value] : fields) {
            text += field + ":" + value + " ";
        }
        return text;
    }
};

}  // namespace evenhand::test
