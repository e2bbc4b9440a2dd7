// SPDX-License-Identifier: GPL-3.0-or-later
// A client of the real rules that keeps many commands under way: placing, paying, cancelling, reassigning, courier
// reports. It notes what was acknowledged; afterwards all of that must be there, once, and every invariant must hold.
// Over a line to a service as well. Thread: one at a time, beside an engine with threads of its own.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/base/rng.h"

namespace evenhand::test {

/// What became of commands, also of those of another process.
struct Fates {
    std::map<std::string, std::set<std::string>> acknowledged;  ///< "placed", "paid", "closed" → order numbers
    std::map<std::string, std::int64_t> epochs;                 ///< order → highest one acknowledged
    std::set<std::string> refused;                              ///< orders that were certainly not placed
    std::map<std::string, int> errors;                          ///< name of the code → how often

    /// One line of a child's output.
    void note(const std::string& what, const std::string& order, std::int64_t epoch) {
        if (what == "moved") {
            epochs[order] = std::max(epochs[order], epoch);
        } else if (what == "refused") {
            refused.insert(order);
        } else if (what == "error") {
            ++errors[order];
        } else {
            acknowledged[what].insert(order);
        }
    }
    [[nodiscard]] std::size_t placed() const {
        const auto found = acknowledged.find("placed");
        return found == acknowledged.end() ? 0 : found->second.size();
    }
    void add(const Fates& other) {
        for (const auto& [what, orders] : other.acknowledged) {
            acknowledged[what].insert(orders.begin(), orders.end());
        }
        for (const auto& [order, epoch] : other.epochs) {
            epochs[order] = std::max(epochs[order], epoch);
        }
        refused.insert(other.refused.begin(), other.refused.end());
    }
};

class OrderClient {
public:
    using Tell = std::function<void(const std::string& what, const std::string& order, std::int64_t epoch)>;

    /// `prefix` of order numbers. `tell` hears of each fate besides `fates`.
    OrderClient(api::EngineApi& workspace, std::string prefix, std::uint64_t seed, Tell tell = {},
                api::Actor actor = api::Actor::administrator("test"))
        : m_workspace(workspace),
          m_call{std::move(actor), "because", {}},
          m_prefix(std::move(prefix)),
          m_rng(seed),
          m_tell(std::move(tell)) {}

    /// Couriers on duty on two campuses, and stock.
    [[nodiscard]] Result<void> populate() {
        std::vector<api::CourierInput> couriers;
        for (int i = 0; i < 6; ++i) {
            const auto id = "k" + std::to_string(i);
            couriers.push_back({CourierId(id), CampusId(i < 4 ? "north" : "south"), id, "", true});
        }
        EVENHAND_TRY(m_workspace.dispatch().upsertCouriers(m_call, couriers).result());
        return m_workspace.orders()
            .upsertProducts(m_call, {{Sku("tea"), "Tea", Money{250}, 1'000'000}}, false)
            .result();
    }
    /// At least `actions` more, at most `window` of them under way at once; every one is answered when this returns.
    void run(int actions, std::size_t window) {
        for (int i = 0; i < actions && !stop; ++i) {
            act();
            while (m_waiting.size() > window) {
                take();
            }
        }
        while (!m_waiting.empty()) {
            take();
        }
    }

    Fates fates;
    std::atomic<int> answered{0};
    std::atomic<bool> stop{false};

private:
    void take() {
        m_waiting.front()();
        m_waiting.pop_front();
        ++answered;
    }
    void note(const std::string& what, const std::string& order, std::int64_t epoch = 0) {
        fates.note(what, order, epoch);
        if (m_tell) {
            m_tell(what, order, epoch);
        }
    }
    void error(const Error& error) { note("error", std::string(base::errorName(error.code))); }
    std::string some() { return m_prefix + std::to_string(m_rng.between(1, m_next)); }

