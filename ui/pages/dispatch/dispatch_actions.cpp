// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_actions.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/pages/dispatch/courier_table.h"
#include "ui/pages/dispatch/dispatch_giving.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

Worker workerOf(const api::CourierRow& row) {
    return {{row.id, nameOf(row), row.dutyVersion}, row.inHand, row.onDuty, row.limit()};
}

DispatchActions::DispatchActions(UiContext& context, QWidget* window)
    : QObject(window),
      m_context(context),
      m_window(window),
      m_rows(new RowFlow(context, window)),
      m_duty(new DutyFlow(context, window)),
      m_limit(new LimitFlow(context, window)),
      m_pause(new PauseFlow(context, window)) {
    connect(m_rows, &RowFlow::finished, this, &DispatchActions::acted);
    connect(m_duty, &DutyFlow::finished, this, &DispatchActions::acted);
    connect(m_limit, &LimitFlow::finished, this, &DispatchActions::acted);
    connect(m_pause, &PauseFlow::finished, this, &DispatchActions::acted);
}

QString DispatchActions::whyNot(api::Operation operation) const { return m_context.bridge.whyNotAllowed(operation); }

void DispatchActions::failedWith(const Error& error) {
    m_context.notices.bad(refusalText(error, m_context.formats, m_context.bridge.now()));
    Q_EMIT acted();
}

std::vector<api::OrderRow> DispatchActions::frozenRows(const std::vector<api::OrderRef>& orders) const {
    std::vector<api::OrderRow> rows;
    rows.reserve(orders.size());
    for (const auto& order : orders) {
        const auto known = m_known ? m_known(order.orderNo) : std::nullopt;
        api::OrderRow row = known ? *known : api::OrderRow();
        row.orderNo = order.orderNo;
        row.version = order.version;
        rows.push_back(std::move(row));
    }
    return rows;
}

// --- giving away and giving back ----------------------------------------------------------------------------

bool DispatchActions::waitsForResume(const api::OrderRow& order) const {
    return order.wait == api::WaitReason::Paused || (m_isPaused && !order.campus.empty() && m_isPaused(order.campus));
}

QString DispatchActions::effectOf(const std::vector<api::OrderRow>& orders, const std::optional<NamedCourier>& to) {
    const bool held = std::any_of(orders.begin(), orders.end(), [](const api::OrderRow& order) {
        return !order.courier.empty() || !order.id.valid();  // or not known
    });
    if (!held) {
        return to ? tr("The weight of %1 goes down by one step for each order.").arg(to->name)
                  : tr("The weight of a courier goes down by one step for each order.");
    }
    return to ? tr("The weight of %1 goes down by one step for each order; that of the current courier goes back up.")
                    .arg(to->name)
              : tr("Never to the current courier, whose weight goes back up by one step; that of the new one goes "
                   "down.");
}

void DispatchActions::reassign(const std::vector<api::OrderRef>& orders, const std::optional<NamedCourier>& to) {
    auto giving = std::make_shared<Giving>();
    giving->orders = frozenRows(orders);
    giving->to = to;
    std::vector<api::OrderRow> fit = giving->orders;
    std::erase_if(fit, [this](const api::OrderRow& order) { return waitsForResume(order); });
    if (fit.empty()) {
        m_context.notices.warn(tr("Dispatch is paused, so no order is given away. Resume it first."));
        Q_EMIT acted();
        return;
    }
    auto spec = specOf(giving);
    for (std::size_t i = 0; i < giving->orders.size(); ++i) {
        if (waitsForResume(giving->orders[i])) {
            spec.rows[i].whyNot = tr("dispatch is paused");
        }
    }
    spec.textsFor = [to](const std::vector<api::OrderRow>& left) {
        const auto many = std::ssize(left);
        ActionDialog::Texts texts;
        texts.question = to ? tr("%1 will be given to %2.").arg(countedOrders(many), to->name)
                            : tr("%1 orders go to the next fairest couriers.", nullptr, Formats::plural(many))
                                  .arg(Formats::number(many));
        texts.confirm = tr("Reassign");
        return texts;
    };
    spec.texts = spec.textsFor(fit);
    spec.texts.title = tr("Reassign");
    spec.texts.effect = effectOf(fit, to);
    spec.texts.suggestions = QStringList{tr("Courier asked for it"), tr("Too far away"), tr("Running late")};
    spec.submit = [this, giving](const api::Call& call, const RowFlow::Rows& rows, const Done& done) {
        std::vector<api::OrderRef> refs;
        for (const auto& row : rows) {
            refs.push_back({OrderNo(row.key), row.version});
        }
        whenReady(m_context.bridge.dispatch().reassign(call, std::move(refs), giving->target()), this,
                  [giving, rows, done](const Result<Outcomes>& outcomes) {
                      done(outcomes ? answersOf(*giving, rows, *outcomes) : RowFlow::Answers(fail(outcomes.error())));
                  });
    };
    askOverLimit(m_rows->begin(std::move(spec)), giving);
}

