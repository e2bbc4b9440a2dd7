// SPDX-License-Identifier: GPL-3.0-or-later
// The refund and ledger desks of FakeEngine.
#include "tests/support/fake_refunds.h"

#include <algorithm>
#include <fstream>

#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

using api::RefundStatus;

Error error(ErrorCode code, const char* message, const char* field, const std::string& value = {}) {
    return {code, message, field, value};
}

bool matches(const api::RefundFilter& f, const api::RefundRow& row) {
    return (f.statuses.empty() || std::count(f.statuses.begin(), f.statuses.end(), row.status) > 0) &&
           (f.causes.empty() || std::count(f.causes.begin(), f.causes.end(), row.cause) > 0) &&
           (f.campus.empty() || f.campus == row.campus) && (!f.deadOnly || row.dead) &&
           (!f.from || row.requestedAt >= *f.from) && (!f.to || row.requestedAt < *f.to) &&
           (f.text.empty() || row.orderNo.starts_with(f.text) || row.paymentNo.str().starts_with(f.text));
}

template <typename Row>
std::vector<Row> slice(const std::vector<Row>& rows, std::int64_t offset, std::int64_t limit) {
    const auto from = std::min<std::size_t>(static_cast<std::size_t>(offset), rows.size());
    const auto to = std::min<std::size_t>(from + static_cast<std::size_t>(limit), rows.size());
    return {rows.begin() + static_cast<std::ptrdiff_t>(from), rows.begin() + static_cast<std::ptrdiff_t>(to)};
}

}  // namespace

// --- what a sender would report -----------------------------------------------------------------------------

void FakeRefunds::send(RefundId id) {
    auto& refund = m_world.refunds.at(id.value);
    m_world.move(refund, RefundStatus::Sent, "sender");
    m_world.touch(refund);
}

void FakeRefunds::fail(RefundId id, const std::string& why) {
    auto& refund = m_world.refunds.at(id.value);
    m_world.move(refund, RefundStatus::Sent, "sender");
    refund.lastError = why;
    m_world.move(refund, RefundStatus::Failed, "sender");
    m_world.touch(refund);
}

void FakeRefunds::succeed(RefundId id, const std::string& reference) {
    auto& refund = m_world.refunds.at(id.value);
    m_world.move(refund, RefundStatus::Sent, "sender");
    refund.reference = reference;
    m_world.move(refund, RefundStatus::Succeeded, "sender");
    m_world.touch(refund);
}

void FakeRefunds::giveUp(RefundId id, const std::string& why) {
    auto& refund = m_world.refunds.at(id.value);
    m_world.move(refund, RefundStatus::Sent, "sender");
    refund.attempts = 12;
    refund.lastError = why;
    refund.dead = true;
    m_world.touch(refund);
}

std::optional<api::RefundRow> FakeRefunds::row(RefundId id) const {
    const auto found = m_world.refunds.find(id.value);
    return found == m_world.refunds.end() ? std::nullopt : std::optional(found->second);
}

std::vector<api::RefundRow> FakeRefunds::select(const api::RefundFilter& filter) const {
    std::vector<api::RefundRow> rows;
    for (const auto& [id, row] : m_world.refunds) {
        if (matches(filter, row)) {
            rows.push_back(row);
        }
    }
    return rows;
}

std::int64_t FakeRefunds::failed() const {
    return std::count_if(m_world.refunds.begin(), m_world.refunds.end(), [](const auto& each) {
        return each.second.dead || each.second.status == RefundStatus::Failed;
    });
}

// --- people -------------------------------------------------------------------------------------------------

