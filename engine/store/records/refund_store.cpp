// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/refund_store.h"

#include <array>
#include <map>

#include "engine/base/number_text.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/records/money_memo.h"
#include "engine/store/words/setting_names.h"

namespace evenhand::store::refunds {
namespace {

using api::RefundCause;
using api::RefundStatus;

constexpr std::string_view kColumns =
    "SELECT refund_id, status, cause, source, order_id, return_id, payment_no, campus_id, amount, body_hash, provider, "
    "send_key, reference, reason, requester, first_approver, approver, requested_at, granted_at, sent_at, done_at, "
    "last_error, version, clerk, reason_code FROM refund ";
const std::string kById = std::string(kColumns) + "WHERE refund_id = ?";
const std::string kBySource = std::string(kColumns) + "WHERE cause = ? AND source = ?";
const std::string kOfReturn = std::string(kColumns) + "WHERE return_id = ? AND status <> 'CANCELLED'";
const std::string kOfOrder = std::string(kColumns) + "WHERE order_id = ? ORDER BY refund_id";

Record recordOf(const Statement& row) {
    Record found;
    found.id = RefundId{row.number("refund_id")};
    found.status = row.code("status", api::refundStatusFrom);
    found.cause = row.code("cause", api::refundCauseFrom);
    found.source = row.text("source");
    if (const auto order = row.maybeNumber("order_id")) {
        found.order = OrderId{*order};
    }
    if (const auto id = row.maybeNumber("return_id")) {
        found.returnId = ReturnId{*id};
    }
    found.paymentNo = PaymentNo(row.text("payment_no"));
    found.campus = CampusId(row.text("campus_id"));
    found.amount = Money{row.number("amount")};
    found.bodyHash = row.isNull("body_hash") ? std::string() : row.blob("body_hash");
    found.provider = row.code("provider", api::refundProviderFrom);
    found.sendKey = textOf(row, "send_key");
    found.reference = row.text("reference");
    found.reason = row.text("reason");
    found.requester = row.text("requester");
    found.firstApprover = textOf(row, "first_approver");
    found.approver = textOf(row, "approver");
    found.requestedAt = Instant{row.number("requested_at")};
    found.grantedAt = instantOf(row, "granted_at");
    found.sentAt = instantOf(row, "sent_at");
    found.doneAt = instantOf(row, "done_at");
    found.lastError = row.text("last_error");
    found.version = row.number("version");
    found.clerk = textOf(row, "clerk");
    found.reasonCode = textOf(row, "reason_code").value_or(std::string());
    return found;
}

/// Money that was never of an order goes back by itself.
void nameOrder(Roots& roots, const Record& found) {
    if (found.order) {
        roots.add(*found.order);
    }
}

}  // namespace

Result<std::optional<Record>> find(Database& database, RefundId id) {
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kById);
            statement.bind(id.value);
            return readOne(statement, recordOf);
        },
        nameOrder);
}

Result<std::optional<Record>> find(Database& database, RefundCause cause, std::string_view source) {
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kBySource);
            statement.bind(api::toText(cause)).bind(source);
            return readOne(statement, recordOf);
        },
        nameOrder);
}

Result<std::optional<Record>> ofReturn(Database& database, ReturnId id) {
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kOfReturn);
            statement.bind(id.value);
            return readOne(statement, recordOf);
        },
        nameOrder);
}

Result<std::vector<Record>> ofOrder(Database& database, OrderId order) {
    EVENHAND_TRY(lockRoot(database, order));
    auto& statement = database.statement(kOfOrder);
    statement.bind(order.value);
    return readAll(statement, recordOf);
}