void DispatchActions::askOverLimit(ActionDialog* dialog, const std::shared_ptr<Giving>& giving) const {
    const auto to = dialog != nullptr && giving->to && m_workers ? m_workers(giving->to->id) : std::nullopt;
    if (to && to->limit > 0 && to->inHand + std::ssize(giving->orders) > to->limit) {
        LimitFlow::addOverLimit(*dialog, giving->to->name, to->limit,
                                [giving](bool allowed) { giving->overLimit = allowed; });
    }
}

RowFlow::Spec DispatchActions::specOf(const std::shared_ptr<Giving>& giving) {
    RowFlow::Spec spec;
    const QString perRow = giving->to ? tr("goes to %1").arg(giving->to->name) : tr("goes to the next fairest");
    for (const auto& order : giving->orders) {
        const QString was = order.id.valid() ? standing(order) : QString();
        spec.rows.push_back({.id = std::ssize(spec.rows) + 1,
                             .version = order.version,
                             .name = text(order.orderNo),
                             .detail = was.isEmpty() ? Formats::dash() : was,
                             .perRow = perRow,
                             .was = was,
                             .key = order.orderNo.str()});
    }
    spec.orders = giving->orders;
    spec.said = [giving](const std::vector<RowOutcome>& outcomes) { return given(*giving, outcomes); };
    spec.undo = [this, giving](const std::vector<FlowDone>& done) {
        auto back = std::make_shared<Giving>();
        for (const auto& each : done) {
            back->orders.push_back(giving->orders[static_cast<std::size_t>(each.row.id - 1)]);
            const OrderNo number(each.row.key);
            back->answered[number] = giving->answered[number];
        }
        back->leaving = giving->left;
        return undoOf(back);
    };
    spec.undoKind = QStringLiteral("reassign");
    readingBack(giving, spec);
    return spec;
}

void DispatchActions::readingBack(const std::shared_ptr<Giving>& giving, RowFlow::Spec& spec) {
    spec.header = headerOfOrders();
    spec.isBrief = true;
    spec.readBack = [this, giving](const std::vector<std::int64_t>&, const std::function<void(RowFlow::Now)>& done) {
        readBack(m_context, this, keysOf(giving->orders), [giving, done](const OrdersRead& read) {
            RowFlow::Now now;
            giving->now.assign(read.size(), {});
            for (std::size_t i = 0; i < read.size(); ++i) {
                if (read[i]) {
                    giving->now[i] = *read[i];
                    now[static_cast<std::int64_t>(i) + 1] = standing(*read[i]);
                }
            }
            done(std::move(now));
        });
    };
    spec.lastChange = [this, giving](std::int64_t id, const std::function<void(QString)>& done) {
        lastChangeOf(m_context, this, giving->orders[static_cast<std::size_t>(id - 1)].orderNo, done);
    };
}

RowFlow::Answers DispatchActions::answersOf(Giving& giving, const RowFlow::Rows& rows, const Outcomes& outcomes) {
    std::map<OrderNo, std::int64_t> ids;
    for (const auto& row : rows) {
        ids.emplace(OrderNo(row.key), row.id);
    }
    std::vector<FlowAnswer> answers;
    for (const auto& outcome : outcomes) {
        giving.answered[outcome.orderNo] = outcome;
        const auto id = ids.find(outcome.orderNo);
        answers.push_back({.id = id == ids.end() ? 0 : id->second,
                           .error = outcome.error,
                           .version = outcome.epoch,
                           .isFinal = outcome.from.empty()});  // nobody has it back
    }
    return answers;
}

