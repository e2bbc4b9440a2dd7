// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/reset_clock.h"

#include <algorithm>
#include <string>

#include "engine/base/counted.h"
#include "engine/base/number_text.h"
#include "engine/runtime/csv_export.h"
#include "engine/runtime/topics.h"
#include "engine/store/records/clock_store.h"
#include "engine/store/records/timer_tally.h"
#include "engine/timer_queue/delay_queue.h"

namespace evenhand::timers {
namespace {

using runtime::UnitOfWork;

/// Messages that failed wait as long as they would have.
Result<void> turnBackRetries(keyspace::Keyspace& keyspace, Instant from, Instant to) {
    EVENHAND_ASSIGN(const auto keys, keyspace.call({"KEYS", runtime::retryKey("*")}));
    for (const auto& key : keys.elements) {
        EVENHAND_ASSIGN(const auto waiting, keyspace.call({"ZRANGE", key.text, "0", "-1", "WITHSCORES"}));
        for (std::size_t i = 0; i + 1 < waiting.elements.size(); i += 2) {
            const auto at = base::numberFrom(waiting.elements[i + 1].text);
            if (at && *at > to.ms) {
                const auto left = std::max<std::int64_t>(0, *at - from.ms);
                EVENHAND_TRY(keyspace.call(
                    {"ZADD", key.text, base::NumberText(to.ms + left), std::string_view(waiting.elements[i].text)}));
            }
        }
    }
    return {};
}

void tell(UnitOfWork& work, api::Event::Kind kind) {
    api::Event event;
    event.kind = kind;
    work.emit(std::move(event));
}

}  // namespace

Result<api::ClockReset> resetClock(UnitOfWork& work, Instant clock) {
    const auto from = work.now();
    if (from <= clock) {
        return fail(ErrorCode::WrongStatus, "engine time is not ahead of the machine's clock", "clock",
                    std::to_string(clock.ms));
    }
    EVENHAND_ASSIGN(const auto timers, store::clock::turnBack(work.database(), from, clock));
    store::timerTallyOf(work.database())->changeAll();
    EVENHAND_TRY(emptyQueue(work.keyspace()));
    EVENHAND_TRY(turnBackRetries(work.keyspace(), from, clock));
    EVENHAND_TRY(work.turnBack(clock));
    work.note("engine time", runtime::csvTime(from) + " -> " + runtime::csvTime(clock) + ", " +
                                 base::counted(timers, "timer") + " set again");
    for (const auto kind : {api::Event::Kind::StateChanged, api::Event::Kind::TimersChanged,
                            api::Event::Kind::AlertsChanged, api::Event::Kind::TasksChanged}) {
        tell(work, kind);
    }
    return api::ClockReset{from, clock, timers};
}

}  // namespace evenhand::timers
