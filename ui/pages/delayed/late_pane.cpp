// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/late_pane.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/pages/dispatch/hand_over_work.h"
#include "ui/pages/shared/more_time.h"
#include "ui/pages/shared/order_note.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

using Answered = std::function<void(RowFlow::Answers)>;

QString orders(std::int64_t count) {
    return LatePane::tr("%1 late orders", nullptr, Formats::plural(count))
        .arg(count < 0 ? Formats::dash() : Formats::number(count));
}

/// The open alerts of late orders.
struct OpenAlerts {
    std::map<OrderId, std::vector<api::AlertRef>> refs;
    std::set<AlertId> met;
    AlertId last;         ///< of the page that was read last
    bool isWhole = true;  ///< one that was not found is not open
};
/// As one action has read them; none: it has not yet.
using ReadOnce = std::shared_ptr<std::shared_ptr<const OpenAlerts>>;

/// The engine finds alerts by no order, so all that are open are read, a page at a time. Each page begins with the last
/// alert of the one before: where it does not, some were resolved meanwhile and others have moved up unseen.
void readOpenAlerts(EngineBridge& bridge, QObject* receiver, OpenAlerts found, std::int64_t offset,
                    const std::function<void(const Result<OpenAlerts>&)>& done) {
    api::AlertQuery query;
    query.kinds = {api::AlertKind::Unassigned, api::AlertKind::PickUpLate, api::AlertKind::DeliveryLate};
    query.states = {api::AlertState::Firing, api::AlertState::Acknowledged, api::AlertState::Silenced};
    query.offset = offset;
    query.limit = api::kMaxPageRows;
    query.descending = false;  // those that fire meanwhile come behind
    whenReady(bridge.alerts().page(bridge.call(), std::move(query)), receiver,
              [&bridge, receiver, found = std::move(found), offset,
               done](const Result<std::vector<api::AlertRow>>& page) mutable {
                  if (!page) {
                      done(fail(page.error()));
                      return;
                  }
                  if (offset > 0 && (page->empty() || page->front().id != found.last)) {
                      found.isWhole = false;
                  }
                  for (const auto& alert : *page) {
                      if (found.met.insert(alert.id).second) {
                          found.refs[alert.order].emplace_back(alert.id, alert.version);
                      }
                  }
                  if (std::ssize(*page) < api::kMaxPageRows) {
                      done(std::move(found));
                      return;
                  }
                  found.last = page->back().id;
                  readOpenAlerts(bridge, receiver, std::move(found), offset + api::kMaxPageRows - 1, done);
              });
}

std::vector<api::AlertRef> alertsOf(OrderId order, const OpenAlerts& alerts) {
    const auto found = alerts.refs.find(order);
    return found == alerts.refs.end() ? std::vector<api::AlertRef>() : found->second;
}

/// Of these orders by their alerts: one is done if all of its own are, and not known if one of them has no answer.
RowFlow::Answers answersOf(const std::vector<api::OrderRow>& asked, const OpenAlerts& alerts,
                           const Result<std::vector<api::AlertOutcome>>& outcomes) {
    if (!outcomes) {
        return fail(outcomes.error());
    }
    std::map<AlertId, std::optional<Error>> errors;
    for (const auto& each : *outcomes) {
        errors.emplace(each.id, each.error);
    }
    std::vector<FlowAnswer> answers;
    for (const auto& row : asked) {
        const auto refs = alertsOf(row.id, alerts);
        const bool answered = std::all_of(refs.begin(), refs.end(),
                                          [&errors](const api::AlertRef& ref) { return errors.contains(ref.id); });
        if (!answered || (refs.empty() && !alerts.isWhole)) {
            continue;
        }
        FlowAnswer answer{row.id.value, {}};
        if (refs.empty()) {
            answer.error = Error{ErrorCode::WrongStatus, "the order has no open alert", "id", {}};
        }
        for (const auto& ref : refs) {
            answer.error = answer.error ? answer.error : errors.at(ref.id);
        }
        answers.push_back(std::move(answer));
    }
    return answers;
}

