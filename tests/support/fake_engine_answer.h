// SPDX-License-Identifier: GPL-3.0-or-later
// How FakeEngine answers: at once, or when the test lets it. For its own sources.
#pragma once

#include <QPromise>

#include "tests/support/fake_engine.h"

namespace evenhand::test {

template <typename T>
api::Answer<T> FakeEngine::answer(Result<T> result) {
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    auto resolve = [promise, result = std::move(result)]() mutable {
        promise->addResult(std::move(result));
        promise->finish();
    };
    if (m_held) {
        m_pending.push_back(std::move(resolve));
    } else {
        resolve();
    }
    return future;
}

template <typename T>
api::Answer<T> FakeEngine::read(Result<T> result) {
    return m_readError ? answer<T>(fail(*m_readError)) : answer<T>(std::move(result));
}

}  // namespace evenhand::test
