// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/courier_table.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "ui/widgets/counted.h"
#include "ui/widgets/first_steps.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct CourierWords {
    Q_DECLARE_TR_FUNCTIONS(CourierWords)
};
using CourierColumn = Column<CourierLine, OneOrder>;
using Count = std::int64_t api::CourierRow::*;

constexpr double kRanks = 1'000'000;  ///< of a fraction: how finely it is sorted

QString dutyOf(const CourierLine& line) {
    return line.courier.disabledAt ? CourierWords::tr("Disabled")
           : line.isNext           ? CourierWords::tr("Next")
           : line.courier.onDuty   ? CourierWords::tr("On duty")
                                   : CourierWords::tr("Off duty");
}

QString shareOf(const CourierLine& line) {
    return line.shares ? Formats::decimal(line.courier.share * 100, 1) + QStringLiteral(" %") : Formats::dash();
}

/// "3 / 5", or the orders alone where there is no limit.
QString loadOf(const CourierLine& line) {
    const auto& courier = line.courier;
    const QString inHand = Formats::number(courier.inHand);
    return courier.limit() == 0
               ? inHand
               : CourierWords::tr("%1 / %2", "orders in hand, at most").arg(inHand, Formats::number(courier.limit()));
}

QString deviationOf(const CourierLine& line) {
    const double of = line.courier.deviation;
    return line.courier.onDuty && line.shares ? (of > 0 ? QStringLiteral("+") : QString()) + Formats::decimal(of, 1)
                                              : Formats::dash();
}

/// Whoever is off duty stands back.
CourierColumn courierColumn(const char* id, int width, Words title, CourierColumn::Text cell) {
    return CourierColumn(id, width, std::move(title), std::move(cell)).strong().withInk([](const CourierLine& line) {
        return line.courier.onDuty ? std::nullopt : std::optional(Tone::Muted);
    });
}

CourierColumn figureColumn(const char* id, int width, Words title, Count of) {
    return courierColumn(id, width, std::move(title),
                         [of](const CourierLine& line) { return Formats::number(line.courier.*of); })
        .orderedAs([of](const CourierLine& line) { return line.courier.*of; })
        .number()
        .inFile([of](const CourierLine& line) { return QString::number(line.courier.*of); });
}

CourierColumn nameColumn() {
    return courierColumn(
               "name", 112, [] { return CourierWords::tr("Courier"); },
               [](const CourierLine& line) { return nameOf(line.courier); })
        .withHint([](const CourierLine& line) {
            const auto& courier = line.courier;
            const QString tip = nameOf(courier) + QLatin1Char('\n') + text(courier.id);
            return courier.phone.empty() ? tip : tip + QLatin1Char('\n') + text(courier.phone);
        });
}

/// Whether the roster wants it so, and until when. Empty: there is no roster, or no duty at all.
QString rosterOf(const api::CourierRow& courier, const Formats& formats, Instant now) {
    if (!courier.planned || courier.disabledAt) {
        return {};
    }
    const QString until = courier.rosterChange ? formats.shortTime(*courier.rosterChange, now) : QString();
    if (*courier.planned == courier.onDuty) {
        return until.isEmpty()  ? (courier.onDuty ? CourierWords::tr("On duty by the roster.")
                                                  : CourierWords::tr("Off duty by the roster."))
               : courier.onDuty ? CourierWords::tr("On duty until %1 by the roster.", "time").arg(until)
                                : CourierWords::tr("Off duty until %1 by the roster.", "time").arg(until);
    }
    return until.isEmpty()
               ? CourierWords::tr("Set by hand, against the roster.")
               : CourierWords::tr("Set by hand, against the roster; it takes over at %1.", "time").arg(until);
}

CourierColumn dutyColumn(const Formats& formats, const std::function<Instant()>& now) {
    return courierColumn(
               "duty", 80, [] { return CourierWords::tr("Duty"); }, &dutyOf)
        .orderedAs([](const CourierLine& line) { return line.isNext           ? 0
                                                        : line.courier.onDuty ? 1
                                                                              : 2; })
        .asPill([](const CourierLine& line) {
            return line.isNext ? Tone::Warn : line.courier.onDuty ? Tone::Good : Tone::Muted;
        })
        .withHint([&formats, now](const CourierLine& line) {
            const QString next =
                line.isNext ? CourierWords::tr("Highest weight on duty with room for an order: gets the next one.")
                            : QString();
            const QString roster = rosterOf(line.courier, formats, now());
            return next.isEmpty() || roster.isEmpty() ? next + roster : next + QLatin1Char('\n') + roster;
        });
}

