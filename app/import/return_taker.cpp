// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/return_taker.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace evenhand::import {
namespace {

constexpr std::int64_t kPage = 10'000;

/// What an answer of the engine means for the row; an error that is not the row's ends the import.
Result<std::optional<Reason>> verdictOf(const Error& error) {
    switch (error.code) {
        case ErrorCode::NotFound: return error.field == "user" ? Reason::NoCustomer : Reason::NoDeduction;
        case ErrorCode::ExceedsDeducted: return Reason::ExceedsDeducted;
        case ErrorCode::WrongStatus: return Reason::WrongStatus;
        case ErrorCode::KeyReused: return Reason::NumberReused;
        case ErrorCode::InvalidArgument:
        case ErrorCode::AlreadyExists:
        case ErrorCode::Conflict:
        case ErrorCode::StaleEpoch:
        case ErrorCode::OutOfStock:
        case ErrorCode::ExceedsRefundable:
        case ErrorCode::FourEyes:
        case ErrorCode::UnknownSku:
        case ErrorCode::NoCourierOnDuty:
        case ErrorCode::LoadLimit:
        case ErrorCode::Disabled:
        case ErrorCode::Overflow:
        case ErrorCode::PermissionDenied:
        case ErrorCode::SignInRefused:
        case ErrorCode::Locked:
        case ErrorCode::WeakPassword:
        case ErrorCode::SessionEnded:
        case ErrorCode::AddressRefused:
        case ErrorCode::Unreachable:
        case ErrorCode::BackupDamaged:
        case ErrorCode::Busy:
        case ErrorCode::ReadOnly:
        case ErrorCode::OutcomeUnknown:
        case ErrorCode::Cancelled:
        case ErrorCode::WorkspaceInUse:
        case ErrorCode::WorkspaceVersion:
        case ErrorCode::WorkspaceDamaged:
        case ErrorCode::WorkspaceMissing:
        case ErrorCode::DriverMissing:
        case ErrorCode::Storage:
        case ErrorCode::Script:
        case ErrorCode::Unsupported:
        case ErrorCode::Internal: break;
    }
    return fail(error);
}

std::optional<Reason> verdictOf(const api::ReturnAnswer& answer) {
    return answer.repeated ? std::optional(Reason::DuplicateReturn) : std::nullopt;
}
std::optional<Reason> verdictOf(const std::vector<api::ReturnAnswer>& answers) {
    return answers.empty() ? std::nullopt : verdictOf(answers.front());
}

class EngineTaker final : public ReturnTaker {
public:
    EngineTaker(api::EngineApi& engine, InFlight& inFlight, TakerOptions options)
        : m_engine(engine), m_inFlight(inFlight), m_options(std::move(options)) {}

    Result<void> take(ReturnToTake toTake, Settle settle) override {
        const api::Call call{
            m_options.actor, {}, m_options.carriesTime ? std::optional(toTake.at) : std::nullopt, {}, {}, true};
        const auto handler = [settle = std::move(settle)](const auto& answer) -> Result<void> {
            if (answer) {
                settle(verdictOf(*answer));
                return {};
            }
            EVENHAND_ASSIGN(const auto reason, verdictOf(answer.error()));
            settle(reason);
            return {};
        };
        auto& desk = m_engine.returns();
        if (toTake.orderNo.empty()) {
            return m_inFlight.ask<std::vector<api::ReturnAnswer>>(
                [&desk, call,
                 request = api::MatchReturn{std::move(toTake.number), std::move(toTake.user), std::move(toTake.line),
                                            std::move(toTake.reason), toTake.at, m_options.approve}] {
                    return desk.requestMatched(call, request);
                },
                handler);
        }
        api::RequestReturn request;
        request.number = std::move(toTake.number);
        request.orderNo = std::move(toTake.orderNo);
        request.lines = {std::move(toTake.line)};
        request.reason = std::move(toTake.reason);
        request.at = toTake.at;
        request.approve = m_options.approve;
        request.history = true;
        return m_inFlight.ask<api::ReturnAnswer>(
            [&desk, call, request = std::move(request)] { return desk.request(call, request); }, handler);
    }

private:
    api::EngineApi& m_engine;
    InFlight& m_inFlight;
    TakerOptions m_options;
};

class DryRunTaker final : public ReturnTaker {
public:
    DryRunTaker(api::EngineApi& engine, InFlight& inFlight, api::Actor actor)
        : m_engine(engine), m_inFlight(inFlight), m_call{std::move(actor), {}, {}, {}, {}, true} {}

    Result<void> take(ReturnToTake toTake, Settle settle) override {
        EVENHAND_ASSIGN(const auto reason, judge(toTake));
        settle(reason);
        return {};
    }

private:
    using Key = std::pair<std::string, std::string>;  ///< order number, SKU

