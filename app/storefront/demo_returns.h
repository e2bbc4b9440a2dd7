// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's returns: some customers send something back, a clerk decides most of it and takes the parcels, and the
// refunds go out through the demo's provider. The operator's own work is left alone: a queue always waits.
// Thread: that of its owner, which must outlive it; so must desks and clock.
#pragma once

#include <QObject>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/storefront/demo_provider.h"
#include "engine/api/order_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"
#include "engine/base/clock.h"
#include "engine/base/rng.h"

namespace evenhand::storefront {

class DemoReturns : public QObject {
    Q_OBJECT
public:
    /// The clerk leaves so many undecided, unreceived and failed to the operator.
    static constexpr std::size_t kLeftAlone = 8;

    DemoReturns(api::OrderDesk& orders, api::ReturnsDesk& returns, api::RefundDesk& refunds, const Clock& clock,
                std::uint64_t seed, QObject* parent = nullptr);

    /// One step now and then: customers, clerk, parcels. Called every tick.
    void look();
    [[nodiscard]] std::int64_t requested() const noexcept { return m_requested; }
    [[nodiscard]] const DemoProvider& provider() const noexcept { return m_provider; }

private:
    void openProvider();
    void askForReturns();
    void requestFrom(const OrderNo& orderNo);
    void decide();
    void takeParcels();
    void retryFailed();
    [[nodiscard]] api::Call as(const char* who, const char* why) const;

    api::OrderDesk& m_orders;
    api::ReturnsDesk& m_returns;
    api::RefundDesk& m_refunds;
    const Clock& m_clock;
    Rng m_rng;
    DemoProvider m_provider;
    std::set<std::string> m_seen;  ///< orders whose customers have made up their minds; the newest ones
    std::int64_t m_requested = 0;
    std::int64_t m_looks = 0;
    bool m_reading = false;
    std::optional<Instant> m_lookedAt;
};

}  // namespace evenhand::storefront
