// SPDX-License-Identifier: GPL-3.0-or-later
// For a service that stands by: tells who runs a workspace in MySQL or MariaDB, so that the service can wait until
// nobody does.
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
        std::optional<Instant> since;  ///< by that machine's clock; nullopt: not known
    };

    /// Errors: Unsupported (standby), if the workspace is a file, which only one machine has; those of readAddress()
    /// and of the password.
    [[nodiscard]] static Result<std::unique_ptr<LeaseWatch>> of(const std::string& folder,
                                                                const PasswordSource& password = knownPassword);
    /// nullopt: nobody runs it any more. If the server does not answer within seconds this fails, and the next call
    /// connects again.
    [[nodiscard]] Result<std::optional<Runner>> look();

private:
    explicit LeaseWatch(store::MysqlSettings settings);

    const store::MysqlSettings m_settings;
    const store::WorkspaceLease m_lease;  ///< only asked, never acquired
    std::unique_ptr<store::Database> m_database;
};

}  // namespace evenhand::app
