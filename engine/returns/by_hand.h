// SPDX-License-Identifier: GPL-3.0-or-later
// What people do to refunds. Errors as in refund_desk.h. Thread: the engine's; stateless.
#pragma once

#include "engine/api/refund_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::returns {

[[nodiscard]] Result<api::RefundAnswer> requestRefund(runtime::UnitOfWork& work, const api::RequestRefund& asked);
[[nodiscard]] Result<api::RefundOutcome> approveRefund(runtime::UnitOfWork& work, const api::RefundRef& ref);
[[nodiscard]] Result<api::RefundOutcome> cancelRefund(runtime::UnitOfWork& work, const api::RefundRef& ref);
[[nodiscard]] Result<api::RefundOutcome> retryRefund(runtime::UnitOfWork& work, const api::RefundRef& ref);
[[nodiscard]] Result<api::RefundOutcome> recordPaid(runtime::UnitOfWork& work, const api::RefundRef& ref,
                                                    const std::string& reference);
[[nodiscard]] Result<api::RefundOutcome> recordFailed(runtime::UnitOfWork& work, const api::RefundRef& ref);
[[nodiscard]] Result<api::RefundOutcome> sendBack(runtime::UnitOfWork& work, const api::RefundRef& ref);
[[nodiscard]] Result<api::RefundOutcome> note(runtime::UnitOfWork& work, const api::RefundRef& ref,
                                              const std::string& text);
/// A note: 1 … kMaxNote characters of plain text, InvalidArgument (note).
[[nodiscard]] Result<void> checkNote(const std::string& text);

}  // namespace evenhand::returns
