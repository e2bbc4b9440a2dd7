// SPDX-License-Identifier: GPL-3.0-or-later
// What a consumer of a group is given: which stream it reads and as whom, and the transactions of whoever runs it.
// Thread: that of the consumer's owner.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/api/call.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/runtime/message_handling.h"
#include "engine/runtime/ran.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/database/database.h"

namespace evenhand::outbox {

/// The transactions of whoever runs the consumer.
class MessageUnits {
public:
    virtual ~MessageUnits() = default;
    [[nodiscard]] virtual store::Database& database() noexcept = 0;
    [[nodiscard]] virtual Result<void> begin() = 0;
    /// One unit of the open transaction; undone alone if it answers false.
    [[nodiscard]] virtual runtime::Ran run(Instant now, const api::Call& call,
                                           const std::function<bool(runtime::UnitOfWork&)>& unit) = 0;
    /// Why the last unit was undone although it answered true.
    [[nodiscard]] virtual std::optional<Error> damage() const { return std::nullopt; }
    /// An error: nothing was committed, or nobody knows.
    [[nodiscard]] virtual Result<void> commit() = 0;
    virtual void rollback() = 0;
    /// Its transaction is part of a larger one, which begins before and is committed later: begin() and commit() do
    /// nothing, and GroupConsumer is told of the end by committed() or undone().
    [[nodiscard]] virtual bool isPart() const noexcept { return false; }
};

struct GroupSettings {
    std::string topic;
    std::string campus;  ///< empty: the topic is of none
    /// Scripts put its messages into the stream that runtime::streamKey() names: without rows, campus and generation.
    bool isScripted = false;
    std::int64_t generation = 1;
    std::string group;
    std::string node;                  ///< a name that no other process has
    std::int64_t leaseMs = 10'000;     ///< silence after which a node's messages are claimed
    std::int64_t lookEveryMs = 1'000;  ///< for such messages
    runtime::RetryPolicy policy{};     ///< its claimIdleMs does not count
};

}  // namespace evenhand::outbox
