// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/scope_figures.h"

namespace evenhand::ui {

ScopeFigures::ScopeFigures(EngineBridge& bridge, CampusScope& scope, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_scope(scope),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    connect(&scope, &CampusScope::currentChanged, this, &ScopeFigures::restart);
    connect(&bridge, &EngineBridge::ordersChanged, m_reads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::alertsChanged, m_reads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::returnsChanged, m_reads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::refundsChanged, m_reads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::timersChanged, m_reads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::statusPolled, this, [this] {
        if (ofAll()) {
            tell(shown());
        } else if (++m_polls >= kQuietPolls) {
            m_polls = 0;
            m_reads->request();
        }
    });
}

ScopeFigures::Figures ScopeFigures::whole() const {
    const auto& status = m_bridge.status();
    return {status.alerts,         status.unassigned, status.late,
            status.returnsWaiting, status.deadTimers, status.refundsFailed};
}

std::int64_t ScopeFigures::alerts() const { return shown().alerts; }

std::int64_t ScopeFigures::unassigned() const { return shown().unassigned; }

std::int64_t ScopeFigures::late() const { return shown().late; }

std::int64_t ScopeFigures::returnsWaiting() const { return shown().returnsWaiting; }

std::int64_t ScopeFigures::deadTimers() const { return shown().deadTimers; }

std::int64_t ScopeFigures::refundsFailed() const { return shown().refundsFailed; }

void ScopeFigures::restart() {
    m_figures = {};
    m_reads->setActive(!ofAll());
    m_reads->restart();
    tell(shown());
}

void ScopeFigures::read() {
    const CampusId campus = m_scope.current();
    const int generation = m_reads->generation();
    m_reading = {};
    m_open = 6;
    m_failed = false;
    api::OrderFilter unassigned;
    unassigned.campus = campus;
    unassigned.unassignedOnly = true;
    api::OrderFilter late;
    late.campus = campus;
    late.lateOnly = true;
    api::TimerFilter dead;
    dead.campus = campus;
    dead.states = {api::TimerState::Dead};
    const auto into = [this, generation](std::int64_t Figures::*figure) {
        return [this, generation, figure](const Result<std::int64_t>& count) {
            if (count) {
                m_reading.*figure = *count;
            }
            arrived(generation, count.has_value());
        };
    };
    whenReady(m_bridge.orders().count(m_bridge.call(), unassigned), this, into(&Figures::unassigned));
    whenReady(m_bridge.orders().count(m_bridge.call(), late), this, into(&Figures::late));
    whenReady(m_bridge.timers().count(m_bridge.call(), dead), this, into(&Figures::deadTimers));
    whenReady(m_bridge.refunds().counts(m_bridge.call(), campus), this,
              [this, generation](const Result<api::RefundCounts>& counts) {
                  if (counts) {
                      m_reading.refundsFailed = counts->failed + counts->dead;
                  }
                  arrived(generation, counts.has_value());
              });
    whenReady(m_bridge.alerts().counts(m_bridge.call(), campus), this,
              [this, generation](const Result<api::AlertCounts>& counts) {
                  if (counts) {
                      m_reading.alerts = counts->firing;
                  }
                  arrived(generation, counts.has_value());
              });
    whenReady(m_bridge.returns().counts(m_bridge.call(), campus), this,
              [this, generation](const Result<api::ReturnCounts>& counts) {
                  if (counts) {
                      m_reading.returnsWaiting = counts->approval + counts->secondApproval;
                  }
                  arrived(generation, counts.has_value());
              });
}

void ScopeFigures::arrived(int generation, bool good) {
    if (generation != m_reads->generation()) {
        return;
    }
    m_failed = m_failed || !good;
    if (--m_open > 0) {
        return;
    }
    if (m_failed ? m_reads->failed(generation) : m_reads->done(generation)) {
        m_figures = m_reading;  // what could not be read is not known
        tell(m_figures);
    }
}

void ScopeFigures::tell(const Figures& figures) {
    if (m_told != figures) {
        m_told = figures;
        Q_EMIT changed();
    }
}

}  // namespace evenhand::ui
