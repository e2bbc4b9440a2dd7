// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

std::string orDash(const std::string& text) { return text.empty() ? "-" : text; }

std::string kindNames() {
    std::string names;
    for (const auto kind : api::allSearchKinds()) {
        names += (names.empty() ? "" : ", ") + std::string(api::toText(kind));
    }
    return names;
}

QJsonObject hitDocument(const api::SearchHit& hit) {
    QJsonObject row{{QStringLiteral("kind"), text(api::toText(hit.kind))},
                    {QStringLiteral("id"), text(hit.id)},
                    {QStringLiteral("name"), text(hit.name)},
                    {QStringLiteral("status"), text(hit.status)},
                    {QStringLiteral("campus_id"), text(hit.campus.str())},
                    {QStringLiteral("order_no"), text(hit.order.str())},
                    {QStringLiteral("user_id"), text(hit.user.str())},
                    {QStringLiteral("at"), timeValue(hit.at)},
                    {QStringLiteral("disabled"), hit.isDisabled}};
    return row;
}

Result<ExitCode> runSearch(Context& context) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to look for"}));
    api::SearchQuery query;
    query.text = arguments.words()[0];
    EVENHAND_ASSIGN(query.kinds,
                    oneOf<api::SearchKind>(arguments, "--kind", api::searchKindFrom, "one of " + kindNames()));
    EVENHAND_ASSIGN(const auto limit, arguments.number("--limit", 1, api::kMaxSearchLimit));
    query.limit = limit.value_or(query.limit);
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto found, session->wait(session->engine().search().search(call, std::move(query))));
    RowList list(context.io, {"kind", "id", "name", "status", "campus", "order", "at"});
    for (const auto& hit : found.hits) {
        list.add({std::string(api::toText(hit.kind)), hit.id, orDash(hit.name), orDash(hit.status),
                  orDash(hit.campus.str()), orDash(hit.order.str()), hit.at ? timeText(*hit.at) : "-"},
                 hitDocument(hit));
    }
    for (const auto kind : found.more) {
        context.io.note("there are more of the kind " + std::string(api::toText(kind)));
    }
    return list.end(QStringLiteral("hits"));
}

}  // namespace

Command searchCommand() {
    return {"search",
            "TEXT [--kind KIND] [--limit N]",
            "finds orders, users, couriers, products, payments, returns, refunds, campaigns, sales, people, campuses",
            {{"--kind", "KIND", "only one of: order, user, courier, product, payment, return, refund, campaign, …"},
             {"--limit", "N", "of each kind, 1 to 50 (8)"}},
            runSearch};
}

}  // namespace evenhand::ctl
