// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/policy_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QTimeEdit>
#include <QVBoxLayout>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kDispatchFieldWidth = 140;

}  // namespace

PolicyDialog::PolicyDialog(UiContext& context, api::CampusRow campus, QWidget* parent)
    : DraftDialog(parent), m_context(context), m_campus(std::move(campus)) {
    setObjectName(QStringLiteral("policyDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Dispatch policy: %1").arg(m_campus.name.empty() ? text(m_campus.id) : text(m_campus.name)));
    setMinimumWidth(640);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGapLarge);
    setupForm();
    setupButtons();
    fill();
    check();
}

void PolicyDialog::addRow(QGridLayout* form, const QString& key, const QString& caption, QWidget* editor,
                          const QString& hint) {
    auto* cell = new QVBoxLayout;
    cell->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->addWidget(editor);
    line->addStretch();
    cell->addLayout(line);
    auto* label = new QLabel(hint, this);
    label->setObjectName(QStringLiteral("policyHint_") + key);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("muted", true);
    label->setFont(scaledFont(font(), -1.0));
    cell->addWidget(label);
    auto* name = new QLabel(caption, this);
    name->setBuddy(editor);
    name->setMinimumHeight(controlHeight());
    const int row = form->rowCount();
    form->addWidget(name, row, 0, Qt::AlignLeft | Qt::AlignTop);
    form->addLayout(cell, row, 1);
    editor->setAccessibleName(caption);
    m_fields[key] = {label, hint};
}

void PolicyDialog::setupForm() {
    auto* form = new QGridLayout;
    form->setHorizontalSpacing(kGapLarge);
    form->setVerticalSpacing(kGap + kGapSmall);
    form->setColumnStretch(1, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("policyName"));
    m_name->setMinimumWidth(2 * kDispatchFieldWidth);
    addRow(form, QStringLiteral("name"), tr("Name"), m_name, tr("1 to 200 characters."));
    setupMode(form);
    setupNumbers(form);
    setupTimes(form);
    for (auto* edit : {m_name, m_step, m_startWeight, m_logTtl}) {
        connect(edit, &QLineEdit::textChanged, this, &PolicyDialog::check);
    }
    for (auto* box : {m_mode, m_join, m_logUnit}) {
        connect(box, &QComboBox::currentIndexChanged, this, &PolicyDialog::check);
    }
    connect(m_calibrates, &QCheckBox::toggled, this, &PolicyDialog::check);
}

void PolicyDialog::setupMode(QGridLayout* form) {
    m_mode = new QComboBox(this);
    m_mode->setObjectName(QStringLiteral("policyMode"));
    for (const auto mode : {api::DispatchMode::Strong, api::DispatchMode::Soft}) {
        m_mode->addItem(label(mode), static_cast<int>(mode));
    }
    m_mode->setMinimumWidth(kDispatchFieldWidth);
    addRow(form, QStringLiteral("mode"), tr("Mode"), m_mode,
           tr("Strong: always the fairest, in one step. Soft: two steps, evens out over time."));
    m_join = new QComboBox(this);
    m_join->setObjectName(QStringLiteral("policyJoin"));
    for (const auto rule : {api::JoinRule::FairFromNow, api::JoinRule::CatchUp}) {
        m_join->addItem(label(rule), static_cast<int>(rule));
    }
    m_join->setMinimumWidth(kDispatchFieldWidth);
    addRow(form, QStringLiteral("join"), tr("Coming on duty"), m_join,
           tr("Fair from now: a new courier joins at the median, one who comes back as far from it as before. "
              "Catch up: keeps the weight from before."));
}

void PolicyDialog::setupNumbers(QGridLayout* form) {
    m_step = new QLineEdit(this);
    m_step->setObjectName(QStringLiteral("policyStep"));
    m_step->setMaximumWidth(byText(kDispatchFieldWidth));
    addRow(form, QStringLiteral("step"), tr("Step per order"), m_step,
           tr("A whole number, 1 to %1.").arg(Formats::number(api::kMaxStep)));
    m_startWeight = new QLineEdit(this);
    m_startWeight->setObjectName(QStringLiteral("policyStartWeight"));
    m_startWeight->setMaximumWidth(byText(kDispatchFieldWidth));
    addRow(form, QStringLiteral("startWeight"), tr("Start weight"), m_startWeight,
           tr("A whole number, 1 to %1. Current weights stay as they are.").arg(Formats::number(api::kMaxStartWeight)));
}

void PolicyDialog::setupTimes(QGridLayout* form) {
    auto* ttl = new QWidget(this);
    auto* ttlRow = new QHBoxLayout(ttl);
    ttlRow->setContentsMargins(0, 0, 0, 0);
    m_logTtl = new QLineEdit(ttl);
    m_logTtl->setObjectName(QStringLiteral("policyLogTtl"));
    m_logTtl->setMaximumWidth(byText(kDispatchFieldWidth / 2));
    m_logUnit = new QComboBox(ttl);
    m_logUnit->setObjectName(QStringLiteral("policyLogUnit"));
    m_logUnit->setAccessibleName(tr("Unit"));
    m_logUnit->addItem(tr("minutes"), static_cast<qint64>(base::kMinuteMs));
    m_logUnit->addItem(tr("hours"), static_cast<qint64>(base::kHourMs));
    m_logUnit->addItem(tr("days"), static_cast<qint64>(base::kDayMs));
    ttlRow->addWidget(m_logTtl);
    ttlRow->addWidget(m_logUnit);
    addRow(form, QStringLiteral("logTtl"), tr("Keep assignment log"), ttl,
           tr("1 minute to 30 days; longer than any message can be delayed."));
    m_logTtl->setAccessibleName(tr("Keep assignment log"));
    auto* calibrate = new QWidget(this);
    auto* calibrateRow = new QHBoxLayout(calibrate);
    calibrateRow->setContentsMargins(0, 0, 0, 0);
    m_calibrates = new QCheckBox(tr("every day at"), calibrate);
    m_calibrates->setObjectName(QStringLiteral("policyCalibrates"));
    m_calibrateAt = new QTimeEdit(calibrate);
    m_calibrateAt->setObjectName(QStringLiteral("policyCalibrateAt"));
    m_calibrateAt->setAccessibleName(tr("Calibrate at"));
    m_calibrateAt->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_calibrateAt->setDisplayFormat(QStringLiteral("HH:mm"));
    calibrateRow->addWidget(m_calibrates);
    calibrateRow->addWidget(m_calibrateAt);
    addRow(form, QStringLiteral("calibrate"), tr("Calibrate"), calibrate,
           tr("In the business time zone, %1. A quiet hour is best.")
               .arg(QString::fromUtf8(m_context.formats.zone().id())));
}

