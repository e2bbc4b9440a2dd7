// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include <QCoreApplication>

#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct Labels {
    Q_DECLARE_TR_FUNCTIONS(Labels)
};

constexpr qsizetype kShownTip = 2'000;  // characters

}  // namespace

QString label(api::OrderStatus status) {
    switch (status) {
        case api::OrderStatus::WaitPay: return Labels::tr("Waiting for payment");
        case api::OrderStatus::Paid: return Labels::tr("Paid");
        case api::OrderStatus::WaitPickUp: return Labels::tr("Waiting for pick-up");
        case api::OrderStatus::Delivering: return Labels::tr("Delivering");
        case api::OrderStatus::Delivered: return Labels::tr("Delivered");
        case api::OrderStatus::Completed: return Labels::tr("Completed");
        case api::OrderStatus::Closed: return Labels::tr("Closed");
    }
    return {};
}

Tone tone(api::OrderStatus status) {
    switch (status) {
        case api::OrderStatus::WaitPay: return Tone::Warn;
        case api::OrderStatus::Paid: return Tone::Accent;
        case api::OrderStatus::WaitPickUp:
        case api::OrderStatus::Delivering: return Tone::Info;
        case api::OrderStatus::Delivered:
        case api::OrderStatus::Completed: return Tone::Good;
        case api::OrderStatus::Closed: return Tone::Muted;
    }
    return Tone::Muted;
}

QString label(api::CloseReason reason) {
    switch (reason) {
        case api::CloseReason::Timeout: return Labels::tr("timed out");
        case api::CloseReason::Cancelled: return Labels::tr("cancelled");
        case api::CloseReason::Returned: return Labels::tr("returned before pick-up");
    }
    return {};
}

QString label(api::DispatchMode mode) {
    switch (mode) {
        case api::DispatchMode::Strong: return Labels::tr("Strong");
        case api::DispatchMode::Soft: return Labels::tr("Soft");
    }
    return {};
}

QString label(api::JoinRule rule) {
    switch (rule) {
        case api::JoinRule::FairFromNow: return Labels::tr("Fair from now");
        case api::JoinRule::CatchUp: return Labels::tr("Catch up");
    }
    return {};
}

QString label(api::WaitReason reason) {
    switch (reason) {
        case api::WaitReason::Message: return Labels::tr("Dispatch under way");
        case api::WaitReason::NoCourier: return Labels::tr("No courier on duty");
        case api::WaitReason::Paused: return Labels::tr("Dispatch paused");
        case api::WaitReason::DeadLetter: return Labels::tr("Dispatch failed");
        case api::WaitReason::AtLimit: return Labels::tr("All couriers at their limit");
    }
    return {};
}

Tone tone(api::WaitReason reason) {
    switch (reason) {
        case api::WaitReason::Message: return Tone::Muted;
        case api::WaitReason::NoCourier:
        case api::WaitReason::AtLimit:
        case api::WaitReason::Paused: return Tone::Warn;
        case api::WaitReason::DeadLetter: return Tone::Bad;
    }
    return Tone::Muted;
}

QString label(api::OwedKind kind) {
    switch (kind) {
        case api::OwedKind::Late: return Labels::tr("Late payment");
        case api::OwedKind::WrongAmount: return Labels::tr("Wrong amount");
        case api::OwedKind::SecondPayment: return Labels::tr("Second payment");
        case api::OwedKind::UnknownOrder: return Labels::tr("Unknown order");
    }
    return {};
}

