// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dead_letters.h"

#include <QCoreApplication>
#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"

namespace evenhand::ui {
namespace {

struct DeadLetters {
    Q_DECLARE_TR_FUNCTIONS(DeadLetters)
};
using api::DeadLetterRow;

/// What the message asked for; of a topic that is not known its name.
QString topicLabel(const DeadLetterRow& row) {
    return row.topic == "order@@first"   ? DeadLetters::tr("First assignment")
           : row.topic == "order@@re"    ? DeadLetters::tr("Reassignment")
           : row.topic == "campus@@wake" ? DeadLetters::tr("Orders that wait on a campus")
                                         : text(row.topic);
}

std::vector<Column<DeadLetterRow, OneOrder>> columnsOf(const Formats& formats) {
    using C = Column<DeadLetterRow, OneOrder>;
    const auto reason = [](const DeadLetterRow& row) { return text(row.reason); };
    return {
        C(
            "order", 150, [] { return DeadLetters::tr("Order"); },
            [](const DeadLetterRow& row) { return orDash(row.orderNo.str()); })
            .strong(),
        C(
            "reason", 220, [] { return DeadLetters::tr("Reason"); },
            [](const DeadLetterRow& row) { return shownLine(text(row.reason)); })
            .withHint(reason)
            .inFile(reason),
        C(
            "attempts", 76, [] { return DeadLetters::tr("Attempts"); },
            [](const DeadLetterRow& row) { return Formats::number(row.attempts); })
            .orderedAs([](const DeadLetterRow& row) { return row.attempts; })
            .number()
            .inFile([](const DeadLetterRow& row) { return QString::number(row.attempts); }),
        C(
            "topic", 110, [] { return DeadLetters::tr("Message"); }, &topicLabel),
        C(
            "at", 140, [] { return DeadLetters::tr("Given up at"); },
            [&formats](const DeadLetterRow& row) { return formats.dateTime(row.at); })
            .orderedAs([](const DeadLetterRow& row) { return row.at.ms; }),
    };
}

RowAction<DeadLetterRow> retryAction(EngineBridge& bridge, QObject* page) {
    RowAction<DeadLetterRow> retry;
    retry.look.name = QStringLiteral("dispatchRetry");
    retry.look.icon = QStringLiteral("refresh");
    retry.look.keys = QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T);
    retry.look.label = [] { return DeadLetters::tr("Retry"); };
    retry.look.tip = [] { return DeadLetters::tr("Try the selected messages again"); };
    retry.look.operation = api::Operation::DispatchRetryLetters;
    retry.effect = [](const DeadLetterRow&) { return DeadLetters::tr("tried again, attempts start over"); };
    retry.ask = [](const std::vector<DeadLetterRow>& fit) {
        ActionDialog::Texts texts;
        texts.title = DeadLetters::tr("Retry");
        texts.question = DeadLetters::tr("%1 will be retried.").arg(countedMessages(std::ssize(fit)));
        texts.confirm = DeadLetters::tr("Retry");
        texts.suggestions = QStringList{DeadLetters::tr("The cause is fixed"), DeadLetters::tr("One more try")};
        return texts;
    };
    retry.submit = [&bridge, page](const api::Call& call, const RowFlow::Rows& rows,
                                   std::function<void(RowFlow::Answers)> done) {
        std::vector<DeadLetterId> ids;
        for (const auto& row : rows) {
            ids.push_back(DeadLetterId{row.id});
        }
        whenReady(bridge.dispatch().retryDeadLetters(call, std::move(ids)), page,
                  [done = std::move(done)](const Result<std::vector<api::DeadLetterOutcome>>& outcomes) {
                      if (!outcomes) {
                          done(fail(outcomes.error()));
                          return;
                      }
                      std::vector<FlowAnswer> answers;
                      for (const auto& each : *outcomes) {
                          answers.push_back(
                              {each.id.value, each.error, 0, each.error ? QString() : DeadLetters::tr("waits")});
                      }
                      done(std::move(answers));
                  });
    };
    retry.isBrief = true;
    return retry;
}

RowAction<DeadLetterRow> assignAction(std::function<void(const DeadLetterRow&)> act) {
    RowAction<DeadLetterRow> assign;
    assign.look.name = QStringLiteral("dispatchAssign");
    assign.look.icon = QStringLiteral("courier");
    assign.look.keys = QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    assign.look.label = [] { return DeadLetters::tr("Assign by hand…"); };
    assign.look.tip = [] { return DeadLetters::tr("Give the order of the message to one courier"); };
    assign.look.operation = api::Operation::DispatchReassign;
    assign.look.isSingle = true;
    assign.begin = [act = std::move(act)](const std::vector<DeadLetterRow>& frozen) { act(frozen.front()); };
    return assign;
}

}  // namespace

DeadLetterTable::Spec describeDeadLetters(const Formats& formats, DeadLetterHooks hooks, EngineBridge& bridge,
                                          QObject* page) {
    DeadLetterTable::Spec spec;
    spec.look.prefix = QStringLiteral("dispatchDeadLetters");
    spec.look.one = QStringLiteral("dispatchDeadLetter");
    spec.look.isCompact = true;
    spec.look.refreshMs = 0;  // the page has waited already
    auto& texts = spec.look.texts;
    texts.name = [] { return DeadLetters::tr("Dead letters"); };
    texts.count = [](std::int64_t total) { return total < 0 ? Formats::dash() : countedMessages(total); };
    texts.empty = [] { return DeadLetters::tr("No dead letters."); };
    texts.next = [] { return DeadLetters::tr("Nothing to do: no message was given up."); };
    texts.emptyFiltered = [] { return DeadLetters::tr("No message matches the filter."); };
    texts.exported = [] { return DeadLetters::tr("Export dead letters"); };
    texts.fileName = QStringLiteral("dead-letters.csv");
    spec.columns = columnsOf(formats);
    spec.orderedBy = QStringLiteral("at");
    spec.most = hooks.most;
    spec.all = [rows = std::move(hooks.rows)](const AnyCell&) {
        return QtFuture::makeReadyFuture(Result<std::vector<DeadLetterRow>>(rows()));
    };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("dispatchDeadLetterText"),
        [] { return DeadLetters::tr("Order, reason or message"); }, &AnyCell::text)};
    spec.words.header = [] {
        return QStringList{DeadLetters::tr("Order"), DeadLetters::tr("Message"), DeadLetters::tr("Now")};
    };
    spec.words.frozen = [](const DeadLetterRow& row) {
        return FlowRow{.id = row.id.value, .name = orDash(row.orderNo.str()), .detail = topicLabel(row)};
    };
    spec.actions = {retryAction(bridge, page), assignAction(std::move(hooks.assign))};
    return spec;
}

}  // namespace evenhand::ui
