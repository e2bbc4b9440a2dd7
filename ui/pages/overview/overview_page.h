// SPDX-License-Identifier: GPL-3.0-or-later
// The overview: in a new workspace what to do next; tiles, throughput and latency of the last minutes, open alerts, and
// how the engine and what works for it are. Figures of features that do not exist are not shown; figures that are not
// known are dashes. Thread: GUI.
// Reads only while shown; the curves take a point a second from the status that is polled anyway, whatever page is
// shown.
#pragma once

#include <QTimer>
#include <map>
#include <vector>

#include "ui/bridge/feed_channel.h"
#include "ui/pages/alerts/alerts_panel.h"
#include "ui/pages/overview/campaign_budget.h"
#include "ui/pages/overview/deployment_panel.h"
#include "ui/pages/overview/rate_meter.h"
#include "ui/pages/overview/start_panel.h"
#include "ui/plots/series_plot.h"
#include "ui/shell/page.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/tile_row.h"

class QHBoxLayout;

namespace evenhand::ui {

class OverviewPage : public Page {
    Q_OBJECT

public:
    enum Figure {
        OrdersToday,
        PaidPerMinute,
        Unassigned,
        Late,
        FairnessSpread,
        CampaignLeft,
        ReturnsWaiting,
        Workers,
        DeadLetters,
        kFigures
    };
    static constexpr int kReadMs = 5'000;
    /// So many of these until also that is read again which changes by events alone (and at midnight).
    static constexpr int kQuietReads = 12;

    explicit OverviewPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("overview"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    /// Alerts that fire.
    [[nodiscard]] std::optional<qint64> badge() const override;
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] QStringList pictures() const override { return {QStringLiteral("start")}; }
    QWidget* showPicture(const QString& name) override;
    void endPicture() override { m_start->setPosing(false); }

    [[nodiscard]] Tile* tile(Figure which) const { return m_tiles->tile(which); }
    [[nodiscard]] SeriesPlot* throughput() const { return m_throughput; }
    [[nodiscard]] SeriesPlot* latency() const { return m_latency; }
    [[nodiscard]] AlertsPanel* alerts() const { return m_alerts; }
    [[nodiscard]] FactGrid* health() const { return m_health; }
    [[nodiscard]] StartPanel* start() const { return m_start; }
    [[nodiscard]] DeploymentPanel* deployment() const { return m_deployment; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    void setupTiles();
    void setupCards();
    void setupFeeds();
    void readOrders();
    void readSpread();
    void spreadArrived(int generation, const CampusId& campus, const Result<std::vector<api::FairnessPoint>>& points);
    void readBoard();
    void readRing();
    [[nodiscard]] QString deadKinds(const api::EngineStatus& status) const;
    void refreshWorkers();
    void onStatus();
    void onFigures();
    [[nodiscard]] QString everywhere(const QString& note) const;
    void refreshTiles();
    void refreshCampaigns();
    void refreshHealth();
    void nameCards();
    [[nodiscard]] std::vector<CampusId> campusesInScope() const;

    StartPanel* m_start = nullptr;
    TileRow* m_tiles = nullptr;
    Card* m_throughputCard = nullptr;
    Card* m_latencyCard = nullptr;
    Card* m_alertsCard = nullptr;
    Card* m_healthCard = nullptr;
    SeriesPlot* m_throughput = nullptr;
    SeriesPlot* m_latency = nullptr;
    AlertsPanel* m_alerts = nullptr;
    FactGrid* m_health = nullptr;
    DeploymentPanel* m_deployment = nullptr;
    QAction* m_refresh = nullptr;
    FeedChannel* m_orders = nullptr;
    FeedChannel* m_spread = nullptr;
    FeedChannel* m_board = nullptr;
    FeedChannel* m_ring = nullptr;
    CampaignBudget* m_budget = nullptr;
    QTimer m_again;
    int m_quiet = 0;  ///< readings of the board since the others were asked for by time
    QVBoxLayout* m_down = nullptr;
    RateMeter m_paid;
    bool m_metered = false;
    /// Answered for the present scope, well or not.
    bool m_ordersAnswered = false;
    bool m_spreadAnswered = false;
    bool m_boardAnswered = false;
    std::optional<std::int64_t> m_ordersToday;
    std::map<CampusId, std::int64_t> m_spreads;  ///< of the campuses that answered
    std::size_t m_spreadsOpen = 0;
    bool m_spreadFailed = false;
    std::optional<std::int64_t> m_worstSpread;
    CampusId m_worstCampus;
    std::optional<api::TimerBoard> m_timers;
    std::optional<api::RingSnapshot> m_workers;
    bool m_ringAnswered = false;
};

}  // namespace evenhand::ui
