// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/seckill_rows_pane.h"

#include <QCoreApplication>
#include <algorithm>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kMaxRows = 2'000;
constexpr std::int64_t kLogRows = 500;
constexpr std::size_t kMaxReadBack = 500;

struct SeckillFlowTexts {
    Q_DECLARE_TR_FUNCTIONS(SeckillFlowTexts)
};
using Outcomes = std::vector<api::SeckillOutcome>;

QString stateText(const api::Reservation& reservation) {
    return reservation.orderNo.empty() ? label(reservation.state)
                                       : SeckillFlowTexts::tr("%1: %2", "state, order")
                                             .arg(label(reservation.state), text(reservation.orderNo));
}

/// What an intervention was asked for.
struct OfOutcome {
    std::string id;  ///< as the engine answers it
    ActivityId activity;
    UserId user;
};

/// The engine's outcomes in the order of the rows, each with how its reservation stands then.
void answerReservations(EngineBridge& bridge, QObject* receiver, const api::Answer<Outcomes>& asked,
                        std::vector<OfOutcome> rows, std::function<void(RowFlow::Answers)> done) {
    struct Reading {
        std::vector<FlowAnswer> answers;
        std::size_t open = 0;
    };
    whenReady(asked, receiver,
              [&bridge, receiver, rows = std::move(rows), done = std::move(done)](const Result<Outcomes>& outcomes) {
                  if (!outcomes) {
                      done(fail(outcomes.error()));
                      return;
                  }
                  auto reading = std::make_shared<Reading>();
                  for (const auto& row : rows) {
                      const auto found = std::find_if(outcomes->begin(), outcomes->end(),
                                                      [&row](const auto& each) { return each.id == row.id; });
                      FlowAnswer answer;
                      answer.error =
                          found == outcomes->end()
                              ? std::optional(Error{ErrorCode::OutcomeUnknown, "no outcome was answered", {}, {}})
                              : found->error;
                      reading->answers.push_back(std::move(answer));
                  }
                  reading->open = std::min(rows.size(), kMaxReadBack);
                  for (std::size_t i = 0; i < std::min(rows.size(), kMaxReadBack); ++i) {
                      whenReady(bridge.seckill().reservation(bridge.call(), rows[i].activity, rows[i].user), receiver,
                                [reading, i, done](const Result<api::Reservation>& now) {
                                    reading->answers[i].now = now ? stateText(*now) : QString();
                                    if (--reading->open == 0) {
                                        done(std::move(reading->answers));
                                    }
                                });
                  }
              });
}

/// What the three tables have in common.
template <typename Spec>
void describeSaleTable(Spec& spec, const char* name, const Words& sought) {
    spec.look.prefix = QLatin1String(name);
    spec.look.one = QLatin1String(name);
    spec.look.isCompact = true;
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {
        textField<OfSale>(QStringLiteral("text"), QLatin1String(name) + QStringLiteral("Text"), sought, &OfSale::text)};
    spec.words.header = [] {
        return QStringList{SeckillFlowTexts::tr("User"), SeckillFlowTexts::tr("Order"),
                           SeckillFlowTexts::tr("Reservation now")};
    };
}

QString reasonHint() { return SeckillFlowTexts::tr("Required; kept in the history of the sale"); }

}  // namespace

// --- pending ------------------------------------------------------------------------------------------------

PendingPane::PendingPane(UiContext& context, QWidget* parent) : SaleTable(describe(context, this), context, parent) {}

PendingPane::~PendingPane() = default;

