// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_facts.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <variant>

namespace evenhand::ui {
namespace {

// Whoever answers the phone looks for one order: its number, how far it is and who has it stay to the last. User and
// campus go first, as the filters choose them anyway; then times and amounts, which the details say as well, and of
// these last the time that the rows stand in order of.
constexpr OrderFact kOrderFacts[] = {
    {.field = "order_no",
     .column = "number",
     .width = 140,
     .label = QT_TRANSLATE_NOOP("OrderFacts", "Order"),
     .yields = OrderFact::kStays,
     .isElsewhere = true},
    {.field = "status",
     .column = "status",
     .width = 188,
     .label = QT_TRANSLATE_NOOP("OrderFacts", "Status"),
     .yields = OrderFact::kStays,
     .isElsewhere = true},
    {.field = "campus_id",
     .column = "campus",
     .width = 126,
     .label = QT_TRANSLATE_NOOP("OrderFacts", "Campus"),
     .yields = 2},
    {.field = "courier_id",
     .column = "courier",
     .width = 116,
     .label = QT_TRANSLATE_NOOP("OrderFacts", "Courier"),
     .yields = OrderFact::kStays},
    {.field = "user_id", .column = "user", .width = 76, .label = QT_TRANSLATE_NOOP("OrderFacts", "User"), .yields = 1},
    {.field = "payable_minor",
     .column = "payable",
     .width = 118,
     .label = QT_TRANSLATE_NOOP("OrderFacts", "Payable (%1)"),
     .yields = 4,
     .isElsewhere = true},
    {.field = "placed_at",
     .column = "placed",
     .width = 150,
     .label = QT_TRANSLATE_NOOP("OrderFacts", "Placed"),
     .yields = 5},
    {.field = "paid_at",
     .column = "paid",
     .width = 150,
     .label = QT_TRANSLATE_NOOP("OrderFacts", "Paid at"),
     .yields = 3,
     .isHidden = true},
};

constexpr bool isFactOf(const api::OrderField& field, const OrderFact& fact) {
    return field.isForPeople && field.name == fact.field;
}
constexpr bool isEachForPeopleOnce() {
    return std::all_of(std::begin(api::kOrderFields), std::end(api::kOrderFields), [](const auto& field) {
        return std::count_if(std::begin(kOrderFacts), std::end(kOrderFacts),
                             [&](const auto& fact) { return isFactOf(field, fact); }) == (field.isForPeople ? 1 : 0);
    });
}
constexpr bool isEachOfAField() {
    return std::all_of(std::begin(kOrderFacts), std::end(kOrderFacts), [](const auto& fact) {
        return std::any_of(std::begin(api::kOrderFields), std::end(api::kOrderFields),
                           [&](const auto& field) { return isFactOf(field, fact); });
    });
}
static_assert(isEachForPeopleOnce(), "a field of kOrderFields that is forPeople() needs its row here, and only one");
static_assert(isEachOfAField(), "a row here is of a field of kOrderFields that is forPeople()");

}  // namespace

std::span<const OrderFact> orderFacts() { return kOrderFacts; }

const OrderFact* factOf(const api::OrderField& field) {
    const auto* fact = std::find_if(std::begin(kOrderFacts), std::end(kOrderFacts),
                                    [&](const OrderFact& one) { return isFactOf(field, one); });
    return fact == std::end(kOrderFacts) ? nullptr : fact;
}

const api::OrderField& fieldOf(const OrderFact& fact) {
    return *std::find_if(std::begin(api::kOrderFields), std::end(api::kOrderFields),
                         [&](const api::OrderField& field) { return isFactOf(field, fact); });
}

QString factLabel(const OrderFact& fact, const Formats& formats) {
    const QString label = QCoreApplication::translate("OrderFacts", fact.label);
    return fieldOf(fact).kind == api::OrderFieldKind::Money ? label.arg(formats.currency()) : label;
}

QString factText(const api::OrderField& field, const api::OrderRow& row, const Formats& formats) {
    const auto value = field.value(row);
    if (const auto* text = std::get_if<std::string_view>(&value)) {
        return QString::fromUtf8(text->data(), static_cast<qsizetype>(text->size()));
    }
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr) {
        return Formats::dash();
    }
    switch (field.kind) {
        case api::OrderFieldKind::Money: return formats.money(Money{*number});
        case api::OrderFieldKind::Instant: return formats.dateTime(Instant{*number});
        case api::OrderFieldKind::Id:
        case api::OrderFieldKind::Text:
        case api::OrderFieldKind::Status:
        case api::OrderFieldKind::Code:
        case api::OrderFieldKind::Number: break;
    }
    return Formats::number(*number);
}

}  // namespace evenhand::ui
