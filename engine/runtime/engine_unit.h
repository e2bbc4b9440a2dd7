// SPDX-License-Identifier: GPL-3.0-or-later
// The unit of work of the embedded engine: one object, set up anew for each command, message and due item.
// Thread: the engine's.
#pragma once

#include <vector>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/runtime/audit_log.h"
#include "engine/runtime/topics.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::runtime {

class EngineUnit final : public UnitOfWork {
public:
    EngineUnit(keyspace::EmbeddedKeyspace& keyspace, std::uint64_t seed) : m_keyspace(keyspace), m_rng(seed) {}

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
        m_keyspace.setNow(now);
    }

    [[nodiscard]] Instant now() const noexcept override { return m_now; }
    [[nodiscard]] Instant wallNow() const noexcept override {
        return m_audit != nullptr ? m_audit->instantAt(m_now) : m_now;
    }
    [[nodiscard]] const api::Call& call() const noexcept override { return *m_call; }
    [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override { return m_keyspace; }
    [[nodiscard]] store::Database& database() noexcept override { return *m_database; }
    [[nodiscard]] Rng& rng() noexcept override { return m_rng; }
    [[nodiscard]] Result<std::string> publish(std::string_view topic, std::initializer_list<Field> fields) override {
        const auto key = streamKey(topic);
        std::vector<std::string_view> args{"XADD", key, "*"};
        args.reserve(args.size() + 2 * fields.size());
        for (const auto& [name, value] : fields) {
            args.push_back(name);
            args.push_back(value);
        }
        EVENHAND_ASSIGN(auto reply, m_keyspace.call(args));
        return std::move(reply.text);
    }
    [[nodiscard]] bool atomic() const noexcept override { return true; }
    /// What the unit wrote is undone.
    void undone() {
        if (m_audit != nullptr) {
            m_audit->undoTo(m_auditMark);
        }
    }
    [[nodiscard]] Result<void> turnBack(Instant to) override {
        m_keyspace.turnBack(to);
        m_now = to;
        m_turnedBack = true;
        return {};
    }
    /// The unit has called turnBack(); now() is where engine time goes on.
    [[nodiscard]] bool turnedBack() const noexcept { return m_turnedBack; }
    void emit(api::Event event) override { events.push_back(std::move(event)); }
    using UnitOfWork::note;
    void note(std::string subject, std::string detail) override {
        if (m_subject.empty()) {
            m_subject = std::move(subject);
        }
        m_detail += (m_detail.empty() || detail.empty() ? "" : "; ") + detail;
    }
    void setOperation(api::Operation operation) override { m_operation = operation; }
    [[nodiscard]] Result<void> record(api::AuditRecord record) override {
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

private:
    keyspace::EmbeddedKeyspace& m_keyspace;
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
