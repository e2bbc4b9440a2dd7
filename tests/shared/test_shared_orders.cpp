// SPDX-License-Identifier: GPL-3.0-or-later
// The business on engines that share a database and a Redis: orders are placed, paid, dispatched and reported by
// several at the same time, and afterwards stock, money, ids and the audit log are what one engine would have left.
#include <QtTest>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/log.h"
#include "engine/dispatch/consumers.h"
#include "engine/dispatch/roster.h"
#include "engine/orders/catalogue.h"
#include "engine/orders/pay.h"
#include "engine/orders/place.h"
#include "engine/orders/report.h"
#include "shared_world.h"
#include "tests/support/expect.h"

namespace test_shared_orders {

using namespace evenhand;
using shared::SharedEngine;
using test::SharedWorld;

namespace {

const CampusId kCampus{"north"};
constexpr std::size_t kEngines = 3;
constexpr int kOrders = 120;  // of each
constexpr std::int64_t kStock = 10'000;

const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

std::string numberOf(std::size_t engine, int order) {
    return "E" + std::to_string(engine) + "-" + std::to_string(order);
}

}  // namespace

class TestSharedOrders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});
    }
    void init() {
        m_world = std::make_unique<SharedWorld>();
        QVERIFY2(m_world->start(), m_world->problem.c_str());
        for (auto& engine : m_engines) {
            runtime::EngineOptions options;
            options.conflictTries = 50;  // all of them sell the same product all the time
            engine = m_world->engine(false, options);
            DONE(engine->start());
        }
        api::CampusPolicy policy;
        DONE(wait<void>(0, [&](runtime::UnitOfWork& work) {
            return dispatch::upsertCampus(work, {kCampus, "North", policy});
        }));
        DONE(wait<void>(1, [](runtime::UnitOfWork& work) {
            std::vector<api::CourierInput> couriers;
            for (const auto* id : {"a", "b", "c"}) {
                couriers.push_back({CourierId(id), kCampus, std::string("Name of ") + id, "", true});
            }
            return dispatch::upsertCouriers(work, couriers);
        }));
        DONE(wait<void>(2, [](runtime::UnitOfWork& work) {
            return orders::upsertProducts(work, {{Sku("tea"), "tea", Money{100}, kStock}}, false);
        }));
        (void)m_world->messages.take();
    }
    void cleanup() {
        for (auto& engine : m_engines) {
            engine.reset();
        }
        m_world.reset();
    }

    void ordersGoThroughAllEnginesAtOnce() {
        // Each places its own, the next one pays them, the one after that dispatches.
        each<api::PlacedOrder>([](std::size_t engine, int order) {
            return [engine, order](runtime::UnitOfWork& work) {
                api::PlaceOrder placing;
                placing.key = numberOf(engine, order);
                placing.orderNo = OrderNo(placing.key);
                placing.user = UserId("user");
                placing.campus = kCampus;
                placing.lines = {{Sku("tea"), 1, Money{100}}};
                return orders::place(work, placing);
            };
        });
        each<api::PaymentAnswer>([](std::size_t engine, int order) {
            const auto number = numberOf((engine + 1) % kEngines, order);
            return [number](runtime::UnitOfWork& work) {
                return orders::pay(work, {PaymentNo("P" + number), OrderNo(number), Money{100}});
            };
        });
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM payment"), all());
        deliver();
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM assignment"), all());
        for (const auto kind : {api::CourierReport::Kind::PickedUp, api::CourierReport::Kind::Delivered}) {
            each<void>([kind](std::size_t engine, int order) {
                const auto number = numberOf((engine + 2) % kEngines, order);
                return [kind, number](runtime::UnitOfWork& work) -> Result<void> {
                    auto& statement = work.database().statement(
                        "SELECT a.courier_id FROM assignment a JOIN orders o ON o.order_id = a.order_id WHERE "
                        "o.order_no = ?");
                    statement.bind(number);
                    EVENHAND_TRY(statement.query());
                    const auto courier = statement.next() ? statement.text("courier_id") : std::string();
                    statement.finish();
                    return orders::report(work, {kind, OrderNo(number), CourierId(courier), 1, {}});
                };
            });
        }
        QCOMPARE(m_world->number("SELECT stock FROM product WHERE sku = 'tea'"), kStock - all());
        QCOMPARE(m_world->number("SELECT COUNT(DISTINCT order_id) FROM orders"), all());
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM order_event WHERE kind = 'delivered'"), all());
        // The ledger: every engine has changed a row of its own, and they say what the entries say.
        QCOMPARE(m_world->number("SELECT COUNT(DISTINCT stripe) FROM ledger_balance WHERE debit > 0"),
                 static_cast<std::int64_t>(kEngines));
        QCOMPARE(m_world->number("SELECT SUM(debit) FROM ledger_balance"),
                 m_world->number("SELECT SUM(amount) FROM ledger_entry"));
        QCOMPARE(m_world->number("SELECT SUM(credit) FROM ledger_balance"), 100 * all());
        // Every engine gives ids of blocks of its own; one more where a batch was run again.
        QVERIFY(m_world->number("SELECT COUNT(DISTINCT (order_id - 1) DIV 1000) FROM orders") >=
                static_cast<std::int64_t>(kEngines));
    }

    void theAuditLogIsOneChain() {
        each<void>([](std::size_t engine, int order) {
            return [engine, order](runtime::UnitOfWork& work) {
                api::AuditRecord record;
                record.operation = api::infoOf(api::Operation::OrdersPlace).name;
                record.subject = "order " + numberOf(engine, order);
                return work.record(std::move(record));
            };
        });
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM audit_entry WHERE subject LIKE 'order E%'"), all());
        QCOMPARE(m_world->number("SELECT MAX(seq) - COUNT(*) FROM audit_entry"), std::int64_t{0});
    }

private:
    [[nodiscard]] static std::int64_t all() { return static_cast<std::int64_t>(kEngines) * kOrders; }

    template <typename T, typename Rule>
    Result<T> wait(std::size_t engine, Rule rule) {
        auto answer = m_engines.at(engine)->ask<T>(kCall, rule);
        answer.waitForFinished();
        return answer.result();
    }
    /// A command for each engine and order, all at once.
    template <typename T, typename Make>
    void each(Make make) {
        std::vector<api::Answer<T>> answers;
        for (int order = 0; order < kOrders; ++order) {
            for (std::size_t engine = 0; engine < kEngines; ++engine) {
                answers.push_back(m_engines.at(engine)->template ask<T>(kCall, make(engine, order)));
            }
        }
        for (auto& answer : answers) {
            answer.waitForFinished();
            DONE(answer.result());
        }
    }
    /// What was published, each message by one engine or another.
    void deliver() {
        const auto messages = m_world->messages.take();
        std::set<std::string> dispatched;
        std::vector<api::Answer<void>> answers;
        for (const auto& message : messages) {
            if (message.topic == "order@@first" && dispatched.insert(std::string(message.field("no"))).second) {
                answers.push_back(m_engines.at(answers.size() % kEngines)
                                      ->ask<void>(kCall, [this, message](runtime::UnitOfWork& work) {
                                          return m_consumer.handle(work, message);
                                      }));
            }
        }
        for (auto& answer : answers) {
            answer.waitForFinished();
            DONE(answer.result());
        }
    }

    std::unique_ptr<SharedWorld> m_world;
    std::array<std::unique_ptr<SharedEngine>, kEngines> m_engines;
    dispatch::OrderConsumer m_consumer;
};

}  // namespace test_shared_orders

QTEST_GUILESS_MAIN(test_shared_orders::TestSharedOrders)
#include "test_shared_orders.moc"
