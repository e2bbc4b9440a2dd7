// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/alerts/alert_texts.h"

#include <QCoreApplication>

#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

struct AlertTexts {
    Q_DECLARE_TR_FUNCTIONS(AlertTexts)
};

}  // namespace

QString aboutText(const api::AlertRow& row, const CampusScope& campuses) {
    const auto& id = row.subject.id;
    switch (row.subject.type) {
        case api::AlertSubjectType::Workspace: return Formats::dash();
        case api::AlertSubjectType::Campus: return campuses.nameOf(CampusId(id));
        case api::AlertSubjectType::Refund: return AlertTexts::tr("Refund %1", "number").arg(text(id));
        case api::AlertSubjectType::Tasks:
            if (const auto kind = api::taskKindFrom(id)) {
                return AlertTexts::tr("Tasks: %1", "kind").arg(label(*kind));
            }
            break;
        case api::AlertSubjectType::Order:
        case api::AlertSubjectType::Campaign:
        case api::AlertSubjectType::Sale:
        case api::AlertSubjectType::Product:
        case api::AlertSubjectType::Worker:
        case api::AlertSubjectType::Topic: break;
    }
    return text(id);
}

QString foundText(const api::AlertRow& row) {
    if (!row.figure) {
        return {};
    }
    switch (row.kind) {
        case api::AlertKind::Budget: return AlertTexts::tr("%1 %").arg(Formats::number(*row.figure));
        case api::AlertKind::BudgetPace: return AlertTexts::tr("+%1 %").arg(Formats::number(*row.figure));
        case api::AlertKind::BackupOld: return AlertTexts::tr("%1 h").arg(Formats::number(*row.figure));
        case api::AlertKind::RefundFailed:
        case api::AlertKind::RefundUnknown: return {};  // an amount, which the refund itself shows
        case api::AlertKind::Spread:
        case api::AlertKind::SaleDiffers:
        case api::AlertKind::QueueDiffers:
        case api::AlertKind::LowStock:
        case api::AlertKind::CaseOld:
        case api::AlertKind::AuditLog: return Formats::number(*row.figure);
        case api::AlertKind::Unassigned:
        case api::AlertKind::PickUpLate:
        case api::AlertKind::DeliveryLate:
        case api::AlertKind::NoCourier:
        case api::AlertKind::AtLimit:
        case api::AlertKind::DeadLetter:
        case api::AlertKind::WorkerLost:
        case api::AlertKind::Clock:
        case api::AlertKind::Storage:
        case api::AlertKind::BackupFailed: break;
    }
    return {};
}

QString whyNoOrder(const api::AlertRow& row) {
    return row.orderNo.empty() ? AlertTexts::tr("It is about no order.") : QString();
}

}  // namespace evenhand::ui
