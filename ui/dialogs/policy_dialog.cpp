// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/policy_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QTimeEdit>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kDispatchFieldWidth = 140;

std::optional<std::int64_t> numberIn(const QLineEdit* edit, std::int64_t low, std::int64_t high) {
    QString digits = edit->text().trimmed();
    digits.remove(QLatin1Char(','));
    bool whole = false;
    const qint64 value = digits.toLongLong(&whole);
    return whole && value >= low && value <= high ? std::optional<std::int64_t>(value) : std::nullopt;
}

/// Widgets in one line, which counts as one field.
QWidget* inOneLine(QWidget* first, QWidget* second, QWidget* parent) {
    auto* both = new QWidget(parent);
    auto* across = rowIn(both);
    across->addWidget(first);
    across->addWidget(second);
    across->addStretch(1);
    both->setFocusProxy(first);
    return both;
}

}  // namespace

PolicyDialog::PolicyDialog(UiContext& context, api::CampusRow campus, QWidget* parent)
    : SettingsDialog(context, QStringLiteral("policy"),
                     tr("Dispatch policy: %1").arg(campus.name.empty() ? text(campus.id) : text(campus.name)),
                     api::Operation::DispatchUpsertCampus, parent),
      m_campus(std::move(campus)) {
    m_name = lineEdit(QStringLiteral("policyName"), 2 * kDispatchFieldWidth);
    m_name->setFixedWidth(byText(2 * kDispatchFieldWidth));
    add("name", tr("Name"), m_name, tr("1 to 200 characters."), [this] { return nameIsValid(); });
    setupMode();
    setupNumbers();
    setupLimit();
    setupLog();
    setupCalibration();
    fill();
    begin();
}

void PolicyDialog::add(const char* field, const QString& caption, QWidget* editor, const QString& hint,
                       std::function<bool()> isValid) {
    addField(QLatin1String(field), caption, editor, hint, [isValid = std::move(isValid), hint] {
        return !isValid || isValid() ? QString() : tr("Not valid. %1").arg(hint);
    });
}

void PolicyDialog::setupMode() {
    m_mode = choice(QStringLiteral("policyMode"));
    for (const auto mode : {api::DispatchMode::Strong, api::DispatchMode::Soft}) {
        m_mode->addItem(label(mode), static_cast<int>(mode));
    }
    add("mode", tr("Mode"), m_mode,
        context().bridge.workspace().engineAlone
            ? tr("Strong: always the fairest, in one step. Soft: two steps; here the same as strong, for one engine "
                 "alone "
                 "has nobody between them.")
            : tr("Strong: always the fairest, in one step. Soft: two steps, evens out over time."));
    m_join = choice(QStringLiteral("policyJoin"));
    for (const auto rule : {api::JoinRule::FairFromNow, api::JoinRule::CatchUp}) {
        m_join->addItem(label(rule), static_cast<int>(rule));
    }
    add("join", tr("Coming on duty"), m_join,
        tr("Fair from now: a new courier joins at the median, one who comes back as far from it as before. "
           "Catch up: keeps the weight from before."));
}

void PolicyDialog::setupNumbers() {
    m_step = lineEdit(QStringLiteral("policyStep"), kDispatchFieldWidth);
    add("step", tr("Step per order"), m_step, tr("A whole number, 1 to %1.").arg(Formats::number(api::kMaxStep)),
        [this] { return numberIn(m_step, 1, api::kMaxStep).has_value(); });
    m_startWeight = lineEdit(QStringLiteral("policyStartWeight"), kDispatchFieldWidth);
    add("start_weight", tr("Start weight"), m_startWeight,
        tr("A whole number, 1 to %1. Current weights stay as they are.").arg(Formats::number(api::kMaxStartWeight)),
        [this] { return numberIn(m_startWeight, 1, api::kMaxStartWeight).has_value(); });
}

void PolicyDialog::setupLimit() {
    m_limits = new QCheckBox(tr("at most"), this);
    m_limits->setObjectName(QStringLiteral("policyLimits"));
    m_loadLimit = lineEdit(QStringLiteral("policyLoadLimit"), kDispatchFieldWidth / 2);
    m_loadLimit->setAccessibleName(tr("Orders in hand"));
    add("load_limit", tr("Load limit"), inOneLine(m_limits, m_loadLimit, this),
        tr("Orders that a courier without an own limit may have in hand, 1 to %1.")
            .arg(Formats::number(api::kMaxLoadLimit)),
        [this] { return loadLimit().has_value(); });
    connect(m_limits, &QCheckBox::toggled, this, &PolicyDialog::recheck);
}

void PolicyDialog::setupLog() {
    m_logTtl = lineEdit(QStringLiteral("policyLogTtl"), kDispatchFieldWidth / 2);
    m_logUnit = choice(QStringLiteral("policyLogUnit"));
    m_logUnit->setAccessibleName(tr("Unit"));
    m_logUnit->addItem(tr("minutes"), static_cast<qint64>(base::kMinuteMs));
    m_logUnit->addItem(tr("hours"), static_cast<qint64>(base::kHourMs));
    m_logUnit->addItem(tr("days"), static_cast<qint64>(base::kDayMs));
    m_logTtl->setAccessibleName(tr("Keep assignment log"));
    add("log_ttl_ms", tr("Keep assignment log"), inOneLine(m_logTtl, m_logUnit, this),
        tr("1 minute to 30 days; longer than any message can be delayed."), [this] { return logTtl().has_value(); });
}

