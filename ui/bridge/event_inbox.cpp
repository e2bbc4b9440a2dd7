// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/event_inbox.h"

#include <algorithm>
#include <utility>

namespace evenhand::ui {
namespace {

std::vector<OrderId> orderIds(const std::unordered_set<std::int64_t>& set) {
    std::vector<OrderId> ids;
    ids.reserve(set.size());
    for (const auto id : set) {
        ids.push_back(OrderId{id});
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

template <typename Id>
std::vector<Id> textIds(const std::unordered_set<Id>& set) {
    std::vector<Id> ids(set.begin(), set.end());
    std::sort(ids.begin(), ids.end());
    return ids;
}

}  // namespace

bool EventInbox::add(const std::vector<api::Event>& events) {
    if (events.empty()) {
        return false;
    }
    const std::scoped_lock lock(m_mutex);
    for (const auto& event : events) {
        switch (event.kind) {
            case api::Event::Kind::OrderChanged: addOrder(event); break;
            case api::Event::Kind::CourierChanged: addCourier(event); break;
            case api::Event::Kind::CampusChanged: m_flags.campuses = true; break;
            case api::Event::Kind::PaymentOwed: m_flags.owed = true; break;
            case api::Event::Kind::DeadLettersChanged: m_flags.deadLetters = true; break;
            case api::Event::Kind::StateChanged: m_flags.state = true; break;
            case api::Event::Kind::TimersChanged: m_flags.timers = true; break;
            case api::Event::Kind::AlertFired:
            case api::Event::Kind::AlertsChanged: m_flags.alerts = true; break;
            case api::Event::Kind::SeckillChanged: m_flags.activities = true; break;
            case api::Event::Kind::ReturnChanged: m_flags.returns = true; break;
            case api::Event::Kind::RefundChanged: m_flags.refunds = true; break;
            case api::Event::Kind::CampaignChanged: m_flags.campaigns = true; break;
            case api::Event::Kind::TasksChanged: m_flags.tasks = true; break;
            case api::Event::Kind::RingChanged: m_flags.ring = true; break;
            case api::Event::Kind::WebhooksChanged: m_flags.webhooks = true; break;
            case api::Event::Kind::PeopleChanged: m_flags.people = true; break;
            case api::Event::Kind::TokensChanged: m_flags.tokens = true; break;
            case api::Event::Kind::AuditGrown: m_flags.audit = true; break;
            case api::Event::Kind::BackupsChanged: m_flags.backups = true; break;
            case api::Event::Kind::CatalogueChanged: m_flags.catalogue = true; break;
            case api::Event::Kind::PresenceChanged: addPresence(event); break;
            case api::Event::Kind::ConnectedChanged: m_flags.connected = true; break;
        }
    }
    return !std::exchange(m_filled, true);
}

bool EventInbox::addEverything() {
    const std::scoped_lock lock(m_mutex);
    const auto paid = m_flags.paid;
    m_flags = {.orders = {.ids = {}, .placed = {}, .campuses = {}, .everything = true},
               .couriers = {.ids = {}, .campuses = {}, .everything = true, .leaving = {}},
               .campuses = true,
               .deadLetters = true,
               .owed = true,
               .state = true,
               .timers = true,
               .alerts = true,
               .activities = true,
               .campaigns = true,
               .returns = true,
               .refunds = true,
               .tasks = true,
               .ring = true,
               .webhooks = true,
               .people = true,
               .tokens = true,
               .audit = true,
               .backups = true,
               .catalogue = true,
               .paid = paid};
    m_flags.connected = true;
    m_flags.presence.everything = true;
    m_presence.clear();
    m_orders.clear();
    m_placed.clear();
    m_couriers.clear();
    return !std::exchange(m_filled, true);
}

void EventInbox::addOrder(const api::Event& event) {
    m_orderCampuses.insert(event.campus);
    m_flags.paid += event.what == api::EventKind::Paid && !event.recorded ? 1 : 0;
    if (m_flags.orders.everything) {
        return;
    }
    m_orders.insert(event.order.value);
    if (event.what == api::EventKind::Placed) {
        m_placed.insert(event.order.value);
    }
    if (m_orders.size() > kMaxIds) {
        m_flags.orders.everything = true;
        m_orders.clear();
        m_placed.clear();
    }
}

void EventInbox::addCourier(const api::Event& event) {
    m_courierCampuses.insert(event.campus);
    if (event.leavesOrders) {
        m_leaving.insert(event.courier);
    }
    if (m_flags.couriers.everything) {
        return;
    }
    m_couriers.insert(event.courier);
    if (m_couriers.size() > kMaxIds) {
        m_flags.couriers.everything = true;
        m_couriers.clear();
    }
}

void EventInbox::addPresence(const api::Event& event) {
    if (m_flags.presence.everything) {
        return;
    }
    m_presence.insert({event.order, event.returnId, event.refund, event.campaign});
    if (m_presence.size() > kMaxIds) {
        m_flags.presence.everything = true;
        m_presence.clear();
    }
}

EventInbox::Content EventInbox::take() {
    const std::scoped_lock lock(m_mutex);
    Content content = std::exchange(m_flags, Content{});
    content.orders.ids = orderIds(m_orders);
    content.orders.placed = orderIds(m_placed);
    content.orders.campuses = textIds(m_orderCampuses);
    content.couriers.ids = textIds(m_couriers);
    content.couriers.campuses = textIds(m_courierCampuses);
    content.couriers.leaving = textIds(m_leaving);
    content.presence.subjects.assign(m_presence.begin(), m_presence.end());
    m_presence.clear();
    m_orders.clear();
    m_placed.clear();
    m_orderCampuses.clear();
    m_couriers.clear();
    m_courierCampuses.clear();
    m_leaving.clear();
    m_filled = false;
    return content;
}

}  // namespace evenhand::ui
