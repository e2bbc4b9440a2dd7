// SPDX-License-Identifier: GPL-3.0-or-later
// What a command works on: one frozen instant, the keyspace, the database, messages and events. Everything done
// through it commits with its batch, or not at all.
// Thread: the engine's. Rules receive it by reference and keep nothing of it.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "engine/api/call.h"
#include "engine/api/engine_api.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/keyspace/keyspace.h"
#include "engine/store/database/database.h"
#include "engine/store/order_rows/lock_roots.h"

namespace evenhand::runtime {

using Field = std::pair<std::string_view, std::string_view>;

class UnitOfWork {
public:
    virtual ~UnitOfWork() = default;

    [[nodiscard]] virtual Instant now() const noexcept = 0;
    /// The machine's time, where that is another: while history is imported, now() is an instant of the file, or 0. For
    /// what happens to the workspace itself.
    [[nodiscard]] virtual Instant wallNow() const noexcept { return now(); }
    /// Who asked, and the reason given. Consumers and timers act as "system".
    [[nodiscard]] virtual const api::Call& call() const noexcept = 0;
    [[nodiscard]] virtual keyspace::Keyspace& keyspace() noexcept = 0;
    [[nodiscard]] virtual store::Database& database() noexcept = 0;
    /// Locks the roots that `name(roots)` names, all at once and in the order that stands fast, until the commit: those
    /// that the rule decides about, before it reads them. Only where several engines write (or a test checks) is
    /// anything asked. See store/order_rows/lock_roots.h, also for what need not be named here.
    template <typename Name>
    [[nodiscard]] Result<void> lock(Name&& name) {
        if (database().roots() != nullptr) {
            store::Roots roots;
            std::forward<Name>(name)(roots);
            EVENHAND_TRY(store::lockRoots(database(), roots));
        }
        return {};
    }
    [[nodiscard]] virtual Rng& rng() noexcept = 0;

    /// Appends a message to `topic`: it exists if and only if this unit of work commits. Answers the message id.
    [[nodiscard]] virtual Result<std::string> publish(std::string_view topic, std::initializer_list<Field> fields) = 0;
    /// Does `step` on the keyspace once this unit of work is durable. Where keyspace and database commit as one that is
    /// at once, within it; elsewhere after the commit (and a crash in between loses it: only for steps that may be
    /// lost). `step` must own what it needs.
    [[nodiscard]] virtual Result<void> afterCommit(const std::function<Result<void>(keyspace::Keyspace&)>& step) {
        return step(keyspace());
    }
    /// Where keyspace and database commit apart: what takes back a step on the keyspace that was done before the rows
    /// that belong to it. `make()` answers the step, as of afterCommit(). It is done at once if this unit fails, or its
    /// commit, the last one that was registered first; not where nobody knows whether that commit has happened. If the
    /// process dies before, or the step fails, the record of what it would take back (a log entry, a draw's record, a
    /// slot) leads redelivery, recovery or comparison there. These may be quicker, and a step may arrive late: so it
    /// changes nothing of what somebody else has taken up since, nor if it is done twice.
    /// Where they commit as one the keyspace undoes itself: nothing is made, and it costs nothing.
    template <typename Make>
    void undoWith(Make&& make) {
        if (!atomic()) {
            addUndo(std::forward<Make>(make)());
        }
    }
    /// True: keyspace and database commit as one and units never interleave, so that no step of a unit can arrive after
    /// its end; marks against late steps are not needed then.
    [[nodiscard]] virtual bool atomic() const noexcept { return false; }
    /// Engine time goes on from `to`, which is before now(), once this unit commits; now() is `to` from here on. What
    /// is timed in the keyspace keeps the time that it had left. Only for the rule that resets the clock.
    [[nodiscard]] virtual Result<void> turnBack(Instant /*to*/) {
        return fail(ErrorCode::Unsupported, "engine time cannot be turned back here");
    }
    /// Told to subscribers after the commit.
    virtual void emit(api::Event event) = 0;

    /// What the audit entry of this unit says beside actor, operation and reason: `subject` ("order A-17") and, where
    /// it tells more, what changed. Again: the details join, the first subject stays. Nothing if the unit is not
    /// audited.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): as with record().
    virtual void note(std::string /*subject*/, std::string /*detail*/) {}
    void note(std::string subject) { note(std::move(subject), {}); }
    /// The rule has found out which of several operations it is, for that entry.
    virtual void setOperation(api::Operation /*operation*/) {}
    /// An entry of the audit log that is not the unit's own: a refusal, a remark. Actor and way in are those of the
    /// call where the record has no actor. Kept if and only if the unit is.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): it is kept by those that do something with it.
    [[nodiscard]] virtual Result<void> record(api::AuditRecord /*record*/) { return {}; }

protected:
    /// Of undoWith(); only where the unit is not atomic().
    // NOLINTNEXTLINE(performance-unnecessary-value-param): it is kept by those that commit apart.
    virtual void addUndo(std::function<Result<void>(keyspace::Keyspace&)> /*step*/) {}
};

}  // namespace evenhand::runtime
