// SPDX-License-Identifier: GPL-3.0-or-later
// Checks on Result for Qt Test programs: the failing message is the error's text.
#pragma once

#include <QtTest>

#define EVENHAND_NEED(expression)                                                                                \
    do {                                                                                                         \
        const auto& evenhandNeed = (expression);                                                                 \
        QVERIFY2(evenhandNeed.has_value(), evenhandNeed.has_value() ? "" : evenhandNeed.error().text().c_str()); \
    } while (false)
