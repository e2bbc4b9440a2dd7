// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_action_flow.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/returns/return_action_texts.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/shell/notices.h"
#include "ui/tables/ask_rows.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/lines_edit.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

std::vector<api::ReturnRef> refsOf(const RowFlow::Rows& rows) {
    std::vector<api::ReturnRef> refs;
    for (const auto& row : rows) {
        refs.push_back({ReturnId{row.id}, row.version});
    }
    return refs;
}

api::ReturnRef refOf(const FlowRow& row) { return {ReturnId{row.id}, row.version}; }

QString stateNow(const api::ReturnRow& row) {
    return row.refund
               ? ReturnActionFlow::tr("%1 (refund: %2)", "stage, refund").arg(label(row.stage), label(*row.refund))
               : label(row.stage);
}

/// What takes an action back; nullopt: nothing does.
std::optional<ReturnAction> undoing(ReturnAction action) {
    switch (action) {
        case ReturnAction::Approve:
        case ReturnAction::Reject:
        case ReturnAction::Cancel: return ReturnAction::Undo;
        case ReturnAction::Receive:
        case ReturnAction::SkipGoods: return ReturnAction::UndoGoods;
        case ReturnAction::Undo:
        case ReturnAction::UndoGoods: break;
    }
    return std::nullopt;
}

}  // namespace

ReturnActionFlow::ReturnActionFlow(UiContext& context, RowFlow& rows, QWidget* page)
    : QObject(page), m_context(context), m_page(page), m_rows(rows) {
    connect(&m_rows, &RowFlow::finished, this, &ReturnActionFlow::finished);
    connect(&m_rows, &RowFlow::asked, this, &ReturnActionFlow::asked);
}

bool ReturnActionFlow::isBusy() const {
    const bool asking = m_approval && !m_approval->preview() && m_approval->units()->sum() > 0;
    return m_reading > 0 || asking || m_rows.isBusy();
}

void ReturnActionFlow::begin(ReturnAction action, const std::vector<api::ReturnRow>& frozen) {
    if (frozen.empty()) {
        return;
    }
    const bool one = frozen.size() == 1 && ReturnActions::whyNot(m_context.bridge, action, frozen.front()).isEmpty();
    if (one && action == ReturnAction::Approve) {
        readDetail(frozen.front(), &ReturnActionFlow::beginApproval);
    } else if (one && action == ReturnAction::Receive) {
        readDetail(frozen.front(), &ReturnActionFlow::beginReceive);
    } else if (askRows(m_rows, words(), describe(action), frozen) != nullptr) {
        Q_EMIT asked();
    }
}

RowWords<api::ReturnRow> ReturnActionFlow::words() {
    RowWords<api::ReturnRow> words;
    words.header = [] { return QStringList{tr("Return"), tr("Order"), tr("Now")}; };
    words.frozen = [](const api::ReturnRow& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = text(row.number),
                       .detail = text(row.orderNo),
                       .was = stateNow(row)};
    };
    words.readBack = [this](const std::vector<std::int64_t>& ids, std::function<void(RowFlow::Now)> done) {
        std::vector<ReturnId> asked;
        asked.reserve(ids.size());
        for (const auto id : ids) {
            asked.push_back({id});
        }
        auto& bridge = m_context.bridge;
        whenReady(bridge.returns().rows(bridge.call(), std::move(asked)), this,
                  [done = std::move(done)](const Result<std::vector<api::ReturnRow>>& read) {
                      RowFlow::Now now;
                      for (const auto& row : read ? *read : std::vector<api::ReturnRow>{}) {
                          now[row.id.value] = stateNow(row);
                      }
                      done(std::move(now));
                  });
    };
    words.lastChange = [this](std::int64_t id, std::function<void(QString)> done) {
        auto& bridge = m_context.bridge;
        whenReady(bridge.returns().detail(bridge.call(), ReturnId{id}), this,
                  [this, done = std::move(done)](const Result<api::ReturnDetail>& detail) {
                      if (!detail) {
                          done({});
                          return;
                      }
                      // What its refund has met since is not what stood against this.
                      auto decisions = detail->events;
                      std::erase_if(decisions,
                                    [](const auto& event) { return event.kind >= api::MoneyEventKind::Granted; });
                      done(lastOf(decisions, m_context.formats, m_context.bridge.now()));
                  });
    };
    return words;
}

