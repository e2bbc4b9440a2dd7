// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/row_flow.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/dialogs/text_table.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/tables/table_export.h"

namespace evenhand::ui {
namespace {

constexpr int kBesideRows = 120;  // pixels: what fields are called

TextRow flowLine(const FlowRow& row) {
    return {{row.name, row.detail, row.whyNot.isEmpty() ? row.perRow : RowFlow::tr("skipped: %1").arg(row.whyNot)},
            Tone::Muted};
}

QTableView* rowsTable(const RowFlow::Spec& spec, QPointer<TextTableModel>& shown, QWidget* parent) {
    std::vector<TextRow> lines;
    for (const auto& row : spec.rows) {
        lines.push_back(flowLine(row));
    }
    auto* model = new TextTableModel({spec.header.at(0), spec.header.at(1), RowFlow::tr("What will happen")}, lines);
    shown = model;
    auto* table = makeTextTable(model, -1, {150, 140}, parent);
    table->setObjectName(QStringLiteral("flowRows"));
    table->setAccessibleName(RowFlow::tr("Affected rows"));
    return table;
}

}  // namespace

RowFlow::RowFlow(UiContext& context, QWidget* page) : QObject(page), m_context(context), m_page(page) {}

RowFlow::~RowFlow() {
    for (const int job : m_jobs) {  // nobody is left to whom the rest would be answered
        m_context.jobs.finish(job);
    }
}

ActionDialog* RowFlow::begin(Spec spec) {
    if (!m_jobs.empty()) {  // its fields are read until its last slice is sent
        m_context.notices.warn(tr("%1: an earlier action on these rows is still going on.").arg(spec.texts.title));
        return nullptr;
    }
    auto state = std::make_shared<State>();
    state->spec = std::move(spec);
    return open(state);
}

ActionDialog* RowFlow::open(const std::shared_ptr<State>& state) {
    if (state->spec.rows.empty() || !m_page) {
        return nullptr;
    }
    std::unordered_map<std::string, std::size_t> known;  // thousands of rows
    for (const auto& row : state->spec.rows) {
        const auto next = state->fit.size();
        const bool isFit = row.whyNot.isEmpty();
        const auto place = isFit && !row.once.empty() ? known.emplace(row.once, next).first->second : next;
        if (isFit && place == next) {
            state->fit.push_back(row);
        }
        state->places.push_back(place);
    }
    if (state->spec.atOnce && !state->fit.empty()) {
        submit(state, *state->spec.atOnce);
        return nullptr;
    }
    return ask(state);
}

ActionDialog* RowFlow::ask(const std::shared_ptr<State>& state) {
    const auto& spec = state->spec;
    std::vector<ActionRow> orders;
    for (std::size_t i = 0; i < spec.orders.size(); ++i) {
        orders.push_back({spec.orders[i], spec.rows[i].whyNot, spec.rows[i].perRow});
    }
    const bool ofOrders = !orders.empty();
    auto* dialog = new ActionDialog(spec.texts, std::move(orders), m_page->window());
    m_question = dialog;
    const bool some = !state->fit.empty();
    if (ofOrders) {
        followOrders(m_context, dialog, spec.textsFor);
    } else if (spec.rows.size() > 1 || !some) {
        auto* table = rowsTable(spec, state->lines, dialog);
        dialog->addField(tr("Rows"), table, [some] { return some ? QString() : tr("None of the rows allows it."); });
        dialog->resize(660, dialog->sizeHint().height());
        fitToTexts(*table, *dialog, kBesideRows);
    }
    if (auto* rows =
            dialog->findChild<QTableView*>(ofOrders ? QStringLiteral("actionRows") : QStringLiteral("flowRows"))) {
        addExport(*rows, m_context, {tr("Export these rows"), QStringLiteral("affected-rows.csv")});
    }
    if (state->fit.size() > kSlice) {  // later slices read its fields
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        connect(dialog, &QDialog::rejected, dialog, &QObject::deleteLater);
        state->kept = dialog;
    }
    connect(dialog, &QDialog::accepted, this, [this, state, dialog] {
        // It has been answered: what it is still kept for does not follow the rows.
        QObject::disconnect(&m_context.bridge, nullptr, dialog, nullptr);
        submit(state, dialog->reason());
    });
    dialog->open();
    if (state->spec.addFields) {
        state->spec.addFields(*dialog);
    }
    return dialog;
}

void RowFlow::submit(const std::shared_ptr<State>& state, const QString& reason) {
    ++m_busy;
    state->reason = reason;
    if (state->fit.size() > kSlice) {
        state->progress = std::make_shared<JobProgress>();
        state->progress->total = std::ssize(state->fit);
        state->job = m_context.jobs.start(state->spec.texts.title, state->progress,
                                          [state] { state->whyNotSent = tr("Cancelled before its turn came."); });
        m_jobs.insert(*state->job);
    }
    sendSlice(state);
}

void RowFlow::sendSlice(const std::shared_ptr<State>& state) {
    const auto first = state->fit.begin() + static_cast<std::ptrdiff_t>(state->sent);
    const auto many = std::min(kSlice, state->fit.size() - state->sent);
    Rows slice(first, first + static_cast<std::ptrdiff_t>(many));
    state->sent += many;
    state->spec.submit(m_context.bridge.call(state->reason), slice,
                       [this, self = QPointer<RowFlow>(this), state, slice](const Answers& answers) {
                           if (self) {
                               sliceAnswered(state, slice, answers);
                           }
                       });
}

void RowFlow::sliceAnswered(const std::shared_ptr<State>& state, const Rows& slice, const Answers& answers) {
    const bool isAll = slice.size() == state->fit.size();
    const bool isFirst = slice.size() == state->sent;
    if (!answers && isFirst && (isAll || answers.error().code != ErrorCode::OutcomeUnknown)) {
        endJob(*state);
        failed(*state, answers.error());
        return;
    }
    if (answers) {
        state->answers.insert(state->answers.end(), answers->begin(), answers->end());
    } else {
        for (const auto& row : slice) {
            state->answers.push_back({row.id, answers.error()});
        }
        state->whyNotSent = tr("An earlier part of the rows could not be done.");
    }
    if (state->progress) {
        state->progress->done = static_cast<std::int64_t>(state->sent);
    }
    if (state->sent < state->fit.size() && state->whyNotSent.isEmpty()) {
        sendSlice(state);
        return;
    }
    endJob(*state);
    answered(state);
}

void RowFlow::endJob(State& state) {
    if (const auto job = std::exchange(state.job, std::nullopt)) {
        m_jobs.erase(*job);
        m_context.jobs.finish(*job);
    }
    if (state.kept) {
        state.kept->deleteLater();
    }
}

void RowFlow::failed(const State& state, const Error& error) {
    --m_busy;
    const QString title = state.spec.texts.title;
    const QString why = refusalText(error, m_context.formats, m_context.bridge.now());
    m_context.notices.bad(error.code == ErrorCode::OutcomeUnknown ? tr("%1: %2").arg(title, why)
                                                                  : tr("%1: nothing was done. %2").arg(title, why));
    Q_EMIT finished();
}

void RowFlow::answered(const std::shared_ptr<State>& state) {
    std::unordered_map<std::int64_t, const FlowAnswer*> byId;  // thousands of rows
    for (const auto& each : state->answers) {
        byId.emplace(each.id, &each);
    }
    std::vector<std::int64_t> ids;
    Now said;  ///< by the answers
    for (std::size_t i = 0; i < state->spec.rows.size(); ++i) {
        const auto& row = state->spec.rows[i];
        const auto place = state->places[i];
        ids.push_back(row.id);
        RowOutcome outcome{row.name, row.detail, std::nullopt, row.whyNot, {}};
        if (row.whyNot.isEmpty() && place >= state->sent) {
            outcome.isNotSent = true;
            outcome.whyLeftOut = state->whyNotSent;
        } else if (row.whyNot.isEmpty()) {
            const auto found = byId.find(state->fit[place].id);
            outcome.error = found == byId.end()
                                ? std::optional(Error{ErrorCode::OutcomeUnknown, "no outcome was answered", {}, {}})
                                : found->second->error;
            if (found != byId.end() && !found->second->now.isEmpty()) {
                said[row.id] = found->second->now;
            }
        }
        state->outcomes.push_back(std::move(outcome));
    }
    if (!state->spec.readBack) {
        standNow(state, said);
        return;
    }
    state->spec.readBack(std::move(ids), [this, self = QPointer<RowFlow>(this), state](const Now& now) {
        if (self) {
            standNow(state, now);
        }
    });
}

void RowFlow::standNow(const std::shared_ptr<State>& state, const Now& now) {
    for (std::size_t i = 0; i < state->outcomes.size(); ++i) {
        const auto& row = state->spec.rows[i];
        auto& outcome = state->outcomes[i];
        const auto found = now.find(row.id);
        outcome.now = found == now.end() ? QString() : found->second;
        outcome.changed =
            refusedByState(outcome.error) && !row.was.isEmpty() && !outcome.now.isEmpty() && outcome.now != row.was;
        if (kindOf(outcome) == OutcomeKind::Changed) {
            outcome.why = whoChanged(outcome.error, m_context.formats, m_context.bridge.now());
        }
        if (outcome.changed && outcome.why.isEmpty()) {
            outcome.why = tr("It was: %1.", "state").arg(row.was);
        } else if (kindOf(outcome) == OutcomeKind::Refused) {
            outcome.why = errorText(*outcome.error, m_context.formats);
        }
    }
    askChanges(state);
}

void RowFlow::askChanges(const std::shared_ptr<State>& state) {
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < state->outcomes.size() && changed.size() < kChangesSaid; ++i) {
        if (state->spec.lastChange && kindOf(state->outcomes[i]) == OutcomeKind::Changed) {
            changed.push_back(i);
        }
    }
    state->open = changed.size() + 1;
    const auto arrived = [this, state] {
        if (--state->open == 0) {
            --m_busy;
            tell(*state);
        }
    };
    for (const auto i : changed) {
        state->spec.lastChange(state->spec.rows[i].id,
                               [self = QPointer<RowFlow>(this), state, i, arrived](const QString& change) {
                                   if (!self) {
                                       return;
                                   }
                                   if (!change.isEmpty()) {
                                       state->outcomes[i].why = change;
                                   }
                                   arrived();
                               });
    }
    arrived();
}

