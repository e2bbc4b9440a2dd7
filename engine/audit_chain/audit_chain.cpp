// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/audit_chain/audit_chain.h"

#include <charconv>
#include <sstream>

namespace evenhand::runtime {
namespace {

constexpr std::string_view kDomain = "evenhand audit 1";
constexpr std::string_view kKeyDomain = "evenhand audit key";
constexpr std::string_view kAnchorWord = "evenhand-audit-anchor";
constexpr std::string_view kNoKey = "-";
constexpr std::size_t kKeyIdDigits = 16;
constexpr std::size_t kMaxSubject = 200;
constexpr std::size_t kMaxDetail = 2'000;

void putNumber(std::string& out, std::uint64_t number) {
    for (int shift = 56; shift >= 0; shift -= 8) {
        out += static_cast<char>(number >> shift & 0xffU);
    }
}
void putText(std::string& out, std::string_view text) {
    putNumber(out, text.size());
    out += text;
}

base::Sha256 sealOf(const Secret& key, std::string_view what) { return base::hmacSha256(key.reveal(), what); }

/// The first `characters` of UTF-8 text.
void cut(std::string& text, std::size_t characters) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool begins = (static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U;
        if (begins && seen++ == characters) {
            text.resize(i);
            return;
        }
    }
}

std::optional<base::Sha256> fromHex(std::string_view hex) {
    base::Sha256 digest{};
    if (hex.size() != digest.size() * 2) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < digest.size(); ++i) {
        unsigned byte = 0;
        const char* const begin = hex.data() + 2 * i;
        const auto parsed = std::from_chars(begin, begin + 2, byte, 16);
        if (parsed.ec != std::errc{} || parsed.ptr != begin + 2) {
            return std::nullopt;
        }
        digest[i] = static_cast<unsigned char>(byte);
    }
    return digest;
}

/// Everything of an anchor's line but its seal.
std::string anchorBody(const std::string& workspaceId, const api::AuditHead& head, std::string_view keyId) {
    return std::string(kAnchorWord) + " 1 " + workspaceId + ' ' + std::to_string(head.seq) + ' ' +
           base::hexOf(base::bytesOf(head.hash)) + ' ' + std::string(keyId);
}

}  // namespace

std::string canonicalAudit(const api::AuditRecord& record) {
    std::string out;
    putNumber(out, static_cast<std::uint64_t>(record.seq));
    putNumber(out, static_cast<std::uint64_t>(record.at.ms));
    putText(out, record.actor);
    putText(out, api::toText(record.via));
    putText(out, record.operation);
    putText(out, api::toText(record.outcome));
    putText(out, record.subject);
    putText(out, record.reason);
    putText(out, record.detail);
    return out;
}

base::Sha256 auditHash(const base::Sha256& before, const api::AuditRecord& record) {
    std::string what(kDomain);
    what += base::bytesOf(before);
    what += canonicalAudit(record);
    return base::sha256(what);
}

AuditKey AuditKey::of(Secret key) {
    if (key.empty()) {
        return {};
    }
    std::string named(kKeyDomain);
    named += key.reveal();
    const Secret wiped(std::move(named));
    auto id = base::hexOf(base::bytesOf(base::sha256(wiped.reveal()))).substr(0, kKeyIdDigits);
    return {std::move(id), std::move(key)};
}

api::AuditEntry appendAudit(const api::AuditHead& head, api::AuditRecord record, const AuditKey& key) {
    record.seq = head.seq + 1;
    cut(record.subject, kMaxSubject);
    cut(record.detail, kMaxDetail);
    api::AuditEntry entry;
    entry.hash = auditHash(head.hash, record);
    entry.record = std::move(record);
    entry.keyId = key.id;
    if (!key.id.empty()) {
        entry.seal = sealOf(key.key, base::bytesOf(entry.hash));
    }
    return entry;
}

