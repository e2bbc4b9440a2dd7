// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/engine_pill.h"

#include <QEvent>
#include <QHBoxLayout>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

QString latency(double ms) { return ms < 0 ? Formats::dash() : Formats::decimal(ms, ms < 10 ? 1 : 0); }

}  // namespace

EnginePill::EnginePill(EngineBridge& bridge, QWidget* parent) : QWidget(parent), m_bridge(bridge) {
    setObjectName(QStringLiteral("enginePill"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    m_state = new Pill(this);
    m_state->setObjectName(QStringLiteral("engineState"));
    m_figures = new QLabel(this);
    m_figures->setObjectName(QStringLiteral("engineFigures"));
    m_figures->setTextFormat(Qt::PlainText);
    m_figures->setProperty("muted", true);
    layout->addWidget(m_state);
    layout->addWidget(m_figures);
    connect(&m_bridge, &EngineBridge::statusPolled, this, &EnginePill::refresh);
    refresh();
}

void EnginePill::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
    QWidget::changeEvent(event);
}

void EnginePill::refresh() {
    const auto& status = m_bridge.status();
    m_state->setPill(label(status.state), tone(status.state), true);
    const QString figures =
        tr("%1 · %2/s · %3 ms", "deployment, committed per second, commit latency")
            .arg(text(status.deployment), Formats::decimal(status.committedPerSecond, 0), latency(status.commitP50Ms));
    if (m_figures->text() != figures) {
        m_figures->setText(figures);
    }
    const QString tip = plainToolTip(summary());
    if (toolTip() != tip) {
        setToolTip(tip);
    }
}

QString EnginePill::summary() const {
    const auto& status = m_bridge.status();
    QStringList lines;
    if (!status.reason.empty()) {
        lines << text(status.reason);
    }
    lines << tr("Workspace: %1").arg(text(m_bridge.workspace().location));
    lines << tr("Deployment: %1").arg(text(status.deployment));
    lines << tr("Committed: %1, %2 per second")
                 .arg(Formats::number(static_cast<std::int64_t>(status.committed)),
                      Formats::decimal(status.committedPerSecond, 1));
    lines << tr("Commit latency: median %1 ms, 99 % under %2 ms")
                 .arg(latency(status.commitP50Ms), latency(status.commitP99Ms));
    lines << tr("Waiting in the inbox: %1").arg(Formats::number(static_cast<std::int64_t>(status.inboxDepth)));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace evenhand::ui
