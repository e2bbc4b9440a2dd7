// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/import_labels.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

struct ImportTexts {
    Q_DECLARE_TR_FUNCTIONS(ImportTexts)
};
using ImportWord = std::pair<const char*, const char*>;

constexpr ImportWord kFieldWords[] = {{"courier_id", QT_TRANSLATE_NOOP("ImportTexts", "Courier ID")},
                                      {"campus", QT_TRANSLATE_NOOP("ImportTexts", "Campus")},
                                      {"name", QT_TRANSLATE_NOOP("ImportTexts", "Name")},
                                      {"phone", QT_TRANSLATE_NOOP("ImportTexts", "Telephone")},
                                      {"on_duty", QT_TRANSLATE_NOOP("ImportTexts", "On duty")},
                                      {"sku", QT_TRANSLATE_NOOP("ImportTexts", "SKU")},
                                      {"unit_price", QT_TRANSLATE_NOOP("ImportTexts", "Unit price")},
                                      {"stock", QT_TRANSLATE_NOOP("ImportTexts", "Stock")},
                                      {"reason", QT_TRANSLATE_NOOP("ImportTexts", "Reason")},
                                      {"order_no", QT_TRANSLATE_NOOP("ImportTexts", "Order number")},
                                      {"user_id", QT_TRANSLATE_NOOP("ImportTexts", "User ID")},
                                      {"quantity", QT_TRANSLATE_NOOP("ImportTexts", "Quantity")},
                                      {"placed_at", QT_TRANSLATE_NOOP("ImportTexts", "Placed at")},
                                      {"product_name", QT_TRANSLATE_NOOP("ImportTexts", "Product name")},
                                      {"return_no", QT_TRANSLATE_NOOP("ImportTexts", "Return number")},
                                      {"at", QT_TRANSLATE_NOOP("ImportTexts", "Returned at")},
                                      {"mon", QT_TRANSLATE_NOOP("ImportTexts", "Monday")},
                                      {"tue", QT_TRANSLATE_NOOP("ImportTexts", "Tuesday")},
                                      {"wed", QT_TRANSLATE_NOOP("ImportTexts", "Wednesday")},
                                      {"thu", QT_TRANSLATE_NOOP("ImportTexts", "Thursday")},
                                      {"fri", QT_TRANSLATE_NOOP("ImportTexts", "Friday")},
                                      {"sat", QT_TRANSLATE_NOOP("ImportTexts", "Saturday")},
                                      {"sun", QT_TRANSLATE_NOOP("ImportTexts", "Sunday")}};

constexpr ImportWord kReasonWords[] = {
    {"wrong_columns", QT_TRANSLATE_NOOP("ImportTexts", "Wrong number of columns, or no campus")},
    {"not_utf8", QT_TRANSLATE_NOOP("ImportTexts", "Characters that cannot be read")},
    {"too_long", QT_TRANSLATE_NOOP("ImportTexts", "Too long")},
    {"return_row", QT_TRANSLATE_NOOP("ImportTexts", "A return: import it as returns")},
    {"missing_order_no", QT_TRANSLATE_NOOP("ImportTexts", "No order number")},
    {"missing_sku", QT_TRANSLATE_NOOP("ImportTexts", "No SKU")},
    {"bad_number", QT_TRANSLATE_NOOP("ImportTexts", "Not a number, or too large")},
    {"non_positive_quantity", QT_TRANSLATE_NOOP("ImportTexts", "Quantity is not above 0")},
    {"negative_price", QT_TRANSLATE_NOOP("ImportTexts", "Price is below 0")},
    {"sub_minor_price", QT_TRANSLATE_NOOP("ImportTexts", "Price has too many decimals")},
    {"bad_date", QT_TRANSLATE_NOOP("ImportTexts", "Not a date and time of this format")},
    {"in_future", QT_TRANSLATE_NOOP("ImportTexts", "In the future")},
    {"conflicting_header", QT_TRANSLATE_NOOP("ImportTexts", "Other user or campus than the order's first line")},
    {"duplicate_order", QT_TRANSLATE_NOOP("ImportTexts", "Order is already there")},
    {"unknown_sku", QT_TRANSLATE_NOOP("ImportTexts", "SKU is not in the catalogue")},
    {"disabled", QT_TRANSLATE_NOOP("ImportTexts", "Campus, courier or product is disabled")},
    {"out_of_stock", QT_TRANSLATE_NOOP("ImportTexts", "Not enough stock")},
    {"missing_courier_id", QT_TRANSLATE_NOOP("ImportTexts", "No courier ID")},
    {"missing_campus", QT_TRANSLATE_NOOP("ImportTexts", "No campus")},
    {"bad_on_duty", QT_TRANSLATE_NOOP("ImportTexts", "On duty is neither yes nor no")},
    {"campus_changed", QT_TRANSLATE_NOOP("ImportTexts", "Courier belongs to another campus")},
    {"negative_stock", QT_TRANSLATE_NOOP("ImportTexts", "Stock is below 0")},
    {"unknown_courier", QT_TRANSLATE_NOOP("ImportTexts", "Courier is not known")},
    {"bad_shifts", QT_TRANSLATE_NOOP("ImportTexts", "Shifts that cannot be read")},
    {"order_row", QT_TRANSLATE_NOOP("ImportTexts", "An order: import it as orders")},
    {"missing_return_no", QT_TRANSLATE_NOOP("ImportTexts", "No return number")},
    {"no_customer", QT_TRANSLATE_NOOP("ImportTexts", "No known user")},
    {"duplicate_return", QT_TRANSLATE_NOOP("ImportTexts", "Return is already there")},
    {"number_reused", QT_TRANSLATE_NOOP("ImportTexts", "Number of another return")},
    {"no_deduction", QT_TRANSLATE_NOOP("ImportTexts", "Nothing of this SKU was sold")},
    {"wrong_status", QT_TRANSLATE_NOOP("ImportTexts", "Order's status allows no return")},
    {"exceeds_deducted", QT_TRANSLATE_NOOP("ImportTexts", "More than can still be returned")}};

