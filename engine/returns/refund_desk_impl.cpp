// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "engine/base/code_words.h"
#include "engine/returns/by_hand.h"
#include "engine/returns/cases.h"
#include "engine/returns/returns.h"
#include "engine/returns/sending.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"
#include "engine/task_making/pick.h"
#include "engine/tasks/shared_state.h"

namespace evenhand::returns {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using api::RefundOutcome;
using api::RefundRef;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;
using RefundOutcomes = std::vector<RefundOutcome>;

Result<api::RefundAnswer> refundRequestNoted(UnitOfWork& work, const api::RequestRefund& asked) {
    EVENHAND_ASSIGN(auto answer, requestRefund(work, asked));
    EVENHAND_ASSIGN(const auto amount, store::meta::amountText(work.database(), answer.amount));
    work.note("refund " + std::to_string(answer.id.value),
              amount + " of order " + asked.orderNo.str() + ", " +
                  (answer.status == api::RefundStatus::Requested ? std::string("waits for approval")
                                                                 : base::codeWords(api::toText(answer.status))));
    return answer;
}

std::string named(const RefundRef& ref) { return "refund " + std::to_string(ref.id.value); }

class RefundDeskImpl final : public api::RefundDesk, private runtime::Desk<Operation::RefundsRead> {
public:
    RefundDeskImpl(runtime::Engine& engine, runtime::Reader& reader, Currency currency,
                   std::shared_ptr<tasks::SharedState> workers)
        : Desk(engine, reader), m_currency(std::move(currency)), m_workers(std::move(workers)) {}

    Answer<api::RefundAnswer> request(const Call& call, api::RequestRefund asked) override {
        auto allowed = checkOperation(m_engine, call, Operation::RefundsRequest);
        if (!allowed) {
            return refused<api::RefundAnswer>(std::move(allowed).error());
        }
        return m_engine.askRule<api::RequestRefund, api::RefundAnswer>(*std::move(allowed), std::move(asked),
                                                                       refundRequestNoted, nullptr);
    }
    Answer<RefundOutcomes> approve(const Call& call, std::vector<RefundRef> refs) override {
        return rows(call, Operation::RefundsApprove, std::move(refs), approveRefund);
    }
    Answer<RefundOutcomes> cancel(const Call& call, std::vector<RefundRef> refs) override {
        return rows(call, Operation::RefundsCancel, std::move(refs), cancelRefund);
    }
    Answer<RefundOutcomes> retry(const Call& call, std::vector<RefundRef> refs) override {
        return rows(call, Operation::RefundsRetry, std::move(refs), retryRefund);
    }
    Answer<RefundOutcome> recordPaid(const Call& call, RefundRef ref, std::string reference) override {
        return command<RefundOutcome>(call, Operation::RefundsRecordPaid,
                                      [ref, reference = std::move(reference)](UnitOfWork& work) {
                                          work.note(named(ref), "paid, reference " + reference);
                                          return returns::recordPaid(work, ref, reference);
                                      });
    }
    Answer<RefundOutcome> recordFailed(const Call& call, RefundRef ref) override {
        return command<RefundOutcome>(call, Operation::RefundsRecordFailed, [ref](UnitOfWork& work) {
            work.note(named(ref));
            return returns::recordFailed(work, ref);
        });
    }
    Answer<RefundOutcomes> sendBack(const Call& call, std::vector<RefundRef> refs) override {
        return rows(call, Operation::RefundsSendBack, std::move(refs), returns::sendBack);
    }
    Answer<RefundOutcomes> assign(const Call& call, std::vector<RefundRef> refs, std::string clerk) override {
        return actOnRows<RefundRef, RefundOutcome>(
            call, Operation::RefundsAssign, std::move(refs),
            [clerk = std::move(clerk)](UnitOfWork& work, const RefundRef& ref) {
                work.note(named(ref), clerk.empty() ? std::string("to nobody") : "to " + clerk);
                return assignRefund(work, ref, clerk);
            },
            [](const RefundRef& ref, const Error& error) {
                return RefundOutcome{ref.id, error, api::RefundStatus::Requested, 0};
            });
    }
    Answer<RefundOutcome> note(const Call& call, RefundRef ref, std::string text) override {
        return command<RefundOutcome>(call, Operation::RefundsNote, [ref, text = std::move(text)](UnitOfWork& work) {
            work.note(named(ref), text);
            return returns::note(work, ref, text);
        });
    }
    Answer<void> setSettings(const Call& call, api::RefundSettings settings) override {
        return command<void>(call, Operation::RefundsSetSettings, [settings = std::move(settings)](UnitOfWork& work) {
            work.note("refund settings", "provider " + std::string(api::toText(settings.provider)));
            return returns::setSettings(work, settings);
        });
    }
    Answer<api::RefundSettings> settings(const Call& call) override {
        return read<api::RefundSettings>(
            call, Operation::RefundsRead, [](store::Database& database) -> Result<api::RefundSettings> {
                EVENHAND_ASSIGN(const auto change,
                                store::settingChanges::last(database, store::SettingKind::Refunds, {}));
                EVENHAND_ASSIGN(auto settings, store::refunds::settingsFresh(database));
                settings.version = change.version;
                return settings;
            });
    }

