// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "engine/alerts/act.h"
#include "engine/alerts/alerts.h"
#include "engine/alerts/condition_source.h"
#include "engine/alerts/limits.h"
#include "engine/alerts/repeat_source.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/alert_limit_store.h"
#include "engine/store/records/alert_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::alerts {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::refused;
using runtime::UnitOfWork;
using Outcomes = std::vector<api::AlertOutcome>;

std::string limitsText(const api::AlertLimits& limits) {
    std::string budget;
    for (const auto percent : limits.budgetPercent) {
        budget += (budget.empty() ? "" : ", ") + std::to_string(percent);
    }
    return "repeated every " + std::to_string(limits.repeatMs) + " ms, spread " + std::to_string(limits.spread) +
           ", budget " + budget + " %, pace " + std::to_string(limits.pacePercent) + " %, backup " +
           std::to_string(limits.backupAgeMs) + " ms";
}

class AlertDeskImpl final : public api::AlertDesk, private runtime::Desk<Operation::AlertsRead> {
public:
    AlertDeskImpl(runtime::Engine& engine, runtime::Reader& reader) : Desk(engine, reader) {}

    Answer<std::vector<api::AlertRow>> page(const Call& call, api::AlertQuery query) override {
        if (auto valid = store::checkPage(query.offset, query.limit); !valid) {
            return refused<std::vector<api::AlertRow>>(std::move(valid).error());
        }
        return read<std::vector<api::AlertRow>>(call, [query = std::move(query)](store::Database& database) {
            return store::alerts::page(database, query);
        });
    }
    Answer<std::int64_t> count(const Call& call, api::AlertQuery query) override {
        return read<std::int64_t>(call, [query = std::move(query), counts = m_counts](store::Database& database) {
            return store::alerts::count(database, query, *counts);
        });
    }
    Answer<api::AlertCounts> counts(const Call& call, CampusId campus) override {
        return read<api::AlertCounts>(call, [campus = std::move(campus)](store::Database& database) {
            return store::alerts::counts(database, campus);
        });
    }
    Answer<api::AlertLimits> limits(const Call& call) override {
        return read<api::AlertLimits>(call, [](store::Database& database) -> Result<api::AlertLimits> {
            EVENHAND_ASSIGN(const auto change, store::settingChanges::last(database, store::SettingKind::Alerts, {}));
            EVENHAND_ASSIGN(auto limits, store::alertLimits::fresh(database));
            limits.version = change.version;
            return limits;
        });
    }
    Answer<void> setLimits(const Call& call, api::AlertLimits limits) override {
        return command<void>(call, Operation::AlertsSetLimits, [limits](UnitOfWork& work) {
            work.note("limits of alerts", limitsText(limits));
            return alerts::setLimits(work, limits);
        });
    }
    Answer<Outcomes> acknowledge(const Call& call, std::vector<api::AlertRef> alerts) override {
        return rows(call, Operation::AlertsAcknowledge, std::move(alerts), alerts::acknowledge);
    }
    Answer<Outcomes> silence(const Call& call, std::vector<api::AlertRef> alerts, Instant until) override {
        return rows(
            call, Operation::AlertsSilence, std::move(alerts),
            [until](UnitOfWork& work, const api::AlertRef& alert) { return alerts::silence(work, alert, until); });
    }
    Answer<Outcomes> resolve(const Call& call, std::vector<api::AlertRef> alerts) override {
        return rows(call, Operation::AlertsResolve, std::move(alerts), resolveByHand);
    }

private:
    template <typename Run>
    Answer<Outcomes> rows(const Call& call, Operation operation, std::vector<api::AlertRef> refs, Run act) {
        return actOnRows<api::AlertRef, api::AlertOutcome>(
            call, operation, std::move(refs),
            [act = std::move(act)](UnitOfWork& work, const api::AlertRef& alert) {
                work.note("alert " + std::to_string(alert.id.value));
                return act(work, alert);
            },
            [](const api::AlertRef& alert, const Error& error) {
                return api::AlertOutcome{alert.id, error};
            });
    }

    const std::shared_ptr<store::alerts::Counts> m_counts =
        std::make_shared<store::alerts::Counts>();  ///< the reader's
};

}  // namespace

Alerts makeAlerts(runtime::Engine& engine, runtime::Reader& reader, const Clock& clock,
                  std::function<api::EngineStatus()> status) {
    Alerts made;
    made.desk = std::make_unique<AlertDeskImpl>(engine, reader);
    if (!status) {
        return made;
    }
    const auto signals = std::make_shared<Signals>();
    auto conditions = std::make_unique<ConditionSource>(signals, clock, std::move(status));
    made.heard = [signals, source = conditions.get()](const std::vector<api::Event>& events) {
        signals->heard(events);
        if (std::any_of(events.begin(), events.end(),
                        [](const api::Event& event) { return event.kind == api::Event::Kind::StateChanged; })) {
            source->stateChanged();
        }
    };
    made.sources.push_back(std::make_unique<RepeatSource>(signals));
    made.sources.push_back(std::move(conditions));
    return made;
}

}  // namespace evenhand::alerts