void acknowledgeAlerts(EngineBridge& bridge, QObject* receiver, const api::Call& call,
                       const std::vector<api::OrderRow>& asked, const ReadOnce& read, const Answered& done) {
    if (!*read) {
        const auto found = [&bridge, receiver, call, asked, read, done](const Result<OpenAlerts>& alerts) {
            if (!alerts) {
                done(fail(alerts.error()));
                return;
            }
            *read = std::make_shared<const OpenAlerts>(*alerts);
            acknowledgeAlerts(bridge, receiver, call, asked, read, done);
        };
        readOpenAlerts(bridge, receiver, {}, 0, found);
        return;
    }
    std::vector<api::AlertRef> refs;
    for (const auto& row : asked) {
        const auto own = alertsOf(row.id, **read);
        refs.insert(refs.end(), own.begin(), own.end());
    }
    if (refs.empty()) {
        // Not at once: slices without alerts would be sent one within another.
        const auto none = answersOf(asked, **read, std::vector<api::AlertOutcome>{});
        QMetaObject::invokeMethod(
            receiver, [none, done] { done(none); }, Qt::QueuedConnection);
        return;
    }
    whenReady(bridge.alerts().acknowledge(call, std::move(refs)), receiver,
              [asked, alerts = *read, done](const Result<std::vector<api::AlertOutcome>>& outcomes) {
                  done(answersOf(asked, *alerts, outcomes));
              });
}

}  // namespace

using api::OrderRow;
using api::OrderSort;

LatePane::LatePane(UiContext& context, QWidget* parent)
    : OrderTable(describe(context, this), context, parent),
      m_orderFlow(new OrderActionFlow(context, this)),
      m_handOver(new DispatchActions(context, this)),
      m_couriers(new FeedChannel(
          kCouriersMs, [this] { readCouriers(); }, this)) {
    connect(&context.couriers, &CourierDirectory::changed, this, [this] { touchRows(); });
    connect(&context.bridge, &EngineBridge::ordersChanged, m_couriers, &FeedChannel::request);
    connect(m_handOver, &DispatchActions::acted, this, &LatePane::refresh);
    connect(m_orderFlow, &OrderActionFlow::asked, this, &LatePane::readyChanged);
    connect(m_orderFlow, &OrderActionFlow::finished, this, [this] {
        refresh();
        Q_EMIT readyChanged();
    });
}

LatePane::~LatePane() = default;

LatePane::Spec LatePane::describe(UiContext& context, LatePane* pane) {
    auto& bridge = context.bridge;
    Spec spec = OrderPane::describeRows(context);
    spec.live.reset();  // an order becomes late by time alone
    spec.columns = describeColumns(context, pane, std::move(spec.columns));
    spec.orderedBy = QStringLiteral("late");
    spec.look.prefix = QStringLiteral("lateOrders");
    spec.look.one = QStringLiteral("lateOrder");
    spec.look.texts = describeTexts();
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    spec.look.isOfCampus = true;
    spec.look.refreshMs = kReadMs;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::timersChanged, &EngineBridge::ordersChanged);
    spec.always = [&context](api::OrderFilter& filter) {
        filter.campus = context.scope.current();
        filter.lateOnly = true;
    };
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("lateOrderFilterText"), [] { return tr("Order or user"); },
        &api::OrderFilter::text)};
    spec.words = describeWords(context, pane);
    spec.actions.push_back(describeGiving(pane, OrderAction::ReassignNext));
    spec.actions.push_back(describeGiving(pane, OrderAction::ReassignTo));
    spec.actions.push_back(describeHandOver(pane));
    spec.actions.push_back(describeExtend(context, pane));
    spec.actions.push_back(describeAcknowledge(context, pane));
    spec.actions.push_back(describeNote(context, pane));
    spec.opened = [pane](const OrderRow& row) { Q_EMIT pane->opened(text(row.orderNo)); };
    return spec;
}