void AuditVerifier::offend(api::AuditFaultKind kind, std::int64_t seq, std::string what) {
    m_report.violations += kind == api::AuditFaultKind::UnknownKey ? 0 : 1;
    if (m_report.faults.size() < api::AuditReport::kMaxFaults) {
        m_report.faults.push_back({kind, seq, std::move(what)});
    }
}

bool isSealed(const api::AuditEntry& entry, const std::map<std::string, Secret>& keys) {
    const auto key = keys.find(entry.keyId);
    if (key == keys.end()) {
        return false;
    }
    const auto seal = sealOf(key->second, base::bytesOf(entry.hash));
    return base::equalSecrets(base::bytesOf(seal), base::bytesOf(entry.seal));
}

void AuditVerifier::startAfter(const api::AuditHead& head, std::string keyId) {
    m_report.head = head;
    m_report.keyId = std::move(keyId);
}

void AuditVerifier::checkSeal(const api::AuditEntry& entry) {
    const auto seq = entry.record.seq;
    if (entry.keyId.empty()) {
        // Once entries are sealed, one without a seal would be the way around it.
        if (!m_report.keyId.empty()) {
            offend(api::AuditFaultKind::BadSeal, seq, "entry " + std::to_string(seq) + " is not sealed");
        }
        return;
    }
    m_report.keyId = entry.keyId;
    if (!m_keys.contains(entry.keyId)) {
        if (!m_unproven) {
            m_unproven = Unproven{seq, seq, entry.keyId};
        }
        m_unproven->last = seq;
        if (!std::exchange(m_unknown[entry.keyId], true)) {
            offend(api::AuditFaultKind::UnknownKey, seq,
                   "from entry " + std::to_string(seq) + " on: the key " + entry.keyId + " is not available");
        }
        return;
    }
    ++m_report.sealed;
    if (!isSealed(entry, m_keys)) {
        offend(api::AuditFaultKind::BadSeal, seq, "entry " + std::to_string(seq) + " was sealed without the key");
    } else if (entry.record.operation == kNewKeyOperation) {
        m_unproven.reset();
    }
}

void AuditVerifier::compareAnchor(const api::AuditEntry& entry) {
    const auto seq = entry.record.seq;
    if (!m_anchor.head || m_anchor.head->seq != seq) {
        return;
    }
    m_anchorSeen = true;
    m_anchorFits = m_anchor.head->hash == entry.hash;
    if (!m_anchorFits) {
        offend(api::AuditFaultKind::BadAnchor, seq, "the anchor remembers another entry " + std::to_string(seq));
    }
}

void AuditVerifier::add(const api::AuditEntry& entry) {
    const auto seq = entry.record.seq;
    const auto expected = m_report.head.seq + 1;
    ++m_report.checked;
    if (seq != expected) {
        offend(api::AuditFaultKind::Missing, seq,
               "entry " + std::to_string(seq) + " follows " + std::to_string(expected - 1));
    } else if (auditHash(m_report.head.hash, entry.record) != entry.hash) {
        offend(api::AuditFaultKind::Edited, seq, "entry " + std::to_string(seq) + " or the one before it was changed");
    }
    checkSeal(entry);
    compareAnchor(entry);
    m_report.head = {seq, entry.hash};
}

api::AuditReport AuditVerifier::finish() {
    checkAnchor();
    if (!m_keys.empty()) {
        checkKeys();
    }
    return m_report;
}

void AuditVerifier::checkKeys() {
    const auto newest = std::to_string(m_report.head.seq);
    if (m_report.head.seq > 0 && m_report.keyId.empty()) {
        offend(api::AuditFaultKind::BadSeal, m_report.head.seq,
               "no entry is sealed up to the newest, " + newest + ", though there is a key");
    }
    const bool held = m_anchor.sealed && m_anchorFits && m_unproven && m_anchor.head->seq >= m_unproven->last;
    if (m_unproven && !held) {
        offend(api::AuditFaultKind::BadSeal, m_unproven->first,
               "from entry " + std::to_string(m_unproven->first) + " on: the key " + m_unproven->keyId +
                   " is not known, and no entry of a known one says that it sealed");
    }
}

