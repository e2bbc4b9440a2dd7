// SPDX-License-Identifier: GPL-3.0-or-later
// The pages there are, in the order of the navigation. Only pages that exist are registered; the navigation shows
// nothing else.
// Thread: GUI.
#pragma once

#include <QString>
#include <functional>
#include <vector>

namespace evenhand::ui {

class Page;
struct UiContext;

class PageRegistry {
public:
    using Factory = std::function<Page*(UiContext& context)>;

    void add(Factory factory) { m_factories.push_back(std::move(factory)); }
    /// add<OrdersPage>(): the page is made with (UiContext&, QWidget* parent = nullptr).
    template <typename PageType>
    void add() {
        add([](UiContext& context) -> Page* { return new PageType(context, nullptr); });
    }
    [[nodiscard]] const std::vector<Factory>& factories() const noexcept { return m_factories; }

private:
    std::vector<Factory> m_factories;
};

}  // namespace evenhand::ui
