// SPDX-License-Identifier: GPL-3.0-or-later
// A row of widgets that goes on in a second row where the window is too narrow, so that nothing in it is cut; what
// would stand alone there takes its neighbour along. What has a stretch begins at its least width and shares what its
// row leaves over. What can do with less than it would like (tabs scroll) gets the whole row where that is narrower,
// and does not widen the window. Thread: GUI.
#pragma once

#include <QLayout>
#include <vector>

namespace evenhand::ui {

class WrapRow : public QLayout {
public:
    explicit WrapRow(QWidget* parent = nullptr) : QLayout(parent) {}
    ~WrapRow() override;

    void addWidget(QWidget* widget, int stretch = 0) { insertWidget(count(), widget, stretch); }
    void insertWidget(int index, QWidget* widget, int stretch = 0);
    void addSpacing(int pixels);
    void addStretch(int stretch = 1);
    /// Tab goes through them as they stand. Once all are there.
    void orderTabs() const;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_cells.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;
    void invalidate() override;

private:
    struct Cell {
        QLayoutItem* item = nullptr;
        int stretch = 0;
        // What the item asks for, of the last measure().
        bool isShown = false;
        int width = 0;  ///< at which it begins
        int leastWidth = 0;
        int height = 0;
    };
    using Row = std::vector<Cell>;
    /// Layouts ask several times for each change anywhere in the window, and a widget reckons its size each time.
    void measure() const;
    [[nodiscard]] int widthOf(const Row& row) const;
    /// Height of all rows; places them if `apply`.
    int arrange(const QRect& rect, bool apply) const;
    [[nodiscard]] std::vector<Row> rowsIn(int room) const;
    void moveOneDown(Row& before, Row& row, int room) const;
    void placeRow(const Row& row, const QRect& rect) const;

    mutable std::vector<Cell> m_cells;
    mutable bool m_isMeasured = false;
    mutable int m_askedWidth = -1;  ///< of the height below; < 0: none is known
    mutable int m_askedHeight = 0;
};

}  // namespace evenhand::ui
