// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/kind_pane.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {

bool changed(const KindRow& a, const KindRow& b) {
    const auto& x = a.counts;
    const auto& y = b.counts;
    return x.created != y.created || x.done != y.done || x.pending != y.pending || x.processing != y.processing ||
           x.dead != y.dead || x.dropped != y.dropped || x.held != y.held || x.holdVersion != y.holdVersion ||
           x.oldestDue != y.oldestDue || a.hold.has_value() != b.hold.has_value() ||
           (a.hold && a.hold->since != b.hold->since);
}

KindPane::KindPane(UiContext& context, QWidget* parent) : FedTable(describe(context, this), context, parent) {}

KindPane::~KindPane() = default;

std::vector<KindRow> KindPane::held() const {
    std::vector<KindRow> rows;
    std::copy_if(model().all().begin(), model().all().end(), std::back_inserter(rows),
                 [](const KindRow& row) { return row.counts.held; });
    return rows;
}

KindPane::Spec KindPane::describe(UiContext& context, KindPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("kind");
    spec.look.one = QStringLiteral("kind");
    spec.look.isCompact = true;
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Kinds of tasks"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 kinds", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no kinds of tasks."); };
    texts.next = [] { return tr("Nothing to do."); };
    texts.emptyFiltered = [] { return tr("No kind matches the filter."); };
    texts.exported = [] { return tr("Export kinds of tasks"); };
    texts.fileName = QStringLiteral("kinds.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("kind");
    spec.isDescending = false;
    spec.now = [&bridge] { return bridge.now(); };
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("kindFilterText"), [] { return tr("Kind, state or reason"); },
        &AnyCell::text)};
    spec.words = describeWords(context, pane);
    spec.actions = {describeAction(context, pane, true), describeAction(context, pane, false)};
    spec.opened = [pane](const KindRow& row) { Q_EMIT pane->kindOpened(row.counts.kind); };
    return spec;
}

RowWords<KindRow> KindPane::describeWords(UiContext& context, KindPane* pane) {
    auto& bridge = context.bridge;
    RowWords<KindRow> words;
    words.header = [] { return QStringList{tr("Kind"), tr("Pending"), tr("Now")}; };
    words.frozen = [](const KindRow& row) {
        return FlowRow{.id = cacheKey(row).value,
                       .version = row.counts.holdVersion,
                       .name = label(row.counts.kind),
                       .detail = Formats::number(row.counts.pending)};
    };
    words.readBack = [&bridge, pane](const std::vector<std::int64_t>& ids, std::function<void(RowFlow::Now)> done) {
        whenReady(bridge.tasks().holds(bridge.call()), pane,
                  [ids, done = std::move(done)](const Result<std::vector<api::TaskHold>>& holds) {
                      RowFlow::Now now;
                      for (const auto id : holds ? ids : std::vector<std::int64_t>{}) {
                          const bool held = std::any_of(holds->begin(), holds->end(), [id](const auto& hold) {
                              return kindId(hold.kind).value == id;
                          });
                          now[id] = held ? tr("Held") : tr("Running");
                      }
                      done(now);
                  });
    };
    return words;
}

std::vector<Column<KindRow, OneOrder>> KindPane::describeColumns(UiContext& context) {
    using C = Column<KindRow, OneOrder>;
    using Counts = api::TaskCounts;
    const auto figure = [](const char* id, int width, Words title, std::int64_t Counts::*of) {
        return C::count(id, width, std::move(title), [of](const KindRow& row) { return row.counts.*of; });
    };
    const auto late = [&bridge = context.bridge](const KindRow& row) {
        const auto& due = row.counts.oldestDue;
        return due ? std::max<std::int64_t>(0, bridge.now().ms - due->ms) : -1;
    };
    const auto heldBy = [&formats = context.formats](const KindRow& row) {
        return row.hold ? tr("%1, %2: %3", "who, when, why")
                              .arg(shownLine(text(row.hold->actor)), formats.dateTime(row.hold->since),
                                   shownLine(text(row.hold->reason)))
                        : Formats::dash();
    };
    return {
        C(
            "kind", 140, [] { return tr("Kind"); }, [](const KindRow& row) { return label(row.counts.kind); })
            .orderedAs([](const KindRow& row) { return cacheKey(row).value; })
            .strong(),
        C(
            "state", 96, [] { return tr("State"); },
            [](const KindRow& row) { return row.counts.held ? tr("Held") : tr("Running"); })
            .asPill([](const KindRow& row) { return row.counts.held ? Tone::Warn : Tone::Good; }),
        figure(
            "pending", 84, [] { return tr("Pending"); }, &Counts::pending),
        figure(
            "processing", 110, [] { return tr("In progress"); }, &Counts::processing),
        figure(
            "done", 96, [] { return tr("Done"); }, &Counts::done),
        figure(
            "dead", 100, [] { return tr("Dead letters"); }, &Counts::dead)
            .withInk([](const KindRow& row) { return row.counts.dead > 0 ? std::optional(Tone::Bad) : std::nullopt; }),
        figure(
            "dropped", 84, [] { return tr("Dropped"); }, &Counts::dropped),
        C(
            "late", 110, [] { return tr("Oldest late by"); },
            [late](const KindRow& row) {
                return row.counts.oldestDue ? Formats::duration(late(row)) : Formats::dash();
            })
            .orderedAs(late)
            .number()
            .ticking(),
        C(
            "heldBy", 240, [] { return tr("Held by"); }, heldBy),
    };
}

