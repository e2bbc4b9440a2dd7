// SPDX-License-Identifier: GPL-3.0-or-later
// What the business should look like, computed from the committed events alone and written from the rules, not from the
// engine's code: weights, couriers, stock, statuses. Every event is checked against it before it is taken over.
// Thread: confined to its owner.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::sim {

struct ModelOrder {
    std::string no;
    std::map<std::string, std::int64_t> lines;  ///< SKU → units
    api::OrderStatus status = api::OrderStatus::WaitPay;
    bool placed = false;
    std::string courier;
    std::int64_t epoch = 1;
    std::int64_t charged = 0;
    bool pickedUp = false;
    std::string avoid;
    std::map<std::int64_t, std::string> wanted;  ///< epoch → named courier
    std::set<std::int64_t> overLimit;            ///< epochs in which that one gets it also at the load limit
};

struct ModelCourier {
    bool onDuty = false;
    std::int64_t weight = 0;
    std::int64_t medianWhenLeft = 0;
    bool hasLeft = false;
    std::optional<std::int64_t> limit = {};  ///< an own one, 0: none; nullopt: the campus's
};

class DispatchModel {
public:
    DispatchModel(std::int64_t startWeight, std::int64_t step, bool catchUp, std::int64_t campusLimit)
        : m_start(startWeight), m_step(step), m_catchUp(catchUp), m_campusLimit(campusLimit) {}

    // What commands were answered tells what the events do not carry.
    void orderIs(std::int64_t id, std::string no, std::map<std::string, std::int64_t> lines);
    void reassignedTo(const std::string& no, std::int64_t epoch, const std::string& courier, bool overLimit);
    void dutyAsked(const std::string& courier, bool onDuty) { m_asked[courier].push_back({false, onDuty, {}}); }
    void limitAsked(const std::string& courier, std::optional<std::int64_t> limit) {
        m_asked[courier].push_back({true, false, limit});
    }
    void stockReceived(const std::string& sku, std::int64_t units) { stock[sku] += units; }
    /// Commands that were never answered: lost in a crash.
    void forgetAsked() { m_asked.clear(); }

    /// False, with the reason in fault(), if a rule was broken.
    [[nodiscard]] bool apply(const api::Event& event);
    [[nodiscard]] const std::string& fault() const noexcept { return m_fault; }

    [[nodiscard]] std::int64_t inHand(const std::string& courier) const;
    /// On duty, and with fewer orders in hand than allowed.
    [[nodiscard]] bool mayGet(const std::string& courier) const;

    std::map<std::string, std::int64_t> stock;
    std::map<std::string, ModelCourier> couriers;
    std::map<std::int64_t, ModelOrder> orders;
    std::int64_t assignments = 0;
    std::int64_t givenBack = 0;

private:
    bool broken(const std::string& what);
    bool moved(ModelOrder& order, std::initializer_list<api::OrderStatus> from, api::OrderStatus to);
    bool assigned(ModelOrder& order, const std::string& courier);
    bool released(ModelOrder& order);
    /// Duty or limit, as was asked first of what changes something.
    bool courierChanged(const std::string& courier);
    bool putOnDuty(const std::string& courier, bool onDuty);
    [[nodiscard]] bool hasRoom(const std::string& courier) const;
    [[nodiscard]] std::int64_t lowerMedian() const;
    [[nodiscard]] std::size_t countOnDuty() const;

    std::int64_t m_start;
    std::int64_t m_step;
    bool m_catchUp;
    std::int64_t m_campusLimit;  ///< 0: none
    struct Asked {
        bool ofLimit = false;
        bool onDuty = false;
        std::optional<std::int64_t> limit;
    };
    std::map<std::string, std::deque<Asked>> m_asked;
    std::map<std::string, std::int64_t> m_ids;
    std::string m_fault;
};

}  // namespace evenhand::sim
