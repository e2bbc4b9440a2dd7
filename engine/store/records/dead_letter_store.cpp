// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/dead_letter_store.h"

#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::store::deadLetters {
namespace {

std::string payloadOf(std::span<const std::pair<std::string, std::string>> fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        text += name;
        text += ' ';
        text += value;
        text += '\n';
    }
    return text;
}

Fields fieldsOf(std::string_view payload) {
    Fields fields;
    while (!payload.empty()) {
        const auto end = payload.find('\n');
        const auto line = payload.substr(0, end);
        payload = end == std::string_view::npos ? std::string_view() : payload.substr(end + 1);
        if (const auto space = line.find(' '); space != std::string_view::npos) {
            fields.emplace_back(line.substr(0, space), line.substr(space + 1));
        }
    }
    return fields;
}

}  // namespace

Result<void> insert(Database& database, const NewLetter& letter) {
    auto& statement = database.statement(
        "INSERT INTO dead_letter(topic, message_id, payload, order_no, epoch, reason, attempts, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    const auto payload = payloadOf(letter.fields);
    statement.bind(letter.topic).bind(letter.messageId).bind(payload);
    if (letter.orderNo.empty()) {
        statement.bindNull();
    } else {
        statement.bind(letter.orderNo);
    }
    statement.bind(letter.epoch).bind(letter.reason).bind(letter.attempts).bind(letter.at);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::optional<Letter>> findOpen(Database& database, DeadLetterId id) {
    auto& statement = database.statement(
        "SELECT topic, payload, order_no, epoch FROM dead_letter WHERE letter_id = ? AND resolved_at IS NULL");
    statement.bind(id.value);
    EVENHAND_TRY(statement.query());
    std::optional<Letter> letter;
    if (statement.next()) {
        letter = Letter{statement.text("topic"), fieldsOf(statement.text("payload")),
                        OrderNo(statement.text("order_no")), statement.number("epoch")};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return letter;
}

Result<std::optional<Settled>> settled(Database& database, DeadLetterId id) {
    auto& statement = database.statement(
        "SELECT resolved_at, COALESCE(resolution, '') AS resolution FROM dead_letter WHERE letter_id = ? AND "
        "resolved_at IS NOT NULL");
    statement.bind(id.value);
    return readOne(statement, [](const Statement& row) {
        return Settled{Instant{row.number("resolved_at")}, row.text("resolution")};
    });
}

Result<bool> resolve(Database& database, DeadLetterId id, Instant at, std::string_view resolution) {
    auto& statement = database.statement(
        "UPDATE dead_letter SET resolved_at = ?, resolution = ? WHERE letter_id = ? AND resolved_at IS NULL");
    statement.bind(at).bind(resolution).bind(id.value);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

Result<std::int64_t> resolveOfOrder(Database& database, const OrderNo& orderNo, Instant at,
                                    std::string_view resolution) {
    auto& statement = database.statement(
        "UPDATE dead_letter SET resolved_at = ?, resolution = ? WHERE order_no = ? AND resolved_at IS NULL");
    statement.bind(at).bind(resolution).bind(orderNo.str());
    return statement.write();
}

Result<std::vector<OpenLetter>> openOfTopics(Database& database, std::string_view topic, bool prefix,
                                             std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT letter_id, topic, message_id, order_no, epoch, reason, attempts, at, payload FROM dead_letter "
        "WHERE resolved_at IS NULL AND topic >= ? AND topic < ? ORDER BY letter_id DESC LIMIT ?");
    const auto end = prefix ? prefixEnd(topic) : std::string(topic) + '\x01';
    statement.bind(topic).bind(end).bind(limit);
    return readAll(statement, [](const Statement& row) {
        return OpenLetter{{DeadLetterId{row.number("letter_id")}, row.text("topic"), row.text("message_id"),
                           OrderNo(row.text("order_no")), row.number("epoch"), row.text("reason"),
                           row.number("attempts"), Instant{row.number("at")}},
                          fieldsOf(row.text("payload"))};
    });
}

Result<std::vector<api::DeadLetterRow>> open(Database& database, std::int64_t limit) {
    EVENHAND_TRY(checkPage(0, limit));
    auto& statement = database.statement(
        "SELECT letter_id, topic, message_id, order_no, epoch, reason, attempts, at FROM dead_letter "
        "WHERE resolved_at IS NULL AND topic NOT LIKE 'seckill@@%' ORDER BY letter_id DESC LIMIT ?");
    statement.bind(limit);
    return readAll(statement, [](const Statement& row) {
        return api::DeadLetterRow{DeadLetterId{row.number("letter_id")},
                                  row.text("topic"),
                                  row.text("message_id"),
                                  OrderNo(row.text("order_no")),
                                  row.number("epoch"),
                                  row.text("reason"),
                                  row.number("attempts"),
                                  Instant{row.number("at")}};
    });
}

}  // namespace evenhand::store::deadLetters
