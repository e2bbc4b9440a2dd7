// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/error_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <functional>

#include "engine/api/permission.h"
#include "ui/bridge/engine_words.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr qsizetype kShownValue = 60;    // characters of what was typed, which may be anything
constexpr qsizetype kShownDetail = 300;  // and of what the engine says, which may quote it

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
        case ErrorCode::WrongStatus: return ErrorTexts::tr("The current status does not allow this.");
        case ErrorCode::Conflict: return ErrorTexts::tr("Changed by somebody else meanwhile; nothing was overwritten.");
        case ErrorCode::StaleEpoch: return ErrorTexts::tr("The order was reassigned meanwhile.");
        case ErrorCode::OutOfStock: return ErrorTexts::tr("Not enough stock.");
        case ErrorCode::ExceedsDeducted: return ErrorTexts::tr("More units than can still be returned.");
        case ErrorCode::ExceedsRefundable: return ErrorTexts::tr("More money than can still be refunded.");
        case ErrorCode::FourEyes: return ErrorTexts::tr("Somebody else must decide this.");
        case ErrorCode::UnknownSku: return ErrorTexts::tr("The SKU is not in the catalogue.");
        case ErrorCode::NoCourierOnDuty: return ErrorTexts::tr("No other courier is on duty.");
        case ErrorCode::LoadLimit: return ErrorTexts::tr("There are as many orders in hand as allowed.");
        case ErrorCode::Disabled: return ErrorTexts::tr("It is disabled. Enable it on Shop first.");
        case ErrorCode::Overflow: return ErrorTexts::tr("A number is out of range.");
        case ErrorCode::PermissionDenied: return ErrorTexts::tr("You have no permission for this.");
        case ErrorCode::SignInRefused: return ErrorTexts::tr("The name or the password is wrong.");
        case ErrorCode::Locked: return ErrorTexts::tr("Too many failed attempts. Wait before trying again.");
        case ErrorCode::WeakPassword: return ErrorTexts::tr("The password is too easy to guess.");
        case ErrorCode::SessionEnded: return ErrorTexts::tr("You are no longer signed in.");
        case ErrorCode::AddressRefused: return ErrorTexts::tr("Connecting to this address is not allowed.");
        case ErrorCode::Unreachable: return ErrorTexts::tr("The service cannot be reached.");
        case ErrorCode::Busy: return ErrorTexts::tr("The engine is busy. Try again.");
        case ErrorCode::ReadOnly: return ErrorTexts::tr("The engine is read-only.");
        case ErrorCode::OutcomeUnknown:
            return ErrorTexts::tr("It is not known whether this was saved. Check before repeating.");
        case ErrorCode::Cancelled: return ErrorTexts::tr("Cancelled.");
        case ErrorCode::WorkspaceInUse: return ErrorTexts::tr("Another program is using this workspace.");
        case ErrorCode::WorkspaceVersion: return ErrorTexts::tr("The workspace belongs to another version.");
        case ErrorCode::WorkspaceDamaged: return ErrorTexts::tr("The workspace is damaged.");
        case ErrorCode::WorkspaceMissing: return ErrorTexts::tr("There is no workspace there.");
        case ErrorCode::BackupDamaged: return ErrorTexts::tr("The backup is damaged.");
        case ErrorCode::DriverMissing: return ErrorTexts::tr("The database driver is not installed.");
        case ErrorCode::Storage: return ErrorTexts::tr("The files cannot be read or written.");
        case ErrorCode::Script: return ErrorTexts::tr("An engine script failed.");
        case ErrorCode::Unsupported: return ErrorTexts::tr("Not available in this deployment.");
        case ErrorCode::Internal: return ErrorTexts::tr("Internal error.");
    }
    return ErrorTexts::tr("Internal error.");
}

/// Whose field tells a person where to look; of the others it is a word for programs.
static bool aboutAField(ErrorCode code) {
    return code == ErrorCode::InvalidArgument || code == ErrorCode::Overflow || code == ErrorCode::AlreadyExists ||
           code == ErrorCode::NotFound;
}

static std::optional<api::Permission> permissionNamed(const std::string& name) {
    for (const auto permission : api::allPermissions()) {
        if (api::toText(permission) == name) {
            return permission;
        }
    }
    return std::nullopt;
}

