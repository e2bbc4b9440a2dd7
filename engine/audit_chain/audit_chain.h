// SPDX-License-Identifier: GPL-3.0-or-later
// The chain of the audit log: what is hashed, what is sealed, and how a chain is verified.
//
//   hash(n) = SHA-256("evenhand audit 1" ‖ hash(n − 1) ‖ canonical(record n)),   hash(0) = 32 zero bytes
//   seal(n) = HMAC-SHA256(key, hash(n))
//
// canonical() writes every member in a fixed order, each with its length before it, so that two different records never
// have the same bytes and no text can pretend to be two. So: an edit changes the hash of its entry; a deletion leaves a
// gap in the numbers, and numbers closed up again do not fit the hashes; a swap does not fit either; whoever computes
// the hashes again lacks the key for the seals; a truncation shows at the anchor, a head remembered outside the
// database. Without a key (there is no keychain) the first, second and third are still detected unless the whole rest
// of the chain is computed again, and then the anchor shows it.
//
// With a key, nothing counts that somebody without it could have made: the anchor must be sealed by it, the newest
// entry must be sealed, and no entry after a sealed one may lack a seal. Entries sealed by a key that is not available
// count only if an entry follows that is sealed by an available one and announces the new key ("audit.new_key"), or if
// the sealed anchor follows: its hash covers them all. Not detected is an older state put back whole, with its anchor.
// Thread: pure functions; a verifier is confined to its owner.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
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

/// The head as it is remembered outside the database.
struct AnchorFound {
    std::optional<api::AuditHead> head;  ///< nullopt: there is none that counts
    bool sealed = false;                 ///< by a key that is at hand
    std::string fault;                   ///< why none counts though one should; empty: all is well
    api::AuditFaultKind kind = api::AuditFaultKind::NoAnchor;  ///< of the fault
};

/// Whether one of these keys has sealed it.
[[nodiscard]] bool isSealed(const api::AuditEntry& entry, const std::map<std::string, Secret>& keys);

/// Reads a chain in order of number, in constant memory; from its beginning, if nothing else is said.
class AuditVerifier {
public:
    /// Keys by id; seals of other keys cannot be looked at (UnknownKey, by itself no violation). Without keys nothing
    /// is asked of seals.
    AuditVerifier(std::map<std::string, Secret> keys, AnchorFound anchor)
        : m_keys(std::move(keys)), m_anchor(std::move(anchor)) {
        m_report.anchor = m_anchor.head;
    }
    /// What is added next follows this entry, which counts as good. `keyId`: of what sealed it.
    void startAfter(const api::AuditHead& head, std::string keyId);
    /// The entry by the anchor's number, if it lies before what is added.
    void compareAnchor(const api::AuditEntry& entry);
    /// An entry that was only edited is a fault at its own number, one whose hash was computed again too at the next
    /// one: the chain continues from the stored hash, so that one edit is one fault and not one for each entry that
    /// follows.
    void add(const api::AuditEntry& entry);
    [[nodiscard]] api::AuditReport finish();

private:
    void offend(api::AuditFaultKind kind, std::int64_t seq, std::string what);
    void checkSeal(const api::AuditEntry& entry);
    void checkAnchor();
    void checkKeys();

    /// Entries sealed by unavailable keys, until one sealed by an available key confirms them.
    struct Unproven {
        std::int64_t first = 0, last = 0;
        std::string keyId;  ///< of the first
    };

    std::map<std::string, Secret> m_keys;
    AnchorFound m_anchor;
    api::AuditReport m_report;
    std::map<std::string, bool> m_unknown;  ///< unavailable keys that were reported
    std::optional<Unproven> m_unproven;
    bool m_anchorSeen = false;  ///< the entry by the anchor's number was read
    bool m_anchorFits = false;  ///< and is the one that the anchor remembers
};

/// The anchor as a line of text for a file: "evenhand-audit-anchor 1 WORKSPACE SEQ HASH KEY SEAL\n"; sealed over all
/// before the seal. `key` without id: KEY and SEAL are "-".
[[nodiscard]] std::string anchorText(const std::string& workspaceId, const api::AuditHead& head, const AuditKey& key);
/// nullopt: not such a line, another workspace's, or its seal does not fit a key that is known. One without a seal, or
/// of a key that is not known, is taken at its word: see judgeAnchor().
[[nodiscard]] std::optional<api::AuditHead> anchorFrom(const std::string& text, const std::string& workspaceId,
                                                       const std::map<std::string, Secret>& keys);
/// What a verifier makes of it. `text`: nullopt: it is not there. `expected`: one should be there. With `keys` only one
/// that is sealed by them counts.
[[nodiscard]] AnchorFound judgeAnchor(const std::optional<std::string>& text, const std::string& workspaceId,
                                      const std::map<std::string, Secret>& keys, bool expected);
/// Of the key that has sealed it, whatever the seal is worth; empty: none has, or it is no anchor.
[[nodiscard]] std::string anchorKeyId(const std::string& text);

/// The operation of the entry that says that another key seals from here on.
inline constexpr std::string_view kNewKeyOperation = "audit.new_key";

}  // namespace evenhand::runtime