    Answer<std::vector<api::RefundJob>> claimDue(const Call& call, api::RefundClaim claim) override {
        return command<std::vector<api::RefundJob>>(
            call, Operation::RefundsSend, [claim = std::move(claim), currency = m_currency](UnitOfWork& work) {
                return returns::claimDue(work, claim, currency);
            });
    }
    Answer<RefundOutcomes> report(const Call& call, std::vector<api::RefundReport> reports) override {
        auto allowed = checkOperation(m_engine, call, Operation::RefundsSend);
        if (!allowed) {
            return refused<RefundOutcomes>(std::move(allowed).error());
        }
        const auto rule = [workers = m_workers](UnitOfWork& work, const api::RefundReport& said) {
            auto outcome = returns::report(work, said);
            const bool sent = outcome && !outcome->error && outcome->status == api::RefundStatus::Succeeded;
            workers->done(work.call().actor.name, sent ? 1 : 0, work.now());
            return outcome;
        };
        return runtime::askRows<api::RefundReport, RefundOutcome>(
            m_engine, *std::move(allowed), std::move(reports), rule,
            [](const api::RefundReport& one, const Error& error) {
                return RefundOutcome{one.id, error, api::RefundStatus::Sent, 0};
            });
    }
    Answer<std::optional<Instant>> nextDue(const Call& call) override {
        return read<std::optional<Instant>>(call, Operation::RefundsSend, [](store::Database& database) {
            constexpr std::array kRefunds{api::TaskKind::Refund};
            return tasks::nextDue(database, kRefunds, {});
        });
    }

    Answer<std::vector<api::RefundRow>> page(const Call& call, api::RefundQuery query) override {
        return read<std::vector<api::RefundRow>>(call, Operation::RefundsRead,
                                                 [query = std::move(query)](store::Database& database) {
                                                     return store::refundPages::page(database, query);
                                                 });
    }
    Answer<std::int64_t> count(const Call& call, api::RefundFilter filter) override {
        return read<std::int64_t>(call, Operation::RefundsRead,
                                  [filter = std::move(filter), counts = m_counts](store::Database& database) {
                                      return store::refundPages::count(database, filter, *counts);
                                  });
    }
    Answer<std::vector<api::RefundRow>> rows(const Call& call, std::vector<RefundId> ids) override {
        using Rows = std::vector<api::RefundRow>;
        return read<Rows>(call, Operation::RefundsRead,
                          [ids = std::move(ids)](store::Database& database) -> Result<Rows> {
                              EVENHAND_TRY(runtime::checkRowIds(ids.size()));
                              return store::refundPages::rows(database, ids);
                          });
    }
    Answer<api::RefundCounts> counts(const Call& call, CampusId campus) override {
        return read<api::RefundCounts>(call, Operation::RefundsRead,
                                       [campus = std::move(campus)](store::Database& database) {
                                           return store::refundPages::counts(database, campus);
                                       });
    }
    Answer<std::vector<api::MoneyEvent>> history(const Call& call, RefundId id) override {
        return read<std::vector<api::MoneyEvent>>(call, Operation::RefundsRead, [id](store::Database& database) {
            return store::refundPages::events(database, id);
        });
    }
    Answer<std::vector<api::RefundRow>> ofOrder(const Call& call, OrderNo orderNo) override {
        return read<std::vector<api::RefundRow>>(
            call, Operation::RefundsRead,
            [orderNo = std::move(orderNo)](store::Database& database) -> Result<std::vector<api::RefundRow>> {
                EVENHAND_ASSIGN(const auto order, store::orders::find(database, orderNo));
                if (!order) {
                    return fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str());
                }
                return store::refundPages::ofOrder(database, order->id);
            });
    }
    Answer<api::OrderMoney> moneyOf(const Call& call, OrderNo orderNo) override {
        return read<api::OrderMoney>(call, Operation::RefundsRead,
                                     [orderNo = std::move(orderNo)](store::Database& database) {
                                         return store::refundPages::moneyOf(database, orderNo);
                                     });
    }

private:
    Answer<RefundOutcomes> rows(const Call& call, Operation operation, std::vector<RefundRef> refs,
                                Result<RefundOutcome> (*run)(UnitOfWork&, const RefundRef&)) {
        return actOnRows<RefundRef, RefundOutcome>(
            call, operation, std::move(refs),
            [run](UnitOfWork& work, const RefundRef& ref) {
                work.note(named(ref));
                return run(work, ref);
            },
            [](const RefundRef& ref, const Error& error) {
                return RefundOutcome{ref.id, error, api::RefundStatus::Requested, 0};
            });
    }

    const Currency m_currency;
    const std::shared_ptr<tasks::SharedState> m_workers;
    /// The reader's.
    const std::shared_ptr<store::refundPages::Counts> m_counts = std::make_shared<store::refundPages::Counts>();
};

}  // namespace

std::unique_ptr<api::RefundDesk> makeRefundDesk(runtime::Engine& engine, runtime::Reader& reader, std::string currency,
                                                int minorDigits, std::shared_ptr<tasks::SharedState> workers) {
    return std::make_unique<RefundDeskImpl>(engine, reader, Currency{std::move(currency), minorDigits},
                                            std::move(workers));
}

}  // namespace evenhand::returns
