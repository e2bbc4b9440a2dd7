// SPDX-License-Identifier: GPL-3.0-or-later
// All that couriers have in hand: it is handed over, or stays theirs when they go off duty.
#include <QCheckBox>
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"
#include "ui/pages/dispatch/dispatch_actions.h"
#include "ui/pages/shared/order_giving.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/notices.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kInHandReadMs = 500;
constexpr std::int64_t kMaxInHand = 10000;  ///< of one courier: what the engine lists at once

}  // namespace

struct DispatchActions::HandOver : OrderGiving {
    std::vector<NamedCourier> leaving = {};  ///< off duty first, so that nothing new comes to them meanwhile
    std::vector<NamedCourier> left = {};     ///< of these, who went, and comes back if it is undone
};

// --- handing over -------------------------------------------------------------------------------------------

std::int64_t DispatchActions::inHandOf(const std::vector<Worker>& couriers) const {
    std::int64_t inHand = 0;
    for (const auto& each : couriers) {
        const auto now = m_workers ? m_workers(each.courier.id) : std::nullopt;
        inHand += now ? now->inHand : each.inHand;
    }
    return inHand;
}

void DispatchActions::readInHand(const std::vector<Worker>& couriers,
                                 const std::function<void(const Result<std::vector<api::OrderRow>>&)>& done) {
    std::vector<api::Answer<std::vector<api::OrderRow>>> answers;
    for (const auto& each : couriers) {
        api::OrderQuery query;
        query.filter.courier = each.courier.id;
        query.filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering};
        query.limit = kMaxInHand;
        answers.push_back(m_context.bridge.orders().page(m_context.bridge.call(), std::move(query)));
    }
    whenAllReady(answers, this, [done](const std::vector<Result<std::vector<api::OrderRow>>>& read) {
        std::vector<api::OrderRow> all;
        for (const auto& of : read) {
            if (!of) {
                done(fail(of.error()));
                return;
            }
            all.insert(all.end(), of->begin(), of->end());
        }
        done(all);
    });
}

void DispatchActions::handOver(const Worker& from, const std::optional<api::CourierRow>& to) {
    handOverAll({from}, to);
}

void DispatchActions::handOverAll(const std::vector<Worker>& from, const std::optional<api::CourierRow>& to) {
    readInHand(from, [this, from, to](const Result<std::vector<api::OrderRow>>& orders) {
        if (!orders) {
            failedWith(orders.error());
        } else if (orders->empty()) {
            m_context.notices.warn(tr("There is nothing to give away."));
            Q_EMIT acted();
        } else {
            askHandOver(from, to, *orders);
        }
    });
}

void DispatchActions::handOverAllOf(const std::vector<CourierId>& ids) {
    if (const QString why = whyNot(api::Operation::DispatchHandOver); !why.isEmpty()) {
        m_context.notices.warn(why);
        return;
    }
    auto& bridge = m_context.bridge;
    const std::string begin = ids.size() == 1 ? ids.front().str() : std::string();  // of several: all are read
    whenReady(bridge.dispatch().findCouriers(bridge.call(), begin, CourierDirectory::kMaxCouriers), this,
              [this, ids](const Result<std::vector<api::CourierRow>>& rows) {
                  if (!rows) {
                      failedWith(rows.error());
                      return;
                  }
                  std::vector<Worker> from;
                  for (const auto& row : *rows) {
                      if (std::find(ids.begin(), ids.end(), row.id) != ids.end()) {
                          from.push_back(workerOf(row));
                      }
                  }
                  if (!from.empty()) {
                      handOverAll(from, std::nullopt);
                  }
              });
}

