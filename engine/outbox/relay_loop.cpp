// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outbox/relay_loop.h"

#include "engine/base/log.h"

namespace evenhand::outbox {

void RelayLoop::turn() {
    const auto passed = m_relay.pass();
    const auto trouble = passed ? std::string() : passed.error().text();
    if (trouble != m_trouble) {
        if (trouble.empty()) {
            base::log(base::LogLevel::Info, "outbox", "messages are relayed again");
        } else {
            base::log(base::LogLevel::Warning, "outbox", "messages are not relayed: " + trouble);
        }
        m_trouble = trouble;
    }
    if (passed && passed->messages > 0 && m_relayed) {
        m_relayed();
    }
    if (!passed || !passed->more) {
        m_wait(kPatienceMs);
    }
}

void RelayLoop::run(const std::function<bool()>& ended) {
    while (!ended()) {
        turn();
    }
    m_relay.release();
}

}  // namespace evenhand::outbox