TableTexts LatePane::describeTexts() {
    TableTexts texts;
    texts.name = [] { return tr("Late orders"); };
    texts.count = orders;
    texts.empty = [] { return tr("No order is late."); };
    texts.next = [] { return tr("Nothing to do."); };
    texts.emptyFiltered = [] { return tr("No late order matches the filter."); };
    texts.exported = [] { return tr("Export late orders"); };
    texts.fileName = QStringLiteral("late-orders.csv");
    return texts;
}

std::vector<LatePane::OrderColumn> LatePane::describeColumns(UiContext& context, LatePane* pane,
                                                             std::vector<OrderColumn> ofOrders) {
    auto& bridge = context.bridge;
    const auto lateBy = [&bridge](const OrderRow& row) {
        return row.isLate(bridge.now()) ? Formats::duration(bridge.now().ms - row.limit->ms) : Formats::dash();
    };
    const auto since = [&formats = context.formats](const OrderRow& row) {
        return row.limit ? formats.dateTime(*row.limit) : Formats::dash();
    };
    std::vector<OrderColumn> columns;
    for (auto& column : ofOrders) {
        const auto is = [&column](const char* id) { return column.id == QLatin1String(id); };
        const bool isStatus = is("status");
        const bool isCourier = is("courier");
        column.isHidden = is("user") || is("payable") || is("placed") || is("paid");
        columns.push_back(std::move(column));
        if (isStatus) {
            columns.push_back(OrderColumn(
                                  "late", 120, [] { return tr("Late by"); }, lateBy)
                                  .sortedBy(OrderSort::Late)
                                  .number()
                                  .strong()
                                  .ticking()
                                  .withHint(since));
        } else if (isCourier) {
            columns.push_back(OrderPane::phoneColumn(context));
            columns.push_back(OrderColumn::count(
                "inHand", 86, [] { return tr("In hand"); }, [pane](const OrderRow& row) { return pane->inHand(row); }));
        }
    }
    return columns;
}

RowWords<OrderRow> LatePane::describeWords(UiContext& context, LatePane* pane) {
    RowWords<OrderRow> words;
    words.header = headerOfOrders;
    words.frozen = [](const OrderRow& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = text(row.orderNo),
                       .detail = standing(row),
                       .was = standing(row)};
    };
    words.readBack = [&context, pane](const std::vector<std::int64_t>& ids, std::function<void(RowFlow::Now)> done) {
        std::vector<OrderKey> keys;
        for (const auto id : ids) {
            keys.push_back({OrderNo(), OrderId{id}});
        }
        readBack(context, pane, keys, [ids, done = std::move(done)](const OrdersRead& read) {
            RowFlow::Now now;
            for (std::size_t i = 0; i < read.size(); ++i) {
                if (read[i]) {
                    now[ids[i]] = standing(*read[i]);
                }
            }
            done(std::move(now));
        });
    };
    words.lastChange = [&context, pane](std::int64_t id, std::function<void(QString)> done) {
        readBack(context, pane, std::vector<OrderKey>{{OrderNo(), OrderId{id}}},
                 [&context, pane, done = std::move(done)](const OrdersRead& read) {
                     if (read.empty() || !read.front()) {
                         done({});
                     } else {
                         lastChangeOf(context, pane, read.front()->orderNo, done);
                     }
                 });
    };
    return words;
}

RowAction<OrderRow> LatePane::describeGiving(LatePane* pane, OrderAction which) {
    RowAction<OrderRow> action;
    action.look = OrderActions::look(which);
    action.look.name.replace(QStringLiteral("order."), QStringLiteral("lateOrder."));  // the page Orders has its own
    action.whyNot = [which](const OrderRow& row) { return OrderActions::whyNot(which, row); };
    action.begin = [pane, which](const std::vector<OrderRow>& frozen) { pane->m_orderFlow->begin(which, frozen); };
    return action;
}

