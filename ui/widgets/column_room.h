// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a table that give way where there is no room for all: the least important are hidden until there is, so
// that the others are whole. What its person hides and shows goes before. Thread: GUI.
#pragma once

#include <QObject>
#include <QTableView>
#include <map>
#include <vector>

namespace evenhand::ui {

class ColumnRoom : public QObject {
    Q_OBJECT

public:
    /// `least`: what each column needs with text at 10 points; of the last one shown, which takes what is left over,
    /// nobody else knows. `yielding`: the first goes first.
    ColumnRoom(QTableView& table, std::vector<int> least, std::vector<int> yielding);

    /// Shown, or only hidden for want of room.
    [[nodiscard]] bool isWanted(int column) const;
    /// As its person wants it; what is asked for does not give way again.
    void setWanted(int column, bool wanted);
    /// Pixels of the table's right side over which something lies.
    void setCovered(int pixels);
    /// Columns that are hidden for want of room, with the widths they had.
    [[nodiscard]] const std::map<int, int>& yielded() const noexcept { return m_yielded; }
    /// Columns come and go for want of room right now; nothing of that is to be remembered.
    [[nodiscard]] bool isFitting() const noexcept { return m_fitting; }
    /// The header's, with all columns that are wanted.
    [[nodiscard]] QByteArray saveState() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    [[nodiscard]] int need(int column, int last) const;

    QTableView& m_table;
    std::vector<int> m_least;
    std::vector<int> m_yielding;
    std::map<int, int> m_yielded;  ///< column, and its width
    int m_covered = 0;
    bool m_fitting = false;
};

}  // namespace evenhand::ui
