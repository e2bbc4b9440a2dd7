// SPDX-License-Identifier: GPL-3.0-or-later
// The choices for a new workspace, used on two pages of the first window: currency and business time zone.
// Thread: GUI.
#pragma once

#include <QComboBox>

namespace evenhand::ui {

/// Fills in ISO 4217 codes; the data of each item is its number of minor digits.
void fillCurrencies(QComboBox& box);
/// Fills in IANA names and selects the system's own.
void fillZones(QComboBox& box);

}  // namespace evenhand::ui