Result<RefundId> insert(Database& database, const Record& record) {
    auto& statement = database.statement(
        "INSERT INTO refund(status, cause, source, order_id, return_id, payment_no, campus_id, amount, body_hash, "
        "provider, send_key, reference, reason, requester, first_approver, approver, requested_at, granted_at, "
        "sent_at, done_at, last_error, reason_code, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
        "?, "
        "?, ?, ?, ?, ?, 1)");
    statement.bind(api::toText(record.status)).bind(api::toText(record.cause)).bind(record.source);
    statement.bind(record.order ? std::optional(record.order->value) : std::nullopt);
    statement.bind(record.returnId ? std::optional(record.returnId->value) : std::nullopt);
    statement.bind(record.paymentNo.str());
    if (record.campus.empty()) {
        statement.bindNull();
    } else {
        statement.bind(record.campus.str());
    }
    statement.bind(record.amount.minor);
    if (record.bodyHash.empty()) {
        statement.bindNull();
    } else {
        statement.bindBlob(record.bodyHash);
    }
    statement.bind(api::toText(record.provider)).bind(record.sendKey).bind(record.reference).bind(record.reason);
    statement.bind(record.requester).bind(record.firstApprover).bind(record.approver).bind(record.requestedAt);
    statement.bind(record.grantedAt).bind(record.sentAt).bind(record.doneAt).bind(record.lastError);
    statement.bind(record.reasonCode.empty() ? std::nullopt : std::optional(record.reasonCode));
    EVENHAND_TRY(statement.write());
    return RefundId{statement.lastInsertId()};
}

Result<bool> update(Database& database, const Record& record) {
    auto& statement = database.statement(
        "UPDATE refund SET status = ?, provider = ?, send_key = ?, reference = ?, reason = ?, first_approver = ?, "
        "approver = ?, granted_at = ?, sent_at = ?, done_at = ?, last_error = ?, clerk = ?, version = version + 1 "
        "WHERE refund_id = ? AND version = ?");
    statement.bind(api::toText(record.status)).bind(api::toText(record.provider)).bind(record.sendKey);
    statement.bind(record.reference).bind(record.reason).bind(record.firstApprover).bind(record.approver);
    statement.bind(record.grantedAt).bind(record.sentAt).bind(record.doneAt).bind(record.lastError);
    statement.bind(record.clerk).bind(record.id.value).bind(record.version);
    return changedOne(statement);
}

Result<std::optional<OrderSums>> orderSums(Database& database, OrderId order) {
    auto& statement = database.statement("SELECT paid, committed FROM order_refund WHERE order_id = ?");
    statement.bind(order.value);
    return readOne(statement, [](const Statement& row) {
        return OrderSums{Money{row.number("paid")}, Money{row.number("committed")}};
    });
}

Result<bool> commitMoney(Database& database, OrderId order, Money paid, Money change) {
    auto& statement = database.statement(
        "UPDATE order_refund SET committed = committed + ? WHERE order_id = ? AND committed + ? <= paid "
        "AND committed + ? >= 0");
    statement.bind(change.minor).bind(order.value).bind(change.minor).bind(change.minor);
    EVENHAND_ASSIGN(const bool changed, changedOne(statement));
    if (changed) {
        return true;
    }
    EVENHAND_ASSIGN(const auto sums, orderSums(database, order));
    if (sums || change.minor > paid.minor || change.minor < 0) {
        return false;
    }
    auto& first = database.statement("INSERT INTO order_refund(order_id, paid, committed) VALUES (?, ?, ?)");
    first.bind(order.value).bind(paid.minor).bind(change.minor);
    EVENHAND_TRY(first.write());
    return true;
}

Result<void> addEvent(Database& database, std::optional<ReturnId> returnId, std::optional<RefundId> refund, Instant at,
                      api::MoneyEventKind kind, std::string_view actor, std::string_view detail) {
    auto& statement = database.statement(
        "INSERT INTO money_event(return_id, refund_id, at, kind, actor, detail) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(returnId ? std::optional(returnId->value) : std::nullopt);
    statement.bind(refund ? std::optional(refund->value) : std::nullopt);
    statement.bind(at).bind(api::toText(kind)).bind(actor).bind(detail);
    return statement.gather();
}

static Step stepOf(const Statement& row) {
    return {Instant{row.number("at")}, row.code("kind", api::moneyEventKindFrom), row.text("actor")};
}

Result<std::vector<Step>> newestSteps(Database& database, ReturnId id, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT at, kind, actor, event_id FROM money_event WHERE return_id = ? AND kind <> 'noted' UNION ALL SELECT "
        "e.at, e.kind, e.actor, e.event_id FROM refund f JOIN money_event e ON e.refund_id = f.refund_id WHERE "
        "f.return_id = ? AND e.return_id IS NULL AND e.kind <> 'noted' ORDER BY 4 DESC LIMIT ?");
    statement.bind(id.value).bind(id.value).bind(limit);
    return readAll(statement, stepOf);
}

