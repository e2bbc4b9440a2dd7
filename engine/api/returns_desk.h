// SPDX-License-Identifier: GPL-3.0-or-later
// Returns as the outside sees them: requests, decisions, goods, and the reads of queue and detail. Their money is in
// refund_desk.h. Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/returns_detail.h"
#include "engine/api/returns_types.h"

namespace evenhand::api {

class ReturnsDesk {
public:
    virtual ~ReturnsDesk() = default;

    // --- requests; permission RequestReturns (with `approve` also ApproveReturns) -----------------------------
    /// Durable when answered; the same number and body again gets the first answer as it stands now. Orders from PAID
    /// on, never closed ones. Errors, each with field and value: InvalidArgument (number, lines, sku, units: below 1 or
    /// too many, or a SKU twice; reason: too long or control characters; reason_code: not offered; order_no: not that
    /// of the deduction), NotFound (deduction, order_no; sku: the deduction has no such SKU), WrongStatus (status;
    /// window: too late by the return rules), ExceedsDeducted (units; the message says what is returnable), KeyReused
    /// (number: known with another body). `approve` above a threshold is no error: the return stays REQUESTED. What the
    /// return rules approve the system approves at once.
    virtual Answer<ReturnAnswer> request(const Call& call, RequestReturn request) = 0;
    virtual void requestMany(const Call& call, std::vector<RequestReturn> requests,
                             BatchCompletion<ReturnAnswer> done) = 0;
    /// One answer per deduction that it takes from, all in one unit of work. As request(), and: NotFound (field user:
    /// empty; field sku: no order of this user has this SKU), ExceedsDeducted: not enough in all, nothing was taken.
    virtual Answer<std::vector<ReturnAnswer>> requestMatched(const Call& call, MatchReturn request) = 0;

    // --- decisions; each is a compare-and-set on the version. Errors: NotFound (return), Conflict (version),
    // WrongStatus (status, goods or refund, whichever is in the way).
    /// Permission ApproveReturns. `lines`: units per SKU, 0 … requested, at least one above 0 (InvalidArgument sku,
    /// units); empty: all as requested. FourEyes (approver): the requester, or the first approver, may not. Where a
    /// second approver is needed the first approval is kept (stage second_approval) and changes nothing else; the
    /// second must approve the same units (Conflict, lines). Grants the refund: to HELD or PENDING by the policy;
    /// capped to what is still refundable; none if that is 0.
    virtual Answer<ReturnOutcome> approve(const Call& call, ReturnRef ref, std::vector<ReturnLine> lines) = 0;
    /// Approves each as requested, each in a unit of work of its own.
    virtual Answer<std::vector<ReturnOutcome>> approveMany(const Call& call, std::vector<ReturnRef> refs) = 0;
    /// Permission ApproveReturns; reason needed. `customerNote`: 0 … kMaxReturnReason characters of plain text.
    virtual Answer<std::vector<ReturnOutcome>> reject(const Call& call, std::vector<ReturnRef> refs,
                                                      std::string customerNote) = 0;
    /// Permission RequestReturns; reason needed. Only of a REQUESTED return.
    virtual Answer<std::vector<ReturnOutcome>> cancel(const Call& call, std::vector<ReturnRef> refs) = 0;
    /// Undoes the last decision; reason needed; permission as for the decision. An approval: while the goods are not
    /// received and the refund has not left (SENT, SUCCEEDED); its refund is cancelled. A first approval: always. A
    /// rejection or a cancel: if the units are still returnable (ExceedsDeducted).
    virtual Answer<ReturnOutcome> undo(const Call& call, ReturnRef ref) = 0;

