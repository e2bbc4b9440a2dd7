// SPDX-License-Identifier: GPL-3.0-or-later
// The living side of OrderTableModel: changed orders, new ones, refreshing, freezing a selection.
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "ui/models/order_filter_match.h"
#include "ui/models/order_table_model.h"

namespace evenhand::ui {
namespace {

/// So many new orders are looked at one by one per beat; beyond that the hint is as good as "many".
constexpr std::size_t kMaxNewLookedAt = 512;

}  // namespace

struct OrderTableModel::Refresh {
    bool following = false;
    std::int64_t offset = 0;
    std::optional<Result<std::vector<api::OrderRow>>> rows;
    std::optional<Result<std::int64_t>> count;
};

// --- changed orders -----------------------------------------------------------------------------------------

void OrderTableModel::onOrdersChanged(const OrderChanges& changes) {
    if (!m_active) {
        m_missed = true;
        return;
    }
    if (m_opening) {
        m_missed = true;  // the answer on its way may have been read before
        return;
    }
    if (changes.everything) {
        scheduleRefresh();
        return;
    }
    for (const auto id : changes.ids) {
        if (const auto at = rowOf(id)) {
            if (*at >= m_firstVisible && *at <= m_lastVisible) {
                m_changed.insert(id.value);
            } else {
                m_dirty.insert(m_cache.blockOf(positionOf(*at)));
            }
        }
    }
    fetchChanged();
    if (m_atTop) {
        // New ones come in; with a filter also old ones may now belong, or no longer.
        const bool filtered = !m_query.filter.statuses.empty() || m_query.filter.unassignedOnly ||
                              m_query.filter.lateOnly || !m_query.filter.courier.empty();
        if (filtered || (newestFirst() && !changes.placed.empty())) {
            scheduleRefresh();
        } else if (!changes.placed.empty()) {
            countNew(changes.placed);
        }
    } else if (!changes.placed.empty()) {
        countNew(changes.placed);
    }
}

void OrderTableModel::fetchChanged() {
    if (m_fetching || m_changed.empty()) {
        return;
    }
    m_fetching = true;
    std::vector<OrderId> ids;
    for (const auto id : std::exchange(m_changed, {})) {
        ids.push_back({id});
    }
    whenReady(m_bridge.orders().rows(m_bridge.call(), std::move(ids)), this,
              [this, generation = m_generation](Result<std::vector<api::OrderRow>> rows) {
                  if (generation != m_generation) {
                      return;
                  }
                  m_fetching = false;
                  if (rows) {
                      applyChanged(*rows);
                  } else {
                      setError(rows.error());
                      tryAgain();
                  }
                  fetchChanged();
              });
}

void OrderTableModel::applyChanged(const std::vector<api::OrderRow>& rows) {
    std::vector<int> touched;
    for (const auto& fresh : rows) {
        const auto position = m_cache.find(fresh.id);
        if (!position || m_cache.at(*position)->version > fresh.version) {
            continue;
        }
        m_cache.put(*position, fresh);
        touched.push_back(static_cast<int>(*position + m_shift));
    }
    std::sort(touched.begin(), touched.end());
    for (std::size_t i = 0; i < touched.size();) {
        std::size_t end = i + 1;
        while (end < touched.size() && touched[end] == touched[end - 1] + 1) {
            ++end;
        }
        Q_EMIT dataChanged(index(touched[i], 0), index(touched[end - 1], ColumnCount - 1));
        i = end;
    }
}

void OrderTableModel::countNew(const std::vector<OrderId>& placed) {
    if (m_query.filter == api::OrderFilter{}) {
        setNew(m_new + static_cast<std::int64_t>(placed.size()));
        return;
    }
    std::vector<OrderId> ids(placed.begin(),
                             placed.begin() + static_cast<std::ptrdiff_t>(std::min(placed.size(), kMaxNewLookedAt)));
    whenReady(m_bridge.orders().rows(m_bridge.call(), std::move(ids)), this,
              [this, generation = m_generation](const Result<std::vector<api::OrderRow>>& rows) {
                  if (generation == m_generation && rows) {
                      setNew(m_new +
                             std::count_if(rows->begin(), rows->end(), [this, now = m_bridge.now()](const auto& each) {
                                 return matches(m_query.filter, each, now);
                             }));
                  }
              });
}

void OrderTableModel::setNew(std::int64_t count) {
    if (m_new != count) {
        m_new = count;
        Q_EMIT newOrdersChanged();
    }
}

void OrderTableModel::setActive(bool active) {
    m_active = active;
    if (active && std::exchange(m_missed, false)) {
        refresh();
    }
    if (!active) {
        m_refreshTimer.stop();
    }
}

void OrderTableModel::setAtTop(bool atTop) {
    if (m_atTop == atTop) {
        return;
    }
    m_atTop = atTop;
    if (atTop && m_new > 0) {
        scheduleRefresh();
    }
}

// --- refreshing ---------------------------------------------------------------------------------------------

void OrderTableModel::scheduleRefresh() {
    if (m_refreshTimer.isActive() || m_refreshing) {
        m_missed = m_missed || m_refreshing;
        return;
    }
    const qint64 since = m_sinceRefresh.isValid() ? m_sinceRefresh.elapsed() : kRefreshMs;
    m_refreshTimer.start(static_cast<int>(std::max<qint64>(0, kRefreshMs - since)));
}

void OrderTableModel::refresh() {
    if (m_count == 0) {  // also after an open() that failed: there is nothing that could keep its place
        m_failed.clear();
        m_wanted = m_opening ? m_wanted : m_query;
        open();
        return;
    }
    if (m_opening || m_refreshing) {
        m_missed = true;
        return;
    }
    m_refreshing = true;
    m_sinceRefresh.start();
    auto state = std::make_shared<Refresh>();
    state->following = m_atTop;
    state->offset = m_atTop ? 0 : m_firstVisible - m_firstVisible % OrderCache::kBlock;
    auto query = m_query;
    query.offset = state->offset;
    query.limit = m_lastVisible - state->offset + OrderCache::kBlock;
    const auto finish = [this, generation = m_generation, state] {
        if (generation == m_generation && state->rows && state->count) {
            m_refreshing = false;
            merge(*state);
        }
    };
    whenReady(m_bridge.orders().page(m_bridge.call(), query), this,
              [state, finish](Result<std::vector<api::OrderRow>> rows) {
                  state->rows = std::move(rows);
                  finish();
              });
    whenReady(m_bridge.orders().count(m_bridge.call(), m_query.filter), this,
              [state, finish](Result<std::int64_t> count) {
                  state->count = std::move(count);
                  finish();
              });
}

void OrderTableModel::merge(Refresh& refresh) {
    if (!*refresh.rows || !*refresh.count) {
        setError(!*refresh.rows ? refresh.rows->error() : refresh.count->error());
        Q_EMIT loaded();
        tryAgain();
        return;
    }
    setError(std::nullopt);
    m_failed.clear();
    m_countKnown = true;
    auto& rows = **refresh.rows;
    // The two answers may differ by what came in between; rows that were read are there in any case.
    const auto count = std::max(**refresh.count, refresh.offset + static_cast<std::int64_t>(rows.size()));
    if (refresh.following && newestFirst() && mergeAtTop(rows)) {
        setCount(count);
    } else {
        swapTo(refresh.offset, std::move(rows), count);
    }
    setNew(0);
    Q_EMIT totalChanged();
    requestVisible();
    Q_EMIT loaded();
    if (std::exchange(m_missed, false)) {
        scheduleRefresh();
    }
}

/// The common case: some rows on top of what is there, and nothing gone. Then they are inserted and nothing moves.
bool OrderTableModel::mergeAtTop(const std::vector<api::OrderRow>& rows) {
    const auto* top = row(0);
    if (!top) {
        return false;
    }
    const auto found = std::find_if(rows.begin(), rows.end(), [top](const auto& each) { return each.id == top->id; });
    if (found == rows.end()) {
        return false;
    }
    const auto added = static_cast<std::int64_t>(found - rows.begin());
    for (std::size_t i = static_cast<std::size_t>(added); i < rows.size(); ++i) {
        const auto* known = row(static_cast<int>(static_cast<std::int64_t>(i) - added));
        if (known && known->id != rows[i].id) {
            return false;
        }
    }
    if (added > 0) {
        beginInsertRows({}, 0, static_cast<int>(added) - 1);
        m_count += added;
        m_shift += added;
        for (std::int64_t i = 0; i < added; ++i) {
            m_cache.put(positionOf(i), rows[static_cast<std::size_t>(i)]);
        }
        endInsertRows();
    }
    applyChanged({found, rows.end()});
    return true;
}

/// Anything may have moved: the rows are replaced, and what is selected or current goes with its order. Selected orders
/// outside of what was read stay at hand, moved as far as the rows beside them, until their block is read again.
void OrderTableModel::swapTo(std::int64_t offset, std::vector<api::OrderRow> rows, std::int64_t count) {
    const auto end = offset + static_cast<std::int64_t>(rows.size());
    std::int64_t moved = 0;
    for (auto at = end; at-- > offset;) {
        if (const auto known = rowOf(rows[static_cast<std::size_t>(at - offset)].id)) {
            moved = at - *known;
            break;
        }
    }
    setCount(std::max(m_count, count));
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    std::map<int, api::OrderRow> followed;
    for (const auto& each : before) {
        if (const auto* known = row(each.row())) {
            followed.emplace(each.row(), *known);
        }
    }
    m_cache.clear();
    m_dirty.clear();
    m_changed.clear();
    m_shift = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_cache.put(offset + static_cast<std::int64_t>(i), std::move(rows[i]));
    }
    const auto target = [&](int row) -> std::optional<std::int64_t> {
        const auto at = row < offset ? row : row + moved;
        return at >= 0 && at < count && (at < offset || at >= end) ? std::optional(at) : std::nullopt;
    };
    for (auto& [at, order] : followed) {
        if (const auto place = target(at); place && !m_cache.find(order.id)) {
            m_dirty.insert(m_cache.blockOf(*place));
            m_cache.put(*place, order);
        }
    }
    QModelIndexList after;
    after.reserve(before.size());
    for (const auto& each : before) {
        const auto known = followed.find(each.row());
        // Of a row that was selected without having been read there is only its place.
        const auto at = known == followed.end() ? target(each.row()) : m_cache.find(known->second.id);
        after << (at ? index(static_cast<int>(*at), each.column()) : QModelIndex());
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    setCount(count);
}

/// Puts rows that were read in their places; what is selected or current among them goes with its order.
void OrderTableModel::putBlock(std::int64_t position, std::vector<api::OrderRow> rows) {
    const auto holds = [&](int row) {
        const auto at = positionOf(row) - position;
        return at >= 0 && at < std::ssize(rows);
    };
    bool moves = false;
    for (const auto& each : persistentIndexList()) {
        const auto* known = row(each.row());
        moves = moves || (known != nullptr && holds(each.row()) &&
                          rows[static_cast<std::size_t>(positionOf(each.row()) - position)].id != known->id);
    }
    if (!moves) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            m_cache.put(position + static_cast<std::int64_t>(i), std::move(rows[i]));
        }
        return;
    }
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    std::vector<OrderId> orders;
    for (const auto& each : before) {
        const auto* known = holds(each.row()) ? row(each.row()) : nullptr;
        orders.push_back(known != nullptr ? known->id : OrderId{});
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_cache.put(position + static_cast<std::int64_t>(i), std::move(rows[i]));
    }
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto id = orders[static_cast<std::size_t>(i)];
        const auto at = id.valid() ? rowOf(id) : std::optional(before.at(i).row());
        after << (at ? index(*at, before.at(i).column()) : QModelIndex());
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

