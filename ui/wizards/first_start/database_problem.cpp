// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/first_start/database_problem.h"

#include <QCoreApplication>

#include "ui/bridge/error_text.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct DatabaseTexts {
    Q_DECLARE_TR_FUNCTIONS(DatabaseTexts)
};

bool names(const Error& error, const char* part) { return error.message.find(part) != std::string::npos; }

// True for missing rights; 1044 is the server's number of "access denied to database", which is not about the password.
bool aboutRights(const Error& error) { return error.field == "database" || names(error, "1044"); }

QString sentence(const Error& error) {
    switch (error.code) {
        case ErrorCode::PermissionDenied:
            if (aboutRights(error)) {
                return DatabaseTexts::tr("The user lacks rights on this database; see mysql-grants.sql.");
            }
            if (error.field == "host") {
                return DatabaseTexts::tr("The server accepts no connection from this machine.");
            }
            return DatabaseTexts::tr("The server refuses the user or the password.");
        case ErrorCode::Storage:
            if (error.field == "ssl-ca") {
                return DatabaseTexts::tr("The connection could not be encrypted.");
            }
            if (error.field == "port" || error.field == "socket" || error.field == "host") {
                return DatabaseTexts::tr("No database server answers at this address.");
            }
            return errorTitle(error.code);
        case ErrorCode::WorkspaceMissing:
            return error.field == "name" ? DatabaseTexts::tr("The server has no such database.")
                                         : errorTitle(error.code);
        case ErrorCode::WorkspaceVersion:
            return DatabaseTexts::tr("The database belongs to another version of this program or to something else.");
        case ErrorCode::Unsupported:
            return error.field == "version" ? DatabaseTexts::tr("The server is too old.")
                                            : DatabaseTexts::tr("The database does not store text as utf8mb4.");
        case ErrorCode::InvalidArgument:
            return error.field == "ssl-ca" ? DatabaseTexts::tr("The certificate cannot be read.")
                                           : errorTitle(error.code);
        case ErrorCode::NotFound:
        case ErrorCode::AlreadyExists:
        case ErrorCode::KeyReused:
        case ErrorCode::WrongStatus:
        case ErrorCode::Conflict:
        case ErrorCode::StaleEpoch:
        case ErrorCode::OutOfStock:
        case ErrorCode::ExceedsDeducted:
        case ErrorCode::ExceedsRefundable:
        case ErrorCode::FourEyes:
        case ErrorCode::UnknownSku:
        case ErrorCode::NoCourierOnDuty:
        case ErrorCode::LoadLimit:
        case ErrorCode::Disabled:
        case ErrorCode::Overflow:
        case ErrorCode::SignInRefused:
        case ErrorCode::Locked:
        case ErrorCode::WeakPassword:
        case ErrorCode::SessionEnded:
        case ErrorCode::AddressRefused:
        case ErrorCode::Unreachable:
        case ErrorCode::Busy:
        case ErrorCode::ReadOnly:
        case ErrorCode::OutcomeUnknown:
        case ErrorCode::Cancelled:
        case ErrorCode::WorkspaceInUse:
        case ErrorCode::WorkspaceDamaged:
        case ErrorCode::BackupDamaged:
        case ErrorCode::DriverMissing:
        case ErrorCode::Script:
        case ErrorCode::Internal: return errorTitle(error.code);
    }
    return errorTitle(error.code);
}

}  // namespace

std::optional<DatabasePage::Field> fieldOf(const Error& error) {
    const std::string& field = error.field;
    if (error.code == ErrorCode::PermissionDenied && field != "host") {
        return aboutRights(error) ? DatabasePage::User : DatabasePage::Password;
    }
    if (field == "port") {
        return DatabasePage::Port;
    }
    if (field == "host" || field == "version") {
        return DatabasePage::Host;
    }
    if (field == "socket") {
        return DatabasePage::Socket;
    }
    if (field == "name" || field == "column" || error.code == ErrorCode::WorkspaceVersion ||
        error.code == ErrorCode::WorkspaceDamaged) {
        return DatabasePage::Name;
    }
    if (field == "user") {
        return DatabasePage::User;
    }
    if (field == "ssl-ca") {
        return DatabasePage::CaFile;
    }
    if (field == "folder" || (field == "path" && error.code == ErrorCode::AlreadyExists)) {
        return DatabasePage::Folder;
    }
    return std::nullopt;
}

QString databaseProblem(const Error& error) {
    QString detail = text(error.message);
    // The engine's English sentence says the same, so only the server's own words behind it are added.
    const auto server = detail.indexOf(QLatin1String(": "));
    if (server > 0 && detail.contains(QLatin1String("(error "))) {
        detail = detail.mid(server + 2);
    }
    return detail.isEmpty() ? sentence(error)
                            : DatabaseTexts::tr("%1 (%2)", "sentence, the engine's words").arg(sentence(error), detail);
}

}  // namespace evenhand::ui
