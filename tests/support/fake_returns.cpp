// SPDX-License-Identifier: GPL-3.0-or-later
// The returns desk of FakeEngine.
#include <algorithm>
#include <fstream>

#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

using api::GoodsState;
using api::MoneyEventKind;
using api::RefundStatus;
using api::ReturnStatus;

Error error(ErrorCode code, const char* message, const char* field, const std::string& value = {}) {
    return {code, message, field, value};
}

std::vector<api::ReturnLine> asRequested(const FakeReturn& of) {
    std::vector<api::ReturnLine> lines;
    for (const auto& line : of.lines) {
        lines.push_back({line.sku, line.requested});
    }
    return lines;
}

bool matches(const api::ReturnFilter& f, const api::ReturnRow& row) {
    return (f.stages.empty() || std::count(f.stages.begin(), f.stages.end(), row.stage) > 0) &&
           (f.campus.empty() || f.campus == row.campus) && (f.user.empty() || f.user == row.user) &&
           (f.orderNo.empty() || f.orderNo == row.orderNo) && (!f.from || row.requestedAt >= *f.from) &&
           (!f.to || row.requestedAt < *f.to) &&
           (f.text.empty() || row.number.str().starts_with(f.text) || row.orderNo.str().starts_with(f.text));
}

}  // namespace

std::optional<api::ReturnRow> FakeReturns::row(ReturnId id) const {
    const auto found = m_world.returns.find(id.value);
    return found == m_world.returns.end() ? std::nullopt : std::optional(found->second.row);
}

std::vector<api::ReturnRow> FakeReturns::select(const api::ReturnFilter& filter) const {
    std::vector<api::ReturnRow> rows;
    for (const auto& [id, each] : m_world.returns) {
        if (matches(filter, each.row)) {
            rows.push_back(each.row);
        }
    }
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::pair(a.requestedAt, a.id) < std::pair(b.requestedAt, b.id);
    });
    return rows;
}

std::int64_t FakeReturns::waiting() const {
    return static_cast<std::int64_t>(
        select({{api::ReturnStage::Approval, api::ReturnStage::SecondApproval}, {}, {}, {}, {}, {}, {}}).size());
}

api::ReturnOutcome FakeReturns::outcome(ReturnId id, std::optional<Error> why) const {
    const auto now = row(id).value_or(api::ReturnRow{});
    return {id, std::move(why), now.stage, now.version};
}

std::optional<Error> FakeReturns::refused(const api::ReturnRef& ref) const {
    const auto now = row(ref.id);
    if (!now) {
        return error(ErrorCode::NotFound, "no such return", "return");
    }
    if (ref.version != 0 && ref.version != now->version) {
        return error(ErrorCode::Conflict, "changed meanwhile", "version", std::to_string(ref.version));
    }
    return std::nullopt;
}

api::Answer<api::ReturnOutcome> FakeReturns::answerOne(api::ReturnOutcome outcome) {
    auto& engine = m_world.engine;
    return engine.m_commandError ? engine.answer<api::ReturnOutcome>(fail(*engine.m_commandError))
                                 : engine.answer<api::ReturnOutcome>(std::move(outcome));
}

api::Answer<std::vector<api::ReturnOutcome>> FakeReturns::answerAll(std::vector<api::ReturnOutcome> outcomes) {
    return m_world.engine.answer<std::vector<api::ReturnOutcome>>(std::move(outcomes));
}

// --- requests -----------------------------------------------------------------------------------------------

