// SPDX-License-Identifier: GPL-3.0-or-later
// Money that goes back: asked for from Orders, decided, sent, recorded by hand; and what the sending worker needs.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/refund_sending.h"
#include "engine/api/refund_types.h"
#include "engine/api/returns_detail.h"

namespace evenhand::api {

class RefundDesk {
public:
    virtual ~RefundDesk() = default;

    // Refunds of returns, closed orders, late and unmatched payments are made by the rules, in the transaction of their
    // cause. Errors of every command: NotFound (refund), Conflict (version), WrongStatus (status).

    // --- people; reason needed --------------------------------------------------------------------------------
    /// Permission RefundMoney. Above the four-eyes threshold it is REQUESTED, else PENDING. The same key and body again
    /// gets the same answer. Errors: InvalidArgument (key, amount: below 1, reason_code: not offered), NotFound
    /// (order_no), WrongStatus (status: not paid, or closed), ExceedsRefundable (amount; the message says what is
    /// left), KeyReused (key).
    virtual Answer<RefundAnswer> request(const Call& call, RequestRefund request) = 0;
    /// Permission ApproveRefunds. REQUESTED → PENDING, or the first of two approvals. FourEyes (approver).
    virtual Answer<std::vector<RefundOutcome>> approve(const Call& call, std::vector<RefundRef> refs) = 0;
    /// Permission RefundMoney. REQUESTED, HELD, PENDING or FAILED → CANCELLED; only of causes `return` (then the
    /// return's approval is undone with it) and `order`: what is owed by rule stays owed (WrongStatus, cause).
    virtual Answer<std::vector<RefundOutcome>> cancel(const Call& call, std::vector<RefundRef> refs) = 0;
    /// Permission RefundMoney. FAILED → PENDING by the present provider; a dead one (PENDING or SENT) is due now, with
    /// its attempts forgotten. The idempotency key stays.
    virtual Answer<std::vector<RefundOutcome>> retry(const Call& call, std::vector<RefundRef> refs) = 0;
    /// Permission RefundMoney. PENDING, FAILED, or a dead SENT → SUCCEEDED with the reference under which a person paid
    /// it: 1 … kMaxReference characters (InvalidArgument reference).
    virtual Answer<RefundOutcome> recordPaid(const Call& call, RefundRef ref, std::string reference) = 0;
    /// Permission RefundMoney. A dead SENT of which a person has found out that it was not paid → FAILED.
    virtual Answer<RefundOutcome> recordFailed(const Call& call, RefundRef ref) = 0;
    /// Permission RefundMoney. A late or unmatched payment goes back: HELD or FAILED → PENDING, and one of which
    /// sending was given up is tried again, as by retry(). What goes back already is answered as it stands, and nothing
    /// is done again. WrongStatus (cause: the refund is of no such payment; payment_no: it has paid an order since,
    /// OrderDesk::matchPayment()).
    virtual Answer<std::vector<RefundOutcome>> sendBack(const Call& call, std::vector<RefundRef> refs) = 0;
    /// Permission HandleCases; no reason. As ReturnsDesk::assign().
    virtual Answer<std::vector<RefundOutcome>> assign(const Call& call, std::vector<RefundRef> refs,
                                                      std::string clerk) = 0;
    /// Permission HandleCases; no reason. A line in its history, whatever its status; notes are never changed.
    /// InvalidArgument (note: empty, above kMaxNote characters, control characters).
    virtual Answer<RefundOutcome> note(const Call& call, RefundRef ref, std::string text) = 0;

    // --- settings; permission ManagePolicies, reads Read ---------------------------------------------------------
    /// InvalidArgument names the field (url, key_id, secret_name, timeout_ms, …) and the value. Conflict (version).
    virtual Answer<void> setSettings(const Call& call, RefundSettings settings) = 0;
    virtual Answer<RefundSettings> settings(const Call& call) = 0;

    // --- sending; permission SendRefunds (workers) ----------------------------------------------------------------
    /// Takes what is due, oldest first, under a lease: PENDING becomes SENT in the same commit, so nothing leaves
    /// unrecorded. An expired lease is due again, with `lookUp`. Manual refunds are never claimed.
    virtual Answer<std::vector<RefundJob>> claimDue(const Call& call, RefundClaim claim) = 0;
    /// One report per job. StaleEpoch (token): somebody else has claimed it since; the report changes nothing. A
    /// repeated report gets the same answer.
    virtual Answer<std::vector<RefundOutcome>> report(const Call& call, std::vector<RefundReport> reports) = 0;
    /// When the next one falls due, leases included; nullopt: none.
    virtual Answer<std::optional<Instant>> nextDue(const Call& call) = 0;

    // --- reads; permission Read -----------------------------------------------------------------------------------
    virtual Answer<std::vector<RefundRow>> page(const Call& call, RefundQuery query) = 0;
    virtual Answer<std::int64_t> count(const Call& call, RefundFilter filter) = 0;
    /// At most kMaxRowIds (InvalidArgument ids).
    virtual Answer<std::vector<RefundRow>> rows(const Call& call, std::vector<RefundId> ids) = 0;
    /// Those of the campus, empty: of all; and those that belong to none.
    virtual Answer<RefundCounts> counts(const Call& call, CampusId campus) = 0;
    /// Oldest first.
    virtual Answer<std::vector<MoneyEvent>> history(const Call& call, RefundId id) = 0;
    /// Of an order, oldest first, also those of its late payments; and its money. NotFound.
    virtual Answer<std::vector<RefundRow>> ofOrder(const Call& call, OrderNo orderNo) = 0;
    virtual Answer<OrderMoney> moneyOf(const Call& call, OrderNo orderNo) = 0;
};

}  // namespace evenhand::api