QString storageText(const QString& technical) {
    const auto tells = [&technical](const char* code) { return technical.contains(QLatin1String(code)); };
    if (tells("SQLITE_FULL")) {
        return ErrorTexts::tr("The disk is full. Free some space; Evenhand then resumes by itself.");
    }
    if (tells("SQLITE_IOERR")) {
        return ErrorTexts::tr(
            "The disk has read or write errors. Evenhand keeps retrying; check the disk if this persists.");
    }
    if (tells("SQLITE_READONLY") || tells("SQLITE_CANTOPEN") || tells("SQLITE_PERM")) {
        return ErrorTexts::tr(
            "The workspace's files cannot be opened or written. Check the folder, its owner and its permissions.");
    }
    if (tells("SQLITE_BUSY") || tells("SQLITE_LOCKED")) {
        return ErrorTexts::tr(
            "Another program has locked the workspace's file. Close it; Evenhand then resumes by itself.");
    }
    if (tells("connection is closed")) {
        return ErrorTexts::tr("The workspace's files cannot be read at the moment. Evenhand keeps retrying.");
    }
    return technical;
}

/// Of other errors it is a version, a status or an instant: words for programs.
static bool valueTells(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument:
        case ErrorCode::NotFound:
        case ErrorCode::AlreadyExists:
        case ErrorCode::KeyReused:
        case ErrorCode::OutOfStock:
        case ErrorCode::ExceedsDeducted:
        case ErrorCode::ExceedsRefundable:
        case ErrorCode::UnknownSku:
        case ErrorCode::Disabled:
        case ErrorCode::Overflow:
        case ErrorCode::AddressRefused:
        case ErrorCode::Unreachable:
        case ErrorCode::WorkspaceInUse:
        case ErrorCode::WorkspaceVersion:
        case ErrorCode::WorkspaceDamaged:
        case ErrorCode::WorkspaceMissing:
        case ErrorCode::BackupDamaged:
        case ErrorCode::Storage: return true;
        case ErrorCode::WrongStatus:
        case ErrorCode::Conflict:
        case ErrorCode::StaleEpoch:
        case ErrorCode::FourEyes:
        case ErrorCode::NoCourierOnDuty:
        case ErrorCode::LoadLimit:
        case ErrorCode::PermissionDenied:
        case ErrorCode::SignInRefused:
        case ErrorCode::Locked:
        case ErrorCode::WeakPassword:
        case ErrorCode::SessionEnded:
        case ErrorCode::Busy:
        case ErrorCode::ReadOnly:
        case ErrorCode::OutcomeUnknown:
        case ErrorCode::Cancelled:
        case ErrorCode::DriverMissing:
        case ErrorCode::Script:
        case ErrorCode::Unsupported:
        case ErrorCode::Internal: break;
    }
    return false;
}

/// Its numbers are amounts in minor units.
static bool aboutMoney(const Error& error) {
    constexpr std::array kFields{"amount", "amount_limit", "unit_price", "price",  "payable",
                                 "total",  "four_eyes",    "second",     "budget", "max_discount"};
    return error.code == ErrorCode::ExceedsRefundable ||
           std::find(kFields.begin(), kFields.end(), error.field) != kFields.end();
}

/// Each match of `shape` said by `say`; nullopt if there is one and nobody can say it.
static std::optional<QString> said(const QString& words, const QRegularExpression& shape,
                                   const std::function<QString(qlonglong)>& say) {
    QString text;
    qsizetype from = 0;
    for (auto each = shape.globalMatch(words); each.hasNext();) {
        const auto match = each.next();
        if (!say) {
            return std::nullopt;
        }
        text += words.mid(from, match.capturedStart() - from) + say(match.captured().toLongLong());
        from = match.capturedEnd();
    }
    return text + words.mid(from);
}

/// The engine's words as people write amounts and instants; empty if that cannot be said.
static QString forPeople(const QString& words, const Error& error, const Formats* formats) {
    static const QRegularExpression kNumber(QStringLiteral("(?<![\\w.-])\\d{1,16}(?![\\w.-])"));
    static const QRegularExpression kInstant(QStringLiteral("(?<![\\w.-])[1-9]\\d{12}(?![\\w.-])"));
    std::function<QString(qlonglong)> say;
    if (aboutMoney(error)) {
        if (formats != nullptr) {
            say = [formats](qlonglong minor) { return formats->moneyWithCurrency(Money{minor}); };
        }
        return said(words, kNumber, say).value_or(QString());
    }
    if (formats != nullptr) {
        say = [formats](qlonglong ms) { return formats->dateTime(Instant{ms}); };
    }
    return said(words, kInstant, say).value_or(QString());
}

