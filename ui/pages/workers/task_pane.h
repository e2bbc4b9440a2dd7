// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks by state: a long table with its filter, and what a person can do about them: try dead ones again, drop them,
// with a reason and an outcome for each. Thread: GUI. Works only while active.
#pragma once

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>

#include "ui/models/task_table_model.h"
#include "ui/pages/shared/paged_view.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/pages/shared/saved_filters.h"
#include "ui/widgets/choice_button.h"

namespace evenhand::ui {

class ReadError;
class WrapRow;

class TaskPane : public QWidget {
    Q_OBJECT

public:
    explicit TaskPane(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] TaskTableModel& model() { return m_model; }
    [[nodiscard]] PagedView* table() const { return m_table; }
    [[nodiscard]] QAction* retryAction() const { return m_retry; }
    [[nodiscard]] QAction* dropAction() const { return m_drop; }
    [[nodiscard]] RowFlow* flow() const { return m_flow; }
    [[nodiscard]] QLineEdit* textField() const { return m_text; }
    [[nodiscard]] SavedFilters* saved() const { return m_saved; }
    [[nodiscard]] QLabel* emptyLabel() const { return m_empty; }
    [[nodiscard]] api::TaskFilter filter() const;
    void showTasks(const std::vector<api::TaskKind>& kinds, const std::vector<api::TaskStatus>& statuses,
                   const QString& worker = {});
    void setActive(bool active);
    void refresh() { m_model.refresh(); }
    [[nodiscard]] bool isReady() const { return !m_model.isLoading() && !m_flow->isBusy(); }

Q_SIGNALS:
    void readyChanged();
    /// A refund's task: its own page has more.
    void refundOpened();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupFilter();
    [[nodiscard]] QJsonObject filterState() const;
    void setFilterState(const QJsonObject& json);
    void setupBar();
    void setupTable();
    QAction* makeAction(const char* name, const char* iconName, const QKeySequence& keys);
    void changed();
    void onSelection();
    void begin(bool drop);
    void beginFrozen(bool drop, const std::vector<api::TaskRow>& frozen);
    [[nodiscard]] QString whyNot(bool drop) const;
    [[nodiscard]] static QString whyNotRow(const api::TaskRow& row);
    void refreshActions();
    void refreshTexts();
    void retranslate();

    UiContext& m_context;
    TaskTableModel m_model;
    RowFlow* m_flow = nullptr;
    QAction* m_retry = nullptr;
    QAction* m_drop = nullptr;
    QLineEdit* m_text = nullptr;
    QLineEdit* m_worker = nullptr;
    ChoiceButton* m_kind = nullptr;
    ChoiceButton* m_status = nullptr;
    QToolButton* m_clear = nullptr;
    SavedFilters* m_saved = nullptr;
    QTimer m_typing;
    WrapRow* m_bar = nullptr;
    QLabel* m_selected = nullptr;
    ReadError* m_error = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
    PagedView* m_table = nullptr;
    std::vector<api::TaskRow> m_known;
    std::int64_t m_selectedCount = 0;
    bool m_opened = false;
    bool m_setting = false;
};

}  // namespace evenhand::ui
