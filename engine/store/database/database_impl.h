// SPDX-License-Identifier: GPL-3.0-or-later
// What a kind of database implements behind Database and Statement. Inside engine/store only.
// Thread: as database.h.
#pragma once

#include "engine/store/database/database.h"
#include "engine/store/database/held_rows.h"
#include "engine/store/database/page_scan.h"

namespace evenhand::store {

struct Statement::Impl {
    [[nodiscard]] static Impl& of(Statement& statement) { return *statement.m_impl; }
    Impl() = default;
    virtual ~Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    /// Ready to bind from the first parameter again.
    virtual void restart() = 0;
    virtual void bindNumber(std::int64_t value) = 0;
    virtual void bindText(std::string_view text) = 0;
    virtual void bindBytes(std::string_view bytes) = 0;
    virtual void bindNothing() = 0;
    virtual Result<std::int64_t> write() = 0;
    /// A database without round trips has nothing to gain from holding rows back.
    virtual Result<void> gather(InsertTurn /*turn*/) {
        EVENHAND_TRY(write());
        return {};
    }
    virtual Result<void> query() = 0;
    virtual bool next() = 0;
    virtual void finish() = 0;
    [[nodiscard]] virtual Result<void> status() const = 0;
    [[nodiscard]] virtual std::int64_t lastInsertId() const = 0;
    [[nodiscard]] virtual bool isNull(int column) const = 0;
    [[nodiscard]] virtual std::int64_t number(int column) const = 0;
    /// Valid until the next step.
    [[nodiscard]] virtual std::string_view bytes(int column) const = 0;
    // Of the result, while there is one.
    [[nodiscard]] virtual int columnCount() const = 0;
    [[nodiscard]] virtual std::string_view columnName(int column) const = 0;
    /// As it was given, with its '?'.
    [[nodiscard]] virtual std::string_view sql() const noexcept = 0;
    /// The stored column that a column of the result shows; empty: an expression.
    struct Origin {
        std::string table, column;
    };
    [[nodiscard]] virtual Origin origin(int column) const = 0;
    [[nodiscard]] virtual Database::Impl& owner() const = 0;
};

struct Database::Impl {
    [[nodiscard]] static Impl& of(Database& database) { return *database.m_impl; }
    Impl() = default;
    virtual ~Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    [[nodiscard]] virtual const Dialect& dialect() const noexcept = 0;
    [[nodiscard]] virtual Statement& statement(std::string_view sql) = 0;
    virtual Result<void> execute(std::string_view sql) = 0;
    virtual Result<void> begin(bool write, Database::Undo undo) = 0;
    virtual Result<void> commit() = 0;
    virtual void rollback() = 0;
    virtual void openScope() = 0;
    virtual Result<void> keepScope() = 0;
    virtual Result<void> undoScope() = 0;
    [[nodiscard]] virtual bool scopeHasWrites() const noexcept = 0;
    [[nodiscard]] virtual bool transactionChanged() const noexcept = 0;
    [[nodiscard]] virtual bool faulted() const noexcept = 0;
    [[nodiscard]] virtual const Error& fault() const noexcept = 0;
    [[nodiscard]] virtual Database::FaultKind faultKind() const noexcept {
        return faulted() ? Database::FaultKind::Storage : Database::FaultKind::None;
    }
    /// See Database::gathers().
    [[nodiscard]] virtual bool gathers() const noexcept { return false; }
    /// Who holds rows in memory for this connection, made by `make` when first asked for; nullptr: nobody may now, see
    /// gathers().
    using MakeHeldRows = std::unique_ptr<HeldRows> (*)(Impl&);
    [[nodiscard]] virtual HeldRows* heldRows(MakeHeldRows /*make*/) { return nullptr; }
    /// Sends what gather() and heldRows() hold back.
    virtual Result<void> flush() { return {}; }
    [[nodiscard]] virtual std::optional<std::string> durabilityDoubt() const { return std::nullopt; }
    [[nodiscard]] virtual std::string server() const { return std::string(dialect().name()); }
    virtual void cancel() noexcept = 0;
    virtual void setCancelCheck(const std::function<bool()>* check) noexcept = 0;
    virtual void close() = 0;
    virtual Result<void> reopen() = 0;
    [[nodiscard]] virtual bool isOpen() const noexcept = 0;
    [[nodiscard]] virtual std::int64_t logPages() const noexcept = 0;
    virtual Result<void> checkpoint(bool truncate) = 0;
    virtual void keepLogAtClose() {}
    virtual Result<void> rewriteLog() { return {}; }  ///< only where there is a log of this kind
    virtual Result<void> checkFiles() { return {}; }  ///< only where there are files

    /// See Database::checkRoots(): what is written is checked with `locks` from here on; nullptr: no more. Nothing
    /// where only stores can tell what is written.
    virtual Result<void> watchRoots(RootLocks* /*locks*/) { return {}; }

    // Only where the pages are ours to check; a server does it by itself.
    virtual Result<bool> hasPageChecksums() { return true; }
    virtual Result<void> addPageChecksums() { return {}; }
    virtual Result<PageScan> scanPages() { return PageScan{true, 0, {}}; }

    /// Keeps the first damage. `key`: of the row, where the caller knows it; otherwise it is looked for.
    void unknownWord(const Statement::Impl::Origin& where, const std::string& word, std::string key = {});

    std::optional<Error> damage;
    std::string location;
    bool othersWrite = false;       ///< see Database::expectOthers()
    std::int64_t sharedStripe = 0;  ///< see Database::shareWriting(); 0: nobody else writes
};

}  // namespace evenhand::store
