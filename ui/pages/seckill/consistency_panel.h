// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace of a sale against the database: what a check found, in numbers and in words, and putting it right.
// Thread: GUI. Checks only when asked to.
#pragma once

#include <QAction>
#include <QLabel>
#include <QPointer>
#include <QWidget>
#include <optional>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class ConsistencyPanel : public Translated<QWidget> {
    Q_OBJECT

public:
    explicit ConsistencyPanel(UiContext& context, QWidget* parent = nullptr);

    /// nullopt: none shown, or not known. Another activity forgets what was found.
    void setActivity(const std::optional<api::ActivityRow>& row);
    [[nodiscard]] QList<QAction*> commands() const { return {m_check, m_repair}; }
    [[nodiscard]] QAction* checkAction() const { return m_check; }
    [[nodiscard]] QAction* repairAction() const { return m_repair; }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] QString verdict() const { return m_verdict->text(); }
    [[nodiscard]] QStringList differences() const;
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] const std::optional<api::SeckillComparison>& last() const noexcept { return m_last; }
    [[nodiscard]] bool isReady() const noexcept { return m_busy == 0; }

Q_SIGNALS:
    void readyChanged();
    void repaired();

private:
    void setupLayout();
    void check();
    void askRepair();
    void run(const ActivityId& id, const QString& title, std::optional<std::int64_t> repaired);
    void checked(const ActivityId& activity, std::optional<std::int64_t> repaired,
                 const Result<api::SeckillComparison>& result);
    void refresh();
    void refreshActions();
    void retranslate() override;

    UiContext& m_context;
    QAction* m_check = nullptr;
    QAction* m_repair = nullptr;
    FactGrid* m_facts = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_differences = nullptr;
    QPointer<ActionDialog> m_question;
    std::optional<api::ActivityRow> m_row;
    std::optional<api::SeckillComparison> m_last;
    std::optional<Error> m_error;
    int m_busy = 0;
};

}  // namespace evenhand::ui
