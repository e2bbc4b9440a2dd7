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
    connect(&bridge, &EngineBridge::statusPolled, this, [this] {
        if (ofAll()) {
            tell({alerts(), unassigned(), late(), returnsWaiting()});
        } else if (++m_polls >= kQuietPolls) {
            m_polls = 0;
            m_reads->request();
        }
    });
}

std::int64_t ScopeFigures::alerts() const { return ofAll() ? m_bridge.status().alerts : m_figures.alerts; }

std::int64_t ScopeFigures::unassigned() const { return ofAll() ? m_bridge.status().unassigned : m_figures.unassigned; }

std::int64_t ScopeFigures::late() const { return ofAll() ? m_bridge.status().late : m_figures.late; }

std::int64_t ScopeFigures::returnsWaiting() const {
    return ofAll() ? m_bridge.status().returnsWaiting : m_figures.returnsWaiting;
}

void ScopeFigures::restart() {
    m_figures = {};
    m_reads->setActive(!ofAll());
    m_reads->restart();
    tell({alerts(), unassigned(), late(), returnsWaiting()});
}

void ScopeFigures::read() {
    const CampusId campus = m_scope.current();
    const int generation = m_reads->generation();
    m_reading = {};
    m_open = 4;
    m_failed = false;
    api::OrderFilter unassigned;
    unassigned.campus = campus;
    unassigned.unassignedOnly = true;
    api::OrderFilter late;
    late.campus = campus;
    late.lateOnly = true;
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
    whenReady(m_bridge.timers().alertCounts(m_bridge.call(), campus), this,
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
