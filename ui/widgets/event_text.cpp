// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/event_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

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

/// "next fairest: reason", "courier: reason"; nothing follows where no reason was given.
QString reassigned(const QString& detail, const CourierNaming& nameOf) {
    const auto at = detail.indexOf(QStringLiteral(": "));
    const QString to = at < 0 ? detail : detail.left(at);
    const QString reason = at < 0 ? QString() : detail.mid(at + 2).trimmed();
    const QString who = to == QLatin1String("next fairest") ? EventTexts::tr("to the next fairest")
                        : nameOf                            ? nameOf(CourierId(to.toStdString()))
                                                            : to;
    return reason.isEmpty() ? who : EventTexts::tr("%1: %2", "courier, reason").arg(who, reason);
}

/// "2000: granted", "2000: granted: reason"; the amount in minor units.
QString refunded(const QString& detail, const Formats& formats) {
    static const QRegularExpression kShape(QStringLiteral("^(\\d{1,16}): (\\w+)(?:: (.*))?$"),
                                           QRegularExpression::DotMatchesEverythingOption);
    const auto match = kShape.match(detail);
    const auto what = match.hasMatch() ? api::moneyEventKindFrom(match.captured(2).toStdString()) : std::nullopt;
    if (!what) {
        return detail;
    }
    const QString said = EventTexts::tr("%1: %2", "amount, what became of it")
                             .arg(formats.moneyWithCurrency(Money{match.captured(1).toLongLong()}), label(*what));
    return match.captured(3).isEmpty() ? said : EventTexts::tr("%1 (%2)", "what, reason").arg(said, match.captured(3));
}

/// "number: approved".
QString returned(const QString& detail) {
    const auto at = detail.lastIndexOf(QStringLiteral(": "));
    const auto what = at > 0 ? api::moneyEventKindFrom(detail.mid(at + 2).toStdString()) : std::nullopt;
    return what ? EventTexts::tr("%1: %2", "number of a return, what became of it").arg(detail.left(at), label(*what))
                : detail;
}

}  // namespace

QString detailText(const api::OrderEvent& event, const Formats& formats, const CourierNaming& nameOf) {
    const QString detail = text(event.detail);
    switch (event.kind) {
        case api::EventKind::TimerPostponed: return postponed(detail, formats);
        case api::EventKind::TimerCancelled: return cancelled(detail);
        case api::EventKind::Late: return kindLabel(detail).value_or(detail);
        case api::EventKind::ReturnChanged: return returned(detail);
        case api::EventKind::RefundChanged: return refunded(detail, formats);
        case api::EventKind::ReassignRequested: return reassigned(detail, nameOf);
        case api::EventKind::Assigned:
        case api::EventKind::AssignmentReleased: return nameOf ? nameOf(CourierId(event.detail)) : detail;
        case api::EventKind::Placed:
        case api::EventKind::Paid:
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
