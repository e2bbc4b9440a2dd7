// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/outcome_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>
#include <QStringList>

#include "ui/bridge/error_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {
namespace {

constexpr qsizetype kNamesSaid = 3;

struct OutcomeTexts {
    Q_DECLARE_TR_FUNCTIONS(OutcomeTexts)
};

QString fewOf(QStringList names) {
    if (names.size() > kNamesSaid) {
        names = names.mid(0, kNamesSaid) << QStringLiteral("…");
    }
    return names.join(OutcomeTexts::tr(", ", "between names"));
}

}  // namespace

OutcomeKind outcomeKind(const std::optional<Error>& error, bool leftOut) {
    if (!error) {
        return leftOut ? OutcomeKind::LeftOut : OutcomeKind::Done;
    }
    switch (error->code) {
        case ErrorCode::OutcomeUnknown: return OutcomeKind::Unknown;
        case ErrorCode::Conflict:
        case ErrorCode::StaleEpoch: return OutcomeKind::Changed;
        default: return OutcomeKind::Refused;
    }
}

QString outcomeWord(OutcomeKind kind) {
    switch (kind) {
        case OutcomeKind::Unknown: return OutcomeTexts::tr("Not known");
        case OutcomeKind::Changed: return OutcomeTexts::tr("Changed meanwhile");
        case OutcomeKind::Refused: return OutcomeTexts::tr("Refused");
        case OutcomeKind::NotDone: return OutcomeTexts::tr("Not done");
        case OutcomeKind::LeftOut: return OutcomeTexts::tr("Skipped");
        case OutcomeKind::Done: return OutcomeTexts::tr("Done");
    }
    return {};
}

Tone outcomeTone(OutcomeKind kind) noexcept {
    switch (kind) {
        case OutcomeKind::Unknown:
        case OutcomeKind::Changed:
        case OutcomeKind::NotDone: return Tone::Warn;
        case OutcomeKind::Refused: return Tone::Bad;
        case OutcomeKind::LeftOut: return Tone::Muted;
        case OutcomeKind::Done: return Tone::Good;
    }
    return Tone::Muted;
}

void OutcomeCounts::add(OutcomeKind kind) noexcept {
    switch (kind) {
        case OutcomeKind::Unknown: ++unknown; break;
        case OutcomeKind::Changed: ++changed; break;
        case OutcomeKind::Refused: ++refused; break;
        case OutcomeKind::NotDone: ++notDone; break;
        case OutcomeKind::LeftOut: ++leftOut; break;
        case OutcomeKind::Done: ++done; break;
    }
}

QString outcomeSummary(const OutcomeCounts& counts) {
    QStringList parts{OutcomeTexts::tr("%1 done").arg(Formats::number(counts.done))};
    if (counts.unknown > 0) {
        parts << OutcomeTexts::tr("%1 not known, check before repeating").arg(Formats::number(counts.unknown));
    }
    if (counts.changed > 0) {
        parts << OutcomeTexts::tr("%1 changed meanwhile").arg(Formats::number(counts.changed));
    }
    if (counts.refused > 0) {
        parts << OutcomeTexts::tr("%1 refused").arg(Formats::number(counts.refused));
    }
    if (counts.notDone > 0) {
        parts << OutcomeTexts::tr("%1 not done").arg(Formats::number(counts.notDone));
    }
    if (counts.leftOut > 0) {
        parts << OutcomeTexts::tr("%1 skipped").arg(Formats::number(counts.leftOut));
    }
    return parts.join(OutcomeTexts::tr(", ", "between parts"));
}

QString changeText(const QString& what, const std::string& actor, Instant at, const Formats& formats, Instant now) {
    return OutcomeTexts::tr("%1 by %2, %3", "what was done, who, when")
        .arg(what, actorLabel(actor), formats.shortTime(at, now));
}

QString whoChanged(const std::optional<Error>& error, const Formats& formats, Instant now) {
    // As the engine words it: "the alert 5 was changed meanwhile, by ann at 2026-11-26 15:00:03 UTC (alerts.silence)".
    static const QRegularExpression kWho(
        QStringLiteral(", by (.+) at (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d) UTC(?: \\(([a-z_.]+)\\))?$"));
    if (!error || (error->code != ErrorCode::Conflict && error->code != ErrorCode::WrongStatus)) {
        return {};
    }
    const auto who = kWho.match(QString::fromStdString(error->message));
    auto at = QDateTime::fromString(who.captured(2), QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    at.setTimeSpec(Qt::UTC);
    if (!who.hasMatch() || !at.isValid()) {
        return {};
    }
    const QString changed = changeText(OutcomeTexts::tr("Changed", "by somebody, at a time"),
                                       who.captured(1).toStdString(), Instant{at.toMSecsSinceEpoch()}, formats, now);
    const QString did = who.captured(3);
    if (did.isEmpty()) {
        return changed;
    }
    // A sale has a log of its own, with words of its own.
    const auto ofSale = api::activityActionFrom(did.toStdString());
    const QString what = ofSale ? activityActionLabel(*ofSale) : operationLabel(did.toStdString());
    return OutcomeTexts::tr("%1: %2", "changed by whom and when, what was done").arg(changed, what);
}

QString refusalText(const Error& error, const Formats& formats, Instant now) {
    const QString who = whoChanged(error, formats, now);
    return who.isEmpty() ? errorText(error, formats)
                         : OutcomeTexts::tr("%1 (%2)", "what became of it, by whom").arg(errorTitle(error.code), who);
}

QString lastOf(const std::vector<api::MoneyEvent>& events, const Formats& formats, Instant now) {
    return events.empty() ? QString()
                          : changeText(label(events.back().kind), events.back().actor, events.back().at, formats, now);
}

QString whoHasThem(const std::vector<api::OrderRow>& orders, const BoundFor& bound) {
    QStringList names;
    QStringList next;
    qsizetype sought = 0;
    for (const auto& order : orders) {
        if (order.courier.empty() && order.wait == api::WaitReason::Message) {
            // Released; the engine gives it away in its next batch.
            const auto to = bound.find(order.orderNo);
            if (to == bound.end()) {
                ++sought;
            } else if (!next.contains(to->second)) {
                next << to->second;
            }
            continue;
        }
        const QString name = order.courier.empty()       ? OutcomeTexts::tr("nobody")
                             : order.courierName.empty() ? text(order.courier)
                                                         : text(order.courierName);
        if (!names.contains(name)) {
            names << name;
        }
    }
    QString said;
    if (!names.isEmpty()) {
        said += QLatin1Char(' ') + OutcomeTexts::tr("With %1 now.").arg(fewOf(names));
    }
    if (!next.isEmpty()) {
        said += QLatin1Char(' ') + OutcomeTexts::tr("Going to %1.", "courier or couriers").arg(fewOf(next));
    }
    if (sought > 0) {
        // It stays true while this is read.
        const bool some = sought != std::ssize(orders);
        said += QLatin1Char(' ') +
                (some ? OutcomeTexts::tr("%1 more go to the next fairest couriers.", nullptr, Formats::plural(sought))
                            .arg(Formats::number(sought))
                      : OutcomeTexts::tr("They go to the next fairest couriers.", nullptr, Formats::plural(sought)));
    }
    return said;
}

}  // namespace evenhand::ui
