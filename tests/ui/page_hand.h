// SPDX-License-Identifier: GPL-3.0-or-later
// A page shown and active over some engine, or over a line to it (over_line.h), and what a hand does to any page, its
// dialogs and its wizards.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <utility>
#include <vector>

#include "tests/support/line/over_line.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/shell/console_services.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/wizards/shared/field_hint.h"
#include "ui/wizards/shared/wizard_frame.h"

namespace evenhand::test {

/// A column of a list of outcomes; at first what became of each row.
[[nodiscard]] inline QStringList outcomeColumn(const QDialog* outcome, int column = 2) {
    const auto* model = outcome->findChild<QTableView*>(QStringLiteral("outcomeRows"))->model();
    QStringList words;
    for (int row = 0; row < model->rowCount(); ++row) {
        words << model->index(row, column).data().toString();
    }
    return words;
}

template <typename PageType>
struct PageHand {
    void open(api::EngineApi& engine, api::Actor actor = api::Actor::administrator("local:test")) {
        auto& over = lineTo(engine, actor);
        show(std::make_unique<ui::ConsoleServices>(over, std::move(actor), settingsPath()));
    }
    /// Before the engine goes.
    void close() {
        page.reset();
        services.reset();
        m_lines.clear();
    }
    /// What was asked has come to the engine, and what it has said is here, where no event loop has run since.
    void settle() const {
        for (const auto& line : m_lines) {
            line->settle();
        }
    }
    [[nodiscard]] bool ready() const { return services->scope.isLoaded() && page->isReady(); }
    [[nodiscard]] const ui::Notice& said() const { return services->notices.last(); }
    [[nodiscard]] static QString why(const QAction* action) { return ui::whyDisabled(*action); }

    /// Fills the reason and confirms the question; the outcome comes later.
    static void confirm(QDialog* dialog, const QString& reason) {
        QVERIFY(dialog != nullptr);
        if (auto* edit = dialog->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))) {
            edit->setPlainText(reason);
        }
        const auto* form = qobject_cast<ui::FormDialog*>(dialog);  // of settings it has another name
        auto* button = form ? form->confirmButton() : dialog->findChild<QPushButton*>(QStringLiteral("confirmButton"));
        QVERIFY(button != nullptr);
        QTRY_VERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    [[nodiscard]] static QStringList outcomeWords(const QDialog* outcome) { return outcomeColumn(outcome); }
    /// Types over what stands in a field.
    static void typeOver(QWidget* in, const QString& name, const QString& text) {
        auto* edit = in->findChild<QLineEdit*>(name);
        QVERIFY2(edit != nullptr, qPrintable(name));
        QVERIFY2(edit->isEnabled(), qPrintable(name));
        edit->selectAll();
        if (text.isEmpty()) {
            edit->clear();
        } else {
            QTest::keyClicks(edit, text);
        }
    }
    void setTime(QWidget* in, const QString& name, Instant at) const {
        const QDateTime wall = services->formats.zoned(at);
        in->findChild<QDateTimeEdit*>(name)->setDateTime(QDateTime(wall.date(), wall.time(), Qt::UTC));
    }
    /// The problem told at a field; empty: none.
    [[nodiscard]] static QString hint(const QWidget* in, const char* field) {
        return in->findChild<ui::FieldHint*>(QStringLiteral("hint.") + QLatin1String(field))->problem();
    }
    static void next(ui::WizardFrame* wizard) {
        QVERIFY2(wizard->nextButton()->isEnabled(), qPrintable(wizard->problem()));
        QTest::mouseClick(wizard->nextButton(), Qt::LeftButton);
    }

private:
    std::vector<std::unique_ptr<OverLine>> m_lines;  ///< until close()

public:
    QTemporaryDir folder;
    std::unique_ptr<ui::ConsoleServices> services;
    std::unique_ptr<PageType> page;
    QSize size{1340, 860};

protected:
    /// The engine for a console of this actor.
    [[nodiscard]] api::EngineApi& lineTo(api::EngineApi& engine, const api::Actor& actor) {
        return m_lines.emplace_back(std::make_unique<OverLine>(engine, actor))->engine();
    }
    [[nodiscard]] QString settingsPath() const { return folder.filePath(QStringLiteral("console.ini")); }
    void show(std::unique_ptr<ui::ConsoleServices> over) {
        services = std::move(over);
        page = std::make_unique<PageType>(services->context);
        page->resize(size);
        page->show();
        services->bridge.setVisible(true);
        services->pulse.setVisible(true);
        services->scope.reload();
        page->setActive(true);
    }
};

}  // namespace evenhand::test
