// SPDX-License-Identifier: GPL-3.0-or-later
// Who works on this workspace at this moment, from which consoles and command lines, and what each of them has open.
// Nothing of it is stored. Who has what open is a courtesy, never a lock: it can be late, and nothing is refused for
// it. A console that opens the workspace itself is alone here.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"

namespace evenhand::api {

struct ConnectedConsole {
    ConsoleId id;                   ///< 0: no connection, the workspace is opened there
    std::string who;                ///< as in the audit log: a login, "local:root"
    std::string from;               ///< address; empty: the workspace is opened there
    Instant since;                  ///< of the connection, or of the sign-in over it
    std::string program;            ///< its version
    Via via = Via::Console;         ///< Console or CommandLine
    std::int64_t roundTripMs = -1;  ///< -1: not measured yet
    bool own = false;               ///< of whoever asks
};

/// What a person can have open: one of these; none: nothing that others would have to know of.
struct Subject {
    OrderId order;
    ReturnId returnId;
    RefundId refund;
    CampaignId campaign;
    auto operator<=>(const Subject&) const = default;
};
struct Looking {
    Subject subject;
    bool deciding = false;  ///< a decision about it is being typed
    bool operator==(const Looking&) const = default;
};
struct Onlooker {
    std::string who;  ///< as above
    bool deciding = false;
    std::string called{};  ///< the person's own name; empty: none but that
    bool operator==(const Onlooker&) const = default;
};

/// A connection that has come in.
struct NewConsole {
    std::string who, from, program;
    Via via = Via::Console;
    std::string called{};  ///< as above
};
struct EnteredConsole {
    ConsoleId id;
    std::shared_ptr<const std::atomic<bool>> ended;  ///< true: an administrator has ended it
};

class TeamDesk {
public:
    virtual ~TeamDesk() = default;

    /// In the order in which they came. Permission ReadAudit.
    virtual Answer<std::vector<ConnectedConsole>> connected(const Call& call) = 0;
    /// Its line is closed, and whoever signed in over it must do so again. Where nobody signs in it comes back by
    /// itself. Permission ManagePeople, reason needed. NotFound (console), InvalidArgument (console: one's own, or no
    /// connection).
    virtual Answer<void> end(const Call& call, ConsoleId console) = 0;

    // --- permission Read
    /// What the asking console has open from now on, in place of what it said before. Forgotten when its line ends.
    /// InvalidArgument (subject: more than one).
    virtual Answer<void> look(const Call& call, Looking looking) = 0;
    /// Who else has it open, by name. InvalidArgument (subject: none, or more than one).
    virtual Answer<std::vector<Onlooker>> others(const Call& call, Subject subject) = 0;

    // --- for the service, about its lines; answered before they return
    virtual Answer<EnteredConsole> enter(NewConsole console) = 0;
    /// Idempotent.
    virtual Answer<void> leave(ConsoleId console) = 0;
    virtual Answer<void> measured(ConsoleId console, std::int64_t roundTripMs) = 0;
};

}  // namespace evenhand::api
