// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/open_calls.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/base/sha256.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/value.h"

namespace evenhand::remote {
namespace {

constexpr int kMaxLines = 3;  ///< a call is sent on; one that ends each of them is given up

Error lineCut() { return {ErrorCode::OutcomeUnknown, "the line to the service was cut", {}, {}}; }

boost::json::object problemMessage(const Error& error) {
    wire::Writing out;
    return {{"problem", wire::write(error, out)}};
}

/// Of a list among these, or of one that belongs to one of them, such as the lines of an order: the longest one.
std::pair<std::string_view, std::size_t> longestList(const boost::json::object& members) {
    std::pair<std::string_view, std::size_t> longest;
    for (const auto& member : members) {
        const auto* list = member.value().if_array();
        const auto* inner = member.value().if_object();
        const auto found = list != nullptr    ? std::pair<std::string_view, std::size_t>(member.key(), list->size())
                           : inner != nullptr ? longestList(*inner)
                                              : std::pair<std::string_view, std::size_t>();
        longest = found.second > longest.second ? found : longest;
    }
    return longest;
}

/// Of arguments that make a message of so many bytes: how many rows of the longest list would fit.
Error tooMuch(const boost::json::object& arguments, std::size_t bytes) {
    const auto [name, rows] = longestList(arguments);
    // Rows differ in length, so a tenth is left over.
    const auto most = bytes == 0 ? 0 : rows * (wire::kMaxRequest / 10 * 9) / bytes;
    if (most == 0) {
        return {ErrorCode::InvalidArgument, "is too much for one message", "arguments", {}};
    }
    return {ErrorCode::InvalidArgument,
            "are too many for one message to the service; ask for at most " + std::to_string(most) + " at a time",
            std::string(name), std::to_string(rows)};
}

}  // namespace

Error serviceUnreachable() { return {ErrorCode::Unreachable, "the service cannot be reached", {}, {}}; }

bool saysNothingOfBefore(const boost::json::object& message) {
    constexpr ErrorCode kCodes[] = {ErrorCode::SessionEnded, ErrorCode::PermissionDenied, ErrorCode::ReadOnly,
                                    ErrorCode::Busy, ErrorCode::Cancelled, ErrorCode::Storage,
                                    // Of a service whose workspace another one has taken over; of a commit that broke.
                                    ErrorCode::WorkspaceInUse, ErrorCode::OutcomeUnknown};
    const auto* problem = message.if_contains("problem");
    const auto* code = problem != nullptr && problem->is_object() ? problem->get_object().if_contains("code") : nullptr;
    return code != nullptr && code->is_string() &&
           std::any_of(std::begin(kCodes), std::end(kCodes),
                       [&](ErrorCode each) { return code->get_string() == wire::nameOf(each); });
}

void OpenCalls::ask(LineCall call, const std::string& key, std::shared_ptr<const api::Grant> grant, const Send& send,
                    std::int64_t nowMs) {
    boost::json::object message{{"call", call.name}, {"arguments", std::move(call.arguments)}, {"reason", call.reason}};
    if (call.bulk) {
        message["bulk"] = true;
    }
    if (call.kind == AskKind::Do) {
        message["key"] = key;
    }
    if (!call.file.empty() && call.file.size() <= wire::kMaxFileName) {
        wire::Writing out;
        message["file"] = wire::writeText(call.file, out);
    }
    const auto id = enqueue(std::move(call), message, std::move(grant));
    if (const auto bytes = m_open.at(id).text.size(); bytes > wire::kMaxRequest) {
        giveUp(taken(id).call, tooMuch(message["arguments"].get_object(), bytes));
        return;
    }
    if (send) {
        sendInTurn(id, send);
    } else {
        m_open.at(id).sinceMs = nowMs;
    }
}

void OpenCalls::say(LineCall call, const boost::json::object& message, std::shared_ptr<const api::Grant> grant,
                    const Send& send) {
    sendInTurn(enqueue(std::move(call), message, std::move(grant)), send);
}

std::int64_t OpenCalls::enqueue(LineCall call, const boost::json::object& message,
                                std::shared_ptr<const api::Grant> grant) {
    const auto id = nextId();
    auto text = message;
    text["id"] = id;
    Open open{std::move(call), boost::json::serialize(text)};
    open.grant = std::move(grant);
    m_open.emplace(id, std::move(open));
    return id;
}

void OpenCalls::send(std::int64_t id, const Send& send) {
    auto& open = m_open.at(id);
    open.sent = true;
    ++open.lines;
    open.sinceMs = 0;
    send(open.text);
}

/// Once the service takes it.
void OpenCalls::sendInTurn(std::int64_t id, const Send& send) {
    auto& open = m_open.at(id);
    open.sinceMs = 0;  // it has a line
    if (m_window.enter(id, open.call.bulk)) {
        this->send(id, send);
    }
}

/// What there is room for by now, except what was given up meanwhile.
void OpenCalls::sendWaiting(const Send& send) {
    while (const auto id = m_window.next()) {
        if (m_open.contains(*id)) {
            this->send(*id, send);
        } else {
            m_window.leave(*id);
        }
    }
}

OpenCalls::Open OpenCalls::taken(std::int64_t id) { return std::move(m_open.extract(id).mapped()); }

void OpenCalls::answered(std::int64_t id, const boost::json::object& message, const Send& send) {
    const auto open = m_open.find(id);
    if (open == m_open.end()) {
        return;  // it was given up
    }
    if (!message.contains("progress") && !message.contains("bytes")) {
        m_window.leave(id);
        sendWaiting(send);
    }
    if (const auto* progress = message.if_contains("progress")) {
        if (open->second.call.progress && progress->is_array()) {
            open->second.call.progress(progress->get_array());
        }
        return;
    }
    if (const auto* bytes = message.if_contains("bytes")) {
        if (const auto piece = bytes->is_string() ? base::fromBase64(bytes->get_string()) : std::nullopt;
            piece && open->second.call.bytes) {
            open->second.call.bytes(*piece);
        }
        return;
    }
    const auto answeredCall = taken(id);
    const bool wasSentBefore = answeredCall.lines > 1 && answeredCall.call.kind == AskKind::Do;
    if (wasSentBefore && saysNothingOfBefore(message)) {
        giveUp(answeredCall.call, lineCut());
        return;
    }
    auto answer = message;
    answer.erase("id");
    answeredCall.call.done(answer);
}

void OpenCalls::lineLost(std::int64_t nowMs) {
    m_window.clear();
    std::vector<std::int64_t> unknown;
    for (auto& [id, open] : m_open) {
        if (open.sent && open.call.kind == AskKind::Say) {
            unknown.push_back(id);
        } else if (open.sinceMs == 0) {
            open.sinceMs = nowMs;
        }
        open.sent = false;
    }
    for (const auto id : unknown) {
        giveUp(taken(id).call, lineCut());
    }
}

void OpenCalls::lineReady(const std::shared_ptr<const api::Grant>& grant, const Send& send) {
    std::vector<std::int64_t> waiting;
    std::vector<std::int64_t> ofOthers;
    for (auto& [id, open] : m_open) {
        if (!open.sent) {
            (open.grant == grant && open.lines < kMaxLines ? waiting : ofOthers).push_back(id);
        }
    }
    for (const auto id : waiting) {
        sendInTurn(id, send);
    }
    // Asked by somebody whose session is over, it would be refused now, whatever became of it; nobody else asks for it.
    for (const auto id : ofOthers) {
        const auto open = taken(id);
        const bool mayBeDone = open.lines > 0 && open.call.kind != AskKind::Read;
        giveUp(open.call, mayBeDone ? lineCut() : serviceUnreachable());
    }
}

void OpenCalls::sweep(std::int64_t nowMs, const Send& send) {
    std::vector<std::int64_t> late;
    for (auto& [id, open] : m_open) {
        if (open.sinceMs != 0 && nowMs - open.sinceMs > m_patienceMs) {
            late.push_back(id);
        } else if (!open.canceled && open.call.isCanceled && open.call.isCanceled()) {
            open.canceled = true;
            if (open.sent) {
                send(boost::json::serialize(boost::json::object{{"cancel", id}}));
            } else {
                late.push_back(id);
            }
        }
    }
    for (const auto id : late) {
        const auto open = taken(id);
        const bool mayBeDone = open.lines > 0 && open.call.kind != AskKind::Read;
        giveUp(open.call, mayBeDone ? lineCut() : serviceUnreachable());
    }
}

void OpenCalls::giveUp(const LineCall& call, const Error& why) { call.done(problemMessage(why)); }

void OpenCalls::giveUpAll(const Error& why) {
    for (const auto& [id, open] : std::exchange(m_open, {})) {
        giveUp(open.call, why);
    }
}

void OpenCalls::endAll(const Error& why) {
    for (const auto& [id, open] : std::exchange(m_open, {})) {
        const bool mayBeDone = open.lines > 0 && open.call.kind != AskKind::Read;
        giveUp(open.call, mayBeDone ? lineCut() : why);
    }
}

}  // namespace evenhand::remote
