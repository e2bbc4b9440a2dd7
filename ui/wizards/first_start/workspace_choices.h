// SPDX-License-Identifier: GPL-3.0-or-later
// What a new workspace is asked for on either page of the first start: currency and business time zone.
// Thread: GUI.
#pragma once

#include <QComboBox>

namespace evenhand::ui {

/// Items are ISO 4217 codes, their data the minor digits.
void fillCurrencies(QComboBox& box);
/// IANA names, the system's own chosen.
void fillZones(QComboBox& box);

}  // namespace evenhand::ui
