// SPDX-License-Identifier: GPL-3.0-or-later
// How long a line waits before it tries again: twice as long each time, from 0.2 s to 5 s, by chance somewhat less.
// Where a service stands by, which will soon serve, half a second at most.
//
// Thread: the line's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/result.h"

namespace evenhand::remote {

class BackOff {
public:
    /// Of a line with so many addresses.
    explicit BackOff(std::size_t addresses) : m_addresses(addresses) {}

    /// The service has let the line in.
    void succeeded() noexcept { m_failed = 0; }
    /// A try has failed, or the line was cut.
    void failed() noexcept { ++m_failed; }
    /// Every address has failed since the last success.
    [[nodiscard]] bool allHaveFailed() const noexcept { return m_failed >= m_addresses; }
    /// After failed(), once: how long to wait. `random`: so many bytes that nobody can guess.
    [[nodiscard]] std::int64_t waitMs(const Error& why, const std::function<std::string(std::size_t)>& random);

private:
    const std::size_t m_addresses;
    std::size_t m_failed = 0;  ///< tries in a row
    std::size_t m_soon = 0;    ///< tries for which the word of a service that stands by holds
};

}  // namespace evenhand::remote
