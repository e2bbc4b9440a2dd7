// SPDX-License-Identifier: GPL-3.0-or-later
// What the server has refused with 401, 403 or 429, summed up for the audit log: by holder, address, status and reason
// within a minute. So nobody can fill the log or the memory with requests that are refused: a minute has at most
// kMaxHeld sums of holders of a token and as many of others, which cannot crowd out each other; the rest is summed up
// without holder and address. Of them at most kMaxOfHolder are of one holder, whose rest is summed up without address,
// so that no holder crowds out another. Thread: confined to its owner.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/api/token_desk.h"
#include "engine/base/clock.h"

namespace evenhand::ingest {

/// Receives every such answer. Thread: the server's.
class RefusalSink {
public:
    virtual ~RefusalSink() = default;
    /// `holder`: empty: nobody that is known.
    virtual void refused(std::string_view holder, std::string_view peer, int status, std::string_view reason) = 0;
};
/// Whether answers with this status go there.
[[nodiscard]] constexpr bool isGateRefusal(int status) noexcept {
    return status == 401 || status == 403 || status == 429;
}

class RefusalSums {
public:
    static constexpr std::size_t kMaxHeld = 100;
    static constexpr std::size_t kMaxOfHolder = 10;
    static constexpr std::int64_t kWindowMs = 60'000;

    void add(std::string_view holder, std::string_view peer, int status, std::string_view reason, Instant now);
    [[nodiscard]] bool empty() const noexcept { return m_sums.empty(); }
    /// Answers all sums and forgets them.
    [[nodiscard]] std::vector<api::RefusedRequests> take();

private:
    using Key = std::tuple<std::string, std::string, int, std::string>;  ///< holder, peer, status, reason
    std::map<Key, api::RefusedRequests> m_sums;
    std::size_t m_holders = 0;                      ///< of the sums: with a holder and an address
    std::size_t m_others = 0;                       ///< with an address only
    std::map<std::string, std::size_t> m_ofHolder;  ///< of m_holders
};

}  // namespace evenhand::ingest
