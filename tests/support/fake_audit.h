// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log's desk of FakeEngine: entries as a test writes them, a verification that can be held and made to find
// something.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include "engine/api/audit_desk.h"
#include "tests/support/fake_team.h"

namespace evenhand::test {

class FakeAudit final : public api::AuditDesk {
public:
    explicit FakeAudit(FakeEngine& engine) : m_engine(engine) {}

    void fill(int entries = 400);
    api::AuditRecord& add(const std::string& actor, const std::string& operation, api::AuditOutcome outcome,
                          const std::string& subject, const std::string& detail = {});
    /// The next verification finds these.
    void damage(std::vector<api::AuditFault> faults) { m_faults = std::move(faults); }
    [[nodiscard]] const std::vector<api::AuditRecord>& records() const { return m_records; }
    [[nodiscard]] std::vector<api::AuditRecord> select(const api::AuditFilter& filter) const;
    [[nodiscard]] const api::AuditFilter& exported() const { return m_exported; }
    [[nodiscard]] const std::vector<api::ExportNote>& exports() const { return m_exports; }
    [[nodiscard]] int verifications() const { return m_verifications; }

    api::Answer<std::vector<api::AuditRecord>> page(const api::Call&, api::AuditQuery) override;
    api::Answer<std::int64_t> count(const api::Call&, api::AuditFilter) override;
    api::Answer<api::AuditState> state(const api::Call&) override;
    api::Answer<api::AuditReport> verify(const api::Call&, std::function<void(std::int64_t)>) override;
    api::Answer<std::int64_t> exportCsv(const api::Call&, api::AuditFilter, std::string,
                                        std::function<void(std::int64_t)>) override;
    api::Answer<void> noteExport(const api::Call&, api::ExportNote) override;

private:
    FakeEngine& m_engine;
    std::vector<api::AuditRecord> m_records;
    std::vector<api::AuditFault> m_faults;
    api::AuditFilter m_exported;
    std::vector<api::ExportNote> m_exports;
    int m_verifications = 0;
};

}  // namespace evenhand::test
