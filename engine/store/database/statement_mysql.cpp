// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <tuple>

#include "engine/base/ids.h"
#include "engine/store/database/database_mysql.h"
#include "engine/store/database/statement_log.h"

namespace evenhand::store {
namespace {

bool isWordCharacter(char c) noexcept { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool equalsUpper(std::string_view text, std::string_view upper) noexcept {
    return text.size() == upper.size() && std::equal(text.begin(), text.end(), upper.begin(), [](char a, char b) {
               return std::toupper(static_cast<unsigned char>(a)) == b;
           });
}

/// The next word or single sign of `sql` from `at` on, which moves behind it.
std::string_view nextToken(std::string_view sql, std::size_t& at) noexcept {
    while (at < sql.size() && std::isspace(static_cast<unsigned char>(sql[at])) != 0) {
        ++at;
    }
    const auto begin = at;
    while (at < sql.size() && isWordCharacter(sql[at])) {
        ++at;
    }
    if (at == begin && at < sql.size()) {
        ++at;
    }
    return sql.substr(begin, at - begin);
}

void appendQuoted(std::string& out, std::string_view bytes) {
    out += '\'';
    while (true) {
        const auto quote = bytes.find('\'');
        out += bytes.substr(0, quote);
        if (quote == std::string_view::npos) {
            break;
        }
        out += "''";
        bytes.remove_prefix(quote + 1);
    }
    out += '\'';
}

/// Where each '?' parameter of `sql` stands, outside quotes.
std::vector<std::string_view> piecesOf(std::string_view sql) {
    std::vector<std::string_view> pieces;
    std::size_t begin = 0;
    char quote = 0;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        const char c = sql[i];
        if (quote != 0) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '?') {
            pieces.push_back(sql.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    pieces.push_back(sql.substr(begin));
    return pieces;
}

}  // namespace

MysqlStatement::MysqlStatement(MysqlDatabase& owner, std::string sql)
    : m_owner(owner), m_sql(std::move(sql)), m_pieces(piecesOf(m_sql)) {
    readShape();
}

/// Recognises INSERT [IGNORE] INTO table (columns) VALUES (…) [ON DUPLICATE KEY UPDATE …]: what gather() can put
/// together.
void MysqlStatement::readShape() {
    std::size_t at = 0;
    if (!equalsUpper(nextToken(m_sql, at), "INSERT")) {
        return;
    }
    auto word = nextToken(m_sql, at);
    if (equalsUpper(word, "IGNORE")) {
        word = nextToken(m_sql, at);
    }
    if (!equalsUpper(word, "INTO")) {
        return;
    }
    const auto table = nextToken(m_sql, at);
    if (nextToken(m_sql, at) != "(") {
        return;
    }
    const auto close = m_sql.find(')', at);
    if (close == std::string::npos) {
        return;
    }
    at = close + 1;
    if (!equalsUpper(nextToken(m_sql, at), "VALUES") || at > m_pieces.front().size()) {
        return;
    }
    // One row of simple values, and nothing behind it but what is to happen if the row is there.
    const auto open = m_sql.find('(', at);
    const auto end = m_sql.find(')', at);
    std::size_t behind = at;
    if (nextToken(m_sql, behind) != "(" || end == std::string::npos || m_sql.find('(', open + 1) < end) {
        return;
    }
    behind = end + 1;
    if (behind < m_sql.size() &&
        (!equalsUpper(nextToken(m_sql, behind), "ON") || m_pieces.back().size() + end < m_sql.size())) {
        return;
    }
    m_tupleAt = at;
    m_gathered = std::make_unique<GatheredRows>();
    m_gathered->head = m_sql.substr(0, at);
    m_gathered->tail = m_sql.substr(end + 1);
    m_gathered->table = std::string(table);
}

bool MysqlStatement::names(std::string_view table) const noexcept {
    const std::string_view sql(m_sql);
    for (auto at = sql.find(table); at != std::string_view::npos; at = sql.find(table, at + 1)) {
        const auto end = at + table.size();
        if ((at == 0 || !isWordCharacter(sql[at - 1])) && (end == sql.size() || !isWordCharacter(sql[end]))) {
            return true;
        }
    }
    return false;
}

unsigned MysqlStatement::heldTables(const HeldRows& held) const noexcept {
    if (m_heldTablesOf != &held) {
        m_heldTablesOf = &held;
        m_heldTables = 0;
        for (const auto& [table, bit] : held.tables()) {
            m_heldTables |= names(table) ? bit : 0U;
        }
    }
    return m_heldTables;
}

void MysqlStatement::freeResult() noexcept {
    m_result.reset();
    m_row = nullptr;
}

void MysqlStatement::restart() {
    freeResult();
    m_text.assign(m_pieces.front());
    m_parameter = 0;
    m_failed = m_oddText = false;
}

void MysqlStatement::bound() {
    if (++m_parameter < m_pieces.size()) {
        m_text += m_pieces[m_parameter];
    }
}

void MysqlStatement::bindNumber(std::int64_t value) {
    std::array<char, 24> digits{};
    const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    m_text.append(digits.data(), end);
    bound();
}

void MysqlStatement::bindText(std::string_view text) {
    m_oddText = m_oddText || base::utf8Length(text) < 0;
    appendQuoted(m_text, text);
    bound();
}

void MysqlStatement::bindBytes(std::string_view bytes) {
    m_text += "_binary";
    appendQuoted(m_text, bytes);
    bound();
}

void MysqlStatement::bindNothing() {
    m_text += "NULL";
    bound();
}

Result<void> MysqlStatement::checkBound() {
    if (m_parameter + 1 != m_pieces.size()) {
        logStatement(m_sql);
        return failed(
            {ErrorCode::Internal, "wrong number of bound values for a statement; the log says which", {}, {}});
    }
    return {};
}

tl::unexpected<Error> MysqlStatement::failed(Error error) {
    m_error = std::move(error);
    m_failed = true;
    return fail(m_error);
}

Result<std::int64_t> MysqlStatement::write() {
    EVENHAND_TRY(checkBound());
    if (m_owner.watchedRoots() != nullptr) {
        EVENHAND_TRY(checkRoots());
    }
    if (auto sent = m_owner.send(m_text, this, true); !sent) {
        return failed(std::move(sent).error());
    }
    std::ignore = m_owner.takeResult();
    m_insertId = m_owner.insertId();
    if (m_owner.watchedRoots() != nullptr) {
        noteMade();
    }
    return m_owner.takeAffected();
}

Result<void> MysqlStatement::gather(InsertTurn turn) {
    if (m_tupleAt == 0 || m_oddText || !m_owner.inTransaction()) {
        EVENHAND_TRY(write());
        return {};
    }
    EVENHAND_TRY(checkBound());
    if (m_owner.watchedRoots() != nullptr) {
        EVENHAND_TRY(checkRoots());
    }
    m_gathered->turn = turn;
    const auto tuple = std::string_view(m_text).substr(m_tupleAt);
    return m_owner.gathered(*m_gathered, tuple.substr(0, tuple.size() - m_gathered->tail.size()));
}

Result<void> MysqlStatement::query() {
    EVENHAND_TRY(checkBound());
    if (auto sent = m_owner.send(m_text, this, false); !sent) {
        return failed(std::move(sent).error());
    }
    m_result = m_owner.takeResult();
    return {};
}

bool MysqlStatement::next() {
    if (m_failed || !m_result) {
        return false;
    }
    const auto& client = m_owner.client();
    m_row = client.fetchRow(m_result.get());
    if (m_row == nullptr) {
        freeResult();
        return false;
    }
    m_lengths = client.fetchLengths(m_result.get());
    return true;
}

Result<void> MysqlStatement::status() const {
    if (m_failed) {
        return fail(m_error);
    }
    return {};
}

std::int64_t MysqlStatement::number(int column) const {
    if (m_row[column] == nullptr) {
        return 0;
    }
    std::int64_t value = 0;
    std::from_chars(m_row[column], m_row[column] + m_lengths[column], value);
    return value;
}

int MysqlStatement::columnCount() const { return static_cast<int>(m_owner.client().numFields(m_result.get())); }

std::string_view MysqlStatement::columnName(int column) const {
    return m_owner.client().fetchFieldDirect(m_result.get(), static_cast<unsigned>(column))->name;
}

Statement::Impl::Origin MysqlStatement::origin(int column) const {
    const auto* field = m_owner.client().fetchFieldDirect(m_result.get(), static_cast<unsigned>(column));
    return field->originalTable == nullptr || field->originalName == nullptr
               ? Origin{}
               : Origin{field->originalTable, field->originalName};
}

Database::Impl& MysqlStatement::owner() const { return m_owner; }

std::string_view MysqlStatement::bytes(int column) const {
    return m_row[column] == nullptr ? std::string_view{} : std::string_view(m_row[column], m_lengths[column]);
}

}  // namespace evenhand::store
