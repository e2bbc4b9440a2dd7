// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timer_table_model.h"

#include <algorithm>
#include <climits>
#include <memory>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kBlock = RowCache<api::TimerRow>::kBlock;
constexpr std::int64_t kMaxWindow = 10'000;
constexpr std::size_t kMaxTimerReads = 3;
constexpr std::int64_t kSoonMs = 60'000;

}  // namespace

/// One read of everything that must be at hand: what is in view and what is selected, with the number of all.
struct TimerTableModel::Window {
    int generation = 0;
    std::int64_t offset = 0;
    api::TimerFilter filter;
    std::optional<Result<std::vector<api::TimerRow>>> rows;
    std::optional<Result<std::int64_t>> count;
};

TimerTableModel::TimerTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent)
    : QAbstractTableModel(parent),
      m_bridge(bridge),
      m_scope(scope),
      m_formats(formats),
      m_reads(new FeedChannel(
          kRefreshMs, [this] { readWindow(); }, this)) {
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &TimerTableModel::tick);
    connect(&m_bridge, &EngineBridge::timersChanged, this, &TimerTableModel::refresh);
    connect(&m_bridge, &EngineBridge::ordersChanged, this, &TimerTableModel::refresh);
    connect(&m_scope, &CampusScope::campusesChanged, this, [this] {
        if (m_count > 0) {
            Q_EMIT dataChanged(index(0, CampusColumn), index(static_cast<int>(m_count) - 1, CampusColumn));
        }
    });
}

// --- reading ------------------------------------------------------------------------------------------------

void TimerTableModel::restart(bool descending) {
    m_descending = descending;
    m_fresh = true;
    m_inFlight.clear();
    m_reads->restart();
}

api::TimerQuery TimerTableModel::query(std::int64_t offset, std::int64_t limit) const {
    return {m_filter, m_descending, offset, limit};
}

void TimerTableModel::readWindow() {
    auto window = std::make_shared<Window>();
    window->generation = m_reads->generation();
    window->filter = m_source();
    std::int64_t end = kBlock;
    if (!m_fresh) {
        window->offset = m_firstVisible - m_firstVisible % kBlock;
        end = m_lastVisible + kBlock;
        for (const auto& each : persistentIndexList()) {
            window->offset = std::min<std::int64_t>(window->offset, each.row());
            end = std::max<std::int64_t>(end, each.row() + 1);
        }
    }
    const api::TimerQuery asked{window->filter, m_descending, window->offset,
                                std::clamp<std::int64_t>(end - window->offset, 1, kMaxWindow)};
    const auto finish = [this, window] {
        if (window->rows && window->count) {
            windowArrived(*window);
        }
    };
    whenReady(m_bridge.timers().page(m_bridge.call(), asked), this,
              [window, finish](Result<std::vector<api::TimerRow>> rows) {
                  window->rows = std::move(rows);
                  finish();
              });
    whenReady(m_bridge.timers().count(m_bridge.call(), window->filter), this,
              [window, finish](Result<std::int64_t> count) {
                  window->count = std::move(count);
                  finish();
              });
}

void TimerTableModel::windowArrived(Window& window) {
    if (!*window.rows || !*window.count) {
        const auto& error = !*window.rows ? window.rows->error() : window.count->error();
        if (m_reads->failed(window.generation, error)) {
            setError(error);
            Q_EMIT loaded();
        }
        return;
    }
    if (!m_reads->done(window.generation)) {
        return;
    }
    setError(std::nullopt);
    m_filter = window.filter;
    m_countKnown = true;
    if (m_fresh) {
        replaceAll(window);
    } else {
        auto& rows = **window.rows;
        // The two answers may differ by what came in between; rows that were read are there in any case.
        const auto count = std::max(**window.count, window.offset + static_cast<std::int64_t>(rows.size()));
        swapTo(window.offset, std::move(rows), count);
    }
    Q_EMIT totalChanged();
    syncTick();
    requestVisible();
    Q_EMIT loaded();
}

void TimerTableModel::replaceAll(Window& window) {
    m_fresh = false;
    auto& rows = **window.rows;
    beginResetModel();
    m_cache.clear();
    m_count =
        std::min<std::int64_t>(std::max<std::int64_t>(**window.count, static_cast<std::int64_t>(rows.size())), INT_MAX);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_cache.put(static_cast<std::int64_t>(i), std::move(rows[i]));
    }
    endResetModel();
    Q_EMIT reset();
}

/// Anything may have moved: the rows are replaced, and what is selected or current goes with its order. Of a timer that
/// was selected without having been read there is only its place, moved as far as those beside it.
void TimerTableModel::swapTo(std::int64_t offset, std::vector<api::TimerRow> rows, std::int64_t count) {
    std::int64_t moved = 0;
    for (auto i = std::ssize(rows); i-- > 0;) {
        if (const auto known = rowOf(rows[static_cast<std::size_t>(i)].order)) {
            moved = offset + i - *known;
            break;
        }
    }
    if (count > m_count) {
        setCount(count);
    }
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    std::vector<OrderId> orders;
    orders.reserve(static_cast<std::size_t>(before.size()));
    for (const auto& each : before) {
        const auto* known = row(each.row());
        orders.push_back(known ? known->order : OrderId{});
    }
    m_cache.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_cache.put(offset + static_cast<std::int64_t>(i), std::move(rows[i]));
    }
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto id = orders[static_cast<std::size_t>(i)];
        const auto place = before.at(i).row() + moved;
        const auto unread = place >= 0 && place < count ? std::optional(static_cast<int>(place)) : std::nullopt;
        const auto at = id.valid() ? rowOf(id) : unread;
        after << (at ? index(*at, before.at(i).column()) : QModelIndex());
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    setCount(count);
}

