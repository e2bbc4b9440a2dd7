// SPDX-License-Identifier: GPL-3.0-or-later
// A small table model that takes a whole new picture of its rows and changes only what differs: selections, scroll
// positions and drags live through it. Rows keep their place, new ones come at the end; sorting is the proxy's.
// For tables up to some thousand rows; the million-row tables are paged models.
// Thread: GUI. Invariant: keys are unique.
#pragma once

#include <QAbstractTableModel>
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::ui {

template <typename Row>
class SyncedRows : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return m_rows; }
    /// nullptr if the index is none of this model's rows.
    [[nodiscard]] const Row* at(const QModelIndex& index) const {
        return index.isValid() && index.model() == this && index.row() < rowCount()
                   ? &m_rows[static_cast<std::size_t>(index.row())]
                   : nullptr;
    }
    /// -1 if there is none.
    [[nodiscard]] int rowOf(const std::string& key) const {
        const auto found =
            std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return keyOf(row) == key; });
        return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
    }

    void setRows(std::vector<Row> fresh) {
        std::unordered_map<std::string, std::size_t> wanted;
        for (std::size_t index = 0; index < fresh.size(); ++index) {
            wanted.emplace(keyOf(fresh[index]), index);
        }
        removeUnwanted(wanted);
        std::vector<bool> used(fresh.size(), false);
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            const std::size_t index = wanted.at(keyOf(m_rows[row]));
            used[index] = true;
            if (!same(m_rows[row], fresh[index])) {
                m_rows[row] = std::move(fresh[index]);
                const int at = static_cast<int>(row);
                Q_EMIT dataChanged(cellAt(at, 0), cellAt(at, columnCount() - 1));
            }
        }
        const auto added = std::count(used.begin(), used.end(), false);
        if (added == 0) {
            return;
        }
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(added) - 1);
        for (std::size_t index = 0; index < fresh.size(); ++index) {
            if (!used[index]) {
                m_rows.push_back(std::move(fresh[index]));
            }
        }
        endInsertRows();
    }

    /// What a read answered. After one that failed the rows stay, as they were read last; of what may not be seen any
    /// more nothing stays.
    void take(const Result<std::vector<Row>>& read) {
        if (read) {
            setRows(*read);
        } else if (read.error().code == ErrorCode::PermissionDenied) {
            setRows({});
        }
    }

protected:
    [[nodiscard]] virtual std::string keyOf(const Row& row) const = 0;
    /// Shows the same in every column.
    [[nodiscard]] virtual bool same(const Row& a, const Row& b) const = 0;

    /// Every cell may look different (language, look, time).
    void touchAll() {
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(cellAt(0, 0), cellAt(rowCount() - 1, columnCount() - 1));
        }
    }

private:
    [[nodiscard]] QModelIndex cellAt(int row, int column) const { return createIndex(row, column); }

    void removeUnwanted(const std::unordered_map<std::string, std::size_t>& wanted) {
        for (int last = rowCount() - 1; last >= 0; --last) {
            if (wanted.contains(keyOf(m_rows[static_cast<std::size_t>(last)]))) {
                continue;
            }
            int first = last;
            while (first > 0 && !wanted.contains(keyOf(m_rows[static_cast<std::size_t>(first - 1)]))) {
                --first;
            }
            beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            endRemoveRows();
            last = first;
        }
    }

    std::vector<Row> m_rows;
};

}  // namespace evenhand::ui
