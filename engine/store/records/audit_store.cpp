// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/audit_store.h"

#include "engine/store/database/count_among.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::store::audit {
namespace {

constexpr std::string_view kRecord = "seq, at, actor, via, operation, outcome, subject, reason, detail";

api::AuditRecord recordOf(const Statement& row) {
    api::AuditRecord record;
    record.seq = row.number("seq");
    record.at = Instant{row.number("at")};
    record.actor = row.text("actor");
    const auto via = api::viaFrom(row.text("via"));
    record.via = via.value_or(api::Via::Engine);
    record.operation = row.text("operation");
    const auto outcome = api::auditOutcomeFrom(row.text("outcome"));
    record.outcome = outcome.value_or(api::AuditOutcome::Noted);
    record.subject = row.text("subject");
    record.reason = row.text("reason");
    record.detail = row.text("detail");
    // An auditor reads the log whatever was done to it, so such a row is answered and says itself what stands there;
    // with that it does not fit the chain either.
    if (!via) {
        record.detail += " [edited: via is \"" + row.text("via") + "\"]";
    }
    if (!outcome) {
        record.detail += " [edited: outcome is \"" + row.text("outcome") + "\"]";
    }
    return record;
}

base::Sha256 digestOf(const Statement& row, ColumnName column) {
    return base::sha256From(row.blob(column)).value_or(base::Sha256{});
}

/// Of the operations wanted: names exactly, "orders." as a range.
void addOperations(SqlText& text, const std::vector<std::string>& operations) {
    if (operations.empty()) {
        return;
    }
    std::string condition;
    std::vector<SqlText::Value> values;
    for (const auto& operation : operations) {
        condition += condition.empty() ? "(" : " OR ";
        if (operation.ends_with('.')) {
            condition += "(operation >= ? AND operation < ?)";
            values.emplace_back(operation);
            values.emplace_back(prefixEnd(operation));
        } else {
            condition += "operation = ?";
            values.emplace_back(operation);
        }
    }
    text.where(condition + ")");
    text.values.insert(text.values.end(), values.begin(), values.end());
}

void addFilter(SqlText& text, const api::AuditFilter& filter) {
    if (!filter.actor.empty()) {
        text.where("actor = ?", {filter.actor});
    }
    addOperations(text, filter.operations);
    text.whereIn("outcome", filter.outcomes, [](api::AuditOutcome outcome) { return api::toText(outcome); });
    if (filter.from) {
        text.where("at >= ?", {filter.from->ms});
    }
    if (filter.to) {
        text.where("at < ?", {filter.to->ms});
    }
    if (!filter.text.empty()) {
        text.where("subject >= ? AND subject < ?", {filter.text, prefixEnd(filter.text)});
    }
}

/// In another order than that of numbers: an index is walked first, so that entries which are passed over are not read.
Result<std::vector<api::AuditRecord>> pageBy(Database& database, const api::AuditQuery& query,
                                             std::string_view column) {
    SqlText text{"SELECT " + std::string(kRecord) + " FROM (SELECT ", {}};
    text.add(column);
    text.add(" AS sort_key, seq AS sort_seq FROM audit_entry");
    SqlText keys;
    addFilter(keys, query.filter);
    text.append(keys);
    text.add(SortColumns{column, "seq"}.order(query.descending));
    text.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    text.add(") k JOIN audit_entry ON seq = sort_seq");
    text.add(SortColumns{"sort_key", "sort_seq"}.order(query.descending));
    return readAll(text.bound(database), recordOf);
}

}  // namespace

