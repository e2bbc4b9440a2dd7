// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace of the real engine, in the database of the test, stepped by the event loop on a clock that the test
// moves.
#pragma once

#include <QTemporaryDir>
#include <memory>

#include "app/workspace/workspace.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/shops/loop_turns.h"

namespace evenhand::test {

inline constexpr Instant kStart{1'700'000'000'000};  ///< of its clock

struct RealWorkspace {
    RealWorkspace() {
        app::OpenOptions options;
        options.clock = &clock;
        options.seed = 3;
        options.threaded = false;
        workspace = *app::Workspace::create(
            place.filePath(QStringLiteral("shop")).toStdString(),
            {.currency = "CNY", .timeZone = "Asia/Shanghai", .database = evenhand::testing::freshDatabase()}, options);
        engine.start();
    }
    ~RealWorkspace() { engine.stop(); }

    QTemporaryDir place;
    base::VirtualClock clock{kStart};
    std::unique_ptr<app::Workspace> workspace;
    LoopTurns engine{[this] { workspace->runUntilIdle(); }};
};

}  // namespace evenhand::test