void AuditVerifier::checkAnchor() {
    if (!m_report.anchor) {
        if (!m_anchor.fault.empty()) {
            offend(m_anchor.kind, m_report.head.seq, m_anchor.fault);
        }
    } else if (m_report.anchor->seq > m_report.head.seq) {
        offend(api::AuditFaultKind::Truncated, m_report.head.seq,
               "the anchor remembers entry " + std::to_string(m_report.anchor->seq) + ", the log ends with " +
                   std::to_string(m_report.head.seq));
    } else if (m_report.anchor->seq > 0 && !m_anchorSeen) {
        offend(api::AuditFaultKind::BadAnchor, m_report.anchor->seq,
               "the entry that the anchor remembers is missing: " + std::to_string(m_report.anchor->seq));
    }
}

std::string anchorText(const std::string& workspaceId, const api::AuditHead& head, const AuditKey& key) {
    const auto body = anchorBody(workspaceId, head, key.id.empty() ? kNoKey : std::string_view(key.id));
    return body + ' ' + (key.id.empty() ? std::string(kNoKey) : base::hexOf(base::bytesOf(sealOf(key.key, body)))) +
           '\n';
}

std::optional<api::AuditHead> anchorFrom(const std::string& text, const std::string& workspaceId,
                                         const std::map<std::string, Secret>& keys) {
    std::istringstream in(text);
    std::string word, version, workspace, hash, keyId, seal, rest;
    std::int64_t seq = -1;
    if (!(in >> word >> version >> workspace >> seq >> hash >> keyId >> seal) || (in >> rest) || word != kAnchorWord ||
        version != "1" || workspace != workspaceId || seq < 0) {
        return std::nullopt;
    }
    const auto digest = fromHex(hash);
    if (!digest) {
        return std::nullopt;
    }
    const api::AuditHead head{seq, *digest};
    if (keyId == kNoKey) {
        return seal == kNoKey ? std::optional(head) : std::nullopt;
    }
    const auto key = keys.find(keyId);
    if (key == keys.end()) {
        return head;  // its seal cannot be looked at; what it remembers still counts
    }
    const auto expected = base::hexOf(base::bytesOf(sealOf(key->second, anchorBody(workspaceId, head, keyId))));
    return base::equalSecrets(expected, seal) ? std::optional(head) : std::nullopt;
}

std::string anchorKeyId(const std::string& text) {
    std::istringstream in(text);
    std::string word, version, workspace, seq, hash, keyId;
    in >> word >> version >> workspace >> seq >> hash >> keyId;
    return word == kAnchorWord && keyId != kNoKey ? keyId : std::string();
}

AnchorFound judgeAnchor(const std::optional<std::string>& text, const std::string& workspaceId,
                        const std::map<std::string, Secret>& keys, bool expected) {
    const auto none = [expected](api::AuditFaultKind kind, std::string why) {
        return expected ? AnchorFound{std::nullopt, false, std::move(why), kind} : AnchorFound{};
    };
    if (!text) {
        return none(api::AuditFaultKind::NoAnchor, "the anchor is not there");
    }
    const auto head = anchorFrom(*text, workspaceId, keys);
    if (!head) {
        return none(api::AuditFaultKind::BadAnchor,
                    "the anchor cannot be read, is another workspace's or was sealed without the key");
    }
    const auto keyId = anchorKeyId(*text);
    const bool sealed = keys.contains(keyId);
    if (!keys.empty() && !sealed) {
        return none(api::AuditFaultKind::BadAnchor,
                    keyId.empty() ? "the anchor is not sealed" : "the anchor is sealed by a key that is not known");
    }
    return {head, sealed, {}, api::AuditFaultKind::NoAnchor};
}

}  // namespace evenhand::runtime
