// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/attempt_delay.h"

#include <algorithm>
#include <cstdlib>

#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr int kTickMs = 200;

}  // namespace

AttemptDelay::AttemptDelay(QObject* parent) : QObject(parent) {
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (!isWaiting()) {
            m_tick.stop();
        }
        Q_EMIT changed();
    });
}

void AttemptDelay::note(const Error& error, Instant now) {
    if (error.code != ErrorCode::Locked) {
        return;
    }
    const std::int64_t until = std::strtoll(error.value.c_str(), nullptr, 10);
    m_forMs = std::max<std::int64_t>(0, until - now.ms);
    m_since.start();
    if (m_forMs > 0) {
        m_tick.start();
    }
    Q_EMIT changed();
}

std::int64_t AttemptDelay::leftMs() const {
    return m_since.isValid() ? std::max<std::int64_t>(0, m_forMs - m_since.elapsed()) : 0;
}

QString AttemptDelay::text() const {
    return isWaiting()
               ? tr("Too many failed attempts. Wait %1 before the next one.").arg(Formats::countdown(leftMs(), true))
               : QString();
}

}  // namespace evenhand::ui
