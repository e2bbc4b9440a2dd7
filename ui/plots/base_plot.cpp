// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/base_plot.h"

#include <QBuffer>
#include <QEvent>
#include <QFontMetrics>
#include <QMouseEvent>
#include <QPageSize>
#include <QPdfWriter>
#include <QToolTip>
#include <algorithm>

#include "engine/base/durable_file.h"
#include "ui/bridge/file_work.h"
#include "ui/plots/tickers.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr double kPngScale = 2.0;
constexpr double kSmaller = -1.0;  // points, axis labels against the interface font

QFont smaller(const QFont& base) {
    QFont font = base;
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() + kSmaller);
    }
    return font;
}

}  // namespace

BasePlot::BasePlot(UiPulse* pulse, QWidget* parent) : QCustomPlot(parent), m_pulse(pulse) {
    setNotAntialiasedElements(QCP::aeAll);
    setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    setNoAntialiasingOnDrag(true);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new CountTicker));
    axisRect()->setAutoMargins(QCP::msAll);
    axisRect()->setMinimumMargins({4, 8, 8, 4});
    m_notice = new QCPItemText(this);
    m_notice->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_notice->position->setCoords(0.5, 0.5);
    m_notice->setPositionAlignment(Qt::AlignCenter);
    m_notice->setVisible(false);
    m_notice->setLayer(QStringLiteral("overlay"));
    if (m_pulse) {
        connect(m_pulse, &UiPulse::tick, this, &BasePlot::onTick);
    }
    QLocale grouped(QLocale::English, QLocale::UnitedStates);  // numbers as everywhere; a plot's own has no separators
    grouped.setNumberOptions(QLocale::DefaultNumberOptions);
    setLocale(grouped);  // dresses too, so everything has to be there
    applyStyle(colorsOf(palette()));
}

void BasePlot::invalidate() {
    m_stale = true;
    if (!isVisible()) {
        return;
    }
    if (m_pulse) {
        m_pulse->request();
    } else {
        onTick();
    }
}

void BasePlot::onTick() {
    if (!m_stale || !isVisible()) {
        return;
    }
    m_stale = false;
    ++m_drawn;
    restyle(colorsOf(palette()));
    takeOver();
    fitTimes();
    showFrame();
    describe();
    replot(QCustomPlot::rpQueuedReplot);
}

/// With the data and never between: whoever listens hears what the others see.
void BasePlot::describe() {
    const QString now = isEmpty() ? m_notice->text() : spoken();
    if (now != accessibleDescription()) {
        setAccessibleDescription(now);
    }
}

/// Without data there is nothing that its lines could be read against.
void BasePlot::showFrame() {
    const bool some = !isEmpty();
    yAxis->grid()->setVisible(some);
    xAxis->setBasePen(some ? QPen(colorsOf(palette()).border, 0) : QPen(Qt::NoPen));
}

void BasePlot::fitTimes() {
    const auto ticker = xAxis->ticker();
    if (!ticker.dynamicCast<QCPAxisTickerDateTime>() && !ticker.dynamicCast<QCPAxisTickerTime>()) {
        return;
    }
    constexpr int kMax = 5;
    constexpr double kRoom = 1.7;  // of a label's width for each: the steps are round, so there may be one more
    const int label = QFontMetrics(xAxis->tickLabelFont()).horizontalAdvance(QStringLiteral("00:00:00"));
    ticker->setTickCount(std::clamp(static_cast<int>(axisRect()->width() / (kRoom * label)), 1, kMax));
}

void BasePlot::drawNow() {
    onTick();
    replot(QCustomPlot::rpImmediateRefresh);
}

void BasePlot::setNotice(const QString& text) {
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void BasePlot::setNotice(const QString& text, bool hasData) {
    setNotice(text);
    for (auto* axis : {xAxis, yAxis, yAxis2}) {
        axis->setTickLabels(hasData);
    }
}

bool BasePlot::isEmpty() const { return m_notice->visible(); }

void BasePlot::putLegendOnTop(QSize icon) {
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
    plotLayout()->setRowSpacing(0);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setIconSize(icon);
    legend->setIconTextPadding(4);
    legend->setMargins({8, 0, 8, 0});
    // Said, because a legend without entries is no wider than its margins, and the narrowest element of a column is the
    // width of all.
    legend->setMaximumSize(QWIDGETSIZE_MAX / 2, QWIDGETSIZE_MAX);  // its margins are added
    legend->setVisible(true);
}

void BasePlot::nameInLegend(const QList<QCPGraph*>& graphs) {
    legend->clearItems();
    for (auto* graph : graphs) {
        if (!graph->data()->isEmpty()) {
            graph->addToLegend();
        }
    }
}

QStringList BasePlot::named() const {
    QStringList names;
    for (int i = 0; i < legend->itemCount(); ++i) {
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(legend->item(i))) {
            names << item->plottable()->name();
        }
    }
    return names;
}

