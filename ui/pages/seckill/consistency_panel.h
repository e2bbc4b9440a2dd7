// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace of a sale against the database: what a check found, in numbers and in words, and putting it right.
// Thread: GUI. Checks only when asked to.
#pragma once

#include <QLabel>
#include <QStringList>
#include <optional>

#include "ui/pages/shared/compare_panel.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class ConsistencyPanel : public ComparePanel {
    Q_OBJECT

public:
    explicit ConsistencyPanel(UiContext& context, QWidget* parent = nullptr);

    /// nullopt: none shown, or not known. Another activity forgets what was found.
    void setActivity(const std::optional<api::ActivityRow>& row);
    [[nodiscard]] QAction* checkAction() const { return commands()[0]; }
    [[nodiscard]] QAction* repairAction() const { return commands()[1]; }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] QStringList differences() const;
    [[nodiscard]] const std::optional<api::SeckillComparison>& last() const noexcept { return m_last; }

Q_SIGNALS:
    void repaired();

private:
    void check();
    void askRepair();
    void repair(const ActivityId& id, const QString& reason);
    void compare(const ActivityId& id, const QString& title, std::optional<std::int64_t> repaired);
    void checked(const ActivityId& activity, std::optional<std::int64_t> repaired,
                 const Result<api::SeckillComparison>& result);
    void refresh() override;
    void refreshActions() override;
    void retranslate() override;

    FactGrid* m_facts = nullptr;
    QLabel* m_differences = nullptr;
    std::optional<api::ActivityRow> m_row;
    std::optional<api::SeckillComparison> m_last;
    std::optional<Error> m_error;
};

}  // namespace evenhand::ui
