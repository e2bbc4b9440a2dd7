// SPDX-License-Identifier: GPL-3.0-or-later
// A console window over some engine, with settings in a folder of its own.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "ui/pages/orders/orders_page.h"
#include "ui/pages/pages.h"
#include "ui/shell/main_window.h"

namespace evenhand::test {

class ConsoleOver {
public:
    explicit ConsoleOver(api::EngineApi& over, const QString& settings = {}) : m_over(over) {
        ui::registerPages(registry);
        look.actor = api::Actor::administrator("local:test");
        look.settingsPath = settings.isEmpty() ? folder.filePath(QStringLiteral("console.ini")) : settings;
        look.language = QStringLiteral("en");
        look.theme = ui::ThemeChoice::Light;
    }
    /// Made and shown; waits for nothing.
    ui::MainWindow& open() {
        window = std::make_unique<ui::MainWindow>(m_over, look, registry);
        window->show();
        return *window;
    }
    [[nodiscard]] ui::OrdersPage* orders() const {
        return static_cast<ui::OrdersPage*>(window->page(QStringLiteral("orders")));
    }
    void showOrders() {
        for (std::size_t i = 0; i < window->pages().size(); ++i) {
            if (window->pages()[i] == orders()) {
                window->showPage(static_cast<int>(i));
            }
        }
    }

    QTemporaryDir folder;
    ui::PageRegistry registry;
    ui::ConsoleOptions look;
    std::unique_ptr<ui::MainWindow> window;

private:
    api::EngineApi& m_over;
};

}  // namespace evenhand::test
