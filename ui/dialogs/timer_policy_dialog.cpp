// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/timer_policy_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kTimerFieldWidth = 180;
constexpr std::size_t kRepeat = 5;
constexpr std::int64_t kMinRepeatMs = 1'000;

std::array<std::int64_t, 6> delaysOf(const api::TimerPolicy& policy) {
    return {policy.unpaidMs,       policy.unassignedMs,  policy.pickUpLateMs,
            policy.deliveryLateMs, policy.autoConfirmMs, policy.alertRepeatMs};
}

}  // namespace

TimerPolicyDialog::TimerPolicyDialog(UiContext& context, std::vector<api::TimerPolicyRow> policies,
                                     const CampusId& campus, QWidget* parent)
    : SettingsDialog(context, QStringLiteral("timerPolicy"), tr("Timer settings"), api::Operation::TimersSetPolicy,
                     parent),
      m_policies(std::move(policies)) {
    std::vector<CampusId> campuses;
    for (const auto& row : m_policies) {
        campuses.push_back(row.campus);
    }
    addCampuses(tr("Campus"), campuses, campus);
    setupDelays();
    m_autoReassign = named(new QCheckBox(tr("Reassign to the next fairest courier when the pick-up is late"), this),
                           QStringLiteral("timerPolicyAutoReassign"));
    connect(m_autoReassign, &QCheckBox::toggled, this, &TimerPolicyDialog::recheck);
    addAcross(m_autoReassign);
    addNote(
        tr("Any delay from 0 s to 10 years, to the millisecond: 90 s, 1 h 30 min, 250 ms. Timers that are already "
           "armed keep their due time."));
    fill();
    connect(this->campus(), &QComboBox::currentIndexChanged, this, &TimerPolicyDialog::fill);
    begin();
}

void TimerPolicyDialog::setupDelays() {
    const struct {
        const char* field;  ///< as the engine calls it
        QString caption;
        QString from;
    } delays[kDelays] = {
        {"unpaid_ms", tr("Unpaid"), tr("After placing; then the order is closed.")},
        {"unassigned_ms", tr("Unassigned"), tr("After payment; then an alert, and assignment is retried.")},
        {"pick_up_late_ms", tr("Pick-up late"), tr("After assignment; then an alert.")},
        {"delivery_late_ms", tr("Delivery late"), tr("After pick-up; then an alert.")},
        {"auto_confirm_ms", tr("Auto-confirm"), tr("After delivery; then the order is completed.")},
        {"alert_repeat_ms", tr("Alerts repeat every"), tr("Until somebody acknowledges; 0: they do not repeat.")}};
    for (std::size_t i = 0; i < kDelays; ++i) {
        const QString field = QLatin1String(delays[i].field);
        m_delays[i] = lineEdit(QStringLiteral("timerPolicy_") + field, kTimerFieldWidth);
        addField(field, delays[i].caption, m_delays[i], delays[i].from, [this, i] { return problemOf(i); });
    }
}

const api::TimerPolicyRow* TimerPolicyDialog::shown() const {
    return m_policies.empty() ? nullptr : &m_policies.at(campusAt());
}

void TimerPolicyDialog::fill() {
    const auto* row = shown();
    const auto delays = delaysOf(row ? row->policy : api::TimerPolicy{});
    for (std::size_t i = 0; i < kDelays; ++i) {
        m_delays[i]->setText(writeDelay(delays[i]));
    }
    m_autoReassign->setChecked(row && row->policy.autoReassign);
    startAgain();
}

QString TimerPolicyDialog::problemOf(std::size_t delay) const {
    const auto read = readDelay(m_delays[delay]->text(), 0, api::kMaxTimerDelayMs);
    if (!read.problem.isEmpty()) {
        return read.problem;
    }
    const bool isTooOften = delay == kRepeat && *read.ms > 0 && *read.ms < kMinRepeatMs;
    return isTooOften ? tr("0, or at least %1.").arg(writeDelay(kMinRepeatMs)) : QString();
}

std::optional<api::TimerPolicy> TimerPolicyDialog::entered() const {
    std::array<std::int64_t, kDelays> delays{};
    for (std::size_t i = 0; i < kDelays; ++i) {
        if (!problemOf(i).isEmpty()) {
            return std::nullopt;
        }
        delays[i] = *readDelay(m_delays[i]->text(), 0, api::kMaxTimerDelayMs).ms;
    }
    return api::TimerPolicy{delays[0],      delays[1], delays[2], delays[3], delays[4], m_autoReassign->isChecked(),
                            delays[kRepeat]};
}

bool TimerPolicyDialog::isChanged() const {
    const auto policy = entered();
    return shown() != nullptr && policy && *policy != shown()->policy;
}

api::Answer<void> TimerPolicyDialog::save() {
    auto& bridge = context().bridge;
    return bridge.timers().setPolicy(bridge.call(), shown()->campus, *entered(), shown()->version);
}

QString TimerPolicyDialog::savedText() const {
    return tr("%1: timer settings saved.").arg(context().scope.nameOf(shown()->campus));
}

}  // namespace evenhand::ui