void PolicyDialog::setupButtons() {
    auto* row = new QHBoxLayout;
    m_error = new QLabel(this);
    m_error->setObjectName(QStringLiteral("policyError"));
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->setProperty("muted", true);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("policySave"));
    m_save->setProperty("role", QStringLiteral("primary"));
    auto* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    cancel->setObjectName(QStringLiteral("policyCancel"));
    row->addWidget(m_error, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(buttons, &QDialogButtonBox::accepted, this, &PolicyDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &DraftDialog::leave);
}

void PolicyDialog::fill() {
    const auto& policy = m_campus.policy;
    m_name->setText(text(m_campus.name));
    m_mode->setCurrentIndex(m_mode->findData(static_cast<int>(policy.mode)));
    m_join->setCurrentIndex(m_join->findData(static_cast<int>(policy.joinRule)));
    m_step->setText(QString::number(policy.step));
    m_startWeight->setText(QString::number(policy.startWeight));
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

std::optional<std::int64_t> PolicyDialog::numberIn(const QLineEdit* edit, std::int64_t low, std::int64_t high) const {
    QString digits = edit->text().trimmed();
    digits.remove(QLatin1Char(','));
    bool whole = false;
    const qint64 value = digits.toLongLong(&whole);
    return whole && value >= low && value <= high ? std::optional<std::int64_t>(value) : std::nullopt;
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

bool PolicyDialog::nameIsValid() const {
    const auto name = m_name->text().trimmed().toStdString();
    return !name.empty() && base::validateName(name, "name").has_value();
}

std::optional<api::CampusRow> PolicyDialog::entered() const {
    const auto step = numberIn(m_step, 1, api::kMaxStep);
    const auto start = numberIn(m_startWeight, 1, api::kMaxStartWeight);
    const auto ttl = logTtl();
    if (!step || !start || !ttl || !nameIsValid()) {
        return std::nullopt;
    }
    api::CampusRow campus = m_campus;
    campus.name = m_name->text().trimmed().toStdString();
    campus.policy.mode = static_cast<api::DispatchMode>(m_mode->currentData().toInt());
    campus.policy.joinRule = static_cast<api::JoinRule>(m_join->currentData().toInt());
    campus.policy.step = *step;
    campus.policy.startWeight = *start;
    campus.policy.logTtlMs = *ttl;
    const QTime at = m_calibrateAt->time();
    campus.policy.calibrateMinute = m_calibrates->isChecked() ? at.hour() * 60 + at.minute() : -1;
    return campus;
}

void PolicyDialog::mark(const QString& key, bool valid) {
    auto& field = m_fields[key];
    field.hint->setText(valid ? field.valid : tr("Not valid. %1").arg(field.valid));
    field.hint->setProperty("muted", valid);
    field.hint->setProperty("tone", valid ? QString() : QStringLiteral("bad"));
    field.hint->style()->unpolish(field.hint);
    field.hint->style()->polish(field.hint);
}

void PolicyDialog::check() {
    mark(QStringLiteral("name"), nameIsValid());
    mark(QStringLiteral("step"), numberIn(m_step, 1, api::kMaxStep).has_value());
    mark(QStringLiteral("startWeight"), numberIn(m_startWeight, 1, api::kMaxStartWeight).has_value());
    mark(QStringLiteral("logTtl"), logTtl().has_value());
    m_calibrateAt->setEnabled(m_calibrates->isChecked());
    m_calibrateAt->setToolTip(m_calibrates->isChecked() ? QString()
                                                        : plainToolTip(tr("Automatic calibration is off.")));
    const auto campus = entered();
    QString why = m_context.bridge.whyNotAllowed(api::Operation::DispatchUpsertCampus);
    if (why.isEmpty() && m_saving) {
        why = tr("Saving…");
    }
    if (why.isEmpty() && !campus) {
        why = tr("Some values are not valid yet.");
    }
    if (why.isEmpty() && campus->name == m_campus.name && campus->policy == m_campus.policy) {
        why = tr("Nothing has been changed.");
    }
    m_save->setEnabled(why.isEmpty());
    m_save->setToolTip(plainToolTip(why));
    m_error->setText(why);
}

void PolicyDialog::save() {
    const auto campus = entered();
    if (!campus) {
        return;
    }
    m_saving = true;
    check();
    whenReady(m_context.bridge.dispatch().upsertCampus(m_context.bridge.call(), *campus), this,
              [this, name = text(campus->name)](const Result<void>& result) {
                  m_saving = false;
                  check();
                  if (!result) {
                      m_error->setText(errorText(result.error()));
                      return;
                  }
                  m_context.notices.good(tr("%1: policy saved.").arg(name));
                  Q_EMIT saved();
                  accept();
              });
}

}  // namespace evenhand::ui
