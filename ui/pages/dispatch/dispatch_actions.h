// SPDX-License-Identifier: GPL-3.0-or-later
// What a dispatcher does: reassign, hand over, duty, pause, undo. Each asks first where it changes somebody's work,
// acts on what was frozen when it began, reports row by row as the engine answered, and offers an undo.
// Thread: GUI. Nothing is told as done before the engine has answered.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/models/order_refs_mime.h"
#include "ui/pages/dispatch/duty_flow.h"
#include "ui/pages/dispatch/limit_flow.h"
#include "ui/pages/dispatch/pause_flow.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// One as the page shows them at the moment of an action.
struct Worker {
    NamedCourier courier;
    std::int64_t inHand = 0;
    bool onDuty = false;
    std::int64_t limit = 0;  ///< of orders in hand; 0: none
};
[[nodiscard]] Worker workerOf(const api::CourierRow& row);

class DispatchActions : public QObject {
    Q_OBJECT

public:
    /// Dialogs are shown over `window`.
    DispatchActions(UiContext& context, QWidget* window);

    /// The row of an order as the page shows it, for the questions and for reading back; nullopt: not shown.
    using KnownOrders = std::function<std::optional<api::OrderRow>(const OrderNo&)>;
    void setKnownOrders(KnownOrders known) { m_known = std::move(known); }
    /// A courier as the page shows them now, for questions that stand a while; nullopt: not shown.
    using KnownWorkers = std::function<std::optional<Worker>(const CourierId&)>;
    void setKnownWorkers(KnownWorkers known) { m_workers = std::move(known); }
    /// Whether dispatch of a campus is paused, as the page shows it.
    using PausedCampus = std::function<bool(const CampusId&)>;
    void setPausedCampus(PausedCampus paused) { m_isPaused = std::move(paused); }
    /// nullopt as target: the next fairest, not the present one. Where dispatch is paused the engine gives nothing
    /// away: that is told at once.
    void reassign(const std::vector<api::OrderRef>& orders, const std::optional<api::CourierRow>& to);
    /// All of one courier's open work as it is when the question opens; whoever is on duty can go off duty by the same
    /// question. What comes to them later stays theirs, what somebody changes meanwhile is told as such.
    void handOver(const Worker& from, const std::optional<api::CourierRow>& to);
    /// The same of couriers whom no page shows, to the next fairest: who they are by now is read first. Of several by
    /// one question.
    void handOverAllOf(const std::vector<CourierId>& ids);
    void putOnDuty(const std::vector<Worker>& couriers);
    /// Asks if one of them has orders in hand, which can be handed over by the same question.
    void putOffDuty(const std::vector<Worker>& couriers);
    /// Dispatch of these campuses, as the page shows them.
    void setPaused(const std::vector<api::CampusRow>& campuses, bool paused) { m_pause->ask(campuses, paused); }

    /// How many orders these may have in hand.
    void setLimit(const std::vector<api::CourierRow>& couriers) { m_limit->ask(couriers); }

    /// Empty if it may be done now; else why not.
    [[nodiscard]] QString whyNot(api::Operation operation) const;

Q_SIGNALS:
    /// Something was done (or might have been): what is shown may differ.
    void acted();
    /// To be emitted by who has set the known workers: they have changed.
    void workersChanged();

private:
    [[nodiscard]] bool waitsForResume(const api::OrderRow& order) const;
    using Done = std::function<void(RowFlow::Answers)>;
    struct HandOver;
    /// Gives the work away, who is leaving going off duty first; undone, who went is on duty again first.
    [[nodiscard]] RowFlow::Spec handOverOf(const std::shared_ptr<HandOver>& giving);
    void giveWork(const std::shared_ptr<HandOver>& giving, const api::Call& call, const RowFlow::Rows& rows,
                  const Done& done);
    void handOverAll(const std::vector<Worker>& from, const std::optional<api::CourierRow>& to);
    void askHandOver(const std::vector<Worker>& from, const std::optional<api::CourierRow>& to,
                     const std::vector<api::OrderRow>& orders);
    /// A box by which those of them who are on duty go off it.
    static void addLeaving(const std::vector<Worker>& from, const std::shared_ptr<HandOver>& giving,
                           ActionDialog& dialog);
    /// The open orders of these, with their versions; a failure is told, and `done` not called.
    void readInHand(const std::vector<Worker>& couriers,
                    const std::function<void(const Result<std::vector<api::OrderRow>>&)>& done);
    void failedWith(const Error& error);
    /// Orders in hand, as they are now.
    [[nodiscard]] std::int64_t inHandOf(const std::vector<Worker>& couriers) const;
    [[nodiscard]] std::vector<api::OrderRow> frozenRows(const std::vector<api::OrderRef>& orders) const;

    UiContext& m_context;
    QPointer<QWidget> m_window;
    RowFlow* m_rows;
    DutyFlow* m_duty;
    LimitFlow* m_limit;
    PauseFlow* m_pause;
    KnownOrders m_known;
    KnownWorkers m_workers;
    PausedCampus m_isPaused;
};

}  // namespace evenhand::ui
