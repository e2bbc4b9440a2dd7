// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/case_actions.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QPointer>
#include <memory>
#include <utility>

#include "ui/pages/shared/flow_answers.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

struct CaseTexts {
    Q_DECLARE_TR_FUNCTIONS(CaseTexts)
};

using ClerkField = std::shared_ptr<QPointer<QLineEdit>>;

/// One's own login stands there: most cases are taken, not given.
void addClerk(UiContext& context, ActionDialog& dialog, const ClerkField& shared) {
    auto* field = named(new QLineEdit(text(context.bridge.actor().name), &dialog), QStringLiteral("caseClerk"));
    field->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    field->setPlaceholderText(CaseTexts::tr("Nobody"));
    dialog.addField(CaseTexts::tr("Clerk"), field, [] { return QString(); });
    field->setFocus();
    field->selectAll();
    *shared = field;
}

std::string clerkIn(const ClerkField& shared) {
    return *shared ? (*shared)->text().trimmed().toStdString() : std::string();
}

ActionLook caseLook(const char* prefix, const char* name, const char* icon, Words label, api::Operation operation,
                    bool single) {
    ActionLook look;
    look.name = QLatin1String(prefix) + QLatin1Char('.') + QLatin1String(name);
    look.icon = QLatin1String(icon);
    look.label = std::move(label);
    look.operation = operation;
    look.isSingle = single;
    look.isIconOnly = true;
    return look;
}

ActionDialog::Texts assignTexts(const QString& counted) {
    ActionDialog::Texts texts;
    texts.title = CaseTexts::tr("Assign");
    texts.question = CaseTexts::tr("%1 will be assigned.", "n returns").arg(counted);
    texts.effect = CaseTexts::tr(
        "The clerk is named by login, and finds them by \"My queue\". An empty field assigns them to nobody.");
    texts.confirm = texts.title;
    texts.reasonNeeded = false;
    return texts;
}

ActionDialog::Texts caseNoteTexts() {
    ActionDialog::Texts texts;
    texts.title = CaseTexts::tr("Write a note");
    texts.question = CaseTexts::tr("A note stays in the history and cannot be changed.");
    texts.confirm = CaseTexts::tr("Write");
    texts.reasonName = CaseTexts::tr("Note");
    texts.reasonHint = CaseTexts::tr("Who was called, what was agreed");
    return texts;
}

/// Assigning what the desk calls `Ref`.
template <typename Row, typename Ref, typename Ask>
RowAction<Row> assigning(UiContext& context, QObject* receiver, QString (*counted)(std::int64_t), Ask ask) {
    RowAction<Row> action;
    const auto field = std::make_shared<QPointer<QLineEdit>>();
    action.effect = [](const Row& row) { return row.clerk.empty() ? QString() : text(row.clerk); };
    action.ask = [counted](const std::vector<Row>& fit) { return assignTexts(counted(std::ssize(fit))); };
    action.addFields = [&context, field](ActionDialog& dialog) { addClerk(context, dialog, field); };
    action.submitRows = [receiver, field, ask](const api::Call& call, const std::vector<Row>& fit,
                                               std::function<void(RowFlow::Answers)> done) {
        std::vector<Ref> refs;
        for (const auto& row : fit) {
            refs.push_back({row.id, row.version});
        }
        answerRows(ask(call, std::move(refs), clerkIn(field)), receiver, std::move(done));
    };
    return action;
}

}  // namespace

RowWords<api::ReturnRow> caseWords(UiContext& context, QObject* receiver) {
    RowWords<api::ReturnRow> words;
    words.header = [] { return QStringList{CaseTexts::tr("Return"), CaseTexts::tr("Order"), CaseTexts::tr("Clerk")}; };
    const auto clerk = [](const api::ReturnRow& row) {
        return row.clerk.empty() ? CaseTexts::tr("Nobody") : text(row.clerk);
    };
    words.frozen = [clerk](const api::ReturnRow& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = text(row.number),
                       .detail = text(row.orderNo),
                       .was = clerk(row)};
    };
    words.readBack = [&context, receiver, clerk](const std::vector<std::int64_t>& ids,
                                                 std::function<void(RowFlow::Now)> done) {
        std::vector<ReturnId> asked;
        asked.reserve(ids.size());
        for (const auto id : ids) {
            asked.push_back({id});
        }
        auto& bridge = context.bridge;
        whenReady(bridge.returns().rows(bridge.call(), std::move(asked)), receiver,
                  [clerk, done = std::move(done)](const Result<std::vector<api::ReturnRow>>& read) {
                      RowFlow::Now now;
                      for (const auto& row : read ? *read : std::vector<api::ReturnRow>{}) {
                          now[row.id.value] = clerk(row);
                      }
                      done(std::move(now));
                  });
    };
    return words;
}

RowAction<api::ReturnRow> assignReturns(UiContext& context, QObject* receiver) {
    auto action = assigning<api::ReturnRow, api::ReturnRef>(
        context, receiver, &countedReturns,
        [&context](const api::Call& call, std::vector<api::ReturnRef> refs, std::string clerk) {
            return context.bridge.returns().assign(call, std::move(refs), std::move(clerk));
        });
    action.look = caseLook(
        "return", "assign", "person", [] { return CaseTexts::tr("Assign…"); }, api::Operation::ReturnsAssign, false);
    return action;
}

RowAction<api::RefundRow> assignRefunds(UiContext& context, QObject* receiver) {
    auto action = assigning<api::RefundRow, api::RefundRef>(
        context, receiver, &countedRefunds,
        [&context](const api::Call& call, std::vector<api::RefundRef> refs, std::string clerk) {
            return context.bridge.refunds().assign(call, std::move(refs), std::move(clerk));
        });
    action.look = caseLook(
        "refund", "assign", "person", [] { return CaseTexts::tr("Assign…"); }, api::Operation::RefundsAssign, false);
    return action;
}

// What was written is the note, not a reason for it.

RowAction<api::ReturnRow> noteOnReturn(UiContext& context, QObject* receiver) {
    RowAction<api::ReturnRow> action;
    action.look = caseLook(
        "return", "note", "edit", [] { return CaseTexts::tr("Write a note…"); }, api::Operation::ReturnsNote, true);
    action.ask = [](const std::vector<api::ReturnRow>&) { return caseNoteTexts(); };
    action.submit = [&context, receiver](const api::Call& call, const RowFlow::Rows& fit,
                                         std::function<void(RowFlow::Answers)> done) {
        auto& bridge = context.bridge;
        answerOne(bridge.returns().note(bridge.call(), {ReturnId{fit.front().id}, 0}, call.reason), fit.front().id,
                  receiver, std::move(done));
    };
    return action;
}

RowAction<api::RefundRow> noteOnRefund(UiContext& context, QObject* receiver) {
    RowAction<api::RefundRow> action;
    action.look = caseLook(
        "refund", "note", "edit", [] { return CaseTexts::tr("Write a note…"); }, api::Operation::RefundsNote, true);
    action.ask = [](const std::vector<api::RefundRow>&) { return caseNoteTexts(); };
    action.submit = [&context, receiver](const api::Call& call, const RowFlow::Rows& fit,
                                         std::function<void(RowFlow::Answers)> done) {
        auto& bridge = context.bridge;
        answerOne(bridge.refunds().note(bridge.call(), {RefundId{fit.front().id}, 0}, call.reason), fit.front().id,
                  receiver, std::move(done));
    };
    return action;
}

}  // namespace evenhand::ui
