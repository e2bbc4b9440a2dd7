// SPDX-License-Identifier: GPL-3.0-or-later
// A page shown and active over a shop with people, as somebody, and what a hand does to its dialogs.
#pragma once

#include "tests/support/shops/staff_shop.h"
#include "tests/ui/page_hand.h"
#include "ui/shell/page.h"

namespace evenhand::test {

template <typename PageType, typename EngineType = StaffShop>
struct PeopleHand : PageHand<PageType> {
    explicit PeopleHand(ui::RestoreBackend* backend = nullptr) : restore(backend) { this->size = {1380, 860}; }
    ~PeopleHand() { this->close(); }
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
        this->show(std::make_unique<ui::ConsoleServices>(this->lineTo(engine, actor), actor, this->settingsPath(), who,
                                                         false, restore, service));
    }
    [[nodiscard]] bool ready() const { return this->page->isReady(); }

    static void type(QDialog* dialog, const char* name, const QString& text) {
        auto* edit = dialog->findChild<QLineEdit*>(QLatin1String(name));
        QVERIFY2(edit != nullptr, name);
        edit->setText(text);
    }
    static void typePassword(QDialog* dialog, const QString& text) {
        type(dialog, "newPassword", text);
        type(dialog, "newPasswordAgain", text);
    }

    EngineType engine;
    ui::RestoreBackend* restore = nullptr;
    ui::ServiceControl* service = nullptr;
};

}  // namespace evenhand::test