void BasePlot::showCounts(QCPAxis& axis) {
    QSharedPointer<CountTicker> counts(new CountTicker);
    counts->setTickCount(4);
    axis.setTicker(counts);
    axis.setNumberFormat(QStringLiteral("f"));
    axis.setNumberPrecision(0);
}

void BasePlot::styleAxis(QCPAxis* axis, const Colors& colors, bool horizontal) {
    axis->setBasePen(horizontal ? QPen(colors.border, 0) : QPen(Qt::NoPen));
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0, 0);
    axis->setTickLabelColor(colors.textMuted);
    axis->setTickLabelFont(smaller(font()));
    axis->setTickLabelPadding(4);
    axis->setLabelColor(colors.textMuted);
    axis->setLabelFont(smaller(font()));
    axis->grid()->setPen(QPen(colors.grid, 0));
    axis->grid()->setZeroLinePen(QPen(colors.grid, 0));
    axis->grid()->setSubGridVisible(false);
    axis->grid()->setVisible(!horizontal);
}

void BasePlot::applyStyle(const Colors& colors) {
    setBackground(QBrush(colors.panel));
    styleAxis(xAxis, colors, true);
    styleAxis(yAxis, colors, false);
    styleAxis(yAxis2, colors, false);
    yAxis2->grid()->setVisible(false);
    m_notice->setColor(colors.textMuted);
    m_notice->setFont(font());
    legend->setTextColor(colors.textMuted);
    legend->setFont(smaller(font()));
}

void BasePlot::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    switch (event->type()) {
        case QEvent::PaletteChange:
        case QEvent::FontChange:
        case QEvent::StyleChange:
        case QEvent::LanguageChange:
        case QEvent::LocaleChange:
            applyStyle(colorsOf(palette()));
            invalidate();
            break;
        default: break;
    }
}

void BasePlot::showEvent(QShowEvent* event) {
    QCustomPlot::showEvent(event);
    if (m_stale) {
        onTick();  // at once: a page that is opened is never blank for a beat
    }
}

void BasePlot::resizeEvent(QResizeEvent* event) {
    QCustomPlot::resizeEvent(event);
    invalidate();  // labels depend on the room there is
}

void BasePlot::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    const QString text = hoverText(event->pos());
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(text), this);
    }
}

QFuture<Result<void>> BasePlot::savePicture(const QString& path) {
    // Drawn here, in memory; what is on the disk is then all of it, or the former picture.
    if (!path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        restyle(colorsOf(palette()));
        takeOver();
        fitTimes();
        showFrame();
        return runForFile([path, image = toPixmap(width(), height(), kPngScale).toImage()]() -> Result<void> {
            QBuffer picture;
            picture.open(QIODevice::WriteOnly);
            if (!image.save(&picture, "PNG")) {
                return fail(ErrorCode::Internal, "the picture could not be drawn", "path", path.toStdString());
            }
            return base::replaceFile(path.toStdString(), picture.data().toStdString(), base::FileMode::Shared);
        });
    }
    QBuffer picture;
    picture.open(QIODevice::WriteOnly);
    applyStyle(colors(false));
    restyle(colors(false));
    takeOver();
    const bool whole = drawPdf(picture);
    applyStyle(colorsOf(palette()));
    restyle(colorsOf(palette()));
    replot(QCustomPlot::rpQueuedReplot);
    if (!whole) {
        return runForFile([path]() -> Result<void> {
            return fail(ErrorCode::Internal, "the picture could not be drawn", "path", path.toStdString());
        });
    }
    return replaceFileAside(path, picture.data());
}

bool BasePlot::drawPdf(QIODevice& to) {
    QPdfWriter writer(&to);
    writer.setCreator(QStringLiteral("Evenhand"));
    writer.setTitle(accessibleName());
    writer.setResolution(logicalDpiX());
    writer.setPageSize(QPageSize(QSizeF(width(), height()), QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QCPPainter painter;
    if (!painter.begin(&writer)) {
        return false;
    }
    painter.setMode(QCPPainter::pmVectorized);
    painter.setWindow(QRect(0, 0, width(), height()));
    toPainter(&painter, width(), height());
    return painter.end();
}

}  // namespace evenhand::ui
