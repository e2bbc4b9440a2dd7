// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_campaigns.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "tests/support/fake_engine.h"
#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

using api::CampaignState;

constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::size_t kTenths = 10;

std::optional<api::Infeasible> infeasibility(const api::CampaignShape& shape) {
    const std::int64_t budget = shape.budget.minor;
    const std::int64_t max = shape.maxDiscount.minor;
    const auto no = [](const char* field, std::int64_t value, const char* why,
                       std::vector<api::Infeasible::Nearest> nearest) {
        return api::Infeasible{{ErrorCode::InvalidArgument, why, field, std::to_string(value)}, std::move(nearest)};
    };
    if (max < 10 || max % 10 != 0) {
        return no("max_discount", max, "must be divisible by 10",
                  {{"max_discount", std::max<std::int64_t>(10, max / 10 * 10)}});
    }
    if (budget < 1 || shape.places < 1 || shape.queues < 1) {
        return no(budget < 1 ? "budget" : (shape.places < 1 ? "places" : "queues"), 0, "must be 1 or more", {});
    }
    if (shape.places > budget) {
        return no("places", shape.places, "more places than the budget has units",
                  {{"places", budget}, {"budget", shape.places}});
    }
    if (budget > shape.places * max) {
        return no("budget", budget, "more than all places can give away",
                  {{"budget", shape.places * max},
                   {"places", (budget + max - 1) / max},
                   {"max_discount", ((budget + shape.places - 1) / shape.places + 9) / 10 * 10}});
    }
    return std::nullopt;
}

}  // namespace

// --- what a test steers -------------------------------------------------------------------------------------

