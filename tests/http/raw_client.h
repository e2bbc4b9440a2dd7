// SPDX-License-Identifier: GPL-3.0-or-later
// A client that sends whatever bytes it is told, over a plain blocking socket. Waits at most half a minute for the
// server; a test that waits longer has failed.
// Thread: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evenhand::test {

struct RawResponse {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    [[nodiscard]] std::string header(std::string_view name) const;  ///< empty: none
};

class RawClient {
public:
    /// `from`: the address that it comes from, as a number of IPv4; nullptr: as the system chooses.
    explicit RawClient(std::uint16_t port, int receiveBuffer = 0, const char* from = nullptr);
    ~RawClient();
    RawClient(RawClient&& other) noexcept : m_socket(std::exchange(other.m_socket, -1)) {}
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    [[nodiscard]] bool connected() const noexcept { return m_socket >= 0; }
    /// False: the server has closed. As much as it takes is sent.
    bool send(std::string_view bytes);
    /// The next response, by its Content-Length; nullopt: closed, or nothing came.
    std::optional<RawResponse> response(bool head = false);
    /// Bytes until `mark` has come, mark included; what came until then if it never does.
    std::string until(std::string_view mark);
    /// All that comes until the server closes; nullopt: it did not.
    std::optional<std::string> rest();
    void endSending();

private:
    /// False: closed or nothing more.
    bool more();
    int m_socket = -1;
    std::string m_input;
};

/// A request without a body.
[[nodiscard]] std::string get(std::string_view target, std::string_view more = {});
[[nodiscard]] std::string post(std::string_view target, std::string_view body, std::string_view more = {});

}  // namespace evenhand::test
