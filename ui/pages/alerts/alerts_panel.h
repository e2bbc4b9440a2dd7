// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts with what can be done about them: acknowledge, silence for a while, resolve by hand, open the order; sound
// or not. Used by the pages Overview and Delayed orders.
// Thread: GUI. Works only while active. Invariant: ids are frozen when an action starts.
#pragma once

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTimer>

#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/outcome_dialog.h"
#include "ui/models/alert_table_model.h"
#include "ui/pages/orders/order_action_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class AlertsPanel : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReadMs = 500;
    static constexpr std::int64_t kShown = 1'000;

    /// `prefix` tells two panels apart by name.
    AlertsPanel(UiContext& context, const QString& prefix, QWidget* parent = nullptr);

    void setActive(bool active);
    void refresh() { m_reads->request(); }
    /// Fewer than kShown, for tests.
    void showAtMost(std::int64_t alerts) { m_most = alerts; }
    [[nodiscard]] bool isReady() const { return (m_known || m_error) && m_busy == 0; }
    [[nodiscard]] AlertTableModel& model() { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QList<QAction*> commands() const {
        return {m_acknowledge, m_silence, m_resolve, m_reassign, m_open, m_sound};
    }
    [[nodiscard]] QAction* acknowledgeAction() const { return m_acknowledge; }
    [[nodiscard]] QAction* silenceAction() const { return m_silence; }
    [[nodiscard]] QAction* resolveAction() const { return m_resolve; }
    [[nodiscard]] QAction* reassignAction() const { return m_reassign; }
    [[nodiscard]] OrderActionFlow* flow() const { return m_flow; }
    [[nodiscard]] QAction* openAction() const { return m_open; }
    [[nodiscard]] QAction* soundAction() const { return m_sound; }
    [[nodiscard]] QCheckBox* resolvedToo() const { return m_resolvedToo; }
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] OutcomeDialog* outcome() const { return m_outcome; }
    void select(const std::vector<std::int64_t>& ids);

Q_SIGNALS:
    void readyChanged();
    void finished();  ///< an action was answered and told

protected:
    void changeEvent(QEvent* event) override;

private:
    QAction* addCommand(const char* name, const char* iconName);
    void setupActions();
    void setupBar();
    void setupTable();
    void read();
    void arrived(int generation, Result<std::vector<api::AlertRow>> rows);
    void syncTick();
    void onSelection();
    [[nodiscard]] std::vector<api::AlertRow> selected() const;
    /// Of an action that is this operation.
    [[nodiscard]] QString whyNot(api::Operation operation) const;
    void acknowledge();
    void askSilence();
    void askResolve();
    void openOrders();
    void reassign();
    void setupSorting();
    void submit(const QString& title, const std::vector<api::AlertRow>& frozen,
                const api::Answer<std::vector<api::AlertOutcome>>& answer);
    void answered(const QString& title, const std::vector<api::AlertRow>& frozen,
                  const Result<std::vector<api::AlertOutcome>>& answer);
    [[nodiscard]] QString resolutionOf(const api::AlertRow& alert) const;
    void readBack(const QString& title, std::vector<OrderOutcome> outcomes);
    void tell(const QString& title, const std::vector<OrderOutcome>& outcomes);
    void retranslate();

    UiContext& m_context;
    QString m_prefix;
    AlertTableModel m_model;
    QSortFilterProxyModel m_sorted;
    FeedChannel* m_reads;
    QTimer m_tick;
    QAction* m_acknowledge = nullptr;
    QAction* m_silence = nullptr;
    QAction* m_resolve = nullptr;
    QAction* m_open = nullptr;
    QAction* m_reassign = nullptr;
    OrderActionFlow* m_flow = nullptr;
    QAction* m_sound = nullptr;
    QCheckBox* m_resolvedToo = nullptr;
    QLabel* m_state = nullptr;
    QTableView* m_table = nullptr;
    QPointer<ActionDialog> m_question;
    QPointer<OutcomeDialog> m_outcome;
    std::optional<Error> m_error;
    bool m_active = false;
    bool m_known = false;
    std::int64_t m_most = kShown;
    bool m_more = false;  ///< than m_most
    int m_busy = 0;
};

}  // namespace evenhand::ui
