// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/cases.h"

#include <algorithm>
#include <array>
#include <set>

#include "engine/api/password_policy.h"
#include "engine/refunds/history.h"
#include "engine/refunds/refund.h"
#include "engine/returns/by_hand.h"
#include "engine/returns/view.h"
#include "engine/runtime/conflict.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/pages/return_page_store.h"
#include "engine/store/records/case_store.h"
#include "engine/store/records/person_store.h"

namespace evenhand::returns {
namespace {

using api::MoneyEventKind;
using runtime::UnitOfWork;

constexpr std::array kWaiting{api::ReturnStage::Approval, api::ReturnStage::SecondApproval, api::ReturnStage::Goods,
                              api::ReturnStage::Money, api::ReturnStage::Failed};
constexpr std::array kWaitingRefunds{api::RefundStatus::Requested, api::RefundStatus::Held, api::RefundStatus::Pending,
                                     api::RefundStatus::Sent, api::RefundStatus::Failed};

/// Nobody, somebody who can sign in, or who asks: an owner of the workspace is no person of it. As the person's login
/// is written.
Result<std::optional<std::string>> clerkBy(UnitOfWork& work, const std::string& name) {
    if (name.empty()) {
        return std::optional<std::string>();
    }
    EVENHAND_TRY(base::validateId(name, "clerk"));
    if (name == work.call().actor.name) {
        return std::optional(name);
    }
    EVENHAND_ASSIGN(const auto person, store::people::find(work.database(), api::loginKey(name)));
    if (!person || person->row.disabled) {
        return fail(ErrorCode::NotFound, "nobody with this login can sign in", "clerk", name);
    }
    return std::optional(person->row.login);
}

Result<void> checkReason(const api::ReturnReason& reason) {
    EVENHAND_TRY(base::validateId(reason.code, "code"));
    EVENHAND_TRY(base::validateText(reason.name, "name", base::kMaxNameCharacters));
    if (reason.name.find_first_not_of(' ') == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "a name is needed", "name", reason.code);
    }
    return {};
}

}  // namespace

Result<api::ReturnOutcome> assignReturn(UnitOfWork& work, const api::ReturnRef& ref, const std::string& clerk) {
    EVENHAND_ASSIGN(auto made, findReturn(work.database(), ref));
    EVENHAND_ASSIGN(auto to, clerkBy(work, clerk));
    if (made.clerk != to) {
        made.clerk = std::move(to);
        EVENHAND_TRY(saveReturn(work, made, MoneyEventKind::Assigned, made.clerk.value_or(std::string())));
    }
    return outcomeOf(made);
}

Result<api::RefundOutcome> assignRefund(UnitOfWork& work, const api::RefundRef& ref, const std::string& clerk) {
    EVENHAND_ASSIGN(auto refund, findRefund(work, ref));
    EVENHAND_ASSIGN(auto to, clerkBy(work, clerk));
    if (refund.clerk != to) {
        refund.clerk = std::move(to);
        EVENHAND_TRY(save(work, refund, MoneyEventKind::Assigned, refund.clerk.value_or(std::string())));
    }
    return outcomeOf(refund);
}

Result<api::ReturnOutcome> addReturnNote(UnitOfWork& work, const api::ReturnRef& ref, const std::string& text) {
    EVENHAND_TRY(checkNote(text));
    EVENHAND_ASSIGN(const auto made, findReturn(work.database(), ref));
    EVENHAND_TRY(noteReturn(work, made, MoneyEventKind::Noted, text));
    return outcomeOf(made);
}

Result<void> setCaseSettings(UnitOfWork& work, const api::CaseSettings& settings) {
    if (settings.reasons.size() > api::kMaxReturnReasons) {
        return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(api::kMaxReturnReasons), "reasons",
                    std::to_string(settings.reasons.size()));
    }
    std::set<std::string_view> codes;
    for (const auto& reason : settings.reasons) {
        EVENHAND_TRY(checkReason(reason));
        if (!codes.insert(reason.code).second) {
            return fail(ErrorCode::InvalidArgument, "is named twice", "code", reason.code);
        }
    }
    if (settings.ageLimitMs && (*settings.ageLimitMs < 1 || *settings.ageLimitMs > api::kMaxCaseAgeMs)) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::kMaxCaseAgeMs), "age_limit_ms",
                    std::to_string(*settings.ageLimitMs));
    }
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Cases, {}, "settings of cases", settings.version));
    EVENHAND_TRY(store::cases::setSettings(work.database(), settings));
    api::Event event;
    event.kind = api::Event::Kind::AlertsChanged;  // from when on a case is old
    work.emit(std::move(event));
    return {};
}

Result<void> checkReasonCode(store::Database& database, const std::string& code) {
    if (code.empty()) {
        return {};
    }
    EVENHAND_TRY(base::validateId(code, "reason_code"));
    EVENHAND_ASSIGN(const bool offered, store::cases::isOffered(database, code));
    return offered ? Result<void>()
                   : fail(ErrorCode::InvalidArgument, "no such reason is offered", "reason_code", code);
}

bool waits(api::ReturnStage stage) noexcept {
    return std::find(kWaiting.begin(), kWaiting.end(), stage) != kWaiting.end();
}

bool waits(api::RefundStatus status) noexcept {
    return std::find(kWaitingRefunds.begin(), kWaitingRefunds.end(), status) != kWaitingRefunds.end();
}

Result<std::vector<store::cases::Waiting>> casesOlderThan(store::Database& database, Instant now, std::int64_t limitMs,
                                                          std::optional<Instant> notYet) {
    const auto from = notYet ? std::optional(notYet->plusMs(1 - limitMs)) : std::nullopt;
    EVENHAND_ASSIGN(auto found, store::cases::waiting(database, kWaiting, from, now.plusMs(1 - limitMs)));
    EVENHAND_ASSIGN(const auto refunds,
                    store::cases::waiting(database, kWaitingRefunds, from, now.plusMs(1 - limitMs)));
    found.insert(found.end(), refunds.begin(), refunds.end());
    return found;
}

Result<std::optional<Instant>> nextCaseOlderThan(store::Database& database, Instant now, std::int64_t limitMs) {
    std::optional<Instant> next;
    const auto first = [&](const auto& rows) {
        if (!rows.empty()) {
            const auto at = rows.front().requestedAt.plusMs(limitMs);
            next = next ? std::min(*next, at) : at;
        }
    };
    for (const auto stage : kWaiting) {
        api::ReturnQuery query;
        query.filter.stages = {stage};
        query.filter.from = now.plusMs(1 - limitMs);
        query.limit = 1;
        EVENHAND_ASSIGN(const auto rows, store::returnPages::page(database, query));
        first(rows);
    }
    for (const auto status : kWaitingRefunds) {
        api::RefundQuery query;
        query.filter.statuses = {status};
        query.filter.from = now.plusMs(1 - limitMs);
        query.limit = 1;
        EVENHAND_ASSIGN(const auto rows, store::refundPages::page(database, query));
        first(rows);
    }
    return next;
}

}  // namespace evenhand::returns