PendingPane::Spec PendingPane::describe(UiContext& context, PendingPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.columns = describeColumns(context);
    describeSaleTable(spec, "seckillPending", [] { return tr("User, order or state"); });
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Messages read and not acknowledged"); };
    texts.count = [](std::int64_t total) {
        return total < 0 ? Formats::dash() : tr("%1 read and not acknowledged").arg(countedMessages(total));
    };
    texts.empty = [] { return tr("Nothing is pending."); };
    texts.next = [] { return tr("Nothing to do: every message that was read is acknowledged."); };
    texts.emptyFiltered = [] { return tr("No message matches the filter."); };
    texts.exported = [] { return tr("Export pending messages"); };
    texts.fileName = QStringLiteral("pending-messages.csv");
    spec.orderedBy = QStringLiteral("reserved");
    spec.isDescending = false;
    spec.most = kMaxRows;
    spec.all = [&bridge](const OfSale& of) {
        return bridge.seckill().pending(bridge.call(), of.activity, kMaxRows + 1);
    };
    spec.words.frozen = [](const api::PendingRow& row) {
        const api::Reservation was{
            row.ordered ? api::ReservationState::Ordered : api::ReservationState::Retrying, row.orderNo, {}};
        return FlowRow{
            .name = text(row.user), .detail = text(row.orderNo), .was = stateText(was), .key = row.messageId};
    };
    spec.actions = describeActions(context, pane);
    return spec;
}

std::vector<Column<api::PendingRow, OneOrder>> PendingPane::describeColumns(UiContext& context) {
    using api::PendingRow;
    using C = Column<PendingRow, OneOrder>;
    auto& bridge = context.bridge;
    const auto& formats = context.formats;
    const auto state = [](const PendingRow& row) {
        if (row.ordered) {
            return tr("Order exists");
        }
        return row.attempts == 0
                   ? tr("Creating")
                   : tr("Failed %1 times", nullptr, Formats::plural(row.attempts)).arg(Formats::number(row.attempts));
    };
    const auto wholeReserved = [&formats](const PendingRow& row) { return formats.dateTime(row.reservedAt); };
    const auto next = [&bridge, &formats](const PendingRow& row) {
        return row.nextTry ? formats.shortTime(*row.nextTry, bridge.now()) : Formats::dash();
    };
    const auto wholeNext = [&formats](const PendingRow& row) {
        return row.nextTry ? formats.dateTime(*row.nextTry) : Formats::dash();
    };
    return {
        C(
            "user", 90, [] { return tr("User"); }, [](const PendingRow& row) { return text(row.user); })
            .strong(),
        C(
            "order", 108, [] { return tr("Planned order"); }, [](const PendingRow& row) { return text(row.orderNo); }),
        C(
            "state", 118, [] { return tr("State"); }, state)
            .asPill([](const PendingRow& row) {
                return row.ordered ? Tone::Good : row.attempts == 0 ? Tone::Info : Tone::Warn;
            }),
        C(
            "consumer", 92, [] { return tr("Read by"); },
            [](const PendingRow& row) { return row.consumer == "engine" ? tr("this engine") : text(row.consumer); }),
        C(
            "reserved", 82, [] { return tr("Reserved"); },
            [&bridge, &formats](const PendingRow& row) { return formats.shortTime(row.reservedAt, bridge.now()); })
            .orderedAs([](const PendingRow& row) { return row.reservedAt.ms; })
            .withHint(wholeReserved)
            .inFile(wholeReserved),
        C(
            "idle", 70, [] { return tr("Idle for"); },
            [](const PendingRow& row) { return Formats::duration(row.idleMs); })
            .orderedAs([](const PendingRow& row) { return row.idleMs; })
            .number(),
        C(
            "next", 82, [] { return tr("Next try"); }, next)
            .orderedAs([](const PendingRow& row) { return row.nextTry.value_or(Instant{}).ms; })
            .withHint(wholeNext)
            .inFile(wholeNext),
        C(
            "message", 80, [] { return tr("Message"); }, [](const PendingRow& row) { return text(row.messageId); }),
    };
}

