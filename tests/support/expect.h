// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of Result values in Qt Test functions.
#pragma once

#include <QtTest>

#include "engine/base/error.h"

/// The expression answers a value.
#define DONE(expression)                                                           \
    do {                                                                           \
        const auto& doneResult = (expression);                                     \
        QVERIFY2(doneResult, doneResult ? "" : doneResult.error().text().c_str()); \
    } while (false)

/// The expression is refused with this ErrorCode.
#define REFUSED(expression, expected)                                                                         \
    do {                                                                                                      \
        const auto& refusedResult = (expression);                                                             \
        QVERIFY2(!refusedResult, "was accepted");                                                             \
        QCOMPARE(evenhand::base::errorName(refusedResult.error().code), evenhand::base::errorName(expected)); \
    } while (false)

/// The same, and the error names this field.
#define REFUSED_FIELD(expression, expected, name)                                                              \
    do {                                                                                                       \
        const auto& refusedByField = (expression);                                                             \
        QVERIFY2(!refusedByField, "was accepted");                                                             \
        QCOMPARE(evenhand::base::errorName(refusedByField.error().code), evenhand::base::errorName(expected)); \
        QCOMPARE(refusedByField.error().field, std::string(name));                                             \
    } while (false)
