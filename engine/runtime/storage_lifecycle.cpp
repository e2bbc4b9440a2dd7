// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/storage_lifecycle.h"

#include <algorithm>

#include "engine/base/invariant.h"

namespace evenhand::runtime {

bool StorageLifecycle::isOneOf(std::initializer_list<StoragePhase> phases) const noexcept {
    return std::find(phases.begin(), phases.end(), phase()) != phases.end();
}

void StorageLifecycle::recovered() {
    EVENHAND_INVARIANT(isOneOf({StoragePhase::Opening, StoragePhase::Repairing, StoragePhase::ServerAway}),
                       "commands would be taken on a keyspace that was read while others worked on it, or while the "
                       "database's files are not in their place");
    m_phase = StoragePhase::Working;
}

void StorageLifecycle::repairNeeded() {
    // From Repairing: files that were back and have gone and come again before the connection was renewed.
    EVENHAND_INVARIANT(isOneOf({StoragePhase::Working, StoragePhase::ServerAway, StoragePhase::Repairing}),
                       "the only connection that still reads lost files would be closed, or a closed workspace opened");
    m_phase = StoragePhase::Repairing;
}

void StorageLifecycle::repairFailed() {
    EVENHAND_INVARIANT(isOneOf({StoragePhase::Repairing}),
                       "a database that works, or that nobody may touch, was opened anew");
}

void StorageLifecycle::filesLost() {
    EVENHAND_INVARIANT(isOneOf({StoragePhase::Working, StoragePhase::Repairing}),
                       "an open connection would be relied on that is closed, or a copy that was made forgotten");
    m_phase = StoragePhase::FilesLost;
}

void StorageLifecycle::filesSaved() {
    EVENHAND_INVARIANT(isOneOf({StoragePhase::FilesLost, StoragePhase::FilesSaved}),
                       "a copy would be taken for the last one of a database that goes on being written");
    m_phase = StoragePhase::FilesSaved;
}

void StorageLifecycle::filesFound() {
    EVENHAND_INVARIANT(isOneOf({StoragePhase::FilesLost, StoragePhase::FilesSaved}),
                       "a database whose files never went would be closed and opened under those who use it");
    m_phase = StoragePhase::Repairing;
}

void StorageLifecycle::serverLost() {
    EVENHAND_INVARIANT(isOneOf({StoragePhase::Working}),
                       "commands would wait for a server that nobody has asked, beside those that wait already");
    m_phase = StoragePhase::ServerAway;
}

void StorageLifecycle::closed() {
    EVENHAND_INVARIANT(!isOneOf({StoragePhase::Closed}),
                       "a connection that is gone would be written to and closed again");
    m_phase = StoragePhase::Closed;
}

}  // namespace evenhand::runtime
