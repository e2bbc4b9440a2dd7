// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/team/team_registry.h"

#include <algorithm>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/runtime/desk_support.h"

namespace evenhand::team {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::ready;
using runtime::refused;
using runtime::UnitOfWork;

bool isNothing(const api::Subject& subject) { return subject == api::Subject{}; }

Result<void> checkSubject(const api::Subject& subject) {
    for (const auto id : {subject.order.value, subject.returnId.value, subject.refund.value}) {
        if (id < 0) {
            return fail(ErrorCode::InvalidArgument, "must be at least 1", "subject", std::to_string(id));
        }
    }
    if (!subject.campaign.empty()) {
        EVENHAND_TRY(base::validateId(subject.campaign.str(), "subject"));
    }
    const int named = (subject.order.value != 0 ? 1 : 0) + (subject.returnId.value != 0 ? 1 : 0) +
                      (subject.refund.value != 0 ? 1 : 0) + (subject.campaign.empty() ? 0 : 1);
    return named > 1 ? Result<void>(fail(ErrorCode::InvalidArgument, "must be one thing", "subject")) : Result<void>();
}

api::Event presenceOf(const api::Subject& subject) {
    api::Event event;
    event.kind = api::Event::Kind::PresenceChanged;
    event.order = subject.order;
    event.returnId = subject.returnId;
    event.refund = subject.refund;
    event.campaign = subject.campaign;
    return event;
}

api::Event connectedEvent() {
    api::Event event;
    event.kind = api::Event::Kind::ConnectedChanged;
    return event;
}

Error notFound(ConsoleId console) {
    return {ErrorCode::NotFound, "no such console is connected", "console", std::to_string(console.value)};
}

}  // namespace

// Ids begin at the present time, so that a later run of the service does not give them again: ending a console by a
// list from before a restart cannot end another one.
TeamRegistry::TeamRegistry(runtime::Engine& engine, const Clock& clock, Tell tell)
    : m_engine(engine),
      m_clock(clock),
      m_tell(std::move(tell)),
      m_next(std::max<std::int64_t>(clock.now().ms / 1'000, 0)) {}

/// Enters a console or command line that has opened the workspace itself. It has no line, so nobody else enters it.
void TeamRegistry::enterOwn(const Call& call) {
    if (call.console.value != 0 || (call.actor.via != api::Via::Console && call.actor.via != api::Via::CommandLine)) {
        return;
    }
    const std::scoped_lock lock(m_mutex);
    auto& own = m_consoles[ConsoleId{}];
    if (own.row.since == Instant{}) {
        own.row.since = m_clock.now();
        own.row.program = EVENHAND_VERSION;
    }
    own.row.who = call.actor.name;
    own.row.via = call.actor.via;
    own.called = call.actor.called;
    own.grant = call.actor.grant;
}

Answer<std::vector<api::ConnectedConsole>> TeamRegistry::connected(const Call& call) {
    if (auto allowed = checkOperation(m_engine, call, Operation::TeamRead); !allowed) {
        return refused<std::vector<api::ConnectedConsole>>(std::move(allowed).error());
    }
    enterOwn(call);
    std::vector<api::ConnectedConsole> rows;
    const std::scoped_lock lock(m_mutex);
    for (const auto& [id, console] : m_consoles) {
        if (console.isThere()) {
            rows.push_back(console.row);
            rows.back().own = id == call.console;
        }
    }
    return ready<std::vector<api::ConnectedConsole>>(std::move(rows));
}

std::int64_t TeamRegistry::connectedNow() {
    const std::scoped_lock lock(m_mutex);
    return std::count_if(m_consoles.begin(), m_consoles.end(),
                         [](const auto& entry) { return entry.first.value != 0 && entry.second.isThere(); });
}

Answer<void> TeamRegistry::end(const Call& call, ConsoleId console) {
    auto allowed = checkOperation(m_engine, call, Operation::TeamEnd);
    if (!allowed) {
        return refused<void>(std::move(allowed).error());
    }
    if (console == call.console) {
        return refused<void>({ErrorCode::InvalidArgument, "this is your own connection; sign out instead", "console",
                              std::to_string(console.value)});
    }
    if (console.value == 0) {
        return refused<void>({ErrorCode::InvalidArgument,
                              "the workspace is open there, so there is no connection to end", "console", "0"});
    }
    // Ending a console stores nothing, so the unit of work writes the audit entry itself. Its call names no operation,
    // or the engine would write a second entry.
    const Call& asked = *allowed;
    return m_engine
        .ask<void>({{asked.actor.name, 0, {}, asked.actor.via}, asked.reason, {}, {}, asked.once},
                   [this, console, reason = asked.reason](UnitOfWork& work) -> Result<void> {
                       api::AuditRecord entry;
                       entry.operation = api::infoOf(Operation::TeamEnd).name;
                       entry.reason = reason;
                       {
                           const std::scoped_lock lock(m_mutex);
                           const auto found = m_consoles.find(console);
                           if (found == m_consoles.end() || !found->second.isThere()) {
                               return fail(notFound(console));
                           }
                           entry.subject = "console " + found->second.row.who;
                           entry.detail = found->second.row.from;
                       }
                       return work.record(std::move(entry));
                   })
        .then([this, console](Result<void> done) {
            // If the outcome is unknown the audit entry may be stored, so the console is ended to make it true.
            if (done || done.error().code == ErrorCode::OutcomeUnknown) {
                markEnded(console);
            }
            return done;
        });
}

void TeamRegistry::markEnded(ConsoleId console) {
    std::vector<api::Event> events{connectedEvent()};
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_consoles.find(console);
        if (found == m_consoles.end()) {
            return;
        }
        *found->second.ended = true;
        if (const auto& subject = found->second.looking.subject; !isNothing(subject)) {
            events.push_back(presenceOf(subject));
        }
    }
    m_tell(events);
}

Answer<void> TeamRegistry::look(const Call& call, api::Looking looking) {
    if (auto allowed = checkOperation(m_engine, call, Operation::TeamLook); !allowed) {
        return refused<void>(std::move(allowed).error());
    }
    if (auto good = checkSubject(looking.subject); !good) {
        return refused<void>(std::move(good).error());
    }
    looking.deciding = looking.deciding && !isNothing(looking.subject);
    enterOwn(call);
    std::vector<api::Event> events;
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_consoles.find(call.console);
        if (found == m_consoles.end() || found->second.looking == looking) {
            return ready<void>({});  // the console has left, or nothing has changed
        }
        const auto before = std::exchange(found->second.looking, looking);
        if (!isNothing(before.subject)) {
            events.push_back(presenceOf(before.subject));
        }
        if (!isNothing(looking.subject) && looking.subject != before.subject) {
            events.push_back(presenceOf(looking.subject));
        }
    }
    m_tell(events);
    return ready<void>({});
}

