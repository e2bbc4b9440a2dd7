// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/crew_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kAxisHeight = 24;
constexpr int kCrewRowHeight = 26;
constexpr int kCrewNameWidth = 140;
constexpr int kMinDay = 260;
constexpr int kHoursBetweenLabels = 3;

QString shownName(const api::CrewRow& row) { return shownLine(row.name.empty() ? text(row.id) : text(row.name)); }

}  // namespace

CrewView::CrewView(const Formats& formats, QWidget* parent) : QWidget(parent), m_formats(formats) {
    setObjectName(QStringLiteral("crewView"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void CrewView::setCrew(std::optional<api::Crew> crew) {
    m_crew = std::move(crew);
    if (m_crew) {
        m_now = std::max(m_now, m_crew->at);
    }
    m_current = m_current < rows() ? m_current : -1;
    describe();
    updateGeometry();
    update();
    Q_EMIT currentChanged();
}

void CrewView::setNow(Instant now) {
    m_now = now;
    update();
}

int CrewView::rows() const { return m_crew ? static_cast<int>(m_crew->couriers.size()) : 0; }

int CrewView::nameWidth() const { return std::min(byText(kCrewNameWidth), width() / 3); }

QSize CrewView::sizeHint() const {
    return {byText(kCrewNameWidth + 2 * kMinDay), byText(kAxisHeight + std::max(1, rows()) * kCrewRowHeight)};
}

QSize CrewView::minimumSizeHint() const { return {byText(kCrewNameWidth + kMinDay), sizeHint().height()}; }

int CrewView::placeOf(Instant at) const {
    if (!m_crew) {
        return 0;
    }
    const auto& bounds = m_crew->bounds;
    const auto within = std::clamp(at, bounds.from, bounds.to).ms - bounds.from.ms;
    const auto day = std::max<std::int64_t>(1, bounds.to.ms - bounds.from.ms);
    const std::int64_t room = width() - nameWidth() - 1;
    return nameWidth() + static_cast<int>(within * room / day);
}

// --- words --------------------------------------------------------------------------------------------------

QString CrewView::timeText(Instant at) const {
    // The end of the day reads as people write it, not as the beginning of the next.
    return m_crew && at == m_crew->bounds.to ? QStringLiteral("24:00")
                                             : m_formats.zoned(at).toString(QStringLiteral("HH:mm"));
}

QString CrewView::spansText(const std::vector<api::TimeSpan>& spans) const {
    QStringList all;
    for (const auto& span : spans) {
        all << timeText(span.from) + QStringLiteral("–") + timeText(span.to);
    }
    return all.join(QStringLiteral(", "));
}

QString CrewView::describeRow(const api::CrewRow& row) const {
    const QString plan = !row.planned       ? tr("no roster")
                         : row.plan.empty() ? tr("no shift planned")
                                            : tr("planned %1", "times of day").arg(spansText(row.plan));
    const QString duty =
        row.actual.empty() ? tr("not on duty yet") : tr("on duty %1", "times of day").arg(spansText(row.actual));
    QString said = tr("%1: %2; %3", "courier, shifts, duty").arg(shownName(row), plan, duty);
    if (!row.phone.empty()) {
        said += QStringLiteral("; ") + shownLine(text(row.phone));
    }
    return said;
}

QString CrewView::current() const {
    return m_current < 0 ? QString() : describeRow(m_crew->couriers[static_cast<std::size_t>(m_current)]);
}

void CrewView::describe() {
    setAccessibleName(tr("Crew of the day"));
    QString all = tr("The crew is not known yet.");
    if (m_crew) {
        QStringList lines;
        for (const auto& row : m_crew->couriers) {
            lines << describeRow(row);
        }
        all = lines.isEmpty() ? tr("There are no couriers.") : lines.join(QStringLiteral(". "));
    }
    const QString now = current();
    setAccessibleDescription(now.isEmpty() ? all : now + QStringLiteral(". ") + all);
}

void CrewView::retranslate() {
    describe();
    update();
}

// --- walking ------------------------------------------------------------------------------------------------

void CrewView::setCurrentRow(int row) {
    const int fit = row >= 0 && row < rows() ? row : -1;
    if (fit != m_current) {
        m_current = fit;
        describe();
        update();
        Q_EMIT currentChanged();
    }
}

void CrewView::mouseMoveEvent(QMouseEvent* event) {
    const int y = event->position().toPoint().y() - byText(kAxisHeight);
    setCurrentRow(y < 0 ? -1 : y / byText(kCrewRowHeight));
    QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(current()), this);
    QWidget::mouseMoveEvent(event);
}

void CrewView::leaveEvent(QEvent* event) {
    if (!hasFocus()) {
        setCurrentRow(-1);
    }
    QWidget::leaveEvent(event);
}

void CrewView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Down && m_current + 1 < rows()) {
        setCurrentRow(m_current + 1);
    } else if (event->key() == Qt::Key_Up && m_current > 0) {
        setCurrentRow(m_current - 1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void CrewView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

// --- drawing ------------------------------------------------------------------------------------------------

void CrewView::drawAxis(QPainter& painter) const {
    const Colors& c = colorsOf(palette());
    const int axis = byText(kAxisHeight);
    const QDate date = m_formats.zoned(m_crew->bounds.from).date();
    painter.setFont(scaledFont(font(), -1));
    for (int hour = 0; hour < 24; hour += kHoursBetweenLabels) {
        const int x = placeOf(m_formats.fromZoned(date, QTime(hour, 0)));
        painter.setPen(c.grid);
        painter.drawLine(x, axis, x, height());
        painter.setPen(c.textMuted);
        const QRect room(x + kGapSmall, 0, placeOf(m_formats.fromZoned(date, QTime(hour + 2, 0))) - x, axis);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         QString::number(hour).rightJustified(2, QLatin1Char('0')));
    }
}

void CrewView::drawRow(QPainter& painter, int row) const {
    const Colors& c = colorsOf(palette());
    const auto& courier = m_crew->couriers[static_cast<std::size_t>(row)];
    const int high = byText(kCrewRowHeight);
    const int top = byText(kAxisHeight) + row * high;
    if (row == m_current) {
        painter.fillRect(QRect(0, top, width(), high), c.panelAlt);
    }
    painter.setFont(font());
    painter.setPen(courier.onDuty ? c.text : c.textMuted);
    painter.drawText(QRect(kGapSmall, top, nameWidth() - kGap, high),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fittedLine(painter.fontMetrics(), shownName(courier), nameWidth() - kGap));
    const auto bar = [&](const api::TimeSpan& span, int from, int to) {
        const int left = placeOf(span.from);
        return QRect(left, top + from, std::max(2, placeOf(span.to) - left), to - from);
    };
    for (const auto& span : courier.plan) {
        painter.setPen(c.tone(Tone::Info).text);
        painter.setBrush(c.tone(Tone::Info).fill);
        painter.drawRect(bar(span, high / 8, high - high / 8).adjusted(0, 0, -1, -1));
    }
    for (const auto& span : courier.actual) {
        painter.fillRect(bar(span, high * 5 / 8, high - high / 4), c.tone(Tone::Good).text);
    }
}

void CrewView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    if (!m_crew) {
        painter.setPen(colorsOf(palette()).textMuted);
        painter.drawText(rect(), Qt::AlignCenter, Formats::dash());
        return;
    }
    // Of a large crew only what is in view.
    const int high = byText(kCrewRowHeight);
    const int axis = byText(kAxisHeight);
    const int first = std::max(0, (event->rect().top() - axis) / high);
    const int last = std::min(rows() - 1, (event->rect().bottom() - axis) / high);
    for (int row = first; row <= last; ++row) {
        drawRow(painter, row);
    }
    drawAxis(painter);
    const auto& bounds = m_crew->bounds;
    if (bounds.from <= m_now && m_now < bounds.to) {
        painter.setPen(QPen(colorsOf(palette()).accent, 2));
        painter.drawLine(placeOf(m_now), axis, placeOf(m_now), height());
    }
    if (hasFocus()) {
        painter.setPen(QPen(colorsOf(palette()).accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

}  // namespace evenhand::ui
