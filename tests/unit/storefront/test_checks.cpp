// SPDX-License-Identifier: GPL-3.0-or-later
// Every check of verify notices what it is there for: a shop with history, one thing changed behind the program's back
// at a time, and the check that has to speak. A check that finds nothing whatever happens looks like a sound workspace.
#include <QtTest>
#include <algorithm>
#include <set>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/store/database/journal_store.h"
#include "tests/support/check.h"
#include "tests/support/shops/shop_history.h"

namespace test_checks {

using namespace evenhand;

namespace {

const api::Call kCall{api::Actor::administrator("test"), "because", {}};

/// What has to be changed, in SQL or as a command of the keyspace (statements are
/// separated by "; ", "KEY-PATTERN" stands for the first such key).
struct Change {
    const char* check;
    const char* what;
    const char* sql;
    std::vector<std::vector<std::string>> commands = {};
};

// Parts of the statements below.
#define ORDER(condition) "(SELECT MIN(order_id) FROM orders WHERE " condition ")"
#define SOLD "status = 'COMPLETED' AND discount = 0 AND activity_id IS NULL AND paid_at IS NOT NULL"
#define ARMED "status = 'WAIT_PICK_UP' AND timer = 'pick_up_late' AND due_at IS NOT NULL"
#define ALERT                                                                                                     \
    "INSERT INTO alert(order_id, campus_id, kind, subject, subject_id, state, level, due_at, fired_at, repeats, " \
    "version) SELECT o.order_id, o.campus_id, e.kind, 'order', o.order_no, 'firing', 0, 1, 1, 0, 1 FROM "         \
    "timer_end e JOIN orders o ON o.order_id = e.order_id WHERE e.order_id = (SELECT MIN(order_id) FROM timer_end)"

#define FIRST_PRODUCT "WHERE sku = (SELECT MIN(sku) FROM product)"
#define LOW_ALERT(state, live, resolution)                                                                         \
    "INSERT INTO alert(kind, subject, subject_id, state, live, level, due_at, fired_at, repeats, resolved_at, "    \
    "resolution, version) SELECT 'low_stock', 'product', MIN(sku), '" state "', " live ", 0, 1, 1, 0, " resolution \
    ", 1 FROM product"

#define ONE_RETURN                                                                                           \
    "(return_id, sku) = (SELECT l.return_id, l.sku FROM return_line l JOIN goods_return g ON g.return_id = " \
    "l.return_id WHERE g.status = 'APPROVED' AND l.sellable IS NOT NULL ORDER BY l.return_id, l.sku LIMIT 1)"

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"E7", "a kind that is none", "UPDATE order_event SET kind = 'nonsense' WHERE event_id = 1"},
        {"E7", "a scope that is none",
         "INSERT INTO api_token(name, key_id, hash, scopes, per_second, secret_name, "
         "created_at, created_by, revoked_by) VALUES ('a', 'b', x'', 'orders.read everything', 1, '', 1, '', '')"},
        // Orders.
        {"D6", "an event of no kind", "UPDATE order_event SET kind = 'nonsense' WHERE event_id = 1"},
        {"D6", "an event of no order", "UPDATE order_event SET order_id = -1 WHERE event_id = 1"},
        {"D6", "a status that no event leads to",
         "UPDATE orders SET status = 'DELIVERED' WHERE order_id = " ORDER("status = 'COMPLETED'")},
        {"D6", "a status that is none",
         "UPDATE orders SET status = 'LOST' WHERE order_id = " ORDER("status = 'COMPLETED'")},
        {"D6", "a step left out", "DELETE FROM order_event WHERE kind = 'picked_up' AND order_id = " ORDER(SOLD)},
        {"D6", "placed twice",
         "INSERT INTO order_event(order_id, at, kind, actor, detail) VALUES (" ORDER(
             "status = 'WAIT_PAY'") ", 1, 'placed', 'x', '')"},
        {"D6", "picked up after it was closed",
         "INSERT INTO order_event(order_id, at, kind, actor, detail) VALUES (" ORDER(
             "status = 'CLOSED'") ", 1, 'picked_up', 'x', '')"},
        {"D6", "no events", "DELETE FROM order_event WHERE order_id = " ORDER("status = 'COMPLETED'")},
        {"D6", "no placing",
         "DELETE FROM order_event WHERE kind = 'placed' AND order_id = " ORDER("status = 'COMPLETED'")},
        {"M0", "payable is not the sum of the lines",
         "UPDATE orders SET payable = payable + 1 WHERE order_id = " ORDER(SOLD)},
        {"M0", "a line has another price",
         "UPDATE order_line SET unit_price = unit_price + 1 WHERE line_no = 1 AND order_id = " ORDER(SOLD)},
        {"M0", "paid without a payment", "DELETE FROM payment WHERE order_id = " ORDER(SOLD)},
        {"M0", "a payment that does not count", "UPDATE orders SET paid_at = NULL WHERE order_id = " ORDER(SOLD)},
        {"M0", "waits for payment and is paid", "UPDATE orders SET status = 'WAIT_PAY' WHERE order_id = " ORDER(SOLD)},
        {"M0", "goes on and is not paid",
         "UPDATE orders SET status = 'PAID' WHERE order_id = " ORDER("status = 'WAIT_PAY'")},
        {"M0", "paid a unit more", "UPDATE payment SET amount = amount + 1 WHERE order_id = " ORDER(SOLD)},
        {"M0", "paid a unit less", "UPDATE payment SET amount = amount - 1 WHERE order_id = " ORDER(SOLD)},
        {"M0", "a discount that nobody drew",
         "UPDATE orders SET discount = 1, payable = payable - 1 WHERE order_id = " ORDER(
             "status = 'WAIT_PAY' AND discount = 0")},
        {"M0", "more goes back than was paid",
         "UPDATE refund SET amount = amount + 100000000 WHERE refund_id = (SELECT MIN(refund_id) FROM refund WHERE "
         "cause = 'return' AND status <> 'CANCELLED')"},
        {"M0", "closed, and not all that was paid goes back",
         "UPDATE refund SET status = 'CANCELLED' WHERE refund_id = (SELECT MIN(refund_id) FROM refund WHERE cause = "
         "'closed_order' AND status <> 'CANCELLED')"},
        {"M3", "one more on hand", "UPDATE product SET stock = stock + 1 WHERE sku = (SELECT MIN(sku) FROM product)"},
        {"M3", "one less on hand",
         "UPDATE product SET stock = stock - 1 WHERE sku = (SELECT MIN(sku) FROM product WHERE stock > 0)"},
        {"M3", "one more received", "UPDATE stock_entry SET quantity = quantity + 1 WHERE entry_id = 1"},
        {"M3", "nothing was taken for an order", "DELETE FROM deduction WHERE order_id = " ORDER(SOLD)},
        {"M3", "one more taken than ordered",
         "UPDATE deduction_line SET quantity = quantity + 1 WHERE deduction_id = (SELECT MIN(deduction_id) FROM "
         "deduction_line)"},
        {"M3", "one given back of an order that is open",
         "UPDATE deduction_line SET given_back = 1 WHERE deduction_id = (SELECT deduction_id FROM deduction WHERE "
         "order_id = " ORDER(SOLD) ")"},
        {"M3", "one kept of an order that is closed",
         "UPDATE deduction_line SET given_back = given_back - 1 WHERE given_back > 0 AND deduction_id = (SELECT "
         "MIN(d.deduction_id) FROM deduction d JOIN deduction_line l ON l.deduction_id = d.deduction_id WHERE "
         "l.given_back > 0)"},
        {"M3", "one kept of an order that is closed, and one less on hand",
         "UPDATE product SET stock = stock - 1 WHERE sku = (SELECT l.sku FROM deduction_line l WHERE l.given_back > 0 "
         "ORDER BY l.deduction_id, l.sku LIMIT 1); "
         "UPDATE deduction_line SET given_back = given_back - 1 WHERE (deduction_id, sku) = (SELECT l.deduction_id, "
         "l.sku FROM deduction_line l WHERE l.given_back > 0 ORDER BY l.deduction_id, l.sku LIMIT 1)"},
        {"M3", "one more ordered",
         "UPDATE order_line SET quantity = quantity + 1 WHERE line_no = 1 AND order_id = " ORDER(SOLD)},
        {"D7", "came back whole and waits for a courier",
         "UPDATE orders SET status = 'WAIT_PICK_UP' WHERE order_id = (SELECT MIN(d.order_id) FROM deduction d WHERE "
         "EXISTS (SELECT 1 FROM goods_return g WHERE g.order_id = d.order_id AND g.status = 'APPROVED') AND NOT EXISTS "
         "(SELECT 1 FROM deduction_line l WHERE l.deduction_id = d.deduction_id AND l.quantity > l.returned + "
         "l.given_back))"},
        {"D7", "came back whole and waits for a message",
         "UPDATE orders SET status = 'PAID' WHERE order_id = (SELECT MIN(d.order_id) FROM deduction d WHERE "
         "EXISTS (SELECT 1 FROM goods_return g WHERE g.order_id = d.order_id AND g.status = 'APPROVED') AND NOT EXISTS "
         "(SELECT 1 FROM deduction_line l WHERE l.deduction_id = d.deduction_id AND l.quantity > l.returned + "
         "l.given_back))"},
        {"D7", "the last unit comes back before it is picked up",
         "UPDATE deduction_line SET returned = quantity WHERE deduction_id = (SELECT MIN(g.deduction_id) FROM "
         "goods_return g WHERE g.status = 'APPROVED' AND g.imported = 0); "
         "UPDATE orders SET status = 'WAIT_PICK_UP' WHERE order_id = (SELECT MIN(h.order_id) FROM deduction h WHERE "
         "h.deduction_id = (SELECT MIN(g.deduction_id) FROM goods_return g WHERE g.status = 'APPROVED' AND g.imported "
         "= 0))"},
        {"D9", "on duty against the roster", "UPDATE courier SET on_duty = 1 - on_duty WHERE courier_id = 'nina'"},
        {"D9", "on duty against the roster, by the program",
         "UPDATE courier SET on_duty = 1 - on_duty WHERE courier_id = 'nina'; "
         "UPDATE duty_entry SET actor = 'system', on_duty = 1 WHERE courier_id = 'nina'"},
        {"D9", "on duty against the roster, set before it was followed last",
         "UPDATE courier SET on_duty = 1 - on_duty WHERE courier_id = 'nina'; "
         "UPDATE duty_entry SET at = at - 1, on_duty = 1 WHERE courier_id = 'nina'"},
        {"D9", "remembered otherwise than the roster says", "UPDATE shift_state SET on_duty = 1 - on_duty"},
        {"D9", "looked at a moment too late", "UPDATE shift_state SET next_at = next_at + 1"},
        {"D9", "never looked at again", "UPDATE shift_state SET next_at = NULL"},
        {"D9", "a roster that nobody follows", "DELETE FROM shift_state"},
        {"D9", "follows a roster that is not there", "DELETE FROM shift_week"},
        // The ledger.
        {"M1", "an entry of nothing", "UPDATE ledger_entry SET amount = 0 WHERE entry_id = 1"},
        {"M1", "one more entry of nothing",
         "INSERT INTO ledger_entry(at, kind, debit, credit, amount, order_id, payment_no, refund_id, actor) SELECT at, "
         "kind, debit, credit, 0, order_id, payment_no, refund_id, actor FROM ledger_entry WHERE entry_id = 1"},
        {"M1", "an entry the other way round",
         "UPDATE ledger_entry SET debit = credit, credit = debit WHERE entry_id = 1"},
        {"M1", "an entry of no kind", "UPDATE ledger_entry SET kind = 'gift' WHERE entry_id = 1"},
        {"M1", "an account that is none", "UPDATE ledger_entry SET debit = 'pocket' WHERE entry_id = 1"},
        {"M1", "an entry less", "DELETE FROM ledger_entry WHERE entry_id = 1"},
        {"M1", "an entry of a unit more", "UPDATE ledger_entry SET amount = amount + 1 WHERE entry_id = 1"},
        {"M1", "a payment that has paid an order without an entry",
         "UPDATE owed_payment SET matched_order = (SELECT MIN(order_id) FROM orders)"},
        {"M1", "an entry of a payment that has paid no order",
         "UPDATE ledger_entry SET kind = 'payment_matched', debit = 'unmatched_money', credit = 'sales' WHERE entry_id "
         "= (SELECT MIN(e.entry_id) FROM (SELECT entry_id, kind FROM ledger_entry) e WHERE e.kind = 'late_payment')"},
        {"M1", "a fee without an entry", "UPDATE goods_return SET fee = 1 WHERE status = 'APPROVED'"},
        {"M2", "a balance of a unit more",
         "UPDATE ledger_balance SET debit = debit + 1 WHERE account = (SELECT MIN(account) FROM ledger_balance)"},
        {"M2", "a balance of a unit less",
         "UPDATE ledger_balance SET credit = credit - 1 WHERE account = (SELECT MAX(account) FROM ledger_balance WHERE "
         "credit "
         "> 0)"},
        {"M2", "an entry less", "DELETE FROM ledger_entry WHERE entry_id = 1"},
        // Dispatch.
        {"D1", "two live assignments", "UPDATE assignment SET released_at = NULL WHERE released_at IS NOT NULL"},
        {"D1", "delivered by nobody", "UPDATE orders SET courier_id = NULL WHERE order_id = " ORDER(SOLD)},
        {"D1", "a courier before it is paid",
         "UPDATE orders SET courier_id = (SELECT MIN(courier_id) FROM courier) WHERE order_id = " ORDER(
             "status = 'WAIT_PAY'")},
        {"D1", "somebody else than it is assigned to",
         "UPDATE orders SET courier_id = (SELECT MIN(courier_id) FROM courier WHERE courier_id <> orders.courier_id) "
         "WHERE order_id = " ORDER(SOLD)},
        {"D1", "no assignment", "DELETE FROM assignment WHERE order_id = " ORDER(SOLD)},
        {"D1", "closed and waits",
         "UPDATE orders SET wait_reason = 'no_courier', wait_since = 1 WHERE order_id = " ORDER("status = 'CLOSED'")},
        {"D1", "waits and does not say why",
         "UPDATE orders SET wait_reason = NULL, courier_id = NULL WHERE order_id = " ORDER("status = 'WAIT_PICK_UP'")},
        {"D1", "waits for nobody and does not say why",
         "UPDATE assignment SET released_at = at WHERE order_id = " ORDER(
             SOLD) "; "
                   "UPDATE orders SET courier_id = NULL, status = 'PAID' WHERE order_id = " ORDER(SOLD)},
        {"D1", "waits though somebody is on duty",
         "UPDATE assignment SET released_at = at WHERE order_id = " ORDER(
             SOLD) "; "
                   "UPDATE orders SET courier_id = NULL, status = 'PAID', wait_reason = 'message', wait_since = 1 "
                   "WHERE order_id = " ORDER(SOLD)},
        {"D1", "waits for room though somebody has some",
         "UPDATE assignment SET released_at = at WHERE order_id = " ORDER(
             SOLD) "; "
                   "UPDATE orders SET courier_id = NULL, status = 'PAID', wait_reason = 'at_limit', wait_since = 1 "
                   "WHERE order_id = " ORDER(SOLD)},
        {"D1", "paid, with a courier and an assignment",
         "UPDATE orders SET status = 'PAID' WHERE order_id = " ORDER(SOLD)},
        {"D1", "waits without being paid",
         "UPDATE orders SET wait_reason = 'no_courier' WHERE order_id = " ORDER("status = 'WAIT_PAY'")},
        {"D2", "an assignment beyond its order's epoch",
         "UPDATE assignment SET epoch = epoch + 9 WHERE order_id = " ORDER(SOLD)},
        {"D2", "an order before its first epoch", "UPDATE orders SET epoch = 0 WHERE order_id = " ORDER(SOLD)},
        {"D1", "a courier before it is paid, with an assignment",
         "UPDATE orders SET status = 'WAIT_PAY' WHERE order_id = " ORDER("status = 'WAIT_PICK_UP'")},
        {"D1", "completed by nobody",
         "UPDATE assignment SET released_at = at WHERE order_id = " ORDER(
             SOLD) "; "
                   "UPDATE orders SET courier_id = NULL WHERE order_id = " ORDER(SOLD)},
        {"D2", "a later epoch that is older and the order's own",
         "INSERT INTO assignment SELECT order_id, epoch + 1, courier_id, at - 1, mode, charged, given_back, by_name, "
         "evidence, duty_version, script_sha, message_id, picked_up_at, released_at, release_reason FROM assignment "
         "WHERE order_id = " ORDER(SOLD) "; "
                                         "UPDATE orders SET epoch = epoch + 1 WHERE order_id = " ORDER(SOLD)},
        {"D2", "a later epoch that is older",
         "INSERT INTO assignment SELECT order_id, epoch + 1, courier_id, at - 1, mode, charged, given_back, by_name, "
         "evidence, duty_version, script_sha, message_id, picked_up_at, released_at, release_reason FROM assignment "
         "WHERE order_id = " ORDER(SOLD)},
        {"D3", "charged a step more", "UPDATE assignment SET charged = charged + 1 WHERE order_id = " ORDER(SOLD)},
        {"D3", "given back a step", "UPDATE assignment SET given_back = given_back + 1 WHERE order_id = " ORDER(SOLD)},
        {"D3", "another start weight", "UPDATE weight_entry SET amount = amount + 1 WHERE entry_id = 1"},
        {"D3", "off duty in one place",
         "UPDATE courier SET on_duty = 0 WHERE courier_id = (SELECT MIN(courier_id) FROM courier WHERE on_duty = 1)"},
        {"D3", "another weight in the keyspace", "", {{"ZADD", "dispatch:*weights", "123456", "nobody"}}},
        {"D3", "an open charge for nothing", "", {{"HSET", "dispatch:*weights>open", "nobody", "1"}}},
        {"D3", "a kept weight of nobody", "", {{"HSET", "dispatch:*weights>kept", "nobody", "1"}}},
        {"D4", "the highest was passed over",
         "UPDATE assignment SET courier_id = (SELECT MIN(courier_id) FROM courier WHERE courier_id <> "
         "assignment.courier_id) WHERE mode = 'strong' AND by_name = 0 AND evidence <> '' AND epoch = 1"},
        {"D4", "one who was not asked got it",
         "UPDATE assignment SET courier_id = 'nobody' WHERE mode = 'strong' AND by_name = 0 AND evidence <> '' AND "
         "epoch = 1"},
        {"D4", "of two who began alike one has two more",
         "INSERT INTO courier(courier_id, campus_id, name, phone, on_duty, created_at) VALUES ('even-1', 'even', "
         "'One', '', 1, 1); "
         "INSERT INTO courier(courier_id, campus_id, name, phone, on_duty, created_at) VALUES ('even-2', 'even', "
         "'Two', '', 1, 1); "
         "INSERT INTO duty_entry VALUES ('even', 1, 'even-1', 1, 1, 'x'); "
         "INSERT INTO duty_entry VALUES ('even', 2, 'even-2', 1, 1, 'x'); "
         "UPDATE orders SET campus_id = 'even' WHERE order_id IN (SELECT order_id FROM (SELECT a.order_id FROM "
         "assignment a GROUP BY a.order_id HAVING MAX(a.epoch) = 1 AND MAX(a.given_back) = 0 ORDER BY a.order_id LIMIT "
         "2) two); "
         "UPDATE assignment SET courier_id = 'even-1', mode = 'strong', by_name = 0, charged = 1, evidence = '' WHERE "
         "order_id IN (SELECT order_id FROM orders WHERE campus_id = 'even')"},
        {"D8", "went to one who had as many as allowed",
         "UPDATE assignment SET evidence = evidence || char(10) || 'c3/3 ' || courier_id WHERE mode = 'strong' AND "
         "by_name = 0"},
        {"D8", "one with room was passed over",
         "UPDATE assignment SET evidence = evidence || char(10) || 'f1/2 somebody' WHERE mode = 'strong' AND by_name = "
         "0"},
        {"D8", "one less in hand than counted",
         "UPDATE orders SET courier_id = NULL WHERE order_id = " ORDER("status = 'WAIT_PICK_UP'")},
        {"D8", "one more in hand than counted",
         "UPDATE orders SET status = 'WAIT_PICK_UP' WHERE order_id = " ORDER(SOLD)},
        {"D8", "another limit of a campus", "UPDATE campus SET load_limit = 1000"},
        {"D8", "another limit of a courier",
         "UPDATE courier SET load_limit = 3 WHERE courier_id = (SELECT MIN(courier_id) FROM courier)"},
        {"D8", "a limit of nobody", "", {{"HSET", "dispatch:*weights>limits", "nobody", "1"}}},
        {"D8", "orders in hand of nobody", "", {{"HSET", "dispatch:*weights>in_hand", "nobody", "1"}}},
        // Messages.
        {"D5", "one more acknowledged", "", {{"HINCRBY", "stream:{order@@first}:counters", "acknowledged", "1"}}},
        {"D5",
         "one added less",
         "",
         {{"XADD", "stream:{order@@first}", "9999999999999-1", "a", "b"},
          {"XDEL", "stream:{order@@first}", "9999999999999-1"}}},
        {"D5",
         "one pending that is not open",
         "",
         {{"XADD", "stream:{order@@first}", "9999999999999-1", "a", "b"},
          {"XCLAIM", "stream:{order@@first}", "dispatch", "c", "0", "9999999999999-1", "FORCE"},
          {"XDEL", "stream:{order@@first}", "9999999999999-1"},
          {"HINCRBY", "stream:{order@@first}:counters", "acknowledged", "1"}}},
        {"D5", "one message assigned two orders",
         "UPDATE assignment SET message_id = '1-1' WHERE epoch = 1 AND order_id IN (SELECT order_id FROM (SELECT "
         "order_id FROM assignment WHERE epoch = 1 ORDER BY order_id LIMIT 2) two)"},
        // Timers.
        {"T1", "closed by its timer twice",
         "INSERT INTO timer_end SELECT order_id, version + 100, kind, due_at, at, outcome, by_hand FROM timer_end "
         "WHERE "
         "kind = 'unpaid' AND outcome = 'done' LIMIT 1"},
        {"T1", "confirmed by its timer twice",
         "INSERT INTO timer_end(order_id, version, kind, due_at, at, outcome, by_hand) SELECT order_id, version + 100, "
         "'auto_confirm', 1, 1, 'done', 0 FROM orders WHERE order_id = " ORDER(
             SOLD) "; "
                   "INSERT INTO timer_end(order_id, version, kind, due_at, at, outcome, by_hand) SELECT order_id, "
                   "version + 101, 'auto_confirm', 1, 1, 'done', 0 FROM orders WHERE order_id = " ORDER(SOLD)},
        {"T1", "one alert twice", ALERT "; " ALERT},
        {"T2", "a timer that was early",
         "UPDATE timer_end SET at = due_at - 1 WHERE by_hand = 0 AND outcome = 'done' AND order_id = (SELECT "
         "MIN(order_id) FROM timer_end WHERE by_hand = 0 AND outcome = 'done')"},
        {"T2", "closed by a timer that has no record",
         "DELETE FROM timer_end WHERE kind = 'unpaid' AND order_id = (SELECT MIN(order_id) FROM timer_end WHERE kind = "
         "'unpaid' AND outcome = 'done')"},
        {"T3", "late, and nobody was told", "DELETE FROM alert"},
        {"A1", "open, and not live", ALERT},
        {"A1", "resolved, and live all the same",
         "UPDATE alert SET live = 1 WHERE alert_id = (SELECT alert_id FROM (SELECT MIN(alert_id) AS alert_id FROM "
         "alert "
         "WHERE resolved_at IS NOT NULL) x)"},
        {"A1", "resolved by its state alone",
         ALERT "; UPDATE alert SET state = 'resolved', live = 1 WHERE live IS NULL AND resolved_at IS NULL"},
        {"A2", "low, and nobody was told", "UPDATE product SET low_stock = stock " FIRST_PRODUCT},
        {"A2", "low again, and nobody was told again",
         "UPDATE product SET low_stock = stock " FIRST_PRODUCT "; " LOW_ALERT("resolved", "NULL", "1, 'over'")},
        {"A2", "told, and not low", LOW_ALERT("firing", "1", "NULL, NULL")},
        {"A2", "not low, and somebody knows that it is", LOW_ALERT("resolved", "0", "1, 'seen'")},
        {"A2", "told, and not sold any more",
         "UPDATE product SET low_stock = stock, disabled_at = 1 " FIRST_PRODUCT
         "; " LOW_ALERT("firing", "1", "NULL, NULL")},
        {"T3", "dead and armed",
         "INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, dead_at) SELECT order_id, timer, due_at, "
         "9, 'x', 1 FROM orders WHERE order_id = " ORDER("status = 'WAIT_PAY'")},
        {"T4", "the timer of a stage that it has left",
         "UPDATE orders SET timer = 'unpaid' WHERE order_id = " ORDER("status = 'COMPLETED'")},
        {"T4", "closed by its timer though it is paid",
         "UPDATE orders SET paid_at = placed_at WHERE order_id = " ORDER("close_reason = 'timeout'")},
        {"T5", "not in the queue", "", {{"DEL", "timer:*unpaid*due"}}},
        {"T5", "in the queue and not armed", "", {{"ZADD", "timer:*unpaid*due", "1", "999999"}}},
        {"T5",
         "another in the queue",
         "",
         {{"ZPOPMIN", "timer:*unpaid*due"}, {"ZADD", "timer:*unpaid*due", "1", "999999"}}},
        {"T5", "dead in the queue only", "", {{"ZADD", "timer:*unpaid*due>dead", "1", "999999"}}},
        {"T6", "no timer",
         "UPDATE orders SET timer = NULL, due_at = NULL WHERE order_id = " ORDER("status = 'WAIT_PAY'")},
        {"T6", "the timer of another stage",
         "UPDATE orders SET timer = 'auto_confirm' WHERE order_id = " ORDER("status = 'WAIT_PAY'")},
        {"T6", "the timer of its stage, not armed",
         "UPDATE orders SET due_at = NULL WHERE order_id = " ORDER("status = 'WAIT_PAY'")},
        {"T6", "the limit of a stage that it has left",
         "INSERT INTO late_order(order_id, campus_id, kind, limit_at) SELECT order_id, campus_id, 'unassigned', 1 FROM "
         "orders WHERE order_id = " ORDER(SOLD)},
        // Flash sales.
        {"S1", "a unit more left", "UPDATE activity SET units_left = units_left + 1"},
        {"S1", "a unit more added", "UPDATE activity SET added = added + 1"},
        {"S1", "units before the start", "UPDATE activity SET started_at = NULL"},
        {"S1", "fewer than none returned", "UPDATE activity SET returned = -1"},
        {"S1", "fewer than none returned, and the sum right",
         "UPDATE activity SET added = added - returned - 1, returned = -1"},
        {"S1", "units after the end",
         "UPDATE activity SET state = 'ended' WHERE state IN ('started', 'stopped') AND units_left > 0"},
        {"S2", "a live order of a closed one",
         "UPDATE orders SET live = 1 WHERE order_id = " ORDER("activity_id IS NOT NULL AND status = 'CLOSED'")},
        {"S2", "an open order that does not live",
         "UPDATE orders SET live = NULL WHERE order_id = " ORDER("activity_id IS NOT NULL AND status <> 'CLOSED'")},
        {"S3", "a slot for nothing", "", {{"HSET", "seckill:*slots", "nobody", "N0 1-1"}}},
        {"S3", "a reservation without a slot", "", {{"XADD", "stream:{seckill*}", "*", "user", "nobody", "no", "N0"}}},
        {"S5", "another end", "UPDATE activity SET end_at = end_at + 1"},
        {"S5", "stopped in one place", "", {{"HSET", "seckill:*live", "state", "stopped"}}},
        {"S5", "an order without a slot", "", {{"DEL", "seckill:*slots"}}},
        {"S5", "another order than its slot's",
         "UPDATE orders SET order_no = order_no || 'x' WHERE status <> 'CLOSED' AND activity_id IN (SELECT activity_id "
         "FROM activity WHERE state IN ('started', 'stopped'))"},
        // Campaigns.
        {"C1", "a draw of a unit more",
         "UPDATE campaign_draw SET amount = amount + 1 WHERE draw_no = (SELECT MIN(draw_no) FROM campaign_draw WHERE "
         "state = 'granted' AND given_back_at IS NULL)"},
        {"C1", "a larger budget", "UPDATE campaign SET budget = budget + 1"},
        {"C1", "a place more", "UPDATE campaign SET places = places + 1"},
        {"C1", "an amount that the figures do not know", "", {{"RPUSH", "campaign:*figures>returned", "1"}}},
        {"C1", "a compensation that the figures do not know", "", {{"RPUSH", "campaign:*figures>compensation", "1"}}},
        // The sum of the campaign stays right: only the look into the queue itself can tell.
        {"C1",
         "an amount of the queue that its figures call unspent",
         "",
         {{"HINCRBY", "campaign:*figures", "amount", "-1"}, {"HINCRBY", "campaign:*figures", "unspent", "1"}}},
        {"C1",
         "an amount of the queue that its figures call a compensation",
         "",
         {{"HINCRBY", "campaign:*figures", "amount", "-1"}, {"HINCRBY", "campaign:*figures", "compensation", "1"}}},
        {"C1", "a draft of more than its budget", "UPDATE campaign SET state = 'draft', budget = 1"},
        {"C1", "a draft of more than its places", "UPDATE campaign SET state = 'draft', places = 1"},
        {"C2", "granted nothing",
         "UPDATE campaign_draw SET amount = 0 WHERE draw_no = (SELECT MIN(draw_no) FROM campaign_draw WHERE state = "
         "'granted')"},
        {"C2", "granted and refused",
         "UPDATE campaign_draw SET refusal = 'ended' WHERE draw_no = (SELECT MIN(draw_no) FROM campaign_draw WHERE "
         "state = 'granted')"},
        {"C2", "not granted, and used",
         "UPDATE campaign_draw SET state = 'refused', refusal = 'ended', amount = 0 WHERE draw_no = (SELECT "
         "MIN(draw_no) FROM campaign_draw WHERE order_id IS NOT NULL)"},
        {"C2", "used and waiting",
         "UPDATE campaign_draw SET expires_at = 1 WHERE draw_no = (SELECT MIN(draw_no) FROM campaign_draw WHERE "
         "order_id IS NOT NULL)"},
        {"C3", "over the count", "UPDATE campaign SET count_limit = 0"},
        {"C3", "over the amount", "UPDATE campaign SET amount_limit = 1"},
        {"C4", "a row less",
         "DELETE FROM campaign_draw WHERE draw_no = (SELECT MIN(draw_no) FROM campaign_draw WHERE state = 'granted')"},
        {"C4", "another user's",
         "UPDATE campaign_draw SET user_id = 'nobody' WHERE draw_no = (SELECT MIN(draw_no) FROM campaign_draw WHERE "
         "state = 'granted')"},
        {"C4", "an order that is not there",
         "UPDATE campaign_draw SET order_id = 99999999 WHERE draw_no = (SELECT MIN(draw_no) FROM campaign_draw WHERE "
         "order_id IS NOT NULL)"},
        // Returns and refunds.
        {"R1", "more returned than taken", "UPDATE deduction_line SET returned = quantity + 1 WHERE returned > 0"},
        {"R1", "fewer taken than returned", "UPDATE deduction_line SET quantity = 0 WHERE returned > 0"},
        {"R1", "returned and in no return",
         "UPDATE deduction_line SET returned = 1 WHERE deduction_id = (SELECT MIN(deduction_id) FROM deduction_line "
         "WHERE "
         "returned = 0 AND requested = 0 AND given_back = 0)"},
        {"R2", "approved without a refund",
         "DELETE FROM refund WHERE refund_id = (SELECT MIN(refund_id) FROM refund WHERE cause = 'return')"},
        {"R2", "a return of a unit more",
         "UPDATE goods_return SET units = units + 1 WHERE return_id = (SELECT MIN(return_id) FROM goods_return)"},
        {"R2", "a unit more settled than approved",
         "UPDATE return_share SET units = units + 1 WHERE return_id = (SELECT MIN(return_id) FROM return_share)"},
        {"R2", "another amount than its refund",
         "UPDATE goods_return SET amount = amount + 1 WHERE return_id = (SELECT MIN(return_id) FROM goods_return WHERE "
         "status = 'APPROVED')"},
        {"R2", "waits for something else",
         "UPDATE goods_return SET stage = 'approval' WHERE return_id = (SELECT MIN(return_id) FROM goods_return WHERE "
         "status = 'APPROVED')"},
        {"R3", "committed a unit more",
         "UPDATE order_refund SET committed = committed + 1 WHERE order_id = (SELECT MIN(order_id) FROM order_refund)"},
        {"R3", "a share of a unit more",
         "UPDATE line_share SET share = share + 1 WHERE line_no = 1 AND order_id = (SELECT MIN(order_id) FROM "
         "line_share "
         "WHERE line_no = 1)"},
        {"R3", "settled a unit of money more",
         "UPDATE line_share SET settled = settled + 1 WHERE order_id = (SELECT MIN(order_id) FROM line_share)"},
        {"R3", "came back whole and is not refunded whole",
         "UPDATE deduction_line SET quantity = returned WHERE deduction_id = (SELECT MIN(r.deduction_id) FROM "
         "goods_return r JOIN orders o ON o.order_id = r.order_id WHERE r.status = 'APPROVED' AND r.amount > 0 AND "
         "o.status <> 'CLOSED' AND EXISTS (SELECT 1 FROM deduction_line l WHERE l.deduction_id = r.deduction_id AND "
         "l.quantity > l.returned))"},
        {"R3", "refunded as closed and open",
         "UPDATE refund SET cause = 'closed_order', source = -1 WHERE refund_id = (SELECT MIN(f.refund_id) FROM refund "
         "f "
         "JOIN orders o ON o.order_id = f.order_id WHERE f.cause = 'return' AND o.status <> 'CLOSED')"},
        {"R3", "a payment that was not accepted and does not go back",
         "DELETE FROM refund WHERE cause = 'late_payment'"},
        {"R3", "a payment that has paid an order and goes back all the same",
         "UPDATE owed_payment SET matched_order = (SELECT MIN(order_id) FROM orders)"},
        {"R2", "a fee of more than the lines are worth",
         "UPDATE goods_return SET fee = 1000000 WHERE status = 'APPROVED'"},
        {"R2", "a fee of a return that nobody approved", "UPDATE goods_return SET fee = 1 WHERE status <> 'APPROVED'"},
        {"R3", "a fee kept of an order that is closed",
         "UPDATE orders SET status = 'CLOSED' WHERE order_id = (SELECT MIN(g.order_id) FROM goods_return g WHERE "
         "g.status = 'APPROVED'); UPDATE goods_return SET fee = 1 WHERE status = 'APPROVED'"},
        {"R4", "restocked and not received", "UPDATE deduction_line SET restocked = restocked + 1 WHERE returned > 0"},
        {"R4", "received and not restocked",
         "UPDATE return_line SET sellable = sellable + 1 WHERE sellable IS NOT NULL"},
        {"R4", "more restocked than came back, and received as many",
         "UPDATE return_line SET sellable = 1000 WHERE " ONE_RETURN "; "
         "UPDATE deduction_line SET restocked = (SELECT COALESCE(SUM(l.sellable), 0) FROM return_line l JOIN "
         "goods_return g ON g.return_id = l.return_id WHERE g.status = 'APPROVED' AND g.deduction_id = "
         "deduction_line.deduction_id AND l.sku = deduction_line.sku) WHERE deduction_id = (SELECT g.deduction_id FROM "
         "goods_return g JOIN return_line l ON l.return_id = g.return_id WHERE l.sellable = 1000)"},
        {"R4", "fewer than none restocked, and received as many",
         "UPDATE return_line SET sellable = -1000 WHERE " ONE_RETURN "; "
         "UPDATE deduction_line SET restocked = (SELECT COALESCE(SUM(l.sellable), 0) FROM return_line l JOIN "
         "goods_return g ON g.return_id = l.return_id WHERE g.status = 'APPROVED' AND g.deduction_id = "
         "deduction_line.deduction_id AND l.sku = deduction_line.sku) WHERE deduction_id = (SELECT g.deduction_id FROM "
         "goods_return g JOIN return_line l ON l.return_id = g.return_id WHERE l.sellable = -1000)"},
        // Tasks.
        {"W1", "fewer tokens than attempts", "UPDATE task SET token = 0 WHERE attempts > 0"},
        {"W1", "done and due", "UPDATE task SET due_at = 1 WHERE status = 'DONE'"},
        {"W1", "in nobody's hands",
         "UPDATE task SET status = 'PROCESSING', worker = '', due_at = 1, ended_at = NULL WHERE task_id = (SELECT "
         "MIN(task_id) FROM task WHERE token > 0)"},
        {"W2", "at another place", "UPDATE task SET position = position + 1"},
        {"W2", "one of another subject",
         "UPDATE task SET subject = '0' WHERE task_id = (SELECT MIN(task_id) FROM task)"},
        {"W2", "one of another kind",
         "UPDATE task SET kind = 'rehearsal' WHERE task_id = (SELECT MIN(task_id) FROM task WHERE kind <> "
         "'rehearsal')"},
        {"W3", "a task less", "DELETE FROM task WHERE task_id = (SELECT MIN(task_id) FROM task)"},
        {"W3", "one more made", "UPDATE task_sum SET created = created + 1"},
        {"W3", "a delivery without a task",
         "INSERT INTO webhook_delivery(event_id, webhook_id, event, status, attempts, last_status, last_error, at) "
         "VALUES (1, 1, 'order.assigned', 'PENDING', 0, 0, '', 1)"},
        {"W3", "a refund that waits, and its task is done",
         "UPDATE refund SET status = 'PENDING' WHERE refund_id = (SELECT MIN(refund_id) FROM refund WHERE provider <> "
         "'manual' AND status = 'SUCCEEDED')"},
        {"W3", "a refund that is over, and its task is not",
         "UPDATE task SET status = 'DEAD' WHERE task_id = (SELECT MIN(task_id) FROM task WHERE kind = 'refund' AND "
         "status = 'DONE')"},
        // The audit log and the storage.
        {"E1", "a line of no order",
         "INSERT INTO order_line(order_id, line_no, sku, quantity, unit_price) VALUES (999999, "
         "1, (SELECT MIN(sku) FROM product), 1, 1)"},
        {"E1", "an assignment of no courier",
         "UPDATE assignment SET courier_id = 'nobody' WHERE order_id = " ORDER(SOLD)},
        {"E1", "a value that the schema forbids",
         "UPDATE product SET stock = -1 WHERE sku = (SELECT MIN(sku) FROM product)"},
        {"E2", "a weight that the journal does not know", "", {{"ZADD", "dispatch:*weights", "1", "x"}}},
        {"E2", "a weight that only the journal knows", "", {{"DEL", "dispatch:*weights"}}},
        {"E2",
         "another value than the journal's",
         "",
         {{"HINCRBY", "stream:{order@@first}:counters", "acknowledged", "1"}}},
        {"E4", "an entry changed", "UPDATE audit_entry SET detail = detail || 'x' WHERE seq = 2"},
        {"E4", "an entry less", "DELETE FROM audit_entry WHERE seq = 2"},
    };
    return all;
}
#undef ONE_RETURN
#undef LOW_ALERT
#undef FIRST_PRODUCT
#undef ALERT
#undef ARMED
#undef SOLD
#undef ORDER