void DispatchActions::askHandOver(const std::vector<Worker>& from, const std::optional<api::CourierRow>& to,
                                  const std::vector<api::OrderRow>& orders) {
    auto giving = std::make_shared<HandOver>();
    giving->orders = orders;
    giving->to = to;
    auto spec = handOverOf(giving);
    const QString who = from.size() == 1 ? from.front().courier.name : countedCouriers(std::ssize(from));
    spec.textsFor = [who, to](const std::vector<api::OrderRow>& inHand) {
        const QString count = countedOrders(std::ssize(inHand));
        ActionDialog::Texts texts;
        texts.title = tr("Hand over");
        texts.question =
            to ? tr("All open work of %1, now %2, will be given to %3.").arg(who, count, nameOf(*to))
               : tr("All open work of %1, now %2, will be given away, each order to the next fairest courier.")
                     .arg(who, count);
        texts.confirm = texts.title;
        texts.suggestions = QStringList{tr("End of shift"), tr("Bicycle broke down"), tr("Unwell")};
        return texts;
    };
    spec.texts = spec.textsFor(giving->orders);
    if (auto* dialog = m_rows->begin(std::move(spec)); dialog != nullptr) {
        addLeaving(from, giving, *dialog);
    }
}

/// Whoever gives everything away has the highest weight and would be given the next orders; of several each would get
/// those of the others.
void DispatchActions::addLeaving(const std::vector<Worker>& from, const std::shared_ptr<HandOver>& giving,
                                 ActionDialog& dialog) {
    std::vector<NamedCourier> onDuty;
    for (const auto& each : from) {
        if (each.onDuty) {
            onDuty.push_back(each.courier);
        }
    }
    if (onDuty.empty()) {
        return;
    }
    const QString label = onDuty.size() == 1
                              ? tr("%1 goes off duty").arg(onDuty.front().name)
                              : tr("%1 go off duty", "counted couriers").arg(countedCouriers(std::ssize(onDuty)));
    auto* leaves = named(new QCheckBox(label, &dialog), QStringLiteral("handOverLeaves"));
    giving->leaving = onDuty;
    connect(leaves, &QCheckBox::toggled, &dialog,
            [giving, onDuty](bool goes) { giving->leaving = goes ? onDuty : std::vector<NamedCourier>(); });
    leaves->setChecked(true);
    dialog.addField({}, leaves, [] { return QString(); });
}

RowFlow::Spec DispatchActions::handOverOf(const std::shared_ptr<HandOver>& giving) {
    auto spec = givingSpec(m_context, this, giving, tr("Hand over"));
    spec.submit = [this, giving](const api::Call& call, const RowFlow::Rows& rows, const Done& done) {
        const auto leaving = std::exchange(giving->leaving, {});  // once, before the first of them
        m_duty->apply(leaving, false, text(call.reason), [this, giving, call, rows, done](const DutyFlow::Done& duty) {
            const auto left = DutyFlow::changed(duty);
            if (!left.empty() || duty.size() > 1) {
                m_duty->tell(duty, false, true);
            }
            if (left.empty() && !duty.empty()) {
                done(fail(*duty.front().error));
                return;
            }
            giving->left.insert(giving->left.end(), left.begin(), left.end());
            giveWork(giving, call, rows, done);
        });
    };
    spec.undo = [this, giving, undo = spec.undo](const std::vector<FlowDone>& those) {
        auto back = undo(those);
        if (const auto& left = giving->left; !left.empty()) {
            back.texts.effect = tr("First, on duty again: %1.", "courier or couriers")
                                    .arg(left.size() == 1 ? left.front().name : countedCouriers(std::ssize(left)));
        }
        back.submit = [this, giving, submit = back.submit](const api::Call& call, const RowFlow::Rows& rows,
                                                           const Done& done) {
            const auto left = std::exchange(giving->left, {});
            m_duty->apply(left, true, text(call.reason), [this, submit, call, rows, done](const DutyFlow::Done& duty) {
                m_duty->tell(duty, true, false);
                submit(call, rows, done);
            });
        };
        return back;
    };
    return spec;
}

