// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/delay_text.h"

#include "engine/base/clock.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <array>

namespace evenhand::ui {
namespace {

struct DelayTexts {
    Q_DECLARE_TR_FUNCTIONS(DelayTexts)
};

constexpr std::int64_t kSecond = 1'000;
constexpr std::int64_t kMinute = base::kMinuteMs;
constexpr std::int64_t kHour = base::kHourMs;
constexpr std::int64_t kDay = base::kDayMs;
constexpr qsizetype kMaxDigits = 12;
constexpr qsizetype kMaxFraction = 6;
constexpr std::int64_t kFarTooLong = 1'000'000 * kDay;

struct Unit {
    std::int64_t ms;
    QStringList names;
};

const std::array<Unit, 5>& units() {
    static const std::array<Unit, 5> kUnits{{
        {1, {QStringLiteral("ms"), QStringLiteral("毫秒")}},
        {kSecond, {QStringLiteral("s"), QStringLiteral("sec"), QStringLiteral("秒"), QStringLiteral("秒钟")}},
        {kMinute, {QStringLiteral("min"), QStringLiteral("m"), QStringLiteral("分"), QStringLiteral("分钟")}},
        {kHour, {QStringLiteral("h"), QStringLiteral("小时"), QStringLiteral("时")}},
        {kDay, {QStringLiteral("d"), QStringLiteral("天"), QStringLiteral("日")}},
    }};
    return kUnits;
}

std::int64_t unitOf(const QString& name) {
    for (const auto& unit : units()) {
        if (unit.names.contains(name, Qt::CaseInsensitive)) {
            return unit.ms;
        }
    }
    return 0;
}

ReadDelay refused(const QString& why) { return {std::nullopt, why}; }

/// nullopt: part of a millisecond. Far beyond every limit: kFarTooLong.
std::optional<std::int64_t> partOf(const QString& whole, const QString& fraction, std::int64_t unit) {
    const std::int64_t count = whole.size() > kMaxDigits ? kFarTooLong : whole.toLongLong();
    if (count > kFarTooLong / unit) {
        return kFarTooLong;
    }
    std::int64_t scale = 1;
    for (qsizetype i = 0; i < fraction.size(); ++i) {
        scale *= 10;
    }
    const std::int64_t scaled = fraction.isEmpty() ? 0 : fraction.toLongLong() * unit;
    if (scaled % scale != 0) {
        return std::nullopt;
    }
    return count * unit + scaled / scale;
}

}  // namespace

ReadDelay readDelay(const QString& text, std::int64_t lowMs, std::int64_t highMs) {
    const QString plain = text.trimmed();
    if (plain.isEmpty()) {
        return refused(DelayTexts::tr("Enter a delay."));
    }
    if (plain.startsWith(QLatin1Char('-')) || plain.startsWith(QChar(0x2212))) {
        return refused(DelayTexts::tr("A delay cannot be negative."));
    }
    static const QRegularExpression kPart(QStringLiteral("\\G\\s*([0-9]+)(?:\\.([0-9]+))?\\s*([^0-9\\s.]*)"));
    std::int64_t sum = 0;
    qsizetype at = 0;
    QList<std::int64_t> seen;
    while (at < plain.size()) {
        const auto match = kPart.match(plain, at);
        if (!match.hasMatch() || match.captured(2).size() > kMaxFraction) {
            return refused(
                DelayTexts::tr("\"%1\" is not a delay. Write it like 30 s, 5 min or 1 h 30 min.").arg(plain));
        }
        const QString name = match.captured(3);
        const bool bareZero = name.isEmpty() && match.captured(1).toLongLong() == 0 && match.captured(2).isEmpty();
        const std::int64_t unit = bareZero ? kSecond : unitOf(name);
        if (unit == 0 && name.isEmpty()) {
            return refused(DelayTexts::tr("Add a unit: ms, s, min, h or d."));
        }
        if (unit == 0) {
            return refused(DelayTexts::tr("\"%1\" is not a unit. Use ms, s, min, h or d.").arg(name));
        }
        if (seen.contains(unit)) {
            return refused(DelayTexts::tr("The same unit is used twice."));
        }
        seen << unit;
        const auto part = partOf(match.captured(1), match.captured(2), unit);
        if (!part) {
            return refused(DelayTexts::tr("Delays are whole milliseconds."));
        }
        sum += *part;
        at = match.capturedEnd();
    }
    if (sum > highMs) {
        return refused(DelayTexts::tr("At most %1.").arg(writeDelay(highMs)));
    }
    if (sum < lowMs) {
        return refused(DelayTexts::tr("At least %1.").arg(writeDelay(lowMs)));
    }
    return {sum, {}};
}

QString writeDelay(std::int64_t ms) {
    if (ms == 0) {
        return DelayTexts::tr("%1 s").arg(0);
    }
    QStringList parts;
    const auto take = [&parts, &ms](std::int64_t unit, const QString& shape) {
        if (ms >= unit) {
            parts << shape.arg(ms / unit);
            ms %= unit;
        }
    };
    take(kDay, DelayTexts::tr("%1 d"));
    take(kHour, DelayTexts::tr("%1 h"));
    take(kMinute, DelayTexts::tr("%1 min"));
    take(kSecond, DelayTexts::tr("%1 s"));
    take(1, DelayTexts::tr("%1 ms"));
    return parts.join(QLatin1Char(' '));
}

std::span<const std::int64_t> delayLevels() {
    static constexpr std::array<std::int64_t, 18> kLevels{
        kSecond,     5 * kSecond,  10 * kSecond, 30 * kSecond, kMinute,     2 * kMinute,
        3 * kMinute, 4 * kMinute,  5 * kMinute,  6 * kMinute,  7 * kMinute, 8 * kMinute,
        9 * kMinute, 10 * kMinute, 20 * kMinute, 30 * kMinute, kHour,       2 * kHour};
    return kLevels;
}

}  // namespace evenhand::ui
