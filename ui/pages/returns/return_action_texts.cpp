// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_action_texts.h"

#include <QCoreApplication>

#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

struct ReturnTexts {
    Q_DECLARE_TR_FUNCTIONS(ReturnTexts)
};

ActionDialog::Texts texts(const QString& title, const QString& question, const QString& effect, const QString& confirm,
                          bool danger, bool reason) {
    ActionDialog::Texts all;
    all.title = title;
    all.question = question;
    all.effect = effect;
    all.confirm = confirm;
    all.danger = danger;
    all.reasonNeeded = reason;
    all.reasonHint = reason ? ReturnTexts::tr("Required; kept in the history") : ReturnTexts::tr("Kept in the history");
    return all;
}

}  // namespace

ActionDialog::Texts returnTexts(ReturnAction action, std::int64_t count, Money amount, const Formats& formats) {
    const QString many = countedReturns(count);
    switch (action) {
        case ReturnAction::Approve: {
            auto all = texts(
                ReturnTexts::tr("Approve returns"),
                ReturnTexts::tr("%1 will be approved as requested, for %2 in all.", "n returns, amount")
                    .arg(many, formats.moneyWithCurrency(amount)),
                ReturnTexts::tr("Refunds are granted at once or held until the goods arrive, as set for the campus. "
                                "Above the thresholds somebody else must approve; refused rows are listed."),
                ReturnTexts::tr("Approve %1", "n returns").arg(many), false, false);
            all.reasonHint = ReturnTexts::tr("Required above the four-eyes threshold; kept in the history");
            return all;
        }
        case ReturnAction::Reject:
            return texts(
                ReturnTexts::tr("Reject returns"), ReturnTexts::tr("%1 will be rejected.", "n returns").arg(many),
                ReturnTexts::tr("The units can be requested again. The customer sees the note, not the reason."),
                ReturnTexts::tr("Reject %1", "n returns").arg(many), true, true);
        case ReturnAction::Receive:
            return texts(ReturnTexts::tr("Receive goods"), ReturnTexts::tr("The goods of this return have come back."),
                         ReturnTexts::tr("Sellable units go back to stock, damaged ones do not. A refund that was held "
                                         "for the goods is granted."),
                         ReturnTexts::tr("Receive"), false, false);
        case ReturnAction::SkipGoods:
            return texts(ReturnTexts::tr("Skip goods"),
                         ReturnTexts::tr("No goods are expected back for this return any more."),
                         ReturnTexts::tr("Nothing goes to stock. A refund that was held for the goods is granted."),
                         ReturnTexts::tr("Skip goods"), false, true);
        case ReturnAction::Undo:
            return texts(ReturnTexts::tr("Undo the decision"),
                         ReturnTexts::tr("The last decision on this return is undone; it waits again."),
                         ReturnTexts::tr("A granted refund that was not sent yet is cancelled."),
                         ReturnTexts::tr("Undo"), false, true);
        case ReturnAction::UndoGoods:
            return texts(ReturnTexts::tr("Undo the receipt"),
                         ReturnTexts::tr("The goods of this return are awaited again."),
                         ReturnTexts::tr("What went to stock is taken out again, if it is still there."),
                         ReturnTexts::tr("Undo the receipt"), false, true);
        case ReturnAction::Cancel: {
            auto all = texts(
                ReturnTexts::tr("Cancel requests"), ReturnTexts::tr("%1 will be cancelled.", "n returns").arg(many),
                ReturnTexts::tr("Nothing was decided and nothing is refunded; the units can be requested again."),
                ReturnTexts::tr("Cancel %1", "n returns").arg(many), true, true);
            all.cancels = true;
            return all;
        }
    }
    return {};
}

QString returnPerRow(ReturnAction action, const api::ReturnRow& row, const Formats& formats) {
    QString amount = formats.moneyWithCurrency(row.amount);
    switch (action) {
        case ReturnAction::Approve:
            return row.stage == api::ReturnStage::SecondApproval
                       ? ReturnTexts::tr("second approval, %1", "amount").arg(amount)
                       : ReturnTexts::tr("approved, %1", "amount").arg(amount);
        case ReturnAction::Reject: return ReturnTexts::tr("rejected, %1 stays", "amount").arg(amount);
        case ReturnAction::Cancel: return ReturnTexts::tr("cancelled, %1 stays", "amount").arg(amount);
        case ReturnAction::Receive:
        case ReturnAction::SkipGoods:
        case ReturnAction::Undo:
        case ReturnAction::UndoGoods: return amount;
    }
    return {};
}

ActionDialog::Texts refundTexts(RefundAction action, std::int64_t count, Money amount, const Formats& formats) {
    const QString many = countedRefunds(count);
    const QString sum = formats.moneyWithCurrency(amount);
    switch (action) {
        case RefundAction::Retry:
            return texts(
                ReturnTexts::tr("Retry"),
                ReturnTexts::tr("%1, %2 in all, will be retried at once.", "n refunds, amount").arg(many, sum),
                ReturnTexts::tr(
                    "The idempotency key stays the same, so nothing is paid twice. Failures are counted from 0 again."),
                ReturnTexts::tr("Retry"), false, true);
        case RefundAction::RecordPaid:
            return texts(ReturnTexts::tr("Record as paid"),
                         ReturnTexts::tr("%1 was paid back by hand.", "amount").arg(sum),
                         ReturnTexts::tr("The refund is closed under the reference you give. This cannot be undone."),
                         ReturnTexts::tr("Record as paid"), false, true);
        case RefundAction::Approve:
            return texts(ReturnTexts::tr("Approve refunds"),
                         ReturnTexts::tr("%1, %2 in all, will be approved.", "n refunds, amount").arg(many, sum),
                         ReturnTexts::tr("Where two approvals are needed, yours counts as the first."),
                         ReturnTexts::tr("Approve %1", "n refunds").arg(many), false, true);
        case RefundAction::RecordFailed:
            return texts(ReturnTexts::tr("Record as not paid"),
                         ReturnTexts::tr("%1 was definitely not paid back.", "amount").arg(sum),
                         ReturnTexts::tr("The refund counts as failed; it can then be retried or cancelled."),
                         ReturnTexts::tr("Record as not paid"), true, true);
        case RefundAction::Cancel: {
            auto all = texts(ReturnTexts::tr("Cancel refunds"),
                             ReturnTexts::tr("%1, %2 in all, will not be paid.", "n refunds, amount").arg(many, sum),
                             ReturnTexts::tr("The approval of a return is undone with its refund."),
                             ReturnTexts::tr("Cancel %1", "n refunds").arg(many), true, true);
            all.cancels = true;
            return all;
        }
    }
    return {};
}

QString refundPerRow(RefundAction action, const api::RefundRow& row, const Formats& formats) {
    const QString amount = formats.moneyWithCurrency(row.amount);
    switch (action) {
        case RefundAction::Retry: return ReturnTexts::tr("%1 retried", "amount").arg(amount);
        case RefundAction::RecordPaid: return ReturnTexts::tr("%1 recorded as paid", "amount").arg(amount);
        case RefundAction::Approve: return ReturnTexts::tr("%1 approved", "amount").arg(amount);
        case RefundAction::RecordFailed: return ReturnTexts::tr("%1 recorded as not paid", "amount").arg(amount);
        case RefundAction::Cancel: return ReturnTexts::tr("%1 cancelled", "amount").arg(amount);
    }
    return {};
}

}  // namespace evenhand::ui
