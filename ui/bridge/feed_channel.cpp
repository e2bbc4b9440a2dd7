// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/feed_channel.h"

#include <utility>

namespace evenhand::ui {

FeedChannel::FeedChannel(int intervalMs, std::function<void()> fetch, QObject* parent)
    : QObject(parent), m_intervalMs(intervalMs), m_fetch(std::move(fetch)) {
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &FeedChannel::start);
}

void FeedChannel::request() {
    m_dirty = true;
    start();
}

void FeedChannel::retry() {
    m_dirty = true;
    if (m_active && !m_inFlight) {
        m_pause.start(kRetryMs);
    }
}

void FeedChannel::drop() {
    ++m_generation;
    m_inFlight = false;
    m_dirty = false;
    m_pause.stop();
}

void FeedChannel::restart() {
    drop();
    request();
}

void FeedChannel::setActive(bool active) {
    m_active = active;
    if (active) {
        start();
    } else {
        m_pause.stop();
    }
}

void FeedChannel::start() {
    if (!m_active || !m_dirty || m_inFlight || m_pause.isActive()) {
        return;
    }
    m_dirty = false;
    m_inFlight = true;
    m_pause.start(m_intervalMs);
    m_fetch();
}

bool FeedChannel::done(int generation) {
    if (generation != m_generation) {
        return false;
    }
    m_inFlight = false;
    m_answered = generation;
    start();
    return true;
}

bool FeedChannel::failed(int generation) {
    if (generation != m_generation) {
        return false;
    }
    m_inFlight = false;
    retry();
    return true;
}

}  // namespace evenhand::ui
