// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/alert_pane.h"

#include <QSignalBlocker>
#include <algorithm>

#include "ui/shell/alert_bell.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {

AlertPane::AlertPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("alerts"), context, parent),
      m_reads(new FeedChannel(
          kLimitsReadMs, [this] { readLimits(); }, this)) {
    addBar({{"alertLimits", "edit", [] { return tr("Limits…"); },
             [this] {
                 const QString why = this->context().bridge.whyNotAllowed(api::Operation::AlertsSetLimits);
                 return why.isEmpty() && !(m_limits && *m_limits) ? tr("The limits are not known yet.") : why;
             },
             [this] {
                 m_dialog = new AlertLimitsDialog(this->context(), **m_limits, window());
                 m_dialog->open();
             }}});
    m_limitsTitle = addTitle();
    m_facts = new FactGrid(this);
    down()->addWidget(m_facts);
    m_heardTitle = addTitle();
    m_sound = named(new QCheckBox(this), QStringLiteral("alertsSound"));
    m_desktop = named(new QCheckBox(this), QStringLiteral("alertsDesktop"));
    down()->addWidget(m_sound);
    down()->addWidget(m_desktop);
    m_rolesTitle = addLabel("alertsRolesTitle");
    for (const auto role : api::allRoles()) {
        auto* box = named(new QCheckBox(this), QStringLiteral("alertsRole.") + keyText(api::toText(role)));
        down()->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &AlertPane::chooseRoles);
        m_roles[role] = box;
    }
    down()->addStretch(1);
    auto& bell = context.bell;
    connect(m_sound, &QCheckBox::toggled, this, [&bell](bool on) { bell.setOn(on); });
    connect(m_desktop, &QCheckBox::toggled, this, [&bell](bool on) { bell.setNotifying(on); });
    connect(&bell, &AlertBell::onChanged, this, &AlertPane::showHeard);
    connect(&context.bridge, &EngineBridge::alertsChanged, m_reads, &FeedChannel::request);
    retranslate();
}

QString AlertPane::title() const { return tr("Alerts"); }

void AlertPane::setActive(bool active) {
    m_reads->setActive(active);
    if (active) {
        m_reads->request();
        showHeard();
    }
}

void AlertPane::refresh() { m_reads->request(); }

void AlertPane::readLimits() {
    auto& bridge = context().bridge;
    m_reads->take(bridge.alerts().limits(bridge.call()), [this](const Result<api::AlertLimits>& limits) {
        m_limits = limits;
        showLimits();
        refreshActions();
        Q_EMIT readyChanged();
    });
}

void AlertPane::showLimits() {
    const auto* limits = m_limits && *m_limits ? &**m_limits : nullptr;
    const auto shown = [limits](std::int64_t api::AlertLimits::*which, auto written) {
        return limits == nullptr ? Formats::dash() : limits->*which == 0 ? tr("never") : written(limits->*which);
    };
    const QString percents = limits == nullptr ? Formats::dash() : percentsText(limits->budgetPercent);
    m_facts->setFacts({{tr("Repeat every"), shown(&api::AlertLimits::repeatMs, writeDelay)},
                       {tr("Spread of weights"), shown(&api::AlertLimits::spread, Formats::number)},
                       {tr("Budget spent, %"), percents.isEmpty() ? tr("never") : percents},
                       {tr("Ahead of plan, %"), shown(&api::AlertLimits::pacePercent, Formats::number)},
                       {tr("Age of the newest backup"), shown(&api::AlertLimits::backupAgeMs, writeDelay)}});
}

void AlertPane::showHeard() {
    const auto& bell = context().bell;
    const QSignalBlocker blockSound(m_sound);
    const QSignalBlocker blockDesktop(m_desktop);
    m_sound->setChecked(bell.isOn());
    m_desktop->setChecked(bell.isNotifying());
    const auto roles = bell.roles();
    for (const auto& [role, box] : m_roles) {
        const QSignalBlocker block(box);
        box->setChecked(std::find(roles.begin(), roles.end(), role) != roles.end());
    }
}

void AlertPane::chooseRoles() {
    std::vector<api::Role> chosen;
    for (const auto& [role, box] : m_roles) {
        if (box->isChecked()) {
            chosen.push_back(role);
        }
    }
    context().bell.setRoles(chosen);
}

void AlertPane::retranslate() {
    SettingsPane::retranslate();
    m_limitsTitle->setText(tr("When something is an alert"));
    m_heardTitle->setText(tr("What I hear of, on this computer"));
    m_sound->setText(tr("A sound when an alert fires"));
    m_desktop->setText(tr("A notification on the desktop when an alert fires"));
    m_rolesTitle->setText(tr("Alerts that are the work of these roles:"));
    for (const auto& [role, box] : m_roles) {
        box->setText(label(role));
    }
    showLimits();
}

}  // namespace evenhand::ui