api::Answer<api::ReturnAnswer> FakeReturns::request(const api::Call& call, api::RequestReturn asked) {
    auto& engine = m_world.engine;
    m_world.reasons.push_back(call.reason);
    const auto no = [&](Error why) { return engine.answer<api::ReturnAnswer>(fail(std::move(why))); };
    if (engine.m_commandError) {
        return no(*engine.m_commandError);
    }
    const auto order = engine.row(asked.orderNo);
    if (!order.id.valid()) {
        return no(error(ErrorCode::NotFound, "no such order", "order_no", asked.orderNo.str()));
    }
    for (const auto& [id, each] : m_world.returns) {
        if (each.row.number == asked.number && each.row.orderNo == asked.orderNo) {
            return engine.answer<api::ReturnAnswer>(api::ReturnAnswer{
                each.row.id, asked.number, each.row.deduction, asked.orderNo, each.row.status, each.row.amount, true});
        }
    }
    const auto before = m_world.returnable(asked.orderNo);
    for (const auto& line : asked.lines) {
        const auto found = std::find_if(before.lines.begin(), before.lines.end(),
                                        [&](const auto& each) { return each.sku == line.sku; });
        if (found == before.lines.end() || line.units > found->returnable) {
            return no(
                error(ErrorCode::ExceedsDeducted, "more than is returnable", "units", std::to_string(line.units)));
        }
    }
    FakeReturn fresh;
    fresh.row.id = {static_cast<std::int64_t>(m_world.returns.size()) + 1};
    fresh.row.number = asked.number;
    fresh.row.deduction = before.deduction;
    fresh.row.orderNo = asked.orderNo;
    fresh.row.user = order.user;
    fresh.row.campus = order.campus;
    fresh.row.requestedAt = asked.at.value_or(engine.now());
    fresh.row.requester = call.actor.name;
    fresh.row.amount = m_world.worth(asked.orderNo, asked.lines);
    fresh.reason = asked.reason;
    for (const auto& line : asked.lines) {
        fresh.row.units += line.units;
        const auto found = std::find_if(before.lines.begin(), before.lines.end(),
                                        [&](const auto& each) { return each.sku == line.sku; });
        fresh.lines.push_back({line.sku, found->productName, line.units, {}, {}, {}, {}});
    }
    fresh.events.push_back({fresh.row.requestedAt, MoneyEventKind::Requested, call.actor.name, asked.reason});
    const auto id = fresh.row.id;
    auto& kept = m_world.returns[id.value] = std::move(fresh);
    m_world.touch(kept);
    if (asked.approve) {
        (void)decide(call, {id, 0}, {});
    }
    return engine.answer<api::ReturnAnswer>(api::ReturnAnswer{id, asked.number, kept.row.deduction, asked.orderNo,
                                                              kept.row.status, kept.row.amount, false});
}

void FakeReturns::requestMany(const api::Call& call, std::vector<api::RequestReturn> requests,
                              api::BatchCompletion<api::ReturnAnswer> done) {
    std::vector<Result<api::ReturnAnswer>> answers;
    for (auto& each : requests) {
        answers.push_back(request(call, std::move(each)).result());
    }
    done(std::move(answers));
}

api::Answer<std::vector<api::ReturnAnswer>> FakeReturns::requestMatched(const api::Call&, api::MatchReturn) {
    return m_world.engine.answer<std::vector<api::ReturnAnswer>>(
        fail(error(ErrorCode::Unsupported, "not needed by the console", "")));
}

// --- decisions ----------------------------------------------------------------------------------------------

api::ReturnOutcome FakeReturns::settle(FakeReturn& of, const std::string& actor,
                                       const std::vector<api::ReturnLine>& lines) {
    const Money worth = m_world.worth(of.row.orderNo, lines);
    const Money amount{std::min(worth.minor, m_world.moneyOf(of.row.orderNo).refundable.minor)};
    const auto rule = m_world.policyOf(of.row.campus).goods;
    for (auto& line : of.lines) {
        for (const auto& each : lines) {
            if (each.sku == line.sku) {
                line.amount = m_world.worth(of.row.orderNo, {each});
                line.approved = each.units;
            }
        }
    }
    of.row.status = ReturnStatus::Approved;
    of.row.amount = amount;
    of.row.goods = rule == api::GoodsRule::NoGoods ? GoodsState::Skipped : GoodsState::Awaited;
    m_world.tell(of, MoneyEventKind::Approved, actor);
    if (amount.minor > 0) {
        api::RefundRow refund;
        refund.cause = api::RefundCause::Return;
        refund.orderNo = of.row.orderNo.str();
        refund.returnId = of.row.id;
        refund.returnNo = of.row.number;
        refund.paymentNo = PaymentNo("P-" + of.row.orderNo.str());
        refund.campus = of.row.campus;
        refund.amount = amount;
        refund.requester = of.row.requester;
        refund.approver = actor;
        refund.firstApprover = of.row.firstApprover;
        of.refund = m_world.grant(std::move(refund),
                                  rule == api::GoodsRule::GoodsFirst ? RefundStatus::Held : RefundStatus::Pending);
        m_world.touch(m_world.refunds.at(of.refund.value));
    } else {
        m_world.touch(of);
    }
    return outcome(of.row.id);
}

