// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/by_hand.h"
#include "engine/returns/returns.h"
#include "engine/returns/sending.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/order_store.h"
#include "engine/store/refund_page_store.h"
#include "engine/store/refund_store.h"

namespace evenhand::returns {
namespace {

using api::Answer;
using api::Call;
using api::Permission;
using api::RefundOutcome;
using api::RefundRef;
using runtime::checkPermission;
using runtime::refused;
using runtime::UnitOfWork;
using Outcomes = std::vector<RefundOutcome>;

Result<void> withReason(const Call& call, Permission permission) {
    return checkPermission(call, permission).and_then([&] { return runtime::checkReason(call); });
}

class RefundDeskImpl final : public api::RefundDesk {
public:
    RefundDeskImpl(runtime::Engine& engine, runtime::Reader& reader, Currency currency)
        : m_engine(engine), m_reader(reader), m_currency(std::move(currency)) {}

    Answer<api::RefundAnswer> request(const Call& call, api::RequestRefund asked) override {
        if (auto allowed = withReason(call, Permission::RefundMoney); !allowed) {
            return refused<api::RefundAnswer>(std::move(allowed).error());
        }
        return m_engine.askRule<api::RequestRefund, api::RefundAnswer>(call, std::move(asked), requestRefund, nullptr);
    }
    Answer<Outcomes> approve(const Call& call, std::vector<RefundRef> refs) override {
        return rows(call, withReason(call, Permission::ApproveRefunds), std::move(refs), approveRefund);
    }
    Answer<Outcomes> cancel(const Call& call, std::vector<RefundRef> refs) override {
        return rows(call, withReason(call, Permission::RefundMoney), std::move(refs), cancelRefund);
    }
    Answer<Outcomes> retry(const Call& call, std::vector<RefundRef> refs) override {
        return rows(call, withReason(call, Permission::RefundMoney), std::move(refs), retryRefund);
    }
    Answer<RefundOutcome> recordPaid(const Call& call, RefundRef ref, std::string reference) override {
        return command<RefundOutcome>(call, withReason(call, Permission::RefundMoney),
                                      [ref, reference = std::move(reference)](UnitOfWork& work) {
                                          return returns::recordPaid(work, ref, reference);
                                      });
    }
    Answer<RefundOutcome> recordFailed(const Call& call, RefundRef ref) override {
        return command<RefundOutcome>(call, withReason(call, Permission::RefundMoney),
                                      [ref](UnitOfWork& work) { return returns::recordFailed(work, ref); });
    }
    Answer<void> setSettings(const Call& call, api::RefundSettings settings) override {
        return command<void>(
            call, checkPermission(call, Permission::ManagePolicies),
            [settings = std::move(settings)](UnitOfWork& work) { return returns::setSettings(work, settings); });
    }
    Answer<api::RefundSettings> settings(const Call& call) override {
        return read<api::RefundSettings>(
            call, Permission::Read, [](store::Database& database) { return store::refunds::settingsFresh(database); });
    }

    Answer<std::vector<api::RefundJob>> claimDue(const Call& call, api::RefundClaim claim) override {
        return command<std::vector<api::RefundJob>>(
            call, checkPermission(call, Permission::SendRefunds),
            [claim = std::move(claim), currency = m_currency](UnitOfWork& work) {
                return returns::claimDue(work, claim, currency);
            });
    }
    Answer<Outcomes> report(const Call& call, std::vector<api::RefundReport> reports) override {
        if (auto allowed = checkPermission(call, Permission::SendRefunds); !allowed) {
            return refused<Outcomes>(std::move(allowed).error());
        }
        return runtime::askRows<api::RefundReport, RefundOutcome>(
            m_engine, call, std::move(reports), returns::report, [](const api::RefundReport& one, const Error& error) {
                return RefundOutcome{one.id, error, api::RefundStatus::Sent, 0};
            });
    }
    Answer<std::optional<Instant>> nextDue(const Call& call) override {
        return read<std::optional<Instant>>(call, Permission::SendRefunds, [](store::Database& database) {
            return store::refunds::earliestDue(database);
        });
    }

