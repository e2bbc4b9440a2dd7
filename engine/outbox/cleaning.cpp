// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outbox/cleaning.h"

#include "engine/store/records/outbox_store.h"

namespace evenhand::outbox {

Result<void> Cleaning::runDue(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto deleted,
                    store::outbox::clean(work.database(), work.now().plusMs(-kKeepMs), store::outbox::kMostRows));
    const bool more = deleted >= static_cast<std::int64_t>(store::outbox::kMostRows);
    m_next = more ? work.now() : work.now().plusMs(kEveryMs);
    return {};
}

}  // namespace evenhand::outbox