RowAction<api::ReturnRow> ReturnActionFlow::describe(ReturnAction which) {
    RowAction<api::ReturnRow> action;
    action.whyNot = [this, which](const api::ReturnRow& row) {
        return ReturnActions::whyNot(m_context.bridge, which, row);
    };
    action.effect = [this, which](const api::ReturnRow& row) { return returnPerRow(which, row, m_context.formats); };
    action.ask = [this, which](const std::vector<api::ReturnRow>& fit) {
        Money sum;
        for (const auto& row : fit) {
            sum.minor += row.amount.minor;
        }
        return returnTexts(which, std::ssize(fit), sum, m_context.formats);
    };
    auto note = std::make_shared<QPointer<QPlainTextEdit>>();
    action.submit = [this, which, note](const api::Call& call, const RowFlow::Rows& fit,
                                        std::function<void(RowFlow::Answers)> done) {
        submit(which, call, fit, *note ? (*note)->toPlainText().trimmed() : QString(), std::move(done));
    };
    if (which == ReturnAction::Reject) {
        action.addFields = [note](ActionDialog& dialog) {
            auto* field = named(new LinesEdit(&dialog), QStringLiteral("customerNote"));
            field->setTabChangesFocus(true);
            field->setFixedHeight(byText(56));
            field->setPlaceholderText(tr("What the customer is told, if anything"));
            dialog.addField(tr("Note for the customer"), field, [field] {
                return field->toPlainText().size() > static_cast<qsizetype>(api::kMaxReturnReason)
                           ? tr("The note is longer than %1 characters.").arg(api::kMaxReturnReason)
                           : QString();
            });
            connect(field, &QPlainTextEdit::textChanged, &dialog, &ActionDialog::recheck);
            *note = field;
        };
    }
    const auto undoneBy = undoing(which);
    if (undoneBy) {
        action.undo = [this, undo = *undoneBy](const std::vector<api::ReturnRow>& before,
                                               const std::vector<std::int64_t>& versions) {
            return undoOf(undo, before, versions);
        };
        action.undoKind = QStringLiteral("return");
    }
    return action;
}

void ReturnActionFlow::submit(ReturnAction which, const api::Call& call, const RowFlow::Rows& fit, const QString& note,
                              std::function<void(RowFlow::Answers)> done) {
    auto& desk = m_context.bridge.returns();
    const auto only = refOf(fit.front());
    const auto id = fit.front().id;
    switch (which) {
        case ReturnAction::Approve: answerRows(desk.approveMany(call, refsOf(fit)), this, std::move(done)); break;
        case ReturnAction::Reject:
            answerRows(desk.reject(call, refsOf(fit), note.toStdString()), this, std::move(done));
            break;
        case ReturnAction::Cancel: answerRows(desk.cancel(call, refsOf(fit)), this, std::move(done)); break;
        case ReturnAction::Undo:
        case ReturnAction::UndoGoods: {
            std::vector<api::Answer<api::ReturnOutcome>> answers;
            for (const auto& row : fit) {
                answers.push_back(which == ReturnAction::Undo ? desk.undo(call, refOf(row))
                                                              : desk.undoGoods(call, refOf(row)));
            }
            answerEach(fit, answers, this, std::move(done));
            break;
        }
        case ReturnAction::SkipGoods: answerOne(desk.skipGoods(call, only), id, this, std::move(done)); break;
        case ReturnAction::Receive: answerOne(desk.receive(call, only, {}), id, this, std::move(done)); break;
    }
}

void ReturnActionFlow::readDetail(const api::ReturnRow& row, void (ReturnActionFlow::*then)(const api::ReturnDetail&)) {
    ++m_reading;
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().detail(bridge.call(), row.id), this,
              [this, row, then](const Result<api::ReturnDetail>& detail) {
                  --m_reading;
                  if (!detail) {
                      m_context.notices.bad(tr("%1: %2").arg(text(row.number), errorText(detail.error())));
                      Q_EMIT finished();
                      return;
                  }
                  (this->*then)(*detail);
                  Q_EMIT asked();
              });
}

void ReturnActionFlow::beginApproval(const api::ReturnDetail& detail) {
    auto action = describe(ReturnAction::Approve);
    action.ask = [all = action.ask, detail](const std::vector<api::ReturnRow>& fit) {
        auto texts = all(fit);
        texts.title = tr("Approve %1", "return").arg(text(detail.row.number));
        texts.question =
            tr("Return %1 of order %2 will be approved.").arg(text(detail.row.number), text(detail.row.orderNo));
        texts.effect = detail.reason.empty() ? tr("The customer gave no reason.")
                                             : tr("The customer says: %1").arg(text(detail.reason).simplified());
        texts.confirm = tr("Approve");
        return texts;
    };
    action.submit = [this](const api::Call& call, const RowFlow::Rows& fit,
                           std::function<void(RowFlow::Answers)> done) {
        answerOne(m_context.bridge.returns().approve(call, refOf(fit.front()),
                                                     m_approval ? m_approval->lines() : std::vector<api::ReturnLine>{}),
                  fit.front().id, this, std::move(done));
    };
    action.addFields = [this, detail](ActionDialog& dialog) {
        auto* field = new ApprovalField(m_context, detail, &dialog);
        m_approval = field;
        dialog.addField(tr("Units"), field, [field] { return field->problem(); });
        connect(field, &ApprovalField::changed, &dialog, [field, question = &dialog] {
            const auto& preview = field->preview();
            question->setReasonNeeded(preview && *preview && (*preview)->fourEyes.needed > 0);
        });
        connect(field, &ApprovalField::changed, this, &ReturnActionFlow::asked);
        dialog.resize(640, dialog.sizeHint().height());
    };
    (void)askRows(m_rows, words(), action, {detail.row});
}

