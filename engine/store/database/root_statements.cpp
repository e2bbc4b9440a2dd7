// SPDX-License-Identifier: GPL-3.0-or-later
// Database::checkRoots() on a server, which has no triggers of one connection: to which roots the rows belong that a
// statement writes is read off the values of an INSERT, and asked for with the condition of an UPDATE or a DELETE,
// before it is sent. Nothing that is held back is sent for it. A row whose root is told by another row which is held
// back itself is passed over.
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "engine/store/database/database_mysql.h"
#include "engine/store/database/root_locks.h"
#include "engine/store/database/rooted_tables.h"

namespace evenhand::store {
namespace {

constexpr std::string_view kOfRow = "@.";

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

/// What stands between commas, those in quotes left alone.
std::vector<std::string_view> listed(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        quoted = quoted != (text[i] == '\'');  // a quote that is doubled ends and begins
        if (text[i] == ',' && !quoted) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    parts.push_back(trimmed(text.substr(begin)));
    return parts;
}

/// "(a, b)" without its parentheses.
std::string_view inside(std::string_view text) {
    const auto open = text.find('(');
    const auto close = text.rfind(')');
    return open == std::string_view::npos || close == std::string_view::npos ? std::string_view()
                                                                             : text.substr(open + 1, close - open - 1);
}

/// As it was before it was quoted.
std::string unquoted(std::string_view literal) {
    std::string text;
    for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
        text += literal[i];
        i += literal[i] == '\'' ? 1 : 0;
    }
    return text;
}

Root rootOf(RootKind kind, std::string_view id) {
    Root root;
    root.kind = kind;
    if (infoOf(kind).numbered) {
        std::from_chars(id.data(), id.data() + id.size(), root.number);
    } else {
        root.text = id;
    }
    return root;
}

bool standsAt(std::string_view sql, std::size_t at, std::string_view word) {
    if (sql.size() - at < word.size()) {
        return false;
    }
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (std::toupper(static_cast<unsigned char>(sql[at + i])) != word[i]) {
            return false;
        }
    }
    return true;
}

/// From WHERE on, that of the statement itself; empty: it has none.
std::string_view conditionOf(std::string_view sql) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        const char c = sql[i];
        quoted = quoted != (c == '\'');
        if (quoted) {
            continue;
        }
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0 && standsAt(sql, i, " WHERE ")) {
            return sql.substr(i);
        }
    }
    return {};
}

/// The table of "UPDATE table …", "DELETE FROM table …"; empty: it is neither.
std::string_view changedTable(std::string_view sql) {
    for (const std::string_view words : {"UPDATE ", "DELETE FROM "}) {
        if (standsAt(sql, 0, words)) {
            const auto rest = sql.substr(words.size());
            return rest.substr(0, rest.find(' '));
        }
    }
    return {};
}

}  // namespace

Result<void> MysqlStatement::checkRoots() {
    auto* locks = m_owner.watchedRoots();
    const bool inserts = m_tupleAt != 0;
    const auto* rooted = rootedTable(inserts ? std::string_view(m_gathered->table) : changedTable(m_sql));
    if (locks == nullptr || rooted == nullptr) {
        return {};
    }
    auto allowed = inserts ? checkInserted(*locks, *rooted) : checkFound(*locks, *rooted);
    if (!allowed) {
        return failed(std::move(allowed).error());
    }
    return {};
}

Result<void> MysqlStatement::checkInserted(RootLocks& locks, const RootedTable& rooted) {
    const auto tuple = std::string_view(m_text).substr(m_tupleAt);
    const auto columns = listed(inside(m_gathered->head));
    const auto values = listed(inside(tuple.substr(0, tuple.size() - m_gathered->tail.size())));
    if (columns.size() != values.size()) {
        return {};
    }
    if (rooted.root.substr(0, kOfRow.size()) == kOfRow) {
        const auto column = rooted.root.substr(kOfRow.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto& value = values[i];
            if (columns[i] != column || value == "NULL") {
                continue;
            }
            const auto root = rootOf(rooted.kind, value.front() == '\'' ? unquoted(value) : std::string(value));
            if (rooted.isRoot()) {
                locks.made(root);
                return {};
            }
            return locks.check(rooted.table, root, rooted.needed);
        }
        return {};
    }
    std::string row;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        row.append(row.empty() ? "SELECT " : ", ").append(values[i]).append(" AS ").append(columns[i]);
    }
    EVENHAND_TRY(m_owner.look("SELECT " + rootOfRow(rooted.root, "written") + " FROM (" + row + ") written"));
    return checkLooked(locks, rooted);
}

Result<void> MysqlStatement::checkFound(RootLocks& locks, const RootedTable& rooted) {
    const std::string table(rooted.table);
    const auto sql = "SELECT DISTINCT " + rootOfRow(rooted.root, table) + " FROM " + table;
    // What is held back of the table goes first, as it would before the statement itself.
    EVENHAND_TRY(m_owner.send(sql + std::string(conditionOf(m_text)), this, false));
    return checkLooked(locks, rooted);
}

Result<void> MysqlStatement::checkLooked(RootLocks& locks, const RootedTable& rooted) {
    const auto result = m_owner.takeResult();
    if (!result) {
        return {};
    }
    const auto& client = m_owner.client();
    while (char** const row = client.fetchRow(result.get())) {
        const auto* const lengths = client.fetchLengths(result.get());
        if (row[0] != nullptr) {
            EVENHAND_TRY(
                locks.check(rooted.table, rootOf(rooted.kind, std::string_view(row[0], lengths[0])), rooted.needed));
        }
    }
    return {};
}

void MysqlStatement::noteMade() const {
    const auto* rooted = m_tupleAt == 0 ? nullptr : rootedTable(m_gathered->table);
    if (rooted != nullptr && rooted->isRoot() && infoOf(rooted->kind).numbered && m_insertId > 0) {
        Root root;
        root.kind = rooted->kind;
        root.number = m_insertId;
        m_owner.watchedRoots()->made(root);
    }
}

}  // namespace evenhand::store
