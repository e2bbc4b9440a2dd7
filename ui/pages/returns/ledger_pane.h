// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger: the balance of every account as of one commit, its entries, their export.
// Thread: GUI. Works only while active. A balance that could not be read is a dash.
#pragma once

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTimer>

#include "ui/models/ledger_table_model.h"
#include "ui/models/synced_rows.h"
#include "ui/pages/shared/csv_export.h"
#include "ui/pages/shared/paged_view.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_button.h"

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

class LedgerPane : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReadMs = 1'000;

    explicit LedgerPane(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] LedgerTableModel& model() { return m_model; }
    [[nodiscard]] BalanceModel& balances() { return m_balances; }
    [[nodiscard]] QLabel* verdict() const { return m_verdict; }
    [[nodiscard]] QAction* exportAction() const { return m_export; }
    [[nodiscard]] api::LedgerFilter filter() const;
    void setActive(bool active);
    void refresh();
    [[nodiscard]] bool isReady() const { return !m_model.isLoading() && m_answered; }
    void exportTo(const QString& path);

Q_SIGNALS:
    void readyChanged();
    void opened(const QString& orderNo);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupBalances();
    void setupEntries();
    void readBalances();
    void changed();
    void refreshTexts();
    void retitle();
    void retranslate();
    [[nodiscard]] CsvExport::Task exportTask();

    UiContext& m_context;
    LedgerTableModel m_model;
    BalanceModel m_balances;
    FeedChannel* m_reads;
    std::optional<Result<std::vector<api::AccountBalance>>> m_read;
    bool m_answered = false;
    bool m_opened = false;
    Card* m_balanceCard = nullptr;
    Card* m_entryCard = nullptr;
    QTableView* m_balanceTable = nullptr;
    QLabel* m_verdict = nullptr;
    QLineEdit* m_order = nullptr;
    ChoiceButton* m_account = nullptr;
    PagedView* m_table = nullptr;
    QAction* m_export = nullptr;
    CsvExport* m_exporter = nullptr;
    QTimer m_typing;
};

}  // namespace evenhand::ui
