// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit/audit_pane.h"

#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <set>
#include <string>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/engine_words.h"
#include "ui/bridge/readable.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

using api::AuditRecord;
using api::AuditSort;

AuditPane::AuditPane(UiContext& context, QWidget* parent) : AuditTable(describe(context, this), context, parent) {
    auto* scroll = named(new QScrollArea(this), QStringLiteral("auditDetail"));
    scroll->setWidgetResizable(true);
    scroll->setMinimumWidth(300);
    auto* panel = new QWidget(scroll);
    auto* inner = new QVBoxLayout(panel);
    inner->setContentsMargins(kGapLarge, kGap, kGapLarge, kGap);
    m_title = wrapped(plainLabel(panel, QStringLiteral("auditDetailTitle")));
    m_title->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_detail = new FactGrid(panel);
    inner->addWidget(m_title);
    inner->addWidget(m_detail);
    inner->addStretch(1);
    scroll->setWidget(panel);
    addDetail(scroll, {960, 340}, [] { return tr("Entry in detail"); });
    connect(this, &AuditPane::selectionMoved, this, &AuditPane::showDetail);
    connect(&model(), &PagedTable::loaded, this, [this] {
        if (table()->selectedAt(1).empty()) {
            showDetail();
        }
    });
    showDetail();
}

AuditPane::~AuditPane() = default;

AuditPane::Spec AuditPane::describe(UiContext& context, AuditPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("audit");
    spec.look.one = QStringLiteral("audit");
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    spec.look.isSingle = true;
    spec.look.permission = api::Permission::ReadAudit;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::auditGrown);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Entries of the audit log"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 entries", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("The audit log is empty."); };
    texts.next = [] { return tr("Nothing to do: every change is logged here by itself."); };
    texts.emptyFiltered = [] { return tr("No entry matches the filter."); };
    texts.exported = [] { return tr("Export the entries"); };
    texts.fileName = QStringLiteral("audit.csv");
    auto& file = spec.look.file;
    file.name = QStringLiteral("audit.exportHashes");
    file.label = [] { return tr("Export with hashes…"); };
    file.tip = [] { return tr("All entries of the filter with their hashes and seals, as CSV"); };
    file.job = [] { return tr("Export of the audit log"); };
    file.fileName = QStringLiteral("audit-hashes.csv");
    file.done = [](std::int64_t count, const QString& path) {
        return tr("Exported %1 entries to %2", nullptr, Formats::plural(count)).arg(Formats::number(count), path);
    };
    spec.writeFile = [&bridge](const api::AuditFilter& filter, std::string path,
                               std::function<void(std::int64_t)> progress) {
        return bridge.audit().exportCsv(bridge.call(), filter, std::move(path), std::move(progress));
    };
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("seq");
    spec.page = [&bridge](const api::AuditFilter& filter, const PageOf<AuditSort>& page) {
        return askIfReadable(bridge, api::Permission::ReadAudit, [&] {
            return bridge.audit().page(bridge.call(),
                                       {filter, page.descending, std::nullopt, page.offset, page.limit, page.sort});
        });
    };
    spec.count = [&bridge](const api::AuditFilter& filter) {
        return askIfReadable(bridge, api::Permission::ReadAudit,
                             [&] { return bridge.audit().count(bridge.call(), filter); });
    };
    spec.fields = describeFields(context);
    spec.opened = [pane](const AuditRecord&) { pane->detailToggle()->setChecked(true); };
    return spec;
}

std::vector<Column<AuditRecord, AuditSort>> AuditPane::describeColumns(UiContext& context) {
    using C = Column<AuditRecord, AuditSort>;
    const auto& formats = context.formats;
    const auto operationHint = [](const AuditRecord& row) {
        return operationLabel(row.operation) + QLatin1Char('\n') + text(row.operation);
    };
    const auto part = [](const char* id, int width, Words title, std::string AuditRecord::*of) {
        const auto whole = [of](const AuditRecord& row) { return text(row.*of); };
        return C(id, width, std::move(title), [of](const AuditRecord& row) { return orDash(row.*of); })
            .withHint(whole)
            .inFile(whole);
    };
    return {
        C::count(
            "seq", 76, [] { return tr("No."); }, &AuditRecord::seq)
            .sortedBy(AuditSort::Number),
        C(
            "at", 150, [] { return tr("Time"); },
            [&formats](const AuditRecord& row) { return formats.dateTime(row.at); })
            .sortedBy(AuditSort::At),
        C(
            "actor", 120, [] { return tr("Who"); },
            [](const AuditRecord& row) { return shownLine(actorLabel(row.actor)); })
            .strong(),
        C(
            "operation", 210, [] { return tr("Action"); },
            [](const AuditRecord& row) { return shownLine(operationLabel(row.operation)); })
            .sortedBy(AuditSort::Operation)
            .strong()
            .withHint(operationHint),
        C(
            "outcome", 100, [] { return tr("Outcome"); }, [](const AuditRecord& row) { return label(row.outcome); })
            .asPill([](const AuditRecord& row) { return tone(row.outcome); }),
        C(
            "subject", 150, [] { return tr("Subject"); },
            [](const AuditRecord& row) {
                return row.subject.empty() ? Formats::dash() : shownLine(engineSubject(text(row.subject)));
            })
            .withHint([](const AuditRecord& row) { return text(row.subject); })
            .inFile([](const AuditRecord& row) { return text(row.subject); }),
        part(
            "reason", 180, [] { return tr("Reason"); }, &AuditRecord::reason),
        part(
            "detail", 260, [] { return tr("Change"); }, &AuditRecord::detail),
        C(
            "via", 110, [] { return tr("Via"); }, [](const AuditRecord& row) { return label(row.via); }),
    };
}