void ReturnActionFlow::beginReceive(const api::ReturnDetail& detail) {
    std::vector<UnitsGrid::Line> lines;
    std::vector<std::pair<Sku, std::int64_t>> approved;
    for (const auto& line : detail.lines) {
        const auto units = line.approved.value_or(0);
        if (units > 0) {
            approved.emplace_back(line.sku, units);
            lines.push_back({text(line.sku),
                             line.productName.empty() ? text(line.sku) : text(line.productName),
                             {Formats::number(units)},
                             0,
                             units,
                             0});
        }
    }
    auto action = describe(ReturnAction::Receive);
    action.submit = [this, approved](const api::Call& call, const RowFlow::Rows& fit,
                                     std::function<void(RowFlow::Answers)> done) {
        std::vector<api::ReceivedLine> received;
        for (std::size_t i = 0; i < approved.size(); ++i) {
            const auto damaged = m_damaged ? m_damaged->value(i) : 0;
            received.push_back({approved[i].first, approved[i].second - damaged, damaged});
        }
        answerOne(m_context.bridge.returns().receive(call, refOf(fit.front()), std::move(received)), fit.front().id,
                  this, std::move(done));
    };
    action.addFields = [this, lines](ActionDialog& dialog) {
        auto* grid = new UnitsGrid({tr("Product"), {tr("Approved")}, tr("Damaged"), tr("Sellable")}, lines, &dialog);
        m_damaged = grid;
        dialog.addField(tr("Units"), grid, [] { return QString(); });
        dialog.resize(600, dialog.sizeHint().height());
    };
    (void)askRows(m_rows, words(), action, {detail.row});
}

RowFlow::Spec ReturnActionFlow::undoOf(ReturnAction undo, std::vector<api::ReturnRow> rows,
                                       const std::vector<std::int64_t>& versions) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].version = versions[i];  // whoever has decided since is not overruled
    }
    auto spec = undoSpec(undo, rows, {});
    spec.readAnew = [this, undo, rows](const std::function<void(Result<RowFlow::Spec>)>& done) {
        readUndo(undo, rows, done);
    };
    return spec;
}

void ReturnActionFlow::readUndo(ReturnAction undo, const std::vector<api::ReturnRow>& rows,
                                const std::function<void(Result<RowFlow::Spec>)>& done) {
    std::vector<ReturnId> ids;
    for (const auto& row : rows) {
        ids.push_back(row.id);
    }
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().rows(bridge.call(), std::move(ids)), this,
              [this, undo, rows, done](const Result<std::vector<api::ReturnRow>>& read) {
                  if (!read) {  // how they stood before the decision is not how they stand
                      done(fail(read.error()));
                      return;
                  }
                  std::map<std::int64_t, api::ReturnRow> known;
                  for (const auto& row : *read) {
                      known.emplace(row.id.value, row);
                  }
                  auto now = rows;
                  std::set<std::int64_t> unchanged;  // of the others the engine says who was quicker
                  for (auto& row : now) {
                      if (const auto found = known.find(row.id.value); found != known.end()) {
                          if (found->second.version == row.version) {
                              unchanged.insert(row.id.value);
                          }
                          row = found->second;
                      }
                  }
                  for (std::size_t i = 0; i < now.size(); ++i) {
                      now[i].version = rows[i].version;
                  }
                  done(undoSpec(undo, now, [this, undo, unchanged](const api::ReturnRow& row) {
                      return unchanged.contains(row.id.value) ? ReturnActions::whyNot(m_context.bridge, undo, row)
                                                              : QString();
                  }));
              });
}

RowFlow::Spec ReturnActionFlow::undoSpec(ReturnAction undo, const std::vector<api::ReturnRow>& rows,
                                         std::function<QString(const api::ReturnRow&)> whyNot) {
    auto action = describe(undo);
    action.whyNot = std::move(whyNot);
    action.effect = [](const api::ReturnRow& row) { return tr("undone; now: %1", "state").arg(stateNow(row)); };
    action.ask = [undo](const std::vector<api::ReturnRow>& fit) {
        ActionDialog::Texts texts;
        const auto count = std::ssize(fit);
        const bool goods = undo == ReturnAction::UndoGoods;
        texts.title = tr("Undo");
        texts.question = count == 0 ? tr("This cannot be undone any more.")
                         : count == 1
                             ? (goods ? tr("The receipt of return %1 will be undone.")
                                      : tr("The decision on return %1 will be undone."))
                                   .arg(text(fit.front().number))
                             : tr("The decisions on %1 returns will be undone.", nullptr, Formats::plural(count))
                                   .arg(Formats::number(count));
        if (!goods && count > 0) {
            texts.effect = tr("A decision stays if its refund has already been sent.");
        }
        texts.confirm = tr("Undo");
        texts.reasonHint = tr("Required; kept in the history");
        return texts;
    };
    return specOf(words(), action, rows);
}

}  // namespace evenhand::ui
