// SPDX-License-Identifier: GPL-3.0-or-later
// What a dispatcher does: reassign, hand over, duty, pause, undo. Each asks first where it changes somebody's work,
// acts on what was frozen when it began, reports row by row as the engine answered, and offers an undo.
// Thread: GUI. Nothing is told as done before the engine has answered.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/outcome_dialog.h"
#include "ui/models/order_refs_mime.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// A courier as named in texts.
struct NamedCourier {
    CourierId id;
    QString name;
};

/// One as the page shows them at the moment of an action.
struct Worker {
    NamedCourier courier;
    std::int64_t inHand = 0;
    bool onDuty = false;
};

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
    /// nullopt as target: the next fairest, not the present one.
    void reassign(std::vector<api::OrderRef> orders, std::optional<NamedCourier> to);
    /// All of one courier's open work; whoever is on duty can go off duty by the same question.
    void handOver(const Worker& from, const std::optional<NamedCourier>& to);
    void putOnDuty(const std::vector<Worker>& couriers);
    /// Asks if one of them has orders in hand, which can be handed over by the same question.
    void putOffDuty(const std::vector<Worker>& couriers);
    /// Pausing asks for a reason; resuming is done at once.
    ActionDialog* setPaused(const CampusId& campus, const QString& name, bool paused);
    void retryDeadLetters(std::vector<std::int64_t> ids);

    /// Empty if it may be done now; else why not.
    [[nodiscard]] QString whyNot(api::Operation operation) const;

Q_SIGNALS:
    /// Something was done (or might have been): what is shown may differ.
    void acted();
    /// To be emitted by who has set the known workers: they have changed.
    void workersChanged();

private:
    using Outcomes = std::vector<api::ReassignOutcome>;
    /// Reads the orders back, says who has them now and shows row by row what was refused.
    /// `left`: who went off duty for it, and comes back if it is undone.
    /// `to`: none: the next fairest.
    void reported(const QString& title, const Result<Outcomes>& result, const std::optional<NamedCourier>& to,
                  const std::vector<NamedCourier>& left = {});
    void tellGiven(const Outcomes& done, const std::vector<OrderOutcome>& read, const std::optional<NamedCourier>& to,
                   const std::vector<NamedCourier>& left);
    /// Off duty first, so that nothing new comes to them meanwhile; then their work goes, one courier's after the
    /// other.
    void leave(const std::vector<NamedCourier>& couriers, const QString& reason, bool handsOver);
    void giveWork(std::vector<NamedCourier> from, const QString& reason, Outcomes before,
                  const std::vector<NamedCourier>& left);
    void giveWorkOf(const NamedCourier& from, const std::optional<NamedCourier>& to, const QString& reason,
                    const std::vector<NamedCourier>& left);
    [[nodiscard]] std::vector<OrderOutcome> outcomesOf(const Outcomes& outcomes) const;
    void show(const QString& title, const std::vector<OrderOutcome>& outcomes);
    void askUndo(const Outcomes& done, const std::vector<NamedCourier>& left);
    void undo(const Outcomes& done, const QString& reason);
    /// `bound`: to whom the orders go back.
    void undone(const Result<Outcomes>& result, const BoundFor& bound);
    void failedWith(const Error& error);
    /// Asks over the window; `confirmed` gets the reason. `question`: for orders that are followed, see followOrders().
    ActionDialog* ask(const ActionDialog::Texts& texts, std::vector<ActionRow> rows,
                      std::function<void(const QString&)> confirmed,
                      std::function<QString(const std::vector<api::OrderRow>& left)> question = {});
    void tellPaused(const CampusId& campus, const QString& name, bool paused);
    /// Orders in hand, as they are now.
    [[nodiscard]] std::int64_t inHandOf(const std::vector<Worker>& couriers) const;
    /// The dialog asks about what these have in hand, and says the number that is true while it stands.
    void keepCounting(ActionDialog* dialog, std::vector<Worker> couriers,
                      std::function<QString(std::int64_t inHand)> question);
    [[nodiscard]] std::vector<ActionRow> frozenRows(const std::vector<api::OrderRef>& orders) const;
    /// `then` runs when all are answered, with those that it was done for.
    using DutyDone = std::function<void(const std::vector<NamedCourier>& done, const QStringList& refusals)>;
    void applyDuty(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason, const DutyDone& then);
    void dutyDone(const std::vector<NamedCourier>& done, const QStringList& refusals, bool onDuty, bool isUndo);

    UiContext& m_context;
    QPointer<QWidget> m_window;
    KnownOrders m_known;
    KnownWorkers m_workers;
};

}  // namespace evenhand::ui
