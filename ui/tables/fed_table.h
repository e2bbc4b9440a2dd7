// SPDX-License-Identifier: GPL-3.0-or-later
// A table of rows that its page reads for more than the table: take() gives it what was read.
// Thread: GUI. Invariant: nothing is called empty before it was given something.
#pragma once

#include <QPromise>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

/// `Filter`: an AnyCell, or what derives from it where the table has other fields beside its text.
template <typename Row, typename Filter = AnyCell>
class FedTable : public QueryPane<Row, Filter, OneOrder> {
public:
    using Table = QueryPane<Row, Filter, OneOrder>;
    using typename Table::Spec;
    using Read = Result<std::vector<Row>>;
    using Key = typename Table::Model::Key;

    /// `spec` says nothing of how rows are read; they are looked for by a part of any cell, and by `matches`.
    FedTable(Spec spec, UiContext& context, QWidget* parent) : Table(fed(std::move(spec), this), context, parent) {
        m_first.start();
        this->connect(&this->model(), &PagedTable::loaded, this, [this] { selectWanted(); });
    }

    void take(Read rows) {
        if (!m_last) {
            m_first.addResult(rows);
            m_first.finish();
        }
        m_last = std::move(rows);
        m_isReadSince = true;
        this->refresh();
    }
    /// They are of something else now.
    void forget() {
        if (m_last) {
            m_last.reset();
            m_first = {};
            m_first.start();
            this->model().forget();
            this->changed();
        }
    }
    /// This row, as soon as it is there, and whatever the filter is; one that is not valid: none. Where more rows are
    /// read than shown, and it is not among these, that is said: it would be waited for in vain.
    void select(Key wanted) {
        m_wanted = std::move(wanted);
        m_isReadSince = false;
        selectWanted();
    }
    /// One that select() was asked for is not there yet.
    [[nodiscard]] bool isSelecting() const { return m_wanted.valid(); }
    [[nodiscard]] bool isReady() const override {
        const auto& rows = this->model();
        return Table::isReady() && (!this->isActive() || rows.isSettled() || rows.lastError());
    }

protected:
    [[nodiscard]] bool hasNoneAtAll() const override { return m_last && *m_last && (*m_last)->empty(); }

private:
    static Spec fed(Spec spec, FedTable* pane) {
        spec.look.refreshMs = 0;  // the page has waited already
        spec.matches = [anyCell = anyCellOf(spec.columns), other = spec.matches](const Filter& filter, const Row& row) {
            return anyCell(filter, row) && (!other || other(filter, row));
        };
        spec.all = [pane](const Filter&) {
            return pane->m_last ? QtFuture::makeReadyFuture(*pane->m_last) : pane->m_first.future();
        };
        return spec;
    }
    void selectWanted() {
        if (!m_wanted.valid()) {
            return;
        }
        if (const auto at = this->model().rowOf(m_wanted)) {
            this->table()->select({*at});  // what was selected goes first, which is no reason to select another
            m_wanted = {};
        } else if (m_last && *m_last && this->model().isSettled()) {
            lookBehind(**m_last);
        }
    }
    /// It is not shown: because of the filter, because it was cut off, or not there yet.
    void lookBehind(const std::vector<Row>& read) {
        const auto found =
            std::find_if(read.begin(), read.end(), [this](const Row& row) { return cacheKey(row) == m_wanted; });
        const auto cutAt = this->model().cutAt();
        const bool isThere = found != read.end() && (cutAt == 0 || found - read.begin() < cutAt);
        if (isThere && !this->filters()->isClear()) {
            this->filters()->clear();
        } else if (!isThere && cutAt > 0 && (found != read.end() || m_isReadSince)) {
            m_wanted = {};
            this->sayCutOff();
        }
    }

    std::optional<Read> m_last;
    QPromise<Read> m_first;
    Key m_wanted = {};
    bool m_isReadSince = false;  ///< it was looked for in what was read after it was asked for
};

}  // namespace evenhand::ui