void RowFlow::tell(const State& state) {
    const auto counts = countOutcomes(state.outcomes);
    const auto& spec = state.spec;
    const bool single = state.outcomes.size() == 1;
    const QString called = spec.called.isEmpty() ? spec.texts.title : spec.called;
    // The sentence stays while the row goes on: a refund that was granted is sent and paid.
    const QString readAt = m_context.formats.time(m_context.bridge.now());
    Notice notice{
        tr("%1: %2").arg(spec.texts.title, outcomeSummary(counts)), counts.allDone() ? Tone::Good : Tone::Warn, {}, {}};
    if (spec.said && counts.done > 0) {
        auto told = spec.said(state.outcomes);
        notice.text = std::move(told.text);
        notice.tone = told.tone.value_or(notice.tone);
    } else if (single && counts.done == 1) {
        const auto& only = state.outcomes.front();
        notice.text =
            only.now.isEmpty()
                ? tr("%1: %2 is done.", "action, number").arg(called, only.name)
                : tr("%1: %2. At %3: %4.", "action, number, time, state").arg(called, only.name, readAt, only.now);
    } else if (single && kindOf(state.outcomes.front()) == OutcomeKind::Changed) {
        const auto& only = state.outcomes.front();
        QStringList said{
            tr("%1: %2 was changed meanwhile; nothing was overwritten.", "action, number").arg(called, only.name)};
        if (!only.why.isEmpty()) {
            const bool ends = only.why.endsWith(QLatin1Char('.')) || only.why.endsWith(QChar(0x3002));
            said << (ends ? only.why : tr("%1.", "a sentence").arg(only.why));
        }
        if (!only.now.isEmpty()) {
            said << tr("At %1: %2.", "time, state").arg(readAt, only.now);
        }
        notice.text = said.join(QLatin1Char(' '));
    } else if (single && state.outcomes.front().error) {
        notice.text =
            tr("%1: %2. %3", "action, number, why not")
                .arg(called, state.outcomes.front().name, errorText(*state.outcomes.front().error, m_context.formats));
    }
    offerUndo(state, notice);
    if (!single || counts.done == 0) {
        notice.rows = state.outcomes.size();
        notice.showRows = [&context = m_context, title = spec.texts.title, header = spec.header,
                           outcomes = std::make_shared<const std::vector<RowOutcome>>(state.outcomes)](QWidget* over) {
            showOutcomes(context, title, header, *outcomes, over);
        };
    }
    m_context.notices.post(std::move(notice));
    if ((spec.isBrief ? !counts.allDone() : !single || counts.done == 0) && m_page) {
        m_outcome = showOutcomes(m_context, spec.texts.title, spec.header, state.outcomes, m_page->window());
    }
    Q_EMIT finished();
}

