// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/request.h"

#include <QCryptographicHash>
#include <algorithm>
#include <unordered_set>

#include "engine/refunds/history.h"
#include "engine/returns/cases.h"
#include "engine/returns/decide.h"
#include "engine/returns/rules.h"
#include "engine/store/records/order_roots.h"

namespace evenhand::returns {
namespace {

using runtime::UnitOfWork;

constexpr std::int64_t kMatchesAtOnce = 16;

Result<void> validateLine(const api::ReturnLine& line) {
    EVENHAND_TRY(base::validateId(line.sku.str(), "sku"));
    if (line.units < 1 || line.units > api::kMaxReturnUnits) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::kMaxReturnUnits), "units",
                    std::to_string(line.units));
    }
    return {};
}

/// All but its number.
Result<void> validateBody(const api::RequestReturn& request) {
    if (!request.orderNo.empty() || !request.deduction.valid()) {
        EVENHAND_TRY(base::validateId(request.orderNo.str(), "order_no"));
    }
    if (request.lines.empty() || request.lines.size() > api::kMaxReturnLines) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::kMaxReturnLines), "lines",
                    std::to_string(request.lines.size()));
    }
    std::unordered_set<std::string_view> skus;
    for (const auto& line : request.lines) {
        EVENHAND_TRY(validateLine(line));
        if (!skus.insert(line.sku.str()).second) {
            return fail(ErrorCode::InvalidArgument, "is named twice", "sku", line.sku.str());
        }
    }
    if (!request.reasonCode.empty()) {
        EVENHAND_TRY(base::validateId(request.reasonCode, "reason_code"));
    }
    return base::validateText(request.reason, "reason", api::kMaxReturnReason);
}

/// Parts with their lengths in front, so that no two bodies read alike.
class Body {
public:
    explicit Body(std::string_view kind) { add(kind); }
    Body& add(std::string_view part) {
        m_text += std::to_string(part.size());
        m_text += ':';
        m_text += part;
        return *this;
    }
    Body& add(std::int64_t number) { return add(std::to_string(number)); }
    [[nodiscard]] std::string hash() const {
        return QCryptographicHash::hash(QByteArrayView(m_text.data(), static_cast<qsizetype>(m_text.size())),
                                        QCryptographicHash::Blake2b_160)
            .toStdString();
    }

private:
    std::string m_text;
};

/// Whether it is approved at once is no part of it: that says who asked, not what for. Order of lines neither.
std::string bodyHash(const api::RequestReturn& request, const std::vector<api::ReturnLine>& sorted) {
    Body body("order");
    body.add(request.reason).add(request.at ? std::to_string(request.at->ms) : std::string());
    for (const auto& line : sorted) {
        body.add(line.sku.str()).add(line.units);
    }
    if (!request.reasonCode.empty()) {  // numbers used before there were codes still fit
        body.add(request.reasonCode);
    }
    return body.hash();
}
std::string bodyHash(const api::MatchReturn& request) {
    Body body("matched");
    body.add(request.user.str()).add(request.line.sku.str()).add(request.line.units).add(request.reason);
    return body.add(request.at.ms).hash();
}

api::ReturnAnswer answerOf(const Return& made, const OrderNo& orderNo, bool repeated) {
    return {made.id, made.number, made.deduction, orderNo, made.status, made.amount.value_or(made.asked), repeated};
}

Result<Deducted> named(store::Database& database, const api::RequestReturn& request) {
    if (!request.deduction.valid()) {
        EVENHAND_TRY(
            store::lockForClosing(database, request.orderNo));  // it may be approved at once, and end the order
        EVENHAND_ASSIGN(auto found, store::returns::findDeduction(database, request.orderNo));
        return found ? Result<Deducted>(std::move(*found))
                     : fail(ErrorCode::NotFound, "no such order", "order_no", request.orderNo.str());
    }
    EVENHAND_ASSIGN(auto found, store::returns::findDeduction(database, request.deduction));
    if (!found) {
        return fail(ErrorCode::NotFound, "no such deduction", "deduction", std::to_string(request.deduction.value));
    }
    if (!request.orderNo.empty() && request.orderNo != found->orderNo) {
        return fail(ErrorCode::InvalidArgument, "the deduction is not of this order", "order_no",
                    request.orderNo.str());
    }
    return std::move(*found);
}

/// Every SKU was taken, and so many of it may still come back.
Result<void> expectReturnable(store::Database& database, const Deducted& order,
                              const std::vector<api::ReturnLine>& lines) {
    EVENHAND_ASSIGN(const auto units, store::returns::unitsOf(database, order.deduction));
    for (const auto& line : lines) {
        const auto sku =
            std::find_if(units.begin(), units.end(), [&](const auto& one) { return one.sku == line.sku.str(); });
        if (sku == units.end()) {
            return fail(ErrorCode::NotFound, "the deduction has no such SKU", "sku", line.sku.str());
        }
        if (sku->returnable() < line.units) {
            return fail(
                ErrorCode::ExceedsDeducted,
                "only " + std::to_string(sku->returnable()) + " of " + line.sku.str() + " can still be returned",
                "units", std::to_string(line.units));
        }
    }
    return {};
}