    // --- goods; permission HandleGoods --------------------------------------------------------------------------
    /// Of an APPROVED one whose goods are awaited. Each approved SKU once, sellable + damaged = approved units
    /// (InvalidArgument sku, sellable, damaged); empty: all sellable. A HELD refund becomes PENDING.
    virtual Answer<ReturnOutcome> receive(const Call& call, ReturnRef ref, std::vector<ReceivedLine> lines) = 0;
    /// No goods will come; reason needed. A HELD refund becomes PENDING.
    virtual Answer<ReturnOutcome> skipGoods(const Call& call, ReturnRef ref) = 0;
    /// The goods are awaited again; reason needed. Stock is taken out again (OutOfStock); a refund that they had
    /// released is HELD again, WrongStatus if it has left.
    virtual Answer<ReturnOutcome> undoGoods(const Call& call, ReturnRef ref) = 0;

    // --- cases; permission HandleCases, no reason -----------------------------------------------------------------
    /// `clerk`: the login of somebody who can sign in, or who asks; empty: nobody. NotFound (clerk).
    virtual Answer<std::vector<ReturnOutcome>> assign(const Call& call, std::vector<ReturnRef> refs,
                                                      std::string clerk) = 0;
    /// A line in its history, whatever its stage; notes are never changed. InvalidArgument (note: empty, above kMaxNote
    /// characters, control characters).
    virtual Answer<ReturnOutcome> note(const Call& call, ReturnRef ref, std::string text) = 0;

    // --- settings -------------------------------------------------------------------------------------------------
    /// Permission ManagePolicies. Empty campus: the workspace. nullopt: the campus has none of its own any more.
    /// InvalidArgument (four_eyes, second, window_days, auto_approve_up_to, fee_points, reason_code; the workspace
    /// needs a policy), NotFound (campus), Conflict for a stale version (0: whatever it is now).
    virtual Answer<void> setPolicy(const Call& call, CampusId campus, std::optional<ReturnPolicy> policy,
                                   std::int64_t version = 0) = 0;
    /// The workspace's first, then every campus in order of id. Permission Read.
    virtual Answer<std::vector<ReturnPolicyRow>> policies(const Call& call) = 0;

    /// Permission ManagePolicies. InvalidArgument (reasons: too many; code, name; age_limit_ms), Conflict (version).
    virtual Answer<void> setCaseSettings(const Call& call, CaseSettings settings) = 0;
    /// Permission Read.
    virtual Answer<CaseSettings> caseSettings(const Call& call) = 0;

    // --- reads, by the reader thread from committed state; permission Read ------------------------------------------
    virtual Answer<std::vector<ReturnRow>> page(const Call& call, ReturnQuery query) = 0;
    virtual Answer<std::int64_t> count(const Call& call, ReturnFilter filter) = 0;
    /// At most kMaxRowIds (InvalidArgument ids).
    virtual Answer<std::vector<ReturnRow>> rows(const Call& call, std::vector<ReturnId> ids) = 0;
    /// Empty campus: all.
    virtual Answer<ReturnCounts> counts(const Call& call, CampusId campus) = 0;
    /// NotFound.
    virtual Answer<ReturnDetail> detail(const Call& call, ReturnId id) = 0;
    /// Before a request: per SKU of the order what may come back, and its money. NotFound (order_no).
    virtual Answer<ReturnableOrder> returnable(const Call& call, OrderNo orderNo) = 0;
    /// What this request would answer if it were made now; changes nothing. Its number does not count, nor who may
    /// request or approve. Errors otherwise as request().
    virtual Answer<RequestPreview> previewRequest(const Call& call, RequestReturn request) = 0;
    /// What an approval of these units would pay and who would have to agree; changes nothing. Errors as approve().
    virtual Answer<ApprovalPreview> preview(const Call& call, ReturnId id, std::vector<ReturnLine> lines) = 0;
    /// As OrderDesk::exportCsv(), a row per return and SKU. Of the query only the filter counts.
    virtual Answer<std::int64_t> exportCsv(const Call& call, ReturnQuery query, std::string path,
                                           std::function<void(std::int64_t)> progress) = 0;
};

}  // namespace evenhand::api
