// SPDX-License-Identifier: GPL-3.0-or-later
// A console window over some engine, or over a line to it (over_line.h), with settings in a folder of its own.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <utility>

#include "tests/support/line/over_line.h"
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
        auto over = std::make_unique<OverLine>(m_over, look.actor);
        window = std::make_unique<ui::MainWindow>(over->engine(), look, registry);
        m_line = std::move(over);
        window->show();
        return *window;
    }
    /// What was asked has come to the engine, and what it has said is here, where no event loop has run since.
    void settle() const { m_line->settle(); }
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

private:
    api::EngineApi& m_over;
    std::unique_ptr<OverLine> m_line;  ///< outlives the window

public:
    std::unique_ptr<ui::MainWindow> window;
};

}  // namespace evenhand::test
