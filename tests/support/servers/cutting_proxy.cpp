// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/cutting_proxy.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace evenhand::testing {
namespace {

constexpr int kPollMs = 20;

sockaddr_un address(const std::string& path) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::strncpy(name.sun_path, path.c_str(), sizeof name.sun_path - 1);
    return name;
}

bool sendAll(int to, const char* data, std::size_t size) {
    while (size > 0) {
        const auto sent = ::send(to, data, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        data += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

/// A packet of the client's: length (3), sequence number (1), command (1: a query), text.
bool isCommit(std::string_view bytes) {
    return bytes.size() == 11 && bytes.substr(4) ==
                                     "\x03"
                                     "COMMIT";
}

/// The first packet of a command of the client's that the server works on: a query, or a prepared statement's.
bool isStatement(std::string_view bytes) {
    constexpr std::string_view kCommands = "\x03\x16\x17";  // COM_QUERY, COM_STMT_PREPARE, COM_STMT_EXECUTE
    return bytes.size() > 4 && bytes[3] == 0 && kCommands.find(bytes[4]) != std::string_view::npos;
}

}  // namespace

CuttingProxy::CuttingProxy(std::string listenOn, std::string forwardTo) : m_forwardTo(std::move(forwardTo)) {
    m_listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto name = address(listenOn);
    if (::bind(m_listener, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 ||
        ::listen(m_listener, 16) != 0) {
        ::close(m_listener);
        m_listener = -1;
        return;
    }
    m_acceptor = std::thread([this] { accept(); });
}

CuttingProxy::~CuttingProxy() {
    m_stop = true;
    if (m_acceptor.joinable()) {
        m_acceptor.join();
    }
    for (auto& thread : m_threads) {
        thread.join();
    }
    ::close(m_listener);
}

void CuttingProxy::accept() {
    while (!m_stop) {
        pollfd waiting{m_listener, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMs) > 0) {
            const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            if (m_refusing) {
                ::close(client);
            } else {
                m_threads.emplace_back([this, client] { forward(client); });
            }
        }
    }
}

/// Whether the cut is here.
bool CuttingProxy::meets(std::string_view sent) {
    const auto how = m_how.load();
    if (how == Cut::Never) {
        return false;
    }
    const bool any = how == Cut::BeforeStatement || how == Cut::AfterStatement;
    return (any ? isStatement(sent) : isCommit(sent)) && ++m_met == m_nth;
}

void CuttingProxy::forward(int client) {
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto name = address(m_forwardTo);
    bool open = ::connect(server, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0;
    bool cutting = false;
    std::array<char, 65536> buffer;
    while (open && !m_stop && !m_refusing) {
        std::array<pollfd, 2> ends{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
        if (::poll(ends.data(), ends.size(), kPollMs) <= 0) {
            continue;
        }
        for (const auto& [from, to] : {std::pair(client, server), std::pair(server, client)}) {
            if ((ends[from == client ? 0 : 1].revents & (POLLIN | POLLHUP)) == 0) {
                continue;
            }
            const auto got = ::recv(from, buffer.data(), buffer.size(), 0);
            if (got <= 0 || (from == server && cutting)) {
                m_refusing = m_refusing || (cutting && m_thenRefuse);
                m_cuts += cutting ? 1 : 0;
                open = false;
                break;
            }
            const auto size = static_cast<std::size_t>(got);
            if (from == client && meets({buffer.data(), size})) {
                const auto how = m_how.exchange(Cut::Never);
                cutting = how == Cut::AfterCommit || how == Cut::AfterStatement;
                if (!cutting) {
                    m_refusing = m_refusing || m_thenRefuse;
                    ++m_cuts;
                    open = false;
                    break;
                }
            }
            if (!sendAll(to, buffer.data(), size)) {
                open = false;
                break;
            }
        }
    }
    ::close(client);
    ::close(server);
}

}  // namespace evenhand::testing
