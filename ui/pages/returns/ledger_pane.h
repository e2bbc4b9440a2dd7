// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger: the balance of every account as of one commit, its entries, their export for accounting.
// Thread: GUI. Works only while active. A balance that could not be read is a dash.
#pragma once

#include "engine/api/ledger_desk.h"

namespace evenhand::api {

using LedgerEntryId = base::NumberId<struct LedgerEntryTag>;
[[nodiscard]] inline LedgerEntryId cacheKey(const LedgerRow& row) { return {row.entry}; }
/// Entries never change.
[[nodiscard]] inline bool changed(const LedgerRow&, const LedgerRow&) { return false; }

}  // namespace evenhand::api

#include <QAction>
#include <QLabel>
#include <QTableView>

#include "ui/models/synced_rows.h"
#include "ui/pages/shared/csv_export.h"
#include "ui/tables/query_pane.h"
#include "ui/widgets/card.h"

namespace evenhand::ui {

class BalanceModel : public SyncedRows<api::AccountBalance> {
    Q_OBJECT

public:
    enum Column { Account, Kind, Debit, Credit, Balance, ColumnCount };
    explicit BalanceModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retitle();
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::AccountBalance& row) const override;
    [[nodiscard]] bool same(const api::AccountBalance& a, const api::AccountBalance& b) const override;

private:
    const Formats& m_formats;
};

using LedgerTable = QueryPane<api::LedgerRow, api::LedgerFilter, api::LedgerSort>;

class LedgerPane : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReadMs = 1'000;

    explicit LedgerPane(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] LedgerTable* entries() const { return m_entries; }
    [[nodiscard]] LedgerTable::Model& model() { return m_entries->model(); }
    [[nodiscard]] BalanceModel& balances() { return m_balances; }
    [[nodiscard]] QLabel* verdict() const { return m_verdict; }
    /// Of every entry as two rows, for accounting; what is shown is exported by the table.
    [[nodiscard]] QAction* exportAction() const { return m_entries->fileAction(); }
    void setActive(bool active);
    void refresh();
    [[nodiscard]] bool isReady() const { return m_entries->isReady() && m_answered; }
    void exportTo(const QString& path) { m_entries->writeFileTo(path); }

Q_SIGNALS:
    void readyChanged();
    void opened(const QString& orderNo);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupBalances();
    void setupEntries();
    [[nodiscard]] LedgerTable::Spec describeEntries();
    [[nodiscard]] std::vector<Column<api::LedgerRow, api::LedgerSort>> describeColumns() const;
    [[nodiscard]] std::vector<FilterField<api::LedgerFilter>> describeFields() const;
    void readBalances();
    void refreshTexts();
    void retitle();
    void retranslate();

    UiContext& m_context;
    BalanceModel m_balances;
    FeedChannel* m_reads;
    std::optional<Result<std::vector<api::AccountBalance>>> m_read;
    bool m_answered = false;
    Card* m_balanceCard = nullptr;
    Card* m_entryCard = nullptr;
    QTableView* m_balanceTable = nullptr;
    QLabel* m_verdict = nullptr;
    LedgerTable* m_entries = nullptr;
};

}  // namespace evenhand::ui
