// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a TableSpec as a view takes them; what it is about stands in paged_rows.h.
// Thread: GUI. Invariants: the rows are in order by a column that the engine sorts by; where there are more rows than
// were read, they stand as the engine gave them, since the first of another order may be among the others.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/invariant.h"
#include "ui/bridge/continuation.h"
#include "ui/models/paged_rows.h"
#include "ui/tables/table_spec.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

template <typename Row, typename Filter, typename Sort>
class TableModel final : public PagedRows<Row, Filter> {
public:
    using Spec = TableSpec<Row, Filter, Sort>;

    /// `spec` outlives it.
    explicit TableModel(const Spec& spec)
        : PagedRows<Row, Filter>(nullptr, spec.look.refreshMs), m_spec(spec), m_most(spec.most) {
        m_order = columnOf(spec.orderedBy);
        EVENHAND_INVARIANT(TableModel::isSortable(m_order), "a table begins in an order that the engine does not know");
        this->m_descending = spec.isDescending;
        if (spec.live) {
            this->setLive(*spec.live);
        }
    }

    /// By id; -1: there is none.
    [[nodiscard]] int columnOf(const QString& id) const {
        const auto& columns = m_spec.columns;
        const auto found =
            std::find_if(columns.begin(), columns.end(), [&id](const auto& each) { return each.id == id; });
        return found == columns.end() ? -1 : static_cast<int>(std::distance(columns.begin(), found));
    }
    [[nodiscard]] Sort sort() const { return m_order < 0 ? Sort{} : at(m_order).sort.value_or(Sort{}); }
    [[nodiscard]] api::Answer<std::vector<Row>> ask(const Filter& filter, const PageOf<Sort>& page) const {
        if (!m_spec.all) {
            return m_spec.page(filter, page);
        }
        if (m_failure) {
            return QtFuture::makeReadyFuture(Result<std::vector<Row>>(fail(*m_failure)));
        }
        const auto from = m_all.begin() + std::min(page.offset, std::ssize(m_all));
        const auto until = from + std::min(page.limit, m_all.end() - from);
        return QtFuture::makeReadyFuture(Result<std::vector<Row>>(std::vector<Row>(from, until)));
    }
    /// Where they come whole: all that are shown.
    [[nodiscard]] const std::vector<Row>& all() const noexcept { return m_all; }
    /// There are more than are shown.
    [[nodiscard]] bool isMore() const noexcept { return m_isMore; }
    [[nodiscard]] std::int64_t cutAt() const override { return m_isMore ? m_most : 0; }
    [[nodiscard]] std::int64_t most() const noexcept { return m_most; }
    void setMost(std::int64_t most) { m_most = most; }
    /// Of a row that is not among those at hand, too.
    [[nodiscard]] QString cell(const Row& row, int column) const { return at(column).text(row); }
    [[nodiscard]] QString exported(const Row& row, int column) const {
        const auto& own = at(column).exported;
        QString written = own ? own(row) : cell(row, column);
        if (at(column).isNumber) {
            written.remove(QLatin1Char(','));  // a program would read "1,234" as a text
        }
        return !own && written == Formats::dash() ? QString() : written;
    }
    /// Words that do not come from rows have changed, such as the name of a campus.
    void touch() { this->touchVisible(0, columnCount() - 1); }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_spec.columns.size());
    }
    [[nodiscard]] int orderColumn() const override { return m_order; }
    [[nodiscard]] bool isSortable(int column) const override {
        if (column < 0) {
            return m_spec.all && m_spec.orderedBy.isEmpty();  // as they come
        }
        return column < columnCount() && (m_spec.all ? !m_isMore : at(column).sort.has_value());
    }
    [[nodiscard]] PagedTable::Order chosenOrder() const override {
        return m_chosen.value_or(PagedTable::Order{m_order, this->m_descending});
    }
    void setOrder(int column, bool descending) override {
        if (isSortable(column)) {
            m_order = column;
            this->m_descending = descending;
        }
    }
    [[nodiscard]] QString columnId(int column) const override { return column < 0 ? QString() : at(column).id; }

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override {
        const auto base = PagedRows<Row, Filter>::flags(index);
        if (!index.isValid()) {
            return base;
        }
        return base | (m_spec.carrying.away ? Qt::ItemIsDragEnabled : Qt::NoItemFlags) |
               (m_spec.carrying.dropped ? Qt::ItemIsDropEnabled : Qt::NoItemFlags);
    }
    [[nodiscard]] QStringList mimeTypes() const override { return {m_spec.carrying.format}; }
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override {
        std::set<int> places;
        for (const auto& index : indexes) {
            places.insert(index.row());
        }
        std::vector<const Row*> rows;
        for (const int place : places) {
            if (this->isAtHand(place)) {
                rows.push_back(this->row(place));
            }
        }
        return rows.empty() || !m_spec.carrying.away ? nullptr : m_spec.carrying.away(rows);
    }
    [[nodiscard]] Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
    [[nodiscard]] QString whyNoDrop(int row, const QMimeData* mime) const override {
        return m_spec.carrying.whyNot ? m_spec.carrying.whyNot(this->row(row), mime) : QString();
    }
    [[nodiscard]] bool canDropMimeData(const QMimeData* mime, Qt::DropAction action, int, int,
                                       const QModelIndex& onto) const override {
        return action == Qt::CopyAction && this->isAtHand(onto.row()) && whyNoDrop(onto.row(), mime).isEmpty();
    }
    bool dropMimeData(const QMimeData* mime, Qt::DropAction action, int row, int column,
                      const QModelIndex& onto) override {
        const bool may = m_spec.carrying.dropped && canDropMimeData(mime, action, row, column, onto);
        if (may) {
            m_spec.carrying.dropped(*this->row(onto.row()), *mime);
        }
        return may;
    }

