// SPDX-License-Identifier: GPL-3.0-or-later
// Returns and refunds as cases: who works on them, what was noted, how long they wait, which reasons are offered.
// Thread: the engine's for changes, that of the database for reads; stateless.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/case_store.h"

namespace evenhand::returns {

// Errors as in the desks.
[[nodiscard]] Result<api::ReturnOutcome> assignReturn(runtime::UnitOfWork& work, const api::ReturnRef& ref,
                                                      const std::string& clerk);
[[nodiscard]] Result<api::RefundOutcome> assignRefund(runtime::UnitOfWork& work, const api::RefundRef& ref,
                                                      const std::string& clerk);
[[nodiscard]] Result<api::ReturnOutcome> addReturnNote(runtime::UnitOfWork& work, const api::ReturnRef& ref,
                                                       const std::string& text);
[[nodiscard]] Result<void> setCaseSettings(runtime::UnitOfWork& work, const api::CaseSettings& settings);
/// Empty, or one that is offered: InvalidArgument (reason_code).
[[nodiscard]] Result<void> checkReasonCode(store::Database& database, const std::string& code);

/// True: a return at this stage waits for something.
[[nodiscard]] bool waits(api::ReturnStage stage) noexcept;
/// True: so does a refund with this status.
[[nodiscard]] bool waits(api::RefundStatus status) noexcept;
/// Returns, and refunds that belong to no return, that wait for something and were requested at least `limitMs` before
/// `now`; with `notYet` only those that had not become as old by then.
[[nodiscard]] Result<std::vector<store::cases::Waiting>> casesOlderThan(store::Database& database, Instant now,
                                                                        std::int64_t limitMs,
                                                                        std::optional<Instant> notYet = {});
/// When the next of those that wait will be as old, after `now`; nullopt: none. It may be a refund of a return, which
/// is no case of its own: to look then costs less than to pass over as many as there are.
[[nodiscard]] Result<std::optional<Instant>> nextCaseOlderThan(store::Database& database, Instant now,
                                                               std::int64_t limitMs);

}  // namespace evenhand::returns
