// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions about returns, and their way back. Errors as in returns_desk.h. Thread: the engine's; stateless.
#pragma once

#include "engine/returns/view.h"

namespace evenhand::returns {

[[nodiscard]] Result<api::ReturnOutcome> approve(runtime::UnitOfWork& work, const api::ReturnRef& ref,
                                                 const std::vector<api::ReturnLine>& lines);
/// A new return as a whole, if nobody else has to agree; false: it stays REQUESTED.
[[nodiscard]] Result<bool> approveAtOnce(runtime::UnitOfWork& work, Return& made, const Deducted& order);
/// What the return rules approve is approved whole by the system, where four eyes need nobody else; else it stays
/// REQUESTED.
[[nodiscard]] Result<void> approveByRule(runtime::UnitOfWork& work, Return& made, const Deducted& order);
[[nodiscard]] Result<api::ReturnOutcome> reject(runtime::UnitOfWork& work, const api::ReturnRef& ref,
                                                const std::string& customerNote);
[[nodiscard]] Result<api::ReturnOutcome> cancelReturn(runtime::UnitOfWork& work, const api::ReturnRef& ref);
[[nodiscard]] Result<api::ReturnOutcome> undo(runtime::UnitOfWork& work, const api::ReturnRef& ref);
/// The approval back, and its refund cancelled with it.
[[nodiscard]] Result<void> undoApproval(runtime::UnitOfWork& work, Return& made);

/// What approve() would do; changes nothing. Any connection.
[[nodiscard]] Result<api::ApprovalPreview> preview(store::Database& database, const api::Actor& actor, ReturnId id,
                                                   const std::vector<api::ReturnLine>& lines);
/// Who must still agree to all that was requested, and whether `actor` may decide.
[[nodiscard]] Result<api::FourEyes> fourEyesOf(store::Database& database, const api::Actor& actor, const Return& made,
                                               const Deducted& order);

}  // namespace evenhand::returns
