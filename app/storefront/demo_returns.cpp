// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/demo_returns.h"

#include <algorithm>
#include <array>

#include "app/storefront/deliver.h"

namespace evenhand::storefront {
namespace {

constexpr std::int64_t kReturnsLookMs = 1'500;
constexpr std::int64_t kOrdersSeen = 60;
constexpr std::size_t kMaxRemembered = 5'000;
constexpr std::uint64_t kReturnPercent = 12;
constexpr std::size_t kReturnsAtOnce = 3;
constexpr std::size_t kFirstReturns = 12;  // so that there is something to see at once
constexpr std::int64_t kQueueSeen = 40;
constexpr std::size_t kActsAtOnce = 2;
constexpr std::uint64_t kRejectPercent = 15;
constexpr std::array kWhy{"Cold on arrival",          "Wrong item in the bag", "The cup had leaked",
                          "Ordered twice by mistake", "Arrived far too late",  "Broken packaging"};

}  // namespace

DemoReturns::DemoReturns(api::OrderDesk& orders, api::ReturnsDesk& returns, api::RefundDesk& refunds,
                         const Clock& clock, std::uint64_t seed, QObject* parent)
    : QObject(parent),
      m_orders(orders),
      m_returns(returns),
      m_refunds(refunds),
      m_clock(clock),
      m_rng(seed),
      m_provider(seed ^ 0x3C3C3C3CULL) {
    openProvider();
}

api::Call DemoReturns::as(const char* who, const char* why) const {
    return {api::Actor::administrator(std::string("demo:") + who), why, {}};
}

void DemoReturns::openProvider() {
    if (!m_provider.listen()) {
        return;  // refunds wait for a person then
    }
    deliver<api::RefundSettings>(m_refunds.settings(as("owner", "")), this, [this](const auto& settings) {
        const bool untouched = settings && (DemoProvider::isDemo(settings->url) || *settings == api::RefundSettings{});
        if (!untouched) {
            return;  // the operator has set something else
        }
        auto mine = *settings;
        mine.provider = api::RefundProviderKind::Http;
        mine.url = m_provider.url();
        mine.keyId = "demo";
        mine.secretName = "demo";
        deliver<void>(m_refunds.setSettings(as("owner", "demo"), mine), this, [](const Result<void>&) {});
    });
}

void DemoReturns::look() {
    const Instant now = m_clock.now();
    if (m_reading || (m_lookedAt && now.ms - m_lookedAt->ms < kReturnsLookMs)) {
        return;
    }
    m_lookedAt = now;
    switch (m_looks++ % 4) {
        case 0: askForReturns(); break;
        case 1: decide(); break;
        case 2: takeParcels(); break;
        case 3: retryFailed(); break;
    }
}

void DemoReturns::askForReturns() {
    api::OrderQuery query;
    query.filter.statuses = {api::OrderStatus::Delivered, api::OrderStatus::Completed};
    query.limit = kOrdersSeen;
    m_reading = true;
    deliver<std::vector<api::OrderRow>>(m_orders.page(as("customer", ""), query), this, [this](const auto& rows) {
        m_reading = false;
        if (!rows) {
            return;
        }
        const std::size_t most = m_requested == 0 ? kFirstReturns : kReturnsAtOnce;
        const std::uint64_t percent = m_requested == 0 ? 50 : kReturnPercent;
        std::size_t asked = 0;
        for (const auto& row : *rows) {
            if (asked < most && m_seen.insert(row.orderNo.str()).second && m_rng.below(100) < percent) {
                requestFrom(row.orderNo);
                ++asked;
            }
        }
        while (m_seen.size() > kMaxRemembered) {
            m_seen.erase(m_seen.begin());  // a number that comes again is known to the engine
        }
    });
}

void DemoReturns::requestFrom(const OrderNo& orderNo) {
    ++m_requested;
    deliver<api::ReturnableOrder>(
        m_returns.returnable(as("customer", ""), orderNo), this, [this, orderNo](const auto& order) {
            if (!order || order->refusal || order->lines.empty()) {
                return;
            }
            const auto& line = order->lines[m_rng.below(order->lines.size())];
            if (line.returnable < 1) {
                return;
            }
            api::RequestReturn request;
            request.number = ReturnNo("R-" + orderNo.str());
            request.orderNo = orderNo;
            request.lines = {{line.sku, m_rng.between(1, line.returnable)}};
            request.reason = kWhy[m_rng.below(kWhy.size())];
            deliver<api::ReturnAnswer>(m_returns.request(as("customer", ""), std::move(request)), this,
                                       [](const auto&) {});
        });
}

void DemoReturns::decide() {
    api::ReturnQuery query;
    query.filter.stages = {api::ReturnStage::Approval};
    query.limit = kQueueSeen;
    m_reading = true;
    deliver<std::vector<api::ReturnRow>>(m_returns.page(as("clerk", ""), query), this, [this](const auto& rows) {
        m_reading = false;
        if (!rows || rows->size() <= kLeftAlone) {
            return;
        }
        const auto acts = std::min(kActsAtOnce, rows->size() - kLeftAlone);
        std::vector<api::ReturnRef> approve;
        for (std::size_t i = 0; i < acts; ++i) {
            const api::ReturnRef ref{(*rows)[i].id, (*rows)[i].version};
            if (m_rng.below(100) < kRejectPercent) {
                deliver<std::vector<api::ReturnOutcome>>(
                    m_returns.reject(as("clerk", "Eaten before it was complained about"), {ref},
                                     "We are sorry, but there was nothing left to return."),
                    this, [](const auto&) {});
            } else {
                approve.push_back(ref);
            }
        }
        if (!approve.empty()) {
            deliver<std::vector<api::ReturnOutcome>>(m_returns.approveMany(as("clerk", "As ordered"), approve), this,
                                                     [](const auto&) {});
        }
    });
}

void DemoReturns::takeParcels() {
    api::ReturnQuery query;
    query.filter.stages = {api::ReturnStage::Goods};
    query.limit = kQueueSeen;
    m_reading = true;
    deliver<std::vector<api::ReturnRow>>(m_returns.page(as("clerk", ""), query), this, [this](const auto& rows) {
        m_reading = false;
        for (std::size_t i = 0; rows && i + kLeftAlone < rows->size() && i < kActsAtOnce; ++i) {
            const api::ReturnRef ref{(*rows)[i].id, (*rows)[i].version};
            deliver<api::ReturnOutcome>(m_rng.below(2) == 0
                                            ? m_returns.receive(as("clerk", ""), ref, {})
                                            : m_returns.skipGoods(as("clerk", "Food is not sent back"), ref),
                                        this, [](const auto&) {});
        }
    });
}

void DemoReturns::retryFailed() {
    api::RefundQuery query;
    query.filter.statuses = {api::RefundStatus::Failed};
    query.descending = false;
    query.limit = kQueueSeen;
    m_reading = true;
    deliver<std::vector<api::RefundRow>>(m_refunds.page(as("clerk", ""), query), this, [this](const auto& rows) {
        m_reading = false;
        // What a bank has declined stays declined under its key: somebody has paid it by hand.
        for (std::size_t i = 0; rows && i + kLeftAlone < rows->size() && i < kActsAtOnce; ++i) {
            const auto& row = (*rows)[i];
            deliver<api::RefundOutcome>(
                m_refunds.recordPaid(as("clerk", "Paid to another account of the customer's"), {row.id, row.version},
                                     "BY-HAND-" + std::to_string(row.id.value)),
                this, [](const auto&) {});
        }
    });
}

}  // namespace evenhand::storefront
