// SPDX-License-Identifier: GPL-3.0-or-later
// Looks who runs a workspace in MySQL or MariaDB, again and again, for a service that waits until nobody does.
// Thread: confined to its owner.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/workspace/database_connection.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"
#include "engine/store/database/workspace_lease.h"

namespace evenhand::app {

class LeaseWatch {
public:
    struct Runner {
        std::string process;           ///< "host, process 12"
        std::optional<Instant> since;  ///< by that machine's clock; nullopt: it does not say
    };

    /// Unsupported (standby): the workspace is a file, which one machine has. Errors of the address and the password.
    [[nodiscard]] static Result<std::unique_ptr<LeaseWatch>> of(const std::string& folder,
                                                                const PasswordSource& password = knownPassword);
    /// nullopt: nobody runs it, or whoever did has gone. A server that does not answer is given up after seconds; the
    /// next look connects anew.
    [[nodiscard]] Result<std::optional<Runner>> look();

private:
    explicit LeaseWatch(store::MysqlSettings settings);

    const store::MysqlSettings m_settings;
    const store::WorkspaceLease m_lease;  ///< never taken
    std::unique_ptr<store::Database> m_database;
};

}  // namespace evenhand::app
