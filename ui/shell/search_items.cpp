// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/search_items.h"

#include <QCoreApplication>
#include <QVariantMap>

#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/navigator.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

using api::SearchHit;
using api::SearchKind;

struct SearchItems {
    Q_DECLARE_TR_FUNCTIONS(SearchItems)
};

/// Where a hit is opened.
struct HitPlace {
    QString page;
    QVariantMap target;
};

HitPlace orderPlace(const char* key, const std::string& value) {
    return {QStringLiteral("orders"), {{QLatin1String(key), text(value)}}};
}

HitPlace shopPlace(const QString& tab, const std::string& id) {
    return {QStringLiteral("shop"), {{QStringLiteral("tab"), tab}, {QStringLiteral("text"), text(id)}}};
}

/// Refunds are looked for by their order, or by the payment of none.
HitPlace refundPlace(const OrderNo& order, const std::string& payment) {
    return {
        QStringLiteral("returns"),
        {{QStringLiteral("refunds"), true}, {QStringLiteral("order"), order.empty() ? text(payment) : text(order)}}};
}

HitPlace placeFor(const SearchHit& hit) {
    switch (hit.kind) {
        case SearchKind::Order: return orderPlace("order", hit.id);
        case SearchKind::User: return orderPlace("user", hit.id);
        case SearchKind::Courier: return orderPlace("courier", hit.id);
        case SearchKind::Product: return shopPlace(QStringLiteral("products"), hit.id);
        case SearchKind::Payment:
            return hit.status.empty()
                       ? orderPlace("order", hit.order.str())
                       : HitPlace{QStringLiteral("returns"),
                                  {{QStringLiteral("owed"), true}, {QStringLiteral("payment"), text(hit.id)}}};
        case SearchKind::Return:
            return {QStringLiteral("returns"), {{QStringLiteral("return"), static_cast<qlonglong>(hit.row)}}};
        case SearchKind::Refund: return refundPlace(hit.order, hit.name);
        case SearchKind::Campaign: return {QStringLiteral("campaigns"), {{QStringLiteral("campaign"), text(hit.id)}}};
        case SearchKind::Sale: return {QStringLiteral("seckill"), {{QStringLiteral("activity"), text(hit.id)}}};
        case SearchKind::Person:
            return {QStringLiteral("settings"),
                    {{QStringLiteral("pane"), QStringLiteral("people")}, {QStringLiteral("text"), text(hit.id)}}};
        case SearchKind::Campus: return shopPlace(QStringLiteral("campuses"), hit.id);
    }
    return {};
}

template <typename Status>
QString statusOf(const SearchHit& hit, std::optional<Status> (*from)(std::string_view) noexcept) {
    const auto status = from(hit.status);
    return status ? label(*status) : text(hit.status);
}

QString detailOf(const SearchHit& hit, const CampusScope& scope) {
    const QString id = text(hit.id);
    const QString campus = hit.campus.empty() ? QString() : scope.nameOf(hit.campus);
    switch (hit.kind) {
        case SearchKind::Order:
            return SearchItems::tr("Order · %1 · %2").arg(statusOf(hit, &api::orderStatusFrom), text(hit.user));
        case SearchKind::User: return SearchItems::tr("Orders of this user");
        case SearchKind::Courier: return SearchItems::tr("Orders of courier %1 · %2").arg(id, campus);
        case SearchKind::Product: return SearchItems::tr("Product · %1").arg(id);
        case SearchKind::Payment:
            return hit.status.empty() ? SearchItems::tr("Payment of order %1").arg(text(hit.order))
                                      : SearchItems::tr("Payment · %1").arg(statusOf(hit, &api::owedKindFrom));
        case SearchKind::Return: return SearchItems::tr("Return of order %1").arg(text(hit.order));
        case SearchKind::Refund:
            return SearchItems::tr("Refund %1 · %2").arg(id, statusOf(hit, &api::refundStatusFrom));
        case SearchKind::Campaign: return SearchItems::tr("Campaign · %1").arg(id);
        case SearchKind::Sale: return SearchItems::tr("Flash sale · %1").arg(campus);
        case SearchKind::Person: return SearchItems::tr("Person · %1").arg(id);
        case SearchKind::Campus: return SearchItems::tr("Campus · %1").arg(id);
    }
    return {};
}

QString titleOf(const SearchHit& hit) {
    if (hit.kind == SearchKind::Refund) {  // by what people know of it
        return hit.order.empty() ? text(hit.name) : text(hit.order);
    }
    return hit.name.empty() ? text(hit.id) : text(hit.name);
}

QString iconOf(SearchKind kind) {
    switch (kind) {
        case SearchKind::Order: return QStringLiteral("orders");
        case SearchKind::User:
        case SearchKind::Person: return QStringLiteral("person");
        case SearchKind::Courier: return QStringLiteral("courier");
        case SearchKind::Product: return QStringLiteral("product");
        case SearchKind::Payment: return QStringLiteral("pay");
        case SearchKind::Return: return QStringLiteral("returns");
        case SearchKind::Refund: return QStringLiteral("refund");
        case SearchKind::Campaign: return QStringLiteral("campaign");
        case SearchKind::Sale: return QStringLiteral("seckill");
        case SearchKind::Campus: return QStringLiteral("campus");
    }
    return {};
}

}  // namespace

QString label(SearchKind kind) {
    switch (kind) {
        case SearchKind::Order: return SearchItems::tr("Orders");
        case SearchKind::User: return SearchItems::tr("Users");
        case SearchKind::Courier: return SearchItems::tr("Couriers");
        case SearchKind::Product: return SearchItems::tr("Products");
        case SearchKind::Payment: return SearchItems::tr("Payments");
        case SearchKind::Return: return SearchItems::tr("Returns");
        case SearchKind::Refund: return SearchItems::tr("Refunds");
        case SearchKind::Campaign: return SearchItems::tr("Campaigns");
        case SearchKind::Sale: return SearchItems::tr("Flash sales");
        case SearchKind::Person: return SearchItems::tr("People");
        case SearchKind::Campus: return SearchItems::tr("Campuses");
    }
    return {};
}

PaletteItem searchItem(const SearchHit& hit, UiContext& context) {
    // Whoever looks for a courier mostly wants to call: the telephone stands first, as a narrow palette cuts the end.
    const QString phone = hit.kind == SearchKind::Courier ? context.couriers.phoneOf(CourierId(hit.id)) : QString();
    PaletteItem item;
    item.title = titleOf(hit);
    item.detail = detailOf(hit, context.scope);
    if (!phone.isEmpty()) {
        item.detail.prepend(shownLine(phone) + QStringLiteral(" · "));
    }
    if (hit.isDisabled) {
        item.detail = SearchItems::tr("%1 · disabled").arg(item.detail);
    }
    item.iconName = iconOf(hit.kind);
    item.run = [place = placeFor(hit), &navigator = context.navigator] { navigator.open(place.page, place.target); };
    item.group = label(hit.kind);
    item.key =
        text(std::string(api::toText(hit.kind))) + QLatin1Char('/') + text(hit.id) + QLatin1Char('/') + text(hit.order);
    return item;
}

}  // namespace evenhand::ui
