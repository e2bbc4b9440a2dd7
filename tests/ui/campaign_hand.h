// SPDX-License-Identifier: GPL-3.0-or-later
// The page of campaigns, shown and active over some engine, and what a hand does to it.
#pragma once

#include <QCheckBox>
#include <QDateTimeEdit>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "ui/pages/campaigns/campaign_page.h"
#include "ui/shell/console_services.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"

namespace evenhand::test {

struct CampaignHand {
    void open(api::EngineApi& engine, api::Actor actor = api::Actor::administrator("local:test")) {
        services = std::make_unique<ui::ConsoleServices>(engine, std::move(actor),
                                                         folder.filePath(QStringLiteral("console.ini")));
        page = std::make_unique<ui::CampaignPage>(services->context);
        page->resize(1340, 860);
        page->show();
        services->bridge.setVisible(true);
        services->pulse.setVisible(true);
        services->scope.reload();
        page->setActive(true);
    }
    /// Before the engine goes.
    void close() {
        page.reset();
        services.reset();
    }
    [[nodiscard]] bool ready() const { return services->scope.isLoaded() && page->isReady(); }
    [[nodiscard]] QAction* action(const char* name) const { return page->action(name); }
    [[nodiscard]] QString why(const char* name) const { return ui::whyDisabled(*action(name)); }
    [[nodiscard]] QString figure(ui::CampaignTiles::Figure which) const { return page->tiles()->tile(which)->figure(); }
    [[nodiscard]] const ui::Notice& said() const { return services->notices.last(); }
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

    /// Fills the reason and confirms the question.
    static void confirm(ui::ActionDialog* question, const QString& reason) {
        QVERIFY(question != nullptr);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
    }
    /// Types over what stands in a field of the wizard, named as the engine names it.
    static void type(QWidget* in, const char* field, const QString& text) {
        auto* edit = in->findChild<QLineEdit*>(QStringLiteral("campaign.") + QLatin1String(field));
        QVERIFY2(edit != nullptr, field);
        QVERIFY2(edit->isEnabled(), field);
        edit->selectAll();
        if (text.isEmpty()) {
            edit->clear();
        } else {
            QTest::keyClicks(edit, text);
        }
    }
    void setMoment(QWidget* in, const char* field, Instant at) const {
        const QDateTime wall = services->formats.zoned(at);
        in->findChild<QDateTimeEdit*>(QStringLiteral("campaign.") + QLatin1String(field))
            ->setDateTime(QDateTime(wall.date(), wall.time(), Qt::UTC));
    }
    [[nodiscard]] static bool isEnabled(const QWidget* in, const char* field) {
        return in->findChild<QWidget*>(QStringLiteral("campaign.") + QLatin1String(field))->isEnabled();
    }
    /// The problem told at a field; empty: none.
    static QString hint(const QWidget* in, const char* field) {
        return in->findChild<ui::FieldHint*>(QStringLiteral("hint.") + QLatin1String(field))->problem();
    }
    static void next(ui::CampaignWizard* wizard) {
        QVERIFY2(wizard->nextButton()->isEnabled(), qPrintable(wizard->problem()));
        QTest::mouseClick(wizard->nextButton(), Qt::LeftButton);
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

    QTemporaryDir folder;
    std::unique_ptr<ui::ConsoleServices> services;
    std::unique_ptr<ui::CampaignPage> page;
};

}  // namespace evenhand::test
