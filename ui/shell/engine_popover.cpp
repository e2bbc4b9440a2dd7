// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/engine_popover.h"

#include <QCoreApplication>
#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/shell/engine_place.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kPopoverWidth = 400;

struct StateTexts {
    Q_DECLARE_TR_FUNCTIONS(StateTexts)
};

QString latencyWithUnit(double ms) {
    return ms < 0 ? Formats::dash() : Formats::decimal(ms, ms < 10 ? 1 : 0) + QStringLiteral(" ms");
}

}  // namespace

QString stateText(const api::EngineStatus& status, const Formats& formats) {
    const QString since = status.since.ms > 0 ? formats.shortTime(status.since, status.now) : Formats::dash();
    switch (status.state) {
        case api::EngineState::Live:
        case api::EngineState::Degraded: return label(status.state);
        case api::EngineState::ReadOnly:
            return status.cause == ErrorCode::WorkspaceInUse
                       ? StateTexts::tr("Taken over by another engine, since %1").arg(since)
                       : StateTexts::tr("Read-only since %1").arg(since);
        case api::EngineState::Disconnected:
            return status.cause == ErrorCode::WorkspaceVersion ? StateTexts::tr("Disconnected since %1").arg(since)
                                                               : StateTexts::tr("Reconnecting since %1").arg(since);
    }
    return {};
}

QString reasonText(const api::EngineStatus& status, const Formats& formats) {
    if (status.standing.empty() || status.state != api::EngineState::Degraded) {
        return storageText(text(status.reason));
    }
    QStringList texts;
    for (const auto& reason : status.standing) {
        texts << (reason.code == api::kClockBehind
                      ? StateTexts::tr("The machine's clock (%1) is behind the newest committed time (%2). Timers wait "
                                       "for it; correct the clock, or run \"evenhandctl clock reset\".")
                            .arg(formats.dateTime(status.clock), formats.dateTime(status.committedAt))
                      : text(reason.text));
    }
    return texts.join(QLatin1Char('\n'));
}

EnginePopover::EnginePopover(EngineBridge& bridge, const Formats& formats, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_bridge(bridge), m_formats(formats) {
    setObjectName(QStringLiteral("enginePopover"));
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("card", true);
    setFixedWidth(byText(kPopoverWidth));
    auto* layout = columnIn(this, kGapLarge, kGap);
    m_state = named(new Pill(this), QStringLiteral("enginePopoverState"));
    m_reason = wrapped(plainLabel(this, QStringLiteral("enginePopoverReason")));
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts = named(new FactGrid(this), QStringLiteral("enginePopoverFacts"));
    layout->addWidget(m_state, 0, Qt::AlignLeft);
    layout->addWidget(m_reason);
    layout->addWidget(m_facts);
    connect(&m_bridge, &EngineBridge::statusPolled, this, &EnginePopover::refresh);
    refresh();
}

void EnginePopover::refresh() {
    const auto& status = m_bridge.status();
    const EnginePlace place = placeOf(text(m_bridge.workspace().location));
    m_state->setPill(stateText(status, m_formats), tone(status.state), true);
    m_reason->setText(reasonText(status, m_formats));
    m_reason->setVisible(!m_reason->text().isEmpty());
    std::vector<FactGrid::Fact> facts;
    const QString service = m_bridge.service();
    if (!service.isEmpty()) {
        facts.push_back({tr("Service"), service});
    }
    facts.push_back({tr("Deployment"), text(status.deployment)});
    if (place.isServer()) {
        facts.push_back({tr("Server"), place.server});
        facts.push_back({tr("Database"), place.database});
        facts.push_back({tr("Encrypted"), place.encrypted ? tr("yes, certificate checked") : tr("not required")});
    } else {
        facts.push_back({service.isEmpty() ? tr("Folder") : tr("Folder at the service"), place.folder});
    }
    const QString since = status.since.ms > 0 ? m_formats.shortTime(status.since, status.now) : Formats::dash();
    facts.push_back({tr("In this state since"), since});
    facts.push_back({tr("Committed"), tr("%1, %2 per second")
                                          .arg(Formats::number(static_cast<std::int64_t>(status.committed)),
                                               Formats::decimal(status.committedPerSecond, 1))});
    facts.push_back(
        {tr("Commit latency"),
         tr("median %1, 99 % under %2").arg(latencyWithUnit(status.commitP50Ms), latencyWithUnit(status.commitP99Ms))});
    facts.push_back({tr("Commands waiting"), Formats::number(static_cast<std::int64_t>(status.inboxDepth))});
    m_facts->setFacts(facts);
    adjustSize();
}

void EnginePopover::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
    QFrame::changeEvent(event);
}

}  // namespace evenhand::ui
