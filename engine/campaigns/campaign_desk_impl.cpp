// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/amounts/amounts.h"
#include "engine/base/clock.h"
#include "engine/campaigns/build_source.h"
#include "engine/campaigns/campaigns.h"
#include "engine/campaigns/draw_export.h"
#include "engine/campaigns/tally.h"
#include "engine/campaigns/upkeep_source.h"
#include "engine/draws/balance.h"
#include "engine/draws/draw.h"
#include "engine/draws/lifecycle.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::campaigns {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;
using Campaign = store::campaigns::Record;

constexpr std::int64_t kBurnPoints = 1'000;
constexpr std::int64_t kRateWindowMs = 10 * base::kMinuteMs;

/// What only the engine knows.
struct EngineSide {
    Instant now;
    Campaign campaign;
    Balance balance;
};

Result<EngineSide> engineSide(UnitOfWork& work, const CampaignId& id) {
    EVENHAND_ASSIGN(const auto campaign, store::campaigns::find(work.database(), id));
    if (!campaign) {
        return fail(ErrorCode::NotFound, "no such campaign", "campaign", id.str());
    }
    EngineSide side;
    side.now = work.now();
    side.campaign = *campaign;
    EVENHAND_ASSIGN(side.balance, balanceOf(work.keyspace(), work.database(), *campaign));
    side.campaign.row.built = side.balance.placesEver;
    return side;
}

/// The rate of the last minutes, and when the budget is gone at it.
void project(api::CampaignBoard& board) {
    if (board.burnDown.size() < 2) {
        return;
    }
    const auto& last = board.burnDown.back();
    auto first = std::find_if(board.burnDown.begin(), board.burnDown.end(),
                              [&](const auto& point) { return last.at.ms - point.at.ms <= kRateWindowMs; });
    if (first + 1 == board.burnDown.end() && first != board.burnDown.begin()) {
        --first;
    }
    const auto tookMs = last.at.ms - first->at.ms;
    const auto spent = first->left - last.left;
    if (tookMs <= 0 || spent <= 0) {
        return;
    }
    board.perMinute = static_cast<double>(spent) * 60'000.0 / static_cast<double>(tookMs);
    if (board.row.state == api::CampaignState::Running && last.left > 0) {
        const double leftMs = static_cast<double>(last.left) * static_cast<double>(tookMs) / static_cast<double>(spent);
        if (leftMs < 1e13) {
            board.projectedEnd = last.at.plusMs(static_cast<std::int64_t>(leftMs));
        }
    }
}

class CampaignDeskImpl final : public api::CampaignDesk, private runtime::Desk<Operation::CampaignsRead> {
public:
    CampaignDeskImpl(runtime::Engine& engine, runtime::Reader& reader, std::shared_ptr<SharedState> shared,
                     int minorDigits, Rehearse rehearse)
        : Desk(engine, reader),
          m_shared(std::move(shared)),
          m_minorDigits(minorDigits),
          m_rehearse(std::move(rehearse)) {}

    Answer<api::CampaignPreview> preview(const Call& call, api::CampaignShape shape,
                                         std::optional<std::int64_t> seed) override {
        // Large ones take a second: on the reader's thread, where nobody's command waits for them.
        return read<api::CampaignPreview>(call, [shape, seed](store::Database&) -> Result<api::CampaignPreview> {
            if (seed && *seed < 0) {
                return fail(ErrorCode::InvalidArgument, "must be 0 or more", "seed", std::to_string(*seed));
            }
            return previewAmounts(shape, static_cast<std::uint64_t>(seed.value_or(1)));
        });
    }
    Answer<api::CampaignRow> create(const Call& call, CampaignId id, api::CampaignSettings settings) override {
        return manage<api::CampaignRow>(
            call, Operation::CampaignsCreate, id,
            [id, settings = std::move(settings)](UnitOfWork& work) { return createCampaign(work, id, settings); });
    }
    Answer<api::CampaignRow> edit(const Call& call, CampaignId id, api::CampaignSettings settings,
                                  std::int64_t version) override {
        return manage<api::CampaignRow>(call, Operation::CampaignsEdit, id,
                                        [id, settings = std::move(settings), version](UnitOfWork& work) {
                                            return editCampaign(work, id, settings, version);
                                        });
    }
    Answer<api::CampaignRow> copy(const Call& call, CampaignId from, CampaignId id) override {
        return manage<api::CampaignRow>(call, Operation::CampaignsCopy, id,
                                        [from = std::move(from), id](UnitOfWork& work) {
                                            work.note("campaign " + id.str(), "copy of " + from.str());
                                            return copyCampaign(work, from, id);
                                        });
    }
    Answer<void> remove(const Call& call, CampaignId id, std::int64_t version) override {
        return manage<void>(call, Operation::CampaignsRemove, id,
                            [id, version](UnitOfWork& work) { return removeCampaign(work, id, version); });
    }
    Answer<api::CampaignRow> start(const Call& call, CampaignId id, std::int64_t version) override {
        return manage<api::CampaignRow>(call, Operation::CampaignsStart, id,
                                        [id, version](UnitOfWork& work) { return startCampaign(work, id, version); });
    }
    Answer<api::CampaignRow> pause(const Call& call, CampaignId id, std::int64_t version) override {
        return manage<api::CampaignRow>(call, Operation::CampaignsPause, id,
                                        [id, version](UnitOfWork& work) { return pauseCampaign(work, id, version); });
    }
    Answer<api::CampaignRow> resume(const Call& call, CampaignId id, std::int64_t version) override {
        return manage<api::CampaignRow>(call, Operation::CampaignsResume, id,
                                        [id, version](UnitOfWork& work) { return resumeCampaign(work, id, version); });
    }
    Answer<api::CampaignRow> stop(const Call& call, CampaignId id, std::int64_t version) override {
        return manage<api::CampaignRow>(call, Operation::CampaignsStop, id,
                                        [id, version](UnitOfWork& work) { return stopCampaign(work, id, version); });
    }

