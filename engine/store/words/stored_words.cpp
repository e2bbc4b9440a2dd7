// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/words/stored_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/api/actor.h"
#include "engine/api/alert_types.h"
#include "engine/api/audit_types.h"
#include "engine/api/backup_desk.h"
#include "engine/api/campaign_types.h"
#include "engine/api/permission.h"
#include "engine/api/refund_types.h"
#include "engine/api/returns_status.h"
#include "engine/api/seckill_types.h"
#include "engine/api/shop_types.h"
#include "engine/api/status.h"
#include "engine/api/task_types.h"
#include "engine/api/timer_types.h"
#include "engine/api/token_scope.h"
#include "engine/api/webhook_types.h"
#include "engine/base/number_text.h"
#include "engine/store/words/setting_kinds.h"
#include "engine/store/words/setting_names.h"
#include "engine/store/words/timer_outcome.h"

namespace evenhand::store {
namespace {

template <auto from>
bool isOne(std::string_view text) {
    return from(text).has_value();
}

/// Texts separated by spaces.
template <auto from>
bool areAll(std::string_view text) {
    while (!text.empty()) {
        const auto space = text.find(' ');
        if (!from(text.substr(0, space))) {
            return false;
        }
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
    return true;
}

// Those of a table stand together.
constexpr auto kWords = std::to_array<StoredWord>({
    {"campus", "campus_id", "mode", isOne<api::dispatchModeFrom>},
    {"campus", "campus_id", "join_rule", isOne<api::joinRuleFrom>},
    {"orders", "order_no", "status", isOne<api::orderStatusFrom>},
    {"orders", "order_no", "wait_reason", isOne<api::waitReasonFrom>},
    {"orders", "order_no", "close_reason", isOne<api::closeReasonFrom>},
    {"orders", "order_no", "timer", isOne<api::timerKindFrom>},
    {"owed_payment", "payment_no", "kind", isOne<api::owedKindFrom>},
    {"order_event", "event_id", "kind", isOne<api::eventKindFrom>},
    {"assignment", "order_id", "mode", isOne<api::dispatchModeFrom>},
    {"timer_end", "order_id", "kind", isOne<api::timerKindFrom>},
    {"timer_end", "order_id", "outcome", isOne<timerOutcomeFrom>},
    {"timer_failure", "order_id", "kind", isOne<api::timerKindFrom>},
    {"alert", "alert_id", "kind", isOne<api::alertKindFrom>},
    {"alert", "alert_id", "subject", isOne<api::alertSubjectTypeFrom>},
    {"alert", "alert_id", "state", isOne<api::alertStateFrom>},
    {"alert_limit", "name", "name", isOne<nameAmong<kAlertLimitNames>>},
    {"late_order", "order_id", "kind", isOne<api::timerKindFrom>},
    {"timer_control", "name", "name", isOne<timerControlNameFrom>},
    {"activity", "activity_id", "state", isOne<api::activityStateFrom>},
    {"activity_log", "entry_id", "action", isOne<api::activityActionFrom>},
    {"campaign", "campaign_id", "state", isOne<api::campaignStateFrom>},
    {"campaign", "campaign_id", "end_reason", isOne<api::campaignEndFrom>},
    {"campaign_draw", "draw_id", "state", isOne<api::drawStateFrom>},
    {"campaign_draw", "draw_id", "refusal", isOne<api::drawRefusalFrom>},
    {"return_policy", "campus_id", "goods_rule", isOne<api::goodsRuleFrom>},
    {"goods_return", "return_no", "status", isOne<api::returnStatusFrom>},
    {"goods_return", "return_no", "stage", isOne<api::returnStageFrom>},
    {"goods_return", "return_no", "goods", isOne<api::goodsStateFrom>},
    {"refund", "refund_id", "status", isOne<api::refundStatusFrom>},
    {"refund", "refund_id", "cause", isOne<api::refundCauseFrom>},
    {"refund", "refund_id", "provider", isOne<api::refundProviderFrom>},
    {"money_event", "event_id", "kind", isOne<api::moneyEventKindFrom>},
    {"ledger_entry", "entry_id", "kind", isOne<api::ledgerKindFrom>},
    {"ledger_entry", "entry_id", "debit", isOne<api::ledgerAccountFrom>},
    {"ledger_entry", "entry_id", "credit", isOne<api::ledgerAccountFrom>},
    {"ledger_balance", "account", "account", isOne<api::ledgerAccountFrom>},
    {"task", "task_id", "kind", isOne<api::taskKindFrom>},
    {"task", "task_id", "status", isOne<api::taskStatusFrom>},
    {"task_sum", "kind", "kind", isOne<api::taskKindFrom>},
    {"task_hold", "kind", "kind", isOne<api::taskKindFrom>},
    {"task_schedule", "name", "kind", isOne<api::taskKindFrom>},
    {"ring_change", "change_id", "what", isOne<api::ringChangeFrom>},
    {"webhook_event", "event_id", "event", isOne<api::webhookEventFrom>},
    {"webhook_delivery", "delivery_id", "event", isOne<api::webhookEventFrom>},
    {"webhook_delivery", "delivery_id", "status", isOne<api::deliveryStatusFrom>},
    {"person_role", "person_id", "role", isOne<api::roleFrom>},
    {"audit_entry", "seq", "via", isOne<api::viaFrom>},
    {"audit_entry", "seq", "outcome", isOne<api::auditOutcomeFrom>},
    {"backup", "backup_id", "status", isOne<api::backupStatusFrom>},
    {"weight_entry", "entry_id", "kind", isOne<api::weightEntryKindFrom>},
    {"stock_entry", "entry_id", "kind", isOne<api::stockChangeFrom>},
    {"webhook", "webhook_id", "events", areAll<api::webhookEventFrom>},
    {"api_token", "token_id", "scopes", areAll<api::tokenScopeFrom>},
    {"refund_setting", "name", "name", isOne<nameAmong<kRefundSettingNames>>},
    {"refund_setting", "name", "value", isOne<api::refundProviderFrom>, "name = 'provider'"},
    {"refund_setting", "name", "value", isOne<base::numberFrom>,
     "name IN ('timeout_ms', 'lease_ms', 'first_retry_ms', 'last_retry_ms', 'max_attempts', 'hold_owed')"},
    {"case_setting", "name", "name", isOne<nameAmong<kCaseSettingNames>>},
    {"case_setting", "name", "value", isOne<base::numberFrom>},
    {"account_setting", "name", "name", isOne<nameAmong<kAccountSettingNames>>},
    {"account_setting", "name", "value", isOne<base::numberFrom>},
    {"backup_setting", "name", "name", isOne<nameAmong<kBackupSettingNames>>},
    {"backup_setting", "name", "value", isOne<base::numberFrom>, "name IN ('minute_of_day', 'keep')"},
    {"setting_change", "kind", "kind", isOne<settingKindFrom>},
});

}  // namespace

std::span<const StoredWord> storedWords() { return kWords; }

const StoredWord* storedWordOf(std::string_view table, std::string_view column) {
    const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const StoredWord& word) {
        return word.table == table && word.column == column;
    });
    return found == kWords.end() ? nullptr : found;
}

Error unknownWordError(std::string_view table, std::string_view column, std::string_view key, std::string_view word) {
    std::string message = "the database holds an unknown value";
    if (const auto* known = storedWordOf(table, column); known != nullptr && !key.empty()) {
        message +=
            ", in the row of table " + std::string(table) + " with " + std::string(known->key) + " " + std::string(key);
    }
    return {ErrorCode::WorkspaceDamaged, std::move(message),
            table.empty() ? std::string("column") : std::string(table) + "." + std::string(column), std::string(word)};
}

}  // namespace evenhand::store