CourierColumn weightColumn() {
    return figureColumn(
               "weight", 70, [] { return CourierWords::tr("Weight"); }, &api::CourierRow::weight)
        .withHint([](const CourierLine& line) {
            const QString whole = Formats::number(line.courier.weight);
            return line.courier.onDuty
                       ? whole
                       : whole + QLatin1Char('\n') + CourierWords::tr("Kept while off duty; adjusted on return.");
        });
}

CourierColumn inHandColumn() {
    return courierColumn(
               "inHand", 72, [] { return CourierWords::tr("In hand"); }, &loadOf)
        .explained([] { return CourierWords::tr("Orders in hand / load limit"); })
        .orderedAs([](const CourierLine& line) { return line.courier.inHand; })
        .number()
        .withHint([](const CourierLine& line) {
            const QString whole = loadOf(line);
            return line.courier.isFull()
                       ? whole + QLatin1Char('\n') +
                             CourierWords::tr("Gets no more orders until one is delivered or handed over.")
                       : whole;
        })
        .inFile([](const CourierLine& line) { return QString::number(line.courier.inHand); });
}

/// Its own, or the campus's.
CourierColumn limitColumn() {
    return courierColumn(
               "loadLimit", 80, [] { return CourierWords::tr("Load limit"); },
               [](const CourierLine& line) {
                   const auto limit = line.courier.limit();
                   return limit == 0 ? CourierWords::tr("None", "load limit") : Formats::number(limit);
               })
        .explained([] { return CourierWords::tr("How many orders a courier may have in hand"); })
        .orderedAs([](const CourierLine& line) {
            return line.courier.limit() == 0 ? api::kMaxLoadLimit + 1 : line.courier.limit();
        })
        .number()
        .withHint([](const CourierLine& line) {
            return line.courier.loadLimit ? CourierWords::tr("Set for this courier.")
                                          : CourierWords::tr("As the campus has it.");
        })
        .inFile([](const CourierLine& line) {
            return line.courier.limit() == 0 ? QString() : QString::number(line.courier.limit());
        })
        .hidden();
}

std::vector<CourierColumn> courierColumns(const Formats& formats, const std::function<Instant()>& now) {
    return {
        nameColumn(),
        courierColumn(
            "campus", 108, [] { return CourierWords::tr("Campus"); },
            [](const CourierLine& line) { return line.campus; })
            .hidden(),
        dutyColumn(formats, now),
        weightColumn(),
        inHandColumn(),
        limitColumn(),
        figureColumn(
            "today", 66, [] { return CourierWords::tr("Today"); }, &api::CourierRow::today),
        courierColumn(
            "share", 62, [] { return CourierWords::tr("Share"); }, &shareOf)
            .orderedAs([](const CourierLine& line) { return std::llround(line.courier.share * kRanks); })
            .number(),
        courierColumn(
            "deviation", 86, [] { return CourierWords::tr("Deviation"); }, &deviationOf)
            .explained([] { return CourierWords::tr("Orders today against the mean of those on duty"); })
            .orderedAs([](const CourierLine& line) { return std::llround(line.courier.deviation * kRanks); })
            .number(),
        courierColumn(
            "last", 80, [] { return CourierWords::tr("Last order"); },
            [&formats, now](const CourierLine& line) {
                const auto& last = line.courier.lastAssignment;
                return last ? formats.shortTime(*last, now()) : Formats::dash();
            })
            .explained([] { return CourierWords::tr("When the courier was given an order last"); })
            .orderedAs([](const CourierLine& line) {
                return line.courier.lastAssignment ? line.courier.lastAssignment->ms : 0;
            })
            .number()
            .withHint([&formats](const CourierLine& line) {
                const auto& last = line.courier.lastAssignment;
                return last ? formats.dateTime(*last) : QString();
            })
            .inFile([&formats](const CourierLine& line) {
                const auto& last = line.courier.lastAssignment;
                return last ? formats.dateTime(*last) : QString();
            }),
        courierColumn(
            "phone", 120, [] { return CourierWords::tr("Telephone"); },
            [](const CourierLine& line) {
                return line.courier.phone.empty() ? Formats::dash() : text(line.courier.phone);
            })
            .inFile([](const CourierLine& line) { return text(line.courier.phone); }),
    };
}

std::vector<FilterField<CourierFilter>> courierFields() {
    FieldLook duty;
    duty.key = QStringLiteral("duty");
    duty.objectName = QStringLiteral("dispatchCourierDuty");
    duty.kind = FieldLook::Kind::Chips;
    duty.title = [] { return CourierWords::tr("Duty"); };
    duty.choices = [] {
        return std::vector<ChoiceButton::Choice>{{QStringLiteral("on"), CourierWords::tr("On duty")},
                                                 {QStringLiteral("off"), CourierWords::tr("Off duty")}};
    };
    return {textField<CourierFilter>(
                QStringLiteral("text"), QStringLiteral("dispatchCourierText"),
                [] { return CourierWords::tr("Courier or campus"); }, &CourierFilter::text),
            {std::move(duty), [](const FieldValue& value, CourierFilter& filter) { filter.duty = value.keys; }}};
}

}  // namespace

