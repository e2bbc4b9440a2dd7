// SPDX-License-Identifier: GPL-3.0-or-later
// The page of flash sales, shown and active over some engine, and what a hand does to it.
#pragma once

#include <QComboBox>
#include <QDateTimeEdit>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "ui/pages/seckill/seckill_page.h"
#include "ui/shell/console_services.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"

namespace evenhand::test {

struct SeckillHand {
    void open(api::EngineApi& engine, api::Actor actor = api::Actor::administrator("local:test")) {
        services = std::make_unique<ui::ConsoleServices>(engine, std::move(actor),
                                                         folder.filePath(QStringLiteral("console.ini")));
        page = std::make_unique<ui::SeckillPage>(services->context);
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
    [[nodiscard]] QString figure(ui::SaleTiles::Figure which) const { return page->tiles()->tile(which)->figure(); }
    [[nodiscard]] const ui::Notice& said() const { return services->notices.last(); }
    [[nodiscard]] bool shows(const ActivityId& id) const {
        return page->current() && page->current()->set.id == id && page->feed().board().has_value() && ready();
    }

    /// Fills the reason and confirms the question.
    static void confirm(ui::ActionDialog* question, const QString& reason) {
        QVERIFY(question != nullptr);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
    }
    /// Types over what stands in a field of the wizard.
    static void type(QWidget* in, const char* name, const QString& text) {
        auto* edit = in->findChild<QLineEdit*>(QLatin1String(name));
        QVERIFY2(edit != nullptr, name);
        QVERIFY2(edit->isEnabled(), name);
        edit->selectAll();
        if (text.isEmpty()) {
            edit->clear();
        } else {
            QTest::keyClicks(edit, text);
        }
    }
    void setMoment(QWidget* in, const char* name, Instant at) const {
        const QDateTime wall = services->formats.zoned(at);
        in->findChild<QDateTimeEdit*>(QLatin1String(name))->setDateTime(QDateTime(wall.date(), wall.time(), Qt::UTC));
    }
    static QString hint(const QWidget* in, const char* field) {
        return in->findChild<ui::FieldHint*>(QStringLiteral("hint.") + QLatin1String(field))->problem();
    }
    static void next(ui::ActivityWizard* wizard) {
        QVERIFY2(wizard->nextButton()->isEnabled(), qPrintable(wizard->problem()));
        QTest::mouseClick(wizard->nextButton(), Qt::LeftButton);
    }
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
    [[nodiscard]] static QStringList outcomeWords(const QDialog* outcome) {
        const auto* table = outcome->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QStringList words;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            words << table->model()->index(row, 2).data().toString();
        }
        return words;
    }

    QTemporaryDir folder;
    std::unique_ptr<ui::ConsoleServices> services;
    std::unique_ptr<ui::SeckillPage> page;
};

}  // namespace evenhand::test
