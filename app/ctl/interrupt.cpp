// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/interrupt.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>

namespace evenhand::ctl::interrupt {
namespace {

std::atomic<int> signals{0};
std::array<int, 2> wakePipe{-1, -1};

std::atomic<int> lastSignal{0};
constexpr unsigned kPatienceS = 4;

void onAlarm(int) { ::_exit(128 + lastSignal.load(std::memory_order_relaxed)); }

void onSignal(int signal) {
    // Supervisors send a second one soon after the first. It must not cut short what ends the command cleanly, but
    // its sender must not wait for long either.
    if (signals.fetch_add(1) == 1) {
        lastSignal.store(signal, std::memory_order_relaxed);
        ::alarm(kPatienceS);
    }
    const int saved = errno;
    const char byte = 0;
    if (::write(wakePipe[1], &byte, 1) < 0) {
        // Full: somebody is woken anyway.
    }
    errno = saved;
}

}  // namespace

void serviceHangUp() {
    struct sigaction action = {};
    if (::sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
        return;  // started by nohup, also in a terminal
    }
    action = {};
    action.sa_handler = ::isatty(STDIN_FILENO) != 0 ? onSignal : SIG_IGN;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGHUP, &action, nullptr);
}

void install() {
    if (::pipe2(wakePipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        wakePipe = {-1, -1};
    }
    struct sigaction action = {};
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    action.sa_handler = onAlarm;
    ::sigaction(SIGALRM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit answers EFBIG instead
}

bool requested() noexcept { return signals.load(std::memory_order_relaxed) > 0; }

bool waitMs(std::int64_t ms) {
    pollfd wake{wakePipe[0], POLLIN, 0};
    if (!requested()) {
        (void)::poll(&wake, 1, ms < 0 ? -1 : static_cast<int>(std::min<std::int64_t>(ms, INT_MAX)));
    }
    return requested();
}

}  // namespace evenhand::ctl::interrupt