/// As a word of its own.
static bool hasWord(const QString& detail, const QString& value) {
    return detail.contains(
        QRegularExpression(QStringLiteral("(?<!\\w)%1(?!\\w)").arg(QRegularExpression::escape(value))));
}

/// A folder that is locked; the engine's words name the process, if it is known.
static QString openElsewhere(const QString& message) {
    static const QRegularExpression kProcess(QStringLiteral("process (\\d+)$"));
    const auto process = kProcess.match(message);
    return process.hasMatch()
               ? ErrorTexts::tr(
                     "This workspace is open in another window or program, process %1. Close it there, or continue "
                     "there.")
                     .arg(process.captured(1))
               : ErrorTexts::tr(
                     "This workspace is open in another window or program. Close it there, or continue there.");
}

/// Who may not do something, or not alone; empty: it is not about that.
static QString aboutPeople(const Error& error) {
    if (error.code == ErrorCode::WrongStatus && error.field == "last_administrator") {
        return ErrorTexts::tr("at least one person must be able to sign in and manage people");
    }
    if (error.code == ErrorCode::FourEyes && error.field == "person") {
        return ErrorTexts::tr("you cannot do this to yourself; ask another administrator");
    }
    return {};
}

/// Faults of machines and files, for whoever repairs them: what the system says of them is in nobody's language.
static bool forRepair(ErrorCode code) {
    constexpr std::array kCodes{ErrorCode::Storage,          ErrorCode::Script,           ErrorCode::Internal,
                                ErrorCode::DriverMissing,    ErrorCode::WorkspaceDamaged, ErrorCode::WorkspaceVersion,
                                ErrorCode::WorkspaceMissing, ErrorCode::WorkspaceInUse,   ErrorCode::BackupDamaged,
                                ErrorCode::OutcomeUnknown,   ErrorCode::ReadOnly};
    return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

/// The engine's words in the language shown; what has no translation is left out, a fault to be repaired kept.
static QString engineDetail(const QString& detail, ErrorCode code) {
    return engineSentence(detail).value_or(forRepair(code) ? detail : QString());
}

static QString sentence(const Error& error, const Formats* formats) {
    const QString title = errorTitle(error.code);
    // A message may quote what somebody else wrote, a value is it.
    const QString message = QString::fromStdString(error.message);
    QString detail = shownText(message, kShownDetail);
    if (error.code == ErrorCode::Storage) {
        if (QString plain = storageText(message); plain != message) {
            return plain;
        }
    }
    if (error.code == ErrorCode::WorkspaceInUse && error.field == "path") {
        return openElsewhere(message);
    }
    if (error.code == ErrorCode::PermissionDenied) {
        const auto permission = permissionNamed(error.value);
        return permission ? ErrorTexts::tr("You have no permission for this: %1.").arg(label(*permission)) : title;
    }
    if (const QString said = aboutPeople(error); !said.isEmpty()) {
        return ErrorTexts::tr("%1 (%2)", "title, detail").arg(title, said);
    }
    detail = forPeople(engineDetail(detail, error.code), error, formats);
    if (aboutAField(error.code) && !error.field.empty()) {
        const QString field =
            engineField(QString::fromStdString(error.field).replace(QLatin1Char('_'), QLatin1Char(' ')))
                .value_or(QString());
        detail = detail.isEmpty() || field.isEmpty()
                     ? field + detail
                     : ErrorTexts::tr("%1: %2", "field, what is wrong with it").arg(field, detail);
    }
    if (valueTells(error.code)) {
        const QString value = forPeople(shownLine(QString::fromStdString(error.value), kShownValue), error, formats);
        detail += value.isEmpty() || hasWord(detail, value) ? QString() : QStringLiteral(" – %1").arg(value);
    }
    detail = detail.trimmed();
    return detail.isEmpty() ? title : ErrorTexts::tr("%1 (%2)", "title, detail").arg(title, detail);
}

QString errorText(const Error& error) { return sentence(error, nullptr); }

QString errorText(const Error& error, const Formats& formats) { return sentence(error, &formats); }

}  // namespace evenhand::ui
