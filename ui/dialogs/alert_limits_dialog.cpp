// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/alert_limits_dialog.h"

#include <QLineEdit>
#include <QStringList>
#include <algorithm>

#include "engine/base/clock.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr int kLimitWidth = 180;
constexpr std::int64_t kMinRepeat = 1'000;
constexpr std::int64_t kMaxPercent = 100;

const std::array<const char*, 5> kFieldNames{"repeat_ms", "spread", "budget_percent", "pace_percent", "backup_age_ms"};

QString numberText(std::int64_t value) { return value == 0 ? QString() : QString::number(value); }

/// Empty is 0, which is never.
QString readWhole(const QString& typed, std::int64_t most, std::int64_t& into) {
    bool ok = true;
    const auto value = typed.isEmpty() ? 0 : typed.toLongLong(&ok);
    if (!ok || value < 0 || value > most) {
        return AlertLimitsDialog::tr("A whole number, 1 to %1; empty: never.").arg(Formats::number(most));
    }
    into = value;
    return {};
}

QString readAge(const QString& typed, std::int64_t lowMs, std::int64_t& into) {
    if (typed.isEmpty()) {
        into = 0;
        return {};
    }
    const auto read = readDelay(typed, 0, api::kMaxTimerDelayMs);
    if (!read.problem.isEmpty()) {
        return read.problem;
    }
    if (*read.ms > 0 && *read.ms < lowMs) {
        return AlertLimitsDialog::tr("0, or at least %1.").arg(writeDelay(lowMs));
    }
    into = *read.ms;
    return {};
}

QString readPercents(const QString& typed, std::array<std::int64_t, 3>& into) {
    const auto parts = typed.split(QLatin1Char(','), Qt::SkipEmptyParts);
    std::array<std::int64_t, 3> percents{};
    const auto problem = AlertLimitsDialog::tr("Up to three rising percentages such as 50, 80, 95; empty: never.");
    if (parts.size() > std::ssize(percents)) {
        return problem;
    }
    auto at = percents.end() - parts.size();
    std::int64_t before = 0;
    for (const auto& part : parts) {
        bool ok = false;
        const auto value = part.trimmed().toLongLong(&ok);
        if (!ok || value <= before || value > kMaxPercent) {
            return problem;
        }
        before = *at++ = value;
    }
    into = percents;
    return {};
}

}  // namespace

QString percentsText(const std::array<std::int64_t, 3>& percents) {
    QStringList shown;
    for (const auto percent : percents) {
        if (percent > 0) {
            shown << QString::number(percent);
        }
    }
    return shown.join(QStringLiteral(", "));
}

AlertLimitsDialog::AlertLimitsDialog(UiContext& context, const api::AlertLimits& limits, QWidget* parent)
    : SettingsDialog(context, QStringLiteral("alertLimits"), tr("Limits of alerts"), api::Operation::AlertsSetLimits,
                     parent),
      m_before(limits) {
    const struct {
        QString caption;
        QString hint;
        QString value;
    } fields[kFields] = {
        {tr("Repeat every"), tr("Alerts that belong to no campus; a campus has its own in its timer settings."),
         writeDelay(limits.repeatMs)},
        {tr("Spread of weights"), tr("Highest less lowest of the couriers on duty at a campus."),
         numberText(limits.spread)},
        {tr("Budget spent, %"), tr("Of a campaign; each limit fires once."), percentsText(limits.budgetPercent)},
        {tr("Ahead of plan, %"), tr("So many percent more of a budget than of its time."),
         numberText(limits.pacePercent)},
        {tr("Age of the newest backup"), tr("At least 1 h."), writeDelay(limits.backupAgeMs)}};
    for (std::size_t i = 0; i < kFields; ++i) {
        const QString name = QLatin1String(kFieldNames[i]);
        m_edits[i] = lineEdit(QStringLiteral("alertLimits_") + name, kLimitWidth);
        m_edits[i]->setText(fields[i].value);
        addField(name, fields[i].caption, m_edits[i], fields[i].hint, [this, i] {
            auto ignored = m_before;
            return read(i, ignored);
        });
    }
    addNote(tr("Empty or 0: never. What has fired already stays until it is over or somebody resolves it."));
    begin();
}

QLineEdit* AlertLimitsDialog::field(const QString& name) const {
    for (std::size_t i = 0; i < kFields; ++i) {
        if (name == QLatin1String(kFieldNames[i])) {
            return m_edits[i];
        }
    }
    return nullptr;
}

QString AlertLimitsDialog::read(std::size_t field, api::AlertLimits& into) const {
    const auto typed = m_edits[field]->text().trimmed();
    switch (static_cast<Field>(field)) {
        case Repeat: return readAge(typed, kMinRepeat, into.repeatMs);
        case Spread: return readWhole(typed, api::kMaxSpreadLimit, into.spread);
        case Budget: return readPercents(typed, into.budgetPercent);
        case Pace: return readWhole(typed, kMaxPercent, into.pacePercent);
        case BackupAge: return readAge(typed, base::kHourMs, into.backupAgeMs);
        case kFields: break;
    }
    return {};
}

api::AlertLimits AlertLimitsDialog::entered() const {
    auto limits = m_before;  // with the version that was shown
    for (std::size_t i = 0; i < kFields; ++i) {
        (void)read(i, limits);  // what is wrong is said at its field, and not saved
    }
    return limits;
}

bool AlertLimitsDialog::isChanged() const { return !(entered() == m_before); }

api::Answer<void> AlertLimitsDialog::save() {
    auto& bridge = context().bridge;
    return bridge.alerts().setLimits(bridge.call(), entered());
}

QString AlertLimitsDialog::savedText() const { return tr("The limits of alerts are saved."); }

}  // namespace evenhand::ui