api::ReturnOutcome FakeReturns::decide(const api::Call& call, api::ReturnRef ref,
                                       const std::vector<api::ReturnLine>& asked) {
    if (auto why = refused(ref)) {
        return outcome(ref.id, why);
    }
    auto& of = m_world.returns.at(ref.id.value);
    if (of.row.status != ReturnStatus::Requested) {
        return outcome(ref.id, error(ErrorCode::WrongStatus, "it is decided", "status"));
    }
    const auto lines = asked.empty() ? asRequested(of) : asked;
    const auto eyes = m_world.eyes(of, m_world.worth(of.row.orderNo, lines), call.actor.name);
    if (eyes.refusal) {
        return outcome(ref.id, eyes.refusal);
    }
    if (eyes.needed > 1 && eyes.first.empty()) {
        of.row.firstApprover = call.actor.name;
        for (auto& line : of.lines) {
            for (const auto& each : lines) {
                line.approved = each.sku == line.sku ? std::optional(each.units) : line.approved;
            }
        }
        m_world.tell(of, MoneyEventKind::FirstApproval, call.actor.name, call.reason);
        m_world.touch(of);
        return outcome(ref.id);
    }
    return settle(of, call.actor.name, lines);
}

api::Answer<api::ReturnOutcome> FakeReturns::approve(const api::Call& call, api::ReturnRef ref,
                                                     std::vector<api::ReturnLine> lines) {
    m_world.reasons.push_back(call.reason);
    if (m_world.engine.m_commandError) {
        return answerOne({});
    }
    return answerOne(decide(call, ref, lines));
}

api::Answer<std::vector<api::ReturnOutcome>> FakeReturns::approveMany(const api::Call& call,
                                                                      std::vector<api::ReturnRef> refs) {
    m_world.reasons.push_back(call.reason);
    std::vector<api::ReturnOutcome> outcomes;
    for (const auto& ref : refs) {
        outcomes.push_back(decide(call, ref, {}));
    }
    return answerAll(std::move(outcomes));
}

api::ReturnOutcome FakeReturns::close(const api::Call& call, api::ReturnRef ref, ReturnStatus to,
                                      const std::string& note) {
    if (auto why = refused(ref)) {
        return outcome(ref.id, why);
    }
    auto& of = m_world.returns.at(ref.id.value);
    if (of.row.status != ReturnStatus::Requested) {
        return outcome(ref.id, error(ErrorCode::WrongStatus, "it is decided", "status"));
    }
    of.row.status = to;
    of.decisionReason = call.reason;
    of.customerNote = note;
    m_world.tell(of, to == ReturnStatus::Rejected ? MoneyEventKind::Rejected : MoneyEventKind::Cancelled,
                 call.actor.name, call.reason);
    m_world.touch(of);
    return outcome(ref.id);
}

api::Answer<std::vector<api::ReturnOutcome>> FakeReturns::reject(const api::Call& call,
                                                                 std::vector<api::ReturnRef> refs, std::string note) {
    m_world.reasons.push_back(call.reason);
    std::vector<api::ReturnOutcome> outcomes;
    for (const auto& ref : refs) {
        outcomes.push_back(close(call, ref, ReturnStatus::Rejected, note));
    }
    return answerAll(std::move(outcomes));
}

api::Answer<std::vector<api::ReturnOutcome>> FakeReturns::cancel(const api::Call& call,
                                                                 std::vector<api::ReturnRef> refs) {
    m_world.reasons.push_back(call.reason);
    std::vector<api::ReturnOutcome> outcomes;
    for (const auto& ref : refs) {
        outcomes.push_back(close(call, ref, ReturnStatus::Cancelled, {}));
    }
    return answerAll(std::move(outcomes));
}

api::Answer<api::ReturnOutcome> FakeReturns::undo(const api::Call& call, api::ReturnRef ref) {
    m_world.reasons.push_back(call.reason);
    if (auto why = refused(ref)) {
        return answerOne(outcome(ref.id, why));
    }
    auto& of = m_world.returns.at(ref.id.value);
    of.row.status = ReturnStatus::Requested;
    of.row.goods = GoodsState::None;
    of.row.firstApprover.clear();
    of.decisionReason = call.reason;
    for (auto& line : of.lines) {
        line.approved.reset();
        line.amount.reset();
    }
    m_world.tell(of, MoneyEventKind::Undone, call.actor.name, call.reason);
    if (const auto refund = m_world.refunds.find(of.refund.value); refund != m_world.refunds.end()) {
        m_world.move(refund->second, RefundStatus::Cancelled, call.actor.name);
        m_world.touch(refund->second);
    } else {
        m_world.touch(of);
    }
    return answerOne(outcome(ref.id));
}

