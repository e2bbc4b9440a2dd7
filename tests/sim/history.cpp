// SPDX-License-Identifier: GPL-3.0-or-later
#include "history.h"

#include <array>
#include <functional>

namespace evenhand::sim {
namespace {

using Row = History::Row;

std::int64_t number(const std::string& text) { return text.empty() ? 0 : std::stoll(text); }
bool shrank(const Row& before, const Row& now, std::size_t column) {
    return number(now[column]) < number(before[column]);
}
bool changed(const Row& before, const Row& now, std::size_t column) { return now[column] != before[column]; }
/// Was set and is something else by now.
bool lost(const Row& before, const Row& now, std::size_t column) {
    return !before[column].empty() && changed(before, now, column);
}

const char* orderMoved(const Row& before, const Row& now) {
    enum : std::size_t { kId, kStatus, kEpoch, kVersion, kPayable, kPaidAt, kNo };
    const bool ended = before[kStatus] == "CLOSED" || before[kStatus] == "COMPLETED";
    if (changed(before, now, kId) || changed(before, now, kNo))
        return "is another order";
    if (shrank(before, now, kEpoch))
        return "has an older epoch (D2)";
    if (shrank(before, now, kVersion))
        return "has an older version";
    if (before != now && before[kVersion] == now[kVersion])
        return "changed and kept its version";
    if (ended && changed(before, now, kStatus))
        return "had come to its end (D6)";
    // Several steps may lie between two looks; each of them: order_rules.h.
    if (changed(before, now, kStatus) &&
        (now[kStatus] == "WAIT_PAY" || now[kStatus] == "PAID" || before[kStatus] == "DELIVERED") &&
        !(before[kStatus] == "WAIT_PAY" && now[kStatus] == "PAID") &&
        !(before[kStatus] == "DELIVERED" && now[kStatus] == "COMPLETED"))
        return "went back (D6)";
    if (lost(before, now, kPaidAt))
        return "was paid at another time";
    return changed(before, now, kPayable) ? "has another price" : nullptr;
}
const char* assignmentMoved(const Row& before, const Row& now) {
    enum : std::size_t { kCourier, kCharged, kReleased, kPickedUp };
    if (changed(before, now, kCourier) || changed(before, now, kCharged))
        return "was written over";
    return lost(before, now, kReleased) || lost(before, now, kPickedUp) ? "moved back" : nullptr;
}
const char* refundMoved(const Row& before, const Row& now) {
    enum : std::size_t { kStatus, kAmount, kKey, kVersion, kSource };
    const bool ended = before[kStatus] == "SUCCEEDED" || before[kStatus] == "CANCELLED";
    if (changed(before, now, kAmount) || changed(before, now, kSource))
        return "is another one";
    if (lost(before, now, kKey))
        return "has another key at the provider";
    if (shrank(before, now, kVersion))
        return "has an older version";
    return ended && changed(before, now, kStatus) ? "had come to its end" : nullptr;
}
const char* taskMoved(const Row& before, const Row& now) {
    enum : std::size_t { kToken, kStatus, kKind };
    if (shrank(before, now, kToken))
        return "has an older token (W1)";
    const bool ended = before[kStatus] == "DONE" || before[kStatus] == "DROPPED";
    return ended && changed(before, now, kStatus) && before[kToken] == now[kToken] ? "began again without a new token"
                                                                                   : nullptr;
}
struct DrawColumn {
    enum : std::size_t { kState, kAmount, kUser, kGivenBack, kOrder, kCampaign };
};
const char* drawMoved(const Row& before, const Row& now) {
    for (const auto column : {DrawColumn::kState, DrawColumn::kAmount, DrawColumn::kUser, DrawColumn::kCampaign}) {
        if (changed(before, now, column)) {
            return "was decided anew (C2)";
        }
    }
    return lost(before, now, DrawColumn::kGivenBack) || lost(before, now, DrawColumn::kOrder) ? "moved back (C2)"
                                                                                              : nullptr;
}
const char* returnMoved(const Row& before, const Row& now) {
    enum : std::size_t { kVersion, kRound, kUnits, kDeduction };
    if (shrank(before, now, kVersion) || shrank(before, now, kRound))
        return "has an older version";
    return changed(before, now, kUnits) || changed(before, now, kDeduction) ? "is another one" : nullptr;
}
const char* saleMoved(const Row& before, const Row& now) {
    enum : std::size_t { kState, kVersion, kAdded };
    if (shrank(before, now, kVersion) || shrank(before, now, kAdded))
        return "has an older version";
    if (before[kState] == "ended" && changed(before, now, kState))
        return "had ended";
    return before[kState] != "draft" && now[kState] == "draft" ? "is a draft again" : nullptr;
}
struct CampaignColumn {
    enum : std::size_t { kState, kVersion, kBudget, kPlaces, kMaxDiscount, kCapped, kCountLimit, kAmountLimit };
};
const char* campaignMoved(const Row& before, const Row& now) {
    if (shrank(before, now, CampaignColumn::kVersion))
        return "has an older version";
    for (const auto column :
         {CampaignColumn::kBudget, CampaignColumn::kPlaces, CampaignColumn::kMaxDiscount, CampaignColumn::kCapped}) {
        if (changed(before, now, column)) {
            return "has another budget than it began with (C1)";
        }
    }
    if (shrank(before, now, CampaignColumn::kCountLimit) || shrank(before, now, CampaignColumn::kAmountLimit))
        return "has a limit that somebody may have used up already (C3)";
    const auto& state = before[CampaignColumn::kState];
    return state == "ended" && changed(before, now, CampaignColumn::kState) ? "had ended" : nullptr;
}
const char* alertMoved(const Row& before, const Row& now) {
    enum : std::size_t { kOrder, kKind, kState, kRepeats, kResolvedAt };
    if (changed(before, now, kOrder) || changed(before, now, kKind))
        return "is another one";
    if (shrank(before, now, kRepeats))
        return "was told less often than before";
    return lost(before, now, kResolvedAt) || (!before[kResolvedAt].empty() && changed(before, now, kState))
               ? "had been resolved"
               : nullptr;
}
const char* personMoved(const Row& before, const Row& now) {
    enum : std::size_t { kLogin, kVersion, kCreatedAt };
    if (shrank(before, now, kVersion))
        return "has an older version";
    return changed(before, now, kLogin) || changed(before, now, kCreatedAt) ? "is somebody else" : nullptr;
}
const char* tokenMoved(const Row& before, const Row& now) {
    enum : std::size_t { kName, kScopes, kRevokedAt };
    if (lost(before, now, kRevokedAt))
        return "had been revoked";
    return changed(before, now, kName) || changed(before, now, kScopes) ? "opens something else" : nullptr;
}
const char* deductionMoved(const Row& before, const Row& now) {
    enum : std::size_t { kOrder, kAt, kGivenBackAt };
    if (lost(before, now, kGivenBackAt))
        return "had been given back";
    return changed(before, now, kOrder) || changed(before, now, kAt) ? "is another one" : nullptr;
}
const char* kept(const Row& before, const Row& now) { return before != now ? "was written over" : nullptr; }

constexpr std::array kMoving{
    History::Watched{"order",
                     "SELECT order_id, order_id, status, epoch, version, payable, paid_at, order_no FROM orders", 7, 1,
                     orderMoved},
    History::Watched{"refund", "SELECT refund_id, status, amount, send_key, version, source FROM refund", 5, 0,
                     refundMoved},
    // Before their draws, which are held against them.
    History::Watched{"campaign",
                     "SELECT campaign_no, state, version, budget, places, max_discount, cap_at_max, count_limit, "
                     "amount_limit FROM campaign WHERE state <> 'draft'",
                     8, 0, campaignMoved},
    History::Watched{"draw",
                     "SELECT draw_id, state, amount, user_id, given_back_at, order_id, campaign_no FROM campaign_draw",
                     6, 0, drawMoved},
    History::Watched{"return", "SELECT return_id, version, round, units, deduction_id, stage FROM goods_return", 5, 4,
                     returnMoved},
    History::Watched{"activity", "SELECT activity_id, state, version, added FROM activity WHERE state <> 'draft'", 3, 0,
                     saleMoved},
    History::Watched{"alert", "SELECT alert_id, order_id, kind, state, repeats, resolved_at FROM alert", 5, 2,
                     alertMoved},
    History::Watched{"deduction", "SELECT deduction_id, order_id, at, given_back_at FROM deduction", 3, 1,
                     deductionMoved},
    History::Watched{"person", "SELECT person_id, login, version, created_at FROM person", 3, 0, personMoved},
    History::Watched{"token", "SELECT token_id, name, scopes, revoked_at FROM api_token", 3, 1, tokenMoved},
};
// Done tasks are cleaned up after a while, so they may be gone.
constexpr History::Watched kTasks{"task", "SELECT task_id, token, status, kind FROM task", 3, 1, taskMoved};
constexpr std::array kAppended{
    History::Watched{"event", "SELECT event_id, order_id, at, kind, actor, detail FROM order_event", 5, 2, kept},
    History::Watched{"entry of the ledger",
                     "SELECT entry_id, at, kind, debit, credit, amount, order_id, payment_no FROM ledger_entry", 7, 1,
                     kept},
    History::Watched{"event of money",
                     "SELECT event_id, return_id, refund_id, at, kind, actor, detail FROM money_event", 6, 3, kept},
    History::Watched{"end of a timer",
                     "SELECT order_id * 100000 + version, kind, due_at, at, outcome, by_hand FROM timer_end", 5, 3,
                     kept},
    History::Watched{"entry of stock", "SELECT entry_id, sku, at, quantity, actor FROM stock_entry", 4, 3, kept},
    History::Watched{"entry of weight", "SELECT entry_id, courier_id, at, kind, amount FROM weight_entry", 4, 2, kept},
    History::Watched{"entry of a sale's log",
                     "SELECT entry_id, activity_id, at, actor, action, amount FROM activity_log", 5, 3, kept},
    History::Watched{"payment", "SELECT payment_no, order_id, amount, at FROM payment", 3, 2, kept},
    History::Watched{"owed payment", "SELECT payment_no, order_no, amount, at, kind FROM owed_payment", 4, 3, kept},
    History::Watched{"assignment",
                     "SELECT order_id * 100000 + epoch, courier_id, charged, released_at, picked_up_at FROM assignment",
                     4, 0, assignmentMoved},
    History::Watched{"line of an order", "SELECT order_id * 1000 + line_no, sku, quantity, unit_price FROM order_line",
                     3, 0, kept},
    History::Watched{
        "entry of duty",
        "SELECT version * 10 + CASE campus_id WHEN 'north' THEN 1 WHEN 'south' THEN 2 WHEN 'eastlake' THEN "
        "3 WHEN 'southgarden' THEN 4 WHEN 'westhill' THEN 5 ELSE 6 END, courier_id, on_duty, at, "
        "actor FROM duty_entry",
        4, 1, kept},
    History::Watched{"entry of the audit log",
                     "SELECT seq, at, actor, via, operation, outcome, subject, reason, detail FROM audit_entry", 8, 4,
                     kept},
};

}  // namespace

bool History::compare(store::Database& database, const Watched& watched) {
    auto& statement = database.statement(watched.sql);
    m_unreadable = false;
    if (const auto asked = statement.query(); !asked) {
        m_unreadable = true;
        m_fault = std::string("cannot read every ") + watched.table + ": " + asked.error().text();
        return false;
    }
    auto& known = m_rows[watched.table];
    std::size_t met = 0;
    while (statement.next()) {
        const auto key = statement.textAt(0);
        Row row;
        for (int column = 1; column <= watched.columns; ++column) {
            row.push_back(statement.isNullAt(column) ? std::string() : statement.textAt(column));
        }
        const auto [found, isNew] = known.try_emplace(key, row);
        ++met;
        if (watched.wrong != kept && (isNew || found->second != row)) {
            m_touched[watched.table].push_back(key);
            if (watched.wrong == drawMoved) {
                m_touched["campaign"].push_back(row[DrawColumn::kCampaign]);
                take(isNew ? nullptr : &found->second, row);
            }
        }
        if (!isNew) {
            if (const auto* wrong = watched.wrong(found->second, row); wrong != nullptr) {
                m_fault = std::string(watched.table) + " " + key + " " + wrong + ": before";
                for (const auto& column : found->second)
                    m_fault += " " + column;
                m_fault += ", now";
                for (const auto& column : row)
                    m_fault += " " + column;
                statement.finish();
                return false;
            }
            found->second = std::move(row);
        }
    }
    if (const auto ended = statement.status(); !ended) {
        m_unreadable = true;
        m_fault = std::string("cannot read every ") + watched.table + ": " + ended.error().text();
        return false;
    }
    if (met < known.size() && watched.wrong != taskMoved) {
        m_fault = std::to_string(known.size() - met) + " rows are gone: " + watched.table;
        return false;
    }
    return true;
}

bool History::look(store::Database& database) {
    for (const auto& watched : kMoving) {
        if (!compare(database, watched)) {
            return false;
        }
    }
    return compare(database, kTasks) && withinBudget();
}

void History::take(const Row* before, const Row& now) {
    if (now[DrawColumn::kState] != "granted") {
        return;
    }
    auto& campaign = m_taken[now[DrawColumn::kCampaign]];
    auto& user = campaign.users[now[DrawColumn::kUser]];
    const auto amount = number(now[DrawColumn::kAmount]);
    if (before == nullptr) {
        campaign.granted += amount;
        ++campaign.draws;
        user.amount += amount;
        ++user.draws;
    }
    if (!now[DrawColumn::kGivenBack].empty() && (before == nullptr || (*before)[DrawColumn::kGivenBack].empty())) {
        campaign.givenBack += amount;
        user.amount -= amount;
    }
}

/// Judged when all rows are read: in one commit something may be given back and drawn again.
bool History::withinBudget() {
    for (const auto& key : m_touched["draw"]) {
        const auto& row = m_rows["draw"][key];
        if (row[DrawColumn::kState] != "granted") {
            continue;
        }
        const auto found = m_rows["campaign"].find(row[DrawColumn::kCampaign]);
        if (found == m_rows["campaign"].end()) {
            m_fault = "draw " + key + " is of a campaign that never began (C1)";
            return false;
        }
        const auto limit = [&settings = found->second](std::size_t column) { return number(settings[column]); };
        const auto& taken = m_taken[row[DrawColumn::kCampaign]];
        const auto& user = taken.users.at(row[DrawColumn::kUser]);
        const auto amount = number(row[DrawColumn::kAmount]);
        const char* wrong = nullptr;
        if (taken.granted - taken.givenBack > limit(CampaignColumn::kBudget) ||
            taken.draws > limit(CampaignColumn::kPlaces)) {
            wrong = " is more than its campaign had (C1)";
        } else if (amount < 1 ||
                   (limit(CampaignColumn::kCapped) != 0 && amount > limit(CampaignColumn::kMaxDiscount))) {
            wrong = " is of an amount that there is not (C1)";
        } else if (user.draws > limit(CampaignColumn::kCountLimit) ||
                   user.amount > limit(CampaignColumn::kAmountLimit)) {
            wrong = " is more than its user may have (C3)";
        }
        if (wrong != nullptr) {
            m_fault = "draw " + key + wrong;
            return false;
        }
    }
    return true;
}

bool History::lookAtAll(store::Database& database) {
    for (const auto& watched : kAppended) {
        if (!compare(database, watched)) {
            return false;
        }
    }
    return look(database);
}

void History::count(std::map<std::string, std::int64_t>& figures) const {
    const auto add = [&](const Watched& watched) {
        const auto rows = m_rows.find(watched.table);
        if (rows != m_rows.end() && watched.wrong != assignmentMoved && watched.wrong != deductionMoved &&
            watched.wrong != personMoved) {
            for (const auto& [key, row] : rows->second) {
                ++figures[std::string(watched.table) + " " + row[static_cast<std::size_t>(watched.state)]];
            }
        }
    };
    for (const auto& watched : kMoving) {
        add(watched);
    }
    add(kTasks);
    for (const auto& watched : kAppended) {
        add(watched);
    }
}

std::uint64_t History::digest() const {
    std::string all;
    for (const auto& [table, rows] : m_rows) {
        for (const auto& [key, row] : rows) {
            all += table + key;
            for (const auto& column : row) {
                all += "|" + column;
            }
        }
    }
    return std::hash<std::string>{}(all);
}

}  // namespace evenhand::sim
