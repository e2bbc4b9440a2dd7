// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/verify_store.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/store/database/page_scan.h"
#include "engine/store/database/schema_catalogue.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/words/stored_words.h"
#include "engine/store/words/timer_outcome.h"

namespace evenhand::store::verify {
namespace {

bool isStrong(const Statement& row) { return row.code("mode", api::dispatchModeFrom) == api::DispatchMode::Strong; }

}  // namespace

Result<void> eachOrderWithAssignment(Database& database, const std::function<void(const AssignedOrder&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, o.status, o.campus_id, o.courier_id, o.wait_reason, o.epoch, a.courier_id AS assigned_to, "
        "a.released_at, (SELECT COUNT(*) FROM assignment x WHERE x.order_id = o.order_id AND x.epoch <> o.epoch AND "
        "x.released_at IS NULL) AS other_live, "
        "(SELECT COUNT(*) FROM assignment y WHERE y.order_id = o.order_id AND (y.epoch > o.epoch OR y.epoch < 1)) "
        "AS beyond FROM orders o LEFT JOIN assignment a ON a.order_id = o.order_id AND a.epoch = o.epoch");
    AssignedOrder row;
    return eachRow(statement, [&](const Statement& s) {
        row = {s.text("order_no"),       api::orderStatusFrom(s.text("status")),
               s.text("campus_id"),      s.text("courier_id"),
               s.text("wait_reason"),    s.number("epoch"),
               !s.isNull("assigned_to"), s.text("assigned_to"),
               !s.isNull("released_at"), s.number("other_live"),
               s.number("beyond")};
        fn(row);
    });
}

Result<void> eachAssignment(Database& database, const std::function<void(const Assignment&)>& fn) {
    auto& statement = database.statement(
        "SELECT a.order_id, o.order_no, o.campus_id, a.epoch, a.courier_id, a.at, a.mode, a.by_name, a.charged, "
        "a.given_back, a.released_at, a.evidence FROM assignment a JOIN orders o ON o.order_id = a.order_id "
        "ORDER BY a.order_id, a.epoch");
    Assignment row;
    return eachRow(statement, [&](const Statement& s) {
        row = {OrderId{s.number("order_id")},
               s.text("order_no"),
               s.text("campus_id"),
               s.number("epoch"),
               s.text("courier_id"),
               Instant{s.number("at")},
               isStrong(s),
               s.number("by_name") != 0,
               s.number("charged"),
               s.number("given_back"),
               !s.isNull("released_at"),
               s.text("evidence")};
        fn(row);
    });
}

Result<void> eachRepeatedMessage(Database& database, const std::function<void(std::string_view)>& fn) {
    // Epoch 1 comes by one topic, later ones by another; each numbers its own messages.
    auto& statement = database.statement(
        "SELECT message_id FROM assignment WHERE message_id <> '' GROUP BY message_id, epoch > 1 HAVING COUNT(*) > 1");
    return eachRow(statement, [&](const Statement& s) { fn(s.text("message_id")); });
}

Result<std::int64_t> deadLetters(Database& database, std::string_view topic) {
    std::int64_t count = 0;
    auto& statement = database.statement("SELECT COUNT(*) FROM dead_letter WHERE topic = ?");
    statement.bind(topic);
    EVENHAND_TRY(eachRow(statement, [&](const Statement& s) { count = s.onlyNumber(); }));
    return count;
}

Result<void> eachCourierStart(Database& database, const std::function<void(const CourierStart&)>& fn) {
    auto& statement = database.statement(
        "SELECT c.campus_id, c.courier_id, c.on_duty, "
        "COALESCE((SELECT SUM(w.amount) FROM weight_entry w WHERE w.courier_id = c.courier_id AND w.kind IN ('start', "
        "'join')), 0) AS start_weight, "
        "EXISTS (SELECT 1 FROM weight_entry w WHERE w.courier_id = c.courier_id AND w.kind = 'calibration' AND "
        "w.amount <> 0) AS calibrated, "
        "(SELECT COUNT(*) FROM duty_entry d WHERE d.courier_id = c.courier_id) AS duty_changes, "
        "(SELECT MAX(d.at) FROM duty_entry d WHERE d.courier_id = c.courier_id) AS last_duty_change "
        "FROM courier c ORDER BY c.campus_id, c.courier_id");
    return eachRow(statement, [&](const Statement& s) {
        fn({s.text("campus_id"), s.text("courier_id"), s.number("on_duty") != 0, s.number("start_weight"),
            s.number("calibrated") != 0, s.number("duty_changes"), instantOf(s, "last_duty_change")});
    });
}

Result<void> eachEvent(Database& database, const std::function<void(const Event&)>& fn) {
    return eachRow(database.statement("SELECT order_id, kind FROM order_event ORDER BY event_id"),
                   [&](const Statement& s) {
                       fn({OrderId{s.number("order_id")}, api::eventKindFrom(s.text("kind"))});
                   });
}

Result<void> eachStatus(Database& database, const std::function<void(const OrderStatusRow&)>& fn) {
    return eachRow(database.statement("SELECT order_id, order_no, status FROM orders ORDER BY order_id"),
                   [&](const Statement& s) {
                       fn({OrderId{s.number("order_id")}, s.text("order_no"), api::orderStatusFrom(s.text("status"))});
                   });
}

Result<void> eachStock(Database& database, const std::function<void(const Stock&)>& fn) {
    auto& statement = database.statement(
        "SELECT p.sku, p.stock + COALESCE((SELECT SUM(a.units_left) FROM activity a WHERE a.voucher = p.sku), 0) "
        "AS on_hand, COALESCE(r.received, 0) AS received, COALESCE(d.taken, 0) AS taken, COALESCE(d.back, 0) "
        "AS given_back, COALESCE(d.restocked, 0) AS restocked FROM product p "
        "LEFT JOIN (SELECT sku, SUM(quantity) AS received FROM stock_entry GROUP BY sku) r ON r.sku = p.sku "
        "LEFT JOIN (SELECT sku, SUM(quantity) AS taken, SUM(given_back) AS back, SUM(restocked) AS restocked FROM "
        "deduction_line GROUP BY sku) d "
        "ON d.sku = p.sku");
    return eachRow(statement, [&](const Statement& s) {
        fn({s.text("sku"), s.number("on_hand"), s.number("received"), s.number("taken"), s.number("given_back"),
            s.number("restocked")});
    });
}

Result<void> eachOrderSums(Database& database, const std::function<void(const OrderSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, o.status, o.payable, "
        "(SELECT COALESCE(SUM(l.quantity * l.unit_price), 0) FROM order_line l WHERE l.order_id = o.order_id) "
        "AS line_total, "
        "(SELECT COALESCE(SUM(l.quantity), 0) FROM order_line l WHERE l.order_id = o.order_id) AS line_units, "
        "d.deduction_id IS NOT NULL AS deductions, "
        "(SELECT COALESCE(SUM(x.quantity), 0) FROM deduction_line x WHERE x.deduction_id = d.deduction_id) "
        "AS deducted_units, "
        "(SELECT COALESCE(SUM(x.given_back), 0) FROM deduction_line x WHERE x.deduction_id = d.deduction_id) "
        "AS given_back_units, "
        "(SELECT COALESCE(SUM(x.returned), 0) FROM deduction_line x WHERE x.deduction_id = d.deduction_id) "
        "AS returned_units, o.paid_at, p.amount AS payment, "
        "(SELECT COALESCE(SUM(r.amount), 0) FROM refund r WHERE r.order_id = "
        "o.order_id AND r.cause IN ('return', 'order', 'closed_order') AND r.status <> 'CANCELLED') AS refunds, "
        "o.discount, (SELECT COALESCE(SUM(g.amount), 0) FROM campaign_draw g WHERE g.order_id = o.order_id) AS drawn "
        "FROM orders o LEFT JOIN deduction d ON d.order_id = o.order_id LEFT JOIN payment p ON p.order_id = "
        "o.order_id");
    OrderSums row;
    return eachRow(statement, [&](const Statement& s) {
        row = {s.text("order_no"),         api::orderStatusFrom(s.text("status")),
               s.number("payable"),        s.number("line_total"),
               s.number("line_units"),     s.number("deductions"),
               s.number("deducted_units"), s.number("given_back_units"),
               s.number("returned_units"), !s.isNull("paid_at"),
               s.maybeNumber("payment"),   s.number("refunds"),
               s.number("discount"),       s.number("drawn")};
        fn(row);
    });
}

Result<void> eachReturnedOrder(Database& database, const std::function<void(const ReturnedOrder&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, (SELECT COALESCE(SUM(l.quantity - l.returned), 0) FROM deduction_line l "
        "WHERE l.deduction_id = r.deduction_id) AS units_left, r.approved, r.imported FROM "
        "(SELECT order_id, deduction_id, "
        "MAX(CASE WHEN imported = 0 THEN decided_at END) AS approved, "
        "MAX(CASE WHEN imported = 1 THEN decided_at END) AS imported FROM goods_return WHERE status = 'APPROVED' "
        "GROUP BY order_id, deduction_id) r JOIN orders o ON o.order_id = r.order_id "
        "WHERE o.status IN ('PAID', 'WAIT_PICK_UP')");
    return eachRow(statement, [&](const Statement& s) {
        fn({s.text("order_no"), s.number("units_left"), instantOf(s, "approved"), instantOf(s, "imported")});
    });
}

namespace {

/// What the schema refers to.
std::vector<SchemaCatalogue::Reference> references() {
    SchemaCatalogue catalogue;
    for (const auto& migration : allMigrations()) {
        catalogue.migrate(migration);
    }
    return catalogue.references();
}

/// Rows that refer to nothing. MySQL 8 ignores the references of a column's definition, and checks can be switched off.
Result<void> eachOrphan(Database& database, const std::function<void(std::string_view)>& fn) {
    for (const auto& [table, column, target, key] : references()) {
        const auto sql = "SELECT c." + column + " FROM " + table + " c LEFT JOIN " + target + " p ON p." + key +
                         " = c." + column + " WHERE c." + column + " IS NOT NULL AND p." + key + " IS NULL";
        EVENHAND_TRY(eachRow(
            database.statement(sql), [&fn, &table = table, &column = column, &target = target](const Statement& s) {
                fn("table " + table + ", " + column + " " + s.textAt(0) + ": no such row in " + target);
            }));
    }
    return {};
}

}  // namespace

Result<void> eachStageTimer(Database& database, const std::function<void(const StageTimer&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_id, o.order_no, o.status, o.wait_reason, o.timer_flags, o.timer, o.due_at, "
        "EXISTS (SELECT 1 FROM timer_end e WHERE e.order_id = o.order_id AND e.kind = o.timer) AS ended, "
        "EXISTS (SELECT 1 FROM timer_failure f WHERE f.order_id = o.order_id AND f.kind = o.timer "
        "AND f.dead_at IS NOT NULL) AS dead, o.close_reason, o.paid_at, "
        "(SELECT COUNT(*) FROM timer_end c WHERE c.order_id = o.order_id AND c.kind = 'unpaid' "
        "AND c.outcome = 'done') AS closings, "
        "(SELECT COUNT(*) FROM timer_end a WHERE a.order_id = o.order_id AND a.kind = 'auto_confirm' "
        "AND a.outcome = 'done') AS confirmings, "
        "EXISTS (SELECT 1 FROM late_order l WHERE l.order_id = o.order_id) AS limit_kept FROM orders o");
    return eachRow(statement, [&](const Statement& s) {
        StageTimer row;
        row.order = OrderId{s.number("order_id")};
        row.orderNo = s.text("order_no");
        row.status = api::orderStatusFrom(s.text("status"));
        row.waiting = !s.isNull("wait_reason");
        row.allStages = (s.number("timer_flags") & 1) != 0;
        if (!s.isNull("timer")) {
            row.kind = api::timerKindFrom(s.text("timer"));
        }
        row.due = instantOf(s, "due_at");
        row.ended = s.number("ended") != 0;
        row.dead = s.number("dead") != 0;
        row.timedOut = s.maybeCode("close_reason", api::closeReasonFrom) == api::CloseReason::Timeout;
        row.paid = !s.isNull("paid_at");
        row.closings = s.number("closings");
        row.confirmings = s.number("confirmings");
        row.limitKept = s.number("limit_kept") != 0;
        fn(row);
    });
}

Result<void> eachTimerEnd(Database& database, const std::function<void(const TimerEnd&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, e.kind, e.due_at, e.at, e.outcome, e.by_hand, "
        "(SELECT COUNT(*) FROM alert a WHERE a.order_id = e.order_id AND a.kind = e.kind) AS alerts, "
        "(SELECT COUNT(*) FROM alert b WHERE b.order_id = e.order_id AND b.kind = e.kind AND b.resolved_at IS NULL) "
        "AS open_alerts "
        "FROM timer_end e JOIN orders o ON o.order_id = e.order_id");
    return eachRow(statement, [&](const Statement& s) {
        fn({s.text("order_no"), api::timerKindFrom(s.text("kind")), Instant{s.number("due_at")},
            Instant{s.number("at")}, s.code("outcome", timerOutcomeFrom) == TimerOutcome::Done,
            s.number("by_hand") != 0, s.number("alerts"), s.number("open_alerts")});
    });
}

Result<std::int64_t> deadTimers(Database& database, api::TimerKind kind) {
    auto& statement = database.statement("SELECT COUNT(*) FROM timer_failure WHERE kind = ? AND dead_at IS NOT NULL");
    statement.bind(api::toText(kind));
    std::int64_t count = 0;
    EVENHAND_TRY(eachRow(statement, [&](const Statement& s) { count = s.onlyNumber(); }));
    return count;
}

Result<void> eachStructureFault(Database& database, const std::function<void(std::string_view)>& fn) {
    if (!database.dialect().isLocalFile()) {
        return eachOrphan(database, fn);
    }
    EVENHAND_TRY(eachRow(database.statement("PRAGMA quick_check(20)"), [&](const Statement& s) {
        if (const std::string fault = s.textAt(0); fault != "ok") {
            fn(fault);
        }
    }));
    return eachRow(database.statement("PRAGMA foreign_key_check"), [&](const Statement& s) {
        fn("table " + s.textAt(0) + ", row " + s.textAt(1) + ": no such row in " + s.textAt(2));
    });
}

Result<std::int64_t> eachBadPage(Database& database, const std::function<void(std::string_view)>& fn) {
    if (!database.dialect().isLocalFile()) {
        std::string algorithm;
        EVENHAND_TRY(eachRow(database.statement("SELECT @@GLOBAL.innodb_checksum_algorithm AS algorithm"),
                             [&](const Statement& s) { algorithm = s.text("algorithm"); }));
        if (algorithm == "none" || algorithm == "strict_none") {
            fn("the server keeps no checksums of its pages: innodb_checksum_algorithm is " + algorithm);
        }
        return 1;  // the server's setting
    }
    EVENHAND_ASSIGN(const auto scan, database.scanPages());
    for (const auto& bad : scan.bad) {
        fn("page " + std::to_string(bad.number) + (bad.inLog ? " in the write-ahead log" : "") +
           (bad.table.empty() ? std::string() : ", of " + bad.table) + ": its checksum does not hold");
    }
    return scan.checked;
}

Result<std::int64_t> eachUnknownWord(Database& database, const std::function<void(const Error&)>& fn) {
    const auto words = storedWords();
    // The columns of a table together: large tables are read once.
    for (auto first = words.begin(); first != words.end();) {
        const auto last = std::find_if(first, words.end(), [&](const StoredWord& word) {
            return word.table != first->table || word.only != first->only;
        });
        std::string columns;
        for (auto word = first; word != last; ++word) {
            columns += (columns.empty() ? "" : ", ") + std::string(word->column);
        }
        const std::string where = first->only.empty() ? " WHERE 1 = 1" : " WHERE " + std::string(first->only);
        const std::string from = " FROM " + std::string(first->table) + where;
        auto& all = database.statement("SELECT DISTINCT " + columns + from);
        EVENHAND_TRY(all.query());
        std::set<std::pair<const StoredWord*, std::string>> unknown;
        while (all.next()) {
            for (int column = 0; column < static_cast<int>(last - first); ++column) {
                const auto& word = first[column];
                if (!all.isNullAt(column) && !word.isKnown(all.textAt(column))) {
                    unknown.emplace(&word, all.textAt(column));
                }
            }
        }
        EVENHAND_TRY(all.status());
        for (const auto& [word, text] : unknown) {
            auto& rows = database.statement("SELECT " + std::string(word->key) + from + " AND " +
                                            std::string(word->column) + " = ?");
            EVENHAND_TRY(rows.bind(text).query());
            while (rows.next()) {
                fn(unknownWordError(word->table, word->column, rows.textAt(0), text));
            }
            EVENHAND_TRY(rows.status());
        }
        first = last;
    }
    return static_cast<std::int64_t>(words.size());
}

}  // namespace evenhand::store::verify
