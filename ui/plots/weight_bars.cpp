// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/weight_bars.h"

#include <QFontMetrics>
#include <QMouseEvent>
#include <QSet>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr double kBarWidth = 0.72;
constexpr int kMinLabelWidth = 26;    // pixels of a bar's slot; narrower ones are named upright, or by hovering
constexpr double kLabelShare = 0.45;  // of the plot's height, the most that upright names may take
constexpr int kSelectedAlpha = 40;
constexpr int kTargetAlpha = 50;

// 1, 2 or 5 times a power of ten, at least `value`.
double niceAbove(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= value) {
            return factor * power;
        }
    }
    return 10 * power;
}

QColor blend(const QColor& a, const QColor& b, double share) {
    const auto mix = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QString firstPart(const QString& name) { return name.section(QLatin1Char(' '), 0, 0); }

// In one line if it fits, else broken at the first space; empty if that does not fit either.
QString whole(const QString& name, const QFontMetrics& metrics, int width) {
    const auto fits = [&](const QString& part) { return metrics.horizontalAdvance(part) <= width; };
    const qsizetype space = name.indexOf(QLatin1Char(' '));
    if (fits(name)) {
        return name;
    }
    return space > 0 && fits(name.left(space)) && fits(name.mid(space + 1))
               ? QString(name).replace(space, 1, QLatin1Char('\n'))
               : QString();
}

// No name is cut: all are whole, else of all the first part stands for them; empty if that names nobody.
QStringList namesIn(const QStringList& names, const QFontMetrics& metrics, int width) {
    QStringList shown;
    for (const QString& name : names) {
        shown << whole(name, metrics, width);
    }
    if (!shown.contains(QString())) {
        return shown;
    }
    shown.clear();
    for (const QString& name : names) {
        shown << firstPart(name);
    }
    const bool fit = std::all_of(shown.begin(), shown.end(),
                                 [&](const QString& part) { return metrics.horizontalAdvance(part) <= width; });
    return fit && QSet<QString>(shown.begin(), shown.end()).size() == shown.size() ? shown : QStringList();
}

}  // namespace

WeightBars::WeightBars(UiPulse* pulse, QWidget* parent) : BasePlot(pulse, parent), m_names(new QCPAxisTickerText) {
    m_band = new QCPItemRect(this);
    m_band->setLayer(QStringLiteral("background"));
    for (auto** bars : {&m_offDuty, &m_onDuty, &m_next}) {
        *bars = new QCPBars(xAxis, yAxis);
        (*bars)->setWidth(kBarWidth);
        (*bars)->setWidthType(QCPBars::wtPlotCoords);
        (*bars)->setPen(Qt::NoPen);
        (*bars)->setSelectable(QCP::stNone);
    }
    m_meanLine = new QCPItemLine(this);
    m_mark = new QCPItemRect(this);
    for (auto* rect : {m_band, m_mark}) {
        rect->setPen(Qt::NoPen);
        rect->setSelectable(false);
    }
    m_mark->setLayer(QStringLiteral("background"));
    m_targetMark = new QCPItemRect(this);
    m_targetMark->setSelectable(false);
    m_targetMark->setVisible(false);
    m_targetMark->setLayer(QStringLiteral("overlay"));
    m_meanLine->setSelectable(false);
    xAxis->setTicker(m_names);
    showCounts(*yAxis);
}

void WeightBars::setBoard(const api::DispatchBoard& board) {
    m_bars.clear();
    m_bars.reserve(board.couriers.size());
    const api::CourierRow* best = nullptr;
    for (const auto& courier : board.couriers) {
        if (courier.onDuty && !courier.isFull() && (best == nullptr || courier.weight > best->weight)) {
            best = &courier;  // the board's order breaks ties as the engine does
        }
        m_bars.push_back({text(courier.id), text(courier.name), courier.weight,
                          static_cast<double>(courier.weight) - board.meanWeight, courier.onDuty, false});
    }
    for (auto& bar : m_bars) {
        bar.next = best != nullptr && bar.id == text(best->id);
    }
    std::sort(m_bars.begin(), m_bars.end(), [](const Bar& a, const Bar& b) {
        return a.onDuty != b.onDuty ? a.onDuty : std::tie(a.name, a.id) < std::tie(b.name, b.id);
    });
    m_mean = board.meanWeight;
    m_spread = board.spreadWeight;
    m_step = std::max<std::int64_t>(board.campus.policy.step, 1);
    m_notice = m_bars.empty() ? tr("This campus has no couriers yet.") : QString();
    invalidate();
}

void WeightBars::clear(const QString& notice) {
    m_bars.clear();
    m_notice = notice;
    invalidate();
}

void WeightBars::setSelected(const QString& courier) {
    if (m_selected != courier) {
        m_selected = courier;
        invalidate();
    }
}

QStringList WeightBars::couriers() const {
    QStringList ids;
    for (const auto& bar : m_bars) {
        ids << bar.id;
    }
    return ids;
}