void PolicyDialog::setupCalibration() {
    m_calibrates = named(new QCheckBox(tr("every day at"), this), QStringLiteral("policyCalibrates"));
    m_calibrateAt = named(new QTimeEdit(this), QStringLiteral("policyCalibrateAt"), tr("Calibrate at"));
    m_calibrateAt->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_calibrateAt->setDisplayFormat(QStringLiteral("HH:mm"));
    add("calibrate_minute", tr("Calibrate"), inOneLine(m_calibrates, m_calibrateAt, this),
        tr("In the business time zone, %1. A quiet hour is best.")
            .arg(QString::fromUtf8(context().formats.zone().id())));
    connect(m_calibrates, &QCheckBox::toggled, this, &PolicyDialog::recheck);
    connect(m_calibrateAt, &QTimeEdit::timeChanged, this, &PolicyDialog::recheck);
}

void PolicyDialog::fill() {
    const auto& policy = m_campus.policy;
    m_name->setText(text(m_campus.name));
    m_mode->setCurrentIndex(m_mode->findData(static_cast<int>(policy.mode)));
    m_join->setCurrentIndex(m_join->findData(static_cast<int>(policy.joinRule)));
    m_step->setText(QString::number(policy.step));
    m_startWeight->setText(QString::number(policy.startWeight));
    m_limits->setChecked(policy.loadLimit > 0);
    m_loadLimit->setText(QString::number(policy.loadLimit > 0 ? policy.loadLimit : 5));
    // In the largest unit that gives a whole number.
    const std::int64_t unit = policy.logTtlMs % base::kDayMs == 0 && policy.logTtlMs > base::kDayMs ? base::kDayMs
                              : policy.logTtlMs % base::kHourMs == 0                                ? base::kHourMs
                                                                                                    : base::kMinuteMs;
    m_logUnit->setCurrentIndex(m_logUnit->findData(static_cast<qint64>(unit)));
    m_logTtl->setText(QString::number(policy.logTtlMs / unit));
    const int minute = policy.calibrateMinute;
    m_calibrates->setChecked(minute >= 0);
    m_calibrateAt->setTime(minute >= 0 ? QTime(minute / 60, minute % 60) : QTime(4, 0));
}

std::optional<std::int64_t> PolicyDialog::logTtl() const {
    const std::int64_t unit = m_logUnit->currentData().toLongLong();
    const auto count = numberIn(m_logTtl, 1, api::kMaxLogTtlMs / base::kMinuteMs);
    if (!count || *count * unit < api::kMinLogTtlMs || *count * unit > api::kMaxLogTtlMs) {
        return std::nullopt;
    }
    // A policy that was set to part of a minute keeps it while the field is not touched.
    return m_campus.policy.logTtlMs / unit == *count && m_campus.policy.logTtlMs % base::kMinuteMs != 0
               ? m_campus.policy.logTtlMs
               : *count * unit;
}

std::optional<std::int64_t> PolicyDialog::loadLimit() const {
    return m_limits->isChecked() ? numberIn(m_loadLimit, 1, api::kMaxLoadLimit) : std::optional<std::int64_t>(0);
}

bool PolicyDialog::nameIsValid() const {
    const auto name = m_name->text().trimmed().toStdString();
    return !name.empty() && base::validateName(name, "name").has_value();
}

std::optional<api::CampusRow> PolicyDialog::entered() const {
    const auto step = numberIn(m_step, 1, api::kMaxStep);
    const auto start = numberIn(m_startWeight, 1, api::kMaxStartWeight);
    const auto ttl = logTtl();
    const auto limit = loadLimit();
    if (!step || !start || !ttl || !limit || !nameIsValid()) {
        return std::nullopt;
    }
    api::CampusRow campus = m_campus;
    campus.name = m_name->text().trimmed().toStdString();
    campus.policy.mode = static_cast<api::DispatchMode>(m_mode->currentData().toInt());
    campus.policy.joinRule = static_cast<api::JoinRule>(m_join->currentData().toInt());
    campus.policy.step = *step;
    campus.policy.startWeight = *start;
    campus.policy.logTtlMs = *ttl;
    campus.policy.loadLimit = *limit;
    const QTime at = m_calibrateAt->time();
    campus.policy.calibrateMinute = m_calibrates->isChecked() ? at.hour() * 60 + at.minute() : -1;
    return campus;
}

bool PolicyDialog::isChanged() const {
    const auto campus = entered();
    return campus && (campus->name != m_campus.name || !(campus->policy == m_campus.policy));
}

void PolicyDialog::enableFields() {
    if (m_calibrateAt == nullptr) {
        return;  // still being made
    }
    const bool limits = m_limits->isChecked();
    m_loadLimit->setEnabled(limits);
    m_loadLimit->setToolTip(limits ? QString() : plainToolTip(tr("There is no load limit.")));
    const bool isOn = m_calibrates->isChecked();
    m_calibrateAt->setEnabled(isOn);
    m_calibrateAt->setToolTip(isOn ? QString() : plainToolTip(tr("Automatic calibration is off.")));
}

api::Answer<void> PolicyDialog::save() {
    auto& bridge = context().bridge;
    return bridge.dispatch().upsertCampus(bridge.call(), *entered());
}

QString PolicyDialog::savedText() const { return tr("%1: policy saved.").arg(m_name->text().trimmed()); }

}  // namespace evenhand::ui
