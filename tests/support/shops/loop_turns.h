// SPDX-License-Identifier: GPL-3.0-or-later
// Steps an engine by the event loop: whenever it comes round, and before it waits. A timer of no interval would do it,
// too, and keep a core busy for as long as a test waits for something else (QTRY_… hands the loop fifty milliseconds at
// a time, which it would fill).
// Thread: confined to its owner, which has a Qt event loop.
#pragma once

#include <QAbstractEventDispatcher>
#include <QTimer>
#include <functional>
#include <utility>

namespace evenhand::test {

class LoopTurns {
public:
    /// Not before start().
    explicit LoopTurns(std::function<void()> turn) : m_turn(std::move(turn)) {
        constexpr int kOtherwiseMs = 10;  // what comes from another thread while the loop waits
        m_timer.setInterval(kOtherwiseMs);
        const auto once = [this] { take(); };
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, once);
        const auto* loop = QAbstractEventDispatcher::instance();
        QObject::connect(loop, &QAbstractEventDispatcher::awake, &m_timer, once);
        QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, &m_timer, once);
    }
    void start() { m_timer.start(); }
    void stop() { m_timer.stop(); }

private:
    void take() {
        if (m_timer.isActive() && !std::exchange(m_taking, true)) {
            m_turn();
            m_taking = false;
        }
    }

    std::function<void()> m_turn;
    bool m_taking = false;  ///< a turn in which somebody lets the loop come round is none in itself
    QTimer m_timer;
};

}  // namespace evenhand::test
