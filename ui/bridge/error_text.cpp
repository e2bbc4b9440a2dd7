// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/error_text.h"

#include <QCoreApplication>

#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

struct ErrorTexts {
    Q_DECLARE_TR_FUNCTIONS(ErrorTexts)
};

}  // namespace

QString errorTitle(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument: return ErrorTexts::tr("A value is not valid.");
        case ErrorCode::NotFound: return ErrorTexts::tr("Not found.");
        case ErrorCode::AlreadyExists: return ErrorTexts::tr("It already exists.");
        case ErrorCode::KeyReused: return ErrorTexts::tr("The number was already used for something else.");
        case ErrorCode::WrongStatus: return ErrorTexts::tr("The present status does not allow it.");
        case ErrorCode::Conflict: return ErrorTexts::tr("Changed by somebody else meanwhile; nothing was overwritten.");
        case ErrorCode::StaleEpoch: return ErrorTexts::tr("The order was reassigned meanwhile.");
        case ErrorCode::OutOfStock: return ErrorTexts::tr("Not enough stock.");
        case ErrorCode::ExceedsDeducted: return ErrorTexts::tr("More units than can still be returned.");
        case ErrorCode::ExceedsRefundable: return ErrorTexts::tr("More money than can still be refunded.");
        case ErrorCode::FourEyes: return ErrorTexts::tr("Somebody else must decide this.");
        case ErrorCode::UnknownSku: return ErrorTexts::tr("The SKU is not in the catalogue.");
        case ErrorCode::NoCourierOnDuty: return ErrorTexts::tr("No other courier is on duty.");
        case ErrorCode::Overflow: return ErrorTexts::tr("A number is out of range.");
        case ErrorCode::PermissionDenied: return ErrorTexts::tr("You have no permission for this.");
        case ErrorCode::SignInRefused: return ErrorTexts::tr("The name or the password is wrong.");
        case ErrorCode::Locked: return ErrorTexts::tr("Too many failed attempts. Wait before trying again.");
        case ErrorCode::WeakPassword: return ErrorTexts::tr("The password is too easy to guess.");
        case ErrorCode::SessionEnded: return ErrorTexts::tr("You are not signed in any more.");
        case ErrorCode::AddressRefused: return ErrorTexts::tr("The address may not be connected to.");
        case ErrorCode::Busy: return ErrorTexts::tr("The engine is busy. Try again.");
        case ErrorCode::ReadOnly: return ErrorTexts::tr("The engine is read-only.");
        case ErrorCode::OutcomeUnknown:
            return ErrorTexts::tr("It is not known whether this was saved. Check before repeating.");
        case ErrorCode::Cancelled: return ErrorTexts::tr("Cancelled.");
        case ErrorCode::WorkspaceInUse: return ErrorTexts::tr("Another process is using this workspace.");
        case ErrorCode::WorkspaceVersion: return ErrorTexts::tr("The workspace belongs to another version.");
        case ErrorCode::WorkspaceDamaged: return ErrorTexts::tr("The workspace is damaged.");
        case ErrorCode::WorkspaceMissing: return ErrorTexts::tr("There is no workspace there.");
        case ErrorCode::BackupDamaged: return ErrorTexts::tr("The backup is damaged.");
        case ErrorCode::DriverMissing: return ErrorTexts::tr("The database driver is not installed.");
        case ErrorCode::Storage: return ErrorTexts::tr("The storage failed.");
        case ErrorCode::Script: return ErrorTexts::tr("An engine script failed.");
        case ErrorCode::Unsupported: return ErrorTexts::tr("Not available in this deployment.");
        case ErrorCode::Internal: return ErrorTexts::tr("Internal error.");
    }
    return ErrorTexts::tr("Internal error.");
}

QString errorText(const Error& error) {
    const QString title = errorTitle(error.code);
    // A message may quote what somebody else wrote, a value is it.
    QString detail = shownText(QString::fromStdString(error.message));
    if (!error.field.empty()) {
        detail += QStringLiteral(" [%1%2]").arg(
            QString::fromStdString(error.field),
            error.value.empty() ? QString()
                                : QStringLiteral(" = %1").arg(shownLine(QString::fromStdString(error.value))));
    }
    detail = detail.trimmed();
    return detail.isEmpty() ? title : ErrorTexts::tr("%1 (%2)", "title, detail").arg(title, detail);
}

}  // namespace evenhand::ui
