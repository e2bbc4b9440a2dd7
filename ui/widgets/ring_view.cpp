// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ring_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {
namespace {

constexpr double kPositions = 4294967296.0;
constexpr qreal kMargin = 14;
constexpr qreal kThickness = 0.24;  // of the radius
constexpr qreal kNodeMark = 5;
constexpr int kManyNodes = 2'000;  // marks beyond are a grey rim and tell nothing
constexpr double kFullCircle = 360.0;

double turn(std::uint32_t position) { return static_cast<double>(position) / kPositions; }

double shareOf(const api::RingRange& range) { return static_cast<double>(range.size()) / kPositions; }

/// From the top, clockwise, as QPainterPath counts: degrees, counter-clockwise from three o'clock.
double angleOf(double turns) { return 90.0 - turns * kFullCircle; }

QString percent(double share) { return Formats::decimal(share * 100, share < 0.1 ? 2 : 1) + QStringLiteral(" %"); }

}  // namespace

QString positionText(std::uint32_t position) {
    return QStringLiteral("0x") + QString::number(position, 16).rightJustified(8, QLatin1Char('0'));
}

void drawHatch(QPainter& painter, const QPainterPath& shape, const QBrush& brush, const QColor& ground) {
    if (brush.style() != Qt::SolidPattern) {
        painter.fillPath(shape, QBrush(ground, brush.style()));
    }
}

