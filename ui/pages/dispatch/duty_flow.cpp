// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/duty_flow.h"

#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

using Told = std::function<void(RowFlow::Answers)>;

RowFlow::Answers dutyAnswers(const RowFlow::Rows& rows, const DutyFlow::Done& done, bool onDuty) {
    const QString now = onDuty ? DutyFlow::tr("on duty", "a courier") : DutyFlow::tr("off duty", "a courier");
    std::vector<FlowAnswer> answers;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& error = done[i].error;
        answers.push_back(
            {.id = rows[i].id, .error = error, .version = done[i].version, .now = error ? QString() : now});
    }
    return answers;
}

QString dutySaid(const QString& title, bool onDuty, const std::vector<RowOutcome>& outcomes) {
    const auto counts = countOutcomes(outcomes);
    if (!counts.allDone()) {
        return DutyFlow::tr("%1: %2", "what was done, what became of it").arg(title, outcomeSummary(counts));
    }
    const QString who = outcomes.size() == 1 ? outcomes.front().name : countedCouriers(std::ssize(outcomes));
    return onDuty ? DutyFlow::tr("%1 on duty.").arg(who) : DutyFlow::tr("%1 off duty.").arg(who);
}

}  // namespace

DutyFlow::DutyFlow(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_rows(new RowFlow(context, window)) {
    connect(m_rows, &RowFlow::finished, this, &DutyFlow::finished);
}

std::vector<NamedCourier> DutyFlow::changed(const Done& done) {
    std::vector<NamedCourier> couriers;
    for (const auto& each : done) {
        if (!each.error) {
            couriers.push_back(each.courier);
            couriers.back().dutyVersion = each.version;
        }
    }
    return couriers;
}

void DutyFlow::set(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason) {
    (void)m_rows->begin(specOf(couriers, onDuty, reason));
}

RowFlow::Spec DutyFlow::specOf(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason) {
    const auto named = [couriers](std::int64_t id) { return couriers[static_cast<std::size_t>(id - 1)]; };
    RowFlow::Spec spec;
    for (const auto& each : couriers) {
        spec.rows.push_back({.id = std::ssize(spec.rows) + 1,
                             .version = each.dutyVersion,
                             .name = each.name,
                             .detail = text(each.id),
                             .key = each.id.str()});
    }
    spec.header = QStringList{tr("Courier"), tr("Id"), tr("Now")};
    spec.texts.title = onDuty ? tr("On duty") : tr("Off duty");
    spec.atOnce = reason;
    spec.isBrief = true;
    spec.submit = [this, named, onDuty, reason](const api::Call&, const RowFlow::Rows& rows, const Told& told) {
        std::vector<NamedCourier> asked;
        for (const auto& row : rows) {
            asked.push_back(named(row.id));
        }
        apply(asked, onDuty, reason, [rows, onDuty, told](const Done& done) { told(dutyAnswers(rows, done, onDuty)); });
    };
    spec.said = [title = spec.texts.title, onDuty](const std::vector<RowOutcome>& outcomes) {
        return dutySaid(title, onDuty, outcomes);
    };
    spec.undoKind = QStringLiteral("duty");
    spec.undo = [this, named, onDuty](const std::vector<FlowDone>& done) {
        std::vector<NamedCourier> back;
        for (const auto& each : done) {
            back.push_back(named(each.row.id));
            back.back().dutyVersion = each.version;
        }
        auto undo = specOf(back, !onDuty, {});
        undo.undo = {};
        return undo;
    };
    return spec;
}

void DutyFlow::apply(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason,
                     const std::function<void(const Done&)>& then) {
    std::vector<api::Answer<std::int64_t>> answers;
    for (const auto& courier : couriers) {
        answers.push_back(m_context.bridge.dispatch().setDuty(m_context.bridge.call(reason), courier.id, onDuty,
                                                              courier.dutyVersion));
    }
    if (answers.empty()) {
        then({});
        return;
    }
    whenAllReady(answers, this, [couriers, then](const std::vector<Result<std::int64_t>>& results) {
        Done done;
        for (std::size_t i = 0; i < results.size(); ++i) {
            done.push_back({couriers[i], results[i] ? std::nullopt : std::optional(results[i].error()),
                            results[i].value_or(couriers[i].dutyVersion)});
        }
        then(done);
    });
}

void DutyFlow::tell(const Done& done, bool onDuty, bool offersUndo) {
    std::vector<NamedCourier> couriers;
    for (const auto& each : done) {
        couriers.push_back(each.courier);
    }
    auto spec = specOf(couriers, onDuty, {});
    spec.submit = [done, onDuty](const api::Call&, const RowFlow::Rows& rows, const Told& told) {
        Done asked;
        for (const auto& row : rows) {
            asked.push_back(done[static_cast<std::size_t>(row.id - 1)]);
        }
        told(dutyAnswers(rows, asked, onDuty));
    };
    if (!offersUndo) {
        spec.undo = {};
    }
    (void)m_rows->begin(std::move(spec));
}

}  // namespace evenhand::ui
