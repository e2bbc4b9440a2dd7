// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/migrator.h"

#include <charconv>
#include <optional>

namespace evenhand::store {
namespace {

std::string withoutComments(std::string_view sql) {
    std::string out;
    bool quoted = false;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        if (!quoted && sql.substr(i, 2) == "--") {
            while (i < sql.size() && sql[i] != '\n') {
                ++i;
            }
            out += '\n';
            continue;
        }
        quoted = quoted != (sql[i] == '\'');
        out += sql[i];
    }
    return out;
}

Result<void> setMeta(Database& database, std::string_view name, std::string_view value) {
    // Portable upsert: the row is there or it is not, and nobody else writes.
    EVENHAND_ASSIGN(const auto changed,
                    database.statement("UPDATE meta SET value = ? WHERE name = ?").bind(value).bind(name).write());
    if (changed == 0) {
        EVENHAND_TRY(database.statement("INSERT INTO meta (name, value) VALUES (?, ?)").bind(name).bind(value).write());
    }
    return {};
}

Result<std::optional<std::string>> metaText(Database& database, std::string_view name) {
    auto& read = database.statement("SELECT value FROM meta WHERE name = ?").bind(name);
    EVENHAND_TRY(read.query());
    std::optional<std::string> value;
    if (read.next()) {
        value = read.text(0);
        read.finish();
    }
    EVENHAND_TRY(read.status());
    return value;
}

Error damaged(const Database& database, const std::string& what) {
    return {ErrorCode::WorkspaceDamaged, "the workspace's meta table is damaged: " + what + "; restore a backup", "path",
            database.location()};
}

Result<std::string> neededText(Database& database, std::string_view name) {
    EVENHAND_ASSIGN(auto value, metaText(database, name));
    if (!value) {
        return fail(damaged(database, "no entry " + std::string(name)));
    }
    return *std::move(value);
}

Result<std::int64_t> neededNumber(Database& database, std::string_view name) {
    EVENHAND_ASSIGN(const auto text, neededText(database, name));
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size()) {
        return fail(damaged(database, "entry " + std::string(name) + " is no number"));
    }
    return number;
}

enum class Content : std::uint8_t { Empty, Workspace, Foreign };

Result<Content> content(Database& database) {
    auto& tables = database.statement("SELECT name FROM sqlite_master WHERE type = 'table'");
    EVENHAND_TRY(tables.query());
    bool any = false;
    bool meta = false;
    bool journal = false;
    while (tables.next()) {
        any = true;
        const auto name = tables.text(0);
        meta = meta || name == "meta";
        journal = journal || name == "keyspace_journal";
    }
    EVENHAND_TRY(tables.status());
    return !any ? Content::Empty : meta && journal ? Content::Workspace : Content::Foreign;
}

Error foreign(const Database& database) {
    return {ErrorCode::WorkspaceVersion, "this database is not an Evenhand workspace", "path", database.location()};
}

Result<void> migrate(Database& database, int from) {
    for (const auto& migration : allMigrations()) {
        if (migration.number <= from) {
            continue;
        }
        for (const auto& text : splitMigration(database.dialect(), migration.sql)) {
            EVENHAND_TRY(database.execute(text));
        }
        EVENHAND_TRY(setMeta(database, "schema_version", std::to_string(migration.number)));
    }
    return {};
}

/// Runs `work` in a transaction of its own.
template <typename Work>
Result<void> inTransaction(Database& database, Work work) {
    EVENHAND_TRY(database.begin());
    Result<void> done = work();
    if (done) {
        done = database.commit();
    }
    if (!done) {
        database.rollback();
    }
    return done;
}

}  // namespace

std::vector<std::string> splitMigration(const Dialect& dialect, std::string_view sql) {
    const std::string text = dialect.expandSchema(withoutComments(sql));
    std::vector<std::string> statements;
    std::string current;
    bool quoted = false;
    const auto flush = [&] {
        if (current.find_first_not_of(" \t\r\n") != std::string::npos) {
            statements.push_back(current);
        }
        current.clear();
    };
    for (const char c : text) {
        quoted = quoted != (c == '\'');
        if (c == ';' && !quoted) {
            flush();
        } else {
            current += c;
        }
    }
    flush();
    return statements;
}

Result<void> createSchema(Database& database, const WorkspaceMeta& meta) {
    EVENHAND_ASSIGN(const auto found, content(database));
    switch (found) {
        case Content::Empty: break;
        case Content::Workspace:
            return fail(ErrorCode::AlreadyExists, "there is a workspace already", "path", database.location());
        case Content::Foreign: return fail(foreign(database));
    }
    return inTransaction(database, [&]() -> Result<void> {
        EVENHAND_TRY(migrate(database, 0));
        EVENHAND_TRY(setMeta(database, "workspace_id", meta.workspaceId));
        EVENHAND_TRY(setMeta(database, "currency", meta.currency));
        EVENHAND_TRY(setMeta(database, "minor_digits", std::to_string(meta.minorDigits)));
        EVENHAND_TRY(setMeta(database, "time_zone", meta.timeZone));
        EVENHAND_TRY(setMeta(database, "created_by", meta.createdBy));
        return setMeta(database, "created_at", std::to_string(meta.createdAt.ms));
    });
}

Result<WorkspaceMeta> openSchema(Database& database, bool mayMigrate) {
    EVENHAND_ASSIGN(const auto found, content(database));
    switch (found) {
        case Content::Workspace: break;
        case Content::Empty:
            return fail(ErrorCode::WorkspaceMissing, "the database is empty, it holds no workspace", "path",
                        database.location());
        case Content::Foreign: return fail(foreign(database));
    }
    WorkspaceMeta meta;
    EVENHAND_ASSIGN(const auto version, neededNumber(database, "schema_version"));
    const int known = allMigrations().back().number;
    const auto versions = "the workspace has version " + std::to_string(version) + ", this program knows version " +
                          std::to_string(known);
    if (version > known) {
        return fail(ErrorCode::WorkspaceVersion, versions + "; use a newer program", "path", database.location());
    }
    if (version < 1) {
        return fail(damaged(database, "schema_version is " + std::to_string(version)));
    }
    if (version < known) {
        if (!mayMigrate) {
            return fail(ErrorCode::WorkspaceVersion, versions + "; open it for writing once to bring it up to date",
                        "path", database.location());
        }
        EVENHAND_TRY(inTransaction(database, [&] { return migrate(database, static_cast<int>(version)); }));
    }
    meta.schemaVersion = known;
    EVENHAND_ASSIGN(meta.workspaceId, neededText(database, "workspace_id"));
    EVENHAND_ASSIGN(meta.currency, neededText(database, "currency"));
    EVENHAND_ASSIGN(const auto digits, neededNumber(database, "minor_digits"));
    meta.minorDigits = static_cast<int>(digits);
    EVENHAND_ASSIGN(meta.timeZone, neededText(database, "time_zone"));
    EVENHAND_ASSIGN(meta.createdAt.ms, neededNumber(database, "created_at"));
    EVENHAND_ASSIGN(meta.createdBy, neededText(database, "created_by"));
    return meta;
}

}  // namespace evenhand::store
