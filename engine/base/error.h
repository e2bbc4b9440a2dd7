// SPDX-License-Identifier: GPL-3.0-or-later
// The one error type of the engine. Operating errors travel as values (Result); programmer errors assert.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evenhand::base {

/// What went wrong, for programs. The stable text of each is given by errorName().
enum class ErrorCode : std::uint8_t {
    InvalidArgument,    ///< a field of the request is malformed or out of range
    NotFound,           ///< the thing named does not exist
    AlreadyExists,      ///< unique key taken
    KeyReused,          ///< idempotency key or number reused with another body
    WrongStatus,        ///< the state machine does not allow it now
    Conflict,           ///< changed by somebody else meanwhile (version, epoch)
    StaleEpoch,         ///< report or message of an older assignment epoch
    OutOfStock,         ///< not enough stock of a SKU
    ExceedsDeducted,    ///< more units than may still be returned
    ExceedsRefundable,  ///< more money than may still be refunded
    FourEyes,           ///< somebody else must decide this
    UnknownSku,         ///< SKU not in the catalogue
    NoCourierOnDuty,    ///< nobody (else) can take the order
    LoadLimit,          ///< the courier has as many orders in hand as allowed, or every (other) one has
    Disabled,           ///< the campus, courier or product that the field names takes no part
    Overflow,           ///< amount or count beyond its range
    PermissionDenied,   ///< the actor lacks the permission
    SignInRefused,      ///< unknown name or wrong password; which is not said
    Locked,             ///< too many failures, wait until the instant in the value
    WeakPassword,       ///< not good enough; the value says why, never what it was
    SessionEnded,       ///< signed out, disabled, or the password was reset
    AddressRefused,     ///< not an address that may be connected to
    Unreachable,        ///< the service cannot be reached, or the line to it was cut
    Busy,               ///< inbox full, try again
    ReadOnly,           ///< engine degraded, reason in the message
    OutcomeUnknown,     ///< the commit may or may not have happened
    Cancelled,          ///< the caller cancelled
    WorkspaceInUse,     ///< another process owns the workspace
    WorkspaceVersion,   ///< newer or foreign workspace
    WorkspaceDamaged,   ///< checksum or structure damage; never skipped
    WorkspaceMissing,   ///< no workspace there
    BackupDamaged,      ///< a backup file whose checksum or structure is wrong
    DriverMissing,      ///< database driver not installed
    Storage,            ///< the database or file system failed (disk full, I/O, locked)
    Script,             ///< a Lua script or keyspace command failed
    Unsupported,        ///< not available in this deployment
    Internal,           ///< broken promise inside the engine
};

/// Stable snake_case name, e.g. "out_of_stock". Never localised.
[[nodiscard]] std::string_view errorName(ErrorCode code) noexcept;

/// An operating error. `field` and `value` name the offending input where there is one (may be empty);
/// `message` is an English sentence for logs and the command line, the console translates by code and field.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string field;
    std::string value;

    /// "out_of_stock: only 3 left (field quantity = 5)".
    [[nodiscard]] std::string text() const;
    bool operator==(const Error&) const = default;
};

}  // namespace evenhand::base