template <std::size_t N>
QString wordFor(const ImportWord (&words)[N], const std::string& code) {
    const auto found =
        std::find_if(std::begin(words), std::end(words), [&](const ImportWord& word) { return word.first == code; });
    return found == std::end(words) ? QString::fromStdString(code)
                                    : QCoreApplication::translate("ImportTexts", found->second);
}

}  // namespace

QString importKindLabel(ImportKind kind) {
    switch (kind) {
        case ImportKind::Couriers: return ImportTexts::tr("Couriers");
        case ImportKind::Products: return ImportTexts::tr("Products");
        case ImportKind::Stock: return ImportTexts::tr("Stock as counted");
        case ImportKind::Orders: return ImportTexts::tr("Orders");
        case ImportKind::Returns: return ImportTexts::tr("Returns");
        case ImportKind::Rosters: return ImportTexts::tr("Rosters");
    }
    return {};
}

QString countedImports(ImportKind kind, std::int64_t count) {
    const int plural = Formats::plural(count);
    const QString number = count < 0 ? Formats::dash() : Formats::number(count);
    switch (kind) {
        case ImportKind::Couriers: return ImportTexts::tr("%1 couriers", nullptr, plural).arg(number);
        case ImportKind::Products:
        case ImportKind::Stock: return ImportTexts::tr("%1 products", nullptr, plural).arg(number);
        case ImportKind::Orders: return ImportTexts::tr("%1 orders", nullptr, plural).arg(number);
        case ImportKind::Returns: return ImportTexts::tr("%1 returns", nullptr, plural).arg(number);
        case ImportKind::Rosters: return ImportTexts::tr("%1 rosters", nullptr, plural).arg(number);
    }
    return number;
}

api::Operation importOperation(ImportKind kind) {
    switch (kind) {
        case ImportKind::Couriers: return api::Operation::DispatchUpsertCouriers;
        case ImportKind::Products: return api::Operation::OrdersUpsertProducts;
        case ImportKind::Stock: return api::Operation::ShopCorrectStock;
        case ImportKind::Orders: return api::Operation::OrdersPlace;
        case ImportKind::Returns: return api::Operation::ReturnsRequest;
        case ImportKind::Rosters: return api::Operation::ShiftsSetRoster;
    }
    return api::Operation::OrdersPlace;
}

QString importFieldLabel(ImportKind kind, const std::string& field) {
    if (kind == ImportKind::Stock && field == "stock") {
        return ImportTexts::tr("Units counted");
    }
    return wordFor(kFieldWords, field);
}

QString importReasonLabel(const std::string& reason) { return wordFor(kReasonWords, reason); }

}  // namespace evenhand::ui