RingView::RingView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("ringView"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void RingView::setSnapshot(std::optional<api::RingSnapshot> snapshot) {
    const auto before =
        m_current >= 0 ? std::optional(m_segments.at(static_cast<std::size_t>(m_current)).range.from) : std::nullopt;
    const bool sameRing = m_snapshot && snapshot && m_snapshot->revision == snapshot->revision &&
                          m_snapshot->workers.size() == snapshot->workers.size();
    m_snapshot = std::move(snapshot);
    if (!sameRing) {
        m_ring = {};
        m_segments.clear();
        for (std::size_t i = 0; m_snapshot && i < m_snapshot->workers.size(); ++i) {
            for (const auto& range : m_snapshot->workers[i].ranges) {
                m_segments.push_back({range, i});
            }
        }
        std::sort(m_segments.begin(), m_segments.end(), [](const Segment& a, const Segment& b) {
            return std::pair(a.range.to <= a.range.from, a.range.from) <
                   std::pair(b.range.to <= b.range.from, b.range.from);
        });
        m_current = -1;
        for (std::size_t i = 0; before && i < m_segments.size(); ++i) {
            m_current = m_segments[i].range.contains(*before) ? static_cast<int>(i) : m_current;
        }
    }
    describe();
    update();
    Q_EMIT currentChanged();
}

QBrush RingView::brushOf(std::size_t worker) const {
    // Lighter and darker kinds of eight colours are not told apart, least of all by the colour-blind; stripes are.
    constexpr Qt::BrushStyle kHatches[] = {Qt::SolidPattern,     Qt::BDiagPattern, Qt::FDiagPattern, Qt::HorPattern,
                                           Qt::DiagCrossPattern, Qt::VerPattern,   Qt::CrossPattern};
    const auto& series = colorsOf(palette()).series;
    return {series.at(worker % series.size()), kHatches[worker / series.size() % std::size(kHatches)]};
}

void RingView::setCurrentSegment(int index) {
    const int fit = index >= 0 && index < static_cast<int>(m_segments.size()) ? index : -1;
    if (fit != m_current) {
        m_current = fit;
        describe();
        update();
        Q_EMIT currentChanged();
    }
}

void RingView::selectWorker(std::size_t worker) {
    const auto found = std::find_if(m_segments.begin(), m_segments.end(),
                                    [&](const Segment& segment) { return segment.worker == worker; });
    setCurrentSegment(found == m_segments.end() ? -1 : static_cast<int>(found - m_segments.begin()));
}

QString RingView::current() const {
    if (m_current < 0 || !m_snapshot) {
        return {};
    }
    const auto& segment = m_segments.at(static_cast<std::size_t>(m_current));
    const auto& worker = m_snapshot->workers.at(segment.worker);
    return tr("%1: from %2 up to %3, %4 of the ring; all its ranges %5.", "worker, position, position, share, share")
        .arg(shownLine(text(worker.member.name)), positionText(segment.range.from), positionText(segment.range.to),
             percent(shareOf(segment.range)), percent(worker.share));
}

void RingView::describe() {
    setAccessibleName(tr("Ring of workers"));
    QString all;
    if (!m_snapshot) {
        all = tr("The ring is not known.");
    } else if (m_snapshot->workers.empty()) {
        all = tr("No worker is running: no task is done.");
    } else {
        QStringList shares;
        for (const auto& worker : m_snapshot->workers) {
            shares << QStringLiteral("%1 %2").arg(shownLine(text(worker.member.name)), percent(worker.share));
        }
        all = tr("%1 workers: %2.", nullptr, Formats::plural(std::ssize(m_snapshot->workers)))
                  .arg(Formats::number(std::ssize(m_snapshot->workers)), wordList(shares));
    }
    const QString now = current();
    setAccessibleDescription(now.isEmpty() ? all : now + QLatin1Char(' ') + all);
}

QRectF RingView::outer() const {
    const qreal side = std::min(width(), height()) - 2 * kMargin;
    return {(width() - side) / 2, (height() - side) / 2, side, side};
}

QPainterPath RingView::pathOf(const Segment& segment, qreal grow) const {
    const QRectF big = outer().adjusted(-grow, -grow, grow, grow);
    const qreal inset = outer().width() / 2 * kThickness;
    const QRectF small = outer().adjusted(inset - grow, inset - grow, grow - inset, grow - inset);
    QPainterPath path;
    if (segment.range.from == segment.range.to) {
        path.addEllipse(big);
        QPainterPath hole;
        hole.addEllipse(small);
        return path.subtracted(hole);
    }
    const double from = angleOf(turn(segment.range.from));
    const double sweep = -shareOf(segment.range) * kFullCircle;
    path.arcMoveTo(big, from);
    path.arcTo(big, from, sweep);
    path.arcTo(small, from + sweep, -sweep);
    path.closeSubpath();
    return path;
}

void RingView::drawRing() {
    m_ring = QPixmap(size() * devicePixelRatioF());
    m_ring.setDevicePixelRatio(devicePixelRatioF());
    m_ring.fill(Qt::transparent);
    QPainter painter(&m_ring);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colorsOf(palette());
    const bool few = m_segments.size() < 400;
    for (const auto& segment : m_segments) {
        const QBrush brush = brushOf(segment.worker);
        const QPainterPath path = pathOf(segment, 0);
        painter.setPen(few ? QPen(c.panel, 0.6) : QPen(Qt::NoPen));
        painter.setBrush(brush.color());
        painter.drawPath(path);
        drawHatch(painter, path, brush, c.panel);
    }
    std::size_t nodes = 0;
    for (const auto& worker : m_snapshot->workers) {
        nodes += worker.member.positions.size();
    }
    if (nodes > kManyNodes) {
        return;
    }
    const QPointF middle = outer().center();
    const qreal radius = outer().width() / 2;
    for (std::size_t i = 0; i < m_snapshot->workers.size(); ++i) {
        painter.setPen(QPen(brushOf(i).color(), 1.2));
        for (const auto position : m_snapshot->workers[i].member.positions) {
            const double at = turn(position) * 2 * M_PI;
            const QPointF out(std::sin(at), -std::cos(at));
            painter.drawLine(middle + out * (radius + 2), middle + out * (radius + 2 + kNodeMark));
        }
    }
}

void RingView::drawMiddle(QPainter& painter) const {
    const Colors& c = colorsOf(palette());
    const QRectF box = outer();
    QString figure = Formats::dash();
    QString note = tr("not known");
    QColor ink = c.textFaint;
    if (m_snapshot) {
        const auto count = std::ssize(m_snapshot->workers);
        figure = Formats::number(count);
        ink = m_snapshot->covered ? c.text : c.tone(Tone::Bad).text;
        note = m_snapshot->workers.empty() ? tr("no workers")
               : m_snapshot->covered       ? tr("workers, all covered", nullptr, Formats::plural(count))
                                           : tr("workers, not all covered", nullptr, Formats::plural(count));
    }
    painter.setPen(ink);
    painter.setFont(scaledFont(font(), 12, QFont::DemiBold));
    painter.drawText(box.adjusted(0, -14, 0, -14), Qt::AlignCenter, figure);
    painter.setPen(c.textMuted);
    painter.setFont(scaledFont(font(), -1));
    const qreal side = box.width() * 0.3;
    painter.drawText(box.adjusted(side, box.height() / 2 + 6, -side, 0),
                     static_cast<int>(Qt::AlignHCenter | Qt::AlignTop) | Qt::TextWordWrap, note);
}

void RingView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colorsOf(palette());
    if (m_segments.empty()) {
        const qreal inset = outer().width() / 2 * kThickness;
        painter.setPen(QPen(c.grid, inset));
        painter.drawEllipse(outer().adjusted(inset / 2, inset / 2, -inset / 2, -inset / 2));
    } else {
        if (m_ring.isNull()) {
            drawRing();
        }
        painter.drawPixmap(0, 0, m_ring);
    }
    if (m_current >= 0) {
        const auto& segment = m_segments.at(static_cast<std::size_t>(m_current));
        painter.setPen(QPen(c.text, 1.6));
        const QBrush brush = brushOf(segment.worker);
        const QPainterPath path = pathOf(segment, 3);
        painter.setBrush(brush.color().lighter(118));
        painter.drawPath(path);
        drawHatch(painter, path, brush, c.panel);
    }
    drawMiddle(painter);
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

int RingView::segmentAt(const QPointF& place) const {
    const QPointF from = place - outer().center();
    const qreal radius = outer().width() / 2;
    const qreal away = std::hypot(from.x(), from.y());
    if (away > radius + kNodeMark + 2 || away < radius * (1 - kThickness) - 2) {
        return -1;
    }
    double turns = std::atan2(from.x(), -from.y()) / (2 * M_PI);
    turns = turns < 0 ? turns + 1 : turns;
    const auto position = static_cast<std::uint32_t>(std::min(turns * kPositions, kPositions - 1));
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        if (m_segments[i].range.contains(position)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void RingView::mouseMoveEvent(QMouseEvent* event) {
    m_byMouse = true;
    setCurrentSegment(segmentAt(event->position()));
    if (m_current >= 0) {
        QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(current()), this);
    } else {
        QToolTip::hideText();
    }
}

void RingView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (m_byMouse) {
        m_byMouse = false;
        setCurrentSegment(-1);
    }
}

void RingView::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(m_segments.size());
    if (count == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_byMouse = false;
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down: setCurrentSegment((m_current + 1) % count); break;
        case Qt::Key_Left:
        case Qt::Key_Up: setCurrentSegment(m_current <= 0 ? count - 1 : m_current - 1); break;
        case Qt::Key_Home: setCurrentSegment(0); break;
        case Qt::Key_End: setCurrentSegment(count - 1); break;
        case Qt::Key_Escape: setCurrentSegment(-1); break;
        default: QWidget::keyPressEvent(event);
    }
}

void RingView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        m_ring = {};
        update();
    } else if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void RingView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_ring = {};
}

void RingView::retranslate() {
    describe();
    update();
    Q_EMIT currentChanged();
}

}  // namespace evenhand::ui
