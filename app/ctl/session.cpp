// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/session.h"

#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "engine/base/log.h"

namespace evenhand::ctl {

Result<std::unique_ptr<Session>> Session::open(const std::string& folder, Time time, Answers answers) {
    auto session = std::make_unique<Session>();
    auto options = openOptions();
    options.threaded = false;
    options.acceptAuditFault = answers != Answers::ForNothing;
    options.acceptLoss = answers == Answers::ForLoss;
    if (time != Time::Real) {
        options.wallClock = &app::systemClock();
        options.clock = &session->m_importClock;
        options.engine.importClock = true;
    }
    EVENHAND_ASSIGN(session->m_workspace, app::Workspace::open(folder, options));
    return session;
}

void Session::settle(const std::function<void()>& progress) {
    while (!interrupt::requested() && m_workspace->step()) {
        if (progress) {
            progress();
        }
    }
}

void writeNotes(const std::string& folder) {
    const auto session = Session::open(folder, Session::Time::Standing);
    if (!session && session.error().code != ErrorCode::WorkspaceInUse) {
        base::log(base::LogLevel::Warning, "audit",
                  "an entry waits until the workspace is opened: " + session.error().text());
    }
}

}  // namespace evenhand::ctl
