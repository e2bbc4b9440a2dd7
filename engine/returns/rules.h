// SPDX-License-Identifier: GPL-3.0-or-later
// Return rules: how long something may come back, what is approved without anybody, what restocking costs.
// Thread: pure functions, any; the others that of the engine; stateless.
#pragma once

#include <string>
#include <string_view>

#include "engine/api/returns_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/return_store.h"

namespace evenhand::returns {

/// Hundredths of a percent that are kept of this return's refund: 0 before pick-up (the goods never left), for history
/// and for reasons without a fee.
[[nodiscard]] std::int64_t feePoints(const api::ReturnPolicy& policy, api::OrderStatus status,
                                     std::string_view reasonCode, bool history) noexcept;
/// Rounded down.
[[nodiscard]] Money feeOf(Money amount, std::int64_t points) noexcept;
/// Whether a return for this reason is approved by rule while no more than `committed` is refunded of its order, it
/// included.
[[nodiscard]] bool approvesByRule(const api::ReturnPolicy& policy, std::string_view reasonCode,
                                  Money committed) noexcept;
/// What its history says of it: "auto_approval; 500; damaged", "restocking_fee; 1000; 45" (points, minor units).
[[nodiscard]] std::string autoApprovalText(const api::ReturnPolicy& policy, std::string_view reasonCode);
[[nodiscard]] std::string feeText(std::int64_t points, Money fee);

/// WrongStatus (window): delivered longer ago than the policy allows.
[[nodiscard]] Result<void> expectInWindow(store::Database& database, Instant now, const api::ReturnPolicy& policy,
                                          const store::returns::Deducted& order);

/// Does what a rule decides as the system, in the same unit of work as what it follows from.
class AsSystem final : public runtime::UnitOfWork {
public:
    explicit AsSystem(runtime::UnitOfWork& work);

    [[nodiscard]] Instant now() const noexcept override { return m_work.now(); }
    [[nodiscard]] Instant wallNow() const noexcept override { return m_work.wallNow(); }
    [[nodiscard]] const api::Call& call() const noexcept override { return m_call; }
    [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override { return m_work.keyspace(); }
    [[nodiscard]] store::Database& database() noexcept override { return m_work.database(); }
    [[nodiscard]] Rng& rng() noexcept override { return m_work.rng(); }
    [[nodiscard]] Result<std::string> publish(std::string_view topic,
                                              std::initializer_list<runtime::Field> fields) override {
        return m_work.publish(topic, fields);
    }
    [[nodiscard]] Result<void> afterCommit(const std::function<Result<void>(keyspace::Keyspace&)>& step) override {
        return m_work.afterCommit(step);
    }
    [[nodiscard]] bool atomic() const noexcept override { return m_work.atomic(); }
    [[nodiscard]] Result<void> turnBack(Instant to) override { return m_work.turnBack(to); }
    void emit(api::Event event) override { m_work.emit(std::move(event)); }
    void note(std::string subject, std::string detail) override { m_work.note(std::move(subject), std::move(detail)); }
    void setOperation(api::Operation operation) override { m_work.setOperation(operation); }
    [[nodiscard]] Result<void> record(api::AuditRecord record) override { return m_work.record(std::move(record)); }

protected:
    void addUndo(std::function<Result<void>(keyspace::Keyspace&)> step) override {
        m_work.undoWith([&step] { return std::move(step); });
    }

private:
    runtime::UnitOfWork& m_work;
    api::Call m_call;
};

}  // namespace evenhand::returns
