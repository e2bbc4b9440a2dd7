// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/problem.h"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "engine/base/ids.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kShownProblemBytes = 200;

/// Hostile values may be long and no text at all.
std::string shown(std::string_view value) {
    if (base::utf8Length(value) < 0) {
        return "(not UTF-8)";
    }
    if (value.size() <= kShownProblemBytes) {
        return std::string(value);
    }
    std::size_t end = kShownProblemBytes;
    while ((static_cast<unsigned char>(value[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return std::string(value.substr(0, end)) + "…";
}

/// Their messages, fields and values speak of files, servers and statements.
constexpr bool isInside(ErrorCode code) noexcept {
    return code == ErrorCode::OutcomeUnknown || code == ErrorCode::Storage || code == ErrorCode::Script ||
           code == ErrorCode::Internal || code == ErrorCode::ReadOnly || code == ErrorCode::WorkspaceInUse ||
           code == ErrorCode::WorkspaceDamaged || code == ErrorCode::WorkspaceMissing ||
           code == ErrorCode::DriverMissing;
}

/// What a client may know of them.
constexpr std::string_view outsideOf(ErrorCode code) noexcept {
    return code == ErrorCode::OutcomeUnknown ? "whether it has happened is not known; try again with the same key"
                                             : "the service cannot do this now";
}

std::string_view retryAfter(ErrorCode code) noexcept {
    switch (statusOf(code)) {
        case 503: return code == ErrorCode::ReadOnly ? "5" : "1";
        case 429: return "60";
        default: return {};
    }
}

}  // namespace

int statusOf(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::InvalidArgument:
        case ErrorCode::Overflow:
        case ErrorCode::UnknownSku:
        case ErrorCode::WeakPassword:
        case ErrorCode::AddressRefused:
        case ErrorCode::KeyReused: return 422;
        case ErrorCode::NotFound: return 404;
        case ErrorCode::AlreadyExists:
        case ErrorCode::WrongStatus:
        case ErrorCode::Conflict:
        case ErrorCode::StaleEpoch:
        case ErrorCode::OutOfStock:
        case ErrorCode::ExceedsDeducted:
        case ErrorCode::ExceedsRefundable:
        case ErrorCode::FourEyes:
        case ErrorCode::NoCourierOnDuty:
        case ErrorCode::LoadLimit:
        case ErrorCode::Disabled: return 409;
        case ErrorCode::PermissionDenied: return 403;
        case ErrorCode::SignInRefused:
        case ErrorCode::SessionEnded: return 401;
        case ErrorCode::Locked: return 429;
        case ErrorCode::Busy:
        case ErrorCode::ReadOnly:
        case ErrorCode::Unreachable:
        case ErrorCode::Cancelled:
        case ErrorCode::OutcomeUnknown:
        case ErrorCode::Storage:           // a full disk, another program's lock: it passes
        case ErrorCode::WorkspaceMissing:  // its files have gone from under the engine, which writes nothing more
        case ErrorCode::WorkspaceInUse: return 503;
        case ErrorCode::Unsupported: return 501;
        case ErrorCode::WorkspaceVersion:
        case ErrorCode::WorkspaceDamaged:
        case ErrorCode::BackupDamaged:
        case ErrorCode::DriverMissing:
        case ErrorCode::Script:
        case ErrorCode::Internal: return 500;
    }
    return 500;
}

std::string_view phraseOf(int status) noexcept {
    switch (status) {
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 414: return "URI Too Long";
        case 415: return "Unsupported Media Type";
        case 417: return "Expectation Failed";
        case 422: return "Unprocessable Content";
        case 428: return "Precondition Required";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 501: return "Not Implemented";
        case 503: return "Service Unavailable";
        case 504: return "Gateway Timeout";
        case 505: return "HTTP Version Not Supported";
        default: return "Error";
    }
}

Response problem(int status, std::string_view reason, std::string_view detail, std::string_view field,
                 std::string_view value) {
    boost::json::object body;
    body["type"] = "urn:evenhand:problem:" + std::string(reason);
    body["title"] = phraseOf(status);
    body["status"] = status;
    body["reason"] = reason;
    if (!detail.empty()) {
        body["detail"] = shown(detail);
    }
    if (!field.empty()) {
        body["field"] = shown(field);
        body["value"] = shown(value);
    }
    return {status, "application/problem+json", {{"Cache-Control", "no-store"}}, boost::json::serialize(body), {}};
}

Response problemOf(const Error& given) {
    // That the database denies something is not about the client's permissions.
    const bool denied = given.code == ErrorCode::PermissionDenied && given.field == "database";
    const Error error = denied ? Error{ErrorCode::Storage, given.message, {}, {}} : given;
    const int status = statusOf(error.code);
    auto response = isInside(error.code)
                        ? problem(status, errorName(error.code), outsideOf(error.code))
                        : problem(status, errorName(error.code), error.message, error.field, error.value);
    if (const auto seconds = retryAfter(error.code); !seconds.empty()) {
        response.headers.emplace_back("Retry-After", seconds);
    }
    if (status == 401) {
        response.headers.emplace_back("WWW-Authenticate", "Bearer");
    }
    return response;
}

}  // namespace evenhand::ingest
