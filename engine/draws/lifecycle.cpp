// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/draws/lifecycle.h"

#include <algorithm>

#include "engine/amounts/amounts.h"
#include "engine/base/invariant.h"
#include "engine/base/within.h"
#include "engine/draws/draw.h"
#include "engine/runtime/conflict.h"

namespace evenhand::campaigns {
namespace {

using api::CampaignState;
using runtime::UnitOfWork;
using Campaign = store::campaigns::Record;

tl::unexpected<Error> wrongStatus(std::string message, CampaignState state) {
    return fail(ErrorCode::WrongStatus, std::move(message), "state", std::string(api::toText(state)));
}

Result<store::campaigns::Shared> existing(UnitOfWork& work, const CampaignId& id) {
    EVENHAND_ASSIGN(auto found, store::campaigns::find(work.database(), id, store::Hold::Change));
    if (!found) {
        return fail(ErrorCode::NotFound, "no such campaign", "campaign", id.str());
    }
    return found;
}

/// Of those who work on it, who was quicker.
Error changedMeanwhile(UnitOfWork& work, const api::CampaignRow& row) {
    using Op = api::Operation;
    static constexpr Op kChanges[] = {Op::CampaignsCreate, Op::CampaignsEdit,   Op::CampaignsStart,
                                      Op::CampaignsPause,  Op::CampaignsResume, Op::CampaignsStop};
    return runtime::changedMeanwhile(work.database(), "campaign " + row.id.str(), row.version, kChanges);
}

/// Who has stopped it, as a message ends with it; nothing of one that has ended by itself.
std::string stoppedBy(UnitOfWork& work, const api::CampaignRow& row) {
    static constexpr api::Operation kStops[] = {api::Operation::CampaignsStop};
    return row.ended == api::CampaignEnd::Stopped ? runtime::byWhom(work.database(), "campaign " + row.id.str(), kStops)
                                                  : std::string();
}

/// Conflict unless it is as somebody saw it (0: whatever it is now). Asked after its state, which says more: one that
/// has ended by itself was changed by nobody.
Result<void> sameVersion(UnitOfWork& work, const Campaign& campaign, std::int64_t version) {
    return version == 0 || version == campaign.row.version ? Result<void>()
                                                           : fail(changedMeanwhile(work, campaign.row));
}

/// Writes what was changed; the row as it is then.
Result<api::CampaignRow> save(UnitOfWork& work, Campaign changed) {
    EVENHAND_TRY(work.lock([&](auto& roots) { roots.addCampaign(changed.no); }));
    EVENHAND_ASSIGN(const bool done, store::campaigns::update(work.database(), changed));
    if (!done) {
        return fail(changedMeanwhile(work, changed.row));
    }
    ++changed.row.version;
    emitChanged(work, changed.row.id);
    return changed.row;
}

Result<api::CampaignRow> move(UnitOfWork& work, const CampaignId& id, std::int64_t version, CampaignState from,
                              CampaignState to) {
    EVENHAND_ASSIGN(const auto campaign, existing(work, id));
    if (campaign->row.state != from) {
        return wrongStatus("it is not " + std::string(api::toText(from)), campaign->row.state);
    }
    EVENHAND_TRY(sameVersion(work, *campaign, version));
    auto changed = *campaign;
    changed.row.state = to;
    return save(work, std::move(changed));
}

Result<void> endsLater(const api::CampaignSettings& settings, Instant now) {
    if (settings.end <= now) {
        return fail(ErrorCode::InvalidArgument, "has passed: it must be later than " + std::to_string(now.ms), "end",
                    std::to_string(settings.end.ms));
    }
    return {};
}

}  // namespace

Result<void> validateSettings(const api::CampaignSettings& settings) {
    EVENHAND_TRY(base::validateName(settings.name, "name"));
    if (settings.name.find_first_not_of(' ') == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to 200 characters", "name", settings.name);
    }
    EVENHAND_TRY(checkShape(settings.shape));
    EVENHAND_TRY(base::within(settings.countLimit, 1, api::kMaxCampaignCount, "count_limit"));
    EVENHAND_TRY(base::within(settings.amountLimit.minor, 1, api::kMaxCampaignMinor, "amount_limit"));
    EVENHAND_TRY(base::within(settings.begin.ms, 0, base::kMaxInstant.ms, "begin"));
    EVENHAND_TRY(base::within(settings.end.ms, settings.begin.ms + 1, base::kMaxInstant.ms, "end"));
    if (settings.seed) {
        EVENHAND_TRY(base::within(*settings.seed, 0, INT64_MAX, "seed"));
    }
    EVENHAND_TRY(base::within(settings.validityMs, api::kMinDrawValidityMs, api::kMaxDrawValidityMs, "validity_ms"));
    return base::within(settings.recoveryMs, api::kMinDrawRecoveryMs, api::kMaxDrawRecoveryMs, "recovery_ms");
}

Result<void> checkEdit(const api::CampaignRow& row, const api::CampaignSettings& after, Instant now) {
    const auto& before = row.settings;
    const auto& a = before.shape;
    const auto& b = after.shape;
    const std::pair<std::string_view, bool> changed[] = {{"name", before.name != after.name},
                                                         {"budget", a.budget != b.budget},
                                                         {"places", a.places != b.places},
                                                         {"max_discount", a.maxDiscount != b.maxDiscount},
                                                         {"queues", a.queues != b.queues},
                                                         {"count_limit", before.countLimit != after.countLimit},
                                                         {"amount_limit", before.amountLimit != after.amountLimit},
                                                         {"begin", before.begin != after.begin},
                                                         {"end", before.end != after.end},
                                                         {"seed", before.seed != after.seed},
                                                         {"cap_at_max", before.capAtMax != after.capAtMax},
                                                         {"validity_ms", before.validityMs != after.validityMs},
                                                         {"recovery_ms", before.recoveryMs != after.recoveryMs}};
    const bool started = row.state != CampaignState::Draft;
    const auto editable = api::editableFields(row.state, now >= before.begin);
    for (const auto& [field, is] : changed) {
        if (is && std::find(editable.begin(), editable.end(), field) == editable.end()) {
            return fail(ErrorCode::WrongStatus,
                        "can no longer be changed: the campaign is " + std::string(api::toText(row.state)) +
                            "; copy it instead",
                        std::string(field));
        }
    }
    if (!started) {
        return {};
    }
    // Somebody may have used the old limit up.
    if (after.countLimit < before.countLimit) {
        return fail(ErrorCode::WrongStatus, "may only be raised: at least " + std::to_string(before.countLimit),
                    "count_limit", std::to_string(after.countLimit));
    }
    if (after.amountLimit < before.amountLimit) {
        return fail(ErrorCode::WrongStatus, "may only be raised: at least " + std::to_string(before.amountLimit.minor),
                    "amount_limit", std::to_string(after.amountLimit.minor));
    }
    return before.end != after.end ? endsLater(after, now) : Result<void>{};
}

Result<api::CampaignRow> createCampaign(UnitOfWork& work, const CampaignId& wanted,
                                        const api::CampaignSettings& settings) {
    EVENHAND_TRY(validateSettings(settings));
    const auto id = wanted.empty() ? CampaignId("C" + work.rng().uuid().substr(0, 8)) : wanted;
    EVENHAND_TRY(base::validateId(id.str(), "campaign"));
    EVENHAND_ASSIGN(const bool made, store::campaigns::insert(work.database(), id, settings));
    if (!made) {
        return fail(ErrorCode::AlreadyExists, "a campaign with this ID exists", "campaign", id.str());
    }
    emitChanged(work, id);
    EVENHAND_ASSIGN(const auto row, existing(work, id));
    return row->row;
}

Result<api::CampaignRow> editCampaign(UnitOfWork& work, const CampaignId& id, const api::CampaignSettings& settings,
                                      std::int64_t version) {
    EVENHAND_ASSIGN(const auto campaign, existing(work, id));
    EVENHAND_TRY(sameVersion(work, *campaign, version));
    EVENHAND_TRY(validateSettings(settings));
    EVENHAND_TRY(checkEdit(campaign->row, settings, work.now()));
    auto changed = *campaign;
    changed.row.settings = settings;
    return save(work, std::move(changed));
}

Result<api::CampaignRow> copyCampaign(UnitOfWork& work, const CampaignId& from, const CampaignId& id) {
    EVENHAND_ASSIGN(const auto campaign, existing(work, from));
    auto settings = campaign->row.settings;
    const auto length = settings.end.ms - settings.begin.ms;
    settings.begin = work.now();
    settings.end = work.now().plusMs(length);
    settings.seed.reset();  // another campaign, other amounts
    return createCampaign(work, id, settings);
}

Result<void> removeCampaign(UnitOfWork& work, const CampaignId& id, std::int64_t version) {
    EVENHAND_ASSIGN(const auto campaign, existing(work, id));
    if (campaign->row.state != CampaignState::Draft) {
        return wrongStatus("only a draft can be removed", campaign->row.state);
    }
    EVENHAND_TRY(sameVersion(work, *campaign, version));
    EVENHAND_ASSIGN(const bool done, store::campaigns::remove(work.database(), campaign->no, campaign->row.version));
    if (!done) {
        return fail(changedMeanwhile(work, campaign->row));
    }
    emitChanged(work, id);
    return {};
}

Result<api::CampaignRow> startCampaign(UnitOfWork& work, const CampaignId& id, std::int64_t version) {
    EVENHAND_ASSIGN(const auto campaign, existing(work, id));
    if (campaign->row.state != CampaignState::Draft) {
        return wrongStatus("it was started before", campaign->row.state);
    }
    EVENHAND_TRY(sameVersion(work, *campaign, version));
    EVENHAND_TRY(validateSettings(campaign->row.settings));
    EVENHAND_TRY(endsLater(campaign->row.settings, work.now()));
    auto changed = *campaign;
    changed.row.state = CampaignState::Building;
    changed.row.startedAt = work.now();
    if (!changed.row.settings.seed) {
        changed.row.settings.seed = static_cast<std::int64_t>(work.rng().next() >> 1U);
    }
    EVENHAND_INVARIANT(*changed.row.settings.seed >= 0,
                       "the amounts of a campaign could not be made again after a crash");
    return save(work, std::move(changed));
}

Result<api::CampaignRow> pauseCampaign(UnitOfWork& work, const CampaignId& id, std::int64_t version) {
    return move(work, id, version, CampaignState::Running, CampaignState::Paused);
}

Result<api::CampaignRow> resumeCampaign(UnitOfWork& work, const CampaignId& id, std::int64_t version) {
    return move(work, id, version, CampaignState::Paused, CampaignState::Running);
}

Result<api::CampaignRow> stopCampaign(UnitOfWork& work, const CampaignId& id, std::int64_t version) {
    EVENHAND_ASSIGN(const auto campaign, existing(work, id));
    switch (campaign->row.state) {
        case CampaignState::Draft: return wrongStatus("it is not running", campaign->row.state);
        case CampaignState::Ended: {
            std::string why = "it is not running";
            why += stoppedBy(work, campaign->row);
            return wrongStatus(std::move(why), campaign->row.state);
        }
        case CampaignState::Building:
        case CampaignState::Running:
        case CampaignState::Paused: break;
    }
    EVENHAND_TRY(sameVersion(work, *campaign, version));
    EVENHAND_ASSIGN(const bool done, endCampaign(work, *campaign, api::CampaignEnd::Stopped));
    if (!done) {
        return fail(changedMeanwhile(work, campaign->row));
    }
    EVENHAND_ASSIGN(const auto row, existing(work, id));
    return row->row;
}

Result<void> campaignBuilt(UnitOfWork& work, const Campaign& campaign) {
    auto changed = campaign;
    changed.row.state = CampaignState::Running;
    EVENHAND_TRY(save(work, std::move(changed)));
    return {};
}

}  // namespace evenhand::campaigns
