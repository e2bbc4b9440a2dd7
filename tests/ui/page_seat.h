// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the console, shown to somebody with certain permissions, and which of its actions they can do.
// Thread: the window's.
#pragma once

#include <QAction>
#include <QRegularExpression>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "tests/support/line/over_line.h"
#include "ui/pages/pages.h"
#include "ui/shell/console_services.h"
#include "ui/shell/page.h"
#include "ui/shell/page_registry.h"
#include "ui/shell/restore_backend.h"
#include "ui/shell/service_control.h"

namespace evenhand::test::page_rules {

/// What the program behind the console can do, and who has signed in.
struct Program {
    ui::RestoreBackend* restore = nullptr;
    ui::ServiceControl* service = nullptr;
    ui::ImportBackend* imports = nullptr;
    std::optional<api::SignedIn> signedIn = std::nullopt;
};

/// The names of all actions that any page had, and of those that some table had as allowed.
struct Registry {
    std::set<QString> met;
    std::set<QString> judged;
};
inline Registry& registry() {
    static Registry all;
    return all;
}

/// A page, shown to somebody, with the first row of each of its tables selected.
struct Seat {
    using Prepare = std::function<void(Seat&)>;
    Seat(api::EngineApi& engine, std::size_t which, const QVariantMap& target, api::Permissions permissions,
         const Prepare& prepare = {}, const Program& program = {})
        : line(engine, api::Actor{"ann", permissions}),
          services(line.engine(), api::Actor{"ann", permissions}, folder.filePath(QStringLiteral("console.ini")),
                   program.signedIn, false, program.restore, program.service, program.imports) {
        ui::PageRegistry pages;
        ui::registerPages(pages);
        page.reset(pages.factories().at(which)(services.context));
        page->resize(1300, 800);
        page->show();
        services.bridge.setVisible(true);
        services.pulse.setVisible(true);
        services.scope.reload();
        page->setActive(true);
        ready();
        for (auto* table : page->findChildren<QTableView*>()) {
            if (table->model() != nullptr && table->model()->rowCount() > 0) {
                table->selectRow(0);
            }
        }
        ready();
        if (!target.isEmpty()) {
            page->openTarget(target);
            ready();
        }
        if (prepare) {
            prepare(*this);
            ready();
        }
    }
    /// Selects the first row of this table whose cell in this column has this text, which one must have unless there is
    /// none at all; without a text the first row.
    void select(const char* table, int column = 0, const char* cell = "") {
        ready();
        auto* view = page->findChild<QTableView*>(QLatin1String(table));
        QVERIFY2(view != nullptr, table);
        const int rows = view->model()->rowCount();
        int row = 0;
        while (row < rows && *cell != '\0' &&
               view->model()->index(row, column).data().toString() != QString::fromUtf8(cell)) {
            ++row;
        }
        QVERIFY2(row < rows || rows == 0, cell);
        if (row < rows) {
            view->selectRow(row);
        }
        ready();
    }
    /// Selects the first row of each table that is seen.
    void selectSeen() {
        ready();
        for (auto* table : page->findChildren<QTableView*>()) {
            if (table->isVisible() && table->model() != nullptr && table->model()->rowCount() > 0) {
                table->selectRow(0);
            }
        }
        ready();
    }
    void ready() {
        constexpr int kTurns = 50;
        const auto isReady = [this] { return services.scope.isLoaded() && page->isReady(); };
        QCoreApplication::processEvents();
        for (int turn = 0; turn < kTurns && !isReady(); ++turn) {
            QTest::qWait(0);  // most of it takes a few turns, and QTRY would wait fifty milliseconds each time
        }
        QTRY_VERIFY(isReady());
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QStringList enabled() const {
        static const QRegularExpression noted(
            QStringLiteral("^_q_|^choice\\.|^column\\.|^time\\.|\\.show\\.|(^|\\.)copy(Rows|Cell)$"));
        QStringList names;
        for (const auto* action : page->findChildren<QAction*>()) {
            if (action->objectName().isEmpty() || noted.match(action->objectName()).hasMatch()) {
                continue;
            }
            registry().met.insert(action->objectName());
            if (action->isEnabled()) {
                names << action->objectName();
            }
        }
        names.removeDuplicates();
        names.sort();
        return names;
    }

    QTemporaryDir folder;
    test::OverLine line;
    ui::ConsoleServices services;
    std::unique_ptr<ui::Page> page;
};

}  // namespace evenhand::test::page_rules
