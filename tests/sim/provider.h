// SPDX-License-Identifier: GPL-3.0-or-later
// The payment provider of a simulation: answers, stalls, loses answers, declines, and is asked again. It keeps its own
// books, which the refunds of the workspace are compared with. Thread: confined to its owner.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "engine/base/rng.h"
#include "engine/outward/refund_sender.h"

namespace evenhand::sim {

class Provider {
public:
    enum class State : std::uint8_t { Known, Paid, Declined, Processing };
    struct Entry {
        RefundId refund;
        std::int64_t amount = 0;
        State state = State::Known;
        bool raced = false;  ///< a request stalled: another worker may come before it, without knowing of it
    };

    /// What it does with the next requests; the same number, the same manners.
    void beginActs(std::uint64_t seed) { m_rng = Rng(seed); }
    /// From now on it answers at once and pays what it can.
    void behave() { m_honest = true; }
    void misbehave() { m_honest = false; }
    /// What is being processed has been paid.
    void settle();

    [[nodiscard]] outward::ProviderSource source();
    [[nodiscard]] const std::map<std::string, Entry>& books() const noexcept { return m_books; }
    /// A rule that was broken by whoever asked; empty: none.
    [[nodiscard]] const std::string& fault() const noexcept { return m_fault; }

    std::function<bool()> dead;   ///< the asking process has died: nobody asks anything
    std::function<void()> stall;  ///< a request takes very long; others go on meanwhile
    void clear() { *this = Provider(); }

private:
    class Line;
    [[nodiscard]] api::ProviderAnswer send(const api::RefundJob& job);
    [[nodiscard]] api::ProviderAnswer lookUp(const api::RefundJob& job);
    void broken(const std::string& what) {
        if (m_fault.empty()) {
            m_fault = what;
        }
    }

    Rng m_rng{1};
    bool m_honest = false;
    bool m_stalling = false;
    std::map<std::string, Entry> m_books;
    std::string m_fault;
};

}  // namespace evenhand::sim
