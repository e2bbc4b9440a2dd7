// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger: the balance of every account as of one commit, its entries, their export for accounting.
// Thread: GUI. Works only while active. A balance that could not be read is a dash.
#pragma once

#include "engine/api/ledger_desk.h"

namespace evenhand::api {

[[nodiscard]] inline LedgerEntryId cacheKey(const LedgerRow& row) { return row.entry; }
/// Entries never change.
[[nodiscard]] inline bool changed(const LedgerRow&, const LedgerRow&) { return false; }

}  // namespace evenhand::api

#include <QAction>
#include <QLabel>

namespace evenhand::ui {

using BalanceId = base::NumberId<struct BalanceTag>;
[[nodiscard]] inline BalanceId balanceId(api::LedgerAccount account) {
    return {static_cast<std::int64_t>(account) + 1};
}
struct BalanceRow : api::AccountBalance {
    BalanceId id = {};
};
[[nodiscard]] inline BalanceId cacheKey(const BalanceRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const BalanceRow& a, const BalanceRow& b) {
    return a.debit != b.debit || a.credit != b.credit || a.balance != b.balance;
}

}  // namespace evenhand::ui

#include "ui/pages/shared/csv_export.h"
#include "ui/tables/fed_table.h"
#include "ui/widgets/card.h"

namespace evenhand::ui {

using BalanceTable = FedTable<BalanceRow>;
using LedgerTable = QueryPane<api::LedgerRow, api::LedgerFilter, api::LedgerSort>;

class LedgerPane : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReadMs = 1'000;

    explicit LedgerPane(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] LedgerTable* entries() const { return m_entries; }
    [[nodiscard]] LedgerTable::Model& model() { return m_entries->model(); }
    [[nodiscard]] BalanceTable* balances() const { return m_balances; }
    [[nodiscard]] QLabel* verdict() const { return m_verdict; }
    /// Of every entry as two rows, for accounting; what is shown is exported by the table.
    [[nodiscard]] QAction* exportAction() const { return m_entries->fileAction(); }
    void setActive(bool active);
    void refresh();
    [[nodiscard]] bool isReady() const { return m_entries->isReady() && m_answered && m_balances->isReady(); }
    void exportTo(const QString& path) { m_entries->writeFileTo(path); }

Q_SIGNALS:
    void readyChanged();
    void opened(const QString& orderNo);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupBalances();
    void setupEntries();
    [[nodiscard]] BalanceTable::Spec describeBalances();
    [[nodiscard]] static std::vector<Column<BalanceRow, OneOrder>> describeBalanceColumns(const Formats& formats);
    [[nodiscard]] LedgerTable::Spec describeEntries();
    [[nodiscard]] std::vector<Column<api::LedgerRow, api::LedgerSort>> describeColumns() const;
    [[nodiscard]] std::vector<FilterField<api::LedgerFilter>> describeFields() const;
    void readBalances();
    void takeBalances(const Result<std::vector<api::AccountBalance>>& read);
    void refreshTexts();
    void retitle();
    void retranslate();

    UiContext& m_context;
    FeedChannel* m_reads;
    std::optional<Result<std::vector<api::AccountBalance>>> m_read;
    bool m_answered = false;
    Card* m_balanceCard = nullptr;
    Card* m_entryCard = nullptr;
    BalanceTable* m_balances = nullptr;
    QLabel* m_verdict = nullptr;
    LedgerTable* m_entries = nullptr;
};

}  // namespace evenhand::ui