protected:
    using typename PagedRows<Row, Filter>::Span;
    [[nodiscard]] QString title(int column) const override { return at(column).title(); }
    [[nodiscard]] QString explanation(int column) const override {
        return at(column).explanation ? at(column).explanation() : QString();
    }
    [[nodiscard]] bool isWhole() const override { return static_cast<bool>(m_spec.all); }
    [[nodiscard]] bool isNumber(int column) const override { return at(column).isNumber; }
    [[nodiscard]] api::Answer<std::vector<Row>> askPage(const Filter& filter, Span span) override {
        return ask(filter, {sort(), this->m_descending, span.offset, span.limit});
    }
    [[nodiscard]] api::Answer<std::int64_t> askCount(const Filter& filter) override {
        if (!m_spec.all) {
            return m_spec.count(filter);
        }
        return QtFuture::makeReadyFuture(m_failure ? Result<std::int64_t>(fail(*m_failure))
                                                   : Result<std::int64_t>(std::ssize(m_all)));
    }
    void readWindow() override {
        if (!m_spec.all) {
            PagedRows<Row, Filter>::readWindow();
            return;
        }
        const auto filter = this->wanted();
        whenReady(m_spec.all(filter), this,
                  [this, filter, generation = this->m_reads->generation()](Result<std::vector<Row>> rows) {
                      if (generation == this->m_reads->generation()) {
                          allArrived(filter, std::move(rows));
                      }
                  });
    }
    [[nodiscard]] QString display(const Row& row, int column) const override { return cell(row, column); }
    [[nodiscard]] QString hint(const Row& row, int column) const override {
        return at(column).hint ? at(column).hint(row) : cell(row, column);
    }
    [[nodiscard]] QVariant look(const Row& row, int column, int role) const override {
        const auto toneOf = [&row](const auto& of) {
            const std::optional<Tone> tone = of ? of(row) : std::nullopt;
            return tone ? QVariant(static_cast<int>(*tone)) : QVariant();
        };
        switch (role) {
            case PillRole: return toneOf(at(column).pill);
            case InkRole: return toneOf(at(column).ink);
            case StrongRole: return at(column).isStrong;
            case Qt::DecorationRole: return at(column).mark ? QVariant(at(column).mark(row)) : QVariant();
            default: return {};
        }
    }
    [[nodiscard]] bool isNewestFirst() const override {
        return m_spec.live && this->m_descending && at(m_order).id == m_spec.live->newest;
    }
    [[nodiscard]] bool isTimed() const override { return static_cast<bool>(m_spec.now); }
    void tick() override {
        const Instant before = std::exchange(m_ticked, m_spec.now());
        const auto [from, to] = std::minmax(before, m_ticked);  // it may have been set back
        const auto last = static_cast<int>(std::min<std::int64_t>(this->m_lastVisible, this->m_count - 1));
        for (int column = 0; column < columnCount(); ++column) {
            if (at(column).isTicking) {
                this->touchVisible(column, column);
            }
            for (int place = this->m_firstVisible; at(column).turn && place <= last; ++place) {
                const auto* known = this->row(place);
                const auto turn = known ? at(column).turn(*known) : to;
                if (known && turn > from && turn <= to) {
                    Q_EMIT this->dataChanged(this->index(place, column), this->index(place, column));
                }
            }
        }
    }

