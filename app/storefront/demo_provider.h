// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's payment provider: an HTTP service on this machine that the refund sender talks to like to any other. It
// pays most refunds, declines some, and is sometimes down, slow of mind or gone in the middle of an answer.
// Thread: that of its owner. It serves on a thread of its own, as a service elsewhere would, so that an owner who sends
// the refunds by itself is answered too. Seeded: the same questions in the same order get the same answers.
#pragma once

#include <QThread>
#include <atomic>
#include <cstdint>
#include <string>

namespace evenhand::storefront {

class DemoProvider {
public:
    /// What the demo's sender signs with; it protects nothing.
    static constexpr const char* kSecret = "demo";

    explicit DemoProvider(std::uint64_t seed);
    ~DemoProvider();
    DemoProvider(const DemoProvider&) = delete;
    DemoProvider& operator=(const DemoProvider&) = delete;

    /// On a free port; false: there is none. Once.
    [[nodiscard]] bool listen();
    [[nodiscard]] std::string url() const;
    /// Is it the address of a demo's provider, of this or an earlier run?
    [[nodiscard]] static bool isDemo(const std::string& url);
    [[nodiscard]] std::int64_t paid() const noexcept { return m_paid; }

private:
    const std::uint64_t m_seed;
    std::atomic<std::int64_t> m_paid{0};
    std::uint16_t m_port = 0;
    QThread m_thread;
};

}  // namespace evenhand::storefront
