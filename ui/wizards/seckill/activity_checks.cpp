// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/activity_checks.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>
#include <string_view>

#include "engine/base/ids.h"

namespace evenhand::ui {
namespace {

struct ActivityChecks {
    Q_DECLARE_TR_FUNCTIONS(ActivityChecks)
};

constexpr qsizetype kMaxDigits = 15;
constexpr qsizetype kSuggestedLetters = 24;

}  // namespace

Checked<std::string> checkActivityName(const QString& text) {
    const std::string name = text.trimmed().toStdString();
    if (name.empty()) {
        return {std::nullopt, ActivityChecks::tr("Enter a name.")};
    }
    if (!base::validateName(name, "name")) {
        return {std::nullopt,
                ActivityChecks::tr("At most %1 characters, no control characters.").arg(base::kMaxNameCharacters)};
    }
    return {name, {}};
}

Checked<ActivityId> checkActivityId(const QString& text) {
    const std::string id = text.trimmed().toStdString();
    if (id.empty()) {
        return {std::nullopt, ActivityChecks::tr("Enter a number; it cannot be changed later.")};
    }
    if (!base::validateId(id, "id")) {
        return {std::nullopt,
                ActivityChecks::tr("At most %1 characters, no control characters.").arg(base::kMaxIdCharacters)};
    }
    return {ActivityId(id), {}};
}

Checked<std::int64_t> checkCount(const QString& text, std::int64_t least, std::int64_t most) {
    QString plain = text.trimmed();
    plain.remove(QLatin1Char(','));
    const bool negative = plain.startsWith(QLatin1Char('-'));
    const QString digits = negative ? plain.mid(1) : plain;
    const bool whole = !digits.isEmpty() && std::all_of(digits.begin(), digits.end(), [](QChar c) {
        return c >= QLatin1Char('0') && c <= QLatin1Char('9');
    });
    if (!whole) {
        return {std::nullopt, ActivityChecks::tr("Enter a whole number from %1 to %2.")
                                  .arg(Formats::number(least), Formats::number(most))};
    }
    const bool huge = digits.size() > kMaxDigits;
    const std::int64_t value = huge ? 0 : plain.toLongLong();
    if (negative || (!huge && value < least)) {
        return {std::nullopt, ActivityChecks::tr("At least %1.").arg(Formats::number(least))};
    }
    if (huge || value > most) {
        return {std::nullopt, ActivityChecks::tr("At most %1.").arg(Formats::number(most))};
    }
    return {value, {}};
}

Checked<std::int64_t> checkUnits(const QString& text, std::int64_t most, std::optional<std::int64_t> onHand) {
    auto checked = checkCount(text, 1, most);
    if (!checked.value || !onHand || *checked.value <= *onHand) {
        return checked;
    }
    return {std::nullopt, *onHand <= 0
                              ? ActivityChecks::tr("The product has no stock.")
                              : ActivityChecks::tr("The product has only %1 on hand.").arg(Formats::number(*onHand))};
}

Checked<Money> checkPrice(const QString& text, const Formats& formats, Money most) {
    const auto money = formats.readMoney(text);
    if (!money) {
        return {std::nullopt,
                ActivityChecks::tr("Enter an amount from %1 to %2.").arg(formats.money(Money{1}), formats.money(most))};
    }
    if (money->minor < 1) {
        return {std::nullopt, ActivityChecks::tr("At least %1.").arg(formats.money(Money{1}))};
    }
    if (*money > most) {
        return {std::nullopt, ActivityChecks::tr("At most %1.").arg(formats.money(most))};
    }
    return {*money, {}};
}

QString problemOfEnd(Instant begin, Instant end, Instant now) {
    if (end <= begin) {
        return ActivityChecks::tr("The end must be after the start time.");
    }
    if (end <= now) {
        return ActivityChecks::tr("The end has passed already.");
    }
    if (end.ms - begin.ms > api::kMaxActivityMs) {
        return ActivityChecks::tr("A sale lasts at most %1.").arg(Formats::duration(api::kMaxActivityMs));
    }
    return {};
}

QString suggestedActivityId(const QString& name, const QDateTime& begin) {
    QString id;
    for (const QChar c : name.toLower()) {
        const bool plain =
            (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('0') && c <= QLatin1Char('9'));
        if (plain && id.size() < kSuggestedLetters) {
            id += c;
        } else if (!plain && !id.isEmpty() && !id.endsWith(QLatin1Char('-'))) {
            id += QLatin1Char('-');
        }
    }
    while (id.endsWith(QLatin1Char('-'))) {
        id.chop(1);
    }
    return (id.isEmpty() ? QStringLiteral("sale") : id) + begin.toString(QStringLiteral("-yyyyMMdd-HHmm"));
}

bool mayChange(const char* field, const std::optional<api::ActivityState>& state) {
    if (!state) {
        return true;
    }
    const std::string_view which(field);
    switch (*state) {
        case api::ActivityState::Draft: return which != "id";
        case api::ActivityState::Started:
        case api::ActivityState::Stopped: return which == "name" || which == "end";
        case api::ActivityState::Ended: return which == "name";
    }
    return false;
}

QString whyFixed(const char* field, const std::optional<api::ActivityState>& state) {
    if (mayChange(field, state)) {
        return {};
    }
    switch (*state) {
        case api::ActivityState::Draft: return ActivityChecks::tr("The number cannot be changed.");
        case api::ActivityState::Started:
        case api::ActivityState::Stopped:
            return std::string_view(field) == "stock"
                       ? ActivityChecks::tr("The sale was started: stock can only be added.")
                       : ActivityChecks::tr("The sale was started: only its name and end can be changed.");
        case api::ActivityState::Ended: return ActivityChecks::tr("The sale has ended: only its name can be changed.");
    }
    return {};
}

}  // namespace evenhand::ui
