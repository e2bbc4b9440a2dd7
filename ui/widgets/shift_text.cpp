// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/shift_text.h"

#include <QCoreApplication>
#include <array>

namespace evenhand::ui {
namespace {

struct ShiftWords {
    Q_DECLARE_TR_FUNCTIONS(ShiftWords)
};

QDate firstDay() { return {1970, 1, 1}; }

}  // namespace

QString shiftsText(const api::DayHours& hours) {
    return hours.empty() ? ShiftWords::tr("Off", "a day without shifts") : QString::fromStdString(api::toText(hours));
}

Result<api::DayHours> readShifts(const QString& typed) {
    QString plain = typed.simplified();
    if (plain.compare(ShiftWords::tr("Off", "a day without shifts"), Qt::CaseInsensitive) == 0) {
        return api::DayHours();
    }
    for (const auto& [sign, meant] : {std::pair{u'：', u':'},
                                      {u'，', u','},
                                      {u'、', u','},
                                      {u'–', u'-'},
                                      {u'—', u'-'},
                                      {u'－', u'-'},
                                      {u'～', u'-'}}) {
        plain.replace(QChar(sign), QChar(meant));
    }
    return api::dayHoursFrom(plain.toLower().toStdString(), "hours");
}

QString weekdayName(std::size_t place) {
    const std::array<QString, 7> names{
        ShiftWords::tr("Monday"), ShiftWords::tr("Tuesday"),  ShiftWords::tr("Wednesday"), ShiftWords::tr("Thursday"),
        ShiftWords::tr("Friday"), ShiftWords::tr("Saturday"), ShiftWords::tr("Sunday")};
    return names.at(place);
}

QString weekdayShort(std::size_t place) {
    const std::array<QString, 7> names{ShiftWords::tr("Mon"), ShiftWords::tr("Tue"), ShiftWords::tr("Wed"),
                                       ShiftWords::tr("Thu"), ShiftWords::tr("Fri"), ShiftWords::tr("Sat"),
                                       ShiftWords::tr("Sun")};
    return names.at(place);
}

QDate dateOf(api::CalendarDay day) { return firstDay().addDays(day.number); }

api::CalendarDay calendarDayOf(const QDate& date) { return {firstDay().daysTo(date)}; }

}  // namespace evenhand::ui
