// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of campaigns of FakeEngine: some campaigns in every state, a preview with the engine's rules of feasibility,
// draws that burn the budget down. It keeps what a console must be able to tell apart: infeasible, refused with a
// field, conflict, done, not known. Thread: one thread; events are published inside the call that causes them.
#pragma once

#include <QPromise>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/campaign_desk.h"

namespace evenhand::test {

class FakeEngine;

class FakeCampaigns final : public api::CampaignDesk {
    using Call = api::Call;
    using Row = api::CampaignRow;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    explicit FakeCampaigns(FakeEngine& engine) : m_engine(engine) {}

    // --- what a test steers ---
    /// Campaigns in every state; called by the engine once it has its clock.
    void fill();
    /// So many draws of new users at this instant, each granted `each` minor units.
    void drawSome(const CampaignId& id, std::int64_t draws, std::int64_t each);
    void refuseSome(const CampaignId& id, api::DrawRefusal reason, std::int64_t draws);
    /// Begun and not closed.
    void leaveInFlight(const CampaignId& id, std::int64_t draws, std::int64_t each, std::int64_t ageMs);
    /// The figures no longer add up.
    void spoil(const CampaignId& id, std::int64_t byMinor) { m_campaigns.at(id).board.queued += byMinor; }
    /// Somebody else changes it: next version, an event.
    void touch(const CampaignId& id);
    void clear() { m_campaigns.clear(), m_newest.clear(); }
    /// A start stands at Building until build(); the default is at once.
    void holdBuilds(bool held) { m_buildsHeld = held; }
    void build(const CampaignId& id, std::int64_t places);
    /// Somebody else gave it back, or an order used it.
    void useUp(const DrawId& id, OrderNo order);
    /// Rehearsals stand until finishRehearsal(); the default is at once.
    void holdRehearsals(bool held) { m_rehearsalHeld = held; }
    void tellProgress(std::int64_t attempts) const { m_watch(attempts); }
    void finishRehearsal();
    /// The next rehearsals find this one broken; empty: none.
    void breakInvariant(std::string id) { m_badInvariant = std::move(id); }

    // --- what a test asks ---
    [[nodiscard]] api::CampaignBoard boardOf(const CampaignId& id) const;
    [[nodiscard]] Row row(const CampaignId& id) const { return m_campaigns.at(id).board.row; }
    [[nodiscard]] bool has(const CampaignId& id) const { return m_campaigns.contains(id); }
    [[nodiscard]] std::size_t size() const { return m_campaigns.size(); }
    [[nodiscard]] const std::vector<std::string>& reasons() const noexcept { return m_reasons; }
    [[nodiscard]] int previews() const noexcept { return m_previews; }
    [[nodiscard]] int boardReads() const noexcept { return m_boardReads; }
    [[nodiscard]] const std::optional<api::CampaignRehearsal>& lastPlan() const noexcept { return m_plan; }
    [[nodiscard]] bool rehearsalCancelled() const { return m_rehearsal && m_rehearsal->isCanceled(); }
    [[nodiscard]] const api::DrawFilter& lastExport() const noexcept { return m_exported; }

    // --- CampaignDesk ---
    Answer<api::CampaignPreview> preview(const Call&, api::CampaignShape, std::optional<std::int64_t>) override;
    Answer<Row> create(const Call&, CampaignId, api::CampaignSettings) override;
    Answer<Row> edit(const Call&, CampaignId, api::CampaignSettings, std::int64_t) override;
    Answer<Row> copy(const Call&, CampaignId, CampaignId) override;
    Answer<void> remove(const Call&, CampaignId) override;
    Answer<Row> start(const Call&, CampaignId) override;
    Answer<Row> pause(const Call&, CampaignId) override;
    Answer<Row> resume(const Call&, CampaignId) override;
    Answer<Row> stop(const Call&, CampaignId) override;
    Answer<api::DrawAnswer> draw(const Call&, api::DrawRequest) override;
    void drawMany(const Call&, std::vector<api::DrawRequest>, api::BatchCompletion<api::DrawAnswer>) override;
    Answer<api::DrawAnswer> giveBack(const Call&, DrawId) override;
    Answer<std::vector<Row>> campaigns(const Call&) override;
    Answer<Row> campaign(const Call&, CampaignId) override;
    Answer<api::CampaignBoard> board(const Call&, CampaignId) override;
    Answer<std::vector<api::DrawRow>> draws(const Call&, api::DrawQuery) override;
    Answer<std::int64_t> countDraws(const Call&, api::DrawFilter) override;
    Answer<std::int64_t> exportDraws(const Call&, api::DrawFilter, std::string,
                                     std::function<void(std::int64_t)>) override;
    Answer<api::CampaignRehearsalResult> rehearse(const Call&, api::CampaignRehearsal,
                                                  std::function<void(std::int64_t)>) override;

private:
    struct Campaign {
        api::CampaignBoard board;         ///< all but the burn-down's present point and the projection
        std::vector<api::DrawRow> draws;  ///< oldest first
    };
    template <typename Change>
    Answer<Row> change(const Call& call, const CampaignId& id, bool reasonNeeded, Change&& apply);
    Campaign& add(const char* id, const char* name, std::int64_t budget, std::int64_t places, std::int64_t beginInMs,
                  std::int64_t lastsMs);
    void deal(Campaign& campaign, Instant at);
    void tell(const CampaignId& id);
    [[nodiscard]] api::CampaignRehearsalResult made(const api::CampaignRehearsal& plan) const;
    [[nodiscard]] api::DrawRow* drawOf(const DrawId& id);
    [[nodiscard]] std::optional<Error> refused(const api::CampaignSettings& settings) const;
    [[nodiscard]] std::optional<Error> forbidden(const Row& row, const api::CampaignSettings& settings) const;

    FakeEngine& m_engine;
    std::map<CampaignId, Campaign> m_campaigns;
    std::vector<CampaignId> m_newest;  ///< newest last
    std::vector<std::string> m_reasons;
    api::DrawFilter m_exported;
    std::optional<api::CampaignRehearsal> m_plan;
    std::function<void(std::int64_t)> m_watch;
    std::shared_ptr<QPromise<Result<api::CampaignRehearsalResult>>> m_rehearsal;
    std::string m_badInvariant;
    bool m_rehearsalHeld = false;
    bool m_buildsHeld = false;
    int m_previews = 0;
    int m_boardReads = 0;
    std::int64_t m_last = 0;
};

}  // namespace evenhand::test
