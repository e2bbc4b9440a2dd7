// SPDX-License-Identifier: GPL-3.0-or-later
// What waits for somebody, of the campus that the console looks at: for tiles, badges and the alert button. Of all
// campuses these are the figures of the status; of one they are counted when something changed, and now and then, as
// lateness goes on with time.
// Thread: GUI. Asks nothing while all campuses are looked at, or while the window is hidden.
#pragma once

#include <QObject>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"
#include "ui/shell/campus_scope.h"

namespace evenhand::ui {

class ScopeFigures : public QObject {
    Q_OBJECT

public:
    static constexpr int kReadMs = 1'000;   ///< at most so often
    static constexpr int kQuietPolls = 10;  ///< polls of the status after which it is read anew

    ScopeFigures(EngineBridge& bridge, CampusScope& scope, QObject* parent = nullptr);

    // Negative: not known.
    [[nodiscard]] std::int64_t alerts() const;      ///< that fire
    [[nodiscard]] std::int64_t unassigned() const;  ///< orders
    [[nodiscard]] std::int64_t late() const;        ///< orders
    [[nodiscard]] std::int64_t returnsWaiting() const;
    [[nodiscard]] std::int64_t deadTimers() const;
    [[nodiscard]] std::int64_t refundsFailed() const;  ///< or given up

Q_SIGNALS:
    void changed();

private:
    struct Figures {
        std::int64_t alerts = -1;
        std::int64_t unassigned = -1;
        std::int64_t late = -1;
        std::int64_t returnsWaiting = -1;
        std::int64_t deadTimers = -1;
        std::int64_t refundsFailed = -1;
        bool operator==(const Figures&) const = default;
    };

    [[nodiscard]] bool ofAll() const { return m_scope.current().empty(); }
    void restart();
    void read();
    void arrived(int generation, bool good);
    void tell(const Figures& figures);
    /// Of all campuses.
    [[nodiscard]] Figures whole() const;
    [[nodiscard]] Figures shown() const { return ofAll() ? whole() : m_figures; }

    EngineBridge& m_bridge;
    CampusScope& m_scope;
    FeedChannel* m_reads;
    Figures m_figures;  ///< of the one campus
    Figures m_reading;
    Figures m_told;
    int m_open = 0;  ///< answers that are still missing
    bool m_failed = false;
    int m_polls = 0;
};

}  // namespace evenhand::ui
