// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulation.h"

#include <QDir>
#include <QFile>
#include <utility>

#include "app/workspace/verification.h"
#include "engine/dispatch/calibrate.h"
#include "engine/dispatch/loads.h"
#include "engine/dispatch/steps.h"
#include "engine/dispatch/topics.h"
#include "tests/support/servers/other_connection.h"

namespace evenhand::sim {
namespace {

constexpr std::int64_t kStartWeight = 10'000;
constexpr int kSkus = 4;

std::string skuName(std::uint64_t number) { return "sku " + std::to_string(number); }

}  // namespace

Simulation::Simulation(std::uint64_t seed)
    : m_seed(seed),
      m_rng(seed),
      m_step(static_cast<std::int64_t>(1 + m_rng.below(30))),
      m_catchUp(m_rng.below(3) == 0),
      m_campusLimit(m_rng.below(2) == 0 ? 0 : static_cast<std::int64_t>(1 + m_rng.below(6))),
      m_model(kStartWeight, m_step, m_catchUp, m_campusLimit) {}

Simulation::~Simulation() {
    m_subscription.reset();
    if (m_workspace) {
        m_workspace->stop();
    }
}

bool Simulation::broken(const std::string& what) {
    if (m_fault.empty()) {
        m_fault = what;
    }
    return false;
}

template <typename T>
void Simulation::await(api::Answer<T> answer, std::function<bool(const T&)> done) {
    m_waiting.push_back([answer, done = std::move(done)]() -> std::optional<bool> {
        if (!answer.isFinished()) {
            return std::nullopt;
        }
        const auto result = answer.result();
        return !result || done(*result);
    });
}

void Simulation::await(api::Answer<void> answer, std::function<void()> done) {
    m_waiting.push_back([answer, done = std::move(done)]() -> std::optional<bool> {
        if (!answer.isFinished()) {
            return std::nullopt;
        }
        if (done && answer.result()) {
            done();
        }
        return true;
    });
}

bool Simulation::open(bool create) {
    const auto folder = m_folder.filePath(QString::number(m_crashes)).toStdString();
    app::OpenOptions options;
    options.clock = &m_clock;
    options.seed = m_seed + static_cast<std::uint64_t>(m_crashes);
    options.threaded = false;
    auto opened = create ? app::Workspace::create(
                               folder, {"CNY", 2, "Asia/Shanghai", "sim", evenhand::testing::freshDatabase()}, options)
                         : app::Workspace::open(folder, options);
    if (!opened) {
        return broken("open: " + opened.error().text());
    }
    m_workspace = std::move(*opened);
    m_subscription = m_workspace->subscribe([this](const std::vector<api::Event>& events) {
        m_events.insert(m_events.end(), events.begin(), events.end());
    });
    return true;
}

bool Simulation::run(int actions) {
    if (!open(true)) {
        return false;
    }
    api::CampusRow campus{m_campus, "Campus", {}};
    campus.policy.step = m_step;
    campus.policy.joinRule = m_catchUp ? api::JoinRule::CatchUp : api::JoinRule::FairFromNow;
    campus.policy.loadLimit = m_campusLimit;
    campus.policy.mode = m_rng.below(4) == 0 ? api::DispatchMode::Soft : api::DispatchMode::Strong;
    await(m_workspace->dispatch().upsertCampus(call(), campus));
    receiveStock();
    newCourier();
    newCourier();
    if (!quiesce()) {
        return false;
    }
    for (int i = 0; i < actions; ++i) {
        if (!act()) {
            return false;
        }
        const auto dice = m_rng.below(10);
        if (!(dice < 2 || (dice < 6 ? step() : quiesce()))) {
            return false;
        }
        if (m_rng.below(60) == 0 && !crash()) {
            return false;
        }
    }
    if (m_paused) {
        pause();
    }
    newCourier();
    return quiesce() && runChecks() && crash() && quiesce() && runChecks();
}

bool Simulation::settle() {
    std::vector<std::function<std::optional<bool>()>> open;
    for (auto& waiting : m_waiting) {
        const auto done = waiting();
        if (!done) {
            open.push_back(std::move(waiting));
        } else if (!*done) {
            return false;
        }
    }
    m_waiting = std::move(open);
    for (const auto& event : std::exchange(m_events, {})) {
        if (!m_model.apply(event)) {
            return broken(m_model.fault());
        }
    }
    return compare();
}

bool Simulation::step() {
    m_workspace->step();
    return settle();
}

bool Simulation::quiesce() {
    while (m_workspace->step()) {
        if (!settle()) {
            return false;
        }
    }
    if (!settle()) {
        return false;
    }
    if (!m_waiting.empty()) {
        return broken("idle, and a command has no answer");
    }
    // D1: quiescent, with a courier on duty who has room for it, every paid, open order has one.
    bool served = false;
    for (const auto& [id, courier] : m_model.couriers) {
        served = served || m_model.mayGet(id);
    }
    for (const auto& [id, order] : m_model.orders) {
        const bool open = order.status == api::OrderStatus::Paid || order.status == api::OrderStatus::WaitPickUp ||
                          order.status == api::OrderStatus::Delivering;
        if (served && !m_paused && open && order.courier.empty()) {
            return broken(order.no + " has no courier though one is on duty and has room");
        }
    }
    return true;
}

bool Simulation::compare() { return compareOrders() && compareWeights(); }

bool Simulation::compareOrders() {
    api::OrderQuery query;
    query.limit = 10'000;
    const auto rows = m_workspace->orders().page(call(), query).result();
    if (!rows) {
        return broken("page: " + rows.error().text());
    }
    if (rows->size() != m_model.orders.size()) {
        return broken("orders: " + std::to_string(rows->size()) + ", model " + std::to_string(m_model.orders.size()));
    }
    for (const auto& row : *rows) {
        const auto& order = m_model.orders[row.id.value];
        if (row.orderNo.str() != order.no || row.status != order.status || row.epoch != order.epoch ||
            (row.courier.str() != order.courier)) {
            return broken("order " + row.orderNo.str() + " is " + std::string(api::toText(row.status)) + ", epoch " +
                          std::to_string(row.epoch) + ", courier '" + row.courier.str() + "'; model " +
                          std::string(api::toText(order.status)) + ", " + std::to_string(order.epoch) + ", '" +
                          order.courier + "'");
        }
    }
    const auto products = m_workspace->orders().products(call(), {}, 100).result();
    for (const auto& product : *products) {
        if (product.stock != m_model.stock[product.sku.str()]) {
            return broken("stock of " + product.sku.str() + " is " + std::to_string(product.stock) + ", model " +
                          std::to_string(m_model.stock[product.sku.str()]));
        }
    }
    return true;
}

bool Simulation::compareWeights() {
    auto* engine = m_workspace->core().embedded();
    const auto snapshot = dispatch::weights(engine->keyspace(), dispatch::CampusKeys(m_campus));
    if (!snapshot) {
        return broken("weights: " + snapshot.error().text());
    }
    std::map<std::string, std::int64_t> found(snapshot->kept.begin(), snapshot->kept.end());
    for (const auto& [courier, weight] : snapshot->onDuty) {
        if (!m_model.couriers[courier.str()].onDuty) {
            return broken(courier.str() + " is on duty in the keyspace only");
        }
        found[courier.str()] = weight;
    }
    for (const auto& [courier, model] : m_model.couriers) {
        if (found[courier] != model.weight) {
            return broken(courier + " weighs " + std::to_string(found[courier]) + ", model " +
                          std::to_string(model.weight));
        }
    }
    const auto loads = dispatch::loads(engine->keyspace(), dispatch::CampusKeys(m_campus));
    for (const auto& [courier, model] : m_model.couriers) {
        if (loads->inHandOf(courier) != m_model.inHand(courier)) {
            return broken(courier + " has " + std::to_string(loads->inHandOf(courier)) + " orders in hand, model " +
                          std::to_string(m_model.inHand(courier)));
        }
    }
    const auto rows = dispatch::compareWeights(engine->database(), engine->keyspace(), m_campus);  // D3
    for (const auto& row : *rows) {
        if (row.difference != 0) {
            return broken("D3 of " + row.courier.str() + ": " + std::to_string(row.difference));
        }
    }
    return true;
}

bool Simulation::runChecks() {
    std::string fault;
    const auto done =
        m_workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            const runtime::ReadSnapshot snapshot{database, keyspace};
            EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), snapshot));
            for (const auto& verdict : verdicts) {
                if (verdict.finding.violations > 0) {
                    fault = verdict.id + ": " + verdict.finding.offenders.front();
                }
            }
            return {};
        });
    if (!done) {
        return broken("verify: " + done.error().text());
    }
    return fault.empty() || broken(fault);
}

