// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/outbox_store.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::store::outbox {
namespace {

/// Statements of lists exist in these lengths only, so that few texts are kept; what is missing is filled up with the
/// last of the list, which changes nothing.
constexpr std::size_t kLengths[] = {1, 16, kMostRows};

std::size_t lengthFor(std::size_t count) {
    return *std::find_if(std::begin(kLengths), std::end(kLengths), [count](std::size_t one) { return one >= count; });
}

/// `value(i)` of a list of `count`, as often as the statement has places.
template <typename Value>
void bindFilled(Statement& statement, std::size_t count, Value value) {
    for (std::size_t i = 0; i < lengthFor(count); ++i) {
        statement.bind(value(std::min(i, count - 1)));
    }
}

template <typename Tag>
const std::string& listSql(std::string_view head, std::string_view tail, std::size_t count) {
    return repeatedSql<Tag>(head, "?", tail, lengthFor(count));
}

/// "UPDATE … CASE outbox_id WHEN ? THEN ? … END WHERE outbox_id IN (?, …) …". What else is asked of the rows, here and
/// in markDone(), no index serves: by one of NULLs a server would come to the rows of transactions that are still open,
/// and wait for them.
const std::string& numberingSql(std::size_t count) {
    thread_local std::unordered_map<std::size_t, std::string> texts;
    auto& text = texts[lengthFor(count)];
    if (text.empty()) {
        text = "UPDATE outbox SET number = CASE outbox_id";
        std::string list;
        for (std::size_t i = 0; i < lengthFor(count); ++i) {
            text += " WHEN ? THEN ?";
            list += i == 0 ? "?" : ",?";
        }
        text += " END WHERE outbox_id IN (" + list + ") AND COALESCE(number, 0) = 0";
    }
    return text;
}

Row rowOf(const Statement& row) {
    return {row.number("outbox_id"), row.maybeNumber("number").value_or(0),
            row.text("topic"),       CampusId(row.text("campus_id")),
            row.text("message"),     Instant{row.number("created_at")}};
}

/// Only one engine deletes at a time, and else nobody counts.
Result<void> addGone(Database& database, std::string_view topic, std::int64_t messages) {
    EVENHAND_ASSIGN(const bool counted,
                    changedOne(database.statement("UPDATE outbox_gone SET messages = messages + ? WHERE topic = ?")
                                   .bind(messages)
                                   .bind(topic)));
    if (!counted && messages > 0) {
        EVENHAND_TRY(database.statement("INSERT INTO outbox_gone(topic, messages) VALUES (?, ?)")
                         .bind(topic)
                         .bind(messages)
                         .write());
    }
    return {};
}

std::int64_t rowsAtMost(std::size_t limit) { return static_cast<std::int64_t>(std::min(limit, kMostRows)); }

}  // namespace

Result<void> add(Database& database, const NewMessage& message) {
    auto& statement =
        database.statement("INSERT INTO outbox(topic, campus_id, message, created_at) VALUES (?, ?, ?, ?)");
    return statement.bind(message.topic).bind(message.campus).bind(message.message).bind(message.at).gather();
}

Result<std::vector<Row>> unnumbered(Database& database, std::size_t limit) {
    auto& statement = database.statement(
        "SELECT outbox_id, number, topic, campus_id, message, created_at FROM outbox WHERE number IS NULL ORDER BY "
        "outbox_id LIMIT ?");
    return readAll(statement.bind(rowsAtMost(limit)), rowOf);
}

Result<std::vector<Row>> undone(Database& database, std::int64_t after, std::size_t limit) {
    auto& statement = database.statement(
        "SELECT outbox_id, number, topic, campus_id, message, created_at FROM outbox WHERE done_at IS NULL AND number "
        "> ? ORDER BY number LIMIT ?");
    return readAll(statement.bind(after).bind(rowsAtMost(limit)), rowOf);
}

Result<std::vector<Row>> behind(Database& database, std::int64_t position, std::size_t limit) {
    auto& statement = database.statement(
        "SELECT outbox_id, number, topic, campus_id, message, created_at FROM outbox WHERE number > ? ORDER BY number "
        "LIMIT ?");
    return readAll(statement.bind(position).bind(rowsAtMost(limit)), rowOf);
}

