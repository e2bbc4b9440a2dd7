// SPDX-License-Identifier: GPL-3.0-or-later
// The room of a table is shared among its columns, so that what is shown is whole: a column is as wide as its person or
// its description wants it and at least as wide as what stands in it, in its title and in the rows seen so far. Where
// that is more than there is, those that have room to spare give it, and then the least important columns are hidden
// until there is room again. Long texts are cut before anything is hidden; the tip has the whole.
// What its person hides, shows and resizes goes before. Thread: GUI. Costs a look at the cells in view when they have
// changed; columns do not become narrower as other rows come, so nothing jumps.
#pragma once

#include <QObject>
#include <QTableView>
#include <map>
#include <set>
#include <vector>

namespace evenhand::ui {

/// Pixels at 10 points that a cell is given at the cost of other columns; what is longer is a text that can be cut.
inline constexpr int kWholeCell = 190;

class ColumnRoom : public QObject {
    Q_OBJECT

public:
    /// `least`: what each column needs with text at 10 points; of the last one shown, which takes what is left over,
    /// nobody else knows. `yielding`: the first goes first, before any column is made narrower; after these, and where
    /// narrower columns do not help, the last one shown goes first. The first column stays.
    ColumnRoom(QTableView& table, std::vector<int> least, std::vector<int> yielding);

    /// Shown, or hidden only because there is no room.
    [[nodiscard]] bool isWanted(int column) const;
    /// As its person wants it; what is asked for does not give way again, nor does it hide another one.
    void setWanted(int column, bool wanted);
    /// As what the table shows needs it: nobody has asked, so any column may still give way.
    void setShown(int column, bool shown);
    /// Some are wanted and have no room.
    [[nodiscard]] bool isShort() const noexcept { return !m_hidden.empty(); }
    /// Asks for these, too; then the table scrolls sideways.
    void showAll();
    /// The texts are others now: what stands in the columns is looked at anew.
    void forget();
    /// Pixels of the table's right side over which something lies.
    void setCovered(int pixels);
    /// Columns that have no room, or are narrower or wider than wanted, with the widths wanted.
    [[nodiscard]] std::map<int, int> yielded() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Need {
        int column = 0;
        int whole = 0;  ///< its title and its cells, long texts cut
        int ideal = 0;  ///< as it is wanted, if not less than that
        int most = 0;   ///< long texts too
        int wide = 0;   ///< what it gets
    };

    void listen(const QAbstractItemModel& model);
    /// `column` was given another width, not by this.
    void noteWidth(int column, int before, int now);
    /// With the next turn of the event loop: what stands in these cells.
    void lookAt(int firstColumn, int lastColumn);
    void lookNow();
    [[nodiscard]] int titleOf(int column) const;
    [[nodiscard]] int lastShown() const;
    [[nodiscard]] Need needOf(int column, int last) const;
    /// Of the columns wanted, from the left, without those that have to go.
    /// `keeps`: none of those shown has to go.
    [[nodiscard]] std::vector<Need> share(int room, bool keeps, std::set<int>& hidden) const;
    void fit(bool keeps = false);
    /// No column goes from before the eyes of who scrolls.
    [[nodiscard]] bool isScrolled() const;

    QTableView& m_table;
    std::vector<int> m_least;
    std::vector<int> m_yielding;
    std::vector<int> m_wanted;   ///< width of each column as its person or its description wants it
    std::set<int> m_byHand;      ///< made so in this session, or narrower than its description says
    std::set<int> m_asked;       ///< shown by their person although there is no room
    std::map<int, int> m_cells;  ///< what the cells seen so far need
    std::map<int, int> m_given;  ///< widths of those shown as they were shared out last
    std::set<int> m_hidden;      ///< because there is no room
    int m_firstLooked = -1;      ///< columns whose cells are to be looked at; -1: none
    int m_lastLooked = -1;
    int m_covered = 0;
    bool m_refit = false;  ///< whatever the cells say
    bool m_fitting = false;
};

}  // namespace evenhand::ui