api::Answer<api::RefundAnswer> FakeRefunds::request(const api::Call& call, api::RequestRefund asked) {
    auto& engine = m_world.engine;
    m_world.reasons.push_back(call.reason);
    const auto no = [&](Error why) { return engine.answer<api::RefundAnswer>(evenhand::fail(std::move(why))); };
    if (engine.m_commandError) {
        return no(*engine.m_commandError);
    }
    if (const auto known = m_world.keys.find(asked.key); known != m_world.keys.end()) {
        auto again = known->second;
        again.repeated = true;
        return engine.answer<api::RefundAnswer>(std::move(again));
    }
    const auto order = engine.row(asked.orderNo);
    if (asked.version != 0 && asked.version != order.version) {
        return no(error(ErrorCode::Conflict, "changed meanwhile", "version"));
    }
    const auto money = m_world.moneyOf(asked.orderNo);
    const Money amount = asked.amount.value_or(money.refundable);
    if (amount > money.refundable) {
        return no(error(ErrorCode::ExceedsRefundable, "more than is left", "amount", std::to_string(amount.minor)));
    }
    api::RefundRow refund;
    refund.cause = api::RefundCause::Order;
    refund.orderNo = asked.orderNo.str();
    refund.paymentNo = PaymentNo("P-" + asked.orderNo.str());
    refund.campus = order.campus;
    refund.amount = amount;
    refund.reason = call.reason;
    refund.requester = call.actor.name;
    const auto& rule = m_world.policyOf(order.campus);
    const bool above = rule.fourEyesAbove && Money{money.committed.minor + amount.minor} > *rule.fourEyesAbove;
    const auto id = m_world.grant(std::move(refund), above ? RefundStatus::Requested : RefundStatus::Pending);
    m_world.touch(m_world.refunds.at(id.value));
    const api::RefundAnswer answer{id, m_world.refunds.at(id.value).status, amount, false};
    m_world.keys[asked.key] = answer;
    return engine.answer<api::RefundAnswer>(api::RefundAnswer(answer));
}

api::RefundOutcome FakeRefunds::change(const api::Call&, const api::RefundRef& ref, const Change& what) {
    const auto found = m_world.refunds.find(ref.id.value);
    if (found == m_world.refunds.end()) {
        return {ref.id, error(ErrorCode::NotFound, "no such refund", "refund"), {}, 0};
    }
    auto& refund = found->second;
    auto why = ref.version != 0 && ref.version != refund.version
                   ? std::optional(error(ErrorCode::Conflict, "changed meanwhile", "version"))
                   : what(refund);
    if (!why) {
        m_world.touch(refund);
    }
    return {ref.id, std::move(why), refund.status, refund.version};
}

api::Answer<std::vector<api::RefundOutcome>> FakeRefunds::changeAll(const api::Call& call,
                                                                    const std::vector<api::RefundRef>& refs,
                                                                    const Change& what) {
    auto& engine = m_world.engine;
    m_world.reasons.push_back(call.reason);
    if (engine.m_commandError) {
        return engine.answer<std::vector<api::RefundOutcome>>(evenhand::fail(*engine.m_commandError));
    }
    std::vector<api::RefundOutcome> outcomes;
    for (const auto& ref : refs) {
        outcomes.push_back(change(call, ref, what));
    }
    return engine.answer<std::vector<api::RefundOutcome>>(std::move(outcomes));
}

api::Answer<std::vector<api::RefundOutcome>> FakeRefunds::approve(const api::Call& call,
                                                                  std::vector<api::RefundRef> refs) {
    return changeAll(call, refs, [&](api::RefundRow& refund) -> std::optional<Error> {
        if (refund.requester == call.actor.name) {
            return error(ErrorCode::FourEyes, "the requester may not approve", "approver", call.actor.name);
        }
        refund.approver = call.actor.name;
        m_world.move(refund, RefundStatus::Pending, call.actor.name);
        return std::nullopt;
    });
}

api::Answer<std::vector<api::RefundOutcome>> FakeRefunds::cancel(const api::Call& call,
                                                                 std::vector<api::RefundRef> refs) {
    return changeAll(call, refs, [&](api::RefundRow& refund) -> std::optional<Error> {
        if (refund.cause != api::RefundCause::Order && refund.cause != api::RefundCause::Return) {
            return error(ErrorCode::WrongStatus, "owed by rule", "cause");
        }
        m_world.move(refund, RefundStatus::Cancelled, call.actor.name);
        return std::nullopt;
    });
}

