// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/shop_words.h"
#include "engine/api/limits.h"
#include "engine/base/counted.h"
#include "engine/base/money.h"

namespace evenhand::ctl {
namespace {

QJsonObject productDocument(const api::ProductRow& row) {
    return {{QStringLiteral("sku"), text(row.sku.str())},
            {QStringLiteral("name"), text(row.name)},
            {QStringLiteral("unit_price"), number(row.unitPrice.minor)},
            {QStringLiteral("stock"), number(row.stock)},
            {QStringLiteral("low_stock"), row.lowStock ? QJsonValue(number(*row.lowStock)) : QJsonValue()},
            {QStringLiteral("disabled_at"), timeValue(row.disabledAt)},
            {QStringLiteral("version"), number(row.version)}};
}

Result<ExitCode> listProducts(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    api::ProductQuery query;
    query.filter.text = arguments.value("--text");
    query.filter.lowOnly = arguments.has("--low");
    EVENHAND_ASSIGN(query.limit, limitOf(arguments));
    const api::Call call{context.actor, {}, {}};
    auto& shop = session.engine().shop();
    EVENHAND_ASSIGN(const auto rows, session.wait(shop.products(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(shop.countProducts(call, query.filter)));
    const auto info = session.engine().workspace();
    RowList list(context.io, {"SKU", "name", moneyHeader("price", info), "stock", "low at", "disabled"});
    for (const auto& row : rows) {
        list.add(
            {row.sku.str(), row.name, base::formatMoney(row.unitPrice, info.minorDigits), std::to_string(row.stock),
             row.lowStock ? std::to_string(*row.lowStock) : std::string("-"), disabledText(row.disabledAt)},
            productDocument(row));
    }
    return list.end(QStringLiteral("products"), total, base::counted(total, "product"));
}

/// --low-stock N, or none; `otherwise` if it is not given.
Result<std::optional<std::int64_t>> lowStockOf(const Arguments& arguments, std::optional<std::int64_t> otherwise) {
    if (!arguments.has("--low-stock")) {
        return otherwise;
    }
    if (arguments.value("--low-stock") == "none") {
        return std::optional<std::int64_t>();
    }
    return arguments.number("--low-stock", 0, api::kMaxStock);
}

Result<ExitCode> tellProduct(Context& context, Session& session, const api::Call& call, const Sku& sku,
                             const char* what) {
    EVENHAND_ASSIGN(const auto row, session.wait(session.engine().shop().product(call, sku)));
    context.io.text("Product " + sku.str() + what + moneyText(row.unitPrice, session.engine().workspace()) +
                    ", stock " + std::to_string(row.stock) + ".");
    context.io.document(productDocument(row));
    return kDone;
}

Result<ExitCode> addProduct(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "SKU"}));
    for (const char* option : {"--name", "--price"}) {
        if (!arguments.has(option)) {
            return wrongUsage(std::string(option) + " is missing");
        }
    }
    api::NewProduct product;
    product.sku = Sku(arguments.words()[1]);
    product.name = arguments.value("--name");
    EVENHAND_ASSIGN(product.unitPrice,
                    base::parseMoney(arguments.value("--price"), session.engine().workspace().minorDigits, "price"));
    EVENHAND_ASSIGN(const auto stock, arguments.number("--stock", 0, api::kMaxStock));
    product.stock = stock.value_or(0);
    EVENHAND_ASSIGN(product.lowStock, lowStockOf(arguments, std::nullopt));
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    const auto sku = product.sku;
    EVENHAND_TRY(session.wait(session.engine().shop().addProduct(call, std::move(product))));
    return tellProduct(context, session, call, sku, " is added: ");
}

/// What is not named stays as it is: read, changed, and sent with the version that was read.
Result<ExitCode> editProduct(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "SKU"}));
    if (!arguments.has("--name") && !arguments.has("--price") && !arguments.has("--low-stock")) {
        return wrongUsage("--name, --price or --low-stock is missing");
    }
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    auto& shop = session.engine().shop();
    const Sku sku(arguments.words()[1]);
    EVENHAND_ASSIGN(const auto known, session.wait(shop.product(call, sku)));
    api::ProductEdit edit{sku, arguments.value("--name", known.name), known.unitPrice, {}, known.version};
    if (arguments.has("--price")) {
        EVENHAND_ASSIGN(edit.unitPrice, base::parseMoney(arguments.value("--price"),
                                                         session.engine().workspace().minorDigits, "price"));
    }
    EVENHAND_ASSIGN(edit.lowStock, lowStockOf(arguments, known.lowStock));
    EVENHAND_TRY(session.wait(shop.editProduct(call, std::move(edit))));
    return tellProduct(context, session, call, sku, " is changed: ");
}

Result<ExitCode> runProducts(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, {"list", "add", "edit", "disable", "enable"}));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    if (verb == "list") {
        return listProducts(context, *session);
    }
    if (verb == "add") {
        return addProduct(context, *session);
    }
    if (verb == "edit") {
        return editProduct(context, *session);
    }
    auto& shop = session->engine().shop();
    return disableEach(context, *session, verb == "disable", "Product", QStringLiteral("products"),
                       [&shop](const api::Call& call, const std::string& id, bool disabled) {
                           return shop.setProductDisabled(call, Sku(id), disabled, 0);
                       });
}

}  // namespace

Command productsCommand() {
    return {"products",
            "list [--text T] [--low] [--limit N] | add SKU --name NAME --price P [--stock N] [--low-stock N] | "
            "edit SKU [--name NAME] [--price P] [--low-stock N|none] | disable|enable SKU… --reason TEXT",
            "products: lists, adds, edits, disables and enables them",
            {{"--text", "T", "list: the SKU begins with it, or the name contains it"},
             {"--low", "", "list: only what is at or below its limit"},
             {"--limit", "N", "list: rows (100)"},
             {"--name", "NAME", "add, edit: what people call it"},
             {"--price", "P", "add, edit: of a unit, in the currency's units"},
             {"--stock", "N", "add: units on hand (0)"},
             {"--low-stock", "N", "add, edit: at or below it the product is short; none: no limit"},
             {"--reason", "TEXT", "why; kept in the audit log"}},
            runProducts};
}

}  // namespace evenhand::ctl
