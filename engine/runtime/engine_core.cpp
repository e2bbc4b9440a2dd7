// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/engine_core.h"

#include <algorithm>
#include <utility>

#include "engine/base/log.h"
#include "engine/store/pages/figures.h"

namespace evenhand::runtime {
namespace {

constexpr std::int64_t kFiguresEveryMs = 1'000;

}  // namespace

EngineCore::EngineCore(const Clock& machineClock, OpenDatabase open, EngineOptions with)
    : clock(machineClock),
      openDatabase(std::move(open)),
      options(std::move(with)),
      realClock(options.realClock != nullptr ? *options.realClock : clock),
      queue(clock, options.inboxCommands),
      // An import's clock is its commands': only a clock of the wall can be behind.
      status(clock, options.auditClock != nullptr || options.importClock ? options.auditClock : &clock,
             options.deployment),
      audit(options.auditKey, options.auditClock) {}

std::int64_t EngineCore::paceNs() const noexcept { return threaded ? realClock.monotonicNs() : clock.monotonicNs(); }

Result<void> EngineCore::lookAtFiles(bool always) {
    const auto ns = clock.monotonicNs();
    if (!always && m_lookedAtNs != 0 && ns - m_lookedAtNs < options.lookAtFilesMs * kNsPerMs) {
        return {};
    }
    m_lookedAtNs = ns;
    return database->checkFiles();
}

void EngineCore::setState(api::EngineState state, const std::optional<Error>& reason) {
    const bool changed = status.ownState() != state;
    const std::string said = reason ? reason->text() : std::string();
    status.setState(state, said, reason ? std::optional(reason->code) : std::nullopt);
    if (changed) {
        base::log(state == api::EngineState::Live ? base::LogLevel::Info : base::LogLevel::Error, "engine",
                  state == api::EngineState::Live ? std::string("live again") : said);
        events.publish({{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
    }
}

void EngineCore::setStandingReason(std::string_view code, std::optional<std::string> text) {
    const std::string said = text.value_or("it ended");
    if (status.setStandingReason(code, std::move(text))) {
        base::log(base::LogLevel::Warning, "engine", std::string(code) + ": " + said);
        events.publish({{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
    }
}

void EngineCore::countFigures(Instant at) {
    figuresStale = false;
    figuresAtNs = clock.monotonicNs();
    const auto figures = store::countFigures(*database, at);
    figuresDue.reset();
    if (figures) {
        status.setCounts(*figures);
        if (figures->nextOverdue && !options.importClock) {
            // An engine that is idle wakes for this once a second at most.
            figuresDue = std::max(*figures->nextOverdue, at.plusMs(kFiguresEveryMs));
        }
    }
}

}  // namespace evenhand::runtime
