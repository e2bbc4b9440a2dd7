// SPDX-License-Identifier: GPL-3.0-or-later
// A table of rows that its page reads for more than the table: take() gives it what was read.
// Thread: GUI. Invariant: nothing is called empty before it was given something.
#pragma once

#include <QPromise>
#include <optional>
#include <utility>
#include <vector>

#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

template <typename Row>
class FedTable : public QueryPane<Row, AnyCell, OneOrder> {
public:
    using Table = QueryPane<Row, AnyCell, OneOrder>;
    using typename Table::Spec;
    using Read = Result<std::vector<Row>>;

    /// `spec` says nothing of how rows are read; they are looked for by a part of any cell.
    FedTable(Spec spec, UiContext& context, QWidget* parent) : Table(fed(std::move(spec), this), context, parent) {
        m_first.start();
    }

    void take(Read rows) {
        if (!m_last) {
            m_first.addResult(rows);
            m_first.finish();
        }
        m_last = std::move(rows);
        this->refresh();
    }
    /// They are of something else now.
    void forget() {
        if (m_last) {
            m_last.reset();
            m_first = {};
            m_first.start();
            this->changed();
        }
    }

private:
    static Spec fed(Spec spec, FedTable* pane) {
        spec.look.refreshMs = 0;  // the page has waited already
        spec.matches = anyCellOf(spec.columns);
        spec.all = [pane](const AnyCell&) {
            return pane->m_last ? QtFuture::makeReadyFuture(*pane->m_last) : pane->m_first.future();
        };
        return spec;
    }

    std::optional<Read> m_last;
    QPromise<Read> m_first;
};

}  // namespace evenhand::ui