bool changed(const CourierLine& a, const CourierLine& b) {
    const auto tied = [](const CourierLine& line) {
        const auto& c = line.courier;
        return std::tie(c.name, c.phone, c.onDuty, c.weight, c.inHand, c.today, c.share, c.deviation, c.lastAssignment,
                        c.dutyVersion, c.disabledAt, c.planned, c.rosterChange, c.loadLimit, c.campusLoadLimit,
                        c.limitVersion, line.isNext, line.campus, line.shares);
    };
    return tied(a) != tied(b);
}

std::vector<CourierLine> courierLines(const std::vector<const api::DispatchBoard*>& boards) {
    std::vector<CourierLine> lines;
    for (const auto* board : boards) {
        const QString campus = board->campus.name.empty() ? text(board->campus.id) : text(board->campus.name);
        const auto& couriers = board->couriers;
        const bool shares =
            std::any_of(couriers.begin(), couriers.end(), [](const auto& courier) { return courier.today > 0; });
        const auto next =  // they come by weight
            std::find_if(couriers.begin(), couriers.end(),
                         [](const auto& courier) { return courier.onDuty && !courier.isFull(); });
        for (auto courier = couriers.begin(); courier != couriers.end(); ++courier) {
            lines.push_back({*courier, courier == next, campus, shares});
        }
    }
    return lines;
}

QString whyNoDrop(const api::CourierRow* onto, const QMimeData* mime, const QString& workspace) {
    const auto dragged = fromMime(mime);
    if (!dragged) {
        return CourierWords::tr("Only orders can be dropped here.");
    }
    if (onto == nullptr) {
        return CourierWords::tr("Drop the orders on a courier.");
    }
    if (dragged->workspace != workspace) {
        return CourierWords::tr("These orders belong to another workspace.");
    }
    if (dragged->campus.empty()) {
        return CourierWords::tr("These orders belong to several campuses.");
    }
    if (dragged->campus != onto->campus) {
        return CourierWords::tr("These orders belong to another campus.");
    }
    return onto->onDuty ? QString() : CourierWords::tr("%1 is off duty.").arg(nameOf(*onto));
}

CourierTable::Spec describeCouriers(const Formats& formats, std::function<Instant()> now, CourierHooks hooks) {
    CourierTable::Spec spec;
    spec.look.prefix = QStringLiteral("dispatchCouriers");
    spec.look.one = QStringLiteral("dispatchCourier");
    spec.look.isCompact = true;  // no column yields before the last: whoever gives out orders looks at weight and work
    spec.look.menu = std::move(hooks.menu);
    auto& texts = spec.look.texts;
    texts.name = [] { return CourierWords::tr("Couriers"); };
    texts.count = [](std::int64_t total) { return total < 0 ? Formats::dash() : countedCouriers(total); };
    texts.empty = std::move(hooks.none);
    texts.next = [] { return howToGetCouriers(); };
    texts.nextCommand = QStringLiteral("shop.addCourier");
    texts.otherCommand = QStringLiteral("action.import");
    texts.emptyFiltered = [] { return CourierWords::tr("No courier matches the filter."); };
    texts.exported = [] { return CourierWords::tr("Export couriers"); };
    texts.fileName = QStringLiteral("couriers.csv");
    spec.columns = courierColumns(formats, now);
    spec.orderedBy = QStringLiteral("name");
    spec.isDescending = false;
    spec.thenBy = QStringLiteral("name");  // within each campus, too
    spec.fields = courierFields();
    spec.matches = [](const CourierFilter& filter, const CourierLine& line) {
        const QString duty = line.courier.onDuty ? QStringLiteral("on") : QStringLiteral("off");
        return filter.duty.isEmpty() || filter.duty.contains(duty);
    };
    spec.opened = [opened = std::move(hooks.opened)](const CourierLine&) { opened(); };
    spec.carrying.format = QLatin1String(kOrderRefsMime);
    spec.carrying.whyNot = std::move(hooks.whyNoDrop);
    spec.carrying.dropped = [dropped = std::move(hooks.dropped)](const CourierLine& onto, const QMimeData& mime) {
        dropped(*fromMime(&mime), onto.courier.id);
    };
    return spec;
}

}  // namespace evenhand::ui
