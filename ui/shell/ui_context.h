// SPDX-License-Identifier: GPL-3.0-or-later
// What a page may use, handed to its constructor. Owned by the main window; outlives every page.
// Thread: GUI.
#pragma once

namespace evenhand::ui {

class AlertBell;
class CampusScope;
class CourierDirectory;
class EngineBridge;
class Formats;
class JobList;
class Navigator;
class Notices;
class Preferences;
class Presence;
class ScopeFigures;
class Session;
class UiPulse;

struct UiContext {
    EngineBridge& bridge;
    UiPulse& pulse;
    CampusScope& scope;
    JobList& jobs;
    Notices& notices;
    Navigator& navigator;
    Preferences& preferences;
    const Formats& formats;
    AlertBell& bell;
    Session& session;
    CourierDirectory& couriers;
    ScopeFigures& figures;
    Presence& presence;
};

}  // namespace evenhand::ui