QString label(api::EventKind kind) {
    switch (kind) {
        case api::EventKind::Placed: return Labels::tr("Placed");
        case api::EventKind::Paid: return Labels::tr("Paid");
        case api::EventKind::Assigned: return Labels::tr("Assigned");
        case api::EventKind::AssignmentReleased: return Labels::tr("Assignment released");
        case api::EventKind::ReassignRequested: return Labels::tr("Reassignment requested");
        case api::EventKind::PickedUp: return Labels::tr("Picked up");
        case api::EventKind::Delivered: return Labels::tr("Delivered");
        case api::EventKind::DeliveryFailed: return Labels::tr("Delivery failed");
        case api::EventKind::Completed: return Labels::tr("Completed");
        case api::EventKind::Closed: return Labels::tr("Closed");
        case api::EventKind::LatePayment: return Labels::tr("Late payment");
        case api::EventKind::UnmatchedPayment: return Labels::tr("Unmatched payment");
        case api::EventKind::TimerPostponed: return Labels::tr("Timer postponed");
        case api::EventKind::TimerCancelled: return Labels::tr("Timer cancelled");
        case api::EventKind::Late: return Labels::tr("Late");
        case api::EventKind::ReturnChanged: return Labels::tr("Return");
        case api::EventKind::RefundChanged: return Labels::tr("Refund");
        case api::EventKind::Noted: return Labels::tr("Note");
    }
    return {};
}

Tone tone(api::EventKind kind) {
    switch (kind) {
        case api::EventKind::Placed:
        case api::EventKind::AssignmentReleased:
        case api::EventKind::Closed: return Tone::Muted;
        case api::EventKind::Paid: return Tone::Accent;
        case api::EventKind::Assigned:
        case api::EventKind::PickedUp:
        case api::EventKind::Noted: return Tone::Info;
        case api::EventKind::ReassignRequested:
        case api::EventKind::TimerPostponed:
        case api::EventKind::TimerCancelled:
        case api::EventKind::ReturnChanged:
        case api::EventKind::RefundChanged: return Tone::Warn;
        case api::EventKind::Delivered:
        case api::EventKind::Completed: return Tone::Good;
        case api::EventKind::DeliveryFailed:
        case api::EventKind::Late:
        case api::EventKind::LatePayment:
        case api::EventKind::UnmatchedPayment: return Tone::Bad;
    }
    return Tone::Muted;
}

QString label(api::EngineState state) {
    switch (state) {
        case api::EngineState::Live: return Labels::tr("Live");
        case api::EngineState::Degraded: return Labels::tr("Degraded");
        case api::EngineState::ReadOnly: return Labels::tr("Read-only");
        case api::EngineState::Disconnected: return Labels::tr("Disconnected");
    }
    return {};
}

Tone tone(api::EngineState state) {
    switch (state) {
        case api::EngineState::Live: return Tone::Good;
        case api::EngineState::Degraded: return Tone::Warn;
        case api::EngineState::ReadOnly:
        case api::EngineState::Disconnected: return Tone::Bad;
    }
    return Tone::Bad;
}

QString label(api::TimerKind kind) {
    switch (kind) {
        case api::TimerKind::Unpaid: return Labels::tr("Unpaid");
        case api::TimerKind::Unassigned: return Labels::tr("Unassigned");
        case api::TimerKind::PickUpLate: return Labels::tr("Pick-up late");
        case api::TimerKind::DeliveryLate: return Labels::tr("Delivery late");
        case api::TimerKind::AutoConfirm: return Labels::tr("Auto-confirm");
    }
    return {};
}

QString effectOf(api::TimerKind kind) {
    switch (kind) {
        case api::TimerKind::Unpaid: return Labels::tr("closes the order");
        case api::TimerKind::Unassigned: return Labels::tr("raises an alert and tries to assign again");
        case api::TimerKind::PickUpLate:
            return Labels::tr("raises an alert; the order is reassigned too where the campus wants that");
        case api::TimerKind::DeliveryLate: return Labels::tr("raises an alert");
        case api::TimerKind::AutoConfirm: return Labels::tr("completes the order");
    }
    return {};
}

QString label(api::TimerState state) {
    switch (state) {
        case api::TimerState::Pending: return Labels::tr("Pending");
        case api::TimerState::Overdue: return Labels::tr("Overdue");
        case api::TimerState::Retrying: return Labels::tr("Retrying");
        case api::TimerState::Dead: return Labels::tr("Dead letter");
    }
    return {};
}

