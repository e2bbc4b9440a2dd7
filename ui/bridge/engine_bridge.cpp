// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_bridge.h"

#include "ui/bridge/alert_roles.h"
#include "ui/bridge/engine_words.h"
#include "ui/bridge/error_text.h"

#include <algorithm>
#include <utility>

#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

namespace {

/// What happens meanwhile is told to nobody.
bool isAway(const api::EngineStatus& status) { return status.state == api::EngineState::Disconnected; }

}  // namespace

EngineBridge::EngineBridge(api::EngineApi& engine, api::Actor actor, QObject* parent)
    : QObject(parent),
      m_engine(engine),
      m_actor(std::move(actor)),
      m_workspace(engine.workspace()),
      m_status(engine.status()),
      m_inbox(std::make_shared<EventInbox>()),
      m_wasAway(m_status.state == api::EngineState::Disconnected) {
    m_may = permissions();
    m_sincePoll.start();
    m_deliverTimer.setSingleShot(true);
    m_deliverTimer.setTimerType(Qt::CoarseTimer);
    connect(&m_deliverTimer, &QTimer::timeout, this, &EngineBridge::deliver);
    m_pollTimer.setInterval(kPollIntervalMs);
    connect(&m_pollTimer, &QTimer::timeout, this, &EngineBridge::poll);
    m_subscription = m_engine.subscribe([this, inbox = m_inbox](const std::vector<api::Event>& events) {
        // On the engine's thread. The subscription ends before this object does, so `this` is there.
        if (inbox->add(events)) {
            QMetaObject::invokeMethod(this, &EngineBridge::wake, Qt::QueuedConnection);
        }
        quint32 fired = 0;
        for (const auto& event : events) {
            // A line that is cut and comes back between two polls would not be noticed by them.
            if (event.kind == api::Event::Kind::StateChanged && isAway(m_engine.status())) {
                m_wasAway = true;
            }
            if (event.kind == api::Event::Kind::AlertFired) {
                fired |= event.alert ? bitOf(*event.alert) : kEveryAlert;
            }
        }
        if (fired != 0 && m_ringing.fetch_or(fired) == 0) {
            QMetaObject::invokeMethod(this, &EngineBridge::ring, Qt::QueuedConnection);
        }
    });
}

EngineBridge::~EngineBridge() { m_subscription.reset(); }

Instant EngineBridge::now() const { return m_status.now.plusMs(m_sincePoll.elapsed()); }

api::Call EngineBridge::call(const QString& reason) const { return {m_actor, reason.toStdString(), std::nullopt}; }

bool EngineBridge::isWritable() const noexcept {
    switch (m_status.state) {
        case api::EngineState::Live:
        case api::EngineState::Degraded: return true;
        case api::EngineState::ReadOnly:
        case api::EngineState::Disconnected: return false;
    }
    return false;
}

bool EngineBridge::filesAreLost() const noexcept {
    return m_status.state == api::EngineState::ReadOnly && m_status.cause == ErrorCode::WorkspaceMissing;
}

QString EngineBridge::whyNotWritable() const {
    if (filesAreLost() && !service().isEmpty()) {
        return tr(
            "The workspace's files at the service were deleted, moved or replaced. What was done until then is still "
            "there: save a copy before the service is stopped.");
    }
    if (filesAreLost()) {
        return tr(
            "The workspace's files were deleted, moved or replaced. What was done until then is still here: save a "
            "copy before you close the console.");
    }
    const QString reason = storageText(QString::fromStdString(m_status.reason));
    switch (m_status.state) {
        case api::EngineState::Live:
        case api::EngineState::Degraded: return {};
        case api::EngineState::ReadOnly:
            return reason.isEmpty() ? tr("The engine is read-only.") : tr("The engine is read-only: %1").arg(reason);
        case api::EngineState::Disconnected: return whyDisconnected(reason);
    }
    return {};
}

// Of several addresses the one that was tried last may be another one than the one that answered last.
QString EngineBridge::whyDisconnected(const QString& reason) const {
    if (m_status.cause == ErrorCode::AddressRefused) {
        return tr("The service that answers shows a certificate that is not trusted; nothing is sent to it.");
    }
    if (m_status.cause == ErrorCode::WorkspaceVersion) {
        return tr(
            "The service that answers runs another version than this console. Update the older of the two, then start "
            "this console again.");
    }
    if (m_status.cause == ErrorCode::Unreachable) {
        return tr("There is no connection to the service %1: %2")
            .arg(service(), shownLine(engineSentence(reason).value_or(reason)));
    }
    return reason.isEmpty() ? tr("The engine is disconnected.") : tr("The engine is disconnected: %1").arg(reason);
}

QString EngineBridge::whyNotAllowed(api::Operation operation) const {
    const auto& needed = api::infoOf(operation).permission;
    return needed && isWritable() ? whyNotReadable(*needed) : whyNotWritable();
}

