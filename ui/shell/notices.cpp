// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notices.h"

#include <algorithm>
#include <utility>

namespace evenhand::ui {

Notices::Notices(QObject* parent, int undoMs, int goodMs) : QObject(parent), m_undoMs(undoMs), m_goodMs(goodMs) {
    m_expiry.setSingleShot(true);
    connect(&m_expiry, &QTimer::timeout, this, &Notices::expire);
    m_leaving.setSingleShot(true);
    connect(&m_leaving, &QTimer::timeout, this, &Notices::dismiss);
}

void Notices::post(Notice notice) {
    m_last = std::move(notice);
    m_stands = !m_last.text.isEmpty();
    letGo();
    if (m_last.undo || !m_last.kind.isEmpty()) {
        const auto same = [this](const Offer& offer) { return offer.notice.kind == m_last.kind; };
        m_offers.erase(std::remove_if(m_offers.begin(), m_offers.end(), same), m_offers.end());
        if (m_taken && same(*m_taken)) {
            m_taken.reset();
        }
        if (m_last.undo) {
            m_offers.push_back({m_last, QDeadlineTimer(m_undoMs)});
        }
        expire();
    }
    Q_EMIT posted();
}

void Notices::letGo() {
    m_leaving.stop();
    if (m_stands && goesByItself() && !m_attended) {
        m_leaving.start(m_goodMs);
    }
}

void Notices::setAttended(bool attended) {
    if (m_attended != attended) {
        m_attended = attended;
        letGo();
    }
}

void Notices::dismiss() {
    m_leaving.stop();
    if (std::exchange(m_stands, false)) {
        Q_EMIT gone();
    }
}

void Notices::undo() {
    if (m_offers.empty()) {
        return;
    }
    m_taken = std::move(m_offers.back());
    m_offers.pop_back();
    expire();
    const auto undo = m_taken->notice.undo;
    undo();
}

void Notices::dismissUndo() {
    if (!m_offers.empty()) {
        m_offers.pop_back();
        expire();
    }
}

void Notices::offerAgain() {
    if (m_taken) {
        m_offers.push_back(*std::exchange(m_taken, std::nullopt));
        expire();
    }
}

void Notices::expire() {
    m_offers.erase(
        std::remove_if(m_offers.begin(), m_offers.end(), [](const Offer& offer) { return offer.until.hasExpired(); }),
        m_offers.end());
    m_expiry.stop();
    for (const auto& offer : m_offers) {
        const auto left = std::max<qint64>(1, offer.until.remainingTime());
        if (!m_expiry.isActive() || left < m_expiry.remainingTime()) {
            m_expiry.start(static_cast<int>(left));
        }
    }
    Q_EMIT undoableChanged();
}

void Notices::retranslate() {
    if (m_last.again) {
        m_last.text = m_last.again();
    }
}

}  // namespace evenhand::ui
