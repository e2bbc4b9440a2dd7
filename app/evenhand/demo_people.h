// SPDX-License-Identifier: GPL-3.0-or-later
// Who works in the demo: one person for each role, all with the same password.
// Thread: GUI, or any with an event loop.
#pragma once

#include <QObject>
#include <array>
#include <functional>

#include "engine/api/engine_api.h"

namespace evenhand::app {

struct DemoPerson {
    const char* login;
    const char* name;
    api::Role role;
};
/// The first is the administrator.
inline constexpr std::array<DemoPerson, 6> kDemoPeople{{{"ada", "Ada", api::Role::Administrator},
                                                        {"dan", "Dan 丹", api::Role::Dispatcher},
                                                        {"cam", "Cam", api::Role::CampaignManager},
                                                        {"rita", "Rita", api::Role::RefundClerk},
                                                        {"aron", "Aron", api::Role::RefundApprover},
                                                        {"olga", "Olga", api::Role::Auditor}}};
/// It guards nothing: the demo goes on without it.
inline constexpr const char* kDemoPassword = "five noodles tonight";

/// Adds them, where the workspace has no people yet, and sees to it that nobody has to change the password first.
/// `done`: whether there are people now, or the first error; on the thread of `context`, which may go before. The
/// engine outlives the answers.
void makeDemoPeople(api::EngineApi& engine, const api::Actor& owner, QObject* context,
                    std::function<void(const Result<bool>&)> done);

}  // namespace evenhand::app
