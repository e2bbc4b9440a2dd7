// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table on their way out, to a file or the clipboard: one batch after the other, each cell as text.
// Thread: GUI.
#pragma once

#include <QObject>
#include <QString>
#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ui/bridge/continuation.h"
#include "ui/tables/table_model.h"

namespace evenhand::ui {

class RowSource {
public:
    using Done = std::function<void(Result<std::size_t>)>;

    RowSource() = default;
    RowSource(const RowSource&) = delete;
    RowSource& operator=(const RowSource&) = delete;
    virtual ~RowSource() = default;
    /// Calls `done` once, unless `context` is gone: so many rows are the batch now; 0: there are no more.
    virtual void next(QObject* context, Done done) = 0;
    /// Of a row of this batch.
    [[nodiscard]] virtual QString cell(std::size_t row, int column) const = 0;
};

/// Rows that are known, as the table shows them.
template <typename Row, typename Filter, typename Sort>
class FrozenRows final : public RowSource {
public:
    FrozenRows(const TableModel<Row, Filter, Sort>& model, std::vector<Row> rows)
        : m_model(model), m_rows(std::move(rows)) {}

    void next(QObject*, Done done) override { done(std::exchange(m_given, true) ? std::size_t{0} : m_rows.size()); }
    [[nodiscard]] QString cell(std::size_t row, int column) const override {
        return m_model.cell(m_rows.at(row), column);
    }

private:
    const TableModel<Row, Filter, Sort>& m_model;
    std::vector<Row> m_rows;
    bool m_given = false;
};

/// All rows of a filter, in the order that is shown as it begins. Rows come and go meanwhile, so that places move: each
/// batch begins a little before the end of the last, and what was given already is left out. So no row comes twice, and
/// none that is there all the time is missed as long as no more than kOverlap go during one read.
template <typename Row, typename Filter, typename Sort>
class FilteredRows final : public RowSource {
public:
    static constexpr std::int64_t kBatch = 4'096;
    static constexpr std::int64_t kOverlap = 256;

    FilteredRows(const TableModel<Row, Filter, Sort>& model, Filter filter)
        : m_model(model), m_filter(std::move(filter)), m_page{model.sort(), model.isDescending(), 0, kBatch} {}

    void next(QObject* context, Done done) override {
        if (m_ended) {
            done(std::size_t{0});
            return;
        }
        whenReady(m_model.ask(m_filter, m_page), context,
                  [this, done = std::move(done)](Result<std::vector<Row>> rows) {
                      if (!rows) {
                          done(fail(rows.error()));
                          return;
                      }
                      m_ended = std::ssize(*rows) < m_page.limit;
                      take(std::move(*rows));
                      if (m_rows.empty() && !m_ended) {
                          // So many came in at the top that all of these were given before.
                          done(fail(ErrorCode::Busy, "the rows change too quickly to be exported"));
                          return;
                      }
                      done(m_rows.size());
                  });
    }
    [[nodiscard]] QString cell(std::size_t row, int column) const override {
        return m_model.exported(m_rows.at(row), column);
    }

private:
    using Ids = std::unordered_set<decltype(cacheKey(std::declval<const Row&>()).value)>;
    void take(std::vector<Row> rows) {
        m_page.offset += std::ssize(rows);
        m_page.offset -= std::min(m_page.offset, kOverlap);
        Ids read;
        m_rows.clear();
        for (auto& row : rows) {
            const auto id = cacheKey(row).value;
            read.insert(id);
            if (!m_before.contains(id)) {
                m_rows.push_back(std::move(row));
            }
        }
        m_before = std::move(read);
    }

    const TableModel<Row, Filter, Sort>& m_model;
    Filter m_filter;
    PageOf<Sort> m_page;
    std::vector<Row> m_rows;
    Ids m_before;          ///< of the read before
    bool m_ended = false;  ///< what comes in now is of the next export
};

}  // namespace evenhand::ui