bool EngineBridge::mayDo(api::Operation operation) const {
    const auto& needed = api::infoOf(operation).permission;
    return !needed || m_actor.may(*needed);
}

QString EngineBridge::whyNotReadable(api::Permission permission) const {
    if (m_actor.ended()) {
        return tr("You are no longer signed in.");
    }
    return m_actor.may(permission)
               ? QString()
               : tr("%1 has no permission for this: it needs \"%2\". Roles that have it: %3.")
                     .arg(QString::fromStdString(m_actor.name), label(permission), labels(api::rolesWith(permission)));
}

api::Permissions EngineBridge::permissions() const noexcept {
    return m_actor.grant ? m_actor.grant->permissions() : m_actor.permissions;
}

void EngineBridge::noteGrant() {
    const auto may = permissions();
    if (m_actor.ended()) {
        if (!std::exchange(m_ended, true)) {
            m_may = 0;
            Q_EMIT sessionEnded();
        }
    } else if (may != m_may) {
        m_may = may;
        Q_EMIT permissionsChanged();
        Q_EMIT stateChanged();
    }
}

void EngineBridge::setVisible(bool visible) {
    if (m_visible == visible) {
        return;
    }
    m_visible = visible;
    if (visible) {
        m_pollTimer.start();
        poll();
        if (m_waiting) {
            wake();
        }
    } else {
        m_pollTimer.stop();
        m_deliverTimer.stop();
    }
}

void EngineBridge::poll() {
    const bool wasAway = m_wasAway.exchange(false);  // before it is asked: a cut that comes meanwhile stays noted
    auto fresh = m_engine.status();
    const bool changed = fresh.state != m_status.state || fresh.reason != m_status.reason;
    m_status = std::move(fresh);
    m_sincePoll.start();
    if (isAway(m_status)) {
        m_wasAway = true;
    } else if (wasAway) {
        (void)m_inbox->addEverything();
        wake();
    }
    noteGrant();
    if (changed) {
        Q_EMIT stateChanged();
    }
    Q_EMIT statusPolled();
}

void EngineBridge::wake() {
    m_waiting = true;
    if (!m_visible || m_deliverTimer.isActive()) {
        return;
    }
    const qint64 since = m_sinceDelivery.isValid() ? m_sinceDelivery.elapsed() : kEmitIntervalMs;
    m_deliverTimer.start(static_cast<int>(std::max<qint64>(0, kEmitIntervalMs - since)));
}

void EngineBridge::ring() { Q_EMIT alertFired(m_ringing.exchange(0)); }

void EngineBridge::deliver() {
    m_waiting = false;
    m_sinceDelivery.start();
    const auto content = m_inbox->take();
    if (content.state || content.people) {
        poll();
    }
    if (content.campuses) {
        Q_EMIT campusesChanged();
    }
    if (content.couriers.everything || !content.couriers.ids.empty()) {
        Q_EMIT couriersChanged(content.couriers);
    }
    if (content.orders.everything || !content.orders.ids.empty()) {
        Q_EMIT ordersChanged(content.orders);
    }
    if (content.deadLetters) {
        Q_EMIT deadLettersChanged();
    }
    if (content.paid > 0) {
        Q_EMIT ordersPaid(content.paid);
    }
    if (content.timers) {
        Q_EMIT timersChanged();
    }
    if (content.alerts) {
        Q_EMIT alertsChanged();
    }
    if (content.activities) {
        Q_EMIT activitiesChanged();
    }
    if (content.campaigns) {
        Q_EMIT campaignsChanged();
    }
    if (content.returns) {
        Q_EMIT returnsChanged();
    }
    if (content.refunds) {
        Q_EMIT refundsChanged();
    }
    if (content.owed) {
        Q_EMIT paymentOwed();
    }
    deliverPeople(content);
}

void EngineBridge::deliverPeople(const EventInbox::Content& content) {
    if (content.tasks) {
        Q_EMIT tasksChanged();
    }
    if (content.ring) {
        Q_EMIT ringChanged();
    }
    if (content.webhooks) {
        Q_EMIT webhooksChanged();
    }
    if (content.people) {
        Q_EMIT peopleChanged();
    }
    if (content.tokens) {
        Q_EMIT tokensChanged();
    }
    if (content.audit) {
        Q_EMIT auditGrown();
    }
    if (content.backups) {
        Q_EMIT backupsChanged();
    }
    if (content.catalogue) {
        Q_EMIT catalogueChanged();
    }
    if (content.presence.everything || !content.presence.subjects.empty()) {
        Q_EMIT presenceChanged(content.presence);
    }
    if (content.connected) {
        Q_EMIT connectedChanged();
    }
}

}  // namespace evenhand::ui
