// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/event_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct EventTexts {
    Q_DECLARE_TR_FUNCTIONS(EventTexts)
};

std::optional<QString> kindLabel(const QString& stored) {
    const auto kind = api::timerKindFrom(stored.toStdString());
    return kind ? std::optional(label(*kind)) : std::nullopt;
}

/// "unpaid 1700000000000 -> 1700000600000: reason".
QString postponed(const QString& detail, const Formats& formats) {
    static const QRegularExpression kShape(QStringLiteral("^(\\w+) (\\d{1,15}) -> (\\d{1,15}): (.*)$"),
                                           QRegularExpression::DotMatchesEverythingOption);
    const auto match = kShape.match(detail);
    const auto kind = kindLabel(match.captured(1));
    if (!match.hasMatch() || !kind) {
        return detail;
    }
    const Instant from{match.captured(2).toLongLong()};
    const Instant to{match.captured(3).toLongLong()};
    return EventTexts::tr("%1: %2 → %3. %4", "kind, instant, instant, reason")
        .arg(*kind, formats.shortTime(from, to), formats.dateTime(to), match.captured(4));
}

/// "unpaid: reason".
QString cancelled(const QString& detail) {
    const auto at = detail.indexOf(QStringLiteral(": "));
    const auto kind = kindLabel(detail.left(at));
    return at > 0 && kind ? EventTexts::tr("%1: %2", "kind, reason").arg(*kind, detail.mid(at + 2)) : detail;
}

}  // namespace

QString detailText(const api::OrderEvent& event, const Formats& formats) {
    const QString detail = text(event.detail);
    switch (event.kind) {
        case api::EventKind::TimerPostponed: return postponed(detail, formats);
        case api::EventKind::TimerCancelled: return cancelled(detail);
        case api::EventKind::Late: return kindLabel(detail).value_or(detail);
        case api::EventKind::ReturnChanged:
        case api::EventKind::RefundChanged:
        case api::EventKind::Placed:
        case api::EventKind::Paid:
        case api::EventKind::Assigned:
        case api::EventKind::AssignmentReleased:
        case api::EventKind::ReassignRequested:
        case api::EventKind::PickedUp:
        case api::EventKind::Delivered:
        case api::EventKind::DeliveryFailed:
        case api::EventKind::Completed:
        case api::EventKind::Closed:
        case api::EventKind::LatePayment:
        case api::EventKind::UnmatchedPayment: break;
    }
    return detail;
}

}  // namespace evenhand::ui
