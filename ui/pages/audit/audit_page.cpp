// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit/audit_page.h"

#include <QJsonArray>
#include <QScrollArea>
#include <QVBoxLayout>
#include <set>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/bridge/readable.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/tables/typing_pause.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/read_error.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

using Model = AuditTableModel;

constexpr int kWidths[Model::ColumnCount] = {76, 150, 120, 210, 100, 150, 180, 260, 110};
const QString kSplitterKey = QStringLiteral("audit/splitter");

}  // namespace

AuditPage::AuditPage(UiContext& context, QWidget* parent)
    : Page(QStringLiteral("audit"), context, parent),
      m_model(context.bridge, context.formats),
      m_stateReads(new FeedChannel(
          kStateMs, [this] { readState(); }, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_exporter = new CsvExport(context, this);
    setupCommands();
    setupFilter();
    setupBar();
    setupBody();
    m_model.setFilterSource([this] { return filter(); });
    connect(&context.bridge, &EngineBridge::auditGrown, m_stateReads, &FeedChannel::request);
    connect(&context.bridge, &EngineBridge::stateChanged, this, [this] {
        refreshActions();
        if (m_opened && isActive()) {
            m_model.refresh();  // what may be read may have changed
        }
    });
    connect(m_exporter, &CsvExport::runningChanged, this, &AuditPage::refreshActions);
    retranslate();
    m_saved->applyDefault();
}

QAction* AuditPage::addCommand(const char* name, const char* iconName, const QKeySequence& keys) {
    auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
    action->setObjectName(QStringLiteral("audit.") + QLatin1String(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void AuditPage::setupCommands() {
    m_verify = addCommand("verify", "verify", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V));
    m_export = addCommand("export", "export", QKeySequence(Qt::CTRL | Qt::Key_E));
    m_find = addCommand("find", "search", QKeySequence(Qt::CTRL | Qt::Key_F));
    m_clear = addCommand("clearFilter", "clear", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F));
    m_refresh = addCommand("refresh", "refresh", QKeySequence(Qt::Key_F5));
    m_toggle = addCommand("detail", "info", QKeySequence(Qt::Key_F4));
    m_toggle->setCheckable(true);
    m_toggle->setChecked(true);
    connect(m_verify, &QAction::triggered, this, &AuditPage::verify);
    connect(m_export, &QAction::triggered, this, [this] { m_exporter->ask(exportTask()); });
    connect(m_find, &QAction::triggered, this, [this] {
        m_text->setFocus();
        m_text->selectAll();
    });
    connect(m_clear, &QAction::triggered, this, &AuditPage::clearFilter);
    connect(m_refresh, &QAction::triggered, this, [this] {
        m_model.refresh();
        m_stateReads->request();
    });
}

void AuditPage::setupFilter() {
    auto* row = new WrapRow;
    row->setContentsMargins(kGap, kGap, kGap, 0);
    row->setSpacing(kGap);
    const auto field = [this](const char* name) {
        auto* edit = new QLineEdit(this);
        edit->setObjectName(QLatin1String(name));
        edit->setClearButtonEnabled(true);
        edit->setMaximumWidth(240);
        edit->setMaxLength(200);
        connect(edit, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
        return edit;
    };
    m_who = field("auditWho");
    m_text = field("auditText");
    m_operation = new ChoiceButton(false, this);
    m_operation->setObjectName(QStringLiteral("auditOperation"));
    m_outcome = new ChoiceButton(false, this);
    m_outcome->setObjectName(QStringLiteral("auditOutcome"));
    m_time = new TimeRangeButton(context().formats, this);
    m_time->setObjectName(QStringLiteral("auditTime"));
    row->addWidget(m_who, 1);
    row->addWidget(m_text, 1);
    row->addWidget(m_operation);
    row->addWidget(m_outcome);
    row->addWidget(m_time);
    row->addWidget(actionButton(m_clear, this, Qt::ToolButtonIconOnly));
    m_saved = new SavedFilters(
        context(), QStringLiteral("audit/filters"), [this] { return filterState(); },
        [this](const QJsonObject& json) { setFilterState(json); }, this);
    row->addWidget(m_saved);
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &AuditPage::changed);
    connect(m_operation, &ChoiceButton::chosenChanged, this, &AuditPage::changed);
    connect(m_outcome, &ChoiceButton::chosenChanged, this, &AuditPage::changed);
    connect(m_time, &TimeRangeButton::rangeChanged, this, &AuditPage::changed);
    connect(&context().bridge, &EngineBridge::statusPolled, this, [this] { m_time->setNow(context().bridge.now()); });
}

void AuditPage::setupBar() {
    m_bar = new WrapRow;
    m_bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    m_bar->setSpacing(2);
    m_bar->addWidget(actionButton(m_verify, this));
    m_bar->addWidget(actionButton(m_export, this));
    const auto addLabel = [this](const char* name) {
        auto* label = new QLabel(this);
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        m_bar->addWidget(label);
        return label;
    };
    m_bar->addSpacing(kGap);
    m_state = addLabel("auditState");
    m_state->setProperty("muted", true);
    m_error = new ReadError(*m_bar, QStringLiteral("auditError"), this);
    m_count = addLabel("auditCount");
    m_bar->addSpacing(kGap);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_bar);
}

void AuditPage::setupBody() {
    auto* left = new QWidget(this);
    auto* down = new QVBoxLayout(left);
    down->setContentsMargins(0, 0, 0, 0);
    m_table = new PagedView(context(), m_model, QStringLiteral("audit"), kWidths, {}, left);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_empty = new QLabel(left);
    m_empty->setObjectName(QStringLiteral("auditEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setProperty("muted", true);
    m_empty->hide();
    down->addWidget(m_table, 1);
    down->addWidget(m_empty, 1);
    m_bar->addWidget(m_table->columnButton());
    m_bar->addWidget(actionButton(m_toggle, this, Qt::ToolButtonIconOnly));
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("auditDetail"));
    scroll->setWidgetResizable(true);
    scroll->setMinimumWidth(300);
    auto* panel = new QWidget(scroll);
    auto* inner = new QVBoxLayout(panel);
    inner->setContentsMargins(kGapLarge, kGap, kGapLarge, kGap);
    m_detailTitle = new QLabel(panel);
    m_detailTitle->setObjectName(QStringLiteral("auditDetailTitle"));
    m_detailTitle->setTextFormat(Qt::PlainText);
    m_detailTitle->setWordWrap(true);
    m_detailTitle->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_detail = new FactGrid(panel);
    inner->addWidget(m_detailTitle);
    inner->addWidget(m_detail);
    inner->addStretch(1);
    scroll->setWidget(panel);
    auto* split = new DetailSplit(QStringLiteral("audit"), left, scroll, {960, 340}, this);
    split->restoreState(context().preferences.value(kSplitterKey).toByteArray());
    split->bind(m_toggle, m_table);
    static_cast<QVBoxLayout*>(layout())->addWidget(split, 1);
    connect(split, &DetailSplit::splitterMoved, this,
            [this, split] { context().preferences.setValue(kSplitterKey, split->saveState()); });
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this] { m_toggle->setChecked(true); });
    connect(m_table, &PagedView::selectionMoved, this, &AuditPage::showDetail);
    connect(&m_model, &Model::totalChanged, this, &AuditPage::refreshTexts);
    connect(&m_model, &Model::errorChanged, this, &AuditPage::refreshTexts);
    connect(&m_model, &Model::loaded, this, &AuditPage::noteReady);
    connect(&m_model, &Model::loaded, this, [this] {
        if (m_table->selectedAt(1).empty()) {
            showDetail();
        }
    });
}

