// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log as values. Append-only: entries are numbered without gaps, each carries the hash of the one before it,
// and a seal by a key that is not in the database. How: engine/audit_chain/audit_chain.h.
// Thread: value types, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/actor.h"
#include "engine/base/clock.h"
#include "engine/base/sha256.h"

namespace evenhand::api {

enum class AuditOutcome : std::uint8_t {
    Done,     ///< "done": in the transaction of what was done
    Refused,  ///< "refused": a permission was missing, or signing in failed; nothing else happened
    Noted     ///< "noted": about the log itself or the workspace: a new key, a restore with the old head
};
[[nodiscard]] std::string_view toText(AuditOutcome value) noexcept;
[[nodiscard]] std::optional<AuditOutcome> auditOutcomeFrom(std::string_view text) noexcept;

/// What an entry says.
struct AuditRecord {
    std::int64_t seq = 0;  ///< 1, 2, …
    Instant at;
    std::string actor;
    Via via = Via::Engine;
    std::string operation;  ///< OperationInfo::name, also of operations that no longer exist
    AuditOutcome outcome = AuditOutcome::Done;
    std::string subject;  ///< what it was about: "order A-17", "courier ann", "person bob"; 0 … 200 characters
    std::string reason;   ///< as given; empty: none was
    std::string detail;   ///< what changed, before and after; 0 … 2,000 characters of plain text
    bool operator==(const AuditRecord&) const = default;
};
struct AuditEntry {
    AuditRecord record;
    base::Sha256 hash{};  ///< of the hash before it and the record
    std::string keyId;    ///< which key sealed it; empty: none, there was no place to keep one
    base::Sha256 seal{};  ///< all zero without a key
};
/// The newest entry as somebody remembers it outside the database: the anchor in the folder, a backup's manifest.
struct AuditHead {
    std::int64_t seq = 0;  ///< 0: the log is empty
    base::Sha256 hash{};
    bool operator==(const AuditHead&) const = default;
};

enum class AuditFaultKind : std::uint8_t {
    Edited,     ///< "edited": the record is not what was hashed, or its place in the chain is another
    Missing,    ///< "missing": numbers are left out
    BadSeal,    ///< "bad_seal": hashed anew by somebody without the key
    Truncated,  ///< "truncated": an anchor remembers a later entry
    BadAnchor,  ///< "bad_anchor": an anchor remembers another entry by that number, or cannot be read
    NoAnchor,   ///< "no_anchor": it should be there
    UnknownKey  ///< "unknown_key": sealed by a key that is not at hand, so the seal was not looked at
};
[[nodiscard]] std::string_view toText(AuditFaultKind value) noexcept;
struct AuditFault {
    AuditFaultKind kind = AuditFaultKind::Edited;
    std::int64_t seq = 0;  ///< where it was noticed
    std::string what;      ///< an English sentence
};
struct AuditReport {
    static constexpr std::size_t kMaxFaults = 100;

    std::int64_t checked = 0;
    std::int64_t sealed = 0;         ///< of them with a seal that was looked at
    std::int64_t violations = 0;     ///< all but UnknownKey
    std::vector<AuditFault> faults;  ///< the first kMaxFaults
    AuditHead head;
    std::optional<AuditHead> anchor;
    std::string keyId;  ///< present key; empty: entries are not sealed (why: AuditState)
    [[nodiscard]] bool intact() const noexcept { return violations == 0; }
};
struct AuditState {
    AuditHead head;
    std::string keyId;
    std::string whyNoKey;             ///< empty: there is one
    std::optional<Instant> anchored;  ///< when the anchor was last written
};

/// Empty members do not filter.
struct AuditFilter {
    std::string actor;                    ///< exactly
    std::vector<std::string> operations;  ///< names; one that ends in "." is all of a desk: "orders."
    std::vector<AuditOutcome> outcomes;
    std::optional<Instant> from;  ///< included
    std::optional<Instant> to;    ///< excluded
    std::string text;             ///< subject begins with it
    bool operator==(const AuditFilter&) const = default;
};
/// Ties are broken by the number.
enum class AuditSort : std::uint8_t { Number, At, Operation };
struct AuditQuery {
    AuditFilter filter;
    bool descending = true;
    std::optional<std::int64_t> after{};  ///< with AuditSort::Number
    std::int64_t offset = 0;
    std::int64_t limit = 256;  ///< 1 … 10,000
    AuditSort sort = AuditSort::Number;
};

/// Rows that are exported to a file.
struct ExportNote {
    std::string what;    ///< "couriers"
    std::string filter;  ///< "campus=north"; empty: none
    std::int64_t rows = 0;
    std::string path;
};
/// Rows that were imported from a file.
struct ImportNote {
    std::string what;     ///< "orders"
    std::string profile;  ///< how the file was read: "online-retail"; empty: by its own columns
    std::string path;
    std::int64_t rows = 0;
    std::int64_t accepted = 0;  ///< orders, couriers, …; not their lines
    std::int64_t rejected = 0;
    bool cancelled = false;  ///< or ended by an error: there may be more in the file
};

}  // namespace evenhand::api
