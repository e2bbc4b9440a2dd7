// SPDX-License-Identifier: GPL-3.0-or-later
// Random-discount campaigns as the outside sees them: settings and their preview, life, draws, the board, rehearsal.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/campaign_board.h"
#include "engine/api/campaign_types.h"

namespace evenhand::api {

class CampaignDesk {
public:
    virtual ~CampaignDesk() = default;

    // `version`: as the caller saw it, Conflict if it has changed since; 0: whatever it is now.
    // --- settings; permission ManageCampaigns -------------------------------------------------------------
    // InvalidArgument names the field (name, budget, places, max_discount, queues, count_limit, amount_limit, begin,
    // end, seed, validity_ms, recovery_ms), the value and what would be valid.
    /// What settings would give, without anything being made; infeasible ones are an answer, not an error. Permission
    /// Read.
    virtual Answer<CampaignPreview> preview(const Call& call, CampaignShape shape,
                                            std::optional<std::int64_t> seed) = 0;
    /// A draft. Empty id: one is made. AlreadyExists.
    virtual Answer<CampaignRow> create(const Call& call, CampaignId id, CampaignSettings settings) = 0;
    /// WrongStatus names the field that can no longer be changed.
    virtual Answer<CampaignRow> edit(const Call& call, CampaignId id, CampaignSettings settings,
                                     std::int64_t version) = 0;
    /// A draft with the settings of another; begin and end are moved so that it begins now.
    virtual Answer<CampaignRow> copy(const Call& call, CampaignId from, CampaignId id) = 0;
    /// Deletes a draft.
    virtual Answer<void> remove(const Call& call, CampaignId id, std::int64_t version = 0) = 0;

    // --- life; permission ManageCampaigns; stopping needs a reason -------------------------------------------
    /// Builds the queues in slices, then runs. WrongStatus unless a draft; InvalidArgument (end) if that has passed.
    virtual Answer<CampaignRow> start(const Call& call, CampaignId id, std::int64_t version = 0) = 0;
    virtual Answer<CampaignRow> pause(const Call& call, CampaignId id, std::int64_t version = 0) = 0;
    virtual Answer<CampaignRow> resume(const Call& call, CampaignId id, std::int64_t version = 0) = 0;
    /// Ends it for good; what is left counts as unspent.
    virtual Answer<CampaignRow> stop(const Call& call, CampaignId id, std::int64_t version = 0) = 0;

    // --- draws; permission PlaceOrders -----------------------------------------------------------------------
    /// The same draw again gets the same answer. A refusal is an answer. Errors: NotFound (campaign), InvalidArgument,
    /// KeyReused (the id is another user's, or another campaign's).
    virtual Answer<DrawAnswer> draw(const Call& call, DrawRequest request) = 0;
    virtual void drawMany(const Call& call, std::vector<DrawRequest> requests, BatchCompletion<DrawAnswer> done) = 0;
    /// Gives a granted draw back that no order has used; permission ManageCampaigns, reason needed. WrongStatus.
    virtual Answer<DrawAnswer> giveBack(const Call& call, DrawId id) = 0;

    // --- reads; permission Read ------------------------------------------------------------------------------
    /// Newest first.
    virtual Answer<std::vector<CampaignRow>> campaigns(const Call& call) = 0;
    virtual Answer<CampaignRow> campaign(const Call& call, CampaignId id) = 0;
    virtual Answer<CampaignBoard> board(const Call& call, CampaignId id) = 0;
    virtual Answer<std::vector<DrawRow>> draws(const Call& call, DrawQuery query) = 0;
    virtual Answer<std::int64_t> countDraws(const Call& call, DrawFilter filter) = 0;
    /// Writes the draws as CSV, as OrderDesk::exportCsv(). Answers the rows.
    virtual Answer<std::int64_t> exportDraws(const Call& call, DrawFilter filter, std::string path,
                                             std::function<void(std::int64_t)> progress) = 0;

    /// On a scratch workspace, on a thread of its own; the campaigns here are not touched. `progress(attempts)` is
    /// called on that thread. Cancelling the future ends it. Permission ManageCampaigns.
    virtual Answer<CampaignRehearsalResult> rehearse(const Call& call, CampaignRehearsal rehearsal,
                                                     std::function<void(std::int64_t)> progress) = 0;
};

}  // namespace evenhand::api
