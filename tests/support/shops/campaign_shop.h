// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) with four campaigns: "spring" has ended, "weekend" is a draft, "evening" is scheduled, and "lunch"
// has run for two hours, with draws of many users, refused ones and some that were given back.
// Thread: as Shop.
#pragma once

#include <QPromise>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"
#include "tests/support/shops/shop.h"

namespace evenhand::test {

/// The desk of campaigns, with boards and rehearsals as a test wants them.
class AlteredCampaigns final : public api::CampaignDesk {
    using Call = api::Call;
    using Row = api::CampaignRow;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    explicit AlteredCampaigns(api::CampaignDesk& behind) : m_behind(behind) {}

    std::function<void(api::CampaignBoard&)> boardChange;            ///< changes each board
    std::function<void(std::vector<api::CampaignRow>&)> rowsChange;  ///< changes the list
    std::function<void(std::vector<api::DrawRow>&)> drawsChange;     ///< changes each page
    std::optional<Error> refusal;                                    ///< of every command, nothing is done
    std::optional<Error> previewRefusal;
    int boardReads = 0, previews = 0;
    /// Held, previews are not answered until releasePreviews(), the oldest first.
    bool holdsPreviews = false;
    void releasePreviews() {
        for (auto& [promise, answer] : std::exchange(m_held, {})) {
            promise->addResult(std::move(answer));
            promise->finish();
        }
    }
    /// Answers a rehearsal instead of the engine.
    std::function<Answer<api::CampaignRehearsalResult>(api::CampaignRehearsal, std::function<void(std::int64_t)>)>
        rehearseInstead;

    Answer<api::CampaignPreview> preview(const Call& c, api::CampaignShape shape,
                                         std::optional<std::int64_t> seed) override {
        ++previews;
        if (previewRefusal) {
            return refused<api::CampaignPreview>(*previewRefusal);
        }
        auto answer = m_behind.preview(c, shape, seed);
        if (!holdsPreviews) {
            return answer;
        }
        auto promise = std::make_shared<QPromise<Result<api::CampaignPreview>>>();
        promise->start();
        m_held.emplace_back(promise, answer.result());
        return promise->future();
    }
    Answer<Row> create(const Call& c, CampaignId id, api::CampaignSettings to) override {
        return refusal ? refused<Row>(*refusal) : m_behind.create(c, std::move(id), std::move(to));
    }
    Answer<Row> edit(const Call& c, CampaignId id, api::CampaignSettings to, std::int64_t version) override {
        return refusal ? refused<Row>(*refusal) : m_behind.edit(c, std::move(id), std::move(to), version);
    }
    Answer<Row> copy(const Call& c, CampaignId from, CampaignId id) override {
        return refusal ? refused<Row>(*refusal) : m_behind.copy(c, std::move(from), std::move(id));
    }
    Answer<void> remove(const Call& c, CampaignId id, std::int64_t version = 0) override {
        return m_behind.remove(c, std::move(id), version);
    }
    Answer<Row> start(const Call& c, CampaignId id, std::int64_t version = 0) override {
        return refusal ? refused<Row>(*refusal) : m_behind.start(c, std::move(id), version);
    }
    Answer<Row> pause(const Call& c, CampaignId id, std::int64_t version = 0) override {
        return refusal ? refused<Row>(*refusal) : m_behind.pause(c, std::move(id), version);
    }
    Answer<Row> resume(const Call& c, CampaignId id, std::int64_t version = 0) override {
        return refusal ? refused<Row>(*refusal) : m_behind.resume(c, std::move(id), version);
    }
    Answer<Row> stop(const Call& c, CampaignId id, std::int64_t version = 0) override {
        return refusal ? refused<Row>(*refusal) : m_behind.stop(c, std::move(id), version);
    }
    Answer<api::DrawAnswer> draw(const Call& c, api::DrawRequest request) override {
        return m_behind.draw(c, std::move(request));
    }
    void drawMany(const Call& c, std::vector<api::DrawRequest> requests,
                  api::BatchCompletion<api::DrawAnswer> done) override {
        m_behind.drawMany(c, std::move(requests), std::move(done));
    }
    Answer<api::DrawAnswer> giveBack(const Call& c, DrawId id) override { return m_behind.giveBack(c, std::move(id)); }
    Answer<std::vector<Row>> campaigns(const Call& c) override { return altered(m_behind.campaigns(c), rowsChange); }
    Answer<Row> campaign(const Call& c, CampaignId id) override { return m_behind.campaign(c, std::move(id)); }
    Answer<api::CampaignBoard> board(const Call& c, CampaignId id) override {
        ++boardReads;
        return altered(m_behind.board(c, std::move(id)), boardChange);
    }
    Answer<std::vector<api::DrawRow>> draws(const Call& c, api::DrawQuery query) override {
        return altered(m_behind.draws(c, std::move(query)), drawsChange);
    }
    Answer<std::int64_t> countDraws(const Call& c, api::DrawFilter filter) override {
        return m_behind.countDraws(c, std::move(filter));
    }
    Answer<std::int64_t> exportDraws(const Call& c, api::DrawFilter filter, std::string path,
                                     std::function<void(std::int64_t)> progress) override {
        return m_behind.exportDraws(c, std::move(filter), std::move(path), std::move(progress));
    }
    Answer<api::CampaignRehearsalResult> rehearse(const Call& c, api::CampaignRehearsal plan,
                                                  std::function<void(std::int64_t)> progress) override {
        return rehearseInstead ? rehearseInstead(std::move(plan), std::move(progress))
                               : m_behind.rehearse(c, std::move(plan), std::move(progress));
    }

private:
    api::CampaignDesk& m_behind;
    std::vector<std::pair<std::shared_ptr<QPromise<Result<api::CampaignPreview>>>, Result<api::CampaignPreview>>>
        m_held;
};

class CampaignShop : public Shop, public AlteredEngine {
public:
    /// `empty`: without campaigns.
    explicit CampaignShop(bool empty = false);

    AlteredCampaigns& campaigns() override { return m_altered; }
    [[nodiscard]] api::CampaignBoard boardOf(const CampaignId& id);
    [[nodiscard]] api::CampaignRow row(const CampaignId& id);
    [[nodiscard]] bool has(const CampaignId& id);
    [[nodiscard]] std::size_t size();
    /// One draw of each of so many new users.
    void drawSome(const CampaignId& id, int draws);
    /// Somebody else changes its name: next version, an event.
    void touch(const CampaignId& id);

private:
    static void fill(Shop& shop);
    AlteredCampaigns m_altered;
    int m_users = 0;
};

}  // namespace evenhand::test
