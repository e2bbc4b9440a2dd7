// SPDX-License-Identifier: GPL-3.0-or-later
// What a refusal over HTTP looks like, the same for every route.
#pragma once

#include <QtTest>
#include <string>

#include "curl_run.h"

namespace evenhand::test {

inline std::string reasonOf(const CurlAnswer& answer) {
    return answer.json().value(QStringLiteral("reason")).toString().toStdString();
}

}  // namespace evenhand::test

/// The answer has this status and this reason, in the form of a problem.
#define CHECK_REFUSED(answer, code, why)                                                        \
    do {                                                                                        \
        const auto refused_ = (answer);                                                         \
        QVERIFY2(refused_.status == (code), refused_.body);                                     \
        QCOMPARE(evenhand::test::reasonOf(refused_), std::string(why));                         \
        QCOMPARE(refused_.headers.at("content-type"), std::string("application/problem+json")); \
    } while (false)
