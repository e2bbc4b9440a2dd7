// SPDX-License-Identifier: GPL-3.0-or-later
// The chain of the audit log: what is hashed, what is sealed, and how a chain is verified.
//
//   hash(n) = SHA-256("evenhand audit 1" ‖ hash(n − 1) ‖ canonical(record n)),   hash(0) = 32 zero bytes
//   seal(n) = HMAC-SHA256(key, hash(n))
//
// canonical() writes every member in a fixed order, each with its length before it, so that two different records never
// have the same bytes and no text can pretend to be two. So: an edit changes the hash of its entry; a deletion leaves a
// gap in the numbers, and numbers closed up again do not fit the hashes; a swap does not fit either; whoever computes
// the hashes anew lacks the key for the seals; a truncation is told by the anchor, a head remembered outside the
// database. Without a key (there is no keychain) the first, second and third are still detected unless the whole rest
// of the chain is computed anew, and that by the anchor. Thread: pure functions; a verifier is confined to its owner.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/api/audit_types.h"
#include "engine/base/secret.h"

namespace evenhand::runtime {

[[nodiscard]] std::string canonicalAudit(const api::AuditRecord& record);
[[nodiscard]] base::Sha256 auditHash(const base::Sha256& before, const api::AuditRecord& record);

/// What seals. `id` names the key in entries: the first 16 hex digits of the SHA-256 of "evenhand audit key" ‖ key.
struct AuditKey {
    std::string id;  ///< empty: no key
    Secret key;
    [[nodiscard]] static AuditKey of(Secret key);
};
/// The next entry. `record.seq` is set; texts are cut to what an entry may hold.
[[nodiscard]] api::AuditEntry appendAudit(const api::AuditHead& head, api::AuditRecord record, const AuditKey& key);

/// Reads a chain from its beginning, in order of number, in constant memory.
class AuditVerifier {
public:
    /// Keys by id; seals of other keys are not looked at (UnknownKey, no violation). `anchor`: the head as it is
    /// remembered outside the database; nullopt: there is none, which is a fault if one is `expected`.
    AuditVerifier(std::map<std::string, Secret> keys, std::optional<api::AuditHead> anchor, bool expected)
        : m_keys(std::move(keys)), m_expected(expected) {
        m_report.anchor = std::move(anchor);
    }
    /// An entry that was only edited is noticed at itself, one that was also hashed anew at the next: the chain goes on
    /// from the hash that is stored, so that one edit is one fault and not all that follow.
    void add(const api::AuditEntry& entry);
    [[nodiscard]] api::AuditReport finish();

private:
    void offend(api::AuditFaultKind kind, std::int64_t seq, std::string what);
    void checkSeal(const api::AuditEntry& entry);

    std::map<std::string, Secret> m_keys;
    bool m_expected;
    api::AuditReport m_report;
    std::map<std::string, bool> m_unknown;  ///< keys that are not at hand and were told of
    bool m_anchorSeen = false;              ///< the entry by the anchor's number was read
};

/// The anchor as a line of text for a file: "evenhand-audit-anchor 1 WORKSPACE SEQ HASH KEY SEAL\n"; sealed over all
/// before the seal. `key` without id: KEY and SEAL are "-".
[[nodiscard]] std::string anchorText(const std::string& workspaceId, const api::AuditHead& head, const AuditKey& key);
/// nullopt: not such a line, another workspace's, or its seal does not fit a key that is known.
[[nodiscard]] std::optional<api::AuditHead> anchorFrom(const std::string& text, const std::string& workspaceId,
                                                       const std::map<std::string, Secret>& keys);

}  // namespace evenhand::runtime