Result<void> eachOpen(Database& database, const std::function<void(const Row& row)>& fn) {
    auto& statement = database.statement(
        "SELECT outbox_id, number, topic, campus_id, message, created_at FROM outbox WHERE done_at IS NULL ORDER BY "
        "outbox_id");
    return eachRow(statement, [&fn](const Statement& row) { fn(rowOf(row)); });
}

Result<RelayRow> relayRow(Database& database) {
    for (int i = 0; i < 2; ++i) {
        auto& statement = database.statement(
            "SELECT owner, epoch, beat, generation, last_number, relayed FROM outbox_relay WHERE slot = 1");
        EVENHAND_ASSIGN(auto found, readOne(statement, [](const Statement& row) {
                            return RelayRow{row.text("owner"),        row.number("epoch"),       row.number("beat"),
                                            row.number("generation"), row.number("last_number"), row.number("relayed")};
                        }));
        if (found) {
            return *std::move(found);
        }
        const std::string first = std::string(database.dialect().insertIgnore()) +
                                  " outbox_relay (slot, owner, epoch, beat, generation, last_number, relayed) VALUES "
                                  "(1, '', 0, 0, 1, 0, 0)";
        EVENHAND_TRY(database.statement(first).write());
    }
    return fail(ErrorCode::WorkspaceDamaged, "the row of the relay cannot be made", "table", "outbox_relay");
}

Result<bool> takeRelay(Database& database, const RelayRow& seen, std::string_view owner) {
    auto& statement = database.statement(
        "UPDATE outbox_relay SET owner = ?, epoch = epoch + 1, beat = 0 WHERE slot = 1 AND epoch = ? AND beat = ?");
    return changedOne(statement.bind(owner).bind(seen.epoch).bind(seen.beat));
}

Result<bool> renewRelay(Database& database, const RelayRow& held, std::int64_t relayed) {
    auto& statement = database.statement(
        "UPDATE outbox_relay SET beat = beat + 1, relayed = ? WHERE slot = 1 AND owner = ? AND epoch = ? AND "
        "generation = ?");
    return changedOne(statement.bind(relayed).bind(held.owner).bind(held.epoch).bind(held.generation));
}

Result<bool> releaseRelay(Database& database, const RelayRow& held) {
    auto& statement = database.statement(
        "UPDATE outbox_relay SET owner = '', beat = beat + 1 WHERE slot = 1 AND owner = ? AND epoch = ?");
    return changedOne(statement.bind(held.owner).bind(held.epoch));
}

Result<bool> giveNumbers(Database& database, const RelayRow& held, std::int64_t relayed, std::span<Row> rows) {
    if (rows.empty()) {
        return true;
    }
    const auto count = static_cast<std::int64_t>(rows.size());
    // The row is locked from here to the commit, and who has not its epoch changes nothing: so no two number at a time,
    // however long one of them was stopped on the way here.
    auto& counting = database.statement(
        "UPDATE outbox_relay SET beat = beat + 1, relayed = ?, last_number = last_number + ? WHERE slot = 1 AND owner "
        "= ? AND epoch = ? AND generation = ? AND last_number = ?");
    counting.bind(relayed).bind(count).bind(held.owner).bind(held.epoch).bind(held.generation).bind(held.lastNumber);
    EVENHAND_ASSIGN(const bool ours, changedOne(counting));
    if (!ours) {
        return false;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].number = held.lastNumber + 1 + static_cast<std::int64_t>(i);
    }
    auto& numbering = database.statement(numberingSql(rows.size()));
    for (std::size_t i = 0; i < lengthFor(rows.size()); ++i) {
        const auto& row = rows[std::min(i, rows.size() - 1)];
        numbering.bind(row.id).bind(row.number);
    }
    bindFilled(numbering, rows.size(), [&](std::size_t i) { return rows[i].id; });
    EVENHAND_ASSIGN(const auto numbered, numbering.write());
    if (numbered != count) {
        return fail(ErrorCode::Internal, "somebody else has numbered messages in this epoch", "epoch",
                    std::to_string(held.epoch));
    }
    return true;
}

