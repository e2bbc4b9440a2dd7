// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/shop_words.h"

namespace evenhand::ctl {
namespace {

std::string signedUnits(std::int64_t units) { return (units > 0 ? "+" : "") + std::to_string(units); }

Result<ExitCode> changeStock(Context& context, Session& session, bool received) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "SKU"}));
    EVENHAND_ASSIGN(const auto units, arguments.number("--units", INT64_MIN, INT64_MAX));
    if (!units) {
        return wrongUsage("--units is missing");
    }
    const Sku sku(arguments.words()[1]);
    api::Call call{context.actor, arguments.value("--reason"), {}};
    auto& shop = session.engine().shop();
    if (!received) {
        EVENHAND_ASSIGN(call.reason, neededReason(arguments));
    }
    EVENHAND_ASSIGN(const auto answer,
                    session.wait(received ? shop.receiveStock(call, sku, *units, arguments.value("--note"))
                                          : shop.correctStock(call, sku, *units)));
    context.io.text(sku.str() + ": " + signedUnits(*units) + ", now " + std::to_string(answer.stock) + " on hand.");
    context.io.document({{QStringLiteral("sku"), text(sku.str())}, {QStringLiteral("stock"), number(answer.stock)}});
    return kDone;
}

Result<ExitCode> stockHistory(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "SKU"}));
    EVENHAND_ASSIGN(const auto limit, limitOf(arguments));
    const Sku sku(arguments.words()[1]);
    const api::Call call{context.actor, {}, {}};
    auto& shop = session.engine().shop();
    EVENHAND_ASSIGN(const auto product, session.wait(shop.product(call, sku)));
    EVENHAND_ASSIGN(const auto rows, session.wait(shop.stockHistory(call, sku, 0, limit)));
    TextTable table({"when", "what", "units", "came back", "about", "by", "reason"});
    QJsonArray array;
    for (const auto& row : rows) {
        table.add({timeText(row.at), std::string(api::toText(row.change)), signedUnits(row.units),
                   row.cameBack == 0 ? std::string("-") : std::to_string(row.cameBack), row.about, row.actor,
                   row.reason});
        array.append(QJsonObject{{QStringLiteral("at"), timeValue(row.at)},
                                 {QStringLiteral("change"), text(api::toText(row.change))},
                                 {QStringLiteral("units"), number(row.units)},
                                 {QStringLiteral("came_back"), number(row.cameBack)},
                                 {QStringLiteral("about"), text(row.about)},
                                 {QStringLiteral("actor"), text(row.actor)},
                                 {QStringLiteral("reason"), text(row.reason)}});
    }
    context.io.text(table.str());
    context.io.text(std::to_string(product.stock) + " on hand.");
    context.io.document({{QStringLiteral("sku"), text(sku.str())},
                         {QStringLiteral("stock"), number(product.stock)},
                         {QStringLiteral("history"), array}});
    return kDone;
}

Result<ExitCode> runStock(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, {"receive", "correct", "history"}));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    return verb == "history" ? stockHistory(context, *session) : changeStock(context, *session, verb == "receive");
}

}  // namespace

Command stockCommand() {
    return {"stock",
            "receive SKU --units N [--note TEXT] | correct SKU --units N --reason TEXT | history SKU [--limit N]",
            "stock: what has arrived, what was counted, what became of it",
            {{"--units", "N", "receive: this many more; correct: more or, negative, less than was counted here"},
             {"--note", "TEXT", "receive: where from; kept in the history"},
             {"--limit", "N", "history: rows, the newest (100)"},
             {"--reason", "TEXT", "why; kept in the history and the audit log"}},
            runStock};
}

}  // namespace evenhand::ctl