    Result<std::optional<Reason>> judge(const ReturnToTake& toTake) {
        EVENHAND_ASSIGN(const auto before, ofTheNumber(toTake));
        if (before.same) {
            return Reason::DuplicateReturn;
        }
        std::vector<OrderNo> orders{toTake.orderNo};
        if (toTake.orderNo.empty()) {
            EVENHAND_ASSIGN(orders, ordersOf(toTake));
        }
        std::vector<std::pair<Key, std::int64_t>> taken;
        std::int64_t wanted = toTake.line.units;
        bool deducted = false;
        for (std::size_t i = 0; i < orders.size() && wanted > 0; ++i) {
            const auto order = m_inFlight.wait(m_engine.returns().returnable(m_call, orders[i]));
            if (!order && order.error().code == ErrorCode::NotFound) {
                continue;
            }
            EVENHAND_TRY(order);
            if (!toTake.orderNo.empty() && before.orders.contains(orders[i])) {
                return Reason::NumberReused;
            }
            const bool refused = order->refusal && order->refusal->code == ErrorCode::WrongStatus;
            if (refused && !toTake.orderNo.empty()) {
                return Reason::WrongStatus;
            }
            for (const auto& line : order->lines) {
                if (line.sku == toTake.line.sku && !refused) {
                    deducted = true;
                    const Key key{orders[i].str(), line.sku.str()};
                    const auto units = std::min(wanted, line.returnable - m_taken[key]);
                    if (units > 0 && before.orders.contains(orders[i])) {
                        return Reason::NumberReused;
                    }
                    wanted -= units;
                    taken.emplace_back(key, units);
                }
            }
        }
        if (wanted > 0) {
            return deducted ? Reason::ExceedsDeducted : Reason::NoDeduction;
        }
        for (const auto& [key, units] : taken) {
            m_taken[key] += units;
        }
        return std::optional<Reason>();
    }

    /// What has the number already, of this order or of this user's.
    struct Before {
        bool same = false;         ///< it is this very return
        std::set<OrderNo> orders;  ///< that have a return of the number
    };
    Result<Before> ofTheNumber(const ReturnToTake& toTake) {
        api::ReturnQuery query;
        query.filter.text = toTake.number.str();
        query.filter.orderNo = toTake.orderNo;
        query.filter.user = toTake.orderNo.empty() ? toTake.user : UserId();
        EVENHAND_ASSIGN(const auto rows, m_inFlight.wait(m_engine.returns().page(m_call, query)));
        Before before;
        std::int64_t units = 0;  // one that was matched may be of several orders
        for (const auto& row : rows) {
            if (row.number != toTake.number) {
                continue;
            }
            before.orders.insert(row.orderNo);
            EVENHAND_ASSIGN(const auto detail, m_inFlight.wait(m_engine.returns().detail(m_call, row.id)));
            const bool alike = row.requestedAt == toTake.at && detail.reason == toTake.reason &&
                               detail.lines.size() == 1 && detail.lines.front().sku == toTake.line.sku;
            units += alike ? detail.lines.front().requested : 0;
        }
        before.same = units == toTake.line.units;
        return before;
    }

    /// The user's, placed at or before the return, newest first.
    Result<std::vector<OrderNo>> ordersOf(const ReturnToTake& toTake) {
        api::OrderQuery query;
        query.filter.user = toTake.user;
        query.filter.placedTo = toTake.at.plusMs(1);
        query.limit = kPage;
        std::vector<api::OrderRow> all;
        for (;;) {
            EVENHAND_ASSIGN(const auto page, m_inFlight.wait(m_engine.orders().page(m_call, query)));
            all.insert(all.end(), page.begin(), page.end());
            if (static_cast<std::int64_t>(page.size()) < kPage) {
                break;
            }
            query.offset += kPage;
        }
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return std::tie(b.placedAt, b.orderNo) < std::tie(a.placedAt, a.orderNo);
        });
        std::vector<OrderNo> orders;
        orders.reserve(all.size());
        for (const auto& row : all) {
            orders.push_back(row.orderNo);
        }
        return orders;
    }

    api::EngineApi& m_engine;
    InFlight& m_inFlight;
    api::Call m_call;
    std::map<Key, std::int64_t> m_taken;
};

}  // namespace

std::unique_ptr<ReturnTaker> engineTaker(api::EngineApi& engine, InFlight& inFlight, TakerOptions options) {
    return std::make_unique<EngineTaker>(engine, inFlight, std::move(options));
}

std::unique_ptr<ReturnTaker> dryRunTaker(api::EngineApi& engine, InFlight& inFlight, api::Actor actor) {
    return std::make_unique<DryRunTaker>(engine, inFlight, std::move(actor));
}

}  // namespace evenhand::import