// --- goods --------------------------------------------------------------------------------------------------

api::Answer<api::ReturnOutcome> FakeReturns::receive(const api::Call& call, api::ReturnRef ref,
                                                     std::vector<api::ReceivedLine> lines) {
    m_world.reasons.push_back(call.reason);
    if (auto why = refused(ref)) {
        return answerOne(outcome(ref.id, why));
    }
    auto& of = m_world.returns.at(ref.id.value);
    if (of.row.goods != GoodsState::Awaited) {
        return answerOne(outcome(ref.id, error(ErrorCode::WrongStatus, "no goods are awaited", "goods")));
    }
    for (auto& line : of.lines) {
        line.sellable = line.approved;
        line.damaged = 0;
        for (const auto& each : lines) {
            if (each.sku == line.sku) {
                line.sellable = each.sellable;
                line.damaged = each.damaged;
            }
        }
    }
    of.row.goods = GoodsState::Received;
    m_world.tell(of, MoneyEventKind::GoodsReceived, call.actor.name);
    auto& refund = m_world.refunds.at(of.refund.value);
    if (refund.status == RefundStatus::Held) {
        m_world.move(refund, RefundStatus::Pending, call.actor.name);
    }
    m_world.touch(refund);
    return answerOne(outcome(ref.id));
}

api::Answer<api::ReturnOutcome> FakeReturns::skipGoods(const api::Call& call, api::ReturnRef ref) {
    m_world.reasons.push_back(call.reason);
    if (auto why = refused(ref)) {
        return answerOne(outcome(ref.id, why));
    }
    auto& of = m_world.returns.at(ref.id.value);
    of.row.goods = GoodsState::Skipped;
    m_world.tell(of, MoneyEventKind::GoodsSkipped, call.actor.name, call.reason);
    m_world.touch(of);
    return answerOne(outcome(ref.id));
}

api::Answer<api::ReturnOutcome> FakeReturns::undoGoods(const api::Call& call, api::ReturnRef ref) {
    m_world.reasons.push_back(call.reason);
    if (auto why = refused(ref)) {
        return answerOne(outcome(ref.id, why));
    }
    auto& of = m_world.returns.at(ref.id.value);
    of.row.goods = GoodsState::Awaited;
    m_world.tell(of, MoneyEventKind::Undone, call.actor.name, call.reason);
    m_world.touch(of);
    return answerOne(outcome(ref.id));
}

// --- settings and reads -------------------------------------------------------------------------------------

api::Answer<void> FakeReturns::setPolicy(const api::Call&, CampusId campus, std::optional<api::ReturnPolicy> policy) {
    if (!m_world.badField.empty()) {
        return m_world.engine.answer<void>(
            fail(error(ErrorCode::InvalidArgument, "will not do", m_world.badField.c_str())));
    }
    if (campus.empty()) {
        m_world.policy = policy.value_or(api::ReturnPolicy{});
    } else if (policy) {
        m_world.own[campus] = *policy;
    } else {
        m_world.own.erase(campus);
    }
    return m_world.engine.answer<void>({});
}

api::Answer<std::vector<api::ReturnPolicyRow>> FakeReturns::policies(const api::Call&) {
    std::vector<api::ReturnPolicyRow> rows{{{}, m_world.policy, true}};
    for (const auto& [id, campus] : m_world.engine.m_campuses) {
        rows.push_back({id, m_world.policyOf(id), m_world.own.contains(id)});
    }
    return m_world.engine.read<std::vector<api::ReturnPolicyRow>>(std::move(rows));
}

api::Answer<std::vector<api::ReturnRow>> FakeReturns::page(const api::Call&, api::ReturnQuery query) {
    ++m_world.reads;
    auto rows = select(query.filter);
    if (query.descending) {
        std::reverse(rows.begin(), rows.end());
    }
    const auto from = std::min<std::size_t>(static_cast<std::size_t>(query.offset), rows.size());
    const auto to = std::min<std::size_t>(from + static_cast<std::size_t>(query.limit), rows.size());
    return m_world.engine.read<std::vector<api::ReturnRow>>(
        std::vector(rows.begin() + static_cast<std::ptrdiff_t>(from), rows.begin() + static_cast<std::ptrdiff_t>(to)));
}

