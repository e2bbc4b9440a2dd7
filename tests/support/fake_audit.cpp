// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_audit.h"

#include <fstream>

#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

bool operationFits(const std::vector<std::string>& wanted, const std::string& operation) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& each) {
               return each.ends_with('.') ? operation.starts_with(each) : operation == each;
           });
}

}  // namespace

api::AuditRecord& FakeAudit::add(const std::string& actor, const std::string& operation, api::AuditOutcome outcome,
                                 const std::string& subject, const std::string& detail) {
    api::AuditRecord record;
    record.seq = static_cast<std::int64_t>(m_records.size()) + 1;
    record.at = m_engine.now().plusMs(-3'600'000 + record.seq * 5'000);
    record.actor = actor;
    record.via = api::Via::Console;
    record.operation = operation;
    record.outcome = outcome;
    record.subject = subject;
    record.detail = detail;
    m_records.push_back(std::move(record));
    api::Event event;
    event.kind = api::Event::Kind::AuditGrown;
    m_engine.publish({event});
    return m_records.back();
}

void FakeAudit::fill(int entries) {
    constexpr const char* kWhat[] = {"orders.cancel",   "dispatch.reassign", "accounts.sign_in",
                                     "refunds.approve", "tasks.retry",       "returns.approve"};
    for (int i = 0; i < entries; ++i) {
        const auto outcome = i % 17 == 0 ? api::AuditOutcome::Refused : api::AuditOutcome::Done;
        auto& record = add(i % 3 == 0 ? "ann" : "bob", kWhat[i % 6], outcome, "order A-" + std::to_string(i),
                           "status: PAID -> CLOSED");
        record.reason = "customer asked";
    }
}

std::vector<api::AuditRecord> FakeAudit::select(const api::AuditFilter& filter) const {
    std::vector<api::AuditRecord> rows;
    for (const auto& record : m_records) {
        if ((filter.actor.empty() || filter.actor == record.actor) &&
            operationFits(filter.operations, record.operation) && among(filter.outcomes, record.outcome) &&
            (!filter.from || record.at >= *filter.from) && (!filter.to || record.at < *filter.to) &&
            record.subject.starts_with(filter.text)) {
            rows.push_back(record);
        }
    }
    return rows;
}

api::Answer<std::vector<api::AuditRecord>> FakeAudit::page(const api::Call& call, api::AuditQuery query) {
    if (const auto why = refusal(call, api::Operation::AuditRead)) {
        return m_engine.answer<std::vector<api::AuditRecord>>(fail(*why));
    }
    return m_engine.read<std::vector<api::AuditRecord>>(
        pageOf(select(query.filter), query.descending, query.offset, query.limit));
}

api::Answer<std::int64_t> FakeAudit::count(const api::Call& call, api::AuditFilter filter) {
    if (const auto why = refusal(call, api::Operation::AuditRead)) {
        return m_engine.answer<std::int64_t>(fail(*why));
    }
    return m_engine.read<std::int64_t>(static_cast<std::int64_t>(select(filter).size()));
}

api::Answer<api::AuditState> FakeAudit::state(const api::Call&) {
    api::AuditState state;
    state.head.seq = static_cast<std::int64_t>(m_records.size());
    state.keyId = "0123456789abcdef";
    state.anchored = m_engine.now().plusMs(-700);
    return m_engine.read<api::AuditState>(std::move(state));
}

api::Answer<api::AuditReport> FakeAudit::verify(const api::Call&, std::function<void(std::int64_t)> progress) {
    ++m_verifications;
    api::AuditReport report;
    report.checked = report.sealed = static_cast<std::int64_t>(m_records.size());
    report.head.seq = report.checked;
    report.anchor = report.head;
    report.keyId = "0123456789abcdef";
    report.faults = m_faults;
    report.violations = std::count_if(m_faults.begin(), m_faults.end(),
                                      [](const auto& fault) { return fault.kind != api::AuditFaultKind::UnknownKey; });
    progress(report.checked);
    return m_engine.read<api::AuditReport>(std::move(report));
}

api::Answer<std::int64_t> FakeAudit::exportCsv(const api::Call&, api::AuditFilter filter, std::string path,
                                               std::function<void(std::int64_t)> progress) {
    m_exported = filter;
    const auto rows = select(filter);
    std::ofstream file(path);
    file << "seq,at,actor,via,operation,outcome,subject,reason,detail,hash,key,seal\n";
    for (const auto& row : rows) {
        file << row.seq << ",,,,,,,,,,,\n";
    }
    const auto count = static_cast<std::int64_t>(rows.size());
    progress(count);
    return m_engine.read<std::int64_t>(std::int64_t(count));
}

api::Answer<void> FakeAudit::noteExport(const api::Call&, api::ExportNote note) {
    m_exports.push_back(std::move(note));
    return m_engine.read<void>({});
}

}  // namespace evenhand::test