void TimerTableModel::setCount(std::int64_t count) {
    count = std::min<std::int64_t>(count, INT_MAX);
    if (count > m_count) {
        beginInsertRows({}, static_cast<int>(m_count), static_cast<int>(count) - 1);
        m_count = count;
        endInsertRows();
    } else if (count < m_count) {
        beginRemoveRows({}, static_cast<int>(count), static_cast<int>(m_count) - 1);
        m_count = count;
        endRemoveRows();
    }
}

void TimerTableModel::setError(std::optional<Error> error) {
    if (m_error != error) {
        m_error = std::move(error);
        Q_EMIT errorChanged();
    }
}

void TimerTableModel::setVisibleRows(int first, int last) {
    m_firstVisible = std::max(0, first);
    m_lastVisible = std::max(m_firstVisible, last);
    requestVisible();
}

void TimerTableModel::requestVisible() {
    if (m_fresh || m_count == 0 || !m_active) {
        return;
    }
    const auto lastRow = std::min<std::int64_t>(m_lastVisible, m_count - 1);
    const auto firstRow = std::min<std::int64_t>(m_firstVisible, lastRow);
    m_cache.touch(firstRow / kBlock, lastRow / kBlock);
    for (auto block = firstRow / kBlock; block <= lastRow / kBlock; ++block) {
        bool missing = false;
        for (auto at = std::max(firstRow, block * kBlock); at <= std::min(lastRow, (block + 1) * kBlock - 1); ++at) {
            missing = missing || m_cache.at(at) == nullptr;
        }
        if (missing) {
            requestBlock(block);
        }
    }
}

void TimerTableModel::requestBlock(std::int64_t block) {
    if (m_error || m_inFlight.contains(block) || m_inFlight.size() >= kMaxTimerReads) {
        return;  // asked again with the next read of what is in view
    }
    m_inFlight.insert(block);
    whenReady(m_bridge.timers().page(m_bridge.call(), query(block * kBlock, kBlock)), this,
              [this, generation = m_reads->generation(), block](Result<std::vector<api::TimerRow>> rows) {
                  if (generation != m_reads->generation()) {
                      return;
                  }
                  m_inFlight.erase(block);
                  if (!rows) {
                      setError(rows.error());
                      refresh();
                      Q_EMIT loaded();
                      return;
                  }
                  const std::int64_t first = block * kBlock;
                  const std::int64_t end = std::min(m_count, first + static_cast<std::int64_t>(rows->size()));
                  for (std::int64_t at = first; at < end; ++at) {
                      m_cache.put(at, std::move((*rows)[static_cast<std::size_t>(at - first)]));
                  }
                  m_cache.touch(block, block);
                  if (end > first) {
                      Q_EMIT dataChanged(index(static_cast<int>(first), 0),
                                         index(static_cast<int>(end) - 1, ColumnCount - 1));
                  }
                  if (end < std::min(m_count, first + kBlock)) {
                      refresh();  // fewer than there were: timers went away meanwhile
                  }
                  Q_EMIT loaded();
              });
}

// --- the countdown ------------------------------------------------------------------------------------------

void TimerTableModel::setActive(bool active) {
    m_active = active;
    m_reads->setActive(active);
    syncTick();
}

void TimerTableModel::syncTick() {
    if (!m_active || m_count == 0) {
        m_tick.stop();
    } else if (!m_tick.isActive()) {
        m_tick.start();
    }
}

void TimerTableModel::tick() {
    const Instant before = std::exchange(m_ticked, m_bridge.now());
    const auto last = static_cast<int>(std::min<std::int64_t>(m_lastVisible, m_count - 1));
    if (m_firstVisible > last) {
        return;
    }
    Q_EMIT dataChanged(index(m_firstVisible, CountdownColumn), index(last, CountdownColumn));
    // A state changes where time passes the instant at which it is due (backwards too): the others need no painting.
    const auto [from, to] = std::minmax(before, m_ticked);
    for (int at = m_firstVisible; at <= last; ++at) {
        if (const auto* timer = row(at); timer != nullptr && timer->due > from && timer->due <= to) {
            Q_EMIT dataChanged(index(at, StateColumn), index(at, StateColumn));
        }
    }
}

// --- what the view asks -------------------------------------------------------------------------------------

const api::TimerRow* TimerTableModel::row(int row) const {
    return row >= 0 && row < m_count ? m_cache.at(row) : nullptr;
}