api::Answer<std::vector<api::RefundOutcome>> FakeRefunds::retry(const api::Call& call,
                                                                std::vector<api::RefundRef> refs) {
    return changeAll(call, refs, [&](api::RefundRow& refund) -> std::optional<Error> {
        if (refund.status != RefundStatus::Failed && !refund.dead) {
            return error(ErrorCode::WrongStatus, "it has not failed", "status");
        }
        refund.attempts = 0;
        m_world.move(refund, refund.dead ? refund.status : RefundStatus::Pending, call.actor.name);
        refund.nextTry = m_world.engine.now();
        return std::nullopt;
    });
}

api::Answer<api::RefundOutcome> FakeRefunds::recordPaid(const api::Call& call, api::RefundRef ref,
                                                        std::string reference) {
    m_world.reasons.push_back(call.reason);
    return m_world.engine.answer<api::RefundOutcome>(
        change(call, ref, [&](api::RefundRow& refund) -> std::optional<Error> {
            if (reference.empty()) {
                return error(ErrorCode::InvalidArgument, "a reference is needed", "reference");
            }
            refund.reference = reference;
            m_world.move(refund, RefundStatus::Succeeded, call.actor.name);
            return std::nullopt;
        }));
}

api::Answer<api::RefundOutcome> FakeRefunds::recordFailed(const api::Call& call, api::RefundRef ref) {
    m_world.reasons.push_back(call.reason);
    return m_world.engine.answer<api::RefundOutcome>(
        change(call, ref, [&](api::RefundRow& refund) -> std::optional<Error> {
            if (refund.status != RefundStatus::Sent || !refund.dead) {
                return error(ErrorCode::WrongStatus, "not given up", "status");
            }
            m_world.move(refund, RefundStatus::Failed, call.actor.name);
            return std::nullopt;
        }));
}

api::Answer<void> FakeRefunds::setSettings(const api::Call&, api::RefundSettings settings) {
    if (!m_world.badField.empty()) {
        return m_world.engine.answer<void>(
            evenhand::fail(error(ErrorCode::InvalidArgument, "will not do", m_world.badField.c_str())));
    }
    m_world.settings = std::move(settings);
    return m_world.engine.answer<void>({});
}

api::Answer<api::RefundSettings> FakeRefunds::settings(const api::Call&) {
    return m_world.engine.read<api::RefundSettings>(m_world.settings);
}

// --- sending is not the console's ---------------------------------------------------------------------------

api::Answer<std::vector<api::RefundJob>> FakeRefunds::claimDue(const api::Call&, api::RefundClaim) {
    return m_world.engine.answer<std::vector<api::RefundJob>>(std::vector<api::RefundJob>{});
}
api::Answer<std::vector<api::RefundOutcome>> FakeRefunds::report(const api::Call&, std::vector<api::RefundReport>) {
    return m_world.engine.answer<std::vector<api::RefundOutcome>>(std::vector<api::RefundOutcome>{});
}
api::Answer<std::optional<Instant>> FakeRefunds::nextDue(const api::Call&) {
    return m_world.engine.answer<std::optional<Instant>>(std::optional<Instant>{});
}

// --- reads --------------------------------------------------------------------------------------------------

