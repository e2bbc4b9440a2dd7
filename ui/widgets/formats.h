// SPDX-License-Identifier: GPL-3.0-or-later
// How figures are written on screen: money in the workspace's currency, instants in its business zone. What is not
// known is a dash, never 0.
// Thread: GUI.
#pragma once

#include <QString>
#include <QTimeZone>
#include <optional>

#include "engine/api/engine_api.h"

namespace evenhand::ui {

class Formats {
public:
    explicit Formats(const api::WorkspaceInfo& workspace);

    [[nodiscard]] static QString dash() { return QStringLiteral("–"); }

    /// "1,234.50"; the currency stands in the header or beside (currency()).
    [[nodiscard]] QString money(Money amount) const;
    /// "¥1,234.50", "EUR 1,234.50".
    [[nodiscard]] QString moneyWithCurrency(Money amount) const;
    /// What a person typed, as money; commas may group thousands, the point is the decimal one.
    [[nodiscard]] std::optional<Money> readMoney(const QString& text) const;
    [[nodiscard]] const QString& currency() const noexcept { return m_currency; }
    [[nodiscard]] int minorDigits() const noexcept { return m_minorDigits; }

    /// "2024-05-01 12:30:05" in the business zone.
    [[nodiscard]] QString dateTime(Instant at) const;
    /// "12:30:05" in the business zone.
    [[nodiscard]] QString time(Instant at) const;
    /// time() on the business day of `now`, else "05-01 12:30", or "2009-12-01" in another year.
    [[nodiscard]] QString shortTime(Instant at, Instant now) const;
    [[nodiscard]] QDateTime zoned(Instant at) const;
    [[nodiscard]] Instant fromZoned(const QDate& date, const QTime& time) const;
    /// Start of the business day of `at`, `days` later.
    [[nodiscard]] Instant dayStart(Instant at, int days = 0) const;
    [[nodiscard]] const QTimeZone& zone() const noexcept { return m_zone; }

    /// "1,234,567".
    [[nodiscard]] static QString number(std::int64_t value);
    /// A count as tr() wants it to choose the plural form. Its own "%n" does not group digits, so a text with a count
    /// is tr("%1 orders", nullptr, Formats::plural(count)).arg(Formats::number(count)). Past an int it is the largest
    /// int: no language that is shipped tells those apart. Below 0 (not known yet: "– orders") it is 0, for of a
    /// negative number Qt takes the first form, which is the singular.
    [[nodiscard]] static int plural(std::int64_t count);
    /// "1,234,567", "12.3M", "4.56B": at most five digits and signs, for where there is no room; a tip says the whole.
    [[nodiscard]] static QString shortNumber(double value);
    /// The same of a figure as it is shown, with sign and unit: of "+1,234.5" "+1.23k", of "12.3 %" "12%". Empty: it is
    /// no single figure.
    [[nodiscard]] static QString shortFigure(const QString& shown);
    /// "12.3" with `decimals` digits after the point.
    [[nodiscard]] static QString decimal(double value, int decimals);
    /// "850 ms", "12 s", "3 min", "2 h 05 min", "4 d".
    [[nodiscard]] static QString duration(std::int64_t ms);
    /// Time left or gone by, to the second: "0:07", "12:05", "1:02:05", "3 d 4 h". Of something to come, part of a
    /// second counts as one (`up`).
    [[nodiscard]] static QString countdown(std::int64_t ms, bool up);
    /// "in 12:05"; 0 and less: "0:03 late".
    [[nodiscard]] static QString dueIn(std::int64_t leftMs);

private:
    QString m_currency;
    QString m_sign;
    int m_minorDigits;
    QTimeZone m_zone;
};

}  // namespace evenhand::ui
