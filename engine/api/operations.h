// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation that the engine offers, by any way in, in one table: the permission that it needs, whether it needs a
// reason, and whether it is written to the audit log. A desk names the operation (runtime::checkOperation) and nothing
// else; the audit log stores its text; tests walk the table for every role.
// Thread: value types and pure functions, any thread.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/api/permission.h"

namespace evenhand::api {

enum class Operation : std::uint8_t {
    // OrderDesk. Place: also placeMany, placeAvailable. Pay: as a provider reports it. PlaceByHand, RecordPayment: by a
    // person.
    OrdersRead,
    OrdersPlace,
    OrdersPlaceByHand,
    OrdersPay,
    OrdersRecordPayment,
    OrdersMatchPayment,
    OrdersCancel,
    OrdersNote,
    OrdersReport,
    OrdersUpsertProducts,
    // DispatchDesk
    DispatchRead,  ///< also previewCalibration
    DispatchTake,
    DispatchUpsertCampus,
    DispatchSetPaused,
    DispatchUpsertCouriers,
    DispatchSetDuty,
    DispatchSetLoadLimit,
    DispatchReassign,
    DispatchHandOver,
    DispatchUndoReassign,
    DispatchCalibrate,
    DispatchRetryLetters,
    // ShopDesk. Products are also OrdersUpsertProducts, couriers DispatchUpsertCouriers.
    ShopRead,
    ShopAddCampus,
    ShopEditCampus,
    ShopSetCampusDisabled,
    ShopAddCourier,
    ShopEditCourier,
    ShopSetCourierDisabled,
    ShopAddProduct,
    ShopEditProduct,
    ShopSetProductDisabled,
    ShopReceiveStock,
    ShopCorrectStock,
    // ShiftDesk
    ShiftsRead,
    ShiftsSetRoster,  ///< by weekday, or on a date
    // TimerDesk. Running or retrying an unpaid one closes its order and needs OrdersCancel's permission too.
    TimersRead,  ///< also compareQueue
    TimersPassTime,
    TimersSetPolicy,
    TimersSetPaused,
    TimersSetQueue,
    TimersRun,
    TimersPostpone,
    TimersCancel,
    TimersRetry,
    TimersRearmQueue,
    TimersResetClock,  ///< engine time goes on from the machine's clock
    // AlertDesk
    AlertsRead,
    AlertsAcknowledge,
    AlertsSilence,
    AlertsResolve,
    AlertsSetLimits,
    // SeckillDesk
    SeckillRead,  ///< also check, rehearse
    SeckillAttempt,
    SeckillSetUp,
    SeckillEdit,
    SeckillDiscard,
    SeckillStart,
    SeckillResume,
    SeckillStop,
    SeckillTopUp,
    SeckillEnd,
    SeckillClaim,
    SeckillAcknowledge,
    SeckillRelease,
    SeckillRetryLetters,
    SeckillDismissLetters,
    SeckillRepair,
    // CampaignDesk
    CampaignsRead,  ///< also preview, rehearse
    CampaignsDraw,
    CampaignsCreate,
    CampaignsEdit,
    CampaignsCopy,
    CampaignsRemove,
    CampaignsStart,
    CampaignsPause,
    CampaignsResume,
    CampaignsStop,
    CampaignsGiveBack,
    // ReturnsDesk. An approval that four eyes must agree to needs a reason, a smaller one does not. undo() is
    // UndoDecision of an approval or a rejection, UndoCancel of a cancel.
    ReturnsRead,
    ReturnsRequest,
    ReturnsApprove,
    ReturnsReject,
    ReturnsCancel,
    ReturnsUndoDecision,
    ReturnsUndoCancel,
    ReturnsReceive,
    ReturnsSkipGoods,
    ReturnsUndoGoods,
    ReturnsAssign,
    ReturnsNote,
    ReturnsSetPolicy,
    ReturnsSetCases,
    // RefundDesk, LedgerDesk
    RefundsRead,
    RefundsSend,  ///< claimDue, report, nextDue
    RefundsRequest,
    RefundsApprove,
    RefundsCancel,
    RefundsRetry,
    RefundsRecordPaid,
    RefundsRecordFailed,
    RefundsSendBack,
    RefundsAssign,
    RefundsNote,
    RefundsSetSettings,
    RefundsSetSecret,  ///< kept or removed where secrets are kept
    LedgerRead,
    // TaskDesk
    TasksRead,
    TasksRun,  ///< claim, renew, perform, report, nextDue
    TasksRetry,
    TasksDrop,
    TasksSetHeld,
    TasksSetWorkers,  ///< how many each process has
    // WebhookDesk
    WebhooksRead,
    WebhooksCreate,
    WebhooksEdit,
    WebhooksRemove,
    WebhooksNewSecret,
    WebhooksTest,
    WebhooksResend,
    // AccountDesk
    AccountsRead,          ///< who the people are
    AccountsReadSettings,  ///< when a window locks: for everybody who reads
    AccountsSignIn,
    AccountsSignOut,
    AccountsUnlock,  ///< after an idle lock, by the same person
    AccountsChangePassword,
    AccountsCreate,
    AccountsEdit,
    AccountsSetRoles,
    AccountsResetPassword,
    AccountsSetDisabled,
    AccountsLift,  ///< a lock after failures
    AccountsSetSettings,
    // TokenDesk
    TokensRead,
    TokensCreate,
    TokensRevoke,
    ServiceSwitch,  ///< the HTTP API on or off
    HttpRequest,    ///< refused by the HTTP API before it was a request of anything else; summed up
    SearchRead,     ///< of everything; kinds that need more are left out
    // TeamDesk
    TeamRead,  ///< which consoles are connected
    TeamEnd,   ///< one of them
    TeamLook,  ///< what is open, and who else has it open
    // AuditDesk, BackupDesk
    AuditRead,        ///< also verify, export
    AuditSetAnchor,   ///< anew, after a loss that somebody answers for
    AuditAcceptLoss,  ///< goes on without work that was acknowledged and is missing
    DataExport,       ///< rows written to a file; what may be read is asked by what reads it
    DataImport,       ///< rows read from a file; what may be changed is asked by what changes it
    BackupsRead,
    BackupsTake,
    BackupsVerify,
    BackupsSetSchedule,
    BackupsRestore,  ///< by whoever may write to the new folder; the entry stands in the restored workspace
    // KeyspaceDesk
    KeyspaceCompare,
    KeyspaceRebuild
};
inline constexpr std::size_t kOperations = 154;
struct OperationInfo {
    Operation operation = Operation::OrdersRead;
    std::string_view name;                 ///< "orders.cancel"; stored
    std::optional<Permission> permission;  ///< nullopt: everybody, or everybody who is signed in
    bool needsReason = false;              ///< money actions and manual interventions
    bool audited = false;                  ///< each unit of work that changed something writes an entry
    /// Audited only if done through the console or the command line: what programs report for every order (a courier's
    /// app) stands in the order's own history, and would bury what people do.
    bool peopleOnly = false;
};
[[nodiscard]] const OperationInfo& infoOf(Operation operation) noexcept;
[[nodiscard]] std::span<const OperationInfo> allOperations() noexcept;

}  // namespace evenhand::api
