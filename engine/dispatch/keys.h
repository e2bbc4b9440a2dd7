// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a campus in the keyspace. All stand under one hash tag, so that a script may name them together on
// Redis Cluster too. A campus id may contain anything: braces, percent signs and colons are written as %XX.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/ids.h"

namespace evenhand::dispatch {

class CampusKeys {
public:
    explicit CampusKeys(const CampusId& campus);

    [[nodiscard]] const std::string& weights() const noexcept { return m_weights; }  ///< zset of those on duty
    [[nodiscard]] const std::string& kept() const noexcept { return m_kept; }        ///< hash of those off duty
    [[nodiscard]] const std::string& open() const noexcept { return m_open; }        ///< hash of open charges
    [[nodiscard]] const std::string& inHand() const noexcept { return m_inHand; }    ///< hash of orders in hand
    [[nodiscard]] const std::string& limits() const noexcept { return m_limits; }    ///< hash of load limits
    [[nodiscard]] std::string medians() const { return m_prefix + "medians"; }       ///< hash: median at leaving
    [[nodiscard]] std::string log(std::string_view orderNo, std::int64_t epoch) const;
    /// Who has made or found a log entry last; only where units of work interleave.
    [[nodiscard]] std::string maker(std::string_view orderNo, std::int64_t epoch) const;
    [[nodiscard]] std::string releasedMark(std::string_view orderNo, std::int64_t epoch) const;
    [[nodiscard]] std::string adjustedMark(std::string_view id) const {
        return m_prefix + "adjusted:" + std::string(id);
    }

private:
    std::string m_prefix;  ///< "dispatch:{campus}:"
    std::string m_weights;
    std::string m_kept;
    std::string m_open;
    std::string m_inHand;
    std::string m_limits;
};

}  // namespace evenhand::dispatch