void DispatchActions::giveWork(const std::shared_ptr<HandOver>& giving, const api::Call& call,
                               const RowFlow::Rows& rows, const Done& done) {
    std::map<CourierId, std::vector<api::OrderRef>> seen;  // as they were with each of them
    for (const auto& row : rows) {
        seen[giving->orders[static_cast<std::size_t>(row.id - 1)].courier].push_back({OrderNo(row.key), row.version});
    }
    using Outcomes = std::vector<api::ReassignOutcome>;
    std::vector<api::Answer<Outcomes>> answers;
    std::vector<std::vector<api::OrderRef>> asked;
    for (const auto& [courier, refs] : seen) {
        answers.push_back(m_context.bridge.dispatch().handOver(call, courier, giving->target(), refs));
        asked.push_back(refs);
    }
    whenAllReady(answers, this, [giving, rows, asked, done](const std::vector<Result<Outcomes>>& all) {
        if (std::none_of(all.begin(), all.end(), [](const auto& one) { return one.has_value(); })) {
            done(fail(all.front().error()));
            return;
        }
        Outcomes outcomes;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i]) {
                outcomes.insert(outcomes.end(), all[i]->begin(), all[i]->end());
                continue;
            }
            for (const auto& ref : asked[i]) {
                outcomes.push_back({ref.orderNo, all[i].error(), {}, 0});
            }
        }
        done(givingAnswers(*giving, rows, outcomes));
    });
}

// --- duty ---------------------------------------------------------------------------------------------------

void DispatchActions::putOnDuty(const std::vector<Worker>& couriers) {
    std::vector<NamedCourier> those;
    for (const auto& each : couriers) {
        if (!each.onDuty) {
            those.push_back(each.courier);
        }
    }
    m_duty->set(those, true, {});
}

void DispatchActions::putOffDuty(const std::vector<Worker>& couriers) {
    std::vector<NamedCourier> those;
    std::vector<Worker> leaving;
    for (const auto& each : couriers) {
        if (each.onDuty) {
            those.push_back(each.courier);
            leaving.push_back(each);
        }
    }
    const std::int64_t inHand = inHandOf(leaving);
    if (inHand == 0) {
        m_duty->set(those, false, {});
        return;
    }
    ActionDialog::Texts texts;
    texts.title = tr("Off duty");
    const QString who = those.size() == 1 ? those.front().name : countedCouriers(std::ssize(those));
    const auto question = [who](std::int64_t orders) {
        return tr("%1 off duty, with %2 in hand.", "courier or couriers, orders").arg(who, countedOrders(orders));
    };
    texts.question = question(inHand);
    texts.effect = tr("They keep these orders and deliver them, unless they are handed over.");
    texts.confirm = tr("Off duty");
    texts.reasonNeeded = false;
    texts.suggestions = QStringList{tr("End of shift"), tr("Bicycle broke down"), tr("Unwell")};
    auto* dialog = new ActionDialog(texts, {}, m_window);
    auto* gives = named(new QCheckBox(tr("Hand these orders over, each to the next fairest courier"), dialog),
                        QStringLiteral("offDutyHandsOver"));
    // What is handed over is what was counted: the question says how many were read, and these are frozen.
    auto giving = std::make_shared<HandOver>();
    // One read at a time: boards come many times a second in a rush.
    const auto reads = std::make_shared<FeedChannel*>(nullptr);
    const auto read = [this, asked = QPointer(dialog), leaving, giving, reads, question] {
        const int generation = (*reads)->generation();
        readInHand(leaving,
                   [asked, giving, reads, generation, question](const Result<std::vector<api::OrderRow>>& orders) {
                       if (asked && (*reads)->answered(generation, orders) && orders && asked->isVisible()) {
                           giving->orders = *orders;
                           asked->setQuestion(question(std::ssize(*orders)));
                           asked->recheck();
                       }
                   });
    };
    *reads = new FeedChannel(kInHandReadMs, read, dialog);
    connect(this, &DispatchActions::workersChanged, dialog, [reads] { (*reads)->request(); });
    dialog->addField({}, gives, [gives, reads] {
        return gives->isChecked() && !(*reads)->isAnswered() ? tr("These orders are being read.") : QString();
    });
    connect(gives, &QCheckBox::toggled, dialog, &ActionDialog::setReasonNeeded);
    connect(dialog, &QDialog::accepted, this, [this, dialog, gives, those, giving] {
        const QString reason = dialog->reason();
        if (gives->isChecked() && !giving->orders.empty()) {
            giving->leaving = those;
            auto spec = handOverOf(giving);
            spec.atOnce = reason;
            (void)m_rows->begin(std::move(spec));
        } else {
            m_duty->set(those, false, reason);
        }
    });
    dialog->open();
    (*reads)->setActive(true);
    (*reads)->request();
}

}  // namespace evenhand::ui