std::optional<int> TimerTableModel::rowOf(OrderId id) const {
    const auto position = m_cache.find(id);
    return position && *position < m_count ? std::optional(static_cast<int>(*position)) : std::nullopt;
}

int TimerTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_count);
}

int TimerTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

api::TimerState TimerTableModel::stateOf(const api::TimerRow& row) const {
    return row.state == api::TimerState::Pending && row.due <= m_bridge.now() ? api::TimerState::Overdue : row.state;
}

QString TimerTableModel::countdown(const api::TimerRow& row) const {
    return Formats::dueIn(row.due.ms - m_bridge.now().ms);
}

QString TimerTableModel::display(const api::TimerRow& row, int column) const {
    switch (column) {
        case NumberColumn: return text(row.orderNo);
        case KindColumn: return label(row.kind);
        case CountdownColumn: return countdown(row);
        case DueColumn: return m_formats.dateTime(row.due);
        case StateColumn: return label(stateOf(row));
        case StatusColumn: return row.wait ? label(*row.wait) : label(row.status);
        case CampusColumn: return m_scope.nameOf(row.campus);
        case CourierColumn:
            if (row.courier.empty()) {
                return Formats::dash();
            }
            return row.courierName.empty() ? text(row.courier) : text(row.courierName);
        case PayableColumn: return m_formats.money(row.payable);
        case AttemptsColumn: return Formats::number(row.attempts);
        case ReasonColumn: return row.reason.empty() ? Formats::dash() : text(row.reason).simplified();
        default: return {};
    }
}

QString TimerTableModel::hint(const api::TimerRow& row, int column) const {
    QString hint = column == ReasonColumn ? text(row.reason) : display(row, column);
    if (column == KindColumn) {
        hint = tr("%1: when due, it %2", "kind, effect").arg(hint, effectOf(row.kind));
    } else if (column == DueColumn || column == CountdownColumn) {
        hint = m_formats.zoned(row.due).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
    } else if (column == StateColumn && row.nextTry) {
        hint += QLatin1Char('\n') + tr("Next try at %1").arg(m_formats.time(*row.nextTry));
    }
    return plainToolTip(hint);
}

QVariant TimerTableModel::look(const api::TimerRow& row, int column, int role) const {
    if (role == PillRole) {
        return column == StateColumn ? QVariant(static_cast<int>(tone(stateOf(row)))) : QVariant();
    }
    if (role == StrongRole) {
        return column == NumberColumn || column == PayableColumn || column == CountdownColumn;
    }
    if (role == InkRole && column == CountdownColumn) {
        const std::int64_t left = row.due.ms - m_bridge.now().ms;
        return left <= 0 ? QVariant(static_cast<int>(Tone::Bad))
                         : (left < kSoonMs ? QVariant(static_cast<int>(Tone::Warn)) : QVariant());
    }
    return {};
}

static bool isNumber(int column) {
    return column == TimerTableModel::CountdownColumn || column == TimerTableModel::PayableColumn ||
           column == TimerTableModel::AttemptsColumn;
}

QVariant TimerTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    }
    const auto* timer = row(index.row());
    switch (role) {
        case Qt::DisplayRole: return timer ? display(*timer, index.column()) : QStringLiteral("…");
        case Qt::ToolTipRole: return timer ? hint(*timer, index.column()) : QVariant();
        default: return timer ? look(*timer, index.column(), role) : QVariant();
    }
}

QVariant TimerTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case NumberColumn: return tr("Order");
        case KindColumn: return tr("Kind");
        case CountdownColumn: return tr("Due in");
        case DueColumn: return tr("Due at");
        case StateColumn: return tr("State");
        case StatusColumn: return tr("Order status");
        case CampusColumn: return tr("Campus");
        case CourierColumn: return tr("Courier");
        case PayableColumn: return tr("Payable (%1)").arg(m_formats.currency());
        case AttemptsColumn: return tr("Failures");
        case ReasonColumn: return tr("Failed because");
        default: return {};
    }
}

void TimerTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (m_count > 0) {
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_count) - 1, ColumnCount - 1));
    }
}

// --- freezing -----------------------------------------------------------------------------------------------

void TimerTableModel::freeze(const QItemSelection& selection, QObject* receiver,
                             std::function<void(Result<std::vector<api::TimerRow>>)> done) {
    struct Gathering {
        std::vector<api::TimerRow> rows;
        std::optional<Error> error;
        std::size_t open = 0;
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
    gathering->open = missing.size();
    for (const auto& [first, last] : missing) {
        whenReady(m_bridge.timers().page(m_bridge.call(), query(first, last - first + 1)), receiver,
                  [gathering, done](Result<std::vector<api::TimerRow>> rows) {
                      if (rows) {
                          gathering->rows.insert(gathering->rows.end(), rows->begin(), rows->end());
                      } else {
                          gathering->error = rows.error();
                      }
                      if (--gathering->open == 0) {
                          done(gathering->error ? Result<std::vector<api::TimerRow>>(fail(*gathering->error))
                                                : Result<std::vector<api::TimerRow>>(std::move(gathering->rows)));
                      }
                  });
    }
}

}  // namespace evenhand::ui
