// SPDX-License-Identifier: GPL-3.0-or-later
// Which consoles and command lines are connected to the service; an administrator ends a connection.
// Thread: GUI.
#pragma once

// Qt's first: its moc does not get through the standard library's headers of what follows otherwise.
#include <QAction>
#include <QString>

#include "engine/api/team_desk.h"

namespace evenhand::api {

[[nodiscard]] inline ConsoleId cacheKey(const ConnectedConsole& row) { return row.id; }
[[nodiscard]] inline bool changed(const ConnectedConsole& a, const ConnectedConsole& b) {
    return a.who != b.who || a.from != b.from || a.since != b.since || a.program != b.program || a.via != b.via ||
           a.roundTripMs != b.roundTripMs || a.own != b.own;
}

}  // namespace evenhand::api

#include "ui/pages/settings/settings_pane.h"
#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using ConnectedTable = QueryPane<api::ConnectedConsole, AnyCell, OneOrder>;

class ConnectedPane : public SettingsPane {
    Q_OBJECT

public:
    static constexpr int kQuietPolls = 10;  ///< polls of the status after which round trips are read anew

    explicit ConnectedPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("server"); }
    [[nodiscard]] QList<QAction*> commands() const override {
        return SettingsPane::commands() + m_consoles->commands();
    }
    [[nodiscard]] bool isReady() const override { return m_consoles->isReady(); }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] ConnectedTable* consoles() const { return m_consoles; }
    [[nodiscard]] ConnectedTable::Model* model() const { return &m_consoles->model(); }

private:
    [[nodiscard]] ConnectedTable::Spec describe();
    [[nodiscard]] RowAction<api::ConnectedConsole> describeEnd();
    [[nodiscard]] std::vector<Column<api::ConnectedConsole, OneOrder>> describeColumns();

    ConnectedTable* m_consoles = nullptr;
    int m_polls = 0;
    bool m_active = false;
};

}  // namespace evenhand::ui
