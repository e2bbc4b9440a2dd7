// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/lease_watch.h"

#include <utility>

#include "app/workspace/workspace_core.h"
#include "engine/base/invariant.h"

namespace evenhand::app {
namespace {

constexpr int kPatienceS = 2;  ///< short, because a service that waits must notice soon that it is asked to end

store::MysqlSettings hurried(store::MysqlSettings settings) {
    settings.connectTimeoutS = settings.readTimeoutS = settings.writeTimeoutS = kPatienceS;
    return settings;
}

}  // namespace

LeaseWatch::LeaseWatch(store::MysqlSettings settings)
    : m_settings(hurried(std::move(settings))),
      m_lease(m_settings, store::WorkspaceLease::thisProcess(), {}, systemClock()) {}

Result<std::unique_ptr<LeaseWatch>> LeaseWatch::of(const std::string& folder, const PasswordSource& password) {
    EVENHAND_ASSIGN(const auto address, readAddress(folder));
    if (!address) {
        return fail(ErrorCode::Unsupported, "standing by needs a workspace in MySQL or MariaDB", "standby", folder);
    }
    EVENHAND_ASSIGN(auto settings, store::MysqlSettings::fromUrl(*address));
    EVENHAND_ASSIGN(settings.password, password(settings));
    return std::unique_ptr<LeaseWatch>(new LeaseWatch(std::move(settings)));
}

Result<std::optional<LeaseWatch::Runner>> LeaseWatch::look() {
    if (!m_database) {
        EVENHAND_ASSIGN(m_database, store::Database::openMysql(m_settings, store::Database::Access::ReadWrite));
    }
    EVENHAND_INVARIANT(m_lease.epoch() == 0, "a service that waits for the workspace would run it beside another one");
    auto found = m_lease.holder(*m_database);
    if (!found) {
        m_database.reset();
        return fail(found.error());
    }
    return *found ? std::optional(Runner{(*found)->process, (*found)->since}) : std::nullopt;
}

}  // namespace evenhand::app
