// SPDX-License-Identifier: GPL-3.0-or-later
// Invents orders: who, where, what, and what will become of them. Deterministic: the n-th order of a seed and run
// name is always the same for the same time of day. Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <string>

#include "engine/api/order_desk.h"
#include "engine/base/rng.h"

namespace evenhand::storefront {

/// What the customer does after ordering.
enum class Fate : std::uint8_t {
    Pays,
    Abandons,         ///< never pays; the time-out closes it
    CancelsUnpaid,    ///< changes their mind before paying
    CancelsPaid,      ///< pays and cancels soon after
    PaysAfterCancel,  ///< cancels, and the payment arrives all the same: a late payment
    PaysWrongAmount,  ///< an unmatched payment, then the right one
    PaysTwice,        ///< a second payment number for the same order
};

struct PlannedOrder {
    api::PlaceOrder request;
    Fate fate = Fate::Pays;
    std::int64_t payAfterMs = 0;     ///< simulated time between placing and paying (or cancelling)
    std::int64_t cancelAfterMs = 0;  ///< simulated time between paying and cancelling, CancelsPaid only
};

class OrderMaker {
public:
    /// `run` makes order numbers and keys unique among runs on one workspace: at most 40 characters.
    OrderMaker(std::uint64_t seed, std::string run);
    /// The next order, at a minute of the business day (0 … 1440).
    [[nodiscard]] PlannedOrder next(double minuteOfDay);
    [[nodiscard]] std::int64_t made() const noexcept { return m_made; }

private:
    void addLines(api::PlaceOrder& order, double minuteOfDay);
    [[nodiscard]] Fate drawFate();

    Rng m_rng;
    std::string m_run;
    std::int64_t m_made = 0;
};

}  // namespace evenhand::storefront
