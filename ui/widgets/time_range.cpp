// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/time_range.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QStyle>
#include <QVBoxLayout>

#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr TimeRange::Preset kPresets[] = {TimeRange::Preset::Any, TimeRange::Preset::LastHour, TimeRange::Preset::Today,
                                          TimeRange::Preset::Yesterday, TimeRange::Preset::LastSevenDays};

}  // namespace

TimeRange::Bounds TimeRange::bounds(const Formats& formats, Instant now) const {
    switch (preset) {
        case Preset::Any: return {};
        case Preset::LastHour: return {now.plusMs(-3'600'000), std::nullopt};
        case Preset::Today: return {formats.dayStart(now), std::nullopt};
        case Preset::Yesterday: return {formats.dayStart(now, -1), formats.dayStart(now)};
        case Preset::LastSevenDays: return {formats.dayStart(now, -6), std::nullopt};
        case Preset::Custom: return {from, to};
    }
    return {};
}

TimeRangeDialog::TimeRangeDialog(const Formats& formats, Instant now, Instant from, Instant to, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("timeRangeDialog"));
    setWindowTitle(tr("Orders placed between"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* form = new QFormLayout;
    const auto edit = [this, &formats, now](const char* name, Instant at) {
        auto* field = new MomentEdit(
            formats, [now] { return now; }, at, false, this);
        field->setObjectName(QLatin1String(name));
        return field;
    };
    m_from = edit("fromEdit", from);
    m_to = edit("toEdit", to);
    form->addRow(tr("From (included)"), m_from);
    form->addRow(tr("To (excluded)"), m_to);
    m_hint = named(new QLabel(this), QStringLiteral("timeRangeHint"));
    m_hint->setProperty("muted", true);
    m_zone = QString::fromLatin1(formats.zone().id());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    m_accept->setObjectName(QStringLiteral("okButton"));
    m_accept->setProperty("role", QStringLiteral("primary"));
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("cancelButton"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_from, &QDateTimeEdit::dateTimeChanged, this, &TimeRangeDialog::check);
    connect(m_to, &QDateTimeEdit::dateTimeChanged, this, &TimeRangeDialog::check);
    auto* layout = columnIn(this, kGapLarge, kGap);
    layout->addLayout(form);
    layout->addWidget(m_hint);
    layout->addWidget(buttons);
    check();
}

TimeRange TimeRangeDialog::range() const { return {TimeRange::Preset::Custom, m_from->instant(), m_to->instant()}; }

void TimeRangeDialog::check() {
    const bool ordered = m_from->dateTime() < m_to->dateTime();
    m_accept->setEnabled(ordered);
    const QString why = ordered ? QString() : tr("The end must come after the start.");
    m_accept->setToolTip(why);
    m_hint->setText(ordered ? tr("Business time zone: %1").arg(m_zone) : why);
}

TimeRangeButton::TimeRangeButton(const Formats& formats, QWidget* parent) : QPushButton(parent), m_formats(formats) {
    setProperty("role", QStringLiteral("filter"));
    auto* menu = new QMenu(this);
    for (const auto preset : kPresets) {
        auto* action = menu->addAction(QString());
        action->setObjectName(QStringLiteral("time.%1").arg(static_cast<int>(preset)));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, preset] { setRange({preset, std::nullopt, std::nullopt}); });
    }
    menu->addSeparator();
    auto* custom = menu->addAction(QString());
    custom->setObjectName(QStringLiteral("time.custom"));
    connect(custom, &QAction::triggered, this, &TimeRangeButton::askCustom);
    setMenu(menu);
    retranslate();
}

QString TimeRangeButton::presetLabel(TimeRange::Preset preset) {
    switch (preset) {
        case TimeRange::Preset::Any: return tr("Any time");
        case TimeRange::Preset::Today: return tr("Today");
        case TimeRange::Preset::Yesterday: return tr("Yesterday");
        case TimeRange::Preset::LastHour: return tr("Last hour");
        case TimeRange::Preset::LastSevenDays: return tr("Last 7 days");
        case TimeRange::Preset::Custom: return tr("Between…");
    }
    return {};
}

void TimeRangeButton::setRange(const TimeRange& range) {
    const bool changed = m_range != range;
    m_range = range;
    retranslate();
    if (changed) {
        Q_EMIT rangeChanged();
    }
}

void TimeRangeButton::retranslate() {
    const auto actions = menu()->actions();
    for (qsizetype i = 0; i < static_cast<qsizetype>(std::size(kPresets)); ++i) {
        actions.at(i)->setText(presetLabel(kPresets[i]));
        actions.at(i)->setChecked(m_range.preset == kPresets[i]);
    }
    actions.back()->setText(presetLabel(TimeRange::Preset::Custom));
    const bool any = m_range.preset == TimeRange::Preset::Any;
    if (m_range.preset == TimeRange::Preset::Custom && m_range.from && m_range.to) {
        const auto brief = [this](Instant at) { return m_formats.zoned(at).toString(QStringLiteral("MM-dd HH:mm")); };
        setText(tr("%1 – %2").arg(brief(*m_range.from), brief(*m_range.to)));
    } else {
        setText(presetLabel(m_range.preset));
    }
    setProperty("active", !any);
    style()->unpolish(this);
    style()->polish(this);
}

void TimeRangeButton::askCustom() {
    const auto shown = m_range.bounds(m_formats, m_now);
    auto* dialog = new TimeRangeDialog(m_formats, m_now, shown.from.value_or(m_formats.dayStart(m_now)),
                                       shown.to.value_or(m_formats.dayStart(m_now, 1)), window());
    connect(dialog, &QDialog::accepted, this, [this, dialog] { setRange(dialog->range()); });
    dialog->open();
}

}  // namespace evenhand::ui
