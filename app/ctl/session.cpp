// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/session.h"

#include <chrono>
#include <thread>

#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/workspace/authorize.h"
#include "app/workspace/shared_place.h"
#include "engine/base/log.h"

namespace evenhand::ctl {

Result<std::unique_ptr<Session>> Session::open(const Place& place, Time time, Answers answers) {
    auto session = std::make_unique<Session>();
    if (place.service != nullptr) {
        session->m_engine = place.service;
        return session;
    }
    auto options = openOptions();
    options.threaded = false;
    options.acceptAuditFault = answers != Answers::ForNothing;
    options.acceptLoss = answers == Answers::ForLoss;
    // Where services share a workspace time is theirs, and goes on.
    if (time == Time::Import || (time == Time::Standing && !app::isSharedPlace(place.folder))) {
        options.wallClock = &app::systemClock();
        options.clock = &session->m_importClock;
        options.engine.importClock = true;
    }
    EVENHAND_ASSIGN(session->m_workspace, app::Workspace::open(place.folder, options));
    session->m_engine = session->m_workspace.get();
    return session;
}

void Session::settle(const std::function<void()>& progress) {
    while (m_workspace && !interrupt::requested() && m_workspace->step()) {
        if (progress) {
            progress();
        }
    }
}

Result<void> Session::authorize(const api::Call& call, api::Operation operation) {
    if (m_workspace) {
        return app::authorize(*m_workspace, call, operation);
    }
    const auto permission = api::infoOf(operation).permission;
    return permission ? app::authorize(call, *permission) : Result<void>();
}

void Session::step() {
    if (m_workspace) {
        (void)m_workspace->step();
    } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

Result<api::OrderDetail> Session::orderAfterwards(const api::Call& call, const OrderNo& orderNo) {
    constexpr std::int64_t kLookMs = 20;
    constexpr int kLooks = 500;
    settle();
    for (int look = 0;; ++look) {
        EVENHAND_ASSIGN(auto detail, wait(m_engine->orders().detail(call, orderNo)));
        const bool isSought = detail.row.courier.empty() && detail.row.wait == api::WaitReason::Message;
        if (m_workspace || !isSought || look == kLooks || interrupt::waitMs(kLookMs)) {
            return detail;
        }
    }
}

Result<Reading> Reading::open(const Place& place) {
    Reading reading;
    if (place.service != nullptr) {
        reading.m_engine = place.service;
        return reading;
    }
    EVENHAND_ASSIGN(reading.m_workspace, app::Workspace::openReadOnly(place.folder, openOptions()));
    reading.m_engine = reading.m_workspace.get();
    return reading;
}

Result<api::EngineStatus> Reading::status() const {
    return m_workspace ? m_workspace->examine() : Result<api::EngineStatus>(m_engine->status());
}

std::vector<api::PartHealth> Reading::lookAtParts() const {
    return m_workspace ? m_workspace->lookAtParts() : m_engine->status().parts;
}

void writeNotes(const Place& place) {
    if (place.service != nullptr) {
        return;  // its engine has written them
    }
    const auto session = Session::open(place, Session::Time::Standing);
    if (!session && session.error().code != ErrorCode::WorkspaceInUse) {
        base::log(base::LogLevel::Warning, "audit",
                  "an entry waits until the workspace is opened: " + session.error().text());
    }
}

}  // namespace evenhand::ctl
