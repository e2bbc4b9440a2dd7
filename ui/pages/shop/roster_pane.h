// SPDX-License-Identifier: GPL-3.0-or-later
// Rosters of couriers: a table of their weeks with the exceptions ahead, and today's crew as a timeline, who is planned
// when and who was on duty. Thread: GUI. Works only while active; rows are those of the campus chosen.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "engine/api/shift_desk.h"
#include "ui/bridge/feed_channel.h"
#include "ui/models/row_cache.h"

namespace evenhand::ui {

struct RosterLine {
    api::RosterRow row = {};
    QString campus = {};          ///< its name
    api::CalendarDay today = {};  ///< exceptions before it are over
    QString phone = {};           ///< empty: none, or not known yet
};
[[nodiscard]] inline TextKey cacheKey(const RosterLine& line) { return {line.row.roster.courier.str()}; }
[[nodiscard]] bool changed(const RosterLine& a, const RosterLine& b);

}  // namespace evenhand::ui

#include "ui/tables/fed_table.h"

class QDialog;
class QSplitter;

namespace evenhand::ui {

class Card;
class CrewView;

class RosterPane : public QWidget {
    Q_OBJECT

public:
    using Table = FedTable<RosterLine>;
    /// How often the crew is read again without an event: couriers come on and go off duty by the clock.
    static constexpr int kCrewMs = 30'000;

    explicit RosterPane(UiContext& context, QWidget* parent = nullptr);

    void setActive(bool active);
    void refresh();
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] QList<QAction*> commands() const { return m_table->commands(); }
    [[nodiscard]] Table* table() const { return m_table; }
    [[nodiscard]] CrewView* crew() const { return m_crew; }
    [[nodiscard]] QLabel* crewNote() const { return m_note; }
    /// The form that is open; nullptr: none.
    [[nodiscard]] QDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void readyChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] Table::Spec describe();
    [[nodiscard]] std::vector<Column<RosterLine, OneOrder>> describeColumns() const;
    [[nodiscard]] RowAction<RosterLine> describeForm(bool week);
    void setupCrew();
    void setupReads();
    void readRosters();
    void readCrew();
    void restart();
    void refreshTexts();

    UiContext& m_context;
    QSplitter* m_splitter;
    Table* m_table = nullptr;
    Card* m_crewCard = nullptr;
    CrewView* m_crew = nullptr;
    QLabel* m_note = nullptr;
    FeedChannel* m_rosterReads = nullptr;
    FeedChannel* m_crewReads = nullptr;
    std::optional<Error> m_crewError;
    QTimer m_again;
    QPointer<QDialog> m_dialog;
};

}  // namespace evenhand::ui
