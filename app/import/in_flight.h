// SPDX-License-Identifier: GPL-3.0-or-later
// A window of calls to desks that have not been answered yet: asks stay in order, answers are settled in order, and
// never more than kWindow are open.
// Thread: confined to its owner.
#pragma once

#include <QThread>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "engine/api/call.h"

namespace evenhand::import {

class InFlight {
public:
    static constexpr std::size_t kWindow = 512;

    /// `step`: see ImportHooks.
    explicit InFlight(std::function<void()> step) : m_step(std::move(step)) {}

    /// Asks, and hands the answer to `settle(Result<T>&&)`, which answers Result<void>: an error ends the import.
    /// While the engine is busy it waits, so that nothing asked later overtakes.
    template <typename T, typename Settle>
    [[nodiscard]] Result<void> ask(const std::function<api::Answer<T>()>& submit, Settle settle) {
        while (m_open.size() >= kWindow) {
            EVENHAND_TRY(settleOldest());
        }
        api::Answer<T> answer = submit();
        while (answer.isFinished() && isBusy(answer)) {
            if (m_open.empty()) {
                rest();
            } else {
                EVENHAND_TRY(settleOldest());
            }
            answer = submit();
        }
        m_open.push_back(std::make_unique<Pending<T, Settle>>(std::move(answer), std::move(settle)));
        return {};
    }
    /// Something that is settled in its turn without asking.
    template <typename Settle>
    void then(Settle settle) {
        m_open.push_back(std::make_unique<Immediate<Settle>>(std::move(settle)));
    }
    /// Settles everything that is open; answers the first error.
    [[nodiscard]] Result<void> drain() {
        Result<void> first;
        while (!m_open.empty()) {
            Result<void> settled = settleOldest();
            if (first && !settled) {
                first = std::move(settled);
            }
        }
        return first;
    }
    /// Asks once and waits, after everything before it.
    template <typename T>
    [[nodiscard]] Result<T> wait(api::Answer<T> answer) {
        waitFor(answer);
        return take(answer);
    }

private:
    struct Item {
        virtual ~Item() = default;
        virtual Result<void> settle(InFlight& owner) = 0;
    };
    template <typename T, typename Settle>
    struct Pending final : Item {
        Pending(api::Answer<T> a, Settle s) : answer(std::move(a)), handler(std::move(s)) {}
        Result<void> settle(InFlight& owner) override {
            owner.waitFor(answer);
            return handler(take(answer));
        }
        api::Answer<T> answer;
        Settle handler;
    };
    template <typename Settle>
    struct Immediate final : Item {
        explicit Immediate(Settle s) : handler(std::move(s)) {}
        Result<void> settle(InFlight&) override {
            handler();
            return {};
        }
        Settle handler;
    };

    template <typename T>
    void waitFor(api::Answer<T>& answer) {
        if (!m_step) {
            answer.waitForFinished();
        }
        while (!answer.isFinished()) {
            m_step();
        }
    }
    template <typename T>
    static Result<T> take(api::Answer<T>& answer) {
        if (answer.resultCount() == 0) {
            return fail(ErrorCode::Cancelled, "the engine was shut down");
        }
        return answer.result();
    }
    template <typename T>
    static bool isBusy(api::Answer<T>& answer) {
        if (answer.resultCount() == 0) {
            return false;
        }
        const Result<T> result = answer.result();
        return !result && result.error().code == ErrorCode::Busy;
    }
    void rest() {
        if (m_step) {
            m_step();
        } else {
            QThread::msleep(1);
        }
    }
    Result<void> settleOldest() {
        const auto oldest = std::move(m_open.front());
        m_open.pop_front();
        return oldest->settle(*this);
    }

    std::function<void()> m_step;
    std::deque<std::unique_ptr<Item>> m_open;
};

}  // namespace evenhand::import
