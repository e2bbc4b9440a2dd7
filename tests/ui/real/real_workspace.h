// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace of the real engine, in the database of the test, stepped by the event loop on a clock that the test
// moves.
#pragma once

#include <QTemporaryDir>
#include <QTimer>
#include <memory>

#include "app/workspace/workspace.h"
#include "tests/support/servers/mariadb_server.h"

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
        QObject::connect(&engine, &QTimer::timeout, &engine, [this] { workspace->runUntilIdle(); });
        engine.start(0);
    }
    ~RealWorkspace() { engine.stop(); }

    QTemporaryDir place;
    base::VirtualClock clock{kStart};
    std::unique_ptr<app::Workspace> workspace;
    QTimer engine;
};

}  // namespace evenhand::test
