// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/assignment_store.h"

#include <algorithm>
#include <charconv>

#include "engine/store/database/sql_text.h"

namespace evenhand::store::assignments {

namespace {

// Lines of the evidence, by their first sign: a weight with its courier ("-20 ann"), and
constexpr char kExcluded = 'x';    // "x ann"
constexpr char kOwnLoad = 'c';     // "c2/5 ann": whoever got it had 2 orders of at most 5
constexpr char kPassedOver = 'f';  // "f5/5 ann"
constexpr char kMore = 'm';        // "m3 more" were passed over

/// "2/5"
api::CourierLoad loadOf(std::string_view text, std::string_view courier) {
    api::CourierLoad load{CourierId(courier), 0, 0};
    const auto* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, load.inHand);
    if (read.ptr != end) {
        std::from_chars(read.ptr + 1, end, load.limit);
    }
    return load;
}

void addLoad(std::string& text, char kind, const api::CourierLoad& load) {
    text += text.empty() ? "" : "\n";
    text += kind;
    text.append(std::to_string(load.inHand)).append("/").append(std::to_string(load.limit));
    text.append(" ").append(load.courier.str());
}

}  // namespace

// Ids never hold control characters, so lines need no quoting.
void readEvidence(std::string_view text, api::AssignmentEvidence& row) {
    while (!text.empty()) {
        const auto end = text.find('\n');
        const auto line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        const auto space = line.find(' ');
        if (space == std::string_view::npos || space == 0) {
            continue;
        }
        const auto id = line.substr(space + 1);
        const auto rest = line.substr(1, space - 1);
        switch (line.front()) {
            case kExcluded: row.excluded.emplace_back(id); break;
            case kOwnLoad: row.load = loadOf(rest, id); break;
            case kPassedOver: row.passedOver.push_back(loadOf(rest, id)); break;
            case kMore: std::from_chars(rest.data(), rest.data() + rest.size(), row.passedMore); break;
            default:
                std::int64_t weight = 0;
                std::from_chars(line.data(), line.data() + space, weight);
                row.ranking.emplace_back(CourierId(id), weight);
        }
    }
}

std::string evidenceText(const std::vector<std::pair<CourierId, std::int64_t>>& ranking, const CourierId& excluded,
                         const Loads& loads) {
    std::string text;
    if (!excluded.empty()) {
        text = "x " + excluded.str();
    }
    for (const auto& [courier, weight] : ranking) {
        if (!text.empty()) {
            text += '\n';
        }
        text += std::to_string(weight);
        text += ' ';
        text += courier.str();
    }
    if (loads.own.limit > 0) {
        addLoad(text, kOwnLoad, loads.own);
    }
    for (const auto& passed : loads.passedOver) {
        addLoad(text, kPassedOver, passed);
    }
    if (loads.passedMore > 0) {
        text += "\n" + std::string(1, kMore) + std::to_string(loads.passedMore) + " more";
    }
    return text;
}

Result<void> insert(Database& database, const NewAssignment& assignment) {
    auto& statement = database.statement(
        "INSERT INTO assignment(order_id, epoch, courier_id, at, mode, charged, given_back, by_name, evidence, "
        "duty_version, script_sha, message_id) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)");
    statement.bind(assignment.order.value).bind(assignment.epoch).bind(assignment.courier).bind(assignment.at);
    statement.bind(api::toText(assignment.mode)).bind(assignment.charged).bind(std::int64_t{assignment.byName});
    statement.bind(assignment.evidence).bind(assignment.dutyVersion).bind(assignment.scriptSha);
    statement.bind(assignment.messageId);
    return statement.gather();
}

