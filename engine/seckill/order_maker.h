// SPDX-License-Identifier: GPL-3.0-or-later
// Reservations become orders: the consumer of every activity's stream. Delivered at least once; the order number says
// whether a message has had its effect. Thread: the engine's.
//
// In one unit of work: a unit is taken from the activity's row, the order is made unless its user has a live one, the
// message is acknowledged. After the last attempt the reservation is given back with the dead letter. Where units of
// several consumers interleave, a user's messages are handled one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/locks/held_locks.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/topic_consumer.h"
#include "engine/seckill/shared_state.h"

namespace evenhand::seckill {

class OrderMaker final : public runtime::MessageHandler, public runtime::TopicFamily {
public:
    /// How long a consumer that has died keeps others from its users: less than a message is tried again for.
    static constexpr std::int64_t kLockMs = 10'000;
    /// `consumer`: a name that nobody else has who makes orders at the same time.
    explicit OrderMaker(std::shared_ptr<SharedState> shared, std::string consumer = "engine")
        : m_shared(std::move(shared)), m_locks(std::move(consumer), kLockMs) {}

    [[nodiscard]] Result<void> handle(runtime::UnitOfWork& work, const runtime::Message& message) override;
    void prefetch(const runtime::Message& message, store::ReadAhead& ahead) const override;
    [[nodiscard]] Result<void> onDead(runtime::UnitOfWork& work, const runtime::Message& message,
                                      const Error& reason) override;

    [[nodiscard]] bool changed() const noexcept override { return m_shared->familyStale; }
    [[nodiscard]] Result<std::vector<std::string>> topics(store::Database& database) override;
    void invalidate() noexcept override { m_shared->activitiesChanged(); }
    [[nodiscard]] runtime::MessageHandler& handler() noexcept override { return *this; }

private:
    [[nodiscard]] Result<const Sale*> saleOf(store::Database& database, const std::string& topic);
    [[nodiscard]] Result<void> notMade(runtime::UnitOfWork& work, const Sale& sale, const runtime::Message& message,
                                       bool tookUnit);

    std::shared_ptr<SharedState> m_shared;
    locks::HeldLocks m_locks;
    std::unordered_map<std::string, ActivityId> m_activities;  ///< by topic
};

}  // namespace evenhand::seckill