Tone tone(api::TimerState state) {
    switch (state) {
        case api::TimerState::Pending: return Tone::Muted;
        case api::TimerState::Overdue:
        case api::TimerState::Retrying: return Tone::Warn;
        case api::TimerState::Dead: return Tone::Bad;
    }
    return Tone::Muted;
}

QString label(api::AlertKind kind) {
    switch (kind) {
        case api::AlertKind::Unassigned: return Labels::tr("Unassigned");
        case api::AlertKind::PickUpLate: return Labels::tr("Pick-up late");
        case api::AlertKind::DeliveryLate: return Labels::tr("Delivery late");
        case api::AlertKind::NoCourier: return Labels::tr("Nobody on duty");
        case api::AlertKind::AtLimit: return Labels::tr("Everybody at the limit");
        case api::AlertKind::DeadLetter: return Labels::tr("Dead letter");
        case api::AlertKind::RefundFailed: return Labels::tr("Refund failed");
        case api::AlertKind::RefundUnknown: return Labels::tr("Refund unknown");
        case api::AlertKind::Budget: return Labels::tr("Budget");
        case api::AlertKind::BudgetPace: return Labels::tr("Budget goes too fast");
        case api::AlertKind::Spread: return Labels::tr("Unfair spread");
        case api::AlertKind::SaleDiffers: return Labels::tr("Flash sale differs");
        case api::AlertKind::QueueDiffers: return Labels::tr("Delay queue differs");
        case api::AlertKind::WorkerLost: return Labels::tr("Worker lost");
        case api::AlertKind::LowStock: return Labels::tr("Low stock");
        case api::AlertKind::Clock: return Labels::tr("Clock");
        case api::AlertKind::Storage: return Labels::tr("Storage");
        case api::AlertKind::AuditLog: return Labels::tr("Audit log");
        case api::AlertKind::BackupFailed: return Labels::tr("Backup failed");
        case api::AlertKind::BackupOld: return Labels::tr("Backup is old");
        case api::AlertKind::CaseOld: return Labels::tr("Old returns and refunds");
    }
    return {};
}

QString label(api::AlertState state) {
    switch (state) {
        case api::AlertState::Firing: return Labels::tr("Firing");
        case api::AlertState::Acknowledged: return Labels::tr("Acknowledged");
        case api::AlertState::Silenced: return Labels::tr("Silenced");
        case api::AlertState::Resolved: return Labels::tr("Resolved");
    }
    return {};
}

Tone tone(api::AlertState state) {
    switch (state) {
        case api::AlertState::Firing: return Tone::Bad;
        case api::AlertState::Acknowledged: return Tone::Warn;
        case api::AlertState::Silenced: return Tone::Muted;
        case api::AlertState::Resolved: return Tone::Good;
    }
    return Tone::Muted;
}

QString resolutionLabel(const std::string& resolution) {
    const std::pair<const char*, QString> known[] = {{"assigned", Labels::tr("assigned")},
                                                     {"picked_up", Labels::tr("picked up")},
                                                     {"delivered", Labels::tr("delivered")},
                                                     {"closed", Labels::tr("closed")},
                                                     {"extended", Labels::tr("extended", "of an alert")},
                                                     {"over", Labels::tr("over")}};
    for (const auto& [stored, shown] : known) {
        if (resolution == stored) {
            return shown;
        }
    }
    return text(resolution);
}

QString statusLabel(const api::OrderRow& row) {
    if (row.status == api::OrderStatus::Closed && row.closeReason) {
        return Labels::tr("Closed: %1", "reason").arg(label(*row.closeReason));
    }
    return label(row.status);
}

QString plainToolTip(const QString& data) {
    return data.isEmpty() ? QString()
                          : QStringLiteral("<span style='white-space:pre-wrap'>%1</span>")
                                .arg(shownText(data, kShownTip).toHtmlEscaped());
}

}  // namespace evenhand::ui
