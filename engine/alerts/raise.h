// SPDX-License-Identifier: GPL-3.0-or-later
// Something is wrong, and it is over: what the rules of every room call where they find it, in the same unit of work.
// A condition that stays fires once, and then repeats by itself until somebody acknowledges it; one that ends resolves
// its alert. Asking for one that is about no order is a look into memory where nothing changes.
// Thread: the engine's; stateless.
#pragma once

#include <string_view>

#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/alert_store.h"

namespace evenhand::alerts {

/// What is found; `since` 0: now.
using Condition = store::alerts::NewAlert;
inline constexpr std::string_view kOver = "over";  ///< how a condition that ended by itself was resolved

struct Raised {
    bool isNew = false;  ///< it was not live
    bool fired = false;  ///< it fired, for the first time or for a new reason
};
/// Fires if no such alert lives or is dismissed, or one of a lower level, whatever was done to that; `again`: in any
/// case, and one that lives then has the `since` of the condition, where that names one. What flaps and was resolved
/// less than the time between two repeats ago, at this level, lives again without a sound until that time is over. What
/// comes and goes in such a silence does not make it longer.
[[nodiscard]] Result<Raised> raise(runtime::UnitOfWork& work, Condition condition, bool again = false);
/// Resolves the live alert of that kind and subject; true: there was one. One that was dismissed is so no longer.
[[nodiscard]] Result<bool> resolve(runtime::UnitOfWork& work, api::AlertKind kind, const api::AlertSubject& subject,
                                   std::string_view resolution = kOver);
/// The same of one that is known. `isDismissed`: somebody says so, and while it holds it does not fire at this level.
[[nodiscard]] Result<void> resolve(runtime::UnitOfWork& work, const store::alerts::Open& alert,
                                   std::string_view resolution, bool isDismissed = false);
/// Raises it while it holds, else resolves it.
[[nodiscard]] Result<void> settle(runtime::UnitOfWork& work, bool holds, const Condition& condition);
/// It is due to fire again.
[[nodiscard]] Result<void> repeat(runtime::UnitOfWork& work, const store::alerts::Open& alert);

/// Tells consoles.
void tell(runtime::UnitOfWork& work, api::Event::Kind what, const store::alerts::Open& alert);

}  // namespace evenhand::alerts
