// SPDX-License-Identifier: GPL-3.0-or-later
// The order of texts as people read them, for tables that have nothing but texts: figures by what they say, with sign,
// separators, decimals, currency and unit; other texts behind them, numbers in them by their value.
// Thread: GUI. Knows the units of the language that was shown when it was made. A strict weak order: by kind, by value,
// and what is alike in these by its characters.
#pragma once

#include <QHash>
#include <QString>
#include <optional>

namespace evenhand::ui {

class TextOrder {
public:
    TextOrder();

    /// Negative: `one` comes first; 0: they read the same.
    [[nodiscard]] int compare(const QString& one, const QString& other) const;

private:
    struct Figure {
        bool isTime = false;
        double value = 0;
    };
    /// nullopt: the text is not a figure and nothing else.
    [[nodiscard]] std::optional<Figure> figureOf(const QString& text) const;

    QHash<QString, double> m_times;  ///< milliseconds
    QHash<QString, double> m_sizes;  ///< "k", "M"; none and "%" are 1
};

}  // namespace evenhand::ui
