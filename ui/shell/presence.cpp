// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presence.h"

#include <QApplication>
#include <utility>

#include "ui/dialogs/draft_dialog.h"

namespace evenhand::ui {

Presence::Presence(EngineBridge& bridge, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_says(new FeedChannel(
          kSayMs, [this] { say(); }, this)),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    m_says->setActive(true);
    connect(&bridge, &EngineBridge::statusPolled, this, &Presence::polled);
    connect(&bridge, &EngineBridge::presenceChanged, this, [this](const PresenceChanges& changes) {
        if (changes.everything) {
            again();  // after a cut line the service may have forgotten what is open here
        } else if (changes.concern(m_looking.subject)) {
            m_reads->request();
        }
    });
    connect(&bridge, &EngineBridge::stateChanged, this, [this] {
        const bool isDown = m_bridge.status().state == api::EngineState::Disconnected;
        if (std::exchange(m_wasDown, isDown) && !isDown) {
            again();
        }
    });
}

void Presence::setOpen(const QObject* shower, const api::Subject& subject) {
    const bool isNothing = subject == api::Subject{};
    if (isNothing && shower != m_shower) {
        return;  // another widget shows something by now
    }
    m_shower = isNothing ? nullptr : shower;
    if (subject == m_looking.subject || !m_bridge.mayDo(api::Operation::TeamLook)) {
        return;
    }
    m_looking = {subject, !isNothing && isDeciding()};
    m_says->request();
    m_others.clear();
    m_reads->setActive(!isNothing);
    if (isNothing) {
        m_reads->drop();
    } else {
        m_reads->restart();
    }
    Q_EMIT changed();
}

std::vector<api::Onlooker> Presence::othersOf(const QObject* shower) const {
    return shower == m_shower ? m_others : std::vector<api::Onlooker>();
}

void Presence::say() {
    m_says->take(m_bridge.team().look(m_bridge.call(), m_looking), [](const Result<void>&) {});
}

void Presence::read() {
    m_reads->take(m_bridge.team().others(m_bridge.call(), m_looking.subject),
                  [this](const Result<std::vector<api::Onlooker>>& others) {
                      if (others && *others != m_others) {
                          m_others = *others;
                          Q_EMIT changed();
                      }
                  });
}

void Presence::polled() {
    if (!isAnythingOpen()) {
        return;
    }
    if (const bool deciding = isDeciding(); deciding != m_looking.deciding) {
        m_looking.deciding = deciding;
        m_says->request();
    }
    if (++m_polls % kQuietPolls == 0) {
        again();
    }
}

void Presence::again() {
    if (isAnythingOpen()) {
        m_says->request();
        m_reads->request();
    }
}

bool Presence::isDeciding() {
    // What is asked over it, which file or whether it is to be dropped, belongs to it.
    for (const QWidget* each = QApplication::activeModalWidget(); each != nullptr; each = each->parentWidget()) {
        if (const auto* draft = qobject_cast<const DraftDialog*>(each)) {
            return draft->isDeciding();
        }
    }
    return false;
}

}  // namespace evenhand::ui
