// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/pause_flow.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

QString pauseState(bool paused) {
    return paused ? PauseFlow::tr("Paused", "dispatch of a campus") : PauseFlow::tr("Running", "dispatch of a campus");
}

QString countedCampuses(std::int64_t count) {
    return PauseFlow::tr("%1 campuses", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

/// The name of a single one, else how many.
QString whichOf(const QStringList& names) { return names.size() == 1 ? names.front() : countedCampuses(names.size()); }

ActionDialog::Texts pauseTexts(const QString& which, bool pause) {
    ActionDialog::Texts texts;
    texts.title = pause ? PauseFlow::tr("Pause dispatch") : PauseFlow::tr("Resume dispatch");
    texts.question = pause
                         ? PauseFlow::tr("Paid orders of %1 will wait without a courier until dispatch is resumed.",
                                         "a campus, or how many")
                               .arg(which)
                         : PauseFlow::tr("Paid orders of %1 are dispatched again.", "a campus, or how many").arg(which);
    texts.confirm = pause ? PauseFlow::tr("Pause") : PauseFlow::tr("Resume");
    texts.suggestions =
        pause ? QStringList{PauseFlow::tr("Weather"), PauseFlow::tr("Too few couriers"), PauseFlow::tr("Campus closed")}
              : QStringList{PauseFlow::tr("No longer needed"), PauseFlow::tr("Paused by mistake")};
    return texts;
}

FlowTold pauseSaid(const QString& title, bool pause, const std::vector<RowOutcome>& outcomes) {
    const auto counts = countOutcomes(outcomes);
    if (!counts.allDone()) {
        return PauseFlow::tr("%1: %2", "what was done, what became of it").arg(title, outcomeSummary(counts));
    }
    QStringList done;
    for (const auto& each : outcomes) {
        if (kindOf(each) == OutcomeKind::Done) {
            done << each.name;
        }
    }
    const QString which = whichOf(done);
    return pause ? FlowTold(
                       PauseFlow::tr("%1: dispatch is paused, paid orders wait.", "a campus, or how many").arg(which),
                       Tone::Warn)
                 : FlowTold(PauseFlow::tr("%1: dispatch is resumed.", "a campus, or how many").arg(which), Tone::Good);
}

}  // namespace

PauseFlow::PauseFlow(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_rows(new RowFlow(context, window)) {
    connect(m_rows, &RowFlow::finished, this, &PauseFlow::finished);
}

void PauseFlow::ask(const std::vector<api::CampusRow>& campuses, bool pause) {
    (void)m_rows->begin(specOf(campuses, pause));
}

RowFlow::Spec PauseFlow::specOf(const std::vector<api::CampusRow>& campuses, bool pause) {
    RowFlow::Spec spec;
    QStringList fit;
    for (const auto& campus : campuses) {
        const bool isSo = campus.paused == pause;
        const QString name = m_context.scope.nameOf(campus.id);
        const QString already = pause ? tr("already paused") : tr("not paused");
        spec.rows.push_back({.id = std::ssize(spec.rows) + 1,
                             .version = campus.pauseVersion,
                             .name = name,
                             .detail = pauseState(campus.paused),
                             .perRow = pause ? tr("paid orders wait") : tr("paid orders are dispatched again"),
                             .whyNot = isSo ? already : QString(),
                             .was = pauseState(campus.paused),
                             .key = campus.id.str()});
        if (!isSo) {
            fit << name;
        }
    }
    spec.header = QStringList{tr("Campus"), tr("Dispatch"), tr("Now")};
    spec.texts = pauseTexts(whichOf(fit), pause);
    spec.isBrief = true;
    spec.submit = [this, pause](const api::Call& call, const RowFlow::Rows& rows,
                                const std::function<void(RowFlow::Answers)>& done) { submit(pause, call, rows, done); };
    spec.readBack = [this, rows = spec.rows](const std::vector<std::int64_t>&,
                                             const std::function<void(RowFlow::Now)>& done) { readBack(rows, done); };
    spec.said = [title = spec.texts.title, pause](const std::vector<RowOutcome>& outcomes) {
        return pauseSaid(title, pause, outcomes);
    };
    // Of one campus: once it is resumed, by whatever way, the offer to resume it goes.
    spec.undoKind = QStringLiteral("dispatch");
    spec.undoText = pause ? tr("Resume") : tr("Pause");
    if (pause || campuses.size() > 1) {
        spec.undo = [this, campuses, pause](const std::vector<FlowDone>& done) {
            std::vector<api::CampusRow> back;
            for (const auto& each : done) {
                back.push_back(campuses[static_cast<std::size_t>(each.row.id - 1)]);
                back.back().paused = pause;
                back.back().pauseVersion = each.version;  // whoever has changed it since is not overruled
            }
            auto undo = specOf(back, !pause);
            undo.undo = {};
            undo.isDetailStanding = true;  // one of them may have been resumed by hand since
            return undo;
        };
    }
    return spec;
}

void PauseFlow::submit(bool pause, const api::Call& call, const RowFlow::Rows& rows,
                       const std::function<void(RowFlow::Answers)>& done) {
    std::vector<api::Answer<std::int64_t>> answers;
    for (const auto& row : rows) {
        answers.push_back(m_context.bridge.dispatch().setPaused(call, CampusId(row.key), pause, row.version));
    }
    whenAllReady(answers, this, [rows, done](const std::vector<Result<std::int64_t>>& results) {
        const bool isNone = std::none_of(results.begin(), results.end(),
                                         [](const auto& each) { return each || isRowRefusal(each.error().code); });
        if (isNone) {  // it concerns no campus in particular
            done(fail(results.front().error()));
            return;
        }
        std::vector<FlowAnswer> each;
        for (std::size_t i = 0; i < results.size(); ++i) {
            each.push_back(results[i] ? FlowAnswer{rows[i].id, std::nullopt, *results[i]}
                                      : FlowAnswer{rows[i].id, results[i].error(), 0});
        }
        done(std::move(each));
    });
}

void PauseFlow::readBack(const RowFlow::Rows& rows, const std::function<void(RowFlow::Now)>& done) {
    auto& bridge = m_context.bridge;
    whenReady(bridge.dispatch().campuses(bridge.call()), this,
              [rows, done](const Result<std::vector<api::CampusRow>>& read) {
                  std::map<std::string, bool> paused;
                  for (const auto& campus : read ? *read : std::vector<api::CampusRow>{}) {
                      paused.emplace(campus.id.str(), campus.paused);
                  }
                  RowFlow::Now now;
                  for (const auto& row : rows) {
                      if (const auto found = paused.find(row.key); found != paused.end()) {
                          now[row.id] = pauseState(found->second);
                      }
                  }
                  done(std::move(now));
              });
}

}  // namespace evenhand::ui
