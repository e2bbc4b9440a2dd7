// SPDX-License-Identifier: GPL-3.0-or-later
// Names and values in two columns, values aligned; for detail panels. Plain text only; values can be selected. It is
// never wider than its place: long names go on in the next line, a long number is shortened in its middle, and figures
// stay whole. Values may change every second: where only digits change, the window is not laid out anew. Thread: GUI.
#pragma once

#include <QLabel>
#include <QWidget>
#include <utility>
#include <vector>

namespace evenhand::ui {

class FactGrid : public QWidget {
    Q_OBJECT

public:
    struct Fact {
        QString name;
        QString value;
        bool number = false;  ///< at the right
        bool strong = false;
    };

    explicit FactGrid(QWidget* parent = nullptr);
    void setFacts(const std::vector<Fact>& facts);
    /// Value shown for a name; for tests.
    [[nodiscard]] QString valueOf(const QString& name) const;

private:
    class Grid;
    void show(QLabel& label, const QString& text);

    Grid* m_grid = nullptr;
    std::vector<std::pair<QLabel*, QLabel*>> m_rows;
};

}  // namespace evenhand::ui
