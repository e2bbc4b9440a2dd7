// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/formats.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "engine/base/money.h"

namespace evenhand::ui {
namespace {

struct FormatTexts {
    Q_DECLARE_TR_FUNCTIONS(FormatTexts)
};

/// "1234567" → "1,234,567"; a sign stays in front. The same in both languages, so that columns never change.
QString grouped(QString digits) {
    const int first = digits.startsWith(QLatin1Char('-')) ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3) {
        digits.insert(at, QLatin1Char(','));
    }
    return digits;
}

QString signOf(const QString& currency) {
    if (currency == QLatin1String("CNY") || currency == QLatin1String("JPY")) {
        return QStringLiteral("¥");
    }
    if (currency == QLatin1String("GBP")) {
        return QStringLiteral("£");
    }
    if (currency == QLatin1String("EUR")) {
        return QStringLiteral("€");
    }
    if (currency == QLatin1String("USD")) {
        return QStringLiteral("$");
    }
    return currency + QLatin1Char(' ');
}

}  // namespace

Formats::Formats(const api::WorkspaceInfo& workspace)
    : m_currency(QString::fromStdString(workspace.currency)),
      m_sign(signOf(m_currency)),
      m_minorDigits(workspace.minorDigits),
      m_zone(QByteArray::fromStdString(workspace.timeZone)) {
    if (!m_zone.isValid()) {
        m_zone = QTimeZone::utc();
    }
}

QString Formats::money(Money amount) const {
    const QString plain = QString::fromStdString(base::formatMoney(amount, m_minorDigits));
    const qsizetype point = plain.indexOf(QLatin1Char('.'));
    return point < 0 ? grouped(plain) : grouped(plain.left(point)) + plain.mid(point);
}

QString Formats::moneyWithCurrency(Money amount) const {
    const QString text = money(amount);
    return text.startsWith(QLatin1Char('-')) ? QLatin1Char('-') + m_sign + text.mid(1) : m_sign + text;
}

std::optional<Money> Formats::readMoney(const QString& text) const {
    QString plain = text.trimmed();
    // Commas only where they group thousands: "1,5" is not fifteen.
    const qsizetype point = plain.indexOf(QLatin1Char('.'));
    const QString whole = point < 0 ? plain : plain.left(point);
    if (whole.contains(QLatin1Char(','))) {
        const QStringList groups = whole.split(QLatin1Char(','));
        for (qsizetype i = 1; i < groups.size(); ++i) {
            if (groups.at(i).size() != 3) {
                return std::nullopt;
            }
        }
        plain = groups.join(QString()) + (point < 0 ? QString() : plain.mid(point));
    }
    const auto value = base::parseDecimal(plain.toStdString(), m_minorDigits);
    return value ? std::optional<Money>(*value) : std::nullopt;
}

QDateTime Formats::zoned(Instant at) const { return QDateTime::fromMSecsSinceEpoch(at.ms, m_zone); }

QString Formats::dateTime(Instant at) const { return zoned(at).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")); }

QString Formats::time(Instant at) const { return zoned(at).toString(QStringLiteral("HH:mm:ss")); }

QString Formats::shortTime(Instant at, Instant now) const {
    const QDateTime when = zoned(at);
    const QDate today = zoned(now).date();
    if (when.date() == today) {
        return when.toString(QStringLiteral("HH:mm:ss"));
    }
    return when.toString(when.date().year() == today.year() ? QStringLiteral("MM-dd HH:mm")
                                                            : QStringLiteral("yyyy-MM-dd"));
}

Instant Formats::fromZoned(const QDate& date, const QTime& time) const {
    return {QDateTime(date, time, m_zone).toMSecsSinceEpoch()};
}

Instant Formats::dayStart(Instant at, int days) const {
    return {zoned(at).date().addDays(days).startOfDay(m_zone).toMSecsSinceEpoch()};
}

QString Formats::number(std::int64_t value) { return grouped(QString::number(value)); }

int Formats::plural(std::int64_t count) {
    return static_cast<int>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<int>::max()));
}

QString Formats::shortNumber(double value) {
    constexpr double kThousand = 1'000;
    const char* const units[] = {"", "k", "M", "B", "T"};
    std::size_t unit = 0;
    while (std::abs(value) >= kThousand && unit + 1 < std::size(units)) {
        value /= kThousand;
        ++unit;
    }
    const double size = std::abs(value);
    const int decimals = unit == 0 ? 0 : size < 10 ? 2 : size < 100 ? 1 : 0;
    return decimal(value, decimals) + QLatin1String(units[unit]);
}

QString Formats::shortFigure(const QString& shown) {
    static const QRegularExpression kFigure(QStringLiteral("^([+-]?)(\\d[\\d,]*(?:\\.\\d+)?)([^\\d]*)$"));
    const auto figure = kFigure.match(shown);
    if (!figure.hasMatch()) {
        return {};
    }
    const double size = figure.captured(2).remove(QLatin1Char(',')).toDouble();
    return figure.captured(1) + shortNumber(size) + figure.captured(3).trimmed();
}

QString Formats::decimal(double value, int decimals) {
    if (!std::isfinite(value)) {
        return dash();
    }
    const QString plain = QString::number(value, 'f', decimals);
    const qsizetype point = plain.indexOf(QLatin1Char('.'));
    return point < 0 ? grouped(plain) : grouped(plain.left(point)) + plain.mid(point);
}

constexpr std::int64_t kHoursUntil = 172'800;  ///< seconds; what is longer is told in days

QString Formats::duration(std::int64_t ms) {
    if (ms < 0) {
        return QLatin1Char('-') + duration(-ms);
    }
    const auto seconds = ms / 1000;
    if (seconds < 1) {
        return FormatTexts::tr("%1 ms").arg(ms);
    }
    if (seconds < 60) {
        return FormatTexts::tr("%1 s").arg(seconds);
    }
    if (seconds < 3600) {
        return FormatTexts::tr("%1 min").arg(seconds / 60);
    }
    if (seconds < kHoursUntil) {
        return FormatTexts::tr("%1 h %2 min").arg(seconds / 3600).arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'));
    }
    return FormatTexts::tr("%1 d").arg(seconds / 86400);
}

QString Formats::countdown(std::int64_t ms, bool up) {
    const std::int64_t seconds = (ms + (up ? 999 : 0)) / 1000;
    const auto two = [](std::int64_t value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600) {
        return QStringLiteral("%1:%2").arg(QString::number(seconds / 60), two(seconds % 60));
    }
    if (seconds < kHoursUntil) {
        return QStringLiteral("%1:%2:%3")
            .arg(QString::number(seconds / 3600), two(seconds / 60 % 60), two(seconds % 60));
    }
    return FormatTexts::tr("%1 d %2 h").arg(seconds / 86400).arg(seconds / 3600 % 24);
}

QString Formats::dueIn(std::int64_t leftMs) {
    return leftMs > 0 ? FormatTexts::tr("in %1").arg(countdown(leftMs, true))
                      : FormatTexts::tr("%1 late").arg(countdown(-leftMs, false));
}

}  // namespace evenhand::ui