void RowFlow::offerUndo(const State& state, Notice& notice) {
    const auto& spec = state.spec;
    std::unordered_map<std::int64_t, std::int64_t> versions;
    for (const auto& answer : state.answers) {
        if (!answer.error && !answer.isFinal) {
            versions.emplace(answer.id, answer.version);
        }
    }
    std::vector<FlowDone> done;
    for (const auto& row : state.fit) {
        if (const auto found = versions.find(row.id); found != versions.end()) {
            done.push_back({row, found->second});
        }
    }
    if (done.empty()) {
        return;
    }
    // What can be undone no more, since it was done anew or undone, is not offered any longer.
    for (const auto& each : spec.undoKind.isEmpty() ? std::vector<FlowDone>{} : done) {
        const QString row = each.row.key.empty() ? QString::number(each.row.id) : QString::fromStdString(each.row.key);
        notice.about << spec.undoKind + QLatin1Char('/') + row;
    }
    if (!spec.undo) {
        return;
    }
    notice.undoText = spec.undoText.isEmpty() ? tr("Undo") : spec.undoText;
    notice.undo = [self = QPointer<RowFlow>(this), undo = spec.undo, done = std::move(done)] {
        if (self) {
            self->beginUndo(undo(done));
        }
    };
}

/// Undoing is an action like another: it asks, and says of each row what became of it.
void RowFlow::beginUndo(Spec spec) {
    for (auto& row : spec.rows) {
        row.was.clear();  // it tells how a row stood before what is undone
    }
    if (!spec.readAnew) {
        openUndo(std::move(spec));
        return;
    }
    ++m_busy;
    m_undoHold = m_context.notices.holdUndo();
    const auto readAnew = std::exchange(spec.readAnew, {});
    readAnew([this, self = QPointer<RowFlow>(this), title = spec.texts.title](Result<Spec> anew) {
        if (!self) {
            return;
        }
        m_undoHold.reset();
        if (anew) {
            --m_busy;
            openUndo(std::move(*anew));
            return;
        }
        State unread;
        unread.spec.texts.title = title;
        m_context.notices.offerAgain();
        failed(unread, anew.error());
    });
}

