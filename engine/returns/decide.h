// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions about returns, and their way back. Errors as in returns_desk.h. Thread: the engine's; stateless.
#pragma once

#include <string_view>

#include "engine/returns/view.h"

namespace evenhand::returns {

[[nodiscard]] Result<api::ReturnOutcome> approve(runtime::UnitOfWork& work, const api::ReturnRef& ref,
                                                 const std::vector<api::ReturnLine>& lines);
/// Approvers other than the requester whom four eyes need for this money: 0, 1, 2. Nobody needs to agree to nothing.
[[nodiscard]] int agreeing(const api::ReturnPolicy& policy, const Settlement& settlement) noexcept;
/// What becomes of a new return as soon as it is requested, by what approving all of it would settle. `approve`:
/// whoever asks approves it at once where four eyes need nobody else. History is approved by no rule.
[[nodiscard]] api::RequestDecision decisionOf(const api::ReturnPolicy& policy, const Settlement& settlement,
                                              std::string_view reasonCode, bool approve, bool history) noexcept;
/// Does what was decided of a new return, all of it.
[[nodiscard]] Result<void> decideAtOnce(runtime::UnitOfWork& work, Return& made, const Deducted& order,
                                        api::RequestDecision decision);
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