/// The checks that find something; `only`: of this one.
std::set<std::string> speaking(store::Database& database, keyspace::EmbeddedKeyspace& keyspace,
                               const std::string& only = {}) {
    std::set<std::string> ids;
    auto checks = app::allChecks();
    std::erase_if(checks, [&](const auto& check) { return !only.empty() && check.id != only; });
    const auto verdicts = runtime::verify(checks, {database, keyspace});
    if (!verdicts) {
        qWarning("%s", verdicts.error().text().c_str());
        return {"?"};
    }
    for (const auto& verdict : *verdicts) {
        if (verdict.finding.violations > 0) {
            ids.insert(verdict.id);
        }
    }
    return ids;
}

}  // namespace

class TestChecks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_history = std::make_unique<test::ShopHistory>();
        auto database = store::Database::openSqlite(m_history->file(), store::Database::Access::ReadWrite, false);
        EVENHAND_NEED(database);
        m_database = std::move(*database);
        // What is tampered with obeys no rule of the schema either.
        EVENHAND_NEED(m_database->execute("PRAGMA foreign_keys = OFF"));
        EVENHAND_NEED(m_database->execute("PRAGMA ignore_check_constraints = ON"));
    }
    void theHistoryIsSound() {
        EVENHAND_NEED(m_database->begin());
        const auto keyspace = keyspaceNow();
        QVERIFY(keyspace);
        QCOMPARE(speaking(*m_database, *keyspace), std::set<std::string>());
        m_database->rollback();
    }
    void aChangeIsNoticed_data() {
        QTest::addColumn<int>("index");
        const auto& all = changes();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow((std::string(all[i].check) + ": " + all[i].what).c_str()) << static_cast<int>(i);
        }
    }
    void aChangeIsNoticed() {
        QFETCH(int, index);
        const auto& change = changes()[static_cast<std::size_t>(index)];
        EVENHAND_NEED(m_database->begin());
        const auto end = qScopeGuard([this] { m_database->rollback(); });
        const auto keyspace = keyspaceNow();
        QVERIFY(keyspace);
        for (const auto& sql : QString::fromLatin1(change.sql).split(QStringLiteral("; "), Qt::SkipEmptyParts)) {
            const auto rows = m_database->statement(sql.toStdString()).write();
            EVENHAND_NEED(rows);
            QVERIFY2(*rows > 0, "the history has nothing to change");
        }
        for (auto command : change.commands) {
            command[1] = keyOf(*keyspace, command[1]);
            QVERIFY2(!command[1].empty(), "the history has no such key");
            const std::vector<std::string_view> views(command.begin(), command.end());
            const auto reply = keyspace->execute(views);
            QVERIFY2(!reply.isError(), reply.text.c_str());
        }
        // Who looks does so by the schema's rules, as the program does.
        EVENHAND_NEED(m_database->execute("PRAGMA ignore_check_constraints = OFF"));
        const auto found = speaking(*m_database, *keyspace, change.check);
        EVENHAND_NEED(m_database->execute("PRAGMA ignore_check_constraints = ON"));
        QCOMPARE(joined(found), QString::fromLatin1(change.check));
    }
    /// Whoever comes upon a key whose time is over removes it: that is no difference between what was recovered.
    void keysWhoseTimeIsOverAreNoFault() {
        EVENHAND_NEED(m_database->begin());
        const auto end = qScopeGuard([this] { m_database->rollback(); });
        const auto keyspace = keyspaceNow();
        QVERIFY(keyspace);
        const auto keys = keyspace->execute(std::vector<std::string_view>{"KEYS", "*"});
        keyspace->setNow(keyspace->now().plusMs(40LL * 86'400 * 1'000));
        std::size_t left = 0;
        for (const auto& key : keys.elements) {
            left += keyspace->execute(std::vector<std::string_view>{"EXISTS", key.text}).integer == 1 ? 1U : 0U;
        }
        QVERIFY2(left < keys.elements.size(), "nothing here has an end");
        QCOMPARE(joined(speaking(*m_database, *keyspace, "E2")), QStringLiteral("nobody"));
    }
    void everyCheckIsTried() {
        std::set<std::string> tried;
        for (const auto& change : changes()) {
            tried.insert(change.check);
        }
        // Damage of files has tests of its own; of W4 the rows are made by workers that come and go.
        const std::set<std::string> elsewhere{"E5", "E6", "W4"};
        for (const auto& check : app::allChecks()) {
            QVERIFY2(tried.contains(check.id) || elsewhere.contains(check.id), check.id.c_str());
        }
    }

