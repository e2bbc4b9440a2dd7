// SPDX-License-Identifier: GPL-3.0-or-later
// The unit of work of an engine: one object, set up anew for each command, message and due item. What is the same for
// all stands here: the frozen instant, the call, the audit entry, the events of the batch. Where the keyspace is, how
// it is undone and what becomes of messages is its kind's: EngineUnit, or the unit of the shared deployment. Thread:
// the engine's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/audit_log.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::runtime {

class BatchUnit : public UnitOfWork {
public:
    /// Position in what was done to the keyspace: as long as it is the same, nothing was.
    using Mark = std::uint64_t;

    explicit BatchUnit(std::uint64_t seed) : m_rng(seed) {}

    void attach(store::Database* database) noexcept { m_database = database; }
    /// Without one nothing is audited.
    void attach(AuditLog* audit) noexcept { m_audit = audit; }
    void prepare(Instant now, const api::Call& call) {
        m_now = now;
        m_call = &call;
        m_subject.clear();
        m_detail.clear();
        m_operation = call.operation;
        m_turnedBack = false;
        if (m_audit != nullptr) {
            m_auditMark = m_audit->mark();
        }
        begins(now);
    }

    [[nodiscard]] Instant now() const noexcept final { return m_now; }
    [[nodiscard]] Instant wallNow() const noexcept final {
        return m_audit != nullptr ? m_audit->instantAt(m_now) : m_now;
    }
    [[nodiscard]] const api::Call& call() const noexcept final { return *m_call; }
    [[nodiscard]] store::Database& database() noexcept final { return *m_database; }
    [[nodiscard]] Rng& rng() noexcept final { return m_rng; }

    [[nodiscard]] virtual Mark mark() const noexcept = 0;
    /// What the unit did to the keyspace since `mark`, which is that of its beginning, is taken back.
    virtual void undoTo(Mark mark) = 0;
    /// What the unit wrote is undone.
    void undone() {
        if (m_audit != nullptr) {
            m_audit->undoTo(m_auditMark);
        }
    }
    /// The unit has called turnBack(); now() is where engine time goes on.
    [[nodiscard]] bool turnedBack() const noexcept { return m_turnedBack; }
    void emit(api::Event event) final { events.push_back(std::move(event)); }
    using UnitOfWork::note;
    void note(std::string subject, std::string detail) final {
        if (m_subject.empty()) {
            m_subject = std::move(subject);
        }
        m_detail += (m_detail.empty() || detail.empty() ? "" : "; ") + detail;
    }
    void setOperation(api::Operation operation) final { m_operation = operation; }
    [[nodiscard]] Result<void> record(api::AuditRecord record) final {
        if (m_audit == nullptr) {
            return {};
        }
        if (record.actor.empty()) {
            record.actor = m_call->actor.name;
            record.via = m_call->actor.via;
        }
        return m_audit->append(*m_database, m_now, std::move(record));
    }
    /// The unit has changed something and is to be kept: its own entry, if its operation is audited.
    [[nodiscard]] Result<void> conclude() {
        if (m_audit == nullptr || !m_operation) {
            return {};
        }
        const auto& info = api::infoOf(*m_operation);
        const auto via = m_call->actor.via;
        if (!info.audited || (info.peopleOnly && via != api::Via::Console && via != api::Via::CommandLine)) {
            return {};
        }
        api::AuditRecord own;
        own.operation = info.name;
        own.reason = m_call->reason;
        own.subject = std::move(m_subject);
        own.detail = std::move(m_detail);
        return record(std::move(own));
    }

    std::vector<api::Event> events;  ///< of the batch so far

protected:
    /// The unit begins at this instant.
    virtual void begins(Instant now) = 0;
    /// Of turnBack().
    void timeIs(Instant to) noexcept {
        m_now = to;
        m_turnedBack = true;
    }

private:
    store::Database* m_database = nullptr;
    Rng m_rng;
    Instant m_now;
    bool m_turnedBack = false;
    const api::Call* m_call = nullptr;
    AuditLog* m_audit = nullptr;
    AuditLog::Mark m_auditMark;
    std::optional<api::Operation> m_operation;
    std::string m_subject;  ///< of the unit's own entry
    std::string m_detail;
};

}  // namespace evenhand::runtime
