// SPDX-License-Identifier: GPL-3.0-or-later
// The page of returns, shown and active over some engine, and what a hand does to it.
#pragma once

#include "tests/ui/page_hand.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::test {

struct ReturnsHand : PageHand<ui::ReturnsPage> {
    ReturnsHand() { size = {1380, 860}; }
    [[nodiscard]] ui::ReturnPane* pane() const { return page->returns(); }
    [[nodiscard]] ui::ReturnTable::Model& model() const { return page->returns()->model(); }
    [[nodiscard]] ui::ReturnActionFlow* flow() const { return page->returns()->flow(); }
    [[nodiscard]] QAction* action(ui::ReturnAction which) const { return pane()->action(which); }
    [[nodiscard]] QAction* action(ui::RefundAction which) const { return page->refunds()->action(which); }
    [[nodiscard]] QString why(ui::ReturnAction which) const { return ui::whyDisabled(*action(which)); }
    [[nodiscard]] QString why(ui::RefundAction which) const { return ui::whyDisabled(*action(which)); }
    [[nodiscard]] const std::optional<api::ReturnDetail>& detail() const { return pane()->detail()->detail(); }
    /// Position of this return; -1: not shown.
    [[nodiscard]] int rowOf(ReturnId id) const { return model().rowOf(id).value_or(-1); }
    void select(const std::vector<ReturnId>& ids) const {
        std::vector<int> rows;
        for (const auto id : ids) {
            rows.push_back(rowOf(id));
        }
        pane()->table()->select(rows);
    }
    [[nodiscard]] bool shows(ReturnId id) const { return detail() && detail()->row.id == id && ready(); }

    template <typename Flow>
    static void finish(Flow* flow, const QString& reason) {
        QSignalSpy finished(flow, &Flow::finished);
        confirm(flow->question(), reason);
        QTRY_COMPARE(finished.count(), 1);
    }
    [[nodiscard]] int columnOf(const char* id) const { return model().columnOf(QLatin1String(id)); }
    [[nodiscard]] QString shown(int row, const char* column) const {
        return model().index(row, columnOf(column)).data().toString();
    }
};

}  // namespace evenhand::test
