// SPDX-License-Identifier: GPL-3.0-or-later
#include "under_way.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace evenhand::sim {
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGALRM};

// What a handler may touch: written before, only read there.
std::array<char, 4'096> text;
std::size_t length = 0;
unsigned limit = 0;
std::array<struct sigaction, kSignals.size()> before;

void say(int number) {
    (void)!::write(STDERR_FILENO, text.data(), length);
    // Whoever handled it before has the next word; a run that never ends is aborted.
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        if (kSignals[i] != SIGALRM) {
            (void)::sigaction(kSignals[i], &before[i], nullptr);
        }
    }
    (void)::raise(number == SIGALRM ? SIGABRT : number);
}

}  // namespace

void sayWhatIsUnderWay(unsigned seconds) {
    limit = seconds;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        struct sigaction action {};
        action.sa_handler = say;
        (void)::sigaction(kSignals[i], &action, &before[i]);
    }
}

void underWay(const Plan& plan) {
    const auto line = "under way: evenhand_sim " + plan.commandLine() + "\n";
    length = 0;
    std::memcpy(text.data(), line.data(), std::min(line.size(), text.size()));
    length = std::min(line.size(), text.size());
    (void)::alarm(limit);
}

void nothingIsUnderWay() {
    (void)::alarm(0);
    length = 0;
}

}  // namespace evenhand::sim