void RowFlow::openUndo(Spec spec) {
    auto state = std::make_shared<State>();
    state->spec = std::move(spec);
    if (auto* dialog = open(state)) {
        m_context.notices.offerAgainIfRejected(dialog);
        if (state->spec.isDetailStanding && state->spec.readBack) {
            readDetails(state);
        }
        Q_EMIT asked();
    }
}

void RowFlow::readDetails(const std::shared_ptr<State>& state) {
    std::vector<std::int64_t> ids;
    for (const auto& row : state->spec.rows) {
        ids.push_back(row.id);
    }
    state->spec.readBack(std::move(ids), [state](const Now& now) {
        if (state->sent > 0) {
            return;  // they may stand otherwise already
        }
        for (std::size_t i = 0; i < state->spec.rows.size(); ++i) {
            auto& row = state->spec.rows[i];
            if (const auto found = now.find(row.id); found != now.end()) {
                row.detail = found->second;
                if (state->lines) {
                    state->lines->setRow(static_cast<int>(i), flowLine(row));
                }
            }
        }
    });
}

RowOutcomeDialog* RowFlow::showOutcomes(UiContext& context, const QString& title, const QStringList& header,
                                        const std::vector<RowOutcome>& outcomes, QWidget* over) {
    auto* dialog = new RowOutcomeDialog(title, header, outcomes, over);
    addExport(*dialog->table(), context, {tr("Export the outcomes"), QStringLiteral("outcomes.csv"), {}, true});
    dialog->open();
    return dialog;
}

}  // namespace evenhand::ui