QString DispatchActions::given(const Giving& giving, const std::vector<RowOutcome>& outcomes) {
    const auto& to = giving.to;
    const QString doneText = to ? tr("given to %1").arg(to->name) : tr("given to the next fairest");
    const auto done = countOutcomes(outcomes).done;
    const auto all = std::ssize(outcomes);
    const QString said =
        done == all ? tr("%1 %2.", "3 orders: given to Li Ming").arg(countedOrders(done), doneText)
                    : tr("%1 of %2 %3; %4 could not be.", "2 of 3 orders: given to Li Ming")
                          .arg(Formats::number(done), countedOrders(all), doneText, Formats::number(all - done));
    // Whom they were given to has been said; others may have them by now.
    std::vector<api::OrderRow> elsewhere;
    for (std::size_t i = 0; i < outcomes.size() && i < giving.now.size(); ++i) {
        const auto& row = giving.now[i];
        const bool known = row.courier.empty() ? row.wait == api::WaitReason::Message : to && row.courier == to->id;
        if (row.id.valid() && kindOf(outcomes[i]) == OutcomeKind::Done && !known) {
            elsewhere.push_back(row);
        }
    }
    return said + whoHasThem(elsewhere, {});
}

RowFlow::Spec DispatchActions::undoOf(const std::shared_ptr<Giving>& giving) {
    Outcomes taken;
    for (const auto& [number, outcome] : giving->answered) {
        taken.push_back(outcome);
    }
    const auto bound = boundBack(m_context.couriers, taken);  // unknown names are read while the question stands
    RowFlow::Spec spec;
    for (const auto& order : giving->orders) {
        const auto name = bound.find(order.orderNo);
        spec.rows.push_back({.id = std::ssize(spec.rows) + 1,
                             .name = text(order.orderNo),
                             .detail = order.id.valid() ? standing(order) : Formats::dash(),
                             .perRow = name == bound.end() ? QString() : tr("goes back to %1").arg(name->second),
                             .key = order.orderNo.str()});
    }
    spec.texts.title = tr("Undo");
    spec.texts.question =
        std::ssize(taken) == 1
            ? tr("Order %1 will be given back, if it has not moved on.").arg(text(taken.front().orderNo))
            : tr("%1 will be given back, if they have not moved on.", nullptr, Formats::plural(std::ssize(taken)))
                  .arg(countedOrders(std::ssize(taken)));
    const auto& left = giving->leaving;
    if (!left.empty()) {
        spec.texts.effect = tr("First, on duty again: %1.", "courier or couriers")
                                .arg(left.size() == 1 ? left.front().name : countedCouriers(std::ssize(left)));
    }
    spec.texts.confirm = tr("Undo");
    spec.texts.suggestions = QStringList{tr("Wrong order"), tr("Wrong courier")};
    spec.said = [giving, bound](const std::vector<RowOutcome>& outcomes) {
        const auto back = countOutcomes(outcomes).done;
        const auto stay = std::ssize(outcomes) - back;
        if (stay > 0) {
            return tr("%1 given back; %2 stay where they are.", nullptr, Formats::plural(stay))
                .arg(countedOrders(back), Formats::number(stay));
        }
        auto known = giving->now;
        std::erase_if(known, [](const auto& row) { return !row.id.valid(); });
        return tr("%1 given back.").arg(countedOrders(back)) + whoHasThem(known, bound);
    };
    spec.submit = [this, giving](const api::Call& call, const RowFlow::Rows& rows, const Done& done) {
        const auto back = std::exchange(giving->leaving, {});
        m_duty->apply(back, true, text(call.reason), [this, giving, call, rows, done](const DutyFlow::Done& duty) {
            m_duty->tell(duty, true, false);
            Outcomes asked;
            for (const auto& row : rows) {
                asked.push_back(giving->answered[OrderNo(row.key)]);
            }
            whenReady(
                m_context.bridge.dispatch().undoReassign(call, std::move(asked)), this,
                [giving, rows, done](const Result<Outcomes>& outcomes) {
                    done(outcomes ? answersOf(*giving, rows, *outcomes) : RowFlow::Answers(fail(outcomes.error())));
                });
        });
    };
    spec.isDetailStanding = true;
    readingBack(giving, spec);
    return spec;
}

}  // namespace evenhand::ui
