// SPDX-License-Identifier: GPL-3.0-or-later
// A desk of campaigns that answers Unsupported to everything, for tests of what is not about campaigns.
// Thread: any.
#pragma once

#include <QPromise>

#include "engine/api/campaign_desk.h"

namespace evenhand::test {

class RefusingCampaigns final : public api::CampaignDesk {
    using Call = api::Call;
    using Row = api::CampaignRow;
    template <typename T>
    using Answer = api::Answer<T>;

public:
    Answer<api::CampaignPreview> preview(const Call&, api::CampaignShape, std::optional<std::int64_t>) override {
        return refused<api::CampaignPreview>();
    }
    Answer<Row> create(const Call&, CampaignId, api::CampaignSettings) override { return refused<Row>(); }
    Answer<Row> edit(const Call&, CampaignId, api::CampaignSettings, std::int64_t) override { return refused<Row>(); }
    Answer<Row> copy(const Call&, CampaignId, CampaignId) override { return refused<Row>(); }
    Answer<void> remove(const Call&, CampaignId) override { return refused<void>(); }
    Answer<Row> start(const Call&, CampaignId) override { return refused<Row>(); }
    Answer<Row> pause(const Call&, CampaignId) override { return refused<Row>(); }
    Answer<Row> resume(const Call&, CampaignId) override { return refused<Row>(); }
    Answer<Row> stop(const Call&, CampaignId) override { return refused<Row>(); }
    Answer<api::DrawAnswer> draw(const Call&, api::DrawRequest) override { return refused<api::DrawAnswer>(); }
    void drawMany(const Call&, std::vector<api::DrawRequest> requests,
                  api::BatchCompletion<api::DrawAnswer> done) override {
        done(std::vector<Result<api::DrawAnswer>>(requests.size(), error()));
    }
    Answer<api::DrawAnswer> giveBack(const Call&, DrawId) override { return refused<api::DrawAnswer>(); }
    Answer<std::vector<Row>> campaigns(const Call&) override { return refused<std::vector<Row>>(); }
    Answer<Row> campaign(const Call&, CampaignId) override { return refused<Row>(); }
    Answer<api::CampaignBoard> board(const Call&, CampaignId) override { return refused<api::CampaignBoard>(); }
    Answer<std::vector<api::DrawRow>> draws(const Call&, api::DrawQuery) override {
        return refused<std::vector<api::DrawRow>>();
    }
    Answer<std::int64_t> countDraws(const Call&, api::DrawFilter) override { return refused<std::int64_t>(); }
    Answer<std::int64_t> exportDraws(const Call&, api::DrawFilter, std::string,
                                     std::function<void(std::int64_t)>) override {
        return refused<std::int64_t>();
    }
    Answer<api::CampaignRehearsalResult> rehearse(const Call&, api::CampaignRehearsal,
                                                  std::function<void(std::int64_t)>) override {
        return refused<api::CampaignRehearsalResult>();
    }

private:
    static tl::unexpected<Error> error() {
        return tl::unexpected<Error>(Error{ErrorCode::Unsupported, "no campaigns here", {}, {}});
    }
    template <typename T>
    static Answer<T> refused() {
        QPromise<Result<T>> promise;
        promise.start();
        promise.addResult(Result<T>(error()));
        promise.finish();
        return promise.future();
    }
};

}  // namespace evenhand::test