    Answer<std::vector<api::RefundRow>> page(const Call& call, api::RefundQuery query) override {
        return read<std::vector<api::RefundRow>>(call, Permission::Read,
                                                 [query = std::move(query)](store::Database& database) {
                                                     return store::refundPages::page(database, query);
                                                 });
    }
    Answer<std::int64_t> count(const Call& call, api::RefundFilter filter) override {
        return read<std::int64_t>(call, Permission::Read, [filter = std::move(filter)](store::Database& database) {
            return store::refundPages::count(database, filter);
        });
    }
    Answer<std::vector<api::RefundRow>> rows(const Call& call, std::vector<RefundId> ids) override {
        return read<std::vector<api::RefundRow>>(
            call, Permission::Read,
            [ids = std::move(ids)](store::Database& database) { return store::refundPages::rows(database, ids); });
    }
    Answer<api::RefundCounts> counts(const Call& call, CampusId campus) override {
        return read<api::RefundCounts>(call, Permission::Read, [campus = std::move(campus)](store::Database& database) {
            return store::refundPages::counts(database, campus);
        });
    }
    Answer<std::vector<api::MoneyEvent>> history(const Call& call, RefundId id) override {
        return read<std::vector<api::MoneyEvent>>(call, Permission::Read, [id](store::Database& database) {
            return store::refundPages::events(database, id);
        });
    }
    Answer<std::vector<api::RefundRow>> ofOrder(const Call& call, OrderNo orderNo) override {
        return read<std::vector<api::RefundRow>>(
            call, Permission::Read,
            [orderNo = std::move(orderNo)](store::Database& database) -> Result<std::vector<api::RefundRow>> {
                EVENHAND_ASSIGN(const auto order, store::orders::find(database, orderNo));
                if (!order) {
                    return fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str());
                }
                return store::refundPages::ofOrder(database, order->id);
            });
    }
    Answer<api::OrderMoney> moneyOf(const Call& call, OrderNo orderNo) override {
        return read<api::OrderMoney>(call, Permission::Read, [orderNo = std::move(orderNo)](store::Database& database) {
            return store::refundPages::moneyOf(database, orderNo);
        });
    }

private:
    template <typename T, typename Run>
    Answer<T> command(const Call& call, Result<void> allowed, Run run) {
        if (!allowed) {
            return refused<T>(std::move(allowed).error());
        }
        return m_engine.ask<T>(call, std::move(run));
    }
    Answer<Outcomes> rows(const Call& call, Result<void> allowed, std::vector<RefundRef> refs,
                          Result<RefundOutcome> (*run)(UnitOfWork&, const RefundRef&)) {
        if (!allowed) {
            return refused<Outcomes>(std::move(allowed).error());
        }
        return runtime::askRows<RefundRef, RefundOutcome>(
            m_engine, call, std::move(refs), run, [](const RefundRef& ref, const Error& error) {
                return RefundOutcome{ref.id, error, api::RefundStatus::Requested, 0};
            });
    }
    template <typename T, typename Run>
    Answer<T> read(const Call& call, Permission permission, Run run) {
        if (auto allowed = checkPermission(call, permission); !allowed) {
            return refused<T>(std::move(allowed).error());
        }
        return m_reader.ask<T>(
            [run = std::move(run)](store::Database& database, const runtime::CancelCheck&) { return run(database); });
    }

    runtime::Engine& m_engine;
    runtime::Reader& m_reader;
    const Currency m_currency;
};

}  // namespace

std::unique_ptr<api::RefundDesk> makeRefundDesk(runtime::Engine& engine, runtime::Reader& reader, std::string currency,
                                                int minorDigits) {
    return std::make_unique<RefundDeskImpl>(engine, reader, Currency{std::move(currency), minorDigits});
}

}  // namespace evenhand::returns
