// SPDX-License-Identifier: GPL-3.0-or-later
// The plain facts of an order (api::kOrderFields): each has names of its own, and stands in the JSON of a row and in
// the schema; and both are, letter for letter, what clients were promised.
#include <QTest>
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <set>
#include <string>
#include <variant>

#include "engine/api/order_desk.h"
#include "engine/ingest/routes/order_json.h"
#include "engine/ingest/routes/routes.h"

namespace test_order_fields {

using namespace evenhand;
using namespace evenhand::ingest;

namespace json = boost::json;

namespace {

/// Has every fact that an order can have.
api::OrderRow fullRow() {
    api::OrderRow row;
    row.id = OrderId{7};
    row.orderNo = OrderNo("A-1");
    row.user = UserId("u \"1\"");
    row.campus = CampusId("north");
    row.status = api::OrderStatus::WaitPickUp;
    row.payable = Money{1'250};
    row.placedAt = Instant{1'715'300'000'000};
    row.paidAt = Instant{1'715'300'000'001};
    row.courier = CourierId("k1");
    row.courierName = "Ann";
    row.epoch = 3;
    row.wait = api::WaitReason::NoCourier;
    row.closeReason = api::CloseReason::Returned;
    row.version = 5;
    row.limit = Instant{1'715'300'000'002};
    return row;
}

/// JSON with ` for ", which moc does not take for the end of a string.
std::string jsonText(std::string_view text) {
    std::string json(text);
    std::replace(json.begin(), json.end(), '`', '"');
    return json;
}

constexpr std::string_view kFull =
    "{`order_no`:`A-1`,`user_id`:`u \\`1\\``,`campus_id`:`north`,`status`:`WAIT_PICK_UP`,`payable_minor`:1250,"
    "`placed_at`:1715300000000,`paid_at`:1715300000001,`courier_id`:`k1`,`courier_name`:`Ann`,`epoch`:3,"
    "`waits_for`:`no_courier`,`close_reason`:`returned`,`late_at`:1715300000002,`version`:5}";
constexpr std::string_view kBare =
    "{`order_no`:`A-1`,`user_id`:`u`,`campus_id`:`north`,`status`:`WAIT_PAY`,`payable_minor`:0,`placed_at`:0,"
    "`epoch`:0,`version`:0}";

constexpr std::string_view kSchema =
    "{`type`:`object`,`required`:[`order_no`,`user_id`,`campus_id`,`status`,`payable_minor`,`placed_at`,`epoch`,"
    "`version`],`properties`:{`order_no`:{`$ref`:`#/components/schemas/Id`},"
    "`user_id`:{`$ref`:`#/components/schemas/Id`},`campus_id`:{`$ref`:`#/components/schemas/Id`},"
    "`status`:{`$ref`:`#/components/schemas/OrderStatus`},`payable_minor`:{`$ref`:`#/components/schemas/Minor`},"
    "`placed_at`:{`$ref`:`#/components/schemas/InstantMs`},`paid_at`:{`$ref`:`#/components/schemas/InstantMs`},"
    "`courier_id`:{`$ref`:`#/components/schemas/Id`},`courier_name`:{`type`:`string`},"
    "`epoch`:{`type`:`integer`,`description`:`of the assignment; a courier's report names it`},"
    "`waits_for`:{`type`:`string`,`enum`:[`message`,`no_courier`,`paused`,`dead_letter`,`at_limit`]},"
    "`close_reason`:{`type`:`string`,`enum`:[`timeout`,`cancelled`,`returned`]},`version`:{`type`:`integer`},"
    "`late_at`:{`$ref`:`#/components/schemas/InstantMs`,`description`:"
    "`when the stage (assignment, pick-up, delivery) should have moved on; late from then until it has`},"
    "`lines`:{`type`:`array`,`items`:{`$ref`:`#/components/schemas/OrderedLine`}},"
    "`payment_no`:{`$ref`:`#/components/schemas/Id`},`paid_minor`:{`$ref`:`#/components/schemas/Minor`},"
    "`discount_minor`:{`$ref`:`#/components/schemas/Minor`},"
    "`history`:{`type`:`array`,`items`:{`type`:`object`,`required`:[`at`,`kind`],`properties`:{"
    "`at`:{`$ref`:`#/components/schemas/InstantMs`},`kind`:{`type`:`string`}}}}}}";

json::object schemaOfOrder() {
    for (const Schema& schema : schemas()) {
        if (schema.name == "Order") {
            return json::parse(json::string_view(schema.json)).as_object();
        }
    }
    return {};
}

}  // namespace

class TestOrderFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachHasNamesOfItsOwn() {
        std::set<std::string_view> names;
        std::set<std::string_view> columns;
        for (const auto& field : api::kOrderFields) {
            QVERIFY2(!field.name.empty() && names.insert(field.name).second, field.name.data());
            QVERIFY2(field.csv.empty() || columns.insert(field.csv).second, field.name.data());
        }
    }