FakeCampaigns::Campaign& FakeCampaigns::add(const char* id, const char* name, std::int64_t budget, std::int64_t places,
                                            std::int64_t beginInMs, std::int64_t lastsMs) {
    Campaign campaign;
    auto& row = campaign.board.row;
    row.id = CampaignId(id);
    row.settings.name = name;
    row.settings.shape = {Money{budget}, places, Money{1'000}, 4};
    row.settings.countLimit = 3;
    row.settings.amountLimit = Money{2'000};
    row.settings.begin = m_engine.now().plusMs(beginInMs);
    row.settings.end = row.settings.begin.plusMs(lastsMs);
    row.settings.seed = 4711;
    row.version = 1;
    m_newest.push_back(row.id);
    return m_campaigns[row.id] = std::move(campaign);
}

void FakeCampaigns::deal(Campaign& campaign, Instant at) {
    auto& board = campaign.board;
    const auto& shape = board.row.settings.shape;
    board.row.state = CampaignState::Running;
    board.row.startedAt = at;
    board.row.built = shape.places;
    board.queued = shape.budget.minor;
    board.placesLeft = shape.places;
    board.distribution.assign(kTenths, 0);
    board.burnDown = {{at, board.queued, board.placesLeft}};
}

void FakeCampaigns::fill() {
    const Instant now = m_engine.now();
    auto& gone = add("spring", "Spring discounts", 300'000, 1'000, -30 * kHour, 6 * kHour);
    deal(gone, gone.board.row.settings.begin);
    m_engine.setNow(gone.board.row.settings.begin.plusMs(5 * kHour));
    drawSome(CampaignId("spring"), 960, 300);
    m_engine.setNow(now);
    gone.board.row.state = CampaignState::Ended;
    gone.board.row.ended = api::CampaignEnd::Time;
    gone.board.row.endedAt = gone.board.row.settings.end;
    gone.board.unspent = gone.board.queued;
    gone.board.queued = 0;
    add("weekend", "Weekend, draft", 500'000, 2'000, 20 * kHour, 24 * kHour);
    auto& later = add("evening", "Evening discounts", 200'000, 800, 5 * kHour, 3 * kHour);
    deal(later, now.plusMs(-kHour));
    auto& lunch = add("lunch", "Lunch discounts 午餐立减", 600'000, 3'000, -2 * kHour, 6 * kHour);
    deal(lunch, lunch.board.row.settings.begin);
    for (int i = 0; i < 60; ++i) {
        m_engine.setNow(now.plusMs((i - 60) * 2 * kMinute));
        drawSome(CampaignId("lunch"), 14 + (i * 7) % 11, 40 + (i * 53) % 320);
    }
    m_engine.setNow(now);
    refuseSome(CampaignId("lunch"), api::DrawRefusal::CountLimit, 212);
    refuseSome(CampaignId("lunch"), api::DrawRefusal::AmountLimit, 48);
    refuseSome(CampaignId("lunch"), api::DrawRefusal::NotStarted, 17);
    leaveInFlight(CampaignId("lunch"), 3, 180, 900);
    lunch.board.drawsRolledBack = 2;
    lunch.board.compensation = 640;
    lunch.board.queued -= 640;
}

void FakeCampaigns::drawSome(const CampaignId& id, std::int64_t draws, std::int64_t each) {
    auto& campaign = m_campaigns.at(id);
    auto& board = campaign.board;
    const auto& shape = board.row.settings.shape;
    for (std::int64_t i = 0; i < draws; ++i) {
        api::DrawRow draw;
        draw.id = DrawId("draw-" + std::to_string(++m_last));
        draw.campaign = id;
        draw.user = UserId("u" + std::to_string(m_last));
        draw.amount = Money{each};
        draw.at = m_engine.now();
        draw.queue = m_last % shape.queues;
        draw.validUntil = draw.at.plusMs(board.row.settings.validityMs);
        campaign.draws.push_back(draw);
        board.topUsers.push_back({draw.user, 1, each});
        board.distribution[static_cast<std::size_t>((each - 1) * 10 / shape.maxDiscount.minor)] += 1;
    }
    std::stable_sort(board.topUsers.begin(), board.topUsers.end(),
                     [](const auto& a, const auto& b) { return a.amount > b.amount; });
    board.topUsers.resize(std::min<std::size_t>(10, board.topUsers.size()));
    board.granted += draws * each;
    board.queued -= draws * each;
    board.placesLeft -= draws;
    board.drawsGranted += draws;
    board.drawsOpen += draws;
    board.users += draws;
    board.burnDown.push_back({m_engine.now(), board.queued + board.compensation + board.inFlight, board.placesLeft});
}

void FakeCampaigns::refuseSome(const CampaignId& id, api::DrawRefusal reason, std::int64_t draws) {
    auto& campaign = m_campaigns.at(id);
    campaign.board.refusals.push_back({reason, draws});
    if (reason == api::DrawRefusal::CountLimit || reason == api::DrawRefusal::AmountLimit) {
        campaign.board.drawsRefused += draws;
        api::DrawRow draw;
        draw.id = DrawId("draw-" + std::to_string(++m_last));
        draw.campaign = id;
        draw.user = UserId("greedy");
        draw.state = api::DrawState::Refused;
        draw.refusal = reason;
        draw.at = m_engine.now();
        campaign.draws.push_back(draw);
    }
}

void FakeCampaigns::leaveInFlight(const CampaignId& id, std::int64_t draws, std::int64_t each, std::int64_t ageMs) {
    auto& board = m_campaigns.at(id).board;
    board.drawsInFlight += draws;
    board.inFlight += draws * each;
    board.queued -= draws * each;
    board.placesLeft -= draws;
    board.oldestInFlight = m_engine.now().plusMs(-ageMs);
}

void FakeCampaigns::touch(const CampaignId& id) {
    m_campaigns.at(id).board.row.version += 1;
    tell(id);
}

void FakeCampaigns::build(const CampaignId& id, std::int64_t places) {
    auto& campaign = m_campaigns.at(id);
    campaign.board.row.built += places;
    if (campaign.board.row.built >= campaign.board.row.settings.shape.places) {
        deal(campaign, *campaign.board.row.startedAt);
    }
    tell(id);
}

void FakeCampaigns::tell(const CampaignId& id) {
    api::Event event;
    event.kind = api::Event::Kind::CampaignChanged;
    event.campaign = id;
    m_engine.publish({event});
}

// --- settings -----------------------------------------------------------------------------------------------

FakeCampaigns::Answer<api::CampaignPreview> FakeCampaigns::preview(const Call&, api::CampaignShape shape,
                                                                   std::optional<std::int64_t> seed) {
    ++m_previews;
    api::CampaignPreview preview;
    preview.infeasible = infeasibility(shape);
    if (preview.infeasible) {
        return m_engine.read<api::CampaignPreview>(std::move(preview));
    }
    preview.seed = seed.value_or(1);
    const std::int64_t even = shape.places / 2, ones = shape.places / 20;
    const std::int64_t evenAmount = shape.budget.minor / 2, onesAmount = std::min(ones, shape.budget.minor / 3'000);
    preview.lists = {{even, evenAmount},
                     {onesAmount, onesAmount},
                     {shape.places - even - onesAmount, shape.budget.minor - evenAmount - onesAmount}};
    for (std::size_t i = 0; i < kTenths; ++i) {
        // Some shape of its own for every seed.
        preview.histogram.push_back(shape.places / 10 +
                                    static_cast<std::int64_t>(i + static_cast<std::size_t>(preview.seed)) % 7);
    }
    for (std::int64_t i = 0; i < shape.queues; ++i) {
        preview.queues.push_back(shape.places / shape.queues + (i < shape.places % shape.queues ? 1 : 0));
    }
    if (shape.places < shape.queues) {
        preview.warnings.emplace_back("fewer_places_than_queues");
    }
    for (std::int64_t i = 0; i < std::min<std::int64_t>(20, shape.places); ++i) {
        preview.sample.push_back(1 + (i * 137 + preview.seed) % shape.maxDiscount.minor);
    }
    return m_engine.read<api::CampaignPreview>(std::move(preview));
}

std::optional<Error> FakeCampaigns::refused(const api::CampaignSettings& set) const {
    const auto invalid = [](const char* field, std::int64_t value, const char* why) {
        return Error{ErrorCode::InvalidArgument, why, field, std::to_string(value)};
    };
    if (set.name.empty()) {
        return invalid("name", 0, "must be 1 to 200 characters");
    }
    if (auto no = infeasibility(set.shape)) {
        return no->error;
    }
    if (set.countLimit < 1 || set.countLimit > api::kMaxCampaignCount) {
        return invalid("count_limit", set.countLimit, "must be 1 to 9000");
    }
    if (set.amountLimit.minor < 1) {
        return invalid("amount_limit", set.amountLimit.minor, "must be 1 or more");
    }
    return set.end <= set.begin ? std::optional(invalid("end", set.end.ms, "must be after the begin")) : std::nullopt;
}

std::optional<Error> FakeCampaigns::forbidden(const Row& row, const api::CampaignSettings& set) const {
    const auto& was = row.settings;
    const auto editable = api::editableFields(row.state, m_engine.now() >= was.begin);
    const std::pair<std::string_view, bool> changed[] = {{"budget", was.shape.budget != set.shape.budget},
                                                         {"places", was.shape.places != set.shape.places},
                                                         {"begin", was.begin != set.begin},
                                                         {"end", was.end != set.end},
                                                         {"seed", was.seed != set.seed}};
    for (const auto& [field, is] : changed) {
        if (is && std::find(editable.begin(), editable.end(), field) == editable.end()) {
            return Error{ErrorCode::WrongStatus, "can no longer be changed", std::string(field), {}};
        }
    }
    if (row.state != CampaignState::Draft && set.countLimit < was.countLimit) {
        return Error{ErrorCode::WrongStatus, "may only be raised", "count_limit", {}};
    }
    return std::nullopt;
}

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::create(const Call&, CampaignId id,
                                                              api::CampaignSettings settings) {
    if (m_engine.m_commandError) {
        return m_engine.answer<Row>(fail(*m_engine.m_commandError));
    }
    if (id.empty()) {
        id = CampaignId("C" + std::to_string(++m_last));
    }
    if (m_campaigns.contains(id)) {
        return m_engine.answer<Row>(
            fail(ErrorCode::AlreadyExists, "there is a campaign of this id", "campaign", id.str()));
    }
    if (auto no = refused(settings)) {
        return m_engine.answer<Row>(fail(*no));
    }
    Campaign campaign;
    campaign.board.row.id = id;
    campaign.board.row.settings = std::move(settings);
    campaign.board.row.version = 1;
    m_newest.push_back(id);
    m_campaigns[id] = std::move(campaign);
    tell(id);
    return m_engine.answer<Row>(row(id));
}

template <typename Change>
FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::change(const Call& call, const CampaignId& id, bool reasonNeeded,
                                                              Change&& apply) {
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<Row>(fail(*m_engine.m_commandError));
    }
    const auto found = m_campaigns.find(id);
    if (found == m_campaigns.end()) {
        return m_engine.answer<Row>(fail(ErrorCode::NotFound, "no such campaign", "campaign", id.str()));
    }
    if (reasonNeeded && call.reason.empty()) {
        return m_engine.answer<Row>(fail(ErrorCode::InvalidArgument, "is needed", "reason"));
    }
    if (std::optional<Error> no = apply(found->second)) {
        return m_engine.answer<Row>(fail(*no));
    }
    found->second.board.row.version += 1;
    tell(id);
    return m_engine.answer<Row>(found->second.board.row);
}

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::edit(const Call& call, CampaignId id,
                                                            api::CampaignSettings settings, std::int64_t version) {
    return change(call, id, false, [&](Campaign& campaign) -> std::optional<Error> {
        auto& row = campaign.board.row;
        if (version != 0 && version != row.version) {
            return Error{ErrorCode::Conflict, "the campaign was changed meanwhile", {}, {}};
        }
        if (auto no = refused(settings)) {
            return no;
        }
        if (auto no = forbidden(row, settings)) {
            return no;
        }
        row.settings = settings;
        return std::nullopt;
    });
}

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::copy(const Call& call, CampaignId from, CampaignId id) {
    if (!m_campaigns.contains(from)) {
        return m_engine.answer<Row>(fail(ErrorCode::NotFound, "no such campaign", "campaign", from.str()));
    }
    auto settings = row(from).settings;
    settings.end = m_engine.now().plusMs(settings.end.ms - settings.begin.ms);
    settings.begin = m_engine.now();
    settings.seed.reset();
    return create(call, std::move(id), std::move(settings));
}

FakeCampaigns::Answer<void> FakeCampaigns::remove(const Call&, CampaignId id) {
    if (m_engine.m_commandError) {
        return m_engine.answer<void>(fail(*m_engine.m_commandError));
    }
    if (!m_campaigns.contains(id) || row(id).state != CampaignState::Draft) {
        return m_engine.answer<void>(fail(ErrorCode::WrongStatus, "only a draft can be removed", "state"));
    }
    m_campaigns.erase(id);
    std::erase(m_newest, id);
    tell(id);
    return m_engine.answer<void>({});
}

// --- life ---------------------------------------------------------------------------------------------------

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::start(const Call& call, CampaignId id) {
    return change(call, id, true, [&](Campaign& campaign) -> std::optional<Error> {
        auto& row = campaign.board.row;
        if (row.state != CampaignState::Draft) {
            return Error{ErrorCode::WrongStatus, "it was started before", "state", {}};
        }
        row.settings.seed = row.settings.seed.value_or(99);
        row.startedAt = m_engine.now();
        if (m_buildsHeld) {
            row.state = CampaignState::Building;
        } else {
            deal(campaign, m_engine.now());
        }
        return std::nullopt;
    });
}

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::pause(const Call& call, CampaignId id) {
    return change(call, id, true, [](Campaign& campaign) -> std::optional<Error> {
        if (campaign.board.row.state != CampaignState::Running) {
            return Error{ErrorCode::WrongStatus, "it is not running", "state", {}};
        }
        campaign.board.row.state = CampaignState::Paused;
        return std::nullopt;
    });
}

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::resume(const Call& call, CampaignId id) {
    return change(call, id, true, [](Campaign& campaign) -> std::optional<Error> {
        if (campaign.board.row.state != CampaignState::Paused) {
            return Error{ErrorCode::WrongStatus, "it is not paused", "state", {}};
        }
        campaign.board.row.state = CampaignState::Running;
        return std::nullopt;
    });
}

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::stop(const Call& call, CampaignId id) {
    return change(call, id, true, [this](Campaign& campaign) -> std::optional<Error> {
        auto& board = campaign.board;
        if (board.row.state == CampaignState::Draft || board.row.state == CampaignState::Ended) {
            return Error{ErrorCode::WrongStatus, "it is not running", "state", {}};
        }
        board.row.state = CampaignState::Ended;
        board.row.ended = api::CampaignEnd::Stopped;
        board.row.endedAt = m_engine.now();
        board.unspent += board.queued + board.compensation;
        board.queued = board.compensation = 0;
        return std::nullopt;
    });
}

// --- draws and reads ----------------------------------------------------------------------------------------

FakeCampaigns::Answer<api::DrawAnswer> FakeCampaigns::draw(const Call&, api::DrawRequest) {
    return m_engine.answer<api::DrawAnswer>(fail(ErrorCode::Unsupported, "tests use drawSome()"));
}

void FakeCampaigns::drawMany(const Call&, std::vector<api::DrawRequest> requests,
                             api::BatchCompletion<api::DrawAnswer> done) {
    done(std::vector<Result<api::DrawAnswer>>(requests.size(), fail(ErrorCode::Unsupported, "tests use drawSome()")));
}

api::DrawRow* FakeCampaigns::drawOf(const DrawId& id) {
    for (auto& [campaign, each] : m_campaigns) {
        const auto found =
            std::find_if(each.draws.begin(), each.draws.end(), [&](const auto& draw) { return draw.id == id; });
        if (found != each.draws.end()) {
            return &*found;
        }
    }
    return nullptr;
}

void FakeCampaigns::useUp(const DrawId& id, OrderNo order) {
    drawOf(id)->orderNo = std::move(order);
    tell(drawOf(id)->campaign);
}

FakeCampaigns::Answer<api::DrawAnswer> FakeCampaigns::giveBack(const Call& call, DrawId id) {
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<api::DrawAnswer>(fail(*m_engine.m_commandError));
    }
    auto* draw = drawOf(id);
    if (draw == nullptr || draw->state != api::DrawState::Granted || draw->givenBackAt || !draw->orderNo.empty()) {
        return m_engine.answer<api::DrawAnswer>(
            fail(ErrorCode::WrongStatus, "an order has used it; it comes back when the order is closed", "draw_id"));
    }
    auto& board = m_campaigns.at(draw->campaign).board;
    draw->givenBackAt = m_engine.now();
    draw->validUntil.reset();
    board.givenBack += draw->amount.minor;
    (board.row.state == CampaignState::Ended ? board.unspent : board.compensation) += draw->amount.minor;
    board.drawsOpen -= 1;
    tell(draw->campaign);
    api::DrawAnswer answer;
    answer.id = id;
    answer.amount = draw->amount;
    answer.givenBack = true;
    return m_engine.answer<api::DrawAnswer>(std::move(answer));
}

FakeCampaigns::Answer<std::vector<api::CampaignRow>> FakeCampaigns::campaigns(const Call&) {
    std::vector<Row> rows;
    for (auto id = m_newest.rbegin(); id != m_newest.rend(); ++id) {
        rows.push_back(row(*id));
    }
    return m_engine.read<std::vector<Row>>(std::move(rows));
}

FakeCampaigns::Answer<api::CampaignRow> FakeCampaigns::campaign(const Call&, CampaignId id) {
    return has(id) ? m_engine.read<Row>(row(id)) : m_engine.read<Row>(fail(ErrorCode::NotFound, "no such campaign"));
}

api::CampaignBoard FakeCampaigns::boardOf(const CampaignId& id) const {
    api::CampaignBoard board = m_campaigns.at(id).board;
    board.at = m_engine.now();
    if (board.burnDown.empty() || board.row.state == CampaignState::Ended) {
        return board;
    }
    const auto& first = board.burnDown.front();
    const std::int64_t left = board.queued + board.compensation + board.inFlight;
    const std::int64_t from = std::max(first.at.ms, board.row.settings.begin.ms);
    if (left < first.left && board.at.ms > from) {
        board.perMinute = static_cast<double>((first.left - left) * kMinute) / static_cast<double>(board.at.ms - from);
        board.projectedEnd = board.at.plusMs(std::llround(static_cast<double>(left * kMinute) / *board.perMinute));
    }
    board.burnDown.push_back({board.at, left, board.placesLeft});
    const auto queues = board.row.settings.shape.queues;
    for (std::int64_t i = 0; i < queues; ++i) {
        const auto share = [&](std::int64_t whole) { return whole / queues + (i < whole % queues ? 1 : 0); };
        board.queues.push_back({share(board.placesLeft), share(board.queued), share(board.compensation), 0});
    }
    return board;
}

FakeCampaigns::Answer<api::CampaignBoard> FakeCampaigns::board(const Call&, CampaignId id) {
    ++m_boardReads;
    return has(id) ? m_engine.read<api::CampaignBoard>(boardOf(id))
                   : m_engine.read<api::CampaignBoard>(fail(ErrorCode::NotFound, "no such campaign"));
}

FakeCampaigns::Answer<std::vector<api::DrawRow>> FakeCampaigns::draws(const Call&, api::DrawQuery query) {
    std::vector<api::DrawRow> rows;
    if (has(query.filter.campaign)) {
        const auto& all = m_campaigns.at(query.filter.campaign).draws;
        for (auto row = all.rbegin(); row != all.rend() && static_cast<std::int64_t>(rows.size()) < query.limit;
             ++row) {
            rows.push_back(*row);
        }
    }
    return m_engine.read<std::vector<api::DrawRow>>(std::move(rows));
}

FakeCampaigns::Answer<std::int64_t> FakeCampaigns::countDraws(const Call&, api::DrawFilter filter) {
    return m_engine.read<std::int64_t>(static_cast<std::int64_t>(m_campaigns.at(filter.campaign).draws.size()));
}

FakeCampaigns::Answer<std::int64_t> FakeCampaigns::exportDraws(const Call&, api::DrawFilter filter, std::string path,
                                                               std::function<void(std::int64_t)> progress) {
    m_exported = filter;
    std::ofstream file(path);
    std::int64_t rows = 0;
    for (const auto& draw : m_campaigns.at(filter.campaign).draws) {
        const bool wanted = filter.states.empty() ||
                            std::find(filter.states.begin(), filter.states.end(), draw.state) != filter.states.end();
        if (wanted) {
            file << draw.user.str() << ',' << draw.amount.minor << '\n';
            ++rows;
        }
    }
    progress(rows);
    return file.good() ? m_engine.read<std::int64_t>(rows)
                       : m_engine.read<std::int64_t>(fail(ErrorCode::Storage, "cannot be written", "path", path));
}

// --- rehearsal ----------------------------------------------------------------------------------------------

api::CampaignRehearsalResult FakeCampaigns::made(const api::CampaignRehearsal& plan) const {
    api::CampaignRehearsalResult result;
    const auto& shape = plan.settings.shape;
    const std::int64_t wanted = plan.draws > 0 ? plan.draws : plan.users * plan.settings.countLimit;
    result.granted = std::min(wanted, shape.places);
    result.attempts = std::max(wanted, result.granted);
    result.refused = result.attempts - result.granted;
    result.repeated = result.attempts * plan.duplicatePercent / 100;
    result.orders = result.granted * plan.orderPercent / 100;
    result.cancelled = result.orders / 5;
    result.tookMs = 840;
    auto& board = result.board;
    board.row.settings = plan.settings;
    board.row.state = CampaignState::Running;
    board.granted = shape.budget.minor * result.granted / shape.places;
    board.queued = shape.budget.minor - board.granted;
    board.placesLeft = shape.places - result.granted;
    board.drawsGranted = result.granted;
    board.users = std::min(plan.users, result.granted);
    board.distribution.assign(kTenths, result.granted / 10);
    constexpr std::int64_t kSlices = 40;
    for (std::int64_t i = 1; i <= kSlices; ++i) {
        result.curve.push_back({result.attempts * 1'000 * i / kSlices / plan.perSecond, result.attempts * i / kSlices,
                                result.granted * i / kSlices, board.granted * i / kSlices});
    }
    const std::pair<const char*, const char*> checks[] = {{"M1", "every entry balances"},
                                                          {"C1", "the amounts add up to the budget"},
                                                          {"C2", "nobody is over the limits"}};
    for (const auto& [id, name] : checks) {
        const bool bad = m_badInvariant == id;
        result.invariants.push_back({id, name, result.granted, bad ? 2 : 0, bad ? "user 17: 4 draws" : ""});
    }
    return result;
}

FakeCampaigns::Answer<api::CampaignRehearsalResult> FakeCampaigns::rehearse(
    const Call&, api::CampaignRehearsal rehearsal, std::function<void(std::int64_t)> progress) {
    m_plan = std::move(rehearsal);
    if (m_engine.m_commandError) {
        return m_engine.answer<api::CampaignRehearsalResult>(fail(*m_engine.m_commandError));
    }
    m_watch = std::move(progress);
    m_rehearsal = std::make_shared<QPromise<Result<api::CampaignRehearsalResult>>>();
    m_rehearsal->start();
    auto future = m_rehearsal->future();
    if (!m_rehearsalHeld) {
        tellProgress(m_plan->users / 2);
        finishRehearsal();
    }
    return future;
}

void FakeCampaigns::finishRehearsal() {
    const auto promise = std::move(m_rehearsal);
    if (promise && !promise->isCanceled()) {
        promise->addResult(Result<api::CampaignRehearsalResult>(made(*m_plan)));
    }
    if (promise) {
        promise->finish();
    }
}

}  // namespace evenhand::test
