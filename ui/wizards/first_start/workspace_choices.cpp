// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/first_start/workspace_choices.h"

#include <QTimeZone>
#include <algorithm>

#include "engine/base/currency.h"

namespace evenhand::ui {

void fillCurrencies(QComboBox& box) {
    for (const char* code :
         {"CNY", "EUR", "GBP", "USD", "JPY", "HKD", "SGD", "TWD", "KRW", "INR", "CHF", "SEK", "PLN", "KWD"}) {
        box.addItem(QLatin1String(code), base::minorDigitsOf(code));
    }
}

void fillZones(QComboBox& box) {
    for (const QByteArray& id : QTimeZone::availableTimeZoneIds()) {
        if (id.contains('/') || id == "UTC") {
            box.addItem(QString::fromLatin1(id));
        }
    }
    const int own = box.findText(QString::fromLatin1(QTimeZone::systemTimeZoneId()));
    box.setCurrentIndex(own >= 0 ? own : std::max(0, box.findText(QStringLiteral("UTC"))));
}

}  // namespace evenhand::ui