std::vector<RowAction<api::PendingRow>> PendingPane::describeActions(UiContext& context, PendingPane* pane) {
    using api::PendingRow;
    using Rows = std::vector<PendingRow>;
    using Ask = api::Answer<Outcomes> (api::SeckillDesk::*)(const api::Call&, ActivityId, std::vector<std::string>);
    const auto action = [&context, pane](const char* name, const char* iconName, api::Operation operation, Ask asked,
                                         std::function<ActionDialog::Texts(int fit, const QString& many)> texts) {
        RowAction<PendingRow> made;
        made.look.name = QStringLiteral("seckillPending.") + QLatin1String(name);
        made.look.icon = QLatin1String(iconName);
        made.look.operation = operation;
        made.ask = [pane, texts = std::move(texts)](const Rows& fit) {
            pane->m_asked = pane->model().filter().activity;
            const auto count = static_cast<int>(fit.size());
            auto said = texts(count, countedMessages(count));
            said.reasonHint = reasonHint();
            return said;
        };
        made.submitRows = [&bridge = context.bridge, pane, asked](const api::Call& call, const Rows& fit,
                                                                  std::function<void(RowFlow::Answers)> done) {
            std::vector<std::string> ids;
            std::vector<OfOutcome> of;
            for (const auto& row : fit) {
                ids.push_back(row.messageId);
                of.push_back({row.messageId, pane->m_asked, row.user});
            }
            answerReservations(bridge, pane, (bridge.seckill().*asked)(call, pane->m_asked, std::move(ids)),
                               std::move(of), std::move(done));
        };
        return made;
    };
    auto claim = action(
        "claim", "pickup", api::Operation::SeckillClaim, &api::SeckillDesk::claim, [](int fit, const QString& many) {
            ActionDialog::Texts texts;
            texts.title = tr("Claim messages");
            texts.question = tr("This engine takes over %1 and handles them at once.", "n messages", fit).arg(many);
            texts.effect = tr("An engine that read them earlier will skip them.");
            texts.confirm = tr("Claim");
            return texts;
        });
    claim.look.label = [] { return tr("Claim…"); };
    claim.look.tip = [] { return tr("Take the selected messages over and handle them at once"); };
    claim.effect = [](const PendingRow& row) {
        return row.ordered ? tr("its order exists: finished") : tr("its order is created at once");
    };
    auto acknowledge = action("acknowledge", "check", api::Operation::SeckillAcknowledge,
                              &api::SeckillDesk::acknowledge, [](int fit, const QString& many) {
                                  ActionDialog::Texts texts;
                                  texts.title = tr("Acknowledge messages");
                                  texts.question =
                                      tr("%1 are finished; their orders exist.", "n messages", fit).arg(many);
                                  texts.confirm = tr("Acknowledge");
                                  return texts;
                              });
    acknowledge.look.label = [] { return tr("Acknowledge…"); };
    acknowledge.look.tip = [] { return tr("Finish messages whose order exists"); };
    acknowledge.effect = [](const PendingRow&) { return tr("finished; its order stays"); };
    acknowledge.whyNot = [](const PendingRow& row) {
        return row.ordered ? QString()
                           : tr("Its order does not exist yet: acknowledging it would lose the reservation.");
    };
    auto release =
        action("release", "undo", api::Operation::SeckillRelease, &api::SeckillDesk::release,
               [](int fit, const QString& many) {
                   ActionDialog::Texts texts;
                   texts.title = tr("Release reservations");
                   texts.question =
                       tr("The reservations of %1 are released: no orders are created.", "n messages", fit).arg(many);
                   texts.effect = tr("Each gives a unit back to the sale, and its user may try again.");
                   texts.confirm = tr("Release");
                   texts.danger = true;
                   return texts;
               });
    release.look.label = [] { return tr("Release…"); };
    release.look.tip = [] { return tr("Release the reservations: units are returned, users can try again"); };
    release.effect = [](const PendingRow&) { return tr("no order; unit returned, user released"); };
    release.whyNot = [](const PendingRow& row) {
        return row.ordered ? tr("Its order already exists: acknowledge it instead.") : QString();
    };
    return {std::move(claim), std::move(acknowledge), std::move(release)};
}

// --- dead letters -------------------------------------------------------------------------------------------

LetterPane::LetterPane(UiContext& context, QWidget* parent) : SaleTable(describe(context, this), context, parent) {}

LetterPane::~LetterPane() = default;

void LetterPane::setPhase(api::ActivityPhase phase) {
    if (std::exchange(m_phase, phase) != phase) {
        refreshActions();
    }
}

