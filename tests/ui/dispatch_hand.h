// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch, shown and active over some engine, and what a hand does to it.
#pragma once

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QPointer>
#include <QTabBar>
#include <algorithm>
#include <memory>
#include <string>

#include "tests/ui/page_hand.h"
#include "ui/models/order_refs_mime.h"
#include "ui/pages/dispatch/dispatch_page.h"

namespace evenhand::test {

struct DispatchHand : PageHand<ui::DispatchPage> {
    DispatchHand() { size = {1240, 760}; }
    /// One campus is shown and read: C1 if there is one, otherwise the first. The page opens with all of them.
    [[nodiscard]] bool ready() const {
        auto* tabs = child<QTabBar>("dispatchCampuses");
        if (tabs->count() > 1 && page->feed().campus().empty()) {
            const auto& campuses = services->scope.campuses();
            const auto home = std::find_if(campuses.begin(), campuses.end(),
                                           [](const auto& campus) { return campus.id == CampusId("C1"); });
            tabs->setCurrentIndex(home == campuses.end() ? 1 : 1 + static_cast<int>(home - campuses.begin()));
        }
        return page->isReady() && page->feed().board().has_value();
    }
    void showCampus(const CampusId& id) const {
        const auto& campuses = services->scope.campuses();
        const auto found =
            std::find_if(campuses.begin(), campuses.end(), [&](const auto& each) { return each.id == id; });
        QVERIFY(found != campuses.end());
        child<QTabBar>("dispatchCampuses")->setCurrentIndex(1 + static_cast<int>(found - campuses.begin()));
    }
    [[nodiscard]] const api::DispatchBoard& board() const { return *page->feed().board(); }
    [[nodiscard]] QAction* action(const char* name) const { return page->findChild<QAction*>(QLatin1String(name)); }
    template <typename T>
    [[nodiscard]] T* child(const char* name) const {
        return page->findChild<T*>(QLatin1String(name));
    }
    /// "dispatchCouriers", "dispatchWaiting", "dispatchInHand".
    [[nodiscard]] ui::PagedView* table(const std::string& name) const {
        return child<ui::PagedView>((name + "Table").c_str());
    }
    /// The ids of couriers, the numbers of orders, as shown.
    [[nodiscard]] QStringList keys(const std::string& name) const {
        QStringList all;
        const bool couriers = name == "dispatchCouriers";
        const auto* model = table(name)->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            all << (couriers ? ui::text(page->couriers()->model().row(row)->courier.id)
                             : model->index(row, 0).data().toString());
        }
        return all;
    }
    [[nodiscard]] QStringList selectedKeys(const std::string& name) const {
        const auto all = keys(name);
        QStringList selected;
        for (const int row : table(name)->selectedAt(1'000)) {
            selected << all.at(row);
        }
        return selected;
    }
    [[nodiscard]] static std::unique_ptr<QMimeData> dragged(const ui::PagedView* view) {
        return std::unique_ptr<QMimeData>(view->model()->mimeData(view->selectionModel()->selectedRows()));
    }
    [[nodiscard]] ui::ActionDialog* question() const { return page->findChild<ui::ActionDialog*>(); }

    /// First courier on duty (or off duty) by name that is none of `but`.
    [[nodiscard]] api::CourierRow courier(bool onDuty, const CourierId& but = {}) const {
        for (const auto& row : board().couriers) {
            if (row.onDuty == onDuty && row.id != but) {
                return row;
            }
        }
        return {};
    }
    void select(const CourierId& id) const { page->couriers()->select({id.str()}); }
    void select(const api::CourierRow& row) const { select(row.id); }
    /// Selects the first `count` rows.
    static void selectRows(ui::PagedView* view, int count) {
        view->selectionModel()->clear();
        for (int row = 0; row < count; ++row) {
            view->selectionModel()->select(view->model()->index(row, 0),
                                           QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    void confirm(const QString& reason) const {
        QTRY_VERIFY(question() != nullptr);
        const QPointer<ui::ActionDialog> asked(question());
        asked->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QTest::mouseClick(asked->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(!asked);  // the next question is another one
    }
    /// Drops as a drag would; true if the view took it.
    [[nodiscard]] bool drop(const QMimeData& mime, const CourierId& on) const {
        auto* view = table("dispatchCouriers");
        QPoint at(20, view->viewport()->height() - 2);
        if (const auto row = keys("dispatchCouriers").indexOf(ui::text(on)); row >= 0) {
            const auto index = view->model()->index(static_cast<int>(row), 0);
            view->scrollTo(index);
            at = view->visualRect(index).center();
        }
        return dropAt(view->viewport(), mime, at);
    }
    /// Moves a drag over the widget; true if it would take it.
    [[nodiscard]] static bool dragOver(QWidget* widget, const QMimeData& mime, const QPoint& at) {
        QDragEnterEvent enter(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(widget, &enter);
        QDragMoveEvent move(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(widget, &move);
        return move.isAccepted();
    }
    [[nodiscard]] static bool dropAt(QWidget* widget, const QMimeData& mime, const QPoint& at) {
        if (!dragOver(widget, mime, at)) {
            QDragLeaveEvent leave;
            QApplication::sendEvent(widget, &leave);
            return false;
        }
        QDropEvent event(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(widget, &event);
        return event.isAccepted();
    }
};

}  // namespace evenhand::test
