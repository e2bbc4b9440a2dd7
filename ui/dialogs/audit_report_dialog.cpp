// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/audit_report_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/dialogs/text_table.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

/// What a new anchor settles.
bool ofAnchor(const api::AuditFault& fault) {
    return fault.kind == api::AuditFaultKind::Truncated || fault.kind == api::AuditFaultKind::BadAnchor ||
           fault.kind == api::AuditFaultKind::NoAnchor;
}

}  // namespace

QString auditVerdict(const api::AuditReport& report) {
    if (report.intact()) {
        return AuditReportDialog::tr("The audit log is intact: %1 entries checked, %2 of them sealed.", nullptr,
                                     Formats::plural(report.checked))
            .arg(Formats::number(report.checked), Formats::number(report.sealed));
    }
    const auto bad = std::find_if(report.faults.begin(), report.faults.end(), [](const api::AuditFault& fault) {
        return fault.kind != api::AuditFaultKind::UnknownKey;
    });
    if (bad == report.faults.end()) {
        return AuditReportDialog::tr("The audit log is not intact: %1 faults.", nullptr,
                                     Formats::plural(report.violations))
            .arg(Formats::number(report.violations));
    }
    return AuditReportDialog::tr("The audit log is not intact. First bad entry: no. %1. %2.", "number, what")
        .arg(Formats::number(bad->seq), label(bad->kind));
}

AuditReportDialog::AuditReportDialog(const api::AuditReport& report, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("auditReportDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Verification of the audit log"));
    auto* layout = columnIn(this, kGapLarge, kGap + kGapSmall);
    auto* verdict = wrapped(plainLabel(this, QStringLiteral("auditVerdict"), auditVerdict(report)));
    verdict->setFont(scaledFont(font(), 1, QFont::DemiBold));
    verdict->setProperty(report.intact() ? "found" : "problem", true);
    layout->addWidget(verdict);
    auto* facts = new FactGrid(this);
    const QString dash = Formats::dash();
    facts->setFacts(
        {{tr("Entries checked"), Formats::number(report.checked), true},
         {tr("Seals checked"), Formats::number(report.sealed), true},
         {tr("Faults"), Formats::number(report.violations), true, true},
         {tr("Newest entry"), Formats::number(report.head.seq), true},
         {tr("Anchor outside the database"), report.anchor ? Formats::number(report.anchor->seq) : dash, true},
         {tr("Key"), report.keyId.empty() ? tr("none: entries are not sealed") : text(report.keyId), true}});
    layout->addWidget(facts);
    if (!report.faults.empty()) {
        std::vector<TextRow> rows;
        for (const auto& fault : report.faults) {
            rows.push_back({{Formats::number(fault.seq), label(fault.kind), shownLine(text(fault.what))},
                            fault.kind == api::AuditFaultKind::UnknownKey ? Tone::Warn : Tone::Bad});
        }
        auto* model = new TextTableModel({tr("Entry"), tr("Fault"), tr("Details")}, std::move(rows));
        auto* table = named(makeTextTable(model, 1, {80, 210}, this), QStringLiteral("auditFaults"), tr("Faults"));
        layout->addWidget(table, 1);
        if (std::any_of(report.faults.begin(), report.faults.end(), ofAnchor)) {
            auto* hint = wrapped(
                plainLabel(this, QStringLiteral("auditAnchorHint"),
                           tr("If the loss is explained, an administrator can set a new anchor while the workspace is "
                              "closed: evenhandctl audit anchor --reason …. The log records who did it and why.")));
            hint->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
            layout->addWidget(hint);
        }
    } else {
        layout->addStretch(1);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeButton"));
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(640, report.faults.empty() ? 300 : 480);
}

}  // namespace evenhand::ui