bool Simulation::crash() {
    const auto from = m_folder.filePath(QString::number(m_crashes));
    const auto to = m_folder.filePath(QString::number(++m_crashes));
    QDir().mkdir(to);
    QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    if (const auto kept = evenhand::testing::copyWorkspace(from.toStdString(), to.toStdString()); !kept) {
        return broken("copy: " + kept.error().text());
    }
    m_subscription.reset();
    m_workspace->stop();
    m_workspace.reset();
    // What was asked and not answered may be lost.
    m_waiting.clear();
    m_events.clear();
    m_model.forgetAsked();
    QDir(from).removeRecursively();
    if (!open(false)) {
        return false;
    }
    const auto campuses = m_workspace->dispatch().campuses(call()).result();
    m_paused = !campuses->empty() && campuses->front().paused;
    return compare();
}

bool Simulation::act() {
    m_clock.advanceMs(static_cast<std::int64_t>(m_rng.below(3) == 0 ? m_rng.below(600'000) : m_rng.below(50)));
    switch (m_rng.below(26)) {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4:
        case 5: place(); break;
        case 6:
        case 7:
        case 8:
        case 9:
        case 10: pay(); break;
        case 11:
        case 12: cancel(); break;
        case 13:
        case 14: report(); break;
        case 15:
        case 16: reassign(); break;
        case 17: handOver(); break;
        case 18:
        case 19: duty(); break;
        case 20: redeliver(); break;
        case 21: m_rng.below(3) == 0 ? pause() : receiveStock(); break;
        case 22: calibrate(); break;
        case 23:
        case 24: limit(); break;
        default: m_couriers < 8 ? newCourier() : redeliver(); break;
    }
    return m_fault.empty();
}

const ModelOrder* Simulation::anyOrder() {
    if (m_ids.empty()) {
        return nullptr;
    }
    // Mostly recent ones: the others have come to rest.
    const auto size = m_ids.size();
    const auto back = m_rng.below(std::min<std::uint64_t>(size, m_rng.below(4) == 0 ? size : 12));
    return &m_model.orders.at(m_ids[size - 1 - back]);
}

std::string Simulation::anyCourier() {
    return "courier " + std::to_string(m_rng.below(static_cast<std::uint64_t>(m_couriers)));
}

void Simulation::place() {
    api::PlaceOrder order;
    const bool again = m_placed > 0 && m_rng.below(12) == 0;
    const auto number =
        again ? m_rng.below(static_cast<std::uint64_t>(m_placed)) : static_cast<std::uint64_t>(m_placed++);
    order.key = "N" + std::to_string(number);
    order.orderNo = OrderNo(order.key);
    order.user = UserId("u");
    order.campus = m_campus;
    std::map<std::string, std::int64_t> units;
    Rng body(m_seed * 1'000'003 + number);  // the same number has the same body, mostly
    if (again && m_rng.below(3) == 0) {
        order.user = UserId("somebody else");
    }
    for (std::uint64_t i = 1 + body.below(4); i > 0; --i) {
        const auto sku = skuName(body.below(kSkus));
        const auto quantity = static_cast<std::int64_t>(1 + body.below(5));
        units[sku] += quantity;
        order.lines.push_back({Sku(sku), quantity, Money{static_cast<std::int64_t>(body.below(50))}});
    }
    await<api::PlacedOrder>(m_workspace->orders().place(call(), order), [this, units](const api::PlacedOrder& placed) {
        if (!placed.repeated) {
            m_model.orderIs(placed.id.value, placed.orderNo.str(), units);
            m_ids.push_back(placed.id.value);
        }
        return true;
    });
}

void Simulation::pay() {
    api::PayOrder payment{PaymentNo("P" + std::to_string(m_paid)), OrderNo("nowhere"), Money{5}};
    if (m_rng.below(10) != 0) {
        ++m_paid;
    }
    if (const auto* order = anyOrder(); order != nullptr && m_rng.below(20) != 0) {
        payment.orderNo = OrderNo(order->no);
        auto detail = m_workspace->orders().detail(call(), payment.orderNo);
        if (const auto found = detail.result()) {
            payment.amount = found->row.payable;
        }
        payment.amount.minor += m_rng.below(15) == 0 ? 1 : 0;
    }
    await<api::PaymentAnswer>(m_workspace->orders().pay(call(), payment), [](const auto&) { return true; });
}

void Simulation::cancel() {
    if (const auto* order = anyOrder()) {
        await<std::vector<api::RowOutcome>>(m_workspace->orders().cancel(call(), {{OrderNo(order->no), 0}}),
                                            [](const auto&) { return true; });
    }
}

void Simulation::report() {
    if (const auto* order = anyOrder()) {
        api::CourierReport report;
        report.kind = static_cast<api::CourierReport::Kind>(m_rng.below(3));
        report.orderNo = OrderNo(order->no);
        report.courier = CourierId(m_rng.below(8) == 0 ? anyCourier() : order->courier);
        report.epoch = order->epoch - (m_rng.below(8) == 0 ? 1 : 0);
        report.note = "note";
        await(m_workspace->orders().report(call(), report));
    }
}

void Simulation::reassign() {
    const auto* order = anyOrder();
    if (order == nullptr) {
        return;
    }
    const CourierId to(m_rng.below(2) == 0 ? anyCourier() : std::string());
    const bool over = m_rng.below(3) == 0;
    await<std::vector<api::ReassignOutcome>>(
        m_workspace->dispatch().reassign(call(), {{OrderNo(order->no), 0}}, {to, over}),
        [this, to, over](const std::vector<api::ReassignOutcome>& outcomes) {
            if (!outcomes[0].error) {
                m_model.reassignedTo(outcomes[0].orderNo.str(), outcomes[0].epoch, to.str(), over);
            }
            return true;
        });
}

void Simulation::limit() {
    const auto courier = anyCourier();
    const auto orders = static_cast<std::int64_t>(m_rng.below(5));  // 0: any number
    const auto limit = m_rng.below(4) == 0 ? std::nullopt : std::optional(orders);
    m_model.limitAsked(courier, limit);
    await<std::int64_t>(m_workspace->dispatch().setLoadLimit(call(), CourierId(courier), limit),
                        [](std::int64_t) { return true; });
}

void Simulation::handOver() {
    await<std::vector<api::ReassignOutcome>>(m_workspace->dispatch().handOver(call(), CourierId(anyCourier()), {}),
                                             [](const auto&) { return true; });
}

void Simulation::duty() {
    const auto courier = anyCourier();
    const bool onDuty = m_rng.below(5) < 3;
    m_model.dutyAsked(courier, onDuty);
    await<std::int64_t>(m_workspace->dispatch().setDuty(call(), CourierId(courier), onDuty),
                        [](std::int64_t) { return true; });
}

void Simulation::newCourier() {
    const auto id = "courier " + std::to_string(m_couriers++);
    const bool onDuty = m_couriers < 3 || m_rng.below(3) != 0;
    m_model.dutyAsked(id, onDuty);
    await(m_workspace->dispatch().upsertCouriers(call(), {{CourierId(id), m_campus, id, "", onDuty}}));
}

void Simulation::pause() {
    m_paused = !m_paused;
    await<std::int64_t>(m_workspace->dispatch().setPaused(call(), m_campus, m_paused),
                        [](std::int64_t) { return true; });
}

void Simulation::calibrate() {
    await<std::vector<api::CalibrationRow>>(
        m_workspace->dispatch().calibrate(call(), m_campus), [this](const std::vector<api::CalibrationRow>& rows) {
            for (const auto& row : rows) {
                if (row.difference != 0) {
                    return broken("calibration found a drift at " + row.courier.str());
                }
            }
            return true;
        });
}

void Simulation::redeliver() {
    if (const auto* order = anyOrder()) {
        const auto epoch = 1 + static_cast<std::int64_t>(m_rng.below(static_cast<std::uint64_t>(order->epoch)));
        std::int64_t id = 0;
        for (const auto& [number, other] : m_model.orders) {
            id = other.no == order->no ? number : id;
        }
        const auto no = OrderNo(order->no);
        await(m_workspace->core().engine().ask<void>(call(), [this, id, no, epoch](runtime::UnitOfWork& work) {
            return dispatch::publishOrder(work, OrderId{id}, no, m_campus, epoch);
        }));
    }
}

void Simulation::receiveStock() {
    std::vector<api::ProductRow> rows;
    for (std::uint64_t i = 0; i < kSkus; ++i) {
        const auto units = static_cast<std::int64_t>(m_rng.below(60));
        rows.push_back({Sku(skuName(i)), skuName(i), Money{1}, units});
    }
    await(m_workspace->orders().upsertProducts(call(), rows, true), [this, rows] {
        for (const auto& row : rows) {
            m_model.stockReceived(row.sku.str(), row.stock);
        }
    });
}

}  // namespace evenhand::sim
