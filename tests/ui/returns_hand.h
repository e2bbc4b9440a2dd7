// SPDX-License-Identifier: GPL-3.0-or-later
// The page of returns, shown and active over some engine, and what a hand does to it.
#pragma once

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "ui/pages/returns/returns_page.h"
#include "ui/shell/console_services.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::test {

struct ReturnsHand {
    void open(api::EngineApi& engine, api::Actor actor = api::Actor::administrator("local:test")) {
        services = std::make_unique<ui::ConsoleServices>(engine, std::move(actor),
                                                         folder.filePath(QStringLiteral("console.ini")));
        page = std::make_unique<ui::ReturnsPage>(services->context);
        page->resize(1380, 860);
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
    [[nodiscard]] ui::ReturnPane* pane() const { return page->returns(); }
    [[nodiscard]] ui::ReturnTable::Model& model() const { return page->returns()->model(); }
    [[nodiscard]] ui::ReturnActionFlow* flow() const { return page->returns()->flow(); }
    [[nodiscard]] QAction* action(ui::ReturnAction which) const { return pane()->action(which); }
    [[nodiscard]] QAction* action(ui::RefundAction which) const { return page->refunds()->action(which); }
    [[nodiscard]] QString why(ui::ReturnAction which) const { return ui::whyDisabled(*action(which)); }
    [[nodiscard]] QString why(ui::RefundAction which) const { return ui::whyDisabled(*action(which)); }
    [[nodiscard]] const ui::Notice& said() const { return services->notices.last(); }
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

    /// Fills the reason and confirms the question; the outcome comes later.
    static void confirm(ui::ActionDialog* question, const QString& reason) {
        QVERIFY(question != nullptr);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QTRY_VERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
    }
    template <typename Flow>
    static void finish(Flow* flow, const QString& reason) {
        QSignalSpy finished(flow, &Flow::finished);
        confirm(flow->question(), reason);
        QTRY_COMPARE(finished.count(), 1);
    }
    [[nodiscard]] static QStringList outcomeWords(const QDialog* outcome) {
        const auto* table = outcome->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QStringList words;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            words << table->model()->index(row, 2).data().toString();
        }
        return words;
    }
    [[nodiscard]] int columnOf(const char* id) const { return model().columnOf(QLatin1String(id)); }
    [[nodiscard]] QString shown(int row, const char* column) const {
        return model().index(row, columnOf(column)).data().toString();
    }

    QTemporaryDir folder;
    std::unique_ptr<ui::ConsoleServices> services;
    std::unique_ptr<ui::ReturnsPage> page;
};

}  // namespace evenhand::test
