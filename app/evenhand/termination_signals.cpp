// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/termination_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace evenhand::app {
namespace {

constexpr unsigned kPatienceS = 5;

std::array<int, 2> wakePipe{-1, -1};
std::atomic<int> firstSignal{0};

void onAlarm(int) { ::_exit(128 + firstSignal.load(std::memory_order_relaxed)); }

void onSignal(int signal) {
    int none = 0;
    if (!firstSignal.compare_exchange_strong(none, signal)) {
        ::_exit(128 + signal);
    }
    ::alarm(kPatienceS);
    const int saved = errno;
    const char byte = 0;
    if (::write(wakePipe[1], &byte, 1) < 0) {
        // The pipe is full, so the reader is woken anyway.
    }
    errno = saved;
}

void install(int signal) {
    struct sigaction before = {};
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) {
        return;  // the signal is ignored, as nohup wants it
    }
    struct sigaction action = {};
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

TerminationSignals::TerminationSignals(QObject* parent) : QObject(parent) {
    if (::pipe2(wakePipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return;  // without the pipe a signal ends the program as usual
    }
    m_woken = std::make_unique<QSocketNotifier>(wakePipe[0], QSocketNotifier::Read);
    connect(m_woken.get(), &QSocketNotifier::activated, this, [this] {
        m_woken->setEnabled(false);
        Q_EMIT asked();
    });
    std::signal(SIGALRM, onAlarm);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        install(signal);
    }
}

}  // namespace evenhand::app