RowAction<KindRow> KindPane::describeAction(UiContext& context, KindPane* pane, bool hold) {
    RowAction<KindRow> action;
    action.look.name = hold ? QStringLiteral("workers.hold") : QStringLiteral("workers.release");
    action.look.icon = hold ? QStringLiteral("pause") : QStringLiteral("play");
    action.look.label = [hold] { return hold ? tr("Hold…") : tr("Release…"); };
    action.look.tip = [hold] {
        return hold ? tr("Keep tasks of the selected kinds waiting") : tr("Run tasks of the selected kinds again");
    };
    action.look.operation = api::Operation::TasksSetHeld;
    action.look.whyNone = [hold] {
        return hold ? tr("Select kinds under \"Kinds and holds\" first.") : tr("Nothing is held.");
    };
    if (!hold) {
        action.unselected = [pane] { return pane->held(); };
    }
    action.whyNot = [hold](const KindRow& row) {
        return row.counts.held != hold ? QString() : hold ? tr("It is already held.") : tr("It is not held.");
    };
    action.effect = [hold](const KindRow&) { return hold ? tr("its tasks wait") : tr("its tasks run again"); };
    action.ask = [hold](const std::vector<KindRow>& fit) {
        QStringList names;
        std::int64_t waiting = 0;
        for (const auto& row : fit) {
            names << label(row.counts.kind);
            waiting += row.counts.pending;
        }
        ActionDialog::Texts texts;
        texts.title = hold ? tr("Hold") : tr("Release");
        const QString list = wordList(names);
        texts.question = hold ? tr("Tasks of these kinds will wait until they are released: %1.").arg(list)
                              : tr("Tasks of these kinds will run again: %1.").arg(list);
        texts.effect =
            (hold ? tr("%1 tasks are waiting; those in progress continue.", nullptr, Formats::plural(waiting))
                  : tr("%1 waiting tasks start at once. After a restore, what was sent since the backup is "
                       "sent again.",
                       nullptr, Formats::plural(waiting)))
                .arg(Formats::number(waiting));
        texts.confirm = texts.title;
        texts.danger = !hold;
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submitRows = [&context, pane, hold](const api::Call& call, const std::vector<KindRow>& fit,
                                               std::function<void(RowFlow::Answers)> done) {
        // One by one: a kind that somebody else has held or released since keeps back none of the others.
        std::vector<api::Answer<api::HoldVersions>> answers;
        for (const auto& row : fit) {
            const auto kind = row.counts.kind;
            answers.push_back(context.bridge.tasks().setHeld(call, {kind}, hold, {{kind, row.counts.holdVersion}}));
        }
        whenAllReady(answers, pane, [fit, done = std::move(done)](const std::vector<Result<api::HoldVersions>>& held) {
            std::vector<FlowAnswer> rows;
            for (std::size_t i = 0; i < held.size(); ++i) {
                rows.push_back({.id = cacheKey(fit[i]).value, .error = std::nullopt});
                if (held[i]) {
                    rows.back().version = held[i]->at(fit[i].counts.kind);
                } else {
                    rows.back().error = held[i].error();
                }
            }
            done(rows);
        });
    };
    if (hold) {
        action.undo = [&context, pane](std::vector<KindRow> before, const std::vector<std::int64_t>& versions) {
            auto release = describeAction(context, pane, false);
            release.whyNot = {};  // they were not held before, but are now
            for (std::size_t i = 0; i < before.size(); ++i) {
                before[i].counts.holdVersion = versions[i];
            }
            return specOf(describeWords(context, pane), release, before);
        };
    }
    // Releasing too: what was released by the button is no longer offered to be released.
    action.undoKind = QStringLiteral("hold");
    return action;
}

}  // namespace evenhand::ui
