// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/shared_storage.h"

#include "engine/store/records/node_store.h"

namespace evenhand::shared {

void SharedStorage::begun() {
    m_parts.unit.forgetSteps();
    m_parts.audit.undone();  // others add entries too: where the log stands is read by whoever adds the next one
}

Result<void> SharedStorage::write(bool changed, bool whole) {
    // Only a commit shows that storage takes writes again.
    const bool probes = !changed && whole && m_parts.status.ownState() == api::EngineState::Degraded;
    if (!changed && !probes) {
        return m_parts.database->flush();
    }
    return store::nodes::writeBatch(*m_parts.database, m_parts.given.node, m_parts.slot, m_parts.batch + 1,
                                    m_parts.now);
}

void SharedStorage::committed(bool /*changed*/) { ++m_parts.batch; }

void SharedStorage::kept(bool /*changed*/, bool /*whole*/) {
    m_parts.unit.finish(m_parts.unit.takeSteps());
    m_parts.share(m_parts.unit.events);
}

void SharedStorage::rolledBack(Mark /*since*/) { m_parts.unit.takeBack(m_parts.unit.takeSteps()); }

}  // namespace evenhand::shared