LetterPane::Spec LetterPane::describe(UiContext& context, LetterPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.columns = describeColumns(context);
    describeSaleTable(spec, "seckillLetters", [] { return tr("User, order or reason"); });
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Dead letters of the sale"); };
    texts.count = [](std::int64_t total) {
        return total < 0 ? Formats::dash()
                         : tr("%1 dead letters", nullptr, Formats::plural(total)).arg(Formats::number(total));
    };
    texts.empty = [] { return tr("No dead letters."); };
    texts.next = [] { return tr("Nothing to do: no reservation was given up."); };
    texts.emptyFiltered = [] { return tr("No dead letter matches the filter."); };
    texts.exported = [] { return tr("Export dead letters"); };
    texts.fileName = QStringLiteral("sale-dead-letters.csv");
    spec.orderedBy = QStringLiteral("at");
    spec.most = kMaxRows;
    spec.all = [&bridge](const OfSale& of) {
        return bridge.seckill().deadLetters(bridge.call(), of.activity, kMaxRows + 1);
    };
    spec.words.frozen = [](const api::SeckillLetterRow& row) {
        return FlowRow{.id = row.id.value,
                       .name = text(row.user),
                       .detail = text(row.orderNo),
                       .was = label(api::ReservationState::None)};
    };
    spec.actions = {describeAction(context, pane, true), describeAction(context, pane, false)};
    return spec;
}

std::vector<Column<api::SeckillLetterRow, OneOrder>> LetterPane::describeColumns(UiContext& context) {
    using api::SeckillLetterRow;
    using C = Column<SeckillLetterRow, OneOrder>;
    const auto& formats = context.formats;
    const auto wholeAt = [&formats](const SeckillLetterRow& row) { return formats.dateTime(row.at); };
    return {
        C(
            "at", 110, [] { return tr("Given up at"); },
            [&formats, &bridge = context.bridge](const SeckillLetterRow& row) {
                return formats.shortTime(row.at, bridge.now());
            })
            .orderedAs([](const SeckillLetterRow& row) { return row.id.value; })
            .withHint(wholeAt)
            .inFile(wholeAt),
        C(
            "user", 120, [] { return tr("User"); }, [](const SeckillLetterRow& row) { return text(row.user); })
            .strong(),
        C(
            "order", 150, [] { return tr("Order not created"); },
            [](const SeckillLetterRow& row) { return text(row.orderNo); }),
        C::count(
            "attempts", 76, [] { return tr("Failures"); }, &SeckillLetterRow::attempts),
        C(
            "reason", 300, [] { return tr("Last reason"); },
            [](const SeckillLetterRow& row) { return text(row.reason); })
            .withInk([](const SeckillLetterRow&) { return Tone::Bad; }),
    };
}

RowAction<api::SeckillLetterRow> LetterPane::describeAction(UiContext& context, LetterPane* pane, bool retry) {
    using Rows = std::vector<api::SeckillLetterRow>;
    RowAction<api::SeckillLetterRow> action;
    action.look.name = retry ? QStringLiteral("seckillLetters.retry") : QStringLiteral("seckillLetters.dismiss");
    action.look.icon = retry ? QStringLiteral("refresh") : QStringLiteral("clear");
    action.look.label = [retry] { return retry ? tr("Retry…") : tr("Dismiss…"); };
    action.look.tip = [retry] {
        return retry ? tr("Reserve again for the users of the selected dead letters")
                     : tr("Take the selected dead letters off the list");
    };
    action.look.operation = retry ? api::Operation::SeckillRetryLetters : api::Operation::SeckillDismissLetters;
    if (retry) {
        action.whyNot = [pane](const api::SeckillLetterRow&) {
            return pane->m_phase == api::ActivityPhase::OnSale
                       ? QString()
                       : tr("A retry reserves again, but the sale is not running.");
        };
    }
    action.effect = [retry](const api::SeckillLetterRow&) {
        return retry ? tr("reserves again") : tr("leaves the list");
    };
    action.ask = [retry](const Rows& fit) {
        const auto count = static_cast<int>(fit.size());
        const QString many = tr("%1 dead letters", nullptr, count).arg(Formats::number(count));
        ActionDialog::Texts texts;
        texts.title = retry ? tr("Retry dead letters") : tr("Dismiss dead letters");
        texts.question = retry ? tr("%1: a unit is reserved again for each user.", "n dead letters").arg(many)
                               : tr("%1 leave the list.", "n dead letters", count).arg(many);
        texts.effect = retry ? tr("Refused if the sale is sold out or the user already has one.")
                             : tr("Their reservations were already released; nothing else changes.");
        texts.confirm = retry ? tr("Retry") : tr("Dismiss");
        texts.danger = !retry;
        texts.reasonHint = reasonHint();
        return texts;
    };
    action.submitRows = [&bridge = context.bridge, pane, retry](const api::Call& call, const Rows& fit,
                                                                std::function<void(RowFlow::Answers)> done) {
        std::vector<DeadLetterId> ids;
        std::vector<OfOutcome> of;
        for (const auto& row : fit) {
            ids.push_back(row.id);
            of.push_back({std::to_string(row.id.value), row.activity, row.user});
        }
        auto& desk = bridge.seckill();
        answerReservations(bridge, pane, retry ? desk.retryLetters(call, ids) : desk.dismissLetters(call, ids),
                           std::move(of), std::move(done));
    };
    return action;
}

