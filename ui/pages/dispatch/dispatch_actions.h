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
#include "ui/models/order_refs_mime.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// A courier as named in texts.
struct NamedCourier {
    CourierId id;
    QString name;
};

class DispatchActions : public QObject {
    Q_OBJECT

public:
    /// Dialogs are shown over `window`.
    DispatchActions(UiContext& context, QWidget* window);

    /// The row of an order as the page shows it, for the questions and for reading back; nullopt: not shown.
    using KnownOrders = std::function<std::optional<api::OrderRow>(const OrderNo&)>;
    void setKnownOrders(KnownOrders known) { m_known = std::move(known); }
    /// nullopt as target: the next fairest, not the present one.
    void reassign(std::vector<api::OrderRef> orders, std::optional<NamedCourier> to);
    /// All of one courier's open work; `inHand` as shown when asked.
    void handOver(const NamedCourier& from, std::int64_t inHand, std::optional<NamedCourier> to);
    void setDuty(std::vector<NamedCourier> couriers, bool onDuty);
    /// Pausing asks for a reason; resuming is done at once.
    void setPaused(const CampusId& campus, const QString& name, bool paused);
    void retryDeadLetters(std::vector<std::int64_t> ids);

    /// Empty if it may be done now; else why not.
    [[nodiscard]] QString whyNot(api::Permission permission) const;

Q_SIGNALS:
    /// Something was done (or might have been): what is shown may differ.
    void acted();

private:
    using Outcomes = std::vector<api::ReassignOutcome>;
    void reported(const QString& title, const Result<Outcomes>& result, const QString& doneText);
    void askUndo(const Outcomes& done);
    void undone(const Result<Outcomes>& result);
    /// Reads the orders back and shows row by row what became of them.
    void showOutcomes(const QString& title, const Outcomes& outcomes);
    void failedWith(const Error& error);
    /// Asks over the window; `confirmed` gets the reason.
    void ask(const ActionDialog::Texts& texts, std::vector<ActionRow> rows,
             std::function<void(const QString&)> confirmed);
    [[nodiscard]] std::vector<ActionRow> frozenRows(const std::vector<api::OrderRef>& orders) const;
    void applyDuty(const std::vector<NamedCourier>& couriers, bool onDuty, bool isUndo);
    void dutyDone(const std::vector<NamedCourier>& done, const QStringList& refusals, bool onDuty, bool isUndo);

    UiContext& m_context;
    QPointer<QWidget> m_window;
    KnownOrders m_known;
};

}  // namespace evenhand::ui
