// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/engine_pill.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/shell/engine_place.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kPlaceWidth = 220;  // pixels; the whole place is in the tool tip

QString latency(double ms) { return ms < 0 ? Formats::dash() : Formats::decimal(ms, ms < 10 ? 1 : 0); }

}  // namespace

EnginePill::EnginePill(EngineBridge& bridge, const Formats& formats, QWidget* parent)
    : QWidget(parent), m_bridge(bridge), m_formats(formats) {
    setObjectName(QStringLiteral("enginePill"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kGapSmall, 0, kGapSmall, 0);
    layout->setSpacing(kGap);
    m_state = named(new Pill(this), QStringLiteral("engineState"));
    m_figures = named(new SteadyLabel(this), QStringLiteral("engineFigures"));
    m_figures->setProperty("muted", true);
    layout->addWidget(m_state);
    layout->addWidget(m_figures);
    connect(&m_bridge, &EngineBridge::statusPolled, this, &EnginePill::refresh);
    refresh();
}

void EnginePill::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        refresh();
        m_figures->forgetRoom();
    }
    QWidget::changeEvent(event);
}

void EnginePill::setCompact(bool compact) { m_figures->setVisible(!compact); }

void EnginePill::openDetails() {
    if (!m_details) {
        m_details = new EnginePopover(m_bridge, m_formats, this);
    }
    popUpBelow(*m_details, *this);
}

void EnginePill::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) {
        openDetails();
    }
}

void EnginePill::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
        openDetails();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void EnginePill::paintEvent(QPaintEvent*) {
    if (hasFocus()) {
        QPainter painter(this);
        painter.setPen(colorsOf(palette()).accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void EnginePill::refresh() {
    const auto& status = m_bridge.status();
    m_state->setPill(stateText(status, m_formats), tone(status.state), true);
    const EnginePlace place = placeOf(text(m_bridge.workspace().location));
    const QString service = m_bridge.service();
    const QString server = !service.isEmpty() ? service : place.isServer() ? place.shortText() : QString();
    const QString where = server.isEmpty() ? text(status.deployment)
                                           : fontMetrics().elidedText(server, Qt::ElideMiddle, byText(kPlaceWidth));
    const QString figures =
        tr("%1 · %2/s · %3 ms", "deployment, committed per second, commit latency")
            .arg(where, Formats::decimal(status.committedPerSecond, 0), latency(status.commitP50Ms));
    m_figures->showText(figures);
    const QString tip = plainToolTip(summary());
    if (toolTip() != tip) {
        setToolTip(tip);
        setAccessibleName(stateText(status, m_formats));
        setAccessibleDescription(summary());
    }
}

QString EnginePill::summary() const {
    const auto& status = m_bridge.status();
    QStringList lines;
    lines << stateText(status, m_formats);
    if (!status.reason.empty()) {
        lines << reasonText(status, m_formats);
    }
    if (const QString service = m_bridge.service(); !service.isEmpty()) {
        lines << tr("Service: %1").arg(service);
    }
    lines << tr("Workspace: %1").arg(placeOf(text(m_bridge.workspace().location)).shortText());
    lines << tr("Deployment: %1").arg(text(status.deployment));
    if (m_figures->isHidden()) {
        lines << tr("%1/s committed, %2 ms each", "commits per second, latency")
                     .arg(Formats::decimal(status.committedPerSecond, 0), latency(status.commitP50Ms));
    }
    lines << tr("Click for details.");
    return lines.join(QLatin1Char('\n'));
}

}  // namespace evenhand::ui
