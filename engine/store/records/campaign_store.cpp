// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/campaign_store.h"

#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"

#include <map>
#include <unordered_map>

namespace evenhand::store::campaigns {
namespace {

struct Memo {
    std::unordered_map<std::string, Shared> byId;
    std::map<std::int64_t, Shared> byNo;
    std::optional<std::vector<Shared>> active;
    std::optional<bool> any;
};

Memo& memoOf(Database& database) {
    auto& memo = database.memo(Database::Memo::Campaigns);
    if (!memo) {
        memo = std::make_shared<Memo>();
    }
    return *static_cast<Memo*>(memo.get());
}

constexpr std::string_view kSelect =
    "SELECT campaign_no, campaign_id, name, budget, places, max_discount, queues, count_limit, amount_limit, begin_at, "
    "end_at, seed, cap_at_max, validity_ms, recovery_ms, state, end_reason, started_at, ended_at, version FROM "
    "campaign ";
const std::string kById = std::string(kSelect) + "WHERE campaign_id = ?";
const std::string kByNo = std::string(kSelect) + "WHERE campaign_no = ?";
const std::string kActive =
    std::string(kSelect) + "WHERE state IN ('building', 'running', 'paused') ORDER BY campaign_no";
const std::string kEnded = std::string(kSelect) + "WHERE ended_at >= ? ORDER BY campaign_no";
const std::string kAll = std::string(kSelect) + "ORDER BY campaign_no DESC";

Record recordOf(const Statement& row) {
    Record record;
    record.no = row.number("campaign_no");
    record.row.id = CampaignId(row.text("campaign_id"));
    auto& settings = record.row.settings;
    settings.name = row.text("name");
    settings.shape = {Money{row.number("budget")}, row.number("places"), Money{row.number("max_discount")},
                      row.number("queues")};
    settings.countLimit = row.number("count_limit");
    settings.amountLimit = Money{row.number("amount_limit")};
    settings.begin = Instant{row.number("begin_at")};
    settings.end = Instant{row.number("end_at")};
    settings.seed = row.maybeNumber("seed");
    settings.capAtMax = row.number("cap_at_max") != 0;
    settings.validityMs = row.number("validity_ms");
    settings.recoveryMs = row.number("recovery_ms");
    record.row.state = row.code("state", api::campaignStateFrom);
    record.row.ended = row.maybeCode("end_reason", api::campaignEndFrom);
    record.row.startedAt = instantOf(row, "started_at");
    record.row.endedAt = instantOf(row, "ended_at");
    record.row.version = row.number("version");
    return record;
}

Shared remember(Database& database, std::optional<Record> record) {
    if (!record) {
        return nullptr;
    }
    auto shared = std::make_shared<const Record>(std::move(*record));
    auto& memo = memoOf(database);
    memo.byId[shared->row.id.str()] = shared;
    memo.byNo[shared->no] = shared;
    return shared;
}

void invalidate(Database& database) { database.memo(Database::Memo::Campaigns).reset(); }

Statement& bindSettings(Statement& statement, const api::CampaignSettings& settings) {
    statement.bind(settings.name).bind(settings.shape.budget.minor).bind(settings.shape.places);
    statement.bind(settings.shape.maxDiscount.minor).bind(settings.shape.queues).bind(settings.countLimit);
    statement.bind(settings.amountLimit.minor).bind(settings.begin).bind(settings.end).bind(settings.seed);
    statement.bind(std::int64_t{settings.capAtMax}).bind(settings.validityMs).bind(settings.recoveryMs);
    return statement;
}

}  // namespace

namespace {

Result<Shared> findById(Database& database, const CampaignId& id) {
    auto& memo = memoOf(database);
    if (const auto found = memo.byId.find(id.str()); found != memo.byId.end()) {
        return found->second;
    }
    EVENHAND_ASSIGN(auto record, findFresh(database, id));
    return remember(database, std::move(record));
}

}  // namespace

Result<Shared> find(Database& database, const CampaignId& id, Hold hold) {
    return readLocked(
        database, [&] { return findById(database, id); },
        [hold](Roots& roots, const Record& found) { roots.addCampaign(found.no, hold); });
}

Result<std::int64_t> numberOf(Database& database, const CampaignId& id) {
    EVENHAND_ASSIGN(const auto found, findById(database, id));
    return found ? found->no : 0;
}

Result<Shared> find(Database& database, std::int64_t no) {
    if (database.roots() != nullptr) {
        EVENHAND_TRY(lockRoots(database, Roots().addCampaign(no, Hold::Read)));
    }
    auto& memo = memoOf(database);
    if (const auto found = memo.byNo.find(no); found != memo.byNo.end()) {
        return found->second;
    }
    auto& statement = database.statement(kByNo);
    statement.bind(no);
    EVENHAND_ASSIGN(auto record, readOne(statement, recordOf));
    return remember(database, std::move(record));
}

Result<std::vector<Shared>> active(Database& database) {
    if (const auto& known = memoOf(database).active) {
        return *known;
    }
    EVENHAND_ASSIGN(auto records, readAll(database.statement(kActive), recordOf));
    std::vector<Shared> shared;
    shared.reserve(records.size());
    for (auto& record : records) {
        shared.push_back(remember(database, std::move(record)));
    }
    memoOf(database).active = shared;
    return shared;
}

Result<std::vector<Shared>> endedSince(Database& database, Instant since) {
    auto& statement = database.statement(kEnded);
    statement.bind(since);
    EVENHAND_ASSIGN(auto records, readAll(statement, recordOf));
    std::vector<Shared> shared;
    shared.reserve(records.size());
    for (auto& record : records) {
        shared.push_back(std::make_shared<const Record>(std::move(record)));
    }
    return shared;
}

Result<bool> any(Database& database) {
    if (const auto known = memoOf(database).any) {
        return *known;
    }
    auto& statement = database.statement("SELECT 1 FROM campaign LIMIT 1");
    EVENHAND_TRY(statement.query());
    const bool found = statement.next();
    EVENHAND_TRY(statement.status());
    statement.finish();
    memoOf(database).any = found;
    return found;
}

Result<std::optional<Record>> findFresh(Database& database, const CampaignId& id) {
    auto& statement = database.statement(kById);
    statement.bind(id.str());
    return readOne(statement, recordOf);
}

Result<std::vector<Record>> allFresh(Database& database) { return readAll(database.statement(kAll), recordOf); }

Result<bool> insert(Database& database, const CampaignId& id, const api::CampaignSettings& settings) {
    EVENHAND_ASSIGN(const auto known, findFresh(database, id));
    if (known) {
        return false;
    }
    invalidate(database);
    auto& statement = database.statement(
        "INSERT INTO campaign(name, budget, places, max_discount, queues, count_limit, amount_limit, begin_at, end_at, "
        "seed, cap_at_max, validity_ms, recovery_ms, campaign_id, state, version) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'draft', 1)");
    bindSettings(statement, settings).bind(id.str());
    EVENHAND_TRY(statement.write());
    return true;
}

Result<bool> update(Database& database, const Record& record) {
    invalidate(database);
    auto& statement = database.statement(
        "UPDATE campaign SET name = ?, budget = ?, places = ?, max_discount = ?, queues = ?, count_limit = ?, "
        "amount_limit = ?, begin_at = ?, end_at = ?, seed = ?, cap_at_max = ?, validity_ms = ?, recovery_ms = ?, "
        "state = ?, end_reason = ?, started_at = ?, ended_at = ?, version = version + 1 "
        "WHERE campaign_no = ? AND version = ?");
    const auto& row = record.row;
    bindSettings(statement, row.settings).bind(api::toText(row.state));
    if (row.ended) {
        statement.bind(api::toText(*row.ended));
    } else {
        statement.bindNull();
    }
    statement.bind(row.startedAt).bind(row.endedAt).bind(record.no).bind(row.version);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

Result<bool> remove(Database& database, std::int64_t no, std::int64_t version) {
    invalidate(database);
    auto& statement =
        database.statement("DELETE FROM campaign WHERE campaign_no = ? AND version = ? AND state = 'draft'");
    statement.bind(no).bind(version);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

Result<void> addPoint(Database& database, std::int64_t no, const api::BurnPoint& point) {
    const std::string sql = std::string(database.dialect().insertIgnore()) +
                            " campaign_point(campaign_no, at, budget_left, places_left) VALUES (?, ?, ?, ?)";
    auto& statement = database.statement(sql);
    statement.bind(no).bind(point.at).bind(point.left).bind(point.places);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<api::BurnPoint>> points(Database& database, std::int64_t no, std::int64_t limit) {
    auto& statement =
        database.statement("SELECT at, budget_left, places_left FROM campaign_point WHERE campaign_no = ? ORDER BY at");
    statement.bind(no);
    EVENHAND_TRY(statement.query());
    std::vector<api::BurnPoint> all;
    while (statement.next()) {
        all.push_back(
            {Instant{statement.number("at")}, statement.number("budget_left"), statement.number("places_left")});
    }
    EVENHAND_TRY(statement.status());
    const auto size = static_cast<std::int64_t>(all.size());
    if (size <= limit) {
        return all;
    }
    std::vector<api::BurnPoint> thinned;
    for (std::int64_t i = 0; i < limit; ++i) {  // the first and the last are kept
        thinned.push_back(all[static_cast<std::size_t>(i * (size - 1) / (limit - 1))]);
    }
    return thinned;
}

}  // namespace evenhand::store::campaigns
