// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenAPI document against the table of routes.
#include <QTest>
#include <boost/json/serialize.hpp>
#include <set>

#include "engine/api/alert_types.h"
#include "engine/api/dispatch_desk.h"
#include "engine/api/limits.h"
#include "engine/api/refund_types.h"
#include "engine/api/returns_types.h"
#include "engine/api/shift_types.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/router.h"
#include "engine/ingest/routes/openapi.h"
#include "engine/ingest/routes/routes.h"

namespace test_openapi {

using namespace evenhand;
using namespace evenhand::ingest;
namespace json = boost::json;

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

void references(const json::value& value, std::set<std::string>& found) {
    if (const auto* object = value.if_object()) {
        for (const auto& member : *object) {
            if (member.key() == "$ref") {
                found.insert(std::string(member.value().as_string()));
            }
            references(member.value(), found);
        }
    } else if (const auto* array = value.if_array()) {
        for (const auto& element : *array) {
            references(element, found);
        }
    }
}

/// What clients were told, by the name of the operation: it changes only on purpose, here too.
constexpr std::string_view kExpected[] = {
    "listAlerts GET /v1/alerts by alerts.read 200",
    "acknowledgeAlert POST /v1/alerts/{alert_id}/acknowledge by alerts.acknowledge 200 keyed refuses not_found "
    "wrong_status conflict",
    "silenceAlert POST /v1/alerts/{alert_id}/silence by alerts.write 200 keyed refuses not_found wrong_status conflict",
    "resolveAlert POST /v1/alerts/{alert_id}/resolve by alerts.write 200 keyed refuses not_found wrong_status conflict",
    "getAlertLimits GET /v1/alert_limits by alerts.read 200",
    "setAlertLimits POST /v1/alert_limits by rules.write 200 keyed refuses conflict",
    "getStockHistory GET /v1/products/{sku}/history by shop.read 200 refuses not_found",
    "listRefunds GET /v1/refunds by returns.read 200",
    "assignRefund POST /v1/refunds/{refund_id}/assign by cases.write 200 keyed refuses not_found conflict",
    "noteRefund POST /v1/refunds/{refund_id}/note by cases.write 200 keyed refuses not_found",
    "noteOrder POST /v1/orders/{order_no}/note by orders.note 200 keyed refuses not_found",
    "reassignOrder POST /v1/orders/{order_no}/reassign by orders.reassign 200 keyed refuses not_found wrong_status "
    "conflict no_courier_on_duty load_limit",
    "addCampus POST /v1/campuses by campuses.write 201 keyed refuses already_exists",
    "correctStock POST /v1/products/{sku}/corrections by products.write 200 keyed refuses not_found out_of_stock "
    "overflow",
    "listCampuses GET /v1/campuses by shop.read 200",
    "listCouriers GET /v1/couriers by shop.read 200",
    "listProducts GET /v1/products by shop.read 200",
    "receiveStock POST /v1/products/{sku}/receipts by products.write 200 keyed refuses not_found overflow",
    "setCampusDisabled POST /v1/campuses/{campus_id}/disabled by campuses.write 200 keyed refuses not_found conflict "
    "wrong_status",
    "setCourierDisabled POST /v1/couriers/{courier_id}/disabled by couriers.write 200 keyed refuses not_found conflict",
    "setProductDisabled POST /v1/products/{sku}/disabled by products.write 200 keyed refuses not_found conflict "
    "wrong_status",
    "attemptSeckill POST /v1/seckill/{activity_id}/attempts by seckill.attempt 200 keyed refuses not_found",
    "cancelOrder POST /v1/orders/{order_no}/cancel by orders.cancel 200 keyed refuses not_found wrong_status",
    "draw POST /v1/campaigns/{campaign_id}/draws by campaigns.draw 200 keyed refuses not_found",
    "extendOrder POST /v1/orders/{order_no}/extend by orders.extend 200 keyed refuses not_found wrong_status conflict",
    "getDraw GET /v1/campaigns/{campaign_id}/draws/{draw_id} by campaigns.read 200 refuses not_found",
    "getHealth GET /healthz by anybody 200",
    "getMetrics GET /metrics by metrics.read 200",
    "getOpenApi GET /openapi.json by anybody 200",
    "openConsole GET /v1/console by anybody 101",
    "getOrder GET /v1/orders/{order_no} by orders.read 200 refuses not_found",
    "getReadiness GET /readyz by anybody 200 refuses read_only",
    "getReservation GET /v1/seckill/{activity_id}/attempts/{user_id} by seckill.read 200",
    "getReturn GET /v1/orders/{order_no}/returns/{return_no} by returns.read 200 refuses not_found",
    "getRoster GET /v1/couriers/{courier_id}/roster by shop.read 200 refuses not_found",
    "setRoster POST /v1/couriers/{courier_id}/roster by couriers.write 200 keyed refuses not_found conflict",
    "setRosterException POST /v1/couriers/{courier_id}/roster/exceptions/{day} by couriers.write 200 keyed refuses "
    "not_found conflict",
    "removeRosterException POST /v1/couriers/{courier_id}/roster/exceptions/{day}/remove by couriers.write 200 keyed "
    "refuses not_found conflict",
    "getCrew GET /v1/crew by shop.read 200 refuses not_found",
    "setCampusLoadLimit POST /v1/campuses/{campus_id}/load_limit by campuses.write 200 keyed refuses not_found "
    "conflict",
    "assignReturn POST /v1/orders/{order_no}/returns/{return_no}/assign by cases.write 200 keyed refuses not_found "
    "conflict",
    "noteReturn POST /v1/orders/{order_no}/returns/{return_no}/note by cases.write 200 keyed refuses not_found",
    "getReturnRules GET /v1/campuses/{campus_id}/return_rules by returns.read 200 refuses not_found",
    "setReturnRules POST /v1/campuses/{campus_id}/return_rules by rules.write 200 keyed refuses not_found conflict",
    "getCommonReturnRules GET /v1/return_rules by returns.read 200",
    "setCommonReturnRules POST /v1/return_rules by rules.write 200 keyed refuses conflict",
    "getCaseSettings GET /v1/case_settings by returns.read 200",
    "setCaseSettings POST /v1/case_settings by rules.write 200 keyed refuses conflict",
    "assignPayment POST /v1/payments/{payment_no}/assign by cases.write 200 keyed refuses not_found conflict",
    "refundPayment POST /v1/payments/{payment_no}/refund by payments.refund 200 keyed refuses not_found wrong_status "
    "conflict",
    "notePayment POST /v1/payments/{payment_no}/note by cases.write 200 keyed refuses not_found",
    "listOrders GET /v1/orders by orders.read 200",
    "getDispatch GET /v1/campuses/{campus_id}/dispatch by shop.read 200 refuses not_found",
    "listOwedPayments GET /v1/payments/owed by returns.read 200",
    "matchPayment POST /v1/payments/{payment_no}/match by payments.match 200 keyed refuses not_found wrong_status "
    "conflict",
    "notifyPayment POST /v1/payments by payments.notify 200 refuses key_reused overflow",
    "placeOrder POST /v1/orders by orders.place 201 keyed refuses unknown_sku out_of_stock disabled not_found "
    "already_exists",
    "reportDelivery POST /v1/orders/{order_no}/reports by couriers.report 200 keyed refuses not_found wrong_status "
    "stale_epoch",
    "requestReturn POST /v1/orders/{order_no}/returns by returns.request 201 keyed refuses not_found wrong_status "
    "exceeds_deducted",
    "search GET /v1/search by search.read 200",
    "setDuty POST /v1/couriers/{courier_id}/duty by couriers.report 200 keyed refuses not_found conflict "
    "disabled",
    "setLoadLimit POST /v1/couriers/{courier_id}/load_limit by couriers.write 200 keyed refuses not_found conflict",
    "streamEvents GET /v1/events by events.read 200",
    "upsertCouriers POST /v1/couriers by couriers.write 200 keyed refuses conflict disabled",
    "upsertProducts POST /v1/products by products.write 200 keyed"};

std::string lineOf(const Route& route) {
    auto line = std::string(route.operationId) + " " + std::string(toText(route.method)) + " " +
                std::string(route.pattern) + " by " +
                (route.scope ? std::string(api::toText(*route.scope)) : std::string("anybody")) + " " +
                std::to_string(route.success) + (route.keyed ? " keyed" : "");
    for (std::size_t i = 0; i < route.refusals.size(); ++i) {
        line += (i == 0 ? " refuses " : " ") + std::string(errorName(route.refusals[i]));
    }
    return line;
}

}  // namespace

