// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notices.h"

#include <QDialog>
#include <QSet>
#include <algorithm>
#include <utility>

namespace evenhand::ui {
namespace {

/// Something was done to these rows since: what is offered is about the others. True: none is left.
bool isReplaced(Notice& offered, const QSet<QString>& rows) {
    const auto gone = offered.about.removeIf([&rows](const QString& row) { return rows.contains(row); });
    return gone > 0 && offered.about.isEmpty();
}

}  // namespace

Notices::Notices(QObject* parent, int undoMs, int goodMs) : QObject(parent), m_undoMs(undoMs), m_goodMs(goodMs) {
    m_expiry.setSingleShot(true);
    connect(&m_expiry, &QTimer::timeout, this, &Notices::expire);
    m_leaving.setSingleShot(true);
    connect(&m_leaving, &QTimer::timeout, this, &Notices::dismiss);
}

void Notices::post(Notice notice) {
    m_last = std::move(notice);
    m_last.serial = ++m_serial;
    m_stands = !m_last.text.isEmpty();
    letGo();
    if (m_last.undo || !m_last.about.isEmpty()) {
        const QSet<QString> rows(m_last.about.cbegin(), m_last.about.cend());
        for (auto offer = m_offers.begin(); offer != m_offers.end();) {
            offer = isReplaced(offer->notice, rows) ? m_offers.erase(offer) : offer + 1;
        }
        if (m_taken && isReplaced(m_taken->notice, rows)) {
            m_taken.reset();
        }
        if (m_last.undo) {
            m_offers.push_back({m_last, QDeadlineTimer(m_undoMs)});
            m_offers.back().notice.showRows = {};  // the results keep the list, within their bound
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

std::vector<Notices::Offer>::const_iterator Notices::offerOf(std::int64_t serial) const {
    return std::find_if(m_offers.begin(), m_offers.end(),
                        [serial](const Offer& offer) { return offer.notice.serial == serial; });
}

bool Notices::isOffered(std::int64_t serial) const { return offerOf(serial) != m_offers.end(); }

void Notices::undo() {
    if (!m_offers.empty()) {
        undoResult(m_offers.back().notice.serial);
    }
}

void Notices::undoResult(std::int64_t serial) {
    const auto offer = offerOf(serial);
    if (offer == m_offers.end() || isAsking()) {
        return;
    }
    m_taken = *offer;
    m_offers.erase(offer);
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

void Notices::offerAgainIfRejected(const QDialog* question) {
    m_question = question;
    connect(question, &QDialog::rejected, this, &Notices::offerAgain);
}

std::shared_ptr<const void> Notices::holdUndo() {
    auto hold = std::make_shared<int>();
    m_held = hold;
    return hold;
}

bool Notices::isAsking() const { return !m_held.expired() || (m_question && m_question->isVisible()); }

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
