// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/statement_faults.h"

#include <map>
#include <string>
#include <utility>

#include "engine/store/database/database_impl.h"

namespace evenhand::test {
namespace {

using store::Database;
using store::Statement;

class FaultyConnection;

class FaultyStatement final : public Statement::Impl {
public:
    FaultyStatement(Statement::Impl& behind, FaultyConnection& owner) : m_behind(behind), m_owner(owner) {}

    void restart() override { m_behind.restart(); }
    void bindNumber(std::int64_t value) override { m_behind.bindNumber(value); }
    void bindText(std::string_view text) override { m_behind.bindText(text); }
    void bindBytes(std::string_view bytes) override { m_behind.bindBytes(bytes); }
    void bindNothing() override { m_behind.bindNothing(); }
    Result<std::int64_t> write() override;
    Result<void> gather(store::InsertTurn turn) override;
    Result<void> query() override;
    bool next() override { return m_behind.next(); }
    void finish() override { m_behind.finish(); }
    [[nodiscard]] Result<void> status() const override { return m_behind.status(); }
    [[nodiscard]] std::int64_t lastInsertId() const override { return m_behind.lastInsertId(); }
    [[nodiscard]] bool isNull(int column) const override { return m_behind.isNull(column); }
    [[nodiscard]] std::int64_t number(int column) const override { return m_behind.number(column); }
    [[nodiscard]] std::string_view bytes(int column) const override { return m_behind.bytes(column); }
    [[nodiscard]] int columnCount() const override { return m_behind.columnCount(); }
    [[nodiscard]] std::string_view columnName(int column) const override { return m_behind.columnName(column); }
    [[nodiscard]] std::string_view sql() const noexcept override { return m_behind.sql(); }
    [[nodiscard]] Origin origin(int column) const override { return m_behind.origin(column); }
    [[nodiscard]] Database::Impl& owner() const override;

private:
    Statement::Impl& m_behind;
    FaultyConnection& m_owner;
};

class FaultyConnection final : public Database::Impl {
public:
    FaultyConnection(std::unique_ptr<Database> behind, StatementFault fault)
        : m_database(std::move(behind)), m_behind(Database::Impl::of(*m_database)), m_fault(std::move(fault)) {
        location = m_database->location();
    }

    /// Does `run` between the two places where it may fail.
    template <typename T, typename Run>
    Result<T> step(Run run) {
        if (m_fault(StatementAt::Before)) {
            return failed();
        }
        auto result = run();
        if (result && m_fault(StatementAt::After)) {
            return failed();
        }
        return result;
    }

    [[nodiscard]] const store::Dialect& dialect() const noexcept override { return m_behind.dialect(); }
    [[nodiscard]] Statement& statement(std::string_view sql) override {
        auto& behind = Statement::Impl::of(m_behind.statement(sql));
        auto& ours = m_statements[&behind];
        if (!ours) {
            ours = std::make_unique<Statement>(std::make_unique<FaultyStatement>(behind, *this));
        }
        return *ours;
    }
    Result<void> execute(std::string_view sql) override { return m_behind.execute(sql); }
    Result<void> begin(bool write, Database::Undo undo) override { return m_behind.begin(write, undo); }
    Result<void> commit() override { return m_behind.commit(); }
    void rollback() override { m_behind.rollback(); }
    void openScope() override {
        m_faulted = false;
        m_behind.openScope();
    }
    Result<void> keepScope() override { return m_behind.keepScope(); }
    Result<void> undoScope() override {
        m_faulted = false;
        return m_behind.undoScope();
    }
    [[nodiscard]] bool scopeHasWrites() const noexcept override { return m_behind.scopeHasWrites(); }
    [[nodiscard]] bool transactionChanged() const noexcept override { return m_behind.transactionChanged(); }
    [[nodiscard]] bool faulted() const noexcept override { return m_faulted || m_behind.faulted(); }
    [[nodiscard]] const Error& fault() const noexcept override { return m_faulted ? m_error : m_behind.fault(); }
    [[nodiscard]] bool gathers() const noexcept override { return m_behind.gathers(); }
    [[nodiscard]] store::HeldRows* heldRows(MakeHeldRows make) override { return m_behind.heldRows(make); }
    Result<void> flush() override { return m_behind.flush(); }
    [[nodiscard]] std::string server() const override { return m_behind.server(); }
    void cancel() noexcept override { m_behind.cancel(); }
    void setCancelCheck(const std::function<bool()>* check) noexcept override { m_behind.setCancelCheck(check); }
    void close() override {
        m_statements.clear();
        m_behind.close();
    }
    Result<void> reopen() override {
        m_statements.clear();
        return m_behind.reopen();
    }
    [[nodiscard]] bool isOpen() const noexcept override { return m_behind.isOpen(); }
    [[nodiscard]] std::int64_t logPages() const noexcept override { return m_behind.logPages(); }
    Result<void> checkpoint(bool truncate) override { return m_behind.checkpoint(truncate); }
    Result<void> watchRoots(store::RootLocks* locks) override { return m_behind.watchRoots(locks); }

private:
    tl::unexpected<Error> failed() {
        m_faulted = true;
        return tl::unexpected<Error>(m_error);
    }

    std::unique_ptr<Database> m_database;
    Database::Impl& m_behind;
    StatementFault m_fault;
    const Error m_error{ErrorCode::Storage, "injected fault", {}, {}};
    bool m_faulted = false;
    std::map<Statement::Impl*, std::unique_ptr<Statement>> m_statements;  ///< by the one behind
};

Result<std::int64_t> FaultyStatement::write() {
    return m_owner.step<std::int64_t>([&] { return m_behind.write(); });
}
Result<void> FaultyStatement::gather(store::InsertTurn turn) {
    return m_owner.step<void>([&] { return m_behind.gather(turn); });
}
Result<void> FaultyStatement::query() {
    return m_owner.step<void>([&] { return m_behind.query(); });
}
Database::Impl& FaultyStatement::owner() const { return m_owner; }

}  // namespace

std::unique_ptr<store::Database> withFaults(std::unique_ptr<store::Database> behind, StatementFault fault) {
    return std::make_unique<Database>(std::make_unique<FaultyConnection>(std::move(behind), std::move(fault)));
}

}  // namespace evenhand::test
