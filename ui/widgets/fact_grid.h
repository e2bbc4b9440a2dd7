// SPDX-License-Identifier: GPL-3.0-or-later
// Names and values in two columns, values aligned; for detail panels. Plain text only; values can be selected.
// Thread: GUI.
#pragma once

#include <QGridLayout>
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
        bool operator==(const Fact&) const = default;
    };

    explicit FactGrid(QWidget* parent = nullptr);
    /// A row that stays as it is costs nothing: a page may set its facts at every poll.
    void setFacts(const std::vector<Fact>& facts);
    /// Value shown for a name; for tests.
    [[nodiscard]] QString valueOf(const QString& name) const;

private:
    QGridLayout* m_grid = nullptr;
    std::vector<std::pair<QLabel*, QLabel*>> m_rows;
    std::vector<Fact> m_shown;
    QFont m_shownIn;
};

}  // namespace evenhand::ui
