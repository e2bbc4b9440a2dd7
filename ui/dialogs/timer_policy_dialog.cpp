// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/timer_policy_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

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
    : DraftDialog(parent), m_context(context), m_policies(std::move(policies)) {
    setObjectName(QStringLiteral("timerPolicyDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Timer settings"));
    setMinimumWidth(740);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGapLarge);
    setupForm();
    setupButtons();
    const int at = m_campus->findData(text(campus));
    m_campus->setCurrentIndex(std::max(0, at));
    fill();
}

void TimerPolicyDialog::setupForm() {
    auto* form = new QGridLayout;
    form->setHorizontalSpacing(kGapLarge);
    form->setVerticalSpacing(kGap);
    form->setColumnStretch(2, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
    m_campus = new QComboBox(this);
    m_campus->setObjectName(QStringLiteral("timerPolicyCampus"));
    m_campus->setAccessibleName(tr("Campus"));
    m_campus->setMinimumWidth(kTimerFieldWidth);
    for (const auto& row : m_policies) {
        m_campus->addItem(m_context.scope.nameOf(row.campus), text(row.campus));
    }
    form->addWidget(new QLabel(tr("Campus"), this), 0, 0);
    form->addWidget(m_campus, 0, 1);
    connect(m_campus, &QComboBox::currentIndexChanged, this, &TimerPolicyDialog::fill);
    addDelay(form, 0, QStringLiteral("unpaid_ms"), tr("Unpaid"), tr("After placing; then the order is closed."));
    addDelay(form, 1, QStringLiteral("unassigned_ms"), tr("Unassigned"),
             tr("After payment; then an alert, and assignment is retried."));
    addDelay(form, 2, QStringLiteral("pick_up_late_ms"), tr("Pick-up late"), tr("After assignment; then an alert."));
    addDelay(form, 3, QStringLiteral("delivery_late_ms"), tr("Delivery late"), tr("After pick-up; then an alert."));
    addDelay(form, 4, QStringLiteral("auto_confirm_ms"), tr("Auto-confirm"),
             tr("After delivery; then the order is completed."));
    addDelay(form, kRepeat, QStringLiteral("alert_repeat_ms"), tr("Alerts repeat every"),
             tr("Until somebody acknowledges; 0: they do not repeat."));
    m_autoReassign = new QCheckBox(tr("Reassign to the next fairest courier when the pick-up is late"), this);
    m_autoReassign->setObjectName(QStringLiteral("timerPolicyAutoReassign"));
    form->addWidget(m_autoReassign, form->rowCount(), 1, 1, 2);
    connect(m_autoReassign, &QCheckBox::toggled, this, &TimerPolicyDialog::check);
    auto* note = new QLabel(tr("Any delay from 0 s to 10 years, to the millisecond: 90 s, 1 h 30 min, 250 ms. Timers "
                               "that are already armed keep their due time."),
                            this);
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    note->setProperty("muted", true);
    static_cast<QVBoxLayout*>(layout())->addWidget(note);
}

void TimerPolicyDialog::addDelay(QGridLayout* form, std::size_t at, const QString& name, const QString& caption,
                                 const QString& from) {
    Field& field = m_fields[at];
    field = {name, caption, from, new QLineEdit(this), new QLabel(from, this)};
    field.edit->setObjectName(QStringLiteral("timerPolicy_") + name);
    field.edit->setAccessibleName(caption);
    field.edit->setMaximumWidth(byText(kTimerFieldWidth));
    field.hint->setObjectName(QStringLiteral("timerPolicyHint_") + name);
    field.hint->setTextFormat(Qt::PlainText);
    field.hint->setWordWrap(true);
    field.hint->setProperty("muted", true);
    auto* label = new QLabel(caption, this);
    label->setBuddy(field.edit);
    const int row = form->rowCount();
    form->addWidget(label, row, 0);
    form->addWidget(field.edit, row, 1);
    form->addWidget(field.hint, row, 2);
    connect(field.edit, &QLineEdit::textChanged, this, &TimerPolicyDialog::check);
}

void TimerPolicyDialog::setupButtons() {
    auto* row = new QHBoxLayout;
    m_error = new QLabel(this);
    m_error->setObjectName(QStringLiteral("timerPolicyError"));
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->setProperty("muted", true);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("timerPolicySave"));
    m_save->setProperty("role", QStringLiteral("primary"));
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)->setObjectName(QStringLiteral("timerPolicyClose"));
    row->addWidget(m_error, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(buttons, &QDialogButtonBox::accepted, this, &TimerPolicyDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &DraftDialog::leave);
}