QCPRange WeightBars::axisFor(std::int64_t lowest, std::int64_t highest, std::int64_t step) {
    const auto low = static_cast<double>(lowest);
    const auto high = static_cast<double>(highest);
    const double range = std::max(high - low, 2.0 * static_cast<double>(step));
    const double grain = niceAbove(range / 5);  // whole grains: the axis does not twitch with every assignment
    return {std::floor((low - range * 0.5) / grain) * grain, std::ceil((high + range * 0.15) / grain) * grain};
}

void WeightBars::takeOver() {
    QVector<QCPBarsData> onDuty, next, offDuty;
    auto lowest = std::numeric_limits<std::int64_t>::max();
    auto highest = std::numeric_limits<std::int64_t>::min();
    auto lowestOnDuty = lowest;
    auto highestOnDuty = highest;
    int markIndex = -1;
    for (std::size_t index = 0; index < m_bars.size(); ++index) {
        const auto& bar = m_bars[index];
        lowest = std::min(lowest, bar.weight);
        highest = std::max(highest, bar.weight);
        if (bar.onDuty) {
            lowestOnDuty = std::min(lowestOnDuty, bar.weight);
            highestOnDuty = std::max(highestOnDuty, bar.weight);
        }
        if (bar.id == m_selected) {
            markIndex = static_cast<int>(index);
        }
    }
    const bool some = !m_bars.empty();
    const bool duty = highestOnDuty >= lowestOnDuty && some;
    setNotice(m_notice);
    // Who is off duty for long may be far away; the axis belongs to those at work.
    const QCPRange axis = duty ? axisFor(lowestOnDuty, highestOnDuty, m_step)
                               : (some ? axisFor(lowest, highest, m_step) : QCPRange(0, 1));
    const double left = -0.6;
    const double right = static_cast<double>(m_bars.size()) - 0.4;
    xAxis->setRange(left, std::max(right, left + 1));
    yAxis->setRange(axis);
    for (auto* bars : {m_onDuty, m_next, m_offDuty}) {
        bars->setBaseValue(axis.lower);
    }
    for (std::size_t index = 0; index < m_bars.size(); ++index) {
        const auto& bar = m_bars[index];
        // A bar's value counts from its base, the lower end of the axis.
        const QCPBarsData value(static_cast<double>(index),
                                std::max(0.0, static_cast<double>(bar.weight) - axis.lower));
        (bar.next ? next : bar.onDuty ? onDuty : offDuty).append(value);
    }
    m_onDuty->data()->set(onDuty, true);
    m_next->data()->set(next, true);
    m_offDuty->data()->set(offDuty, true);
    m_band->setVisible(duty);
    m_meanLine->setVisible(duty);
    if (duty) {
        m_band->topLeft->setCoords(left, static_cast<double>(highestOnDuty));
        m_band->bottomRight->setCoords(right, static_cast<double>(lowestOnDuty));
        m_meanLine->start->setCoords(left, m_mean);
        m_meanLine->end->setCoords(right, m_mean);
    }
    m_mark->setVisible(markIndex >= 0);
    if (markIndex >= 0) {
        m_mark->topLeft->setCoords(markIndex - 0.5, axis.upper);
        m_mark->bottomRight->setCoords(markIndex + 0.5, axis.lower);
    }
    placeTarget();
    xAxis->setTicks(some);
    yAxis->setTickLabels(some);
    labelBars();
}

void WeightBars::labelBars() {
    m_names->clear();
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const double slot = axisRect()->width() > 0 && !m_bars.empty()
                            ? static_cast<double>(axisRect()->width()) / static_cast<double>(m_bars.size())
                            : 0;
    QStringList all;
    int longest = 0;
    for (const auto& bar : m_bars) {
        all << bar.name;
        longest = std::max(longest, metrics.horizontalAdvance(bar.name));
    }
    QStringList shown;
    if (slot >= kMinLabelWidth) {
        shown = namesIn(all, metrics, static_cast<int>(slot) - 4);
    }
    const bool upright = shown.isEmpty() && slot >= metrics.height() && longest <= height() * kLabelShare;
    xAxis->setTickLabelRotation(upright ? -90 : 0);
    xAxis->setTickLabels(upright || !shown.isEmpty());
    for (int index = 0; index < all.size(); ++index) {
        m_names->addTick(index, upright ? all[index] : shown.value(index));
    }
}

void WeightBars::restyle(const Colors& colors) {
    m_onDuty->setBrush(colors.series[0]);
    m_next->setBrush(colors.series[1]);
    m_offDuty->setBrush(blend(colors.panel, colors.textFaint, 0.45));
    m_band->setBrush(blend(colors.panel, colors.series[0], colors.dark ? 0.16 : 0.10));
    m_meanLine->setPen(QPen(colors.text, 1, Qt::DashLine));
    QColor mark = colors.accent;
    mark.setAlpha(kSelectedAlpha);
    m_mark->setBrush(mark);
    const auto target = colors.tone(m_targetTakes ? Tone::Good : Tone::Bad);
    QColor fill = target.text;
    fill.setAlpha(kTargetAlpha);
    m_targetMark->setBrush(fill);
    m_targetMark->setPen(QPen(target.text, 2));
}