api::Answer<std::vector<api::RefundRow>> FakeRefunds::page(const api::Call&, api::RefundQuery query) {
    auto rows = select(query.filter);
    if (query.descending) {
        std::reverse(rows.begin(), rows.end());
    }
    return m_world.engine.read<std::vector<api::RefundRow>>(slice(rows, query.offset, query.limit));
}
api::Answer<std::int64_t> FakeRefunds::count(const api::Call&, api::RefundFilter filter) {
    return m_world.engine.read<std::int64_t>(static_cast<std::int64_t>(select(filter).size()));
}
api::Answer<std::vector<api::RefundRow>> FakeRefunds::rows(const api::Call&, std::vector<RefundId> ids) {
    std::vector<api::RefundRow> rows;
    for (const auto id : ids) {
        if (const auto found = row(id)) {
            rows.push_back(*found);
        }
    }
    return m_world.engine.read<std::vector<api::RefundRow>>(std::move(rows));
}
api::Answer<api::RefundCounts> FakeRefunds::counts(const api::Call&, CampusId campus) {
    api::RefundCounts counts;
    api::RefundFilter filter;
    filter.campus = std::move(campus);
    for (const auto& row : select(filter)) {
        const auto add = [&](RefundStatus status, std::int64_t& count, Money* sum) {
            if (row.status == status) {
                ++count;
                (sum ? sum->minor : count) += sum ? row.amount.minor : 0;
            }
        };
        add(RefundStatus::Requested, counts.requested, nullptr);
        add(RefundStatus::Held, counts.held, nullptr);
        add(RefundStatus::Pending, counts.pending, &counts.pendingAmount);
        add(RefundStatus::Sent, counts.sent, &counts.sentAmount);
        add(RefundStatus::Failed, counts.failed, &counts.failedAmount);
        counts.dead += row.dead ? 1 : 0;
    }
    return m_world.engine.read<api::RefundCounts>(counts);
}
api::Answer<std::vector<api::MoneyEvent>> FakeRefunds::history(const api::Call&, RefundId id) {
    return m_world.engine.read<std::vector<api::MoneyEvent>>(m_world.refundEvents[id.value]);
}
api::Answer<std::vector<api::RefundRow>> FakeRefunds::ofOrder(const api::Call&, OrderNo orderNo) {
    std::vector<api::RefundRow> rows;
    for (const auto& [id, row] : m_world.refunds) {
        if (row.orderNo == orderNo.str()) {
            rows.push_back(row);
        }
    }
    return m_world.engine.read<std::vector<api::RefundRow>>(std::move(rows));
}
api::Answer<api::OrderMoney> FakeRefunds::moneyOf(const api::Call&, OrderNo orderNo) {
    return m_world.engine.read<api::OrderMoney>(m_world.moneyOf(orderNo));
}

// --- ledger -------------------------------------------------------------------------------------------------

std::vector<api::LedgerRow> FakeLedger::select(const api::LedgerFilter& filter) const {
    std::vector<api::LedgerRow> rows;
    for (const auto& row : m_world.ledger) {
        const bool account = !filter.account || row.debit == *filter.account || row.credit == *filter.account;
        if (account && (filter.orderNo.empty() || row.orderNo == filter.orderNo.str())) {
            rows.push_back(row);
        }
    }
    return rows;
}
api::Answer<std::vector<api::AccountBalance>> FakeLedger::trialBalance(const api::Call&) {
    std::vector<api::AccountBalance> balances;
    for (const auto account : api::allLedgerAccounts()) {
        api::AccountBalance balance{account, {}, {}, {}};
        for (const auto& row : m_world.ledger) {
            balance.debit.minor += row.debit == account ? row.amount.minor : 0;
            balance.credit.minor += row.credit == account ? row.amount.minor : 0;
        }
        balance.balance = {balance.debit.minor - balance.credit.minor};
        balances.push_back(balance);
    }
    return m_world.engine.read<std::vector<api::AccountBalance>>(std::move(balances));
}
api::Answer<std::vector<api::LedgerRow>> FakeLedger::page(const api::Call&, api::LedgerQuery query) {
    auto rows = select(query.filter);
    if (query.descending) {
        std::reverse(rows.begin(), rows.end());
    }
    return m_world.engine.read<std::vector<api::LedgerRow>>(slice(rows, query.offset, query.limit));
}
api::Answer<std::int64_t> FakeLedger::count(const api::Call&, api::LedgerFilter filter) {
    return m_world.engine.read<std::int64_t>(static_cast<std::int64_t>(select(filter).size()));
}
api::Answer<std::int64_t> FakeLedger::exportCsv(const api::Call&, api::LedgerFilter filter, std::string path,
                                                std::function<void(std::int64_t)> progress) {
    const auto rows = select(filter);
    std::ofstream file(path);
    file << "entry,account\n";
    for (const auto& row : rows) {
        file << row.entry << ',' << api::toText(row.debit) << '\n'
             << row.entry << ',' << api::toText(row.credit) << '\n';
    }
    progress(static_cast<std::int64_t>(rows.size()));
    return m_world.engine.read<std::int64_t>(static_cast<std::int64_t>(rows.size()));
}

}  // namespace evenhand::test