Result<std::vector<Step>> newestSteps(Database& database, RefundId id, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT at, kind, actor FROM money_event WHERE refund_id = ? AND kind <> 'noted' ORDER BY event_id DESC "
        "LIMIT ?");
    statement.bind(id.value).bind(limit);
    return readAll(statement, stepOf);
}

Result<void> eachSending(Database& database, const std::function<void(RefundId, bool)>& fn) {
    auto& statement = database.statement(
        "SELECT refund_id, status FROM refund WHERE provider <> 'manual' AND status IN ('PENDING', 'SENT', "
        "'SUCCEEDED', "
        "'FAILED', 'CANCELLED') ORDER BY refund_id");
    return eachRow(statement, [&](const Statement& row) {
        const auto status = row.code("status", api::refundStatusFrom);
        fn(RefundId{row.number("refund_id")}, status == RefundStatus::Pending || status == RefundStatus::Sent);
    });
}

namespace {

constexpr std::string_view kHoldOwed = "hold_owed";
struct NumberSetting {
    std::string_view name;
    std::int64_t api::RefundSettings::*member;
};
constexpr std::array<NumberSetting, 5> kNumbers{{{"timeout_ms", &api::RefundSettings::timeoutMs},
                                                 {"lease_ms", &api::RefundSettings::leaseMs},
                                                 {"first_retry_ms", &api::RefundSettings::firstRetryMs},
                                                 {"last_retry_ms", &api::RefundSettings::lastRetryMs},
                                                 {"max_attempts", &api::RefundSettings::maxAttempts}}};
struct TextSetting {
    std::string_view name;
    std::string api::RefundSettings::*member;
};
constexpr std::array<TextSetting, 3> kTexts{{{"url", &api::RefundSettings::url},
                                             {"key_id", &api::RefundSettings::keyId},
                                             {"secret_name", &api::RefundSettings::secretName}}};

}  // namespace

Result<api::RefundSettings> settingsFresh(Database& database) {
    api::RefundSettings settings;
    EVENHAND_TRY(eachRow(database.statement("SELECT name, value FROM refund_setting"), [&](const Statement& row) {
        const auto stored = row.code("name", nameAmong<kRefundSettingNames>);
        if (stored == "provider") {
            settings.provider = row.code("value", api::refundProviderFrom);
        }
        if (stored == kHoldOwed) {
            settings.holdOwed = row.code("value", base::numberFrom) != 0;
        }
        for (const auto& [name, member] : kNumbers) {
            if (stored == name) {
                settings.*member = row.code("value", base::numberFrom);
            }
        }
        for (const auto& [name, member] : kTexts) {
            if (stored == name) {
                settings.*member = row.text("value");
            }
        }
    }));
    return settings;
}

Result<api::RefundSettings> settings(Database& database) {
    if (!moneyMemo(database).refunds) {
        EVENHAND_ASSIGN(auto fresh, settingsFresh(database));
        moneyMemo(database).refunds = std::move(fresh);
    }
    return *moneyMemo(database).refunds;
}

Result<void> setSettings(Database& database, const api::RefundSettings& settings) {
    std::vector<std::pair<std::string, std::string>> rows{{"provider", std::string(api::toText(settings.provider))}};
    rows.emplace_back(kHoldOwed, settings.holdOwed ? "1" : "0");
    for (const auto& [name, member] : kNumbers) {
        rows.emplace_back(name, std::to_string(settings.*member));
    }
    for (const auto& [name, member] : kTexts) {
        rows.emplace_back(name, settings.*member);
    }
    const auto sql = "INSERT INTO refund_setting(name, value) VALUES (?, ?)" + database.dialect().onConflict("name") +
                     "value = " + database.dialect().incoming("value");
    for (const auto& [name, value] : rows) {
        auto& statement = database.statement(sql);
        statement.bind(name).bind(value);
        EVENHAND_TRY(statement.write());
    }
    database.memo(Database::Memo::Refunds).reset();
    return {};
}

}  // namespace evenhand::store::refunds
