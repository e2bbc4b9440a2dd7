// SPDX-License-Identifier: GPL-3.0-or-later
// The console's responsiveness: first paint, memory, blocks of the GUI thread, idle cost, searches.
// Thread: GUI.
#pragma once

#include <QApplication>
#include <vector>

#include "tests/bench/bench_support.h"

namespace evenhand::bench {

/// Notes how long each outermost event keeps the GUI thread.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
    void startTiming() {
        m_blocksMs.clear();
        m_timing = true;
    }
    [[nodiscard]] std::vector<double> takeBlocks() {
        m_timing = false;
        return std::move(m_blocksMs);
    }

private:
    bool m_timing = false;
    int m_depth = 0;
    std::vector<double> m_blocksMs;
};

void consoleResponse(Report& report);
/// The same blocks, of a console at a service over a line of 100 ms there and back that stalls and is cut.
void consoleOverALine(Report& report);
void consoleImport(Report& report);

}  // namespace evenhand::bench