Result<std::optional<Charge>> find(Database& database, OrderId order, std::int64_t epoch) {
    auto& statement = database.statement(
        "SELECT courier_id, charged, released_at, picked_up_at FROM assignment WHERE order_id = ? AND epoch = ?");
    statement.bind(order.value).bind(epoch);
    EVENHAND_TRY(statement.query());
    std::optional<Charge> found;
    if (statement.next()) {
        found = Charge{CourierId(statement.text("courier_id")), statement.number("charged"),
                       !statement.isNull("released_at"), !statement.isNull("picked_up_at")};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<bool> release(Database& database, OrderId order, std::int64_t epoch, Instant at, std::string_view reason,
                     bool giveBack) {
    auto& statement = database.statement(
        "UPDATE assignment SET released_at = ?, release_reason = ?, "
        "given_back = CASE WHEN ? = 1 THEN charged ELSE given_back END "
        "WHERE order_id = ? AND epoch = ? AND released_at IS NULL");
    statement.bind(at).bind(reason).bind(std::int64_t{giveBack}).bind(order.value).bind(epoch);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

Result<void> setPickedUp(Database& database, OrderId order, std::int64_t epoch, Instant at) {
    auto& statement = database.statement(
        "UPDATE assignment SET picked_up_at = ? WHERE order_id = ? AND epoch = ? AND picked_up_at IS NULL");
    statement.bind(at).bind(order.value).bind(epoch);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<Evidence> evidence(Database& database, const OrderNo& orderNo) {
    auto& statement = database.statement(
        "SELECT a.epoch, a.courier_id, a.at, a.mode, a.charged, a.by_name, a.evidence, a.duty_version, a.script_sha, "
        "a.released_at, a.release_reason, o.campus_id FROM orders o JOIN assignment a ON a.order_id = o.order_id "
        "WHERE o.order_no = ? ORDER BY a.epoch DESC");
    statement.bind(orderNo.str());
    EVENHAND_TRY(statement.query());
    Evidence found;
    while (statement.next()) {
        api::AssignmentEvidence row;
        row.orderNo = orderNo;
        row.epoch = statement.number("epoch");
        row.courier = CourierId(statement.text("courier_id"));
        row.at = Instant{statement.number("at")};
        row.mode = statement.code("mode", api::dispatchModeFrom);
        row.step = statement.number("charged");
        row.byName = statement.number("by_name") != 0;
        readEvidence(statement.text("evidence"), row);
        found.dutyVersions.push_back(statement.number("duty_version"));
        row.scriptSha = statement.text("script_sha");
        if (const auto released = statement.maybeNumber("released_at")) {
            row.releasedAt = Instant{*released};
            row.releaseReason = statement.text("release_reason");
        }
        found.campus = CampusId(statement.text("campus_id"));
        found.rows.push_back(std::move(row));
    }
    EVENHAND_TRY(statement.status());
    return found;
}

Result<std::vector<Step>> between(Database& database, const CampusId& campus, Instant from, Instant to) {
    auto& statement = database.statement(
        "SELECT a.at, a.courier_id FROM courier c JOIN assignment a ON a.courier_id = c.courier_id "
        "WHERE c.campus_id = ? AND a.at >= ? AND a.at < ? AND a.released_at IS NULL ORDER BY a.at");
    statement.bind(campus.str()).bind(from).bind(to);
    return readAll(statement, [](const Statement& row) {
        return Step{Instant{row.number("at")}, row.text("courier_id"), 1};
    });
}

Result<std::vector<Step>> counted(Database& database, const CampusId& campus, Instant from, Instant to) {
    auto& statement = database.statement(
        "SELECT c.courier_id, (SELECT COUNT(*) FROM assignment a WHERE a.courier_id = c.courier_id AND a.at >= ? "
        "AND a.at < ? AND a.released_at IS NULL) AS steps FROM courier c WHERE c.campus_id = ?");
    statement.bind(from).bind(to).bind(campus.str());
    EVENHAND_TRY(statement.query());
    std::vector<Step> steps;
    while (statement.next()) {
        if (const auto count = statement.number("steps"); count > 0) {
            steps.push_back({to, statement.text("courier_id"), count});
        }
    }
    EVENHAND_TRY(statement.status());
    return steps;
}

Result<std::vector<Step>> countedInSlots(Database& database, const CampusId& campus, Instant from, Instant to,
                                         Instant firstEnd, std::int64_t slotMs) {
    EVENHAND_ASSIGN(const auto totals, counted(database, campus, from, to));
    std::vector<Step> steps;
    // Courier by courier: what is grouped is small then. Whole numbers on either database: the remainder is taken off
    // before dividing.
    constexpr std::string_view kSql =
        "SELECT (s.past - (s.past % ?)) / ? AS slot, COUNT(*) AS steps FROM "
        "(SELECT CASE WHEN at <= ? THEN 0 ELSE at - ? + ? END AS past FROM assignment "
        "WHERE courier_id = ? AND at >= ? AND at < ? AND released_at IS NULL) s GROUP BY 1";
    for (const auto& total : totals) {
        auto& statement = database.statement(kSql);
        statement.bind(slotMs).bind(slotMs).bind(firstEnd).bind(firstEnd).bind(slotMs - 1);
        statement.bind(total.courier).bind(from).bind(to);
        EVENHAND_TRY(statement.query());
        while (statement.next()) {
            steps.push_back(
                {firstEnd.plusMs(statement.number("slot") * slotMs), total.courier, statement.number("steps")});
        }
        EVENHAND_TRY(statement.status());
    }
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.at < b.at; });
    return steps;
}

Result<std::vector<Listed>> slice(Database& database, OrderId order, std::int64_t epoch, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT a.order_id, o.order_no, a.epoch, o.campus_id, a.courier_id, a.at, a.mode, a.charged, a.given_back, "
        "a.by_name, "
        "a.picked_up_at, a.released_at, a.release_reason FROM assignment a JOIN orders o ON o.order_id = a.order_id "
        "WHERE (a.order_id, a.epoch) > (?, ?) ORDER BY a.order_id, a.epoch LIMIT ?");
    statement.bind(order.value).bind(epoch).bind(limit);
    return readAll(statement, [](const Statement& row) {
        return Listed{OrderId{row.number("order_id")},
                      row.text("order_no"),
                      row.number("epoch"),
                      row.text("campus_id"),
                      row.text("courier_id"),
                      Instant{row.number("at")},
                      row.code("mode", api::dispatchModeFrom),
                      row.number("charged"),
                      row.number("given_back"),
                      row.number("by_name") != 0,
                      instantOf(row, "picked_up_at"),
                      instantOf(row, "released_at"),
                      row.text("release_reason")};
    });
}

}  // namespace evenhand::store::assignments
