// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded run of the real rules on a faulty disk: placing, paying, dispatch, courier reports, reassigning, cancelling,
// duty. What is left must keep every answer that was given, and every invariant that can be read from a workspace.
#pragma once

#include <QTemporaryDir>
#include <map>
#include <memory>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "tests/support/fault_disk.h"

namespace evenhand::test {

class OrderRun {
public:
    explicit OrderRun(std::uint64_t seed) : m_seed(seed) {
        m_path = m_folder.filePath(QStringLiteral("w")).toStdString();
        m_disk.plan(Fault::None, 0, 0, 1);
        auto made = app::Workspace::create(m_path, {}, options());
        if (!made) {
            problem = made.error().text();
            return;
        }
        std::vector<api::CourierInput> couriers;
        for (int i = 0; i < 5; ++i) {
            const auto id = "k" + std::to_string(i);
            couriers.push_back({CourierId(id), CampusId(i < 3 ? "north" : "south"), id, "", true});
        }
        auto enrolled = (*made)->dispatch().upsertCouriers(m_call, couriers);
        auto stocked = (*made)->orders().upsertProducts(m_call, {{Sku("tea"), "Tea", Money{250}, 100'000}}, false);
        // Timers that fall due while it runs.
        api::TimerPolicy policy;
        policy.unpaidMs = 25'000;
        policy.unassignedMs = 4'000;
        policy.pickUpLateMs = 15'000;
        policy.deliveryLateMs = 20'000;
        policy.autoConfirmMs = 30'000;
        policy.autoReassign = true;
        policy.alertRepeatMs = 10'000;
        (*made)->runUntilIdle();
        for (const auto* campus : {"north", "south"}) {
            (void)(*made)->timers().setPolicy(m_call, CampusId(campus), policy);
        }
        (*made)->runUntilIdle();
        if (!enrolled.result() || !stocked.result()) {
            problem = "cannot be set up";
        }
        made->reset();
        m_fresh = m_disk.image();
    }

    void run(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t faultSeed) {
        m_workspace.reset();
        m_disk.restore(*m_fresh);
        m_clock.set({1'700'000'000'000});
        m_placed.clear();
        m_paid.clear();
        m_closed.clear();
        m_next = 0;
        m_disk.plan(fault, at, count, faultSeed);
        Rng rng(m_seed);
        open();
        for (int round = 0; round < 12 && !m_disk.dead() && m_workspace; ++round) {
            for (std::int64_t i = rng.between(2, 8); i > 0; --i) {
                act(rng);
            }
            m_clock.advanceMs(rng.between(0, 20'000));
            for (std::int64_t i = rng.between(1, 3); i > 0; --i) {
                (void)m_workspace->step();
            }
        }
        m_operations = m_disk.operations();
    }

    /// The next process; unless told otherwise whatever is still going on is drained.
    void comeBack(bool losePower = false, bool drained = true) {
        if (!m_disk.dead()) {
            m_disk.plan(losePower ? Fault::PowerLoss : Fault::Kill, 1, 1, 1);
        }
        m_workspace.reset();
        m_disk.restart(losePower);
        open();
        if (drained) {
            drain();
        }
    }
    void heal() {
        m_disk.plan(Fault::None, 0, 0, 1);
        drain();
    }

    void check() {
        if (!problem.empty() || !m_workspace) {
            return;
        }
        for (const auto& [no, fate] : m_placed) {
            const auto detail = m_workspace->orders().detail(m_call, OrderNo(no)).result();
            const bool acknowledged = fate;
            if (acknowledged && !detail) {
                problem += " order " + no + " was acknowledged and is lost;";
                continue;
            }
            if (detail && m_paid.count(no) > 0 && m_paid[no] && !detail->paymentNo && detail->owed.empty()) {
                problem += " the payment of " + no + " was acknowledged and is lost;";
            }
            if (detail && m_closed.count(no) > 0 && m_closed[no] && detail->row.status != api::OrderStatus::Closed) {
                problem += " the closing of " + no + " was acknowledged and is lost;";
            }
            if (detail && detail->row.status == api::OrderStatus::Paid && !detail->row.wait) {
                problem += " order " + no + " is paid, without courier and does not wait;";
            }
        }
        const auto inspected =
            m_workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(m_checks, {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    if (verdict.finding.violations > 0) {
                        problem += " " + verdict.id + ": " + verdict.finding.offenders.front() + ";";
                    }
                }
                return {};
            });
        if (!inspected) {
            problem += inspected.error().text();
        }
    }

    std::string problem;
    [[nodiscard]] std::int64_t operations() const { return m_operations; }
    [[nodiscard]] bool struck() const { return m_disk.struck(); }
    [[nodiscard]] std::uint64_t digest() {
        return m_workspace ? m_workspace->core().embedded()->keyspace().digest() : 0;
    }
    [[nodiscard]] std::size_t acknowledged() const {
        std::size_t count = 0;
        for (const auto& [no, yes] : m_paid) {
            count += yes ? 1 : 0;
        }
        return count;
    }

private:
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = 1;
        options.threaded = false;
        options.vfs = m_disk.vfs();
        options.engine.batchCommands = 4;
        options.engine.checkpointPages = 40;
        options.engine.fold.journalBytes = 3'000;
        options.engine.fold.sliceBytes = 500;
        return options;
    }

    void open() {
        auto opened = app::Workspace::open(m_path, options());
        if (opened) {
            m_workspace = std::move(*opened);
        } else if (!m_disk.dead() && !m_disk.struck()) {
            problem = "cannot be opened: " + opened.error().text();
        }
    }
    void drain() {
        for (int i = 0; i < 30 && m_workspace; ++i) {
            m_workspace->runUntilIdle();
            m_clock.advanceMs(60'000);
        }
    }
    template <typename T>
    void note(api::Answer<T> answer, std::map<std::string, bool>& into, const std::string& key) {
        into.emplace(key, false);
        answer.then([this, &into, key](const Result<T>& result) {
            bool done = result.has_value();
            if constexpr (std::is_same_v<T, std::vector<api::RowOutcome>>) {
                done = done && !result->front().error;
            }
            if (done && m_disk.dead()) {
                problem = key + " was acknowledged by a dead process";
            }
            into[key] = into[key] || done;
        });
    }
    std::string some(Rng& rng) { return "o" + std::to_string(rng.between(1, std::max<std::int64_t>(1, m_next))); }

    void act(Rng& rng) {
        const auto what = rng.below(12);
        if (what < 5) {
            const auto no = "o" + std::to_string(++m_next);
            api::PlaceOrder order;
            order.key = no;
            order.orderNo = OrderNo(no);
            order.user = UserId("u");
            order.campus = CampusId(rng.below(3) == 0 ? "south" : "north");
            order.lines = {{Sku("tea"), 1 + rng.between(0, 3), Money{250}}};
            m_amounts[no] = order.lines.front().quantity * 250;
            note(m_workspace->orders().place(m_call, order), m_placed, no);
            if (rng.below(4) != 0) {
                note(m_workspace->orders().pay(m_call, {base::PaymentNo("p" + no), OrderNo(no), Money{m_amounts[no]}}),
                     m_paid, no);
            }
        } else if (what < 7) {
            const auto no = some(rng);
            note(m_workspace->orders().cancel(m_call, {{OrderNo(no), 0}}), m_closed, no);
        } else if (what < 9) {
            (void)m_workspace->dispatch().reassign(m_call, {{OrderNo(some(rng)), 0}}, {});
        } else if (what < 11) {
            const auto detail = m_workspace->orders().detail(m_call, OrderNo(some(rng))).result();
            if (detail && !detail->row.courier.empty()) {
                api::CourierReport report;
                report.kind = detail->row.status == api::OrderStatus::Delivering ? api::CourierReport::Kind::Delivered
                                                                                 : api::CourierReport::Kind::PickedUp;
                report.orderNo = detail->row.orderNo;
                report.courier = detail->row.courier;
                report.epoch = detail->row.epoch;
                (void)m_workspace->orders().report(m_call, report);
            }
        } else {
            (void)m_workspace->dispatch().setDuty(m_call, CourierId("k" + std::to_string(rng.below(5))),
                                                  rng.below(3) != 0);
        }
    }

    const std::uint64_t m_seed;
    const api::Call m_call{api::Actor::administrator("test"), "because", {}};
    const std::vector<runtime::Check> m_checks = app::allChecks();
    QTemporaryDir m_folder;
    FaultDisk m_disk;
    std::string m_path;
    std::shared_ptr<const FaultDisk::Image> m_fresh;
    base::VirtualClock m_clock{{1'700'000'000'000}};
    std::map<std::string, bool> m_placed;  ///< order number → acknowledged
    std::map<std::string, bool> m_paid;
    std::map<std::string, bool> m_closed;
    std::map<std::string, std::int64_t> m_amounts;
    std::int64_t m_next = 0;
    std::int64_t m_operations = 0;
    std::unique_ptr<app::Workspace> m_workspace;
};

}  // namespace evenhand::test
