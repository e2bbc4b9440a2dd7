// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/engine_parts.h"

#include <utility>

#include "engine/base/log.h"

namespace evenhand::runtime {

EngineParts::EngineParts(const Clock& machineClock, OpenDatabase open, EngineOptions with)
    : clock(machineClock),
      openDatabase(std::move(open)),
      options(std::move(with)),
      realClock(options.realClock != nullptr ? *options.realClock : clock),
      queue(clock, options.inboxCommands),
      // An import's clock is its commands': only a clock of the wall can be behind.
      status(clock, options.auditClock != nullptr || options.importClock ? options.auditClock : &clock,
             options.deployment),
      scripts(keyspace, {}, &clock),
      audit(options.auditKey, options.auditClock),
      unit(keyspace, options.seed),
      runner(unit, keyspace),
      compactor(keyspace, clock, options.compaction),
      checkpointer(openDatabase, [this] { return paceNs(); }) {
    unit.attach(&audit);
}

std::int64_t EngineParts::paceNs() const noexcept { return threaded ? realClock.monotonicNs() : clock.monotonicNs(); }

Result<void> EngineParts::lookAtFiles(bool always) {
    const auto ns = clock.monotonicNs();
    if (!always && m_lookedAtNs != 0 && ns - m_lookedAtNs < options.lookAtFilesMs * kNsPerMs) {
        return {};
    }
    m_lookedAtNs = ns;
    return database->checkFiles();
}

void EngineParts::setState(api::EngineState state, const std::optional<Error>& reason) {
    const bool changed = status.ownState() != state;
    const std::string said = reason ? reason->text() : std::string();
    status.setState(state, said, reason ? std::optional(reason->code) : std::nullopt);
    if (changed) {
        base::log(state == api::EngineState::Live ? base::LogLevel::Info : base::LogLevel::Error, "engine",
                  state == api::EngineState::Live ? std::string("live again") : said);
        events.publish({{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
    }
}

void EngineParts::setStandingReason(std::string_view code, std::optional<std::string> text) {
    const std::string said = text.value_or("it ended");
    if (status.setStandingReason(code, std::move(text))) {
        base::log(base::LogLevel::Warning, "engine", std::string(code) + ": " + said);
        events.publish({{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
    }
}

}  // namespace evenhand::runtime
