// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a number of units per line: a name, figures beside it, a spin box, and what is left of the line.
// Thread: GUI. Beyond kMaxLines only the figures are shown and the numbers stay as given. Names are plain text.
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <QStringList>
#include <QWidget>
#include <vector>

class QGridLayout;

namespace evenhand::ui {

class UnitsGrid : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kMaxLines = 300;
    struct Line {
        QString key;  ///< object name of the spin box: "units." and this
        QString name;
        QStringList figures;
        std::int64_t low = 0;
        std::int64_t high = 0;
        std::int64_t value = 0;
    };
    struct Header {
        QString name;
        QStringList figures;
        QString value;
        QString rest;  ///< of the column that shows high − value; empty: none
    };

    UnitsGrid(const Header& header, std::vector<Line> lines, QWidget* parent = nullptr);

    [[nodiscard]] std::int64_t value(std::size_t line) const;
    [[nodiscard]] std::int64_t sum() const;
    [[nodiscard]] QSpinBox* spin(std::size_t line) const { return m_spins.at(line); }
    [[nodiscard]] std::size_t size() const noexcept { return m_lines.size(); }
    /// Not to be changed; `why` is its tool tip.
    void lock(const QString& why);

Q_SIGNALS:
    void changed();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// As high as its lines, up to some; then it scrolls.
    void fit();
    void addLine(QGridLayout* grid, std::size_t at, bool withRest);

    std::vector<Line> m_lines;
    QScrollArea* m_scroll = nullptr;
    std::vector<QSpinBox*> m_spins;
};

}  // namespace evenhand::ui