private:
    [[nodiscard]] std::unique_ptr<keyspace::EmbeddedKeyspace> keyspaceNow() {
        auto keyspace = std::make_unique<keyspace::EmbeddedKeyspace>();
        store::JournalStore journal(*m_database);
        const auto end = journal.replay([&](std::string_view record) { return keyspace->applyJournal(record); });
        if (!end) {
            return nullptr;
        }
        keyspace->commit();
        keyspace->setNow(end->at);
        return keyspace;
    }
    /// "PATTERN" or "PATTERN>end": of the key found, its last part replaced.
    static std::string keyOf(keyspace::EmbeddedKeyspace& keyspace, const std::string& pattern) {
        const auto cut = pattern.find('>');
        const auto wanted = pattern.substr(0, cut);
        const auto reply = keyspace.execute(std::vector<std::string_view>{"KEYS", wanted});
        if (reply.elements.empty()) {
            return {};
        }
        const auto& key = reply.elements.front().text;
        return cut == std::string::npos ? key : key.substr(0, key.rfind(':') + 1) + pattern.substr(cut + 1);
    }
    static QString joined(const std::set<std::string>& ids) {
        QString text;
        for (const auto& id : ids) {
            text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(id);
        }
        return text.isEmpty() ? QStringLiteral("nobody") : text;
    }

    std::unique_ptr<test::ShopHistory> m_history;
    std::unique_ptr<store::Database> m_database;
};

}  // namespace test_checks

QTEST_GUILESS_MAIN(test_checks::TestChecks)
#include "test_checks.moc"