const api::TimerPolicyRow* TimerPolicyDialog::shown() const {
    const int at = m_campus->currentIndex();
    return at >= 0 ? &m_policies.at(static_cast<std::size_t>(at)) : nullptr;
}

void TimerPolicyDialog::fill() {
    const auto* row = shown();
    const auto delays = delaysOf(row ? row->policy : api::TimerPolicy{});
    for (std::size_t i = 0; i < kDelays; ++i) {
        const QSignalBlocker block(m_fields[i].edit);
        m_fields[i].edit->setText(writeDelay(delays[i]));
    }
    const QSignalBlocker block(m_autoReassign);
    m_autoReassign->setChecked(row && row->policy.autoReassign);
    check();
    startAgain();
}

QString TimerPolicyDialog::problemOf(const Field& field) const {
    const auto read = readDelay(field.edit->text(), 0, api::kMaxTimerDelayMs);
    if (!read.problem.isEmpty()) {
        return read.problem;
    }
    const bool tooOften = &field == &m_fields[kRepeat] && *read.ms > 0 && *read.ms < kMinRepeatMs;
    return tooOften ? tr("0, or at least %1.").arg(writeDelay(kMinRepeatMs)) : QString();
}

std::optional<api::TimerPolicy> TimerPolicyDialog::entered() const {
    std::array<std::int64_t, kDelays> delays{};
    for (std::size_t i = 0; i < kDelays; ++i) {
        if (!problemOf(m_fields[i]).isEmpty()) {
            return std::nullopt;
        }
        delays[i] = *readDelay(m_fields[i].edit->text(), 0, api::kMaxTimerDelayMs).ms;
    }
    return api::TimerPolicy{delays[0],      delays[1], delays[2], delays[3], delays[4], m_autoReassign->isChecked(),
                            delays[kRepeat]};
}

void TimerPolicyDialog::mark(Field& field, const QString& problem) {
    field.hint->setText(problem.isEmpty() ? field.valid : problem);
    field.hint->setProperty("muted", problem.isEmpty());
    field.hint->setProperty("tone", problem.isEmpty() ? QString() : QStringLiteral("bad"));
    field.edit->setProperty("invalid", !problem.isEmpty());
    for (QWidget* each : {static_cast<QWidget*>(field.hint), static_cast<QWidget*>(field.edit)}) {
        each->style()->unpolish(each);
        each->style()->polish(each);
    }
}

void TimerPolicyDialog::check() {
    QString why = m_context.bridge.whyNotAllowed(api::Operation::TimersSetPolicy);
    const bool allowed = why.isEmpty();
    for (auto& field : m_fields) {
        const QString problem = problemOf(field);
        mark(field, problem);
        if (why.isEmpty() && !problem.isEmpty()) {
            why = tr("%1: %2", "field, problem").arg(field.caption, problem);
        }
    }
    const auto policy = entered();
    if (allowed && why.isEmpty() && m_saving) {
        why = tr("Saving…");
    }
    if (why.isEmpty() && (!shown() || *policy == shown()->policy)) {
        why = tr("Nothing has been changed.");
    }
    m_save->setEnabled(why.isEmpty());
    m_save->setToolTip(plainToolTip(why));
    m_error->setText(why);
}

void TimerPolicyDialog::save() {
    const auto policy = entered();
    if (!policy || !shown()) {
        return;
    }
    m_saving = true;
    m_campus->setEnabled(false);
    check();
    const CampusId campus = shown()->campus;
    whenReady(m_context.bridge.timers().setPolicy(m_context.bridge.call(), campus, *policy, shown()->version), this,
              [this, campus, policy = *policy](const Result<void>& result) {
                  m_saving = false;
                  m_campus->setEnabled(true);
                  if (!result) {
                      check();
                      refused(result.error());
                      return;
                  }
                  for (auto& row : m_policies) {
                      row.policy = row.campus == campus ? policy : row.policy;
                  }
                  m_context.notices.good(tr("%1: timer settings saved.").arg(m_context.scope.nameOf(campus)));
                  Q_EMIT saved();
                  accept();
              });
}

void TimerPolicyDialog::refused(const Error& error) {
    m_error->setText(errorText(error));
    for (auto& field : m_fields) {
        if (field.name == text(error.field)) {
            mark(field, errorText(error));
            field.edit->setFocus();
        }
    }
}

}  // namespace evenhand::ui
