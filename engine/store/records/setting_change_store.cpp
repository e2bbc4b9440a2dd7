// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/setting_change_store.h"

#include "engine/store/database/sql_text.h"
#include "engine/store/database/unknown_words.h"

namespace evenhand::store::settingChanges {
namespace {

/// What has no row is at version 1, and so would be what has one whose kind stands for nothing.
/// `more`: what else is known of the row that is not there.
Result<void> lookForUnknownKind(Database& database, const std::function<void(SqlText&)>& more) {
    std::vector<std::string_view> words;
    for (const auto& [kind, word] : kSettingKinds) {
        words.push_back(word);
    }
    return lookForUnknownWord(database, *storedWordOf("setting_change", "kind"), words, more);
}

}  // namespace

Result<Change> last(Database& database, SettingKind kind, std::string_view subject) {
    auto& statement =
        database.statement("SELECT version, at, actor FROM setting_change WHERE kind = ? AND subject = ?");
    statement.bind(toText(kind)).bind(subject);
    EVENHAND_ASSIGN(auto found, readOne(statement, [](const Statement& row) {
                        return Change{row.number("version"), Instant{row.number("at")}, row.text("actor")};
                    }));
    if (!found) {
        EVENHAND_TRY(
            lookForUnknownKind(database, [&](SqlText& text) { text.where("a.subject = ?", {std::string(subject)}); }));
    }
    return found ? *std::move(found) : Change{};
}

Result<Versions> versions(Database& database, SettingKind kind) {
    // A row that cannot be of this kind is no reason to know nothing of the others: what has a row already has no
    // second one, and these are of a campus, a courier or a kind of something, never of the workspace.
    EVENHAND_TRY(lookForUnknownKind(database, [&](SqlText& text) {
        if (kind == SettingKind::Dispatch || kind == SettingKind::Timers || kind == SettingKind::Pause ||
            kind == SettingKind::TimerPause || kind == SettingKind::Hold || kind == SettingKind::Roster) {
            text.where("a.subject <> ''");
        } else if (kind == SettingKind::LoadLimit) {
            text.where("a.subject IN (SELECT courier_id FROM courier)");
        }
        text.where("NOT EXISTS (SELECT 1 FROM setting_change b WHERE b.kind = ? AND b.subject = a.subject)",
                   {std::string(toText(kind))});
    }));
    auto& statement = database.statement("SELECT subject, version FROM setting_change WHERE kind = ?");
    statement.bind(toText(kind));
    Versions found;
    EVENHAND_TRY(
        eachRow(statement, [&](const Statement& row) { found.emplace(row.text("subject"), row.number("version")); }));
    return found;
}

Result<void> count(Database& database, SettingKind kind, std::string_view subject, Instant at, std::string_view actor) {
    const auto& dialect = database.dialect();
    auto& statement = database.statement(
        "INSERT INTO setting_change(kind, subject, version, at, actor) VALUES (?, ?, 2, ?, ?)" +
        dialect.onConflict("kind, subject") + "version = setting_change.version + 1, at = " + dialect.incoming("at") +
        ", actor = " + dialect.incoming("actor"));
    statement.bind(toText(kind)).bind(subject).bind(at).bind(actor);
    EVENHAND_TRY(statement.write());
    return {};
}

}  // namespace evenhand::store::settingChanges