Answer<std::vector<api::Onlooker>> TeamRegistry::others(const Call& call, api::Subject subject) {
    using Onlookers = std::vector<api::Onlooker>;
    if (auto allowed = checkOperation(m_engine, call, Operation::TeamLook); !allowed) {
        return refused<Onlookers>(std::move(allowed).error());
    }
    auto good = checkSubject(subject);
    if (good && isNothing(subject)) {
        good = fail(ErrorCode::InvalidArgument, "must be one thing", "subject");
    }
    if (!good) {
        return refused<Onlookers>(std::move(good).error());
    }
    Onlookers there;
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto& [id, console] : m_consoles) {
            if (id != call.console && console.isThere() && console.looking.subject == subject) {
                there.push_back({console.row.who, console.looking.deciding,
                                 console.called != console.row.who ? console.called : std::string()});
            }
        }
    }
    std::stable_sort(there.begin(), there.end(), [](const auto& a, const auto& b) { return a.who < b.who; });
    return ready<Onlookers>(std::move(there));
}

Answer<api::EnteredConsole> TeamRegistry::enter(api::NewConsole console) {
    api::EnteredConsole entered;
    {
        const std::scoped_lock lock(m_mutex);
        entered.id = ConsoleId{++m_next};
        const auto [place, isNew] = m_consoles.try_emplace(entered.id);
        EVENHAND_INVARIANT(isNew, "two consoles would have one id, and ending one of them would end the other");
        auto& made = place->second;
        made.called = std::move(console.called);
        made.row = {entered.id,    std::move(console.who),     std::move(console.from),
                    m_clock.now(), std::move(console.program), console.via};
        entered.ended = made.ended;
    }
    m_tell({connectedEvent()});
    return ready<api::EnteredConsole>(std::move(entered));
}

Answer<void> TeamRegistry::leave(ConsoleId console) {
    std::vector<api::Event> events{connectedEvent()};
    {
        const std::scoped_lock lock(m_mutex);
        const auto left = m_consoles.extract(console);
        if (left.empty()) {
            return ready<void>({});
        }
        if (const auto& subject = left.mapped().looking.subject; !isNothing(subject)) {
            events.push_back(presenceOf(subject));
        }
    }
    m_tell(events);
    return ready<void>({});
}

/// No event: round trips change all the time, and whoever shows the list reads it again now and then.
Answer<void> TeamRegistry::measured(ConsoleId console, std::int64_t roundTripMs) {
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_consoles.find(console); found != m_consoles.end()) {
        found->second.row.roundTripMs = roundTripMs;
    }
    return ready<void>({});
}

}  // namespace evenhand::team