// --- history ------------------------------------------------------------------------------------------------

SaleLogPane::SaleLogPane(UiContext& context, QWidget* parent) : SaleTable(describe(context), context, parent) {}

SaleLogPane::~SaleLogPane() = default;

SaleLogPane::Spec SaleLogPane::describe(UiContext& context) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.columns = describeColumns(context);
    describeSaleTable(spec, "seckillHistory", [] { return tr("Action, person or reason"); });
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("What was done, and by whom"); };
    texts.count = [](std::int64_t total) {
        return total < 0 ? Formats::dash()
                         : tr("%1 entries", nullptr, Formats::plural(total)).arg(Formats::number(total));
    };
    texts.empty = [] { return tr("Nothing was done to this sale yet."); };
    texts.next = [] { return tr("Nothing to do: what is done to the sale is listed here."); };
    texts.emptyFiltered = [] { return tr("No entry matches the filter."); };
    texts.exported = [] { return tr("Export the history"); };
    texts.fileName = QStringLiteral("sale-history.csv");
    spec.orderedBy = QStringLiteral("at");
    spec.most = kLogRows;
    spec.all = [&bridge](const OfSale& of) {
        using Read = Result<std::vector<api::NumberedLog>>;
        return bridge.seckill()
            .log(bridge.call(), of.activity, kLogRows + 1)
            .then([](const Result<std::vector<api::ActivityLogRow>>& log) -> Read {
                if (!log) {
                    return fail(log.error());
                }
                std::vector<api::NumberedLog> rows;
                for (const auto& row : *log) {  // newest first
                    rows.push_back({row, std::ssize(*log) - std::ssize(rows)});
                }
                return rows;
            });
    };
    return spec;
}

std::vector<Column<api::NumberedLog, OneOrder>> SaleLogPane::describeColumns(UiContext& context) {
    using Did = api::NumberedLog;
    using C = Column<Did, OneOrder>;
    const auto& formats = context.formats;
    const auto wholeAt = [&formats](const Did& row) { return formats.dateTime(row.at); };
    return {
        C(
            "at", 120, [] { return tr("Time"); },
            [&formats, &bridge = context.bridge](const Did& row) { return formats.shortTime(row.at, bridge.now()); })
            .orderedAs([](const Did& row) { return row.number; })
            .withHint(wholeAt)
            .inFile(wholeAt),
        C(
            "action", 130, [] { return tr("Action"); }, [](const Did& row) { return activityActionLabel(row.action); })
            .asPill([](const Did& row) { return activityActionTone(row.action); }),
        C(
            "by", 140, [] { return tr("By"); }, [](const Did& row) { return text(row.actor); }),
        C::count(
            "amount", 110, [] { return tr("Units or rows"); },
            [](const Did& row) { return row.amount == 0 ? std::nullopt : std::optional(row.amount); }),
        C(
            "reason", 300, [] { return tr("Reason"); },
            [](const Did& row) { return row.reason.empty() ? Formats::dash() : text(row.reason); })
            .strong(),
    };
}

}  // namespace evenhand::ui
