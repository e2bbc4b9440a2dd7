// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/event_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <utility>

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

/// "what: why" in its parts; nothing follows the colon, or there is none, where no reason was given.
std::pair<QString, QString> withReason(const QString& detail) {
    const auto at = detail.indexOf(QStringLiteral(": "));
    return at < 0 ? std::pair(detail, QString()) : std::pair(detail.left(at), detail.mid(at + 2).trimmed());
}

QString withReason(const QString& what, const QString& reason) {
    return reason.isEmpty() ? what : EventTexts::tr("%1: %2", "courier, reason").arg(what, reason);
}

QString courierNamed(const QString& courier, const CourierNaming& nameOf) {
    return nameOf ? nameOf(CourierId(courier.toStdString())) : courier;
}

/// "next fairest: reason", "courier: reason".
QString reassigned(const QString& detail, const CourierNaming& nameOf) {
    const auto [to, reason] = withReason(detail);
    return withReason(
        to == QLatin1String("next fairest") ? EventTexts::tr("to the next fairest") : courierNamed(to, nameOf), reason);
}

/// "courier", "courier: note".
QString reported(const QString& detail, const CourierNaming& nameOf) {
    const auto [courier, note] = withReason(detail);
    return withReason(courierNamed(courier, nameOf), note);
}

/// "timeout", "cancelled: reason".
QString closed(const QString& detail) {
    const auto [why, reason] = withReason(detail);
    const auto known = api::closeReasonFrom(why.toStdString());
    return known ? withReason(label(*known), reason) : detail;
}

/// "P1: 2000, wrong_amount"; the amount in minor units.
QString owed(const QString& detail, const Formats& formats) {
    static const QRegularExpression kShape(QStringLiteral("^(.+): (\\d{1,16}), (\\w+)$"),
                                           QRegularExpression::DotMatchesEverythingOption);
    const auto match = kShape.match(detail);
    const auto kind = match.hasMatch() ? api::owedKindFrom(match.captured(3).toStdString()) : std::nullopt;
    return kind ? EventTexts::tr("%1: %2, %3", "payment number, amount, why it is owed back")
                      .arg(match.captured(1), formats.moneyWithCurrency(Money{match.captured(2).toLongLong()}),
                           label(*kind))
                : detail;
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
    QString detail = text(event.detail);
    switch (event.kind) {
        case api::EventKind::TimerPostponed: return postponed(detail, formats);
        case api::EventKind::TimerCancelled: return cancelled(detail);
        case api::EventKind::Late:
        case api::EventKind::Completed: return kindLabel(detail).value_or(detail);
        case api::EventKind::ReturnChanged: return returned(detail);
        case api::EventKind::RefundChanged: return refunded(detail, formats);
        case api::EventKind::ReassignRequested: return reassigned(detail, nameOf);
        case api::EventKind::Assigned:
        case api::EventKind::AssignmentReleased: return nameOf ? nameOf(CourierId(event.detail)) : detail;
        case api::EventKind::PickedUp:
        case api::EventKind::Delivered:
        case api::EventKind::DeliveryFailed: return reported(detail, nameOf);
        case api::EventKind::Closed: return closed(detail);
        case api::EventKind::LatePayment:
        case api::EventKind::UnmatchedPayment: return owed(detail, formats);
        case api::EventKind::Placed:
        case api::EventKind::Paid:
        case api::EventKind::Noted: break;
    }
    return detail;
}

}  // namespace evenhand::ui
