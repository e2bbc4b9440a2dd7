// SPDX-License-Identifier: GPL-3.0-or-later
// How much may be asked for at a time: every list of every desk, by how many rows, and by their ids. The bound itself
// is answered; one more, and less than one, are refused and named.
#include <QtTest>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desk_world.h"
#include "engine/api/limits.h"

namespace test_bounds {

using namespace evenhand;
using test::DeskWorld;

namespace {

const ActivityId kSale("sale");
constexpr std::int64_t kDayMs = 86'400'000;

/// Asks for so many; what was refused, if it was.
using Ask = std::function<std::optional<Error>(DeskWorld& world, std::int64_t count)>;
struct Bound {
    std::int64_t least = 1;
    std::int64_t most = api::kMaxPageRows;
    const char* field = "limit";
    Ask ask;
};

template <typename T>
std::optional<Error> refusalOf(const Result<T>& result) {
    return result ? std::nullopt : std::optional(result.error());
}

/// A list of which `ask(world, limit)` answers the beginning.
template <typename Answered>
Bound list(Answered ask, std::int64_t most = api::kMaxPageRows) {
    return {1, most, "limit",
            [ask](DeskWorld& world, std::int64_t limit) { return refusalOf(world.get(ask(world, limit))); }};
}
/// A page by a query of its own.
template <typename Query, typename Answered>
Bound page(Answered ask, std::int64_t most = api::kMaxPageRows) {
    return list(
        [ask](DeskWorld& world, std::int64_t limit) {
            Query query;
            query.limit = limit;
            return ask(world, query);
        },
        most);
}
/// Rows by their ids, none of which is there.
template <typename Id, typename Answered>
Bound byIds(Answered ask) {
    return {0, api::kMaxRowIds, "ids", [ask](DeskWorld& world, std::int64_t count) {
                return refusalOf(world.get(ask(world, std::vector<Id>(static_cast<std::size_t>(count), Id{7}))));
            }};
}

const std::map<std::string, Bound>& bounds() {
    using World = DeskWorld&;
    static const std::map<std::string, Bound> s_bounds{
        {"orders.rows", byIds<OrderId>([](World w, auto ids) { return w.orders().rows(w.call, std::move(ids)); })},
        {"returns.rows",
         byIds<ReturnId>([](World w, auto ids) { return w.workspace->returns().rows(w.call, std::move(ids)); })},
        {"refunds.rows",
         byIds<RefundId>([](World w, auto ids) { return w.workspace->refunds().rows(w.call, std::move(ids)); })},
        {"orders.products", list([](World w, auto limit) { return w.orders().products(w.call, {}, limit); })},
        {"orders.owedPayments", list([](World w, auto limit) { return w.orders().owedPayments(w.call, 0, limit); })},
        {"dispatch.waiting", list([](World w, auto limit) { return w.dispatch().waiting(w.call, {}, limit); })},
        {"dispatch.deadLetters", list([](World w, auto limit) { return w.dispatch().deadLetters(w.call, limit); })},
        {"dispatch.findCouriers",
         list([](World w, auto limit) { return w.dispatch().findCouriers(w.call, {}, limit); })},
        {"shop.couriers", list([](World w, auto limit) { return w.workspace->shop().couriers(w.call, {}, limit); })},
        {"shop.stockHistory",
         list([](World w, auto limit) { return w.workspace->shop().stockHistory(w.call, Sku("tea"), 0, limit); })},
        {"seckill.log", list([](World w, auto limit) { return w.workspace->seckill().log(w.call, kSale, limit); })},
        {"seckill.pending",
         list([](World w, auto limit) { return w.workspace->seckill().pending(w.call, kSale, limit); })},
        {"seckill.deadLetters",
         list([](World w, auto limit) { return w.workspace->seckill().deadLetters(w.call, kSale, limit); })},
        {"tasks.ringHistory",
         list([](World w, auto limit) { return w.workspace->tasks().ringHistory(w.call, limit); })},
        {"backups.backups", list([](World w, auto limit) { return w.workspace->backups().backups(w.call, limit); })},
        {"feed.after",
         list([](World w, auto limit) { return w.workspace->feed().after(w.call, {}, limit); }, api::kMaxFeedEvents)},
        {"orders.page",
         page<api::OrderQuery>([](World w, const auto& query) { return w.orders().page(w.call, query); })},
        {"returns.page",
         page<api::ReturnQuery>([](World w, const auto& query) { return w.workspace->returns().page(w.call, query); })},
        {"refunds.page",
         page<api::RefundQuery>([](World w, const auto& query) { return w.workspace->refunds().page(w.call, query); })},
        {"ledger.page",
         page<api::LedgerQuery>([](World w, const auto& query) { return w.workspace->ledger().page(w.call, query); })},
        {"shop.products", page<api::ProductQuery>(
                              [](World w, const auto& query) { return w.workspace->shop().products(w.call, query); })},
        {"timers.page",
         page<api::TimerQuery>([](World w, const auto& query) { return w.workspace->timers().page(w.call, query); })},
        {"alerts.page",
         page<api::AlertQuery>([](World w, const auto& query) { return w.workspace->alerts().page(w.call, query); })},
        {"tasks.page",
         page<api::TaskQuery>([](World w, const auto& query) { return w.workspace->tasks().page(w.call, query); })},
        {"webhooks.deliveries", page<api::DeliveryQuery>([](World w, const auto& query) {
             return w.workspace->webhooks().deliveries(w.call, query);
         })},
        {"campaigns.draws", page<api::DrawQuery>([](World w, const auto& query) {
             return w.workspace->campaigns().draws(w.call, query);
         })},
        {"search.search", list(
                              [](World w, auto limit) {
                                  api::SearchQuery query;
                                  query.text = "tea";
                                  query.limit = limit;
                                  return w.workspace->search().search(w.call, query);
                              },
                              api::kMaxSearchLimit)},
        {"audit.page",
         page<api::AuditQuery>([](World w, const auto& query) { return w.workspace->audit().page(w.call, query); })}};
    return s_bounds;
}

}  // namespace

class TestBounds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_world = std::make_unique<DeskWorld>();
        DONE(m_world->couriers({"ann"}));
        DONE(m_world->product("tea", 1'000));
        const auto now = m_world->clock.now();
        DONE(m_world->get(m_world->workspace->seckill().setUp(
            m_world->call, {kSale, "Sale", Sku("tea"), CampusId("north"), Money{1}, 10, now, now.plusMs(kDayMs)})));
        DONE(m_world->get(m_world->workspace->seckill().start(m_world->call, kSale)));
    }
    void cleanupTestCase() { m_world.reset(); }

    void asMuchAsTheBound_data() { addBounds(); }
    void asMuchAsTheBound() {
        QFETCH(QString, name);
        const auto& bound = bounds().at(name.toStdString());
        for (const auto count : {bound.least, bound.most}) {
            const auto refusal = bound.ask(*m_world, count);
            QVERIFY2(!refusal, refusal ? refusal->text().c_str() : "");
        }
    }

    void oneMoreIsRefused_data() { addBounds(); }
    void oneMoreIsRefused() {
        QFETCH(QString, name);
        const auto& bound = bounds().at(name.toStdString());
        std::vector<std::int64_t> refused{bound.most + 1};
        if (bound.least > 0) {
            refused.insert(refused.end(), {bound.least - 1, -1, std::numeric_limits<std::int64_t>::max()});
        }
        for (const auto count : refused) {
            const auto refusal = bound.ask(*m_world, count);
            QVERIFY2(refusal, std::to_string(count).c_str());
            QCOMPARE(refusal->code, ErrorCode::InvalidArgument);
            QCOMPARE(refusal->field, std::string(bound.field));
            QCOMPARE(refusal->value, std::to_string(count));
        }
    }

    void noListBeginsBeforeItsFirstRow() {
        auto& world = *m_world;
        REFUSED_FIELD(world.get(world.orders().owedPayments(world.call, -1, 1)), ErrorCode::InvalidArgument, "offset");
        REFUSED_FIELD(world.get(world.workspace->shop().stockHistory(world.call, Sku("tea"), -1, 1)),
                      ErrorCode::InvalidArgument, "offset");
    }

private:
    static void addBounds() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, bound] : bounds()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    std::unique_ptr<DeskWorld> m_world;
};

}  // namespace test_bounds

QTEST_GUILESS_MAIN(test_bounds::TestBounds)
#include "test_bounds.moc"
