// SPDX-License-Identifier: GPL-3.0-or-later
// The page of flash sales, shown and active over some engine, and what a hand does to it.
#pragma once

#include "tests/ui/page_hand.h"
#include "ui/pages/seckill/seckill_page.h"

namespace evenhand::test {

struct SeckillHand : PageHand<ui::SeckillPage> {
    [[nodiscard]] QAction* action(const char* name) const { return page->action(name); }
    [[nodiscard]] QString why(const char* name) const { return ui::whyDisabled(*action(name)); }
    [[nodiscard]] QString figure(ui::SaleTiles::Figure which) const { return page->tiles()->tile(which)->figure(); }
    [[nodiscard]] bool shows(const ActivityId& id) const {
        return page->current() && page->current()->set.id == id && page->feed().board().has_value() && ready();
    }

    /// Types over what stands in a field of the wizard.
    static void type(QWidget* in, const char* name, const QString& text) { typeOver(in, QLatin1String(name), text); }
    void setMoment(QWidget* in, const char* name, Instant at) const { setTime(in, QLatin1String(name), at); }
    static void choose(ui::ActivityWizard* wizard, const char* nextName) {
        wizard->findChild<QRadioButton*>(QLatin1String(nextName))->setChecked(true);
    }
    static void select(QTableView* table, const QList<int>& rows) {
        table->clearSelection();
        for (const int row : rows) {
            table->selectionModel()->select(table->model()->index(row, 0),
                                            QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
};

}  // namespace evenhand::test
