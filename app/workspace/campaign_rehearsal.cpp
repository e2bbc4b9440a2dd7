// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/campaign_rehearsal.h"

#include <QElapsedTimer>
#include <algorithm>

#include "app/workspace/temporary_folder.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/amounts/amounts.h"
#include "engine/base/within.h"

namespace evenhand::app {
namespace {

constexpr std::int64_t kAttemptsAtOnce = 500;
constexpr std::int64_t kCancelPercent = 20;  ///< share of the orders that are cancelled
constexpr std::int64_t kOrderMinor = 5'000;

Result<void> validate(const api::CampaignRehearsal& rehearsal) {
    EVENHAND_TRY(base::within(rehearsal.users, 1, api::kMaxDrawRehearsalUsers, "users"));
    EVENHAND_TRY(base::within(rehearsal.draws, 0, api::kMaxRehearsalDraws, "draws"));
    EVENHAND_TRY(base::within(rehearsal.perSecond, 1, api::kMaxRehearsalDrawsPerSecond, "per_second"));
    EVENHAND_TRY(base::within(rehearsal.duplicatePercent, 0, 100, "duplicate_percent"));
    EVENHAND_TRY(base::within(rehearsal.orderPercent, 0, 100, "order_percent"));
    return base::within(rehearsal.seed, 0, INT64_MAX, "seed");
}

/// A running rehearsal.
class Crowd {
public:
    Crowd(const api::CampaignRehearsal& rehearsal, Workspace& workspace, base::VirtualClock& clock)
        : m_rehearsal(rehearsal),
          m_workspace(workspace),
          m_clock(clock),
          m_rng(static_cast<std::uint64_t>(rehearsal.seed)) {}

