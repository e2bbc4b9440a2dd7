// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_order.h"

#include <QStringList>
#include <initializer_list>

#include "engine/base/clock.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kSecondMs = 1'000;
constexpr qsizetype kGroupDigits = 3;  ///< between two separators
constexpr qsizetype kCodeLetters = 3;  ///< of a currency

bool isDigit(QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); }

bool isDigitAt(const QString& line, qsizetype at) { return at < line.size() && isDigit(line.at(at)); }

/// A comma before exactly three digits.
bool separatesAt(const QString& line, qsizetype at) {
    qsizetype digits = 0;
    while (isDigitAt(line, at + 1 + digits)) {
        ++digits;
    }
    return line.at(at) == QLatin1Char(',') && digits == kGroupDigits;
}

/// Digits as they begin at `at`, without separators of groups; `at` is then behind them.
QString digitsAt(const QString& line, qsizetype& at) {
    QString digits;
    for (; at < line.size() && (isDigit(line.at(at)) || (!digits.isEmpty() && separatesAt(line, at))); ++at) {
        if (isDigit(line.at(at))) {
            digits += line.at(at);
        }
    }
    return digits;
}

/// With its decimals.
std::optional<double> numberAt(const QString& line, qsizetype& at) {
    QString digits = digitsAt(line, at);
    if (digits.isEmpty()) {
        return std::nullopt;
    }
    if (at < line.size() && line.at(at) == QLatin1Char('.') && isDigitAt(line, at + 1)) {
        digits += QLatin1Char('.');
        for (++at; isDigitAt(line, at); ++at) {
            digits += line.at(at);
        }
    }
    return digits.toDouble();
}

/// "¥" or "CHF ", as amounts have it in front.
qsizetype behindCurrency(const QString& line, qsizetype at) {
    if (at < line.size() && line.at(at).category() == QChar::Symbol_Currency) {
        return at + 1;
    }
    qsizetype letters = 0;
    while (at + letters < line.size() && line.at(at + letters) >= QLatin1Char('A') &&
           line.at(at + letters) <= QLatin1Char('Z')) {
        ++letters;
    }
    const bool isCode =
        letters == kCodeLetters && at + letters < line.size() && line.at(at + letters) == QLatin1Char(' ');
    return isCode ? at + letters + 1 : at;
}

void passSpaces(const QString& line, qsizetype& at) {
    while (at < line.size() && line.at(at).isSpace()) {
        ++at;
    }
}

/// What stands between a number and the next one.
QString unitAt(const QString& line, qsizetype& at) {
    passSpaces(line, at);
    QString unit;
    for (; at < line.size() && !isDigit(line.at(at)) && !line.at(at).isSpace(); ++at) {
        unit += line.at(at);
    }
    passSpaces(line, at);
    return unit;
}

/// Those of a text that is one figure, such as a duration.
QStringList unitsOf(const QString& figure) {
    QStringList units;
    for (qsizetype at = 0; at < figure.size() && numberAt(figure, at);) {
        units << unitAt(figure, at);
    }
    return units;
}

QString wordsAt(const QString& line, qsizetype& at) {
    const auto from = at;
    while (at < line.size() && !isDigit(line.at(at))) {
        ++at;
    }
    return line.mid(from, at - from);
}

QString withoutZeros(const QString& digits) {
    qsizetype zeros = 0;
    while (zeros < digits.size() && digits.at(zeros) == QLatin1Char('0')) {
        ++zeros;
    }
    return digits.mid(zeros);
}

/// Numbers in a text by their value, however long they are.
int naturalOrder(const QString& one, const QString& other) {
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < one.size() && j < other.size()) {
        int order = 0;
        if (isDigit(one.at(i)) && isDigit(other.at(j))) {
            const QString a = withoutZeros(digitsAt(one, i));
            const QString b = withoutZeros(digitsAt(other, j));
            order = a.size() == b.size() ? a.compare(b) : (a.size() < b.size() ? -1 : 1);
        } else if (isDigit(one.at(i)) || isDigit(other.at(j))) {
            order = isDigit(one.at(i)) ? -1 : 1;
        } else {
            order = QString::localeAwareCompare(wordsAt(one, i), wordsAt(other, j));
        }
        if (order != 0) {
            return order;
        }
    }
    return i < one.size() ? 1 : (j < other.size() ? -1 : 0);
}

}  // namespace

/// Units are read off what the console itself writes, so that they are those of its language and of its formats.
TextOrder::TextOrder() : m_sizes{{QString(), 1}, {QStringLiteral("%"), 1}} {
    const auto learn = [this](std::int64_t ms, std::initializer_list<std::int64_t> sizes) {
        const auto units = unitsOf(Formats::duration(ms));
        auto size = sizes.begin();
        for (qsizetype i = 0; i < units.size() && size != sizes.end(); ++i, ++size) {
            m_times.insert(units.at(i), static_cast<double>(*size));
        }
    };
    learn(1, {1});
    learn(kSecondMs, {kSecondMs});
    learn(base::kMinuteMs, {base::kMinuteMs});
    learn(base::kHourMs, {base::kHourMs, base::kMinuteMs});
    learn(9 * base::kDayMs, {base::kDayMs});
    for (const double size : {1e3, 1e6, 1e9, 1e12}) {
        for (const QString& unit : unitsOf(Formats::shortNumber(size))) {
            m_sizes.insert(unit, size);
        }
    }
}

std::optional<TextOrder::Figure> TextOrder::figureOf(const QString& text) const {
    const QString line = text.trimmed();
    constexpr QChar kMinus(0x2212);
    const bool isNegative = line.startsWith(QLatin1Char('-')) || line.startsWith(kMinus);
    qsizetype at = behindCurrency(line, isNegative || line.startsWith(QLatin1Char('+')) ? 1 : 0);
    if (at == line.size()) {
        return std::nullopt;
    }
    Figure figure;
    for (bool isFirst = true; at < line.size(); isFirst = false) {
        const auto number = numberAt(line, at);
        if (!number) {
            return std::nullopt;
        }
        const QString unit = unitAt(line, at);
        const auto time = m_times.constFind(unit);
        const auto size = m_sizes.constFind(unit);
        if (time != m_times.constEnd() && (isFirst || figure.isTime)) {
            figure.isTime = true;
            figure.value += *number * *time;
        } else if (size != m_sizes.constEnd() && isFirst && at == line.size()) {
            figure.value = *number * *size;
        } else {
            return std::nullopt;
        }
    }
    figure.value = isNegative ? -figure.value : figure.value;
    return figure;
}

int TextOrder::compare(const QString& one, const QString& other) const {
    const auto a = figureOf(one);
    const auto b = figureOf(other);
    if (a.has_value() != b.has_value()) {
        return a ? -1 : 1;
    }
    if (a && a->isTime != b->isTime) {
        return a->isTime ? 1 : -1;
    }
    if (a && a->value != b->value) {
        return a->value < b->value ? -1 : 1;
    }
    return naturalOrder(one, other);
}

}  // namespace evenhand::ui
