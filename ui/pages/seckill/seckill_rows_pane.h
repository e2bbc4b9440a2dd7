// SPDX-License-Identifier: GPL-3.0-or-later
// The messages of a sale that were read and are not acknowledged, or its dead letters: a table, what can be done about
// the selected rows, and why not.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QTableView>
#include <QWidget>
#include <vector>

#include "ui/models/seckill_row_models.h"
#include "ui/pages/seckill/seckill_row_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class EmptyHint;
class WrapRow;

class SeckillRowsPane : public QWidget {
    Q_OBJECT

public:
    SeckillRowsPane(UiContext& context, const QString& name, QWidget* parent);

    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] SeckillRowFlow* flow() const { return m_flow; }
    [[nodiscard]] const QList<QAction*>& commands() const noexcept { return m_actions; }
    [[nodiscard]] QAction* action(const char* name) const;

Q_SIGNALS:
    void readyChanged();

protected:
    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    QAction* addAct(const char* name, const char* iconName);
    void setModel(QAbstractItemModel* model);
    /// Rows selected, in order.
    [[nodiscard]] std::vector<int> selected() const;
    void showState(const QString& what, const std::optional<Error>& error);
    /// Whether it is known which rows there are.
    void setKnown(bool known);
    /// Said in the table while it has none.
    [[nodiscard]] virtual QString whyEmpty() const = 0;
    /// Enables `action`, which is this operation, if one of the selected rows allows it; `whyNot` is asked per row.
    void judge(QAction* action, api::Operation operation, const std::function<QString(int row)>& whyNot);
    virtual void refreshActions() = 0;
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override;

private:
    void showMenu(const QPoint& at);

    UiContext& m_context;
    QString m_name;
    WrapRow* m_bar = nullptr;
    QLabel* m_state = nullptr;
    QTableView* m_table = nullptr;
    EmptyHint* m_empty = nullptr;
    bool m_known = false;
    SeckillRowFlow* m_flow = nullptr;
    QList<QAction*> m_actions;
};

class PendingPane : public SeckillRowsPane {
    Q_OBJECT

public:
    PendingPane(UiContext& context, QWidget* parent);
    void setRows(const ActivityId& activity, const Result<std::vector<api::PendingRow>>& rows);
    [[nodiscard]] PendingTableModel& model() { return m_model; }

private:
    void begin(const QAction* action);
    [[nodiscard]] QString whyEmpty() const override;
    [[nodiscard]] QString whyNot(const QAction* action, int row) const;
    void refreshActions() override;
    void retranslate() override;

    PendingTableModel& m_model;  ///< a child
    ActivityId m_activity;
    std::optional<Error> m_error;
    QAction* m_claim;
    QAction* m_acknowledge;
    QAction* m_release;
};

class LetterPane : public SeckillRowsPane {
    Q_OBJECT

public:
    LetterPane(UiContext& context, QWidget* parent);
    /// `phase`: whether trying again may succeed.
    void setRows(const Result<std::vector<api::SeckillLetterRow>>& rows, api::ActivityPhase phase);
    [[nodiscard]] LetterTableModel& model() { return m_model; }

private:
    void begin(const QAction* action);
    [[nodiscard]] QString whyEmpty() const override;
    [[nodiscard]] QString whyNot(const QAction* action) const;
    void refreshActions() override;
    void retranslate() override;

    LetterTableModel& m_model;  ///< a child
    std::optional<Error> m_error;
    api::ActivityPhase m_phase = api::ActivityPhase::Draft;
    QAction* m_retry;
    QAction* m_dismiss;
};

}  // namespace evenhand::ui