    /// Nothing was added or taken away by the way: what clients read is what they read before.
    void aRowIsLetterForLetterWhatItWas() {
        QCOMPARE(json::serialize(orderJson(fullRow())), jsonText(kFull));
        api::OrderRow bare;
        bare.orderNo = OrderNo("A-1");
        bare.user = UserId("u");
        bare.campus = CampusId("north");
        QCOMPARE(json::serialize(orderJson(bare)), jsonText(kBare));
    }

    void theSchemaIsLetterForLetterWhatItWas() { QCOMPARE(json::serialize(schemaOfOrder()), jsonText(kSchema)); }

    /// A courier without a name has an empty one; an order without a courier has none.
    void aNameStandsBesideEachCourier() {
        auto row = fullRow();
        row.courierName.clear();
        QCOMPARE(std::string(orderJson(row).at("courier_name").as_string()), std::string());
        row.courier = {};
        QVERIFY(!orderJson(row).contains("courier_id") && !orderJson(row).contains("courier_name"));
    }

    void eachStandsInTheRowAndInTheSchema() {
        const auto row = orderJson(fullRow());
        const auto schema = schemaOfOrder();
        const auto& properties = schema.at("properties").as_object();
        for (const auto& field : api::kOrderFields) {
            const json::string_view name(field.name);
            const auto* type = properties.if_contains(name);
            QVERIFY2(type != nullptr, field.name.data());
            const auto value = field.value(fullRow());
            if (std::holds_alternative<std::monostate>(value)) {
                continue;  // this row has none: not a fact that was there when this test was written
            }
            const auto* told = row.if_contains(name);
            QVERIFY2(told != nullptr, field.name.data());
            QCOMPARE(told->is_int64(), std::holds_alternative<std::int64_t>(value));
            const auto text = json::serialize(schema.at("required"));
            QCOMPARE(text.find('"' + std::string(field.name) + '"') != std::string::npos, field.isRequired);
        }
    }

    /// A word that the engine can say and the schema cannot would be refused by clients that check.
    void theWordsAreAllThatTheEngineSays() {
        for (const auto word : api::kWaitWords) {
            QVERIFY2(api::waitReasonFrom(word).has_value(), word.data());
        }
        for (const auto word : api::kCloseWords) {
            QVERIFY2(api::closeReasonFrom(word).has_value(), word.data());
        }
        QCOMPARE(std::size(api::kWaitWords), static_cast<std::size_t>(api::WaitReason::AtLimit) + 1);
        QCOMPARE(std::size(api::kCloseWords), static_cast<std::size_t>(api::CloseReason::Returned) + 1);
        for (const auto& field : api::kOrderFields) {
            QCOMPARE(field.kind == api::OrderFieldKind::Code, !field.words.empty());
        }
    }
};

}  // namespace test_order_fields

QTEST_APPLESS_MAIN(test_order_fields::TestOrderFields)
#include "test_order_fields.moc"
