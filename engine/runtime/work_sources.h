// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine runs besides commands: handlers of messages, and work that falls due by time.
// Thread: the engine's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::runtime {

/// A message read from a topic.
struct Message {
    std::string topic;
    std::string id;
    std::int64_t attempt = 1;  ///< deliveries so far, this one included
    std::vector<std::pair<std::string, std::string>> fields;
    [[nodiscard]] std::string_view field(std::string_view name) const noexcept;
};

/// Handles messages of one topic. A handler that fails is undone and retried with growing delay; after the last
/// attempt the message goes to the dead letters and onDead() runs in the same unit of work.
class MessageHandler {
public:
    virtual ~MessageHandler() = default;
    [[nodiscard]] virtual Result<void> handle(UnitOfWork& work, const Message& message) = 0;
    /// As Job::prefetch().
    virtual void prefetch(const Message& /*message*/, store::ReadAhead& /*ahead*/) const {}
    [[nodiscard]] virtual Result<void> onDead(UnitOfWork& work, const Message& message, const Error& reason) = 0;
};

/// Work that falls due by time.
class DueSource {
public:
    virtual ~DueSource() = default;
    /// Earliest instant at which runDue() has something to do; nullopt: nothing pending. Cheap: asked every batch.
    [[nodiscard]] virtual std::optional<Instant> nextDue() = 0;
    /// Handles one due item as one unit of work (undone alone if it fails).
    [[nodiscard]] virtual Result<void> runDue(UnitOfWork& work) = 0;
    /// True: commands that arrive at or after the instant of an item need not wait for it, the rules look at instants
    /// themselves. (On an import clock they wait in any case.)
    [[nodiscard]] virtual bool mayFallBehind() const noexcept { return false; }
    /// True: the source has taken note of a failure of runDue() and is to be asked again at once; else it is given
    /// time.
    [[nodiscard]] virtual bool notesFailures() const noexcept { return false; }
    /// True: it makes sense only while time really passes, so it is left out on an import clock, which jumps from row
    /// to row over time that nobody has waited through.
    [[nodiscard]] virtual bool isOfThePresent() const noexcept { return false; }
    /// Several engines share a workspace and what falls due in it: whose it is, of a source by its name, and, where the
    /// source divides it, of a subject (a campus). May change at any time, and two may answer true for a moment.
    using Owns = std::function<bool(std::string_view name, std::string_view subject)>;
    /// On the ring of engines. Sources of one name are run by the same engine.
    [[nodiscard]] virtual std::string_view name() const noexcept { return "due work"; }
    /// Before the first batch, where several engines do. True: every engine runs the source, which asks `owns` for each
    /// subject, or takes what nobody else has. False: the engine runs it that owns its name.
    [[nodiscard]] virtual bool divide(const Owns& /*owns*/) { return false; }
    /// A batch was rolled back: what was learnt or remembered since the last one may be wrong, look again.
    virtual void undone() noexcept {}
    /// Where several engines share a workspace: others may have written what the source remembers. Asked now and then.
    virtual void othersWrote() noexcept { undone(); }
    /// Engine time was turned back: instants that the source remembers mean nothing any more.
    virtual void timeTurnedBack() noexcept { undone(); }
};

}  // namespace evenhand::runtime