api::Answer<std::int64_t> FakeReturns::count(const api::Call&, api::ReturnFilter filter) {
    return m_world.engine.read<std::int64_t>(static_cast<std::int64_t>(select(filter).size()));
}

api::Answer<std::vector<api::ReturnRow>> FakeReturns::rows(const api::Call&, std::vector<ReturnId> ids) {
    std::vector<api::ReturnRow> rows;
    for (const auto id : ids) {
        if (const auto found = row(id)) {
            rows.push_back(*found);
        }
    }
    return m_world.engine.read<std::vector<api::ReturnRow>>(std::move(rows));
}

api::Answer<api::ReturnCounts> FakeReturns::counts(const api::Call&, CampusId campus) {
    api::ReturnCounts counts;
    for (const auto& row : select({{}, campus, {}, {}, {}, {}, {}})) {
        const auto is = [&](api::ReturnStage stage) { return row.stage == stage ? 1 : 0; };
        counts.approval += is(api::ReturnStage::Approval);
        counts.secondApproval += is(api::ReturnStage::SecondApproval);
        counts.goods += is(api::ReturnStage::Goods);
        counts.money += is(api::ReturnStage::Money);
        counts.failed += is(api::ReturnStage::Failed);
        if (row.stage == api::ReturnStage::Approval && (!counts.oldest || row.requestedAt < *counts.oldest)) {
            counts.oldest = row.requestedAt;
        }
    }
    return m_world.engine.read<api::ReturnCounts>(counts);
}

api::Answer<api::ReturnDetail> FakeReturns::detail(const api::Call& call, ReturnId id) {
    const auto found = m_world.returns.find(id.value);
    if (found == m_world.returns.end()) {
        return m_world.engine.read<api::ReturnDetail>(fail(error(ErrorCode::NotFound, "no such return", "return")));
    }
    const auto& of = found->second;
    api::ReturnDetail detail{of.row,
                             of.reason,
                             of.decisionReason,
                             of.customerNote,
                             of.lines,
                             m_world.returnable(of.row.orderNo),
                             {},
                             of.events,
                             {},
                             m_world.policyOf(of.row.campus).goods};
    for (const auto& [number, refund] : m_world.refunds) {
        if (refund.returnId == id) {
            detail.refunds.insert(detail.refunds.begin(), refund);
        }
    }
    detail.fourEyes = m_world.eyes(of, m_world.worth(of.row.orderNo, asRequested(of)), call.actor.name);
    return m_world.engine.read<api::ReturnDetail>(std::move(detail));
}

api::Answer<api::ReturnableOrder> FakeReturns::returnable(const api::Call&, OrderNo orderNo) {
    return m_world.engine.read<api::ReturnableOrder>(m_world.returnable(orderNo));
}

api::Answer<api::ApprovalPreview> FakeReturns::preview(const api::Call& call, ReturnId id,
                                                       std::vector<api::ReturnLine> lines) {
    const auto& of = m_world.returns.at(id.value);
    api::ApprovalPreview preview;
    preview.lines = of.lines;
    preview.settlement = m_world.worth(of.row.orderNo, lines.empty() ? asRequested(of) : lines);
    preview.amount = {std::min(preview.settlement.minor, m_world.moneyOf(of.row.orderNo).refundable.minor)};
    preview.fourEyes = m_world.eyes(of, preview.settlement, call.actor.name);
    const bool second = preview.fourEyes.needed > 1 && preview.fourEyes.first.empty();
    preview.becomes = second                                                                ? RefundStatus::Requested
                      : m_world.policyOf(of.row.campus).goods == api::GoodsRule::GoodsFirst ? RefundStatus::Held
                                                                                            : RefundStatus::Pending;
    return m_world.engine.read<api::ApprovalPreview>(std::move(preview));
}

api::Answer<std::int64_t> FakeReturns::exportCsv(const api::Call&, api::ReturnQuery query, std::string path,
                                                 std::function<void(std::int64_t)> progress) {
    const auto rows = select(query.filter);
    std::ofstream file(path);
    file << "return_no,stage\n";
    for (const auto& row : rows) {
        file << row.number.str() << ',' << api::toText(row.stage) << '\n';
    }
    progress(static_cast<std::int64_t>(rows.size()));
    return m_world.engine.read<std::int64_t>(static_cast<std::int64_t>(rows.size()));
}

}  // namespace evenhand::test