    Answer<api::DrawAnswer> draw(const Call& call, api::DrawRequest request) override {
        return ask<api::DrawAnswer>(call, Operation::CampaignsDraw,
                                    [shared = m_shared, request = std::move(request)](UnitOfWork& work) {
                                        return counted(work, *shared, request);
                                    });
    }
    void drawMany(const Call& call, std::vector<api::DrawRequest> requests,
                  api::BatchCompletion<api::DrawAnswer> done) override {
        auto allowed = checkOperation(m_engine, call, Operation::CampaignsDraw);
        if (!allowed) {
            runtime::refuseAll(requests.size(), allowed.error(), done);
            return;
        }
        m_engine.askMany<api::DrawRequest, api::DrawAnswer>(
            *std::move(allowed), std::move(requests),
            [shared = m_shared](UnitOfWork& work, const api::DrawRequest& request) {
                return counted(work, *shared, request);
            },
            std::move(done));
    }
    Answer<api::DrawAnswer> giveBack(const Call& call, DrawId id) override {
        return ask<api::DrawAnswer>(call, Operation::CampaignsGiveBack,
                                    [shared = m_shared, id = std::move(id)](UnitOfWork& work) {
                                        shared->changed();
                                        work.note("draw " + id.str());
                                        return giveBackUnused(work, id);
                                    });
    }

    Answer<std::vector<api::CampaignRow>> campaigns(const Call& call) override {
        return read<std::vector<api::CampaignRow>>(
            call, [](store::Database& database) -> Result<std::vector<api::CampaignRow>> {
                EVENHAND_ASSIGN(auto records, store::campaigns::allFresh(database));
                std::vector<api::CampaignRow> rows;
                rows.reserve(records.size());
                for (auto& record : records) {
                    rows.push_back(std::move(record.row));
                }
                return rows;
            });
    }
    Answer<api::CampaignRow> campaign(const Call& call, CampaignId id) override {
        return ask<api::CampaignRow>(call, Operation::CampaignsRead,
                                     [id = std::move(id)](UnitOfWork& work) -> Result<api::CampaignRow> {
                                         EVENHAND_ASSIGN(auto side, engineSide(work, id));
                                         return std::move(side.campaign.row);
                                     });
    }
    Answer<api::CampaignBoard> board(const Call& call, CampaignId id) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::CampaignsRead); !allowed) {
            return refused<api::CampaignBoard>(std::move(allowed).error());
        }
        return m_engine.ask<EngineSide>(call, [id = std::move(id)](UnitOfWork& work) { return engineSide(work, id); })
            .then([this](Result<EngineSide> side) {
                return side ? readBoard(*std::move(side)) : refused<api::CampaignBoard>(side.error());
            })
            .unwrap();
    }
    Answer<std::vector<api::DrawRow>> draws(const Call& call, api::DrawQuery query) override {
        if (auto valid = store::checkPage(query.offset, query.limit); !valid) {
            return refused<std::vector<api::DrawRow>>(std::move(valid).error());
        }
        return read<std::vector<api::DrawRow>>(call, [query = std::move(query)](store::Database& database) {
            return store::draws::page(database, query);
        });
    }
    Answer<std::int64_t> countDraws(const Call& call, api::DrawFilter filter) override {
        return read<std::int64_t>(call, [filter = std::move(filter), counts = m_counts](store::Database& database) {
            return store::draws::count(database, filter, *counts);
        });
    }
    Answer<std::int64_t> exportDraws(const Call& call, api::DrawFilter filter, std::string path,
                                     std::function<void(std::int64_t)> progress) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::CampaignsRead); !allowed) {
            return refused<std::int64_t>(std::move(allowed).error());
        }
        return campaigns::exportDraws(m_engine, m_reader, call, std::move(filter), std::move(path), m_minorDigits,
                                      std::move(progress));
    }
    Answer<api::CampaignRehearsalResult> rehearse(const Call& call, api::CampaignRehearsal rehearsal,
                                                  std::function<void(std::int64_t)> progress) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::CampaignsRead); !allowed) {
            return refused<api::CampaignRehearsalResult>(std::move(allowed).error());
        }
        if (!m_rehearse) {
            return refused<api::CampaignRehearsalResult>(
                {ErrorCode::Unsupported, "rehearsals are not available here", {}, {}});
        }
        return m_rehearse(rehearsal, std::move(progress));
    }

