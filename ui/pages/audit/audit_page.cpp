// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit/audit_page.h"

#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/engine_words.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/readable.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

AuditPage::AuditPage(UiContext& context, QWidget* parent)
    : Page(QStringLiteral("audit"), context, parent),
      m_pane(new AuditPane(context, this)),
      m_stateReads(new FeedChannel(
          kStateMs, [this] { readState(); }, this)) {
    auto* layout = columnIn(this);
    layout->addWidget(m_pane);
    setupCommands();
    setupState();
    connect(m_pane, &AuditPane::readyChanged, this, &AuditPage::noteReady);
    connect(&context.bridge, &EngineBridge::auditGrown, m_stateReads, &FeedChannel::request);
    connect(&context.bridge, &EngineBridge::stateChanged, this, &AuditPage::refreshActions);
    retranslate();
}

void AuditPage::setupCommands() {
    m_verify = addCommand("verify", "verify", Qt::CTRL | Qt::SHIFT | Qt::Key_V);
    m_refresh = addCommand("refresh", "refresh", Qt::Key_F5);
    connect(m_verify, &QAction::triggered, this, &AuditPage::verify);
    connect(m_refresh, &QAction::triggered, this, [this] {
        m_pane->refresh();
        m_stateReads->request();
    });
}

void AuditPage::setupState() {
    m_state = muted(plainLabel(this, QStringLiteral("auditState")));
    m_pane->addTool(actionButton(m_verify, m_pane));
    m_pane->filters()->row()->addWidget(m_state);
}

// --- page ---------------------------------------------------------------------------------------------------

QString AuditPage::title() const { return tr("Audit"); }

QList<QAction*> AuditPage::commands() const {
    return QList<QAction*>{m_verify} << m_pane->commands() << findAction() << clearAction() << m_refresh;
}

bool AuditPage::isReady() const { return m_pane->isReady() && m_stateRead.has_value() && !m_job; }

void AuditPage::onActivated() {
    m_pane->setActive(true);
    m_stateReads->setActive(true);
    m_stateReads->request();
}

void AuditPage::onDeactivated() {
    m_pane->setActive(false);
    m_stateReads->setActive(false);
}

void AuditPage::openTarget(const QVariantMap& target) {
    const QString person = QStringLiteral("person");
    if (target.contains(person)) {
        m_pane->filters()->setState({{QStringLiteral("who"), target.value(person).toString()}});
    }
}

// --- work ---------------------------------------------------------------------------------------------------

void AuditPage::readState() {
    auto& bridge = context().bridge;
    m_stateReads->take(
        askIfReadable(bridge, api::Permission::ReadAudit, [&bridge] { return bridge.audit().state(bridge.call()); }),
        [this](const Result<api::AuditState>& state) {
            m_stateRead = state;
            sayState();
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
            if (auto* faults = m_report->findChild<QTableView*>(QStringLiteral("auditFaults"))) {
                addExport(*faults, context(), {tr("Export the faults"), QStringLiteral("audit-faults.csv"), {}, true});
            }
            m_report->open();
        }
        noteReady();
    });
}

// --- texts --------------------------------------------------------------------------------------------------

void AuditPage::sayState() {
    QString state = Formats::dash();
    if (m_stateRead && *m_stateRead) {
        const auto& now = **m_stateRead;
        state =
            now.keyId.empty()
                ? tr("not sealed: %1").arg(shownLine(engineSentence(text(now.whyNoKey)).value_or(text(now.whyNoKey))))
                : tr("sealed with key %1").arg(shownLine(text(now.keyId)));
        state += QStringLiteral(" · ") + (now.anchored ? tr("anchored at %1").arg(context().formats.time(*now.anchored))
                                                       : tr("not anchored yet"));
    } else if (m_stateRead) {
        state = errorTitle(m_stateRead->error().code);
    }
    m_state->setText(state);
}

void AuditPage::refreshActions() {
    const QString mayNot = context().bridge.whyNotReadable(api::Permission::ReadAudit);
    setActionState(*m_verify, !mayNot.isEmpty() ? mayNot : (m_job ? tr("A verification is running.") : QString()));
}

void AuditPage::retranslate() {
    setActionTexts(*m_verify, tr("Verify the chain"), tr("Every entry, its seal, and the anchor outside the database"));
    setActionTexts(*findAction(), tr("Find an entry"));
    setActionTexts(*m_refresh, tr("Refresh"));
    sayState();
    refreshActions();
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList AuditPage::pictures() const { return {QStringLiteral("detail"), QStringLiteral("verify")}; }

QWidget* AuditPage::showPicture(const QString& name) {
    if (name == QLatin1String("detail")) {
        table()->select({0});
    } else if (name == QLatin1String("verify")) {
        m_verify->trigger();
    }
    return this;
}

void AuditPage::endPicture() { table()->clearSelection(); }

}  // namespace evenhand::ui