Result<bool> beginGeneration(Database& database, std::int64_t generation) {
    EVENHAND_TRY(relayRow(database));
    auto& statement = database.statement(
        "UPDATE outbox_relay SET generation = ?, relayed = 0, beat = beat + 1 WHERE slot = 1 AND generation < ?");
    return changedOne(statement.bind(generation).bind(generation));
}

Result<std::vector<std::int64_t>> undoneAmong(Database& database, std::span<const std::int64_t> numbers) {
    struct Undone;
    std::vector<std::int64_t> found;
    for (auto rest = numbers; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kMostRows));
        auto& statement = database.statement(listSql<Undone>("SELECT number FROM outbox WHERE number IN (",
                                                             ") AND done_at IS NULL ORDER BY number", some.size()));
        bindFilled(statement, some.size(), [&](std::size_t i) { return some[i]; });
        EVENHAND_TRY(eachRow(statement, [&](const Statement& row) { found.push_back(row.number("number")); }));
        rest = rest.subspan(some.size());
    }
    std::sort(found.begin(), found.end());
    return found;
}

Result<std::int64_t> markDone(Database& database, std::span<const std::int64_t> numbers, Instant at) {
    struct Done;
    std::int64_t done = 0;
    for (auto rest = numbers; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kMostRows));
        auto& statement = database.statement(listSql<Done>("UPDATE outbox SET done_at = ? WHERE number IN (",
                                                           ") AND COALESCE(done_at, -1) = -1", some.size()));
        statement.bind(at);
        bindFilled(statement, some.size(), [&](std::size_t i) { return some[i]; });
        EVENHAND_ASSIGN(const auto changed, statement.write());
        done += changed;
        rest = rest.subspan(some.size());
    }
    return done;
}

Result<std::int64_t> clean(Database& database, Instant before, std::size_t limit) {
    auto& select = database.statement("SELECT outbox_id, topic FROM outbox WHERE done_at < ? ORDER BY done_at LIMIT ?");
    EVENHAND_ASSIGN(const auto found, readAll(select.bind(before).bind(rowsAtMost(limit)), [](const Statement& row) {
                        return std::pair(row.number("outbox_id"), row.text("topic"));
                    }));
    // One by one: a server may look for a list of them through the whole table, and wait there for open transactions.
    std::int64_t deleted = 0;
    std::map<std::string, std::int64_t> gone;
    for (const auto& [id, topic] : found) {
        EVENHAND_ASSIGN(const auto rows, database.statement("DELETE FROM outbox WHERE outbox_id = ?").bind(id).write());
        deleted += rows;
        gone[topic] += rows;
    }
    for (const auto& [topic, messages] : gone) {
        EVENHAND_TRY(addGone(database, topic, messages));
    }
    return deleted;
}

Result<Totals> totals(Database& database, std::string_view topic) {
    EVENHAND_ASSIGN(
        const auto gone,
        readNumber(
            database.statement("SELECT COALESCE(SUM(messages), 0) FROM outbox_gone WHERE topic = ?").bind(topic)));
    auto& there = database.statement(
        "SELECT COUNT(*) AS messages, COALESCE(SUM(CASE WHEN done_at IS NULL THEN 1 ELSE 0 END), 0) AS undone FROM "
        "outbox WHERE topic = ?");
    EVENHAND_ASSIGN(const auto counted, readOne(there.bind(topic), [](const Statement& row) {
                        return Totals{row.number("messages"), row.number("undone")};
                    }));
    return counted ? Totals{gone + counted->added, counted->open} : Totals{gone, 0};
}

Result<void> setGone(Database& database, std::string_view topic, std::int64_t messages) {
    EVENHAND_TRY(database.statement("DELETE FROM outbox_gone WHERE topic = ?").bind(topic).write());
    return addGone(database, topic, messages);
}

}  // namespace evenhand::store::outbox