private:
    /// Refusals that leave no record are counted here.
    static Result<api::DrawAnswer> counted(UnitOfWork& work, SharedState& shared, const api::DrawRequest& request) {
        EVENHAND_ASSIGN(auto answer, campaigns::draw(work, request));
        if (answer.refusal && *answer.refusal <= api::DrawRefusal::UnderWay) {
            EVENHAND_ASSIGN(const auto campaign, store::campaigns::find(work.database(), request.campaign));
            shared.refusals.add(campaign->no, *answer.refusal);
        }
        return answer;
    }
    template <typename T, typename Run>
    Answer<T> ask(const Call& call, Operation operation, Run run) {
        return runtime::askCommand<T>(m_engine, call, operation, std::move(run));
    }
    template <typename T, typename Run>
    Answer<T> manage(const Call& call, Operation operation, CampaignId id, Run run) {
        return ask<T>(call, operation,
                      [shared = m_shared, id = std::move(id), run = std::move(run)](UnitOfWork& work) -> Result<T> {
                          shared->changed();
                          work.note("campaign " + id.str());
                          return run(work);
                      });
    }
    Answer<api::CampaignBoard> readBoard(EngineSide side) {
        return m_reader.ask<api::CampaignBoard>(
            [side = std::move(side), shared = m_shared, tally = m_tally](
                store::Database& database, const runtime::CancelCheck&) -> Result<api::CampaignBoard> {
                api::CampaignBoard board;
                const auto& balance = side.balance;
                board.row = side.campaign.row;
                board.at = side.now;
                board.queued = balance.queued;
                board.compensation = balance.compensation;
                board.inFlight = balance.inFlight;
                board.unspent = balance.unspent;
                board.placesLeft = balance.placesLeft;
                board.drawsInFlight = balance.draws;
                board.oldestInFlight = balance.oldest;
                board.queues = balance.queues;
                EVENHAND_TRY(tally->fill(database, side.campaign, board));
                EVENHAND_ASSIGN(board.drawsOpen, store::draws::waiting(database, side.campaign.no));
                const auto counts = shared->refusals.of(side.campaign.no);
                for (std::size_t i = 0; i < counts.size(); ++i) {
                    if (counts[i] > 0) {
                        board.refusals.push_back({static_cast<api::DrawRefusal>(i), counts[i]});
                    }
                }
                EVENHAND_ASSIGN(board.burnDown, store::campaigns::points(database, side.campaign.no, kBurnPoints));
                if (board.row.startedAt && board.row.state != api::CampaignState::Building) {
                    board.burnDown.push_back({board.row.endedAt.value_or(board.at),
                                              board.queued + board.compensation + board.inFlight, board.placesLeft});
                }
                project(board);
                return board;
            });
    }

    std::shared_ptr<SharedState> m_shared;
    const int m_minorDigits;
    const Rehearse m_rehearse;
    std::shared_ptr<DrawTally> m_tally = std::make_shared<DrawTally>();
    const std::shared_ptr<store::draws::Counts> m_counts = std::make_shared<store::draws::Counts>();  ///< the reader's
};

}  // namespace

Campaigns makeCampaigns(runtime::Engine& engine, runtime::Reader& reader, keyspace::Keyspace* keyspace, int minorDigits,
                        Rehearse rehearse, std::unique_ptr<runtime::LookPace> pace) {
    Campaigns made;
    made.shared = std::make_shared<SharedState>();
    made.desk = std::make_unique<CampaignDeskImpl>(engine, reader, made.shared, minorDigits, std::move(rehearse));
    if (keyspace != nullptr) {
        made.sources.push_back(std::make_unique<BuildSource>(*made.shared));
        made.sources.push_back(std::make_unique<UpkeepSource>(*keyspace, *made.shared, std::move(pace)));
    }
    return made;
}

}  // namespace evenhand::campaigns
