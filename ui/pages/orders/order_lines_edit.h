// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of an order that somebody takes by telephone: products are found by name or SKU while typing, each with its
// price and what is on hand, and a number of units.
// Thread: GUI. Invariant: its products are those that the engine has told; what is typed beside them is no line.
#pragma once

#include <QCompleter>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <vector>

#include "engine/api/order_desk.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class OrderLinesEdit : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kMaxLines = 50;  ///< more than anybody reads out on the telephone

    explicit OrderLinesEdit(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] std::vector<api::OrderLine> lines() const;
    /// Of all lines; nullopt: beyond what an amount can be.
    [[nodiscard]] std::optional<Money> total() const;
    [[nodiscard]] QLineEdit* find() const { return m_find; }
    /// As offered last.
    [[nodiscard]] QStringList suggestions() const;
    /// Object name "orderUnits." and the SKU; nullptr: there is no such line.
    [[nodiscard]] QSpinBox* units(const Sku& sku) const;
    /// One unit more of a product that is there already.
    void add(const api::ProductRow& product);

Q_SIGNALS:
    void changed();
    void suggested();  ///< the engine's suggestions are in

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Line {
        api::ProductRow product;
        QLabel* name = nullptr;
        QLabel* price = nullptr;
        QSpinBox* units = nullptr;
        QLabel* amount = nullptr;
        QToolButton* remove = nullptr;
    };
    void search();
    void offer(const Result<std::vector<api::ProductRow>>& rows);
    void choose(int row);
    void addLine(const api::ProductRow& product);
    void removeLine(const Sku& sku);
    void refreshAmounts();

    UiContext& m_context;
    QLineEdit* m_find = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<Line> m_lines;
    std::vector<api::ProductRow> m_found;
    QStandardItemModel m_suggestions;
    QCompleter m_completer;
    QTimer m_delay;
    int m_generation = 0;
};

}  // namespace evenhand::ui