class TestOpenApi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRouteStandsThere() {
        std::size_t operations = 0;
        for (const auto& path : m_document.at("paths").as_object()) {
            operations += path.value().as_object().size();
        }
        QCOMPARE(operations, routes().size());
        for (const Route& route : routes()) {
            const auto& operation = operationOf(route);
            QCOMPARE(std::string(operation.at("operationId").as_string()), std::string(route.operationId));
            QVERIFY(operation.at("responses").as_object().contains(std::to_string(route.success)));
            QCOMPARE(operation.contains("requestBody"), !route.requestSchema.empty());
            QCOMPARE(operation.at("security").as_array().size(), std::size_t{route.scope ? 1U : 0U});
        }
    }

    void everyRouteIsAsItWasAgreed() {
        std::set<std::string> found;
        for (const Route& route : routes()) {
            found.insert(lineOf(route));
        }
        QCOMPARE(found.size(), std::size(kExpected));
        for (const auto line : kExpected) {
            QVERIFY2(found.contains(std::string(line)), line.data());
        }
    }

    void refusalsOfEveryRouteStandThere() {
        for (const Route& route : routes()) {
            const auto& responses = operationOf(route).at("responses").as_object();
            const auto tells = [&](std::string_view status, std::string_view reason) {
                const auto* response = responses.if_contains(status);
                return response != nullptr && json::serialize(*response).find(reason) != std::string::npos;
            };
            QVERIFY2(tells("503", "too_many_connections"), route.operationId.data());
            QCOMPARE(tells("504", "no_answer_yet"), route.scope.has_value());
            QCOMPARE(tells("503", "outcome_unknown"), route.scope.has_value() && route.method != Method::Get);
            QVERIFY2(!route.keyed || tells("422", "key_reused"), route.operationId.data());
            for (const ErrorCode code : route.refusals) {
                QVERIFY2(tells(std::to_string(statusOf(code)), errorName(code)), route.operationId.data());
            }
        }
    }

    void routesKeepTheirPromises() {
        std::set<std::string_view> ids;
        std::set<std::pair<std::string_view, std::string_view>> places;
        for (const Route& route : routes()) {
            QVERIFY(ids.insert(route.operationId).second);
            QVERIFY(places.insert({route.pattern, toText(route.method)}).second);
            QVERIFY(route.handler != nullptr && !route.summary.empty());
            QVERIFY(route.pattern.starts_with('/') && !route.pattern.ends_with('/'));
            // What changes something names a scope, takes a body, and may be sent again.
            if (route.method != Method::Get) {
                QVERIFY2(route.pattern.starts_with("/v1/"), route.operationId.data());
                QVERIFY2(!route.requestSchema.empty(), route.operationId.data());
            }
        }
    }

    void everyReferenceLeadsSomewhere() {
        std::set<std::string> found;
        references(m_document, found);
        QVERIFY(!found.empty());
        const auto& components = m_document.at("components").as_object().at("schemas").as_object();
        std::set<std::string> names;
        for (const auto& reference : found) {
            constexpr std::string_view kPlace = "#/components/schemas/";
            QVERIFY2(reference.starts_with(kPlace), reference.c_str());
            names.insert(reference.substr(kPlace.size()));
            QVERIFY2(components.contains(reference.substr(kPlace.size())), reference.c_str());
        }
        for (const Schema& schema : schemas()) {
            QVERIFY2(names.contains(std::string(schema.name)), schema.name.data());
        }
        QCOMPARE(components.size(), schemas().size());
    }

    void everyParameterOfAPathIsDescribed() {
        for (const Route& route : routes()) {
            const auto& operation = operationOf(route);
            std::size_t described = 0;
            if (const auto* parameters = operation.if_contains("parameters")) {
                described = parameters->as_array().size();
            }
            QCOMPARE(described, parameterNames(route.pattern).size() + route.query.size() + (route.keyed ? 1 : 0));
        }
    }

    void limitsAreTheEngines() {
        const auto limitOf = [this](const char* where) {
            return m_document.at("components").at("schemas").at_pointer(where).to_number<std::int64_t>();
        };
        QCOMPARE(limitOf("/Products/properties/products/items/properties/stock/maximum"), api::kMaxStock);
        QCOMPARE(limitOf("/OrderLine/properties/quantity/maximum"), api::kMaxOrderQuantity);
        QCOMPARE(limitOf("/NewOrder/properties/lines/maxItems"), std::int64_t{api::kMaxOrderLines});
        QCOMPARE(limitOf("/OrderNote/properties/note/maxLength"), std::int64_t{api::kMaxNote});
        QCOMPARE(limitOf("/CaseNote/properties/note/maxLength"), std::int64_t{api::kMaxNote});
        QCOMPARE(limitOf("/DefaultLoadLimit/properties/load_limit/maximum"), api::kMaxLoadLimit);
        QCOMPARE(limitOf("/Shifts/maxItems"), std::int64_t{api::kMaxShiftsOfDay});
        QCOMPARE(limitOf("/ReturnRules/properties/window_days/maximum"), api::kMaxWindowDays);
        QCOMPARE(limitOf("/ReturnRules/properties/fee_points/maximum"), api::kMaxFeePoints);
        QCOMPARE(limitOf("/ReturnRules/properties/auto_reasons/maxItems"), std::int64_t{api::kMaxReturnReasons});
        QCOMPARE(limitOf("/ReturnReasons/maxItems"), std::int64_t{api::kMaxReturnReasons});
        QCOMPARE(limitOf("/ReturnReasons/items/properties/name/maxLength"), std::int64_t{base::kMaxNameCharacters});
        QCOMPARE(limitOf("/CaseAgeLimit/maximum"), api::kMaxCaseAgeMs);
        QCOMPARE(limitOf("/NewAlertLimits/properties/spread/maximum"), api::kMaxSpreadLimit);
        QCOMPARE(limitOf("/AlertBudgetPercent/maxItems"),
                 static_cast<std::int64_t>(api::AlertLimits().budgetPercent.size()));
        QCOMPARE(limitOf("/NewReturn/properties/lines/maxItems"), std::int64_t{api::kMaxReturnLines});
        QCOMPARE(limitOf("/NewReturn/properties/lines/items/properties/units/maximum"), api::kMaxReturnUnits);
    }

    void isOfItsVersion() {
        QCOMPARE(std::string(m_document.at("openapi").as_string()), "3.1.0");
        QCOMPARE(std::string(m_document.at("info").as_object().at("version").as_string()), EVENHAND_VERSION);
        QVERIFY(!json::serialize(m_document).empty());
    }

private:
    const json::object& operationOf(const Route& route) const {
        const auto& path = m_document.at("paths").as_object().at(json::string_view(route.pattern)).as_object();
        return path.at(lower(toText(route.method))).as_object();
    }

    const json::object m_document = openApi(routes(), schemas());
};

}  // namespace test_openapi

QTEST_APPLESS_MAIN(test_openapi::TestOpenApi)
#include "test_openapi.moc"