Result<void> add(Database& database, const api::AuditEntry& entry) {
    auto& statement = database.statement(
        "INSERT INTO audit_entry(seq, at, actor, via, operation, outcome, subject, reason, detail, hash, key_id, seal) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const auto& record = entry.record;
    statement.bind(record.seq).bind(record.at).bind(record.actor).bind(api::toText(record.via));
    statement.bind(record.operation).bind(api::toText(record.outcome)).bind(record.subject).bind(record.reason);
    statement.bind(record.detail).bindBlob(base::bytesOf(entry.hash)).bind(entry.keyId);
    statement.bindBlob(entry.keyId.empty() ? std::string_view() : base::bytesOf(entry.seal));
    return statement.gather();
}

Result<api::AuditHead> head(Database& database) {
    EVENHAND_ASSIGN(const auto found,
                    readOne(database.statement("SELECT seq, hash FROM audit_entry ORDER BY seq DESC LIMIT 1"),
                            [](const Statement& row) {
                                return api::AuditHead{row.number("seq"), digestOf(row, "hash")};
                            }));
    return found.value_or(api::AuditHead{});
}

Result<api::AuditHead> lockedHead(Database& database) {
    if (database.sharesWriting()) {
        // A row of its own, for the newest entry is another one once whoever was before has committed.
        EVENHAND_TRY(readNumber(database.statement("SELECT next_id FROM id_block WHERE kind = 'audit' FOR UPDATE")));
    }
    return head(database);
}

Result<std::string> lastKeyId(Database& database) {
    EVENHAND_ASSIGN(auto found, readOne(database.statement("SELECT key_id FROM audit_entry ORDER BY seq DESC LIMIT 1"),
                                        [](const Statement& row) { return row.text("key_id"); }));
    return found.value_or(std::string());
}

Result<std::optional<api::AuditRecord>> newestAbout(Database& database, std::string_view subject,
                                                    std::span<const api::Operation> operations) {
    // Found by what is short, read whole when it is found: many rows may be in conflict at once.
    static const std::string sql =
        "SELECT " + std::string(kRecord) +
        " FROM audit_entry WHERE seq = (SELECT seq FROM (SELECT seq, subject, outcome FROM audit_entry "
        "WHERE operation = ? ORDER BY seq DESC LIMIT 1000) newest WHERE subject = ? AND outcome = 'done' "
        "ORDER BY seq DESC LIMIT 1)";
    std::optional<api::AuditRecord> newest;
    for (const auto operation : operations) {
        auto& statement = database.statement(sql);
        statement.bind(api::infoOf(operation).name).bind(subject);
        EVENHAND_ASSIGN(auto found, readOne(statement, recordOf));
        if (found && (!newest || found->seq > newest->seq)) {
            newest = std::move(found);
        }
    }
    return newest;
}

Result<std::vector<api::AuditRecord>> page(Database& database, const api::AuditQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    EVENHAND_TRY(checkAfter(query.after.has_value(), query.sort == api::AuditSort::Number));
    switch (query.sort) {
        case api::AuditSort::Number: break;
        case api::AuditSort::At: return pageBy(database, query, "at");
        case api::AuditSort::Operation: return pageBy(database, query, "operation");
    }
    SqlText text{"SELECT " + std::string(kRecord) + " FROM audit_entry", {}};
    addFilter(text, query.filter);
    if (query.after) {
        text.where(query.descending ? "seq < ?" : "seq > ?", {*query.after});
    }
    text.add(query.descending ? " ORDER BY seq DESC LIMIT ? OFFSET ?" : " ORDER BY seq LIMIT ? OFFSET ?",
             {query.limit, query.offset});
    return readAll(text.bound(database), recordOf);
}

Result<std::int64_t> count(Database& database, const api::AuditFilter& filter, Counts& kept) {
    return kept.get(
        database, filter,
        [&] { return readNumber(database.statement("SELECT COALESCE(MAX(seq), 0) FROM audit_entry")); },
        [&] {
            SqlText text{"SELECT COUNT(*) FROM audit_entry", {}};
            addFilter(text, filter);
            return readNumber(text.bound(database));
        },
        [&](std::int64_t after, std::int64_t upTo) {
            SqlText conditions;
            addFilter(conditions, filter);
            return countAmong(database, "audit_entry", "seq", conditions, after, upTo);
        });
}

Result<std::vector<api::AuditEntry>> slice(Database& database, const api::AuditFilter& filter, std::int64_t after,
                                           std::int64_t limit) {
    SqlText text{"SELECT " + std::string(kRecord) + ", hash, key_id, seal FROM audit_entry", {}};
    addFilter(text, filter);
    text.where("seq > ?", {after});
    text.add(" ORDER BY seq LIMIT ?", {limit});
    return readAll(text.bound(database), [](const Statement& row) {
        return api::AuditEntry{recordOf(row), digestOf(row, "hash"), row.text("key_id"), digestOf(row, "seal")};
    });
}

}  // namespace evenhand::store::audit