// --- freezing -----------------------------------------------------------------------------------------------

void OrderTableModel::freeze(const QItemSelection& selection, QObject* receiver,
                             const std::function<void(Result<std::vector<api::OrderRow>>)>& done) {
    struct Gathering {
        std::vector<api::OrderRow> rows;
        std::optional<Error> error;
        int open = 0;
    };
    auto gathering = std::make_shared<Gathering>();
    std::vector<std::pair<int, int>> missing;
    std::int64_t total = 0;
    for (const auto& range : selection) {
        total += range.height();
        for (int at = range.top(); at <= range.bottom() && total <= kMaxFrozen; ++at) {
            if (const auto* known = row(at)) {
                gathering->rows.push_back(*known);
            } else if (!missing.empty() && missing.back().second == at - 1) {
                missing.back().second = at;
            } else {
                missing.emplace_back(at, at);
            }
        }
    }
    if (total > kMaxFrozen) {
        done(fail(ErrorCode::InvalidArgument, "too many rows selected", "rows", std::to_string(total)));
        return;
    }
    if (missing.empty()) {
        done(std::move(gathering->rows));
        return;
    }
    gathering->open = static_cast<int>(missing.size());
    for (const auto& [first, last] : missing) {
        whenReady(m_bridge.orders().page(m_bridge.call(), pinned(first, last - first + 1)), receiver,
                  [gathering, done](Result<std::vector<api::OrderRow>> rows) {
                      if (rows) {
                          gathering->rows.insert(gathering->rows.end(), rows->begin(), rows->end());
                      } else {
                          gathering->error = rows.error();
                      }
                      if (--gathering->open == 0) {
                          done(gathering->error ? Result<std::vector<api::OrderRow>>(fail(*gathering->error))
                                                : Result<std::vector<api::OrderRow>>(std::move(gathering->rows)));
                      }
                  });
    }
}

}  // namespace evenhand::ui
