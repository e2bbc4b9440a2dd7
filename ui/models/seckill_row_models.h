// SPDX-License-Identifier: GPL-3.0-or-later
// Small tables of one flash sale: messages that were read and not acknowledged, dead letters, what was done by whom.
// Thread: GUI. The owner feeds them; they ask nobody.
#pragma once

#include "ui/bridge/engine_bridge.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class PendingTableModel : public SyncedRows<api::PendingRow> {
    Q_OBJECT

public:
    enum Column { User, Order, State, Consumer, Reserved, Idle, NextTry, Message, kColumns };

    PendingTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();
    /// "order is there", "being made", "failed 3 times".
    [[nodiscard]] static QString stateText(const api::PendingRow& row);

protected:
    [[nodiscard]] std::string keyOf(const api::PendingRow& row) const override { return row.messageId; }
    [[nodiscard]] bool same(const api::PendingRow& a, const api::PendingRow& b) const override;

private:
    [[nodiscard]] QString display(const api::PendingRow& row, Column column) const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
};

class LetterTableModel : public SyncedRows<api::SeckillLetterRow> {
    Q_OBJECT

public:
    enum Column { At, User, Order, Attempts, Reason, kColumns };

    LetterTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::SeckillLetterRow& row) const override { return std::to_string(row.id); }
    [[nodiscard]] bool same(const api::SeckillLetterRow& a, const api::SeckillLetterRow& b) const override;

private:
    [[nodiscard]] QString display(const api::SeckillLetterRow& row, Column column) const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
};

/// A row of the history with its place, so that keys are unique.
struct NumberedLog {
    std::int64_t number = 0;  ///< from the oldest
    api::ActivityLogRow row;
};

class ActivityLogModel : public SyncedRows<NumberedLog> {
    Q_OBJECT

public:
    enum Column { At, What, By, Amount, Reason, kColumns };
    enum Role { SortRole = Qt::UserRole + 1 };

    ActivityLogModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Newest first, as the engine answers.
    void setLog(const std::vector<api::ActivityLogRow>& log);
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const NumberedLog& row) const override { return std::to_string(row.number); }
    [[nodiscard]] bool same(const NumberedLog& a, const NumberedLog& b) const override;

private:
    [[nodiscard]] QString display(const api::ActivityLogRow& row, Column column) const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
};

}  // namespace evenhand::ui