    void act() {
        const auto what = m_next == 0 ? 0 : m_rng.below(12);
        if (what < 6) {
            place();
        } else if (what < 8) {
            cancel(some());
        } else if (what < 10) {
            reassign(some());
        } else {
            report(some());
        }
    }
    void place() {
        const auto no = m_prefix + std::to_string(++m_next);
        api::PlaceOrder order;
        order.key = no;
        order.orderNo = OrderNo(no);
        order.user = UserId("u");
        order.campus = CampusId(m_rng.below(3) == 0 ? "south" : "north");
        order.lines = {{Sku("tea"), m_rng.between(1, 4), Money{250}}};
        m_waiting.push_back([this, no, answer = m_workspace.orders().place(m_call, order)]() mutable {
            const auto placed = answer.result();
            if (placed) {
                note("placed", no);
            } else {
                error(placed.error());
                if (placed.error().code != ErrorCode::OutcomeUnknown) {
                    note("refused", no);
                }
            }
        });
        if (m_rng.below(5) == 0) {
            return;
        }
        const Money amount{order.lines.front().quantity * 250};
        m_waiting.push_back(
            [this, no, answer = m_workspace.orders().pay(m_call, {PaymentNo("P" + no), OrderNo(no), amount})] {
                if (const auto paid = answer.result(); !paid) {
                    error(paid.error());
                } else if (paid->outcome == api::PaymentOutcome::Accepted) {
                    note("paid", no);
                }
            });
    }
    void cancel(const std::string& no) {
        m_waiting.push_back([this, no, answer = m_workspace.orders().cancel(m_call, {{OrderNo(no), 0}})] {
            if (const auto closed = answer.result(); !closed) {
                error(closed.error());
            } else if (!closed->front().error) {
                note("closed", no);
            }
        });
    }
    void reassign(const std::string& no) {
        m_waiting.push_back([this, no, answer = m_workspace.dispatch().reassign(m_call, {{OrderNo(no), 0}}, {})] {
            if (const auto moved = answer.result(); !moved) {
                error(moved.error());
            } else if (!moved->front().error) {
                note("moved", no, moved->front().epoch);
            }
        });
    }
    void report(const std::string& no) {
        const auto detail = m_workspace.orders().detail(m_call, OrderNo(no)).result();
        if (!detail || detail->row.courier.empty()) {
            return;
        }
        api::CourierReport report;
        report.kind = detail->row.status == api::OrderStatus::Delivering ? api::CourierReport::Kind::Delivered
                                                                         : api::CourierReport::Kind::PickedUp;
        report.orderNo = detail->row.orderNo;
        report.courier = detail->row.courier;
        report.epoch = detail->row.epoch;
        m_waiting.push_back([answer = m_workspace.orders().report(m_call, report)] { (void)answer.result(); });
    }

    api::EngineApi& m_workspace;
    const api::Call m_call;
    const std::string m_prefix;
    Rng m_rng;
    const Tell m_tell;
    std::int64_t m_next = 0;
    std::deque<std::function<void()>> m_waiting;
};

/// What of `fates` a workspace does not hold, or holds though it was refused; empty: nothing.
inline std::string lostOf(api::EngineApi& workspace, const Fates& fates, const api::Call& call) {
    std::string fault;
    const auto has = [&](const char* what, const std::string& order) {
        const auto found = fates.acknowledged.find(what);
        return found != fates.acknowledged.end() && found->second.contains(order);
    };
    std::set<std::string> orders = fates.refused;
    for (const auto& [what, list] : fates.acknowledged) {
        orders.insert(list.begin(), list.end());
    }
    for (const auto& no : orders) {
        const auto detail = workspace.orders().detail(call, OrderNo(no)).result();
        if (!detail) {
            fault += fates.refused.contains(no) ? "" : " " + no + " was acknowledged and is lost;";
            continue;
        }
        if (fates.refused.contains(no)) {
            fault += " " + no + " was refused and happened;";
        }
        if (has("paid", no) && !detail->paymentNo) {
            fault += " the payment of " + no + " was acknowledged and is lost;";
        }
        if (has("closed", no) && detail->row.status != api::OrderStatus::Closed) {
            fault += " the closing of " + no + " was acknowledged and is lost;";
        }
        const auto epoch = fates.epochs.find(no);
        if (epoch != fates.epochs.end() && detail->row.epoch < epoch->second) {
            fault += " a reassignment of " + no + " was acknowledged and is lost;";
        }
    }
    return fault;
}

/// What is wrong with a workspace that should hold `fates`; empty: nothing.
inline std::string faultOf(app::Workspace& workspace, const Fates& fates) {
    auto fault = lostOf(workspace, fates, {api::Actor::administrator("test"), "because", {}});
    const auto inspected =
        workspace.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), {database, keyspace}));
            for (const auto& verdict : verdicts) {
                if (verdict.finding.violations > 0) {
                    fault += " " + verdict.id + ": " + verdict.finding.offenders.front() + ";";
                }
            }
            return {};
        });
    return inspected ? fault : fault + " " + inspected.error().text();
}

/// Of the committed keyspace, as recovery would load it.
inline std::uint64_t digestOf(const app::Workspace& workspace) {
    std::uint64_t digest = 0;
    const auto inspected =
        workspace.inspect([&](store::Database&, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            digest = keyspace.digest();
            return {};
        });
    return inspected ? digest : 0;
}

}  // namespace evenhand::test
