// SPDX-License-Identifier: GPL-3.0-or-later
// Owns what pages share (see UiContext), in the order of their lives.
// Thread: GUI.
#pragma once

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/shell/alert_bell.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/jobs.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/shell/off_duty_notices.h"
#include "ui/shell/preferences.h"
#include "ui/shell/presence.h"
#include "ui/shell/scope_figures.h"
#include "ui/shell/session.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class ConsoleServices {
public:
    /// Of a person who has signed in, or without (see Session).
    ConsoleServices(api::EngineApi& engine, api::Actor actor, const QString& settingsPath,
                    std::optional<api::SignedIn> signedIn = std::nullopt, bool demo = false,
                    RestoreBackend* restore = nullptr, ServiceControl* service = nullptr,
                    ImportBackend* imports = nullptr)
        : bridge(engine, std::move(actor)),
          preferences(settingsPath, QString::fromStdString(bridge.actor().name)),
          formats(bridge.workspace()),
          scope(bridge),
          couriers(bridge),
          figures(bridge, scope),
          presence(bridge),
          bell(bridge, preferences),
          session(std::move(signedIn), demo, restore, service, imports),
          context{bridge,  pulse, scope,   jobs,     notices, navigator, preferences,
                  formats, bell,  session, couriers, figures, presence} {}

    EngineBridge bridge;
    UiPulse pulse;
    Preferences preferences;
    Formats formats;
    CampusScope scope;
    CourierDirectory couriers;
    ScopeFigures figures;
    Presence presence;
    AlertBell bell;
    Session session;
    JobList jobs;
    Notices notices;
    Navigator navigator;
    OffDutyNotices offDuty{bridge, notices, navigator};
    UiContext context;
};

}  // namespace evenhand::ui
