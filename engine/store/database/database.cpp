// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/database.h"

#include <utility>

#include "engine/base/invariant.h"
#include "engine/store/database/database_impl.h"
#include "engine/store/database/root_locks.h"
#include "engine/store/database/transaction_watcher.h"
#include "engine/store/words/stored_words.h"

namespace evenhand::store {

Statement::Statement(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Statement::~Statement() = default;

Statement& Statement::bind(std::int64_t value) {
    m_impl->bindNumber(value);
    return *this;
}
Statement& Statement::bind(std::string_view text) {
    m_impl->bindText(text);
    return *this;
}
Statement& Statement::bindBlob(std::string_view bytes) {
    m_impl->bindBytes(bytes);
    return *this;
}
Statement& Statement::bindNull() {
    m_impl->bindNothing();
    return *this;
}

Result<std::int64_t> Statement::write() { return m_impl->write(); }
Result<void> Statement::gather(InsertTurn turn) { return m_impl->gather(turn); }
Result<void> Statement::query() { return m_impl->query(); }
bool Statement::next() {
    m_column = 0;
    return m_impl->next();
}
void Statement::finish() { m_impl->finish(); }
Result<void> Statement::status() const { return m_impl->status(); }
std::int64_t Statement::lastInsertId() const { return m_impl->lastInsertId(); }

int Statement::positionOf(ColumnName column) const {
    if (m_column < m_columns.size() && m_columns[m_column].literal == column.literal()) {
        return m_columns[m_column++].position;
    }
    // Read twice, as where NULL means something else.
    if (m_column > 0 && m_columns[m_column - 1].literal == column.literal()) {
        return m_columns[m_column - 1].position;
    }
    return findPosition(column);
}

int Statement::findPosition(ColumnName column) const {
    std::size_t known = 0;
    while (known < m_columns.size() && m_columns[known].literal != column.literal()) {
        ++known;
    }
    if (known == m_columns.size()) {
        constexpr int kNone = -1;
        constexpr int kSeveral = -2;
        int position = kNone;
        for (int i = 0; i < m_impl->columnCount(); ++i) {
            if (m_impl->columnName(i) == column.text()) {
                position = position == kNone ? i : kSeveral;
            }
        }
        EVENHAND_INVARIANT(position >= 0,
                           ("a value would be read that is not meant: there is " +
                            std::string(position == kNone ? "no" : "more than one") + " column \"" +
                            std::string(column.text()) + "\" in the result of: " + std::string(m_impl->sql()))
                               .c_str());
        m_columns.push_back({column.literal(), position});
    }
    m_column = known + 1;  // the reader goes on behind it
    return m_columns[known].position;
}

bool Statement::isNull(ColumnName column) const { return m_impl->isNull(positionOf(column)); }
std::int64_t Statement::number(ColumnName column) const { return m_impl->number(positionOf(column)); }
std::string Statement::text(ColumnName column) const { return std::string(m_impl->bytes(positionOf(column))); }
std::string Statement::blob(ColumnName column) const { return std::string(m_impl->bytes(positionOf(column))); }
std::optional<std::int64_t> Statement::maybeNumber(ColumnName column) const {
    const int at = positionOf(column);
    return m_impl->isNull(at) ? std::nullopt : std::optional(m_impl->number(at));
}
void Statement::unknownWord(ColumnName column, std::string_view word) const { unknownWordAt(positionOf(column), word); }

std::int64_t Statement::onlyNumber() const {
    EVENHAND_INVARIANT(
        m_impl->columnCount() == 1,
        ("one of several columns would be taken for the only one of: " + std::string(m_impl->sql())).c_str());
    return m_impl->number(0);
}

bool Statement::isNullAt(int column) const { return m_impl->isNull(column); }
std::int64_t Statement::numberAt(int column) const { return m_impl->number(column); }
std::string Statement::textAt(int column) const { return std::string(m_impl->bytes(column)); }
std::string Statement::blobAt(int column) const { return std::string(m_impl->bytes(column)); }
std::string_view Statement::view(int column) const { return m_impl->bytes(column); }
void Statement::unknownWordAt(int column, std::string_view word) const {
    m_impl->owner().unknownWord(m_impl->origin(column), std::string(word));
}

void Database::Impl::unknownWord(const Statement::Impl::Origin& where, const std::string& word, std::string key) {
    if (damage) {
        return;
    }
    const auto* column = storedWordOf(where.table, where.column);
    if (key.empty() && column != nullptr) {
        // A text with several words holds it somewhere; there are few such rows.
        auto& rows = statement("SELECT " + std::string(column->key) + ", " + std::string(column->column) + " FROM " +
                               std::string(column->table) + " WHERE " + std::string(column->column) + " LIKE ?");
        rows.bind("%" + word + "%");
        if (rows.query()) {
            while (key.empty() && rows.next()) {
                key = column->isKnown(rows.textAt(1)) ? std::string() : rows.textAt(0);
            }
            rows.finish();
        }
    }
    damage = unknownWordError(where.table, where.column, key, word);
}

Database::Database(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Database::~Database() = default;

const Dialect& Database::dialect() const noexcept { return m_impl->dialect(); }
Statement& Database::statement(std::string_view sql) { return m_impl->statement(sql); }
Result<void> Database::execute(std::string_view sql) { return m_impl->execute(sql); }
template <typename... Values>
void Database::tell(void (TransactionWatcher::*what)(Values...), Values... values) {
    if (m_watcher) {
        ((*m_watcher).*what)(values...);
    }
}
Result<void> Database::begin(Undo undo) {
    if (sharesWriting()) {
        m_memos = {};
    }
    tell(&TransactionWatcher::began);
    auto begun = m_impl->begin(true, undo);
    m_writing = begun.has_value();
    return begun;
}
Result<void> Database::beginRead() { return m_impl->begin(false, Undo::Scope); }
Result<void> Database::commit() {
    if (m_commitGuard) {
        EVENHAND_TRY(m_impl->flush());
        EVENHAND_TRY(m_commitGuard(*this));
    }
    tell(&TransactionWatcher::committing);
    auto done = m_impl->commit();
    if (done) {
        transactionEnded();
    }
    tell(&TransactionWatcher::committed, done.has_value() && !sharesWriting());
    return done;
}
void Database::rollback() {
    m_memos = {};
    tell(&TransactionWatcher::undone);
    if (sharesWriting()) {
        tell(&TransactionWatcher::committed, false);
    }
    transactionEnded();
    m_impl->rollback();
}
void Database::openScope(std::string_view unit) {
    tell(&TransactionWatcher::scopeOpened);
    if (m_roots) {
        m_roots->unitBegins(unit);
    }
    m_impl->openScope();
}
Result<void> Database::keepScope() {
    if (m_roots) {
        m_roots->unitEnded();
    }
    return m_impl->keepScope();
}
Result<void> Database::undoScope() {
    m_memos = {};
    if (m_roots) {
        m_roots->unitEnded();
    }
    tell(&TransactionWatcher::scopeUndone);
    return m_impl->undoScope();
}
bool Database::scopeHasWrites() const noexcept { return m_impl->scopeHasWrites(); }
bool Database::transactionChanged() const noexcept { return m_impl->transactionChanged(); }
bool Database::faulted() const noexcept { return m_impl->faulted(); }
const Error& Database::fault() const noexcept { return m_impl->fault(); }
Database::FaultKind Database::faultKind() const noexcept { return m_impl->faultKind(); }
void Database::cancel() noexcept { m_impl->cancel(); }
void Database::setCancelCheck(const std::function<bool()>* check) noexcept { m_impl->setCancelCheck(check); }
void Database::close() {
    m_memos = {};
    tell(&TransactionWatcher::undone);
    transactionEnded();
    m_impl->close();
}

RootLocks& Database::madeRoots() {
    if (!m_roots) {
        m_roots = std::make_unique<RootLocks>();
    }
    return *m_roots;
}
void Database::transactionEnded() noexcept {
    m_writing = false;
    if (m_roots) {
        m_roots->transactionEnded();
    }
}
void Database::lockRoots(bool on) {
    if (on || m_roots) {
        madeRoots().locks = on && !dialect().isLocalFile();
    }
}
bool Database::locksRoots() const noexcept { return m_roots != nullptr && m_roots->locks; }
Result<void> Database::checkRoots(bool on) {
    if (!on && !m_roots) {
        return {};
    }
    madeRoots().checks = on;
    return m_impl->watchRoots(on ? m_roots.get() : nullptr);
}
std::vector<std::string> Database::rootComplaints() const {
    return m_roots ? m_roots->complaints() : std::vector<std::string>();
}
bool Database::gathers() const noexcept { return m_impl->gathers(); }
std::optional<Error> Database::takeDamage() { return std::exchange(m_impl->damage, std::nullopt); }
void Database::unknownWord(std::string_view table, std::string_view column, std::string_view word,
                           const std::string& key) {
    m_impl->unknownWord({std::string(table), std::string(column)}, std::string(word), key);
}
void Database::shareWriting(std::int64_t stripe) {
    m_impl->sharedStripe = stripe;
    lockRoots(true);
}
void Database::expectOthers() noexcept { m_impl->othersWrite = true; }
bool Database::expectsOthers() const noexcept { return m_impl->othersWrite || sharesWriting(); }
bool Database::sharesWriting() const noexcept { return m_impl->sharedStripe != 0; }
std::int64_t Database::stripe() const noexcept { return m_impl->sharedStripe; }
Result<void> Database::flush() { return m_impl->flush(); }
Result<void> Database::reopen() {
    ++m_opened;
    EVENHAND_TRY(m_impl->reopen());
    tell(&TransactionWatcher::reopened);
    if (m_roots && m_roots->checks) {
        EVENHAND_TRY(m_impl->watchRoots(m_roots.get()));
    }
    if (m_openGuard) {
        if (auto allowed = m_openGuard(*this); !allowed) {
            m_impl->close();
            return allowed;
        }
    }
    return {};
}
bool Database::isOpen() const noexcept { return m_impl->isOpen(); }
Result<std::optional<Database::Version>> Database::version() {
    if (!dialect().isLocalFile()) {
        return std::optional<Version>();
    }
    auto& committed = statement("PRAGMA data_version");
    EVENHAND_TRY(committed.query());
    const auto number = committed.next() ? std::optional(committed.onlyNumber()) : std::nullopt;
    EVENHAND_TRY(committed.status());
    committed.finish();
    return number ? std::optional(Version{m_opened, *number}) : std::nullopt;
}
std::int64_t Database::logPages() const noexcept { return m_impl->logPages(); }
Result<void> Database::checkpoint(bool truncate) { return m_impl->checkpoint(truncate); }
void Database::keepLogAtClose() { m_impl->keepLogAtClose(); }

Result<void> Database::rewriteLog() { return m_impl->rewriteLog(); }
Result<bool> Database::hasPageChecksums() { return m_impl->hasPageChecksums(); }
Result<void> Database::addPageChecksums() { return m_impl->addPageChecksums(); }
Result<PageScan> Database::scanPages() { return m_impl->scanPages(); }
Result<void> Database::checkFiles() { return m_impl->checkFiles(); }
const std::string& Database::location() const noexcept { return m_impl->location; }
std::optional<std::string> Database::durabilityDoubt() const { return m_impl->durabilityDoubt(); }
std::string Database::server() const { return m_impl->server(); }

}  // namespace evenhand::store
