// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/task_pane.h"

#include <QJsonArray>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

using api::TaskRow;
using api::TaskSort;

TaskPane::TaskPane(UiContext& context, QWidget* parent) : TaskTable(describe(context, this), context, parent) {}

TaskPane::~TaskPane() = default;

TaskPane::Spec TaskPane::describe(UiContext& context, TaskPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("tasks");
    spec.look.one = QStringLiteral("task");
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::tasksChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Tasks"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 tasks", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no tasks."); };
    texts.next = [] { return tr("Nothing to do: refunds, webhooks and backups make tasks by themselves."); };
    texts.emptyFiltered = [] { return tr("No task matches the filter."); };
    texts.exported = [] { return tr("Export tasks"); };
    texts.fileName = QStringLiteral("tasks.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("id");
    spec.page = [&bridge](const api::TaskFilter& filter, const PageOf<TaskSort>& page) {
        return bridge.tasks().page(bridge.call(),
                                   {filter, page.descending, std::nullopt, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::TaskFilter& filter) { return bridge.tasks().count(bridge.call(), filter); };
    spec.fields = describeFields();
    spec.words.header = [] { return QStringList{tr("Task"), tr("Subject"), tr("Now")}; };
    spec.words.frozen = [](const TaskRow& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.token,
                       .name = QStringLiteral("%1 %2").arg(QString::number(row.id.value), label(row.kind)),
                       .detail = shownLine(text(row.subject)),
                       .was = label(row.status)};
    };
    spec.actions = {describeAction(context, pane, false), describeAction(context, pane, true)};
    spec.opened = [pane](const TaskRow& row) {
        if (row.kind == api::TaskKind::Refund) {
            Q_EMIT pane->refundOpened();
        }
    };
    return spec;
}

std::vector<Column<TaskRow, TaskSort>> TaskPane::describeColumns(UiContext& context) {
    const auto brief = [&context](const std::optional<Instant>& at) {
        return at ? context.formats.shortTime(*at, context.bridge.now()) : Formats::dash();
    };
    const auto whole = [&context](const std::optional<Instant>& at) {
        return at ? context.formats.dateTime(*at) : QString();
    };
    using C = Column<TaskRow, TaskSort>;
    const auto subject = [](const TaskRow& row) { return orDash(row.subject); };
    const auto worker = [](const TaskRow& row) { return orDash(row.worker); };
    const auto error = [](const TaskRow& row) { return orDash(row.lastError); };
    const auto wholeError = [](const TaskRow& row) {
        return row.lastError.empty() ? Formats::dash() : text(row.lastError);
    };
    const auto dueHint = [whole](const TaskRow& row) {
        if (!row.due) {
            return Formats::dash();
        }
        return row.status == api::TaskStatus::Processing ? tr("Its lease ends at %1.").arg(whole(row.due))
                                                         : whole(row.due);
    };
    return {
        C(
            "id", 72, [] { return tr("No."); }, [](const TaskRow& row) { return QString::number(row.id.value); })
            .sortedBy(TaskSort::Made)
            .number()
            .strong(),
        C(
            "kind", 116, [] { return tr("Kind"); }, [](const TaskRow& row) { return label(row.kind); })
            .sortedBy(TaskSort::Subject),
        C(
            "subject", 190, [] { return tr("Subject"); }, subject)
            .strong()
            .inFile([](const TaskRow& row) { return text(row.subject); }),
        C(
            "status", 130, [] { return tr("Status"); }, [](const TaskRow& row) { return label(row.status); })
            .asPill([](const TaskRow& row) { return tone(row.status); }),
        C::count(
            "attempts", 96, [] { return tr("Attempts"); }, &TaskRow::attempts),
        C(
            "due", 96, [] { return tr("Due"); }, [brief](const TaskRow& row) { return brief(row.due); })
            .sortedBy(TaskSort::Due)
            .withHint(dueHint)
            .inFile([whole](const TaskRow& row) { return whole(row.due); }),
        C(
            "worker", 170, [] { return tr("Worker"); }, worker)
            .inFile([](const TaskRow& row) { return text(row.worker); }),
        C(
            "error", 240, [] { return tr("Last error"); }, error)
            .withHint(wholeError)
            .inFile([](const TaskRow& row) { return text(row.lastError); }),
        C(
            "created", 96, [] { return tr("Created"); }, [brief](const TaskRow& row) { return brief(row.createdAt); })
            .inFile([whole](const TaskRow& row) { return whole(row.createdAt); }),
        C(
            "ended", 96, [] { return tr("Ended"); }, [brief](const TaskRow& row) { return brief(row.endedAt); })
            .sortedBy(TaskSort::Ended)
            .inFile([whole](const TaskRow& row) { return whole(row.endedAt); }),
        C(
            "position", 110, [] { return tr("Position"); },
            [](const TaskRow& row) { return positionText(row.position); })
            .hidden(),
        C::count(
            "token", 72, [] { return tr("Token"); }, &TaskRow::token)
            .hidden(),
    };
}

std::vector<FilterField<api::TaskFilter>> TaskPane::describeFields() {
    return {
        ui::textField(
            QStringLiteral("text"), QStringLiteral("taskFilterText"), [] { return tr("Subject"); },
            &api::TaskFilter::text),
        ui::textField(
            QStringLiteral("worker"), QStringLiteral("taskFilterWorker"), [] { return tr("Worker, full name"); },
            &api::TaskFilter::worker),
        choicesField({.key = QStringLiteral("kinds"),
                      .objectName = QStringLiteral("taskFilterKind"),
                      .title = [] { return tr("Kind"); },
                      .any = [] { return tr("Every kind"); },
                      .choices = choicesOf(api::allTaskKinds(), &label)},
                     &api::TaskFilter::kinds, &api::taskKindFrom),
        choicesField({.key = QStringLiteral("statuses"),
                      .objectName = QStringLiteral("taskFilterStatus"),
                      .title = [] { return tr("Status"); },
                      .any = [] { return tr("Every status"); },
                      .choices = choicesOf(api::allTaskStatuses(), &label)},
                     &api::TaskFilter::statuses, &api::taskStatusFrom),
    };
}

RowAction<TaskRow> TaskPane::describeAction(UiContext& context, TaskPane* pane, bool drop) {
    RowAction<TaskRow> action;
    action.look.name = drop ? QStringLiteral("tasks.drop") : QStringLiteral("tasks.retry");
    action.look.icon = drop ? QStringLiteral("cancel") : QStringLiteral("refresh");
    action.look.keys = drop ? QKeySequence() : QKeySequence(Qt::CTRL | Qt::Key_T);
    action.look.label = [drop] { return drop ? tr("Drop…") : tr("Retry…"); };
    action.look.operation = drop ? api::Operation::TasksDrop : api::Operation::TasksRetry;
    action.whyNot = &TaskPane::whyNotRow;
    action.effect = [drop](const TaskRow&) { return drop ? tr("will never run") : tr("due now, attempts start over"); };
    action.ask = [drop](const std::vector<TaskRow>& rows) {
        const auto fit = std::ssize(rows);
        ActionDialog::Texts texts;
        texts.title = drop ? tr("Drop") : tr("Retry");
        texts.question = (drop ? tr("%1 tasks will be dropped and never run.", nullptr, Formats::plural(fit))
                               : tr("%1 tasks will be retried at once.", nullptr, Formats::plural(fit)))
                             .arg(Formats::number(fit));
        texts.confirm = texts.title;
        texts.danger = drop;
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submit = [&context, pane, drop](const api::Call& call, const RowFlow::Rows& rows,
                                           std::function<void(RowFlow::Answers)> done) {
        std::vector<api::TaskRef> refs;
        for (const auto& row : rows) {
            refs.push_back({TaskId{row.id}, row.version});
        }
        auto& desk = context.bridge.tasks();
        whenReady(drop ? desk.drop(call, std::move(refs)) : desk.retry(call, std::move(refs)), pane,
                  [done = std::move(done)](const Result<std::vector<api::TaskAnswer>>& outcomes) {
                      if (!outcomes) {
                          done(fail(outcomes.error()));
                          return;
                      }
                      // The outcome of each row carries its state, read in the same unit of work.
                      std::vector<FlowAnswer> answers;
                      for (const auto& each : *outcomes) {
                          answers.push_back({each.id.value, each.error, 0, label(each.status)});
                      }
                      done(std::move(answers));
                  });
    };
    return action;
}

QString TaskPane::whyNotRow(const TaskRow& row) {
    if (row.kind == api::TaskKind::Refund) {
        return tr("Refund tasks are handled on the Returns page; the money stays due.");
    }
    return row.status == api::TaskStatus::Dead || row.status == api::TaskStatus::Pending
               ? QString()
               : tr("Only a pending task or a dead letter; this one is: %1.").arg(label(row.status));
}

void TaskPane::showTasks(const std::vector<api::TaskKind>& kinds, const std::vector<api::TaskStatus>& statuses,
                         const QString& worker) {
    QJsonArray kindKeys;
    for (const auto kind : kinds) {
        kindKeys << keyText(api::toText(kind));
    }
    QJsonArray statusKeys;
    for (const auto status : statuses) {
        statusKeys << keyText(api::toText(status));
    }
    filters()->setState({{QStringLiteral("worker"), worker},
                         {QStringLiteral("kinds"), kindKeys},
                         {QStringLiteral("statuses"), statusKeys}});
}

}  // namespace evenhand::ui