private:
    /// After a read that failed the rows stay as they were; of what may not be seen any more nothing stays.
    void allArrived(const Filter& filter, Result<std::vector<Row>> rows) {
        m_failure = rows ? std::nullopt : std::optional<Error>(rows.error());
        if (rows) {
            setMore(m_most > 0 && std::ssize(*rows) > m_most);
            rows->erase(m_isMore ? rows->begin() + m_most : rows->end(), rows->end());
            m_all = arranged(filter, std::move(*rows));
        } else if (m_failure->code == ErrorCode::PermissionDenied) {
            m_all.clear();
            this->forget();
        }
        PagedRows<Row, Filter>::readWindow();
    }
    struct Ranked {
        std::int64_t rank = 0;
        QString text = {};
    };
    /// Negative: `one` comes first.
    [[nodiscard]] static int compared(const Ranked& one, const Ranked& other) {
        return one.rank != other.rank ? (one.rank < other.rank ? -1 : 1)
                                      : QString::localeAwareCompare(one.text, other.text);
    }
    [[nodiscard]] Ranked ranked(const Row& row, int column) const {
        if (column < 0) {
            return {};
        }
        const auto& by = at(column);
        return by.rank ? Ranked{by.rank(row)} : Ranked{0, by.text(row)};
    }
    /// There are more rows than are read, or no longer. The order that its person has chosen waits meanwhile.
    void setMore(bool isMore) {
        if (isMore == m_isMore) {
            return;
        }
        m_isMore = isMore;
        if (isMore) {
            m_chosen = PagedTable::Order{m_order, this->m_descending};
        }
        const auto order = isMore ? PagedTable::Order{columnOf(m_spec.orderedBy), m_spec.isDescending}
                                  : *std::exchange(m_chosen, std::nullopt);
        m_order = order.column;
        this->m_descending = order.descending;
        Q_EMIT this->sortingChanged();
    }
    /// Rows that are alike stand as TableSpec::thenBy has them, and else as they were read; where there are more, all
    /// stay as they were read. What an order needs of a row is made once, not with each comparison.
    [[nodiscard]] std::vector<Row> arranged(const Filter& filter, std::vector<Row> rows) const {
        struct Place {
            Ranked by;
            Ranked then;
            std::size_t from;
        };
        const int then = columnOf(m_spec.thenBy);
        std::vector<Place> places;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!m_spec.matches || m_spec.matches(filter, rows[i])) {
                places.push_back({ranked(rows[i], m_order), ranked(rows[i], then == m_order ? -1 : then), i});
            }
        }
        if (!m_isMore) {
            std::stable_sort(places.begin(), places.end(), [this](const Place& one, const Place& other) {
                const int order = this->m_descending ? compared(other.by, one.by) : compared(one.by, other.by);
                return order != 0 ? order < 0 : compared(one.then, other.then) < 0;
            });
        }
        std::vector<Row> all;
        all.reserve(places.size());
        for (const auto& each : places) {
            all.push_back(std::move(rows[each.from]));
        }
        return all;
    }
    [[nodiscard]] const Column<Row, Sort>& at(int column) const {
        return m_spec.columns.at(static_cast<std::size_t>(column));
    }

    const Spec& m_spec;
    int m_order = -1;
    Instant m_ticked;  ///< engine time of the last tick
    // Where rows come whole.
    std::vector<Row> m_all;
    std::optional<Error> m_failure;
    std::int64_t m_most;
    bool m_isMore = false;
    std::optional<PagedTable::Order> m_chosen;  ///< while there are more rows than were read
};

}  // namespace evenhand::ui
