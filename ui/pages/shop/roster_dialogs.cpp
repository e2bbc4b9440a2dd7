// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/roster_dialogs.h"

#include <QComboBox>
#include <QDateEdit>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/shift_text.h"

namespace evenhand::ui {
namespace {

constexpr int kShiftsWidth = 320;

api::Answer<void> withoutVersion(api::Answer<std::int64_t> answer) {
    return answer.then([](const Result<std::int64_t>& version) {
        return version ? Result<void>() : Result<void>(fail(version.error()));
    });
}

/// What is wrong with what was typed; empty: nothing.
QString shiftsProblem(const QString& typed) {
    return readShifts(typed) ? QString()
                             : RosterDialog::tr("Write shifts as 09:00-12:00, 14:00-18:00; at most %1 a day.")
                                   .arg(api::kMaxShiftsOfDay);
}

}  // namespace

// --- week ---------------------------------------------------------------------------------------------------

RosterDialog::RosterDialog(UiContext& context, api::Roster roster, QString name, QWidget* parent)
    : SettingsDialog(context, QStringLiteral("roster"), tr("Roster of %1").arg(name), api::Operation::ShiftsSetRoster,
                     parent),
      m_roster(std::move(roster)),
      m_courier(std::move(name)) {
    for (std::size_t place = 0; place < m_days.size(); ++place) {
        const QString weekday =
            QString::fromLatin1(api::kWeekdays[place].data(), static_cast<qsizetype>(api::kWeekdays[place].size()));
        auto* edit = lineEdit(QStringLiteral("roster_") + weekday, kShiftsWidth);
        edit->setText(m_roster.week[place].empty() ? QString() : shiftsText(m_roster.week[place]));
        edit->setPlaceholderText(tr("Off", "a weekday without shifts"));
        m_days[place] = edit;
        addField(weekday, weekdayName(place), edit, {}, [edit] { return shiftsProblem(edit->text()); });
    }
    addNote(
        tr("Write shifts as 09:00-12:00, 14:00-18:00; one that ends before it begins, as 22:00-06:00, ends on the next "
           "day. Times are those of the business time zone. Duty follows by itself; duty set by hand holds until the "
           "roster's next change. Without any shift and exception, duty is set by hand alone."));
    begin();
}

std::optional<api::Week> RosterDialog::entered() const {
    api::Week week;
    for (std::size_t place = 0; place < m_days.size(); ++place) {
        auto read = readShifts(m_days[place]->text());
        if (!read) {
            return std::nullopt;
        }
        week[place] = *std::move(read);
    }
    return week;
}

bool RosterDialog::isChanged() const {
    const auto week = entered();
    return week && *week != m_roster.week;
}

api::Answer<void> RosterDialog::save() {
    auto& bridge = context().bridge;
    return withoutVersion(bridge.shifts().setWeek(bridge.call(), m_roster.courier, *entered(), m_roster.version));
}

QString RosterDialog::savedText() const { return tr("%1: roster saved.").arg(m_courier); }

// --- a date -------------------------------------------------------------------------------------------------

ShiftExceptionDialog::ShiftExceptionDialog(UiContext& context, api::Roster roster, QString name, api::CalendarDay today,
                                           QWidget* parent)
    : SettingsDialog(context, QStringLiteral("rosterException"), tr("Exception for %1").arg(name),
                     api::Operation::ShiftsSetRoster, parent),
      m_roster(std::move(roster)),
      m_courier(std::move(name)),
      m_date(new QDateEdit(this)),
      m_kind(choice(QStringLiteral("rosterExceptionKind"))),
      m_hours(lineEdit(QStringLiteral("rosterExceptionHours"), kShiftsWidth)),
      m_weekday(new QLabel(this)) {
    m_date->setObjectName(QStringLiteral("rosterExceptionDate"));
    m_date->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    m_date->setCalendarPopup(true);
    m_date->setDateRange(dateOf(today), dateOf(today.plus(api::kMaxExceptionDays)));
    m_date->setDate(dateOf(today));
    m_weekday->setObjectName(QStringLiteral("rosterExceptionWeekday"));
    m_weekday->setTextFormat(Qt::PlainText);
    m_kind->addItem(tr("As the weekday"));
    m_kind->addItem(tr("Off all day"));
    m_kind->addItem(tr("Other shifts"));
    addField(QStringLiteral("day"), tr("Date"), m_date);
    addField(QStringLiteral("weekday"), tr("Weekday"), m_weekday);
    addField(QStringLiteral("kind"), tr("On this date"), m_kind);
    addField(QStringLiteral("hours"), tr("Shifts"), m_hours, {}, [this] { return problem(); });
    QStringList there;
    for (const auto& exception : m_roster.exceptions) {
        if (exception.day >= today) {
            there << QStringLiteral("%1 %2").arg(QString::fromStdString(api::toText(exception.day)),
                                                 shiftsText(exception.hours));
        }
    }
    addNote(there.isEmpty() ? tr("No exceptions ahead.")
                            : tr("Exceptions ahead: %1", "dates and shifts").arg(there.join(QStringLiteral("; "))));
    connect(m_date, &QDateEdit::dateChanged, this, &ShiftExceptionDialog::fill);
    fill();
    begin();
}

api::CalendarDay ShiftExceptionDialog::day() const { return calendarDayOf(m_date->date()); }

const api::ShiftException* ShiftExceptionDialog::present() const {
    const auto found = std::find_if(m_roster.exceptions.begin(), m_roster.exceptions.end(),
                                    [this](const api::ShiftException& one) { return one.day == day(); });
    return found == m_roster.exceptions.end() ? nullptr : &*found;
}

void ShiftExceptionDialog::fill() {
    const auto* exception = present();
    const auto place = api::weekdayOf(day());
    m_weekday->setText(QStringLiteral("%1: %2").arg(weekdayName(place), shiftsText(m_roster.week[place])));
    m_kind->setCurrentIndex(exception == nullptr ? kAsWeekday : exception->hours.empty() ? kOff : kOtherShifts);
    m_hours->setText(exception == nullptr || exception->hours.empty() ? QString() : shiftsText(exception->hours));
    recheck();
}

QString ShiftExceptionDialog::problem() const {
    if (m_kind->currentIndex() != kOtherShifts) {
        return {};
    }
    const auto read = readShifts(m_hours->text());
    return !read ? shiftsProblem(m_hours->text()) : read->empty() ? tr("Enter the shifts of this date.") : QString();
}

void ShiftExceptionDialog::enableFields() {
    SettingsDialog::enableFields();
    m_date->setEnabled(!isBusy());
    m_kind->setEnabled(!isBusy());
    m_hours->setEnabled(!isBusy() && m_kind->currentIndex() == kOtherShifts);
}

bool ShiftExceptionDialog::isChanged() const {
    const auto* exception = present();
    switch (m_kind->currentIndex()) {
        case kAsWeekday: return exception != nullptr;
        case kOff: return exception == nullptr || !exception->hours.empty();
        default: break;
    }
    const auto read = readShifts(m_hours->text());
    return read && !read->empty() && (exception == nullptr || exception->hours != *read);
}

api::Answer<void> ShiftExceptionDialog::save() {
    auto& bridge = context().bridge;
    auto& desk = bridge.shifts();
    if (m_kind->currentIndex() == kAsWeekday) {
        return withoutVersion(desk.removeException(bridge.call(), m_roster.courier, day(), m_roster.version));
    }
    api::ShiftException exception{day(), {}};
    if (m_kind->currentIndex() == kOtherShifts) {
        exception.hours = readShifts(m_hours->text()).value_or(api::DayHours());
    }
    return withoutVersion(desk.setException(bridge.call(), m_roster.courier, std::move(exception), m_roster.version));
}

QString ShiftExceptionDialog::savedText() const {
    return tr("%1: exception of %2 saved.", "courier, date").arg(m_courier, QString::fromStdString(api::toText(day())));
}

}  // namespace evenhand::ui
