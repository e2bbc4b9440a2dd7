// SPDX-License-Identifier: GPL-3.0-or-later
// What people call the operations of the engine, by their stored names: the log also holds those of other versions.
#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/widgets/team_labels.h"

namespace evenhand::ui {
namespace {

using Row = std::pair<std::string_view, const char*>;

constexpr Row kOperations[] = {
    {"orders.read", QT_TRANSLATE_NOOP("OperationLabels", "View orders")},
    {"orders.place", QT_TRANSLATE_NOOP("OperationLabels", "Place an order")},
    {"orders.pay", QT_TRANSLATE_NOOP("OperationLabels", "Pay an order")},
    {"orders.record_payment", QT_TRANSLATE_NOOP("OperationLabels", "Record a payment by hand")},
    {"orders.cancel", QT_TRANSLATE_NOOP("OperationLabels", "Cancel an order")},
    {"orders.report", QT_TRANSLATE_NOOP("OperationLabels", "Report pick-up or delivery")},
    {"orders.upsert_products", QT_TRANSLATE_NOOP("OperationLabels", "Change products")},
    {"dispatch.read", QT_TRANSLATE_NOOP("OperationLabels", "View dispatch")},
    {"dispatch.take", QT_TRANSLATE_NOOP("OperationLabels", "Take a courier's turn")},
    {"dispatch.upsert_campus", QT_TRANSLATE_NOOP("OperationLabels", "Change a campus")},
    {"dispatch.set_paused", QT_TRANSLATE_NOOP("OperationLabels", "Pause or resume dispatch")},
    {"dispatch.upsert_couriers", QT_TRANSLATE_NOOP("OperationLabels", "Change couriers")},
    {"dispatch.set_duty", QT_TRANSLATE_NOOP("OperationLabels", "Set on or off duty")},
    {"dispatch.reassign", QT_TRANSLATE_NOOP("OperationLabels", "Reassign an order")},
    {"dispatch.hand_over", QT_TRANSLATE_NOOP("OperationLabels", "Hand over a courier's work")},
    {"dispatch.undo_reassign", QT_TRANSLATE_NOOP("OperationLabels", "Undo a reassignment")},
    {"dispatch.calibrate", QT_TRANSLATE_NOOP("OperationLabels", "Calibrate weights")},
    {"dispatch.retry_letters", QT_TRANSLATE_NOOP("OperationLabels", "Retry dead letters of dispatch")},
    {"timers.read", QT_TRANSLATE_NOOP("OperationLabels", "View timers")},
    {"timers.pass_time", QT_TRANSLATE_NOOP("OperationLabels", "Advance time")},
    {"timers.set_policy", QT_TRANSLATE_NOOP("OperationLabels", "Change delays")},
    {"timers.set_paused", QT_TRANSLATE_NOOP("OperationLabels", "Pause or resume timers")},
    {"timers.set_queue", QT_TRANSLATE_NOOP("OperationLabels", "Switch the delay queue")},
    {"timers.run", QT_TRANSLATE_NOOP("OperationLabels", "Run a timer now")},
    {"timers.postpone", QT_TRANSLATE_NOOP("OperationLabels", "Postpone a timer")},
    {"timers.cancel", QT_TRANSLATE_NOOP("OperationLabels", "Cancel a timer")},
    {"timers.retry", QT_TRANSLATE_NOOP("OperationLabels", "Retry a timer")},
    {"timers.rearm_queue", QT_TRANSLATE_NOOP("OperationLabels", "Re-arm the delay queue")},
    {"timers.reset_clock", QT_TRANSLATE_NOOP("OperationLabels", "Reset engine time to the clock")},
    {"alerts.acknowledge", QT_TRANSLATE_NOOP("OperationLabels", "Acknowledge an alert")},
    {"alerts.silence", QT_TRANSLATE_NOOP("OperationLabels", "Silence an alert")},
    {"alerts.resolve", QT_TRANSLATE_NOOP("OperationLabels", "Resolve an alert")},
    {"seckill.read", QT_TRANSLATE_NOOP("OperationLabels", "View flash sales")},
    {"seckill.attempt", QT_TRANSLATE_NOOP("OperationLabels", "Attempt in a flash sale")},
    {"seckill.set_up", QT_TRANSLATE_NOOP("OperationLabels", "Set up a flash sale")},
    {"seckill.edit", QT_TRANSLATE_NOOP("OperationLabels", "Edit a flash sale")},
    {"seckill.discard", QT_TRANSLATE_NOOP("OperationLabels", "Delete a flash sale")},
    {"seckill.start", QT_TRANSLATE_NOOP("OperationLabels", "Start a flash sale")},
    {"seckill.resume", QT_TRANSLATE_NOOP("OperationLabels", "Resume a flash sale")},
    {"seckill.stop", QT_TRANSLATE_NOOP("OperationLabels", "Stop a flash sale")},
    {"seckill.top_up", QT_TRANSLATE_NOOP("OperationLabels", "Add stock to a flash sale")},
    {"seckill.end", QT_TRANSLATE_NOOP("OperationLabels", "End a flash sale")},
    {"seckill.claim", QT_TRANSLATE_NOOP("OperationLabels", "Claim a message of a flash sale")},
    {"seckill.acknowledge", QT_TRANSLATE_NOOP("OperationLabels", "Acknowledge a message of a flash sale")},
    {"seckill.release", QT_TRANSLATE_NOOP("OperationLabels", "Release a reservation")},
    {"seckill.retry_letters", QT_TRANSLATE_NOOP("OperationLabels", "Retry dead letters of a flash sale")},
    {"seckill.dismiss_letters", QT_TRANSLATE_NOOP("OperationLabels", "Dismiss dead letters of a flash sale")},
    {"seckill.repair", QT_TRANSLATE_NOOP("OperationLabels", "Repair a flash sale")},
    {"campaigns.read", QT_TRANSLATE_NOOP("OperationLabels", "View campaigns")},
    {"campaigns.draw", QT_TRANSLATE_NOOP("OperationLabels", "Draw a discount")},
    {"campaigns.create", QT_TRANSLATE_NOOP("OperationLabels", "Set up a campaign")},
    {"campaigns.edit", QT_TRANSLATE_NOOP("OperationLabels", "Edit a campaign")},
    {"campaigns.copy", QT_TRANSLATE_NOOP("OperationLabels", "Copy a campaign")},
    {"campaigns.remove", QT_TRANSLATE_NOOP("OperationLabels", "Delete a campaign")},
    {"campaigns.start", QT_TRANSLATE_NOOP("OperationLabels", "Start a campaign")},
    {"campaigns.pause", QT_TRANSLATE_NOOP("OperationLabels", "Pause a campaign")},
    {"campaigns.resume", QT_TRANSLATE_NOOP("OperationLabels", "Resume a campaign")},
    {"campaigns.stop", QT_TRANSLATE_NOOP("OperationLabels", "Stop a campaign")},
    {"campaigns.give_back", QT_TRANSLATE_NOOP("OperationLabels", "Give a discount back")},
    {"returns.read", QT_TRANSLATE_NOOP("OperationLabels", "View returns")},
    {"returns.request", QT_TRANSLATE_NOOP("OperationLabels", "Request a return")},
    {"returns.approve", QT_TRANSLATE_NOOP("OperationLabels", "Approve a return")},
    {"returns.reject", QT_TRANSLATE_NOOP("OperationLabels", "Reject a return")},
    {"returns.cancel", QT_TRANSLATE_NOOP("OperationLabels", "Cancel a return")},
    {"returns.undo_decision", QT_TRANSLATE_NOOP("OperationLabels", "Undo a decision on a return")},
    {"returns.undo_cancel", QT_TRANSLATE_NOOP("OperationLabels", "Undo the cancellation of a return")},
    {"returns.receive", QT_TRANSLATE_NOOP("OperationLabels", "Receive goods")},
    {"returns.skip_goods", QT_TRANSLATE_NOOP("OperationLabels", "Skip goods")},
    {"returns.undo_goods", QT_TRANSLATE_NOOP("OperationLabels", "Undo the receipt of goods")},
    {"returns.set_policy", QT_TRANSLATE_NOOP("OperationLabels", "Change return settings")},
    {"refunds.read", QT_TRANSLATE_NOOP("OperationLabels", "View refunds")},
    {"refunds.send", QT_TRANSLATE_NOOP("OperationLabels", "Send refunds")},
    {"refunds.request", QT_TRANSLATE_NOOP("OperationLabels", "Request a refund")},
    {"refunds.approve", QT_TRANSLATE_NOOP("OperationLabels", "Approve a refund")},
    {"refunds.cancel", QT_TRANSLATE_NOOP("OperationLabels", "Cancel a refund")},
    {"refunds.retry", QT_TRANSLATE_NOOP("OperationLabels", "Retry a refund")},
    {"refunds.record_paid", QT_TRANSLATE_NOOP("OperationLabels", "Record a refund as paid")},
    {"refunds.record_failed", QT_TRANSLATE_NOOP("OperationLabels", "Record a refund as not paid")},
    {"refunds.set_settings", QT_TRANSLATE_NOOP("OperationLabels", "Change the refund method")},
    {"refunds.set_secret", QT_TRANSLATE_NOOP("OperationLabels", "Change the secret that signs refunds")},
    {"ledger.read", QT_TRANSLATE_NOOP("OperationLabels", "View the ledger")},
    {"tasks.read", QT_TRANSLATE_NOOP("OperationLabels", "View tasks")},
    {"tasks.run", QT_TRANSLATE_NOOP("OperationLabels", "Run tasks")},
    {"tasks.retry", QT_TRANSLATE_NOOP("OperationLabels", "Retry tasks")},
    {"tasks.drop", QT_TRANSLATE_NOOP("OperationLabels", "Drop tasks")},
    {"tasks.set_held", QT_TRANSLATE_NOOP("OperationLabels", "Hold or release tasks")},
    {"webhooks.read", QT_TRANSLATE_NOOP("OperationLabels", "View webhooks")},
    {"webhooks.create", QT_TRANSLATE_NOOP("OperationLabels", "Add a webhook")},
    {"webhooks.edit", QT_TRANSLATE_NOOP("OperationLabels", "Edit a webhook")},
    {"webhooks.remove", QT_TRANSLATE_NOOP("OperationLabels", "Remove a webhook")},
    {"webhooks.new_secret", QT_TRANSLATE_NOOP("OperationLabels", "Replace the secret of a webhook")},
    {"webhooks.test", QT_TRANSLATE_NOOP("OperationLabels", "Test a webhook")},
    {"webhooks.resend", QT_TRANSLATE_NOOP("OperationLabels", "Resend a webhook's message")},
    {"accounts.read", QT_TRANSLATE_NOOP("OperationLabels", "View people")},
    {"accounts.read_settings", QT_TRANSLATE_NOOP("OperationLabels", "View sign-in rules")},
    {"accounts.sign_in", QT_TRANSLATE_NOOP("OperationLabels", "Sign in")},
    {"accounts.sign_out", QT_TRANSLATE_NOOP("OperationLabels", "Sign out")},
    {"accounts.unlock", QT_TRANSLATE_NOOP("OperationLabels", "Unlock")},
    {"accounts.change_password", QT_TRANSLATE_NOOP("OperationLabels", "Change own password")},
    {"accounts.create", QT_TRANSLATE_NOOP("OperationLabels", "Add a person")},
    {"accounts.edit", QT_TRANSLATE_NOOP("OperationLabels", "Rename a person")},
    {"accounts.set_roles", QT_TRANSLATE_NOOP("OperationLabels", "Change roles")},
    {"accounts.reset_password", QT_TRANSLATE_NOOP("OperationLabels", "Reset a password")},
    {"accounts.set_disabled", QT_TRANSLATE_NOOP("OperationLabels", "Disable or enable a person")},
    {"accounts.lift", QT_TRANSLATE_NOOP("OperationLabels", "Lift a lock")},
    {"accounts.set_settings", QT_TRANSLATE_NOOP("OperationLabels", "Change sign-in rules")},
    {"tokens.read", QT_TRANSLATE_NOOP("OperationLabels", "View API tokens")},
    {"tokens.create", QT_TRANSLATE_NOOP("OperationLabels", "Create an API token")},
    {"tokens.revoke", QT_TRANSLATE_NOOP("OperationLabels", "Revoke an API token")},
    {"service.switch", QT_TRANSLATE_NOOP("OperationLabels", "Start or stop the HTTP API")},
    {"http.request", QT_TRANSLATE_NOOP("OperationLabels", "HTTP API request")},
    {"audit.read", QT_TRANSLATE_NOOP("OperationLabels", "View the audit log")},
    {"audit.new_key", QT_TRANSLATE_NOOP("OperationLabels", "Seal the audit log with another key")},
    {"audit.set_anchor", QT_TRANSLATE_NOOP("OperationLabels", "Set a new anchor of the audit log")},
    {"audit.accept_loss", QT_TRANSLATE_NOOP("OperationLabels", "Continue without missing work")},
    {"data.export", QT_TRANSLATE_NOOP("OperationLabels", "Export rows to a file")},
    {"backups.read", QT_TRANSLATE_NOOP("OperationLabels", "View backups")},
    {"backups.take", QT_TRANSLATE_NOOP("OperationLabels", "Take a backup")},
    {"backups.verify", QT_TRANSLATE_NOOP("OperationLabels", "Verify a backup")},
    {"backups.set_schedule", QT_TRANSLATE_NOOP("OperationLabels", "Change the backup schedule")},
    {"backups.restore", QT_TRANSLATE_NOOP("OperationLabels", "Restore from a backup")}};
constexpr Row kDesks[] = {{"orders", QT_TRANSLATE_NOOP("OperationLabels", "Orders")},
                          {"dispatch", QT_TRANSLATE_NOOP("OperationLabels", "Dispatch")},
                          {"timers", QT_TRANSLATE_NOOP("OperationLabels", "Timers")},
                          {"alerts", QT_TRANSLATE_NOOP("OperationLabels", "Alerts")},
                          {"seckill", QT_TRANSLATE_NOOP("OperationLabels", "Flash sales")},
                          {"campaigns", QT_TRANSLATE_NOOP("OperationLabels", "Campaigns")},
                          {"returns", QT_TRANSLATE_NOOP("OperationLabels", "Returns")},
                          {"refunds", QT_TRANSLATE_NOOP("OperationLabels", "Refunds")},
                          {"ledger", QT_TRANSLATE_NOOP("OperationLabels", "Ledger")},
                          {"tasks", QT_TRANSLATE_NOOP("OperationLabels", "Tasks")},
                          {"webhooks", QT_TRANSLATE_NOOP("OperationLabels", "Webhooks")},
                          {"accounts", QT_TRANSLATE_NOOP("OperationLabels", "People")},
                          {"tokens", QT_TRANSLATE_NOOP("OperationLabels", "API tokens")},
                          {"audit", QT_TRANSLATE_NOOP("OperationLabels", "Audit log")},
                          {"backups", QT_TRANSLATE_NOOP("OperationLabels", "Backups")}};

template <std::size_t N>
QString find(const Row (&rows)[N], const std::string& name) {
    const auto found =
        std::find_if(std::begin(rows), std::end(rows), [&](const Row& row) { return row.first == name; });
    return found == std::end(rows) ? QString::fromStdString(name)
                                   : QCoreApplication::translate("OperationLabels", found->second);
}

}  // namespace

QString operationLabel(const std::string& name) { return find(kOperations, name); }

QString deskLabel(const std::string& desk) { return find(kDesks, desk); }

}  // namespace evenhand::ui
