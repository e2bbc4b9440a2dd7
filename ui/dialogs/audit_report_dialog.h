// SPDX-License-Identifier: GPL-3.0-or-later
// What verifying the audit log came to: intact or not in one sentence, the first bad entry, every fault that was noted.
// Thread: GUI.
#pragma once

#include <QDialog>

#include "engine/api/audit_types.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

/// "The log is intact: …", or which entry is the first bad one and why.
[[nodiscard]] QString auditVerdict(const api::AuditReport& report);

class AuditReportDialog : public QDialog {
    Q_OBJECT

public:
    AuditReportDialog(const api::AuditReport& report, QWidget* parent);
};

}  // namespace evenhand::ui