/// What stands against a new return.
Result<void> expectAcceptable(store::Database& database, Instant now, const api::RequestReturn& asked,
                              const Deducted& order, const std::vector<api::ReturnLine>& lines,
                              const api::ReturnPolicy& policy) {
    EVENHAND_TRY(checkReasonCode(database, asked.reasonCode));
    EVENHAND_TRY(expectOpen(order));
    if (!asked.history) {
        EVENHAND_TRY(expectInWindow(database, now, policy, order));
    }
    return expectReturnable(database, order, lines);
}

struct Wanted {
    ReturnNo number;
    std::vector<api::ReturnLine> lines;  ///< in order of SKU
    std::string reason;
    std::string bodyHash;
    std::optional<Instant> at;
    bool matched = false, approve = false, history = false;
    std::string reasonCode{};
};

Wanted wantedOf(const api::RequestReturn& asked, std::vector<api::ReturnLine> sorted, std::string hash) {
    return {asked.number, std::move(sorted), asked.reason,  std::move(hash), asked.at,
            false,        asked.approve,     asked.history, asked.reasonCode};
}

/// What approving all of it would settle, and what becomes of it at once.
struct Outlook {
    Settlement settlement;
    std::int64_t feePoints = 0;
    api::RequestDecision decision = api::RequestDecision::Approval;
};
Result<Outlook> outlookOf(store::Database& database, const Deducted& order, const Wanted& wanted,
                          const api::ReturnPolicy& policy) {
    Outlook outlook;
    outlook.feePoints = feePoints(policy, order.status, wanted.reasonCode, wanted.history);
    EVENHAND_ASSIGN(const auto shares, sharesOf(database, order));
    EVENHAND_ASSIGN(outlook.settlement, settlementOf(database, order, shares, wanted.lines, outlook.feePoints));
    outlook.decision = decisionOf(policy, outlook.settlement, wanted.reasonCode, wanted.approve, wanted.history);
    return outlook;
}

/// Units are known to be returnable.
Result<api::ReturnAnswer> insert(UnitOfWork& work, const Deducted& order, const Wanted& wanted) {
    auto& database = work.database();
    EVENHAND_TRY(store::lockForClosing(database, order.order));
    EVENHAND_ASSIGN(const auto policy, store::returns::policy(database, order.campus));
    EVENHAND_ASSIGN(const auto outlook, outlookOf(database, order, wanted, policy));
    Return made;
    made.number = wanted.number;
    made.deduction = order.deduction;
    made.order = order.order;
    made.campus = order.campus;
    made.bodyHash = wanted.bodyHash;
    made.matched = wanted.matched;
    made.imported = wanted.history;
    made.asked = outlook.settlement.amount;
    made.requester = work.call().actor.name;
    made.reason = wanted.reason;
    made.reasonCode = wanted.reasonCode;
    made.requestedAt = wanted.at.value_or(work.now());
    made.createdAt = work.now();
    std::vector<store::returns::Line> lines;
    for (const auto& line : wanted.lines) {
        EVENHAND_ASSIGN(const bool held,
                        store::returns::hold(database, order.deduction, line.sku.str(), line.units, 0));
        if (!held) {  // in a shared deployment somebody else may have been quicker
            return fail(ErrorCode::ExceedsDeducted, "they are in another return", "units", std::to_string(line.units));
        }
        made.units += line.units;
        lines.push_back({line.sku.str(), line.units, {}, {}, {}});
    }
    EVENHAND_ASSIGN(made.id, store::returns::insert(database, made, lines));
    EVENHAND_TRY(noteReturn(work, made, api::MoneyEventKind::Requested, wanted.reason));
    EVENHAND_TRY(decideAtOnce(work, made, order, outlook.decision));
    return answerOf(made, order.orderNo, false);
}

std::vector<api::ReturnLine> sortedBySku(std::vector<api::ReturnLine> lines) {
    std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.sku < b.sku; });
    return lines;
}

}  // namespace

Result<api::ReturnAnswer> request(UnitOfWork& work, const api::RequestReturn& asked) {
    EVENHAND_TRY(base::validateId(asked.number.str(), "number"));
    EVENHAND_TRY(validateBody(asked));
    EVENHAND_ASSIGN(const auto order, named(work.database(), asked));
    auto lines = sortedBySku(asked.lines);
    auto hash = bodyHash(asked, lines);
    EVENHAND_ASSIGN(const auto first, store::returns::find(work.database(), order.deduction, asked.number));
    if (first) {
        if (first->bodyHash != hash) {
            return fail(ErrorCode::KeyReused, "the number was used for another return", "number", asked.number.str());
        }
        return answerOf(*first, order.orderNo, true);
    }
    EVENHAND_ASSIGN(const auto policy, store::returns::policy(work.database(), order.campus));
    EVENHAND_TRY(expectAcceptable(work.database(), work.now(), asked, order, lines, policy));
    return insert(work, order, wantedOf(asked, std::move(lines), std::move(hash)));
}

