// SPDX-License-Identifier: GPL-3.0-or-later
// A page shown and active over a shop with people, as somebody, and what a hand does to its dialogs.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "tests/support/shops/staff_shop.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/shell/console_services.h"
#include "ui/shell/notices.h"
#include "ui/shell/page.h"
#include "ui/widgets/action_state.h"

namespace evenhand::test {

template <typename PageType, typename EngineType = StaffShop>
struct PeopleHand {
    explicit PeopleHand(ui::RestoreBackend* backend = nullptr) : restore(backend) {}
    ~PeopleHand() { close(); }
    /// As the owner of the folder, or as one of the engine's people.
    void open(const std::string& login = {}) {
        std::optional<api::SignedIn> who;
        api::Actor actor = api::Actor::administrator("local:test", api::Via::Console);
        if (!login.empty()) {
            if constexpr (requires { engine.enter(login); }) {
                who = engine.enter(login);
            } else {
                qFatal("this engine has no people");
            }
            actor = who->actor;
        }
        services = std::make_unique<ui::ConsoleServices>(engine, actor, folder.filePath(QStringLiteral("console.ini")),
                                                         who, false, restore, service);
        page = std::make_unique<PageType>(services->context);
        page->resize(1380, 860);
        page->show();
        services->bridge.setVisible(true);
        services->pulse.setVisible(true);
        services->scope.reload();
        page->setActive(true);
    }
    void close() {
        page.reset();
        services.reset();
    }
    [[nodiscard]] bool ready() const { return page->isReady(); }
    [[nodiscard]] const ui::Notice& said() const { return services->notices.last(); }
    [[nodiscard]] static QString why(const QAction* action) { return ui::whyDisabled(*action); }

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
    static void type(QDialog* dialog, const char* name, const QString& text) {
        auto* edit = dialog->findChild<QLineEdit*>(QLatin1String(name));
        QVERIFY2(edit != nullptr, name);
        edit->setText(text);
    }
    static void typePassword(QDialog* dialog, const QString& text) {
        type(dialog, "newPassword", text);
        type(dialog, "newPasswordAgain", text);
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
    EngineType engine;
    ui::RestoreBackend* restore = nullptr;
    ui::ServiceControl* service = nullptr;
    std::unique_ptr<ui::ConsoleServices> services;
    std::unique_ptr<PageType> page;
};

}  // namespace evenhand::test
