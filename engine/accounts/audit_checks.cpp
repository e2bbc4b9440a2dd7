// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/audit_checks.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "engine/api/operations.h"
#include "engine/store/records/audit_store.h"

namespace evenhand::accounts {
namespace {

constexpr std::int64_t kSlice = 4'096;

/// Somebody has answered for what was before this one.
bool answersFor(const api::AuditEntry& entry, const AuditWitness& witness) {
    return entry.record.operation == api::infoOf(api::Operation::AuditSetAnchor).name &&
           entry.record.outcome == api::AuditOutcome::Noted &&
           (witness.keys.empty() || runtime::isSealed(entry, witness.keys));
}

/// Where in the newest entries that was; nullopt: nowhere.
std::optional<std::size_t> answeredFor(const std::vector<api::AuditEntry>& entries, const AuditWitness& witness) {
    for (std::size_t i = entries.size(); i-- > 0;) {
        if (answersFor(entries[i], witness)) {
            return i;
        }
    }
    return std::nullopt;
}

/// Reads from the first entry on, and starts again at each entry by which somebody accepted what was before it.
class Since {
public:
    explicit Since(AuditWitness witness) : m_witness(std::move(witness)) {}

    /// The next entries; false: there are no more.
    Result<bool> addSlice(store::Database& database) {
        EVENHAND_ASSIGN(const auto entries, store::audit::slice(database, {}, m_last, kSlice));
        if (!m_verifier) {
            m_verifier.emplace(m_witness.verifier(!entries.empty()));
            m_anchor = m_witness.judged(!entries.empty()).head;
        }
        for (const auto& entry : entries) {
            add(entry);
        }
        return !entries.empty();
    }
    api::AuditReport finish() { return m_verifier->finish(); }

private:
    void add(const api::AuditEntry& entry) {
        const auto seq = entry.record.seq;
        if (m_former && answersFor(entry, m_witness)) {
            m_verifier.emplace(m_witness.verifier(true));
            m_verifier->startAfter({seq - 1, m_former->hash}, m_former->keyId);
            if (m_anchored) {
                m_verifier->compareAnchor(*m_anchored);
            }
        }
        m_verifier->add(entry);
        if (m_anchor && m_anchor->seq == seq) {
            m_anchored = entry;
        }
        m_former = Former{entry.hash, entry.keyId};
        m_last = seq;
    }

    struct Former {
        base::Sha256 hash{};
        std::string keyId;
    };
    const AuditWitness m_witness;
    std::optional<runtime::AuditVerifier> m_verifier;
    std::optional<api::AuditHead> m_anchor;
    std::optional<api::AuditEntry> m_anchored;  ///< the entry that the anchor remembers
    std::optional<Former> m_former;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min();
};

using Verified = std::function<void(const Result<api::AuditReport>&)>;

void postSlice(runtime::Reader& reader, std::shared_ptr<Since> since, Verified done) {
    reader.post(
        [&reader, since = std::move(since), done = std::move(done)](store::Database& database,
                                                                    const runtime::CancelCheck&) {
            const auto more = since->addSlice(database);
            if (!more) {
                done(tl::unexpected<Error>(more.error()));
            } else if (*more) {
                postSlice(reader, since, done);
            } else {
                done(since->finish());
            }
        },
        [] { return false; });
}

}  // namespace

Result<api::AuditReport> verifyAudit(store::Database& database, const AuditWitness& witness) {
    EVENHAND_ASSIGN(const auto head, store::audit::head(database));
    auto verifier = witness.verifier(head.seq > 0);
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    while (true) {
        EVENHAND_ASSIGN(const auto entries, store::audit::slice(database, {}, last, kSlice));
        if (entries.empty()) {
            return verifier.finish();
        }
        for (const auto& entry : entries) {
            verifier.add(entry);
            last = entry.record.seq;
        }
    }
}

Result<api::AuditReport> verifyAuditTail(store::Database& database, const AuditWitness& witness) {
    EVENHAND_ASSIGN(const auto head, store::audit::head(database));
    // The entry before the first is read too: the chain goes on from its hash.
    const auto before = head.seq - kAuditTail;
    EVENHAND_ASSIGN(
        const auto entries,
        store::audit::slice(database, {}, before > 0 ? before - 1 : std::numeric_limits<std::int64_t>::min(),
                            kAuditTail + 1));
    auto verifier = witness.verifier(head.seq > 0);
    std::size_t first = 0;
    if (const auto answered = answeredFor(entries, witness); answered && *answered > 0) {
        first = *answered;
        const auto& former = entries[first - 1];
        verifier.startAfter({entries[first].record.seq - 1, former.hash}, former.keyId);
    } else if (before > 0 && !entries.empty() && entries.front().record.seq == before) {
        first = 1;
        verifier.startAfter({before, entries.front().hash}, entries.front().keyId);
    }
    const auto anchor = witness.judged(head.seq > 0).head;
    if (anchor && first < entries.size() && anchor->seq < entries[first].record.seq && anchor->seq > 0) {
        EVENHAND_ASSIGN(const auto anchored, store::audit::slice(database, {}, anchor->seq - 1, 1));
        if (!anchored.empty()) {
            verifier.compareAnchor(anchored.front());
        }
    }
    for (auto i = first; i < entries.size(); ++i) {
        verifier.add(entries[i]);
    }
    return verifier.finish();
}

Result<api::AuditReport> verifyAuditSince(store::Database& database, const AuditWitness& witness) {
    Since since(witness);
    for (bool more = true; more;) {
        EVENHAND_ASSIGN(more, since.addSlice(database));
    }
    return since.finish();
}

void verifyAuditSince(runtime::Reader& reader, AuditWitness witness, Verified done) {
    postSlice(reader, std::make_shared<Since>(std::move(witness)), std::move(done));
}

std::vector<runtime::Check> auditChecks(AuditWitness witness) {
    return {
        {"E4", "The audit log was not changed after it was written",
         [witness = std::move(witness)](runtime::ReadSnapshot& snapshot, runtime::Finding& finding) -> Result<void> {
             EVENHAND_ASSIGN(const auto report, verifyAudit(snapshot.database, witness));
             finding.checked += report.checked;
             for (const auto& fault : report.faults) {
                 if (fault.kind != api::AuditFaultKind::UnknownKey) {
                     finding.offend(fault.what);
                 }
             }
             // The report names the first of many.
             finding.violations = std::max(finding.violations, report.violations);
             return {};
         }}};
}

}  // namespace evenhand::accounts
