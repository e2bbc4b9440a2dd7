// SPDX-License-Identifier: GPL-3.0-or-later
// The ring of workers drawn: a segment per range, its colour and hatch those of its owner, a mark outside per virtual
// node, and in the middle how many there are. The mouse, or the arrow keys once it has the focus, walk the segments;
// what the present one is stands in current() and is spoken. Thread: GUI. Drawn once per snapshot; walking draws only
// what is on top.
#pragma once

#include <QBrush>
#include <QPixmap>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/api/task_board.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

class RingView : public QWidget {
    Q_OBJECT

public:
    struct Segment {
        api::RingRange range;
        std::size_t worker = 0;  ///< index into the snapshot's workers
    };

    explicit RingView(QWidget* parent = nullptr);

    /// nullopt: not known.
    void setSnapshot(std::optional<api::RingSnapshot> snapshot);
    /// In order of their beginning; the one over the end last.
    [[nodiscard]] const std::vector<Segment>& segments() const noexcept { return m_segments; }
    /// -1: none.
    [[nodiscard]] int currentSegment() const noexcept { return m_current; }
    void setCurrentSegment(int index);
    /// The first segment of this worker, by its place in the snapshot.
    void selectWorker(std::size_t worker);
    /// Worker, range and share of the present segment; empty: none.
    [[nodiscard]] QString current() const;
    /// Its colour; from the ninth worker on, when colours come again, hatched, each round in another way.
    [[nodiscard]] QBrush brushOf(std::size_t worker) const;
    /// Segment at a place of the widget; -1: none.
    [[nodiscard]] int segmentAt(const QPointF& place) const;
    void retranslate();
    [[nodiscard]] QSize sizeHint() const override { return {280, 280}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 180}; }

Q_SIGNALS:
    void currentChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void drawRing();
    void drawMiddle(QPainter& painter) const;
    void describe();
    [[nodiscard]] QRectF outer() const;
    [[nodiscard]] QPainterPath pathOf(const Segment& segment, qreal grow) const;

    std::optional<api::RingSnapshot> m_snapshot;
    std::vector<Segment> m_segments;
    QPixmap m_ring;  ///< drawn for this size, look and snapshot; null: not yet
    int m_current = -1;
    bool m_byMouse = false;
};

/// The stripes of a brush in the colour of what is around, over `shape`, which is filled with the brush's own colour
/// already. Solid: nothing.
void drawHatch(QPainter& painter, const QPainterPath& shape, const QBrush& brush, const QColor& ground);

/// "0x1a2b3c4d".
[[nodiscard]] QString positionText(std::uint32_t position);

}  // namespace evenhand::ui
