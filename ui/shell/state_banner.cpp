// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/state_banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

#include "ui/shell/engine_popover.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {

StateBanner::StateBanner(EngineBridge& bridge, const Formats& formats, QWidget* parent)
    : QWidget(parent), m_bridge(bridge), m_formats(formats) {
    setObjectName(QStringLiteral("stateBanner"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGap, kGapLarge, kGap);
    layout->setSpacing(kGap);
    m_mark = new QLabel(this);
    m_text = wrapped(plainLabel(this, QStringLiteral("stateBannerText")));
    layout->addWidget(m_mark);
    layout->addWidget(m_text, 1);
    m_save = named(new QPushButton(this), QStringLiteral("stateBannerSave"));
    layout->addWidget(m_save);
    connect(m_save, &QPushButton::clicked, this, &StateBanner::saveWanted);
    connect(&m_bridge, &EngineBridge::stateChanged, this, &StateBanner::refresh);
    refresh();
}

void StateBanner::refresh() {
    const auto& status = m_bridge.status();
    QString shown;
    switch (status.state) {
        case api::EngineState::Live: break;
        case api::EngineState::Degraded:
            shown = tr("The engine is degraded: %1").arg(reasonText(status, m_formats));
            break;
        case api::EngineState::Disconnected:
            shown = tr("%1  What you see is as of %2; nothing can be changed until it works again.")
                        .arg(m_bridge.whyNotWritable(), m_formats.shortTime(status.since, status.now));
            break;
        case api::EngineState::ReadOnly:
            shown = m_bridge.filesAreLost()
                        ? m_bridge.whyNotWritable()
                        : tr("%1  What you see may be out of date; nothing can be changed until it works again.")
                              .arg(m_bridge.whyNotWritable());
            break;
    }
    const ToneColors& ink = colorsOf(palette()).tone(tone(status.state));
    m_mark->setPixmap(iconPixmap(QStringLiteral("warning"), 18, ink.text, devicePixelRatioF()));
    // The text's colour goes with the state, so it is set here and not in the sheet.
    QPalette own = m_text->palette();
    if (own.color(QPalette::WindowText) != ink.text) {
        own.setColor(QPalette::WindowText, ink.text);
        m_text->setPalette(own);
    }
    m_text->setText(shown);
    m_save->setText(tr("Save a copy…"));
    m_save->setVisible(m_bridge.filesAreLost());
    setVisible(!shown.isEmpty());
}

void StateBanner::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        refresh();
    }
    QWidget::changeEvent(event);
}

void StateBanner::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colorsOf(palette()).tone(tone(m_bridge.status().state)).fill);
}

}  // namespace evenhand::ui