RowAction<OrderRow> LatePane::describeHandOver(LatePane* pane) {
    auto action = handOverWorkAction<OrderRow>(
        QStringLiteral("lateOrder.handOver"), [](const OrderRow& row) { return row.courier; },
        [pane](const std::vector<CourierId>& couriers) { pane->m_handOver->handOverAllOf(couriers); });
    action.whyNot = [](const OrderRow& row) { return row.courier.empty() ? whyNobodyHasIt() : QString(); };
    return action;
}

RowAction<OrderRow> LatePane::describeExtend(UiContext& context, LatePane* pane) {
    auto action = moreTimeAction<OrderRow>(context, pane, QStringLiteral("lateOrder.extend"), [](const OrderRow& row) {
        return LateRow{row.id.value, row.orderNo, row.limit};
    });
    action.look.keys = QKeySequence(Qt::CTRL | Qt::Key_T);
    action.whyNot = [&bridge = context.bridge](const OrderRow& row) {
        return row.isLate(bridge.now()) ? QString() : tr("It is not late any more.");
    };
    return action;
}

RowAction<OrderRow> LatePane::describeAcknowledge(UiContext& context, LatePane* pane) {
    auto& bridge = context.bridge;
    RowAction<OrderRow> action;
    action.look.name = QStringLiteral("lateOrder.acknowledge");
    action.look.icon = QStringLiteral("check");
    action.look.label = [] { return tr("Acknowledge"); };
    action.look.tip = [] { return tr("Mark their alerts as seen; they stop repeating"); };
    action.look.operation = api::Operation::AlertsAcknowledge;
    action.isAtOnce = true;
    action.isBrief = true;
    // Many orders go in slices, and all alerts are to be read for the first of them alone.
    const auto read = std::make_shared<std::shared_ptr<const OpenAlerts>>();
    action.ask = [read](const std::vector<OrderRow>& fit) {
        read->reset();
        ActionDialog::Texts texts;
        texts.title = tr("Acknowledge");
        texts.question = tr("Alerts of %1 will be marked as seen.", "n orders").arg(orders(std::ssize(fit)));
        texts.confirm = texts.title;
        texts.reasonNeeded = false;
        return texts;
    };
    action.submitRows = [&bridge, pane, read](const api::Call& call, const std::vector<OrderRow>& fit, Answered done) {
        acknowledgeAlerts(bridge, pane, call, fit, read, done);
    };
    return action;
}

RowAction<OrderRow> LatePane::describeNote(UiContext& context, LatePane* pane) {
    return orderNoteAction<OrderRow>(context.bridge, pane, QStringLiteral("lateOrder.note"),
                                     [](const OrderRow& row) { return std::pair(row.id.value, row.orderNo); });
}

std::optional<std::int64_t> LatePane::inHand(const OrderRow& row) const {
    const auto known = m_inHand.find(row.courier);
    return known == m_inHand.end() ? std::nullopt : std::optional(known->second);
}

void LatePane::readCouriers() {
    auto& bridge = context().bridge;
    m_couriers->take(bridge.dispatch().findCouriers(bridge.call(), {}, CourierDirectory::kMaxCouriers),
                     [this](const Result<std::vector<api::CourierRow>>& rows) {
                         m_inHand.clear();
                         for (const auto& courier : rows ? *rows : std::vector<api::CourierRow>{}) {
                             m_inHand[courier.id] = courier.inHand;
                         }
                         touchRows();
                         Q_EMIT readyChanged();
                     });
}

void LatePane::setActive(bool active) {
    OrderTable::setActive(active);
    m_couriers->setActive(active);
    if (active) {
        m_couriers->request();
    }
}

bool LatePane::isReady() const { return OrderTable::isReady() && m_couriers->isAnswered() && !m_orderFlow->isBusy(); }

}  // namespace evenhand::ui
