// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/database.h"

#include <utility>

#include "engine/store/database/database_impl.h"
#include "engine/store/database/hot_rows.h"
#include "engine/store/database/stored_words.h"
#include "engine/store/database/timer_tally.h"

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
Result<void> Statement::gather() { return m_impl->gather(); }
Result<void> Statement::query() { return m_impl->query(); }
bool Statement::next() { return m_impl->next(); }
void Statement::finish() { m_impl->finish(); }
Result<void> Statement::status() const { return m_impl->status(); }
std::int64_t Statement::lastInsertId() const { return m_impl->lastInsertId(); }
bool Statement::isNull(int column) const { return m_impl->isNull(column); }
std::int64_t Statement::number(int column) const { return m_impl->number(column); }
std::string_view Statement::view(int column) const { return m_impl->bytes(column); }
void Statement::unknownWord(int column, std::string_view word) const {
    m_impl->owner().unknownWord(m_impl->origin(column), std::string(word));
}
std::string Statement::text(int column) const { return std::string(m_impl->bytes(column)); }
std::string Statement::blob(int column) const { return std::string(m_impl->bytes(column)); }
std::optional<std::int64_t> Statement::maybeNumber(int column) const {
    return m_impl->isNull(column) ? std::nullopt : std::optional(m_impl->number(column));
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
                key = column->isKnown(rows.text(1)) ? std::string() : rows.text(0);
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
Result<void> Database::begin(Undo undo) {
    m_impl->timerTally->began();
    return m_impl->begin(true, undo);
}
Result<void> Database::beginRead() { return m_impl->begin(false, Undo::Scope); }
Result<void> Database::commit() {
    if (m_commitGuard) {
        EVENHAND_TRY(m_impl->flush());
        EVENHAND_TRY(m_commitGuard(*this));
    }
    m_impl->timerTally->committing();
    auto done = m_impl->commit();
    m_impl->timerTally->committed(done.has_value());
    return done;
}
void Database::rollback() {
    m_memos = {};
    m_impl->timerTally->undone();
    m_impl->rollback();
}
void Database::openScope() {
    m_impl->timerTally->scopeOpened();
    m_impl->openScope();
}
Result<void> Database::keepScope() { return m_impl->keepScope(); }
Result<void> Database::undoScope() {
    m_memos = {};
    m_impl->timerTally->scopeUndone();
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
    m_impl->timerTally->undone();
    m_impl->close();
}
HotRows* Database::hotRows() noexcept { return m_impl->hotRows(); }
bool Database::readsAhead() const noexcept { return m_impl->hotRows() != nullptr; }
Result<void> Database::readAhead(const ReadAhead& ahead) {
    auto* hot = m_impl->hotRows();
    return hot == nullptr ? Result<void>{} : hot->load(ahead);
}
std::optional<Error> Database::takeDamage() { return std::exchange(m_impl->damage, std::nullopt); }
void Database::unknownWord(std::string_view table, std::string_view column, std::string_view word,
                           const std::string& key) {
    m_impl->unknownWord({std::string(table), std::string(column)}, std::string(word), key);
}
Result<void> Database::flush() { return m_impl->flush(); }
Result<void> Database::reopen() {
    ++m_opened;
    EVENHAND_TRY(m_impl->reopen());
    m_impl->timerTally->reopened();
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
    const auto number = committed.next() ? committed.maybeNumber(0) : std::nullopt;
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

const std::shared_ptr<TimerTally>& timerTallyOf(Database& database) { return Database::Impl::of(database).timerTally; }

}  // namespace evenhand::store
