// SPDX-License-Identifier: GPL-3.0-or-later
// The page of campaigns, shown and active over some engine, and what a hand does to it.
#pragma once

#include "tests/ui/page_hand.h"
#include "ui/pages/campaigns/campaign_page.h"

namespace evenhand::test {

struct CampaignHand : PageHand<ui::CampaignPage> {
    [[nodiscard]] QAction* action(const char* name) const { return page->action(name); }
    [[nodiscard]] QString why(const char* name) const { return ui::whyDisabled(*action(name)); }
    [[nodiscard]] QString figure(ui::CampaignTiles::Figure which) const { return page->tiles()->tile(which)->figure(); }
    [[nodiscard]] bool shows(const CampaignId& id) const {
        return page->current() && page->current()->id == id && page->feed().board().has_value() && ready();
    }
    [[nodiscard]] QString money(std::int64_t minor) const { return services->formats.money(Money{minor}); }
    /// The wizard, its preview answered.
    ui::CampaignWizard* wizard(const char* opener = "new") {
        action(opener)->trigger();
        [&] { QTRY_VERIFY(page->wizard() && page->wizard()->isReady()); }();
        return page->wizard();
    }

    /// Types over what stands in a field of the wizard, named as the engine names it.
    static void type(QWidget* in, const char* field, const QString& text) { typeOver(in, fieldName(field), text); }
    void setMoment(QWidget* in, const char* field, Instant at) const { setTime(in, fieldName(field), at); }
    [[nodiscard]] static bool isEnabled(const QWidget* in, const char* field) {
        return in->findChild<QWidget*>(fieldName(field))->isEnabled();
    }
    /// Row of a table of figures whose first cell is so; empty if there is none.
    [[nodiscard]] static QStringList row(const QAbstractItemModel* model, const QString& first) {
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, 0).data().toString() == first) {
                QStringList cells;
                for (int column = 0; column < model->columnCount(); ++column) {
                    cells << model->index(row, column).data().toString();
                }
                return cells;
            }
        }
        return {};
    }
    /// Shows a tab and gives its figures.
    QAbstractItemModel* tab(ui::CampaignPage::Tab which) const {
        page->tabs()->setCurrentIndex(which);
        return page->figures(which);
    }

private:
    [[nodiscard]] static QString fieldName(const char* field) {
        return QStringLiteral("campaign.") + QLatin1String(field);
    }
};

}  // namespace evenhand::test