    Result<void> open() {
        EVENHAND_TRY(get(m_workspace.dispatch().upsertCampus(m_call, {m_campus, "Rehearsal", {}})));
        EVENHAND_TRY(get(m_workspace.orders().upsertProducts(
            m_call, {{Sku("meal"), "Meal", Money{kOrderMinor}, 1'000'000'000}}, false)));
        auto settings = m_rehearsal.settings;
        // The campaign begins now and ends later than the rehearsal.
        settings.begin = m_clock.now();
        settings.end = m_clock.now().plusMs(std::max(base::kDayMs, settings.end.ms - m_rehearsal.settings.begin.ms));
        EVENHAND_TRY(get(m_workspace.campaigns().create(m_call, m_campaign, settings)));
        EVENHAND_TRY(get(m_workspace.campaigns().start(m_call, m_campaign)));
        return {};
    }

    Result<void> run(const std::function<void(std::int64_t)>& progress, const std::function<bool()>& cancelled) {
        // Without a number of draws it runs until the campaign is exhausted, or until so many draws in a row were
        // refused that no user can be left.
        const std::int64_t patience = std::max<std::int64_t>(1'000, 4 * m_rehearsal.users);
        while (m_rehearsal.draws > 0 ? result.attempts < m_rehearsal.draws : m_idle < patience) {
            if (cancelled && cancelled()) {
                return fail(ErrorCode::Cancelled, "the rehearsal was cancelled");
            }
            EVENHAND_TRY(attemptSome());
            if (progress) {
                progress(result.attempts);
            }
            if (m_ended) {
                break;
            }
        }
        return {};
    }

    Result<void> conclude() {
        EVENHAND_ASSIGN(result.board, get(m_workspace.campaigns().board(m_call, m_campaign)));
        if (!result.curve.empty()) {  // adds the draws that expired unused
            result.curve.back().amount = result.board.granted - result.board.givenBack;
        }
        return m_workspace.inspect(
            [this](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(allChecks(), {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    result.invariants.push_back(
                        {verdict.id, verdict.name, verdict.finding.checked, verdict.finding.violations,
                         verdict.finding.offenders.empty() ? std::string() : verdict.finding.offenders.front()});
                }
                return {};
            });
    }

    api::CampaignRehearsalResult result;

private:
    template <typename T>
    Result<T> get(api::Answer<T> answer) {
        while (!answer.isFinished() && m_workspace.step()) {
        }
        m_workspace.runUntilIdle();
        return answer.result();
    }
    bool chance(std::int64_t percent) { return m_rng.between(0, 99) < percent; }
    UserId someUser() { return UserId("user" + std::to_string(m_rng.between(1, m_rehearsal.users))); }

    void count(const Result<api::DrawAnswer>& answer) {
        ++m_idle;
        if (!answer || answer->refusal) {
            ++result.refused;
            m_ended = m_ended || (answer && answer->refusal == api::DrawRefusal::Ended);
        } else if (answer->repeated) {
            ++result.repeated;
        } else {
            ++result.granted;
            m_amount += answer->amount.minor;
            m_idle = 0;
        }
    }

    Result<void> attemptSome() {
        std::vector<api::DrawRequest> draws;
        std::vector<api::PlaceOrder> orders;
        const auto left = m_rehearsal.draws > 0 ? m_rehearsal.draws - result.attempts : kAttemptsAtOnce;
        const auto count = std::min(left, kAttemptsAtOnce);
        for (std::int64_t i = 0; i < count; ++i) {
            ++result.attempts;
            const auto user = someUser();
            const DrawId id(m_rng.uuid());
            if (chance(m_rehearsal.orderPercent)) {
                orders.push_back(orderOf(user, id));
                continue;
            }
            draws.push_back({m_campaign, id, user, std::nullopt});
            if (chance(m_rehearsal.duplicatePercent)) {
                draws.push_back(draws.back());
            }
        }
        struct Placed {
            api::OrderRef order;
            std::int64_t amount = 0;
        };
        std::vector<Placed> placed;
        m_workspace.campaigns().drawMany(m_call, std::move(draws), [this](const auto& answers) {
            for (const auto& answer : answers) {
                this->count(answer);
            }
        });
        m_workspace.orders().placeMany(m_call, std::move(orders), [this, &placed](const auto& answers) {
            for (const auto& answer : answers) {
                if (answer && answer->draw) {
                    ++result.orders;
                    this->count(*answer->draw);
                    placed.push_back({{answer->orderNo, 0}, answer->draw->refusal ? 0 : answer->draw->amount.minor});
                }
            }
        });
        m_workspace.runUntilIdle();
        std::erase_if(placed, [this](const auto&) { return !chance(kCancelPercent); });
        result.cancelled += static_cast<std::int64_t>(placed.size());
        std::vector<api::OrderRef> cancelled;
        for (auto& each : placed) {
            cancelled.push_back(std::move(each.order));
            m_amount -= each.amount;
        }
        EVENHAND_TRY(get(m_workspace.orders().cancel(m_call, std::move(cancelled))));
        m_clock.advanceMs(std::max<std::int64_t>(1, count * 1'000 / m_rehearsal.perSecond));
        m_workspace.runUntilIdle();
        result.curve.push_back({m_clock.now().ms - m_began.ms, result.attempts, result.granted, m_amount});
        return {};
    }
    api::PlaceOrder orderOf(const UserId& user, const DrawId& id) {
        api::PlaceOrder order;
        order.key = "R" + std::to_string(result.attempts);
        order.orderNo = OrderNo(order.key);
        order.user = user;
        order.campus = m_campus;
        order.lines = {{Sku("meal"), 1, Money{kOrderMinor}}};
        order.draw = api::OrderDraw{m_campaign, id};
        return order;
    }

    const CampaignId m_campaign{"rehearsal"};
    const CampusId m_campus{"rehearsal"};
    const api::Call m_call{api::Actor::administrator("rehearsal"), "rehearsal", {}};
    const api::CampaignRehearsal m_rehearsal;
    Workspace& m_workspace;
    base::VirtualClock& m_clock;
    Rng m_rng;
    const Instant m_began = m_clock.now();
    std::int64_t m_amount = 0;  ///< granted minus given back
    std::int64_t m_idle = 0;    ///< attempts since something was granted
    bool m_ended = false;
};

}  // namespace

Result<api::CampaignRehearsalResult> rehearseCampaign(const api::CampaignRehearsal& rehearsal,
                                                      const std::function<void(std::int64_t)>& progress,
                                                      const std::function<bool()>& cancelled) {
    EVENHAND_TRY(validate(rehearsal));
    QElapsedTimer timer;
    timer.start();
    EVENHAND_ASSIGN(const auto folder, TemporaryFolder::make(QStringLiteral("rehearsal")));
    base::VirtualClock clock(Instant{1'700'000'000'000});
    OpenOptions options;
    options.clock = &clock;
    options.seed = static_cast<std::uint64_t>(rehearsal.seed);
    options.threaded = false;
    EVENHAND_ASSIGN(const auto workspace,
                    Workspace::create(folder->filePath(QStringLiteral("w")).toStdString(), {}, options));
    Crowd crowd(rehearsal, *workspace, clock);
    EVENHAND_TRY(crowd.open());
    EVENHAND_TRY(crowd.run(progress, cancelled));
    EVENHAND_TRY(crowd.conclude());
    crowd.result.tookMs = timer.elapsed();
    return std::move(crowd.result);
}

api::CampaignPreview previewCampaign(const api::CampaignShape& shape, std::uint64_t seed,
                                     std::vector<std::vector<std::int64_t>>* lists) {
    return campaigns::previewAmounts(shape, seed, lists);
}

}  // namespace evenhand::app