Result<api::RequestPreview> previewRequest(store::Database& database, Instant now, const api::RequestReturn& asked) {
    EVENHAND_TRY(validateBody(asked));
    EVENHAND_ASSIGN(const auto order, named(database, asked));
    const auto wanted = wantedOf(asked, sortedBySku(asked.lines), {});
    EVENHAND_ASSIGN(const auto policy, store::returns::policyFresh(database, order.campus));
    EVENHAND_TRY(expectAcceptable(database, now, asked, order, wanted.lines, policy));
    EVENHAND_ASSIGN(const auto outlook, outlookOf(database, order, wanted, policy));
    api::RequestPreview seen;
    seen.amount = outlook.settlement.amount;
    seen.settlement = outlook.settlement.whole;
    seen.fee = outlook.settlement.fee;
    seen.feePoints = outlook.feePoints;
    seen.decision = outlook.decision;
    seen.approvers = agreeing(policy, outlook.settlement);
    if (seen.decision == api::RequestDecision::ByRule) {
        seen.upTo = policy.autoApproveUpTo;
    }
    return seen;
}

namespace {

/// The answer to a row that was seen before; empty: it was not.
Result<std::vector<api::ReturnAnswer>> firstAnswers(UnitOfWork& work, const api::MatchReturn& asked,
                                                    const std::string& hash) {
    std::vector<api::ReturnAnswer> answers;
    EVENHAND_ASSIGN(const auto parts, store::returns::findMatched(work.database(), asked.number));
    for (const auto& part : parts) {
        if (part.bodyHash == hash) {
            EVENHAND_ASSIGN(const auto order, orderOf(work.database(), part));
            answers.push_back(answerOf(part, order.orderNo, true));
        }
    }
    return answers;
}

/// From which deductions the units are taken, newest first; fewer than asked for if there are not enough.
Result<std::vector<std::pair<Deducted, std::int64_t>>> choose(UnitOfWork& work, const api::MatchReturn& asked) {
    std::vector<std::pair<Deducted, std::int64_t>> chosen;
    auto left = asked.line.units;
    for (std::int64_t skip = 0; left > 0; skip += kMatchesAtOnce) {
        EVENHAND_ASSIGN(const auto matches, store::returns::matching(work.database(), asked.user, asked.line.sku,
                                                                     asked.at, skip, kMatchesAtOnce));
        for (const auto& match : matches) {
            if (const auto some = std::min(left, match.returnable); some > 0) {
                EVENHAND_ASSIGN(const auto same,
                                store::returns::find(work.database(), match.order.deduction, asked.number));
                if (same) {
                    return fail(ErrorCode::KeyReused, "the number was used for another return", "number",
                                asked.number.str());
                }
                chosen.emplace_back(match.order, some);
                left -= some;
            }
        }
        if (static_cast<std::int64_t>(matches.size()) < kMatchesAtOnce) {
            break;
        }
    }
    return chosen;
}

}  // namespace

Result<std::vector<api::ReturnAnswer>> requestMatched(UnitOfWork& work, const api::MatchReturn& asked) {
    EVENHAND_TRY(base::validateId(asked.number.str(), "number"));
    EVENHAND_TRY(validateLine(asked.line));
    EVENHAND_TRY(base::validateText(asked.reason, "reason", api::kMaxReturnReason));
    if (asked.user.empty()) {
        return fail(ErrorCode::NotFound, "a user is missing", "user");
    }
    EVENHAND_TRY(base::validateId(asked.user.str(), "user"));
    const auto hash = bodyHash(asked);
    EVENHAND_ASSIGN(auto answers, firstAnswers(work, asked, hash));
    if (!answers.empty()) {
        return answers;
    }
    EVENHAND_ASSIGN(const auto chosen, choose(work, asked));
    std::int64_t found = 0;
    for (const auto& [order, units] : chosen) {
        found += units;
    }
    if (found < asked.line.units) {
        EVENHAND_ASSIGN(const bool any,
                        store::returns::anyDeducted(work.database(), asked.user, asked.line.sku, asked.at));
        if (!any) {
            return fail(ErrorCode::NotFound, "no order of this user has this SKU", "sku", asked.line.sku.str());
        }
        return fail(ErrorCode::ExceedsDeducted, "only " + std::to_string(found) + " can still be returned", "units",
                    std::to_string(asked.line.units));
    }
    for (const auto& [order, units] : chosen) {
        EVENHAND_ASSIGN(
            auto answer,
            insert(work, order,
                   {asked.number, {{asked.line.sku, units}}, asked.reason, hash, asked.at, true, asked.approve, true}));
        answers.push_back(std::move(answer));
    }
    return answers;
}

}  // namespace evenhand::returns