// --- page ---------------------------------------------------------------------------------------------------

QString AuditPage::title() const { return tr("Audit"); }

QList<QAction*> AuditPage::commands() const { return {m_verify, m_export, m_find, m_clear, m_refresh, m_toggle}; }

bool AuditPage::isReady() const { return !m_model.isLoading() && m_stateRead.has_value() && !m_job; }

void AuditPage::noteReady() {
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void AuditPage::onActivated() {
    m_time->setNow(context().bridge.now());
    m_model.setActive(true);
    m_stateReads->setActive(true);
    m_stateReads->request();
    if (!std::exchange(m_opened, true)) {
        m_model.restart();
    } else {
        m_model.refresh();
    }
}

void AuditPage::onDeactivated() {
    m_model.setActive(false);
    m_stateReads->setActive(false);
}

void AuditPage::openTarget(const QVariantMap& target) {
    if (target.contains(QStringLiteral("person"))) {
        clearFilter();
        m_who->setText(target.value(QStringLiteral("person")).toString());
        changed();
    }
}

// --- work ---------------------------------------------------------------------------------------------------

api::AuditFilter AuditPage::filter() const {
    api::AuditFilter filter;
    filter.actor = m_who->text().trimmed().toStdString();
    for (const QString& key : m_operation->chosen()) {
        filter.operations.push_back(key.toStdString());
    }
    for (const QString& key : m_outcome->chosen()) {
        if (const auto outcome = api::auditOutcomeFrom(key.toStdString())) {
            filter.outcomes.push_back(*outcome);
        }
    }
    const auto bounds = m_time->range().bounds(context().formats, context().bridge.now());
    filter.from = bounds.from;
    filter.to = bounds.to;
    filter.text = m_text->text().trimmed().toStdString();
    return filter;
}

void AuditPage::changed() {
    m_typing.stop();
    if (!m_setting && m_opened) {
        m_model.restart(m_model.isDescending());
    }
}

void AuditPage::clearFilter() {
    m_setting = true;
    m_who->clear();
    m_text->clear();
    m_operation->setChosen({});
    m_outcome->setChosen({});
    m_time->setRange({});
    m_setting = false;
    changed();
}

QJsonObject AuditPage::filterState() const {
    QJsonObject json{{QStringLiteral("who"), m_who->text()},
                     {QStringLiteral("text"), m_text->text()},
                     {QStringLiteral("operations"), QJsonArray::fromStringList(m_operation->chosen())},
                     {QStringLiteral("outcomes"), QJsonArray::fromStringList(m_outcome->chosen())}};
    SavedFilters::putRange(json, m_time->range());
    return json;
}

void AuditPage::setFilterState(const QJsonObject& json) {
    m_setting = true;
    m_who->setText(json.value(QStringLiteral("who")).toString());
    m_text->setText(json.value(QStringLiteral("text")).toString());
    m_operation->setChosen(SavedFilters::listIn(json, QStringLiteral("operations")));
    m_outcome->setChosen(SavedFilters::listIn(json, QStringLiteral("outcomes")));
    m_time->setRange(SavedFilters::rangeIn(json));
    m_setting = false;
    changed();
}

void AuditPage::readState() {
    auto& bridge = context().bridge;
    whenReady(
        askIfReadable(bridge, api::Permission::ReadAudit, [&bridge] { return bridge.audit().state(bridge.call()); }),
        this, [this, generation = m_stateReads->generation()](const Result<api::AuditState>& state) {
            if (!m_stateReads->answered(generation, state)) {
                return;
            }
            m_stateRead = state;
            refreshTexts();
            noteReady();
        });
}

void AuditPage::verify() {
    if (m_job) {
        return;
    }
    auto& bridge = context().bridge;
    auto progress = std::make_shared<JobProgress>();
    progress->total = m_stateRead && *m_stateRead ? (*m_stateRead)->head.seq : -1;
    auto answer = bridge.audit().verify(bridge.call(), [progress](std::int64_t entries) { progress->done = entries; });
    m_job =
        context().jobs.start(tr("Verification of the audit log"), progress, [answer]() mutable { answer.cancel(); });
    refreshActions();
    whenReady(answer, this, [this](const Result<api::AuditReport>& report) {
        context().jobs.finish(*m_job);
        m_job.reset();
        refreshActions();
        if (!report) {
            if (report.error().code == ErrorCode::Cancelled) {
                context().notices.info(tr("The verification was cancelled; there is no result."));
            } else {
                context().notices.bad(tr("The audit log could not be verified: %1").arg(errorText(report.error())));
            }
        } else {
            const QString verdict = auditVerdict(*report);
            report->intact() ? context().notices.good(verdict) : context().notices.bad(verdict);
            m_report = new AuditReportDialog(*report, window());
            m_report->open();
        }
        noteReady();
    });
}

CsvExport::Task AuditPage::exportTask() {
    CsvExport::Task task;
    task.title = tr("Export of the audit log");
    task.fileName = QStringLiteral("audit.csv");
    task.total = m_model.total();
    task.write = [this, asked = filter()](std::string path, std::function<void(std::int64_t)> progress) {
        auto& bridge = context().bridge;
        return bridge.audit().exportCsv(bridge.call(), asked, std::move(path), std::move(progress));
    };
    task.done = [](std::int64_t count, const QString& path) {
        return tr("Exported %1 entries to %2", nullptr, Formats::plural(count)).arg(Formats::number(count), path);
    };
    return task;
}

void AuditPage::exportTo(const QString& path) { m_exporter->writeTo(path, exportTask()); }

void AuditPage::showDetail() {
    const auto chosen = m_table->selectedAt(1);
    const auto* row = m_model.row(chosen.empty() ? 0 : chosen.front());  // begins with the newest
    m_detailTitle->setProperty("nothingChosen", row == nullptr);
    if (!row) {
        const bool none =
            m_model.total() == 0 || !context().bridge.whyNotReadable(api::Permission::ReadAudit).isEmpty();
        m_detailTitle->setText(none ? QString() : tr("Select an entry to see all of it."));
        m_detail->setFacts({});
        return;
    }
    const auto orDash = [](const std::string& value) { return value.empty() ? Formats::dash() : text(value); };
    m_detailTitle->setText(tr("Entry no. %1").arg(Formats::number(row->seq)));
    m_detail->setFacts({{tr("Time"), context().formats.dateTime(row->at)},
                        {tr("Who"), actorLabel(row->actor), false, true},
                        {tr("Via"), label(row->via)},
                        {tr("Action"), operationLabel(row->operation), false, true},
                        {tr("Operation"), text(row->operation)},
                        {tr("Outcome"), label(row->outcome)},
                        {tr("Subject"), orDash(row->subject)},
                        {tr("Reason"), orDash(row->reason)},
                        {tr("Change"), orDash(row->detail)}});
}

// --- texts --------------------------------------------------------------------------------------------------

void AuditPage::refreshTexts() {
    const auto total = m_model.total();
    m_count->setText(
        tr("%1 entries", nullptr, Formats::plural(total)).arg(total < 0 ? Formats::dash() : Formats::number(total)));
    const auto& error = m_model.lastError();
    m_error->setError(error);
    const QString mayNot = context().bridge.whyNotReadable(api::Permission::ReadAudit);
    const bool none = (total == 0 && !error) || !mayNot.isEmpty();
    m_empty->setVisible(none);
    m_table->setVisible(!none);
    m_empty->setText(!mayNot.isEmpty()                ? mayNot
                     : filter() == api::AuditFilter{} ? tr("The audit log is empty.")
                                                      : tr("No entry matches the filter."));
    QString state = Formats::dash();
    if (m_stateRead && *m_stateRead) {
        const auto& now = **m_stateRead;
        state = now.keyId.empty() ? tr("not sealed: %1").arg(shownLine(text(now.whyNoKey)))
                                  : tr("sealed with key %1").arg(shownLine(text(now.keyId)));
        state += QStringLiteral(" · ") + (now.anchored ? tr("anchored at %1").arg(context().formats.time(*now.anchored))
                                                       : tr("not anchored yet"));
    } else if (m_stateRead) {
        state = errorTitle(m_stateRead->error().code);
    }
    m_state->setText(state);
    refreshActions();
}

void AuditPage::refreshActions() {
    const QString mayNot = context().bridge.whyNotReadable(api::Permission::ReadAudit);
    setActionState(*m_verify, !mayNot.isEmpty() ? mayNot : (m_job ? tr("A verification is running.") : QString()));
    QString why = mayNot;
    if (why.isEmpty() && m_exporter->isRunning()) {
        why = tr("An export is running.");
    } else if (why.isEmpty() && m_model.total() < 0) {
        why = tr("Nothing is shown yet.");
    }
    setActionState(*m_export, why);
}

void AuditPage::retranslateFilter() {
    m_who->setPlaceholderText(tr("Who, full name"));
    m_who->setAccessibleName(tr("Who, full name"));
    m_text->setPlaceholderText(tr("Subject"));
    m_text->setAccessibleName(tr("Subject"));
    m_time->retranslate();
    m_saved->retranslate();
    m_operation->setTitle(tr("Operation"), tr("Every operation"));
    std::vector<ChoiceButton::Choice> operations;
    std::set<std::string> desks;
    for (const auto& info : api::allOperations()) {
        const std::string name(info.name);
        const std::string desk = name.substr(0, name.find('.'));
        if (desks.insert(desk).second) {
            operations.push_back({QString::fromStdString(desk + "."), tr("%1: all", "desk").arg(deskLabel(desk))});
        }
        if (info.audited) {
            operations.push_back({QString::fromStdString(name), operationLabel(name)});
        }
    }
    m_operation->setChoices(operations);
    m_outcome->setTitle(tr("Outcome"), tr("Every outcome"));
    std::vector<ChoiceButton::Choice> outcomes;
    for (const auto outcome : {api::AuditOutcome::Done, api::AuditOutcome::Refused, api::AuditOutcome::Noted}) {
        outcomes.push_back({keyText(api::toText(outcome)), label(outcome)});
    }
    m_outcome->setChoices(outcomes);
}

void AuditPage::retranslate() {
    setActionTexts(*m_verify, tr("Verify the chain"), tr("Every entry, its seal, and the anchor outside the database"));
    setActionTexts(*m_export, tr("Export…"), tr("Export what is shown as CSV, with the hashes"));
    setActionTexts(*m_find, tr("Find an entry"));
    setActionTexts(*m_clear, tr("Clear the filter"));
    setActionTexts(*m_refresh, tr("Refresh"));
    setActionTexts(*m_toggle, tr("Entry in detail"));
    retranslateFilter();
    m_model.retranslate();
    m_table->retranslate();
    m_table->setAccessibleName(tr("Entries of the audit log"));
    for (auto* button : findChildren<QToolButton*>()) {
        if (button->defaultAction()) {
            QString name = button->defaultAction()->text();
            button->setAccessibleName(name.remove(QStringLiteral("…")));
        }
    }
    refreshTexts();
    showDetail();
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList AuditPage::pictures() const { return {QStringLiteral("detail"), QStringLiteral("verify")}; }

QWidget* AuditPage::showPicture(const QString& name) {
    if (name == QLatin1String("detail")) {
        m_table->select({0});
    } else if (name == QLatin1String("verify")) {
        m_verify->trigger();
    }
    return this;
}

void AuditPage::endPicture() { m_table->clearSelection(); }

}  // namespace evenhand::ui
