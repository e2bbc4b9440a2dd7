// SPDX-License-Identifier: GPL-3.0-or-later
// The consumers of dispatch: orders to assign, campuses to wake.
// Thread: the engine's.
#pragma once

#include "engine/runtime/engine.h"

namespace evenhand::dispatch {

/// Of `order@@first` and `order@@re`.
class OrderConsumer final : public runtime::MessageHandler {
public:
    [[nodiscard]] Result<void> handle(runtime::UnitOfWork& work, const runtime::Message& message) override;
    void prefetch(const runtime::Message& message, store::ReadAhead& ahead) const override;
    [[nodiscard]] Result<void> onDead(runtime::UnitOfWork& work, const runtime::Message& message,
                                      const Error& reason) override;
};

/// Of `campus@@wake`.
class WakeConsumer final : public runtime::MessageHandler {
public:
    [[nodiscard]] Result<void> handle(runtime::UnitOfWork& work, const runtime::Message& message) override;
    [[nodiscard]] Result<void> onDead(runtime::UnitOfWork& work, const runtime::Message& message,
                                      const Error& reason) override;
};

/// Publishes the message of an open dead letter again and marks it. NotFound; Conflict for one that was dealt with.
[[nodiscard]] Result<api::DeadLetterOutcome> retryDeadLetter(runtime::UnitOfWork& work, DeadLetterId id);

}  // namespace evenhand::dispatch
