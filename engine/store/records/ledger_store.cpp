// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/ledger_store.h"

#include "engine/store/database/count_among.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/money_memo.h"

namespace evenhand::store::ledger {
namespace {

using api::LedgerAccount;

std::string sumsText(const Dialect& dialect, std::string_view tuples) {
    return "INSERT INTO ledger_balance(account, stripe, debit, credit) VALUES " + std::string(tuples) +
           dialect.onConflict("account, stripe") + "debit = ledger_balance.debit + " + dialect.incoming("debit") +
           ", credit = ledger_balance.credit + " + dialect.incoming("credit");
}

/// Both sums: gathered where a statement costs a round trip, else in one statement.
Result<void> addSums(Database& database, const Entry& entry) {
    if (!database.gathers()) {
        static const std::string both = sumsText(sqliteDialect(), "(?,0,?,0),(?,0,0,?)");
        auto& statement = database.statement(both);
        statement.bind(api::toText(entry.debit)).bind(entry.amount.minor);
        statement.bind(api::toText(entry.credit)).bind(entry.amount.minor);
        EVENHAND_TRY(statement.write());
        return {};
    }
    static const std::string one = sumsText(mysqlDialect(true), "(?,?,?,?)");
    for (const bool debit : {true, false}) {
        auto& statement = database.statement(one);
        statement.bind(api::toText(debit ? entry.debit : entry.credit)).bind(database.stripe());
        statement.bind(debit ? entry.amount.minor : 0).bind(debit ? 0 : entry.amount.minor);
        EVENHAND_TRY(statement.gather());
    }
    return {};
}

constexpr std::string_view kColumns =
    "SELECT l.entry_id, l.at, l.kind, l.debit, l.credit, l.amount, "
    "COALESCE(o.order_no, (SELECT w.order_no FROM owed_payment w WHERE w.payment_no = l.payment_no), '') AS order_no, "
    "l.payment_no, l.refund_id, l.actor FROM ";
constexpr std::string_view kOrders = " LEFT JOIN orders o ON o.order_id = l.order_id";
const std::string kRow = std::string(kColumns) + "ledger_entry l" + std::string(kOrders);

api::LedgerRow rowOf(const Statement& row) {
    api::LedgerRow found;
    found.entry = LedgerEntryId{row.number("entry_id")};
    found.at = Instant{row.number("at")};
    found.kind = row.code("kind", api::ledgerKindFrom);
    found.debit = row.code("debit", api::ledgerAccountFrom);
    found.credit = row.code("credit", api::ledgerAccountFrom);
    found.amount = Money{row.number("amount")};
    found.orderNo = row.text("order_no");
    found.paymentNo = PaymentNo(row.text("payment_no"));
    if (const auto refund = row.maybeNumber("refund_id")) {
        found.refund = RefundId{*refund};
    }
    found.actor = row.text("actor");
    return found;
}

Result<void> addFilter(Database& database, SqlText& text, const api::LedgerFilter& filter) {
    bool orderExists = false;
    if (!filter.orderNo.empty()) {
        auto& find = database.statement("SELECT 1 FROM orders WHERE order_no = ?");
        find.bind(filter.orderNo.str());
        EVENHAND_ASSIGN(const auto found, readNumber(find));
        orderExists = found != 0;
    }
    text.whereIn("l.kind", filter.kinds, [](api::LedgerKind kind) { return api::toText(kind); });
    if (filter.account) {
        const std::string account(api::toText(*filter.account));
        text.where("(l.debit = ? OR l.credit = ?)", {account, account});
    }
    if (!filter.orderNo.empty()) {
        // An order number that names none has no order id: its few entries are met on a walk over all.
        text.where(orderExists ? "l.order_id = (SELECT x.order_id FROM orders x WHERE x.order_no = ?)"
                               : "l.order_id IS NULL AND l.payment_no IN (SELECT w.payment_no FROM owed_payment w "
                                 "WHERE w.order_no = ?)",
                   {filter.orderNo.str()});
    }
    if (filter.from) {
        text.where("l.at >= ?", {filter.from->ms});
    }
    if (filter.to) {
        text.where("l.at < ?", {filter.to->ms});
    }
    return {};
}

/// So that no sum of the ledger, and none of a part of it, leaves 63 bits.
constexpr std::int64_t kMaxTurnover = std::int64_t{1} << 62;

/// At most kMaxTurnover: read once, then counted along.
Result<std::int64_t*> turnover(Database& database) {
    if (!moneyMemo(database).turnover) {
        std::int64_t sum = 0;
        EVENHAND_TRY(eachRow(database.statement("SELECT debit FROM ledger_balance"), [&](const Statement& row) {
            sum = row.number("debit") > kMaxTurnover - sum ? kMaxTurnover : sum + row.number("debit");
        }));
        moneyMemo(database).turnover = sum;
    }
    return &*moneyMemo(database).turnover;
}

}  // namespace

Result<void> add(Database& database, const Entry& entry, Instant at, std::string_view actor) {
    EVENHAND_ASSIGN(auto* const sum, turnover(database));
    if (entry.amount.minor > kMaxTurnover - *sum) {
        return fail(ErrorCode::Overflow, "the ledger cannot hold more", "amount", std::to_string(entry.amount.minor));
    }
    *sum += entry.amount.minor;
    auto& statement = database.statement(
        "INSERT INTO ledger_entry(at, kind, debit, credit, amount, order_id, payment_no, refund_id, actor) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    statement.bind(at).bind(api::toText(entry.kind)).bind(api::toText(entry.debit)).bind(api::toText(entry.credit));
    statement.bind(entry.amount.minor);
    statement.bind(entry.order ? std::optional(entry.order->value) : std::nullopt).bind(entry.paymentNo);
    statement.bind(entry.refund ? std::optional(entry.refund->value) : std::nullopt).bind(actor);
    EVENHAND_TRY(statement.gather());
    return addSums(database, entry);
}

Result<void> openStripe(Database& database, std::int64_t stripe) {
    const std::string sql = std::string(database.dialect().insertIgnore()) +
                            " ledger_balance(account, stripe, debit, credit) VALUES (?, ?, 0, 0)";
    for (const auto account : api::allLedgerAccounts()) {
        EVENHAND_TRY(database.statement(sql).bind(api::toText(account)).bind(stripe).write());
    }
    return {};
}

Result<std::vector<api::AccountBalance>> balances(Database& database) {
    std::vector<api::AccountBalance> found;
    for (const auto account : api::allLedgerAccounts()) {
        found.push_back({account, {}, {}, {}});
    }
    auto& statement = database.statement(
        "SELECT account, SUM(debit) AS debits, SUM(credit) AS credits FROM ledger_balance GROUP BY account");
    EVENHAND_TRY(eachRow(statement, [&](const Statement& row) {
        auto& balance = found[static_cast<std::size_t>(row.code("account", api::ledgerAccountFrom))];
        balance.debit = Money{row.number("debits")};
        balance.credit = Money{row.number("credits")};
        balance.balance = Money{balance.debit.minor - balance.credit.minor};
    }));
    return found;
}

namespace {

/// The index of instants is walked first, so that entries which are passed over are not read.
Result<std::vector<api::LedgerRow>> pageByInstant(Database& database, const api::LedgerQuery& query) {
    const SortColumns columns{"at", "entry_id"};
    SqlText keys{"SELECT " + columns.list("l.") + " FROM ledger_entry l", {}};
    EVENHAND_TRY(addFilter(database, keys, query.filter));
    keys.add(columns.order(query.descending, "l."));
    keys.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    SqlText text{std::string(kColumns) + "(", {}};
    text.append(keys);
    text.add(") k JOIN ledger_entry l ON l.entry_id = k.entry_id");
    text.add(kOrders);
    text.add(columns.order(query.descending, "k."));
    return readAll(text.bound(database), rowOf);
}

}  // namespace

Result<std::vector<api::LedgerRow>> page(Database& database, const api::LedgerQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    EVENHAND_TRY(checkAfter(query.after.has_value(), query.sort == api::LedgerSort::Entry));
    if (query.sort == api::LedgerSort::At) {
        return pageByInstant(database, query);
    }
    SqlText text{kRow, {}};
    EVENHAND_TRY(addFilter(database, text, query.filter));
    if (query.after) {
        text.where(query.descending ? "l.entry_id < ?" : "l.entry_id > ?", {query.after->value});
    }
    text.add(query.descending ? " ORDER BY l.entry_id DESC LIMIT ? OFFSET ?" : " ORDER BY l.entry_id LIMIT ? OFFSET ?",
             {query.limit, query.offset});
    return readAll(text.bound(database), rowOf);
}

Result<std::int64_t> count(Database& database, const api::LedgerFilter& filter, Counts& kept) {
    const auto all = [&]() -> Result<std::int64_t> {
        SqlText text{"SELECT COUNT(*) FROM ledger_entry l", {}};
        EVENHAND_TRY(addFilter(database, text, filter));
        return readNumber(text.bound(database));
    };
    if (!filter.orderNo.empty()) {
        return all();  // few, found in an index; and which they are changes when an order takes a number
    }
    return kept.get(
        database, filter,
        [&] { return readNumber(database.statement("SELECT COALESCE(MAX(entry_id), 0) FROM ledger_entry")); }, all,
        [&](std::int64_t after, std::int64_t upTo) -> Result<std::int64_t> {
            SqlText conditions;
            EVENHAND_TRY(addFilter(database, conditions, filter));
            return countAmong(database, "ledger_entry l", "l.entry_id", conditions, after, upTo);
        });
}

Result<std::vector<api::LedgerRow>> slice(Database& database, const api::LedgerFilter& filter, LedgerEntryId after,
                                          std::int64_t limit) {
    SqlText text{kRow, {}};
    EVENHAND_TRY(addFilter(database, text, filter));
    text.where("l.entry_id > ?", {after.value});
    text.add(" ORDER BY l.entry_id LIMIT ?", {limit});
    return readAll(text.bound(database), rowOf);
}

Result<void> each(Database& database, const std::function<void(const RawEntry&)>& fn) {
    RawEntry entry;
    return eachRow(
        database.statement("SELECT entry_id, kind, debit, credit, amount FROM ledger_entry ORDER BY entry_id"),
        [&](const Statement& row) {
            entry = {LedgerEntryId{row.number("entry_id")}, row.text("kind"), row.text("debit"), row.text("credit"),
                     row.number("amount")};
            fn(entry);
        });
}

namespace {

/// Causes and what was entered for them, by a text that answers `cause`, `expected` and `entered`.
Result<void> causes(Database& database, std::string_view sql, std::string_view what,
                    const std::function<void(const CauseSums&)>& fn) {
    CauseSums sums;
    return eachRow(database.statement(sql), [&](const Statement& row) {
        sums.what = std::string(what) + row.text("cause");
        sums.expected = row.number("expected");
        sums.entered = row.number("entered");
        fn(sums);
    });
}

}  // namespace

Result<void> eachCause(Database& database, const std::function<void(const CauseSums&)>& fn) {
    EVENHAND_TRY(causes(
        database,
        "SELECT p.payment_no AS cause, p.amount AS expected, (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entry e "
        "WHERE e.order_id = p.order_id AND e.payment_no = p.payment_no AND (e.kind = 'payment' AND "
        "e.debit = 'provider_clearing' OR e.kind = 'payment_matched' AND e.debit = 'unmatched_money') AND e.credit = "
        "'sales') AS entered FROM payment p",
        "payment ", fn));
    EVENHAND_TRY(causes(
        database,
        "SELECT p.payment_no AS cause, o.discount AS expected, (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entry e "
        "WHERE e.order_id = p.order_id AND e.kind = 'discount' AND e.debit = 'discounts' AND e.credit = 'sales') "
        "AS entered FROM payment p JOIN orders o ON o.order_id = p.order_id",
        "discount of payment ", fn));
    EVENHAND_TRY(causes(
        database,
        "SELECT w.payment_no AS cause, w.amount AS expected, COALESCE(e.taken, 0) AS entered FROM owed_payment w "
        "LEFT JOIN (SELECT payment_no, SUM(amount) AS taken FROM ledger_entry WHERE kind IN ('late_payment', "
        "'unmatched_payment') AND debit = 'provider_clearing' AND credit = 'unmatched_money' GROUP BY payment_no) e "
        "ON e.payment_no = w.payment_no",
        "owed payment ", fn));
    EVENHAND_TRY(causes(
        database,
        "SELECT w.payment_no AS cause, CASE WHEN w.matched_order IS NULL THEN 0 ELSE w.amount END AS expected, "
        "COALESCE(e.moved, 0) AS entered FROM owed_payment w LEFT JOIN (SELECT payment_no, SUM(amount) AS moved FROM "
        "ledger_entry WHERE kind = 'payment_matched' GROUP BY payment_no) e ON e.payment_no = w.payment_no",
        "match of payment ", fn));
    EVENHAND_TRY(causes(
        database,
        "SELECT o.order_no AS cause, g.fees AS expected, COALESCE(e.kept, 0) AS entered FROM (SELECT order_id, "
        "SUM(CASE "
        "status WHEN 'APPROVED' THEN fee ELSE 0 END) AS fees FROM goods_return GROUP BY order_id) g JOIN orders o ON "
        "o.order_id = g.order_id LEFT JOIN (SELECT order_id, SUM(CASE kind WHEN 'fee_kept' THEN amount ELSE -amount "
        "END) "
        "AS kept FROM ledger_entry WHERE kind IN ('fee_kept', 'fee_waived') GROUP BY order_id) e ON e.order_id = "
        "g.order_id",
        "fees of order ", fn));
    // Granted and not cancelled: the difference of the two; paid: the third.
    EVENHAND_TRY(causes(
        database,
        "SELECT r.refund_id AS cause, CASE WHEN r.status IN ('PENDING', 'SENT', 'SUCCEEDED', 'FAILED') THEN r.amount "
        "ELSE 0 END AS expected, COALESCE(e.granted, 0) AS entered FROM refund r LEFT JOIN (SELECT refund_id, "
        "SUM(CASE kind WHEN 'refund_granted' THEN amount WHEN 'refund_cancelled' THEN -amount ELSE 0 END) AS granted "
        "FROM ledger_entry WHERE refund_id IS NOT NULL GROUP BY refund_id) e ON e.refund_id = r.refund_id",
        "grant of refund ", fn));
    return causes(database,
                  "SELECT r.refund_id AS cause, CASE WHEN r.status = 'SUCCEEDED' THEN r.amount ELSE 0 END AS expected, "
                  "COALESCE(e.paid, 0) AS entered FROM refund r LEFT JOIN (SELECT refund_id, SUM(amount) AS paid FROM "
                  "ledger_entry WHERE refund_id IS NOT NULL AND kind = 'refund_paid' GROUP BY refund_id) e "
                  "ON e.refund_id = r.refund_id",
                  "payment of refund ", fn);
}

}  // namespace evenhand::store::ledger