std::vector<FilterField<api::AuditFilter>> AuditPane::describeFields(UiContext& context) {
    const auto operations = [] {
        std::vector<ChoiceButton::Choice> choices;
        std::set<std::string> desks;
        for (const auto& info : api::allOperations()) {
            const std::string name(info.name);
            const std::string desk = name.substr(0, name.find('.'));
            if (desks.insert(desk).second) {
                choices.push_back({QString::fromStdString(desk + "."), tr("%1: all", "desk").arg(deskLabel(desk))});
            }
            if (info.audited) {
                choices.push_back({QString::fromStdString(name), operationLabel(name)});
            }
        }
        return choices;
    };
    return {
        {{.key = QStringLiteral("who"),
          .objectName = QStringLiteral("auditWho"),
          .title = [] { return tr("Who, full name"); }},
         // As it is shown in the rows, or stored.
         [](const FieldValue& value, api::AuditFilter& filter) { filter.actor = actorNamed(value.text); }},
        textField(
            QStringLiteral("text"), QStringLiteral("auditText"), [] { return tr("Subject"); }, &api::AuditFilter::text),
        {{.key = QStringLiteral("operations"),
          .objectName = QStringLiteral("auditOperation"),
          .kind = FieldLook::Kind::Choices,
          .title = [] { return tr("Operation"); },
          .any = [] { return tr("Every operation"); },
          .choices = operations},
         [](const FieldValue& value, api::AuditFilter& filter) {
             for (const QString& key : value.keys) {
                 filter.operations.push_back(key.toStdString());
             }
         }},
        choicesField({.key = QStringLiteral("outcomes"),
                      .objectName = QStringLiteral("auditOutcome"),
                      .title = [] { return tr("Outcome"); },
                      .any = [] { return tr("Every outcome"); },
                      .choices = choicesOf(
                          {api::AuditOutcome::Done, api::AuditOutcome::Refused, api::AuditOutcome::Noted}, &label)},
                     &api::AuditFilter::outcomes, &api::auditOutcomeFrom),
        {{.key = QStringLiteral("time"), .objectName = QStringLiteral("auditTime"), .kind = FieldLook::Kind::Range},
         [&context](const FieldValue& value, api::AuditFilter& filter) {
             const auto bounds = value.range.bounds(context.formats, context.bridge.now());
             filter.from = bounds.from;
             filter.to = bounds.to;
         }},
    };
}

void AuditPane::showDetail() {
    const auto chosen = table()->selectedAt(1);
    const auto* row = model().row(chosen.empty() ? 0 : chosen.front());  // begins with the newest
    m_title->setProperty("nothingChosen", row == nullptr);
    if (row == nullptr) {
        const bool none =
            model().total() == 0 || !context().bridge.whyNotReadable(api::Permission::ReadAudit).isEmpty();
        m_title->setText(none ? QString() : tr("Select an entry to see all of it."));
        m_detail->setFacts({});
        return;
    }
    const auto whole = [](const std::string& value) { return value.empty() ? Formats::dash() : text(value); };
    m_title->setText(tr("Entry no. %1").arg(Formats::number(row->seq)));
    m_detail->setFacts({{tr("Time"), context().formats.dateTime(row->at)},
                        {tr("Who"), actorLabel(row->actor), false, true},
                        {tr("Via"), label(row->via)},
                        {tr("Action"), operationLabel(row->operation), false, true},
                        {tr("Operation"), text(row->operation)},
                        {tr("Outcome"), label(row->outcome)},
                        {tr("Subject"), engineSubject(whole(row->subject))},
                        {tr("Reason"), whole(row->reason)},
                        {tr("Change"), whole(row->detail)}});
}

void AuditPane::changeEvent(QEvent* event) {
    AuditTable::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_detail != nullptr) {
        showDetail();
    }
}

}  // namespace evenhand::ui