int WeightBars::indexAt(const QPoint& position) const {
    if (!axisRect()->rect().contains(position)) {
        return -1;
    }
    const auto index = static_cast<int>(std::lround(xAxis->pixelToCoord(position.x())));
    return index >= 0 && index < static_cast<int>(m_bars.size()) ? index : -1;
}

QString WeightBars::courierAt(const QPoint& position) const {
    const int index = indexAt(position);
    return index < 0 ? QString() : m_bars[static_cast<std::size_t>(index)].id;
}

int WeightBars::indexOf(const QString& courier) const {
    const auto found = std::find_if(m_bars.begin(), m_bars.end(), [&](const Bar& bar) { return bar.id == courier; });
    return found == m_bars.end() || courier.isEmpty() ? -1 : static_cast<int>(found - m_bars.begin());
}

QPoint WeightBars::centreOf(const QString& courier) const {
    const int index = indexOf(courier);
    return index < 0 ? QPoint()
                     : QPoint(static_cast<int>(std::lround(xAxis->coordToPixel(index))), axisRect()->center().y());
}

// --- drops ---

void WeightBars::setDropCheck(DropCheck check) {
    m_dropCheck = std::move(check);
    setAcceptDrops(static_cast<bool>(m_dropCheck));
}

void WeightBars::placeTarget() {
    const int index = indexOf(m_target);
    m_targetMark->setVisible(index >= 0);
    if (index >= 0) {
        m_targetMark->topLeft->setCoords(index - 0.5, yAxis->range().upper);
        m_targetMark->bottomRight->setCoords(index + 0.5, yAxis->range().lower);
    }
}

// At once and not with the next beat: a hand is waiting for it.
void WeightBars::setTarget(const QString& courier, bool takes) {
    if (m_target == courier && m_targetTakes == takes) {
        return;
    }
    m_target = courier;
    m_targetTakes = takes;
    restyle(colorsOf(palette()));
    placeTarget();
    replot(QCustomPlot::rpQueuedReplot);
}

void WeightBars::dragEnterEvent(QDragEnterEvent* event) { event->acceptProposedAction(); }

void WeightBars::dragMoveEvent(QDragMoveEvent* event) {
    const QPoint position = event->position().toPoint();
    const QString courier = courierAt(position);
    const QString why = m_dropCheck(courier, event->mimeData());
    setTarget(courier, why.isEmpty());
    if (why.isEmpty()) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
        const int index = indexOf(courier);
        QToolTip::showText(mapToGlobal(position),
                           plainToolTip(tr("Give to %1").arg(m_bars[static_cast<std::size_t>(index)].name)), this);
    } else {
        event->ignore();
        QToolTip::showText(mapToGlobal(position), plainToolTip(why), this);
    }
}

void WeightBars::dragLeaveEvent(QDragLeaveEvent*) {
    QToolTip::hideText();
    setTarget({}, false);
}

void WeightBars::dropEvent(QDropEvent* event) {
    QToolTip::hideText();
    setTarget({}, false);
    const QString courier = courierAt(event->position().toPoint());
    if (!m_dropCheck(courier, event->mimeData()).isEmpty()) {
        event->ignore();
        return;
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
    Q_EMIT dropped(courier, event->mimeData());
}

QString WeightBars::hoverText(const QPoint& position) const {
    const int index = indexAt({position.x(), std::min(position.y(), axisRect()->bottom())});  // also of its name
    if (index < 0) {
        return {};
    }
    const auto& bar = m_bars[static_cast<std::size_t>(index)];
    if (!bar.onDuty) {
        return tr("%1\nOff duty, keeps weight %2").arg(bar.name, Formats::number(bar.weight));
    }
    const QString sign = bar.deviation > 0 ? QStringLiteral("+") : QString();
    QString lines = tr("%1\nWeight %2, %3 against the mean")
                        .arg(bar.name, Formats::number(bar.weight), sign + Formats::decimal(bar.deviation, 1));
    if (bar.next) {
        lines += QLatin1Char('\n') + tr("Gets the next order");
    }
    return lines;
}

void WeightBars::mousePressEvent(QMouseEvent* event) {
    BasePlot::mousePressEvent(event);
    const QString courier = courierAt(event->pos());
    if (!courier.isEmpty()) {
        setSelected(courier);
        Q_EMIT picked(courier);
    }
}

void WeightBars::mouseDoubleClickEvent(QMouseEvent* event) {
    BasePlot::mouseDoubleClickEvent(event);
    const QString courier = courierAt(event->pos());
    if (!courier.isEmpty()) {
        Q_EMIT opened(courier);
    }
}

QString WeightBars::spoken() const {
    if (m_bars.empty()) {
        return {};
    }
    const auto count = static_cast<std::int64_t>(m_bars.size());
    QStringList said{tr("%1 couriers, mean weight %2, spread %3", nullptr, Formats::plural(count))
                         .arg(Formats::number(count), Formats::decimal(m_mean, 1), Formats::number(m_spread))};
    for (const auto& bar : m_bars) {
        if (bar.next) {
            said << tr("the next order goes to %1").arg(bar.name);
        }
    }
    return said.join(QStringLiteral("; "));
}

}  // namespace evenhand::ui
