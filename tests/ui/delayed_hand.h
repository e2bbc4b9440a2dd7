// SPDX-License-Identifier: GPL-3.0-or-later
// The page of delayed orders in a window over some engine, and the hand that works on it.
#pragma once

#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/ui/console_over.h"
#include "tests/ui/page_hand.h"
#include "ui/pages/delayed/delayed_page.h"
#include "ui/shell/notices.h"
#include "ui/widgets/when_field.h"

namespace evenhand::test {

struct DelayedHand : ConsoleOver {
    using ConsoleOver::ConsoleOver;
    void show() const {
        for (std::size_t i = 0; i < window->pages().size(); ++i) {
            if (window->pages()[i] == page()) {
                window->showPage(static_cast<int>(i));
            }
        }
    }
    [[nodiscard]] ui::DelayedPage* page() const {
        return static_cast<ui::DelayedPage*>(window->page(QStringLiteral("delayed")));
    }
    [[nodiscard]] ui::TimerPane::Model& model() const { return page()->timers()->model(); }
    [[nodiscard]] bool ready() const { return model().total() >= 0 && page()->isReady(); }
    [[nodiscard]] QAction* action(ui::TimerAction which) const { return page()->timers()->action(which); }
    /// First row at hand of this kind, from row `from` on; -1: none.
    [[nodiscard]] int rowOf(api::TimerKind kind, int from = 0) const { return rowOf(model(), kind, from); }
    [[nodiscard]] static int rowOf(const ui::TimerPane::Model& model, api::TimerKind kind, int from = 0) {
        for (int row = from; row < model.rowCount(); ++row) {
            const auto* timer = model.row(row);
            if (timer && timer->kind == kind) {
                return row;
            }
        }
        return -1;
    }
    [[nodiscard]] OrderNo orderAt(int row) const { return model().row(row)->orderNo; }
    void select(const QList<int>& rows) const { select(page()->timers(), rows); }
    static void select(ui::TimerPane* pane, const QList<int>& rows) {
        pane->table()->clearSelection();
        for (const int row : rows) {
            pane->table()->selectionModel()->setCurrentIndex(pane->model().index(row, 0),
                                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    /// Fills the reason and confirms the question that stands; waits until the outcome is told.
    template <typename Flow>
    static void confirm(Flow* flow, const QString& reason) {
        ui::ActionDialog* question = flow->question();
        QVERIFY(question != nullptr);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QSignalSpy finished(flow, &Flow::finished);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(finished.count(), 1);
    }
    void confirm(const QString& reason) const { confirm(page()->timers()->flow(), reason); }
    [[nodiscard]] static QStringList outcomeWords(const ui::RowOutcomeDialog* outcome) {
        return outcomeColumn(outcome);
    }
    [[nodiscard]] const ui::Notice& said() const { return window->context().notices.last(); }
};

}  // namespace evenhand::test
