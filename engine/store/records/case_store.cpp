// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/case_store.h"

#include "engine/base/number_text.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/words/setting_names.h"

namespace evenhand::store::cases {

Result<api::CaseSettings> settings(Database& database) {
    api::CaseSettings found;
    EVENHAND_TRY(
        eachRow(database.statement("SELECT code, name FROM return_reason ORDER BY place"), [&](const Statement& row) {
            found.reasons.push_back({row.text("code"), row.text("name")});
        }));
    // One that was taken away is stored as 0: what is not stored is as it begins.
    EVENHAND_TRY(eachRow(database.statement("SELECT name, value FROM case_setting"), [&](const Statement& row) {
        (void)row.code("name", nameAmong<kCaseSettingNames>);
        const auto limit = row.code("value", base::numberFrom);
        found.ageLimitMs = limit == 0 ? std::nullopt : std::optional(limit);
    }));
    return found;
}

Result<void> setSettings(Database& database, const api::CaseSettings& settings) {
    EVENHAND_TRY(database.statement("DELETE FROM return_reason").write());
    std::int64_t place = 0;
    for (const auto& reason : settings.reasons) {
        auto& statement = database.statement("INSERT INTO return_reason(code, name, place) VALUES (?, ?, ?)");
        statement.bind(reason.code).bind(reason.name).bind(place++);
        EVENHAND_TRY(statement.write());
    }
    const auto sql = "INSERT INTO case_setting(name, value) VALUES (?, ?)" + database.dialect().onConflict("name") +
                     "value = " + database.dialect().incoming("value");
    auto& statement = database.statement(sql);
    statement.bind(kCaseSettingNames[0]).bind(std::to_string(settings.ageLimitMs.value_or(0)));
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::optional<std::string>> nameOf(Database& database, std::string_view code) {
    auto& statement = database.statement("SELECT name FROM return_reason WHERE code = ?");
    statement.bind(code);
    return readOne(statement, [](const Statement& row) { return row.text("name"); });
}

Result<bool> isOffered(Database& database, std::string_view code) {
    EVENHAND_ASSIGN(const auto name, nameOf(database, code));
    return name.has_value();
}

Result<std::vector<Waiting>> waiting(Database& database, std::span<const api::ReturnStage> stages,
                                     std::optional<Instant> from, Instant before) {
    std::vector<Waiting> found;
    for (const auto stage : stages) {
        auto& statement = database.statement(
            "SELECT return_id, campus_id, requested_at FROM goods_return WHERE stage = ? AND requested_at >= ? AND "
            "requested_at < ?");
        statement.bind(api::toText(stage)).bind(from.value_or(Instant{})).bind(before);
        EVENHAND_TRY(eachRow(statement, [&](const Statement& row) {
            found.push_back({ReturnId{row.number("return_id")}, CampusId(row.text("campus_id")),
                             Instant{row.number("requested_at")}});
        }));
    }
    return found;
}

Result<std::vector<Waiting>> waiting(Database& database, std::span<const api::RefundStatus> statuses,
                                     std::optional<Instant> from, Instant before) {
    std::vector<Waiting> found;
    for (const auto status : statuses) {
        auto& statement = database.statement(
            "SELECT refund_id, campus_id, requested_at FROM refund WHERE status = ? AND requested_at >= ? AND "
            "requested_at < ? AND return_id IS NULL");
        statement.bind(api::toText(status)).bind(from.value_or(Instant{})).bind(before);
        EVENHAND_TRY(eachRow(statement, [&](const Statement& row) {
            found.push_back({RefundId{row.number("refund_id")}, CampusId(row.text("campus_id")),
                             Instant{row.number("requested_at")}});
        }));
    }
    return found;
}

}  // namespace evenhand::store::cases
