// SPDX-License-Identifier: GPL-3.0-or-later
// A table of timers with its filter, its actions and its counts: all of them, or the dead letters.
// Thread: GUI. Works only while active.
#pragma once

#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

#include "ui/models/timer_table_model.h"
#include "ui/pages/delayed/timer_action_flow.h"
#include "ui/pages/delayed/timer_filter_bar.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/empty_hint.h"

namespace evenhand::ui {

class ReadError;
class WrapRow;

class TimerPane : public QWidget {
    Q_OBJECT

public:
    TimerPane(UiContext& context, bool deadOnly, QWidget* parent = nullptr);

    [[nodiscard]] TimerTableModel& model() { return m_model; }
    [[nodiscard]] const TimerTableModel& model() const { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] TimerFilterBar* filters() const { return m_filters; }
    [[nodiscard]] TimerActions* actions() const { return m_actions; }
    [[nodiscard]] TimerActionFlow* flow() const { return m_flow; }
    [[nodiscard]] QMenu* columnMenu() const { return m_columns; }
    void setActive(bool active);
    void refresh() { m_model.refresh(); }
    [[nodiscard]] bool isReady() const { return !m_model.isLoading() && !m_flow->isBusy(); }

Q_SIGNALS:
    void readyChanged();
    void opened(const QString& orderNo);  ///< double click

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setupBar();
    void setupTable();
    void setupColumns();
    QToolButton* addButton(QAction* action, bool withText);
    void fillColumnMenu();
    void tellVisible();
    void onSelection();
    void begin(TimerAction action);
    void showMenu(const QPoint& at);
    void refreshCounts();
    void refreshEmpty();
    void retranslate();
    [[nodiscard]] QString prefix() const { return m_deadOnly ? QStringLiteral("dead") : QStringLiteral("timer"); }

    UiContext& m_context;
    bool m_deadOnly;
    TimerTableModel m_model;
    TimerFilterBar* m_filters = nullptr;
    TimerActions* m_actions = nullptr;
    TimerActionFlow* m_flow = nullptr;
    WrapRow* m_bar = nullptr;
    QLabel* m_selected = nullptr;
    ReadError* m_error = nullptr;
    QLabel* m_count = nullptr;
    QToolButton* m_columnButton = nullptr;
    QTableView* m_table = nullptr;
    EmptyHint* m_empty = nullptr;
    QMenu* m_columns = nullptr;
    bool m_selectionDirty = false;
    bool m_opened = false;
};

}  // namespace evenhand::ui
