// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/gate_watch.h"

#include <chrono>
#include <thread>
#include <tuple>
#include <utility>

#include "engine/runtime/csv_export.h"
#include "engine/store/records/gate_store.h"

namespace evenhand::shared {
namespace {

constexpr std::int64_t kLookNs = 500'000'000;       ///< how often
constexpr std::int64_t kLookPausedNs = 20'000'000;  ///< while it is paused
constexpr std::int64_t kPaceNs = 5'000'000;
constexpr std::int64_t kEndPauseNs = 15'000'000'000;  ///< longer than anybody keeps a gate that is gone

std::string closedText(const store::gate::Gate& gate) {
    constexpr std::size_t kToTheMinute = std::string_view("2026-01-05T10:00").size();
    return "the keyspace is made anew from the database (" + gate.reason + "); try again at about " +
           runtime::csvTime(gate.until).substr(0, kToTheMinute) + "Z";
}

}  // namespace

GateWatch::GateWatch(SharedParts& parts, runtime::BackgroundScheduler& background)
    : m_parts(parts), m_background(background) {
    if (m_parts.given.isGated) {
        m_parts.keyspace.close({ErrorCode::Busy, *m_whyNot, {}, {}});
    }
}

void GateWatch::checked(std::optional<std::string> whyNot) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_whyNot == whyNot) {
            return;
        }
        m_whyNot = std::move(whyNot);
    }
    soon();
}

void GateWatch::soon() {
    m_soon = true;
    m_parts.queue.wake();
}

std::optional<std::string> GateWatch::whyNotChecked() {
    const std::lock_guard lock(m_mutex);
    return m_whyNot;
}

bool GateWatch::isPaused() {
    look();
    const auto nowNs = m_parts.realClock.monotonicNs();
    if (!m_paused) {
        m_pausedSinceNs = nowNs;
        return false;
    }
    if (m_parts.queue.closed() && nowNs - m_pausedSinceNs >= kEndPauseNs) {
        return false;  // it stops, and perhaps nobody is there who would open the gate
    }
    std::this_thread::sleep_for(std::chrono::nanoseconds(kPaceNs));
    return true;
}

void GateWatch::look() {
    const auto nowNs = m_parts.realClock.monotonicNs();
    if (!m_parts.given.isGated || (!m_soon.exchange(false) && nowNs < m_lookNs)) {
        return;
    }
    m_lookNs = nowNs + kLookNs;
    const auto gate = store::gate::read(*m_parts.database);
    if (!gate) {
        m_paused = false;
        return;  // of a connection that has gone the next batch finds out
    }
    m_paused = !gate->isOpen && gate->reason.empty();
    if (m_paused) {
        m_lookNs = nowNs + kLookPausedNs;
    } else {
        const auto why = gate->isOpen ? whyNotChecked() : std::optional(closedText(*gate));
        if (why) {
            m_parts.keyspace.close({ErrorCode::Busy, *why, {}, {}});
        } else if (!m_parts.keyspace.isOpen()) {
            m_parts.keyspace.open();
            m_background.batchUndone();  // what was remembered of it means nothing any more
        }
        m_usesKeyspace = !why;
        m_parts.setStandingReason(kKeyspaceClosed, why);
    }
    if (!gate->isOpen) {
        std::ignore = store::gate::saw(*m_parts.database, m_parts.given.node, gate->number);  // or with the next look
    }
}

}  // namespace evenhand::shared
