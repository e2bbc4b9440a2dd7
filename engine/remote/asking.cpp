// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/asking.h"

#include <boost/json/serialize.hpp>
#include <filesystem>

#include "engine/remote/received_file.h"

namespace evenhand::remote {
namespace {

void refuseNow(Waiting& waiting, const Error& error) {
    waiting.refuse(error);
    waiting.finish();
}

}  // namespace

Error notUnderstood(const Error& fault) {
    return {ErrorCode::Internal, "the service's answer is not understood: " + fault.text(), {}, {}};
}

Error onlyInside() { return {ErrorCode::Unsupported, "only inside of the service", {}, {}}; }

Asking::Asking(AskKind kind, std::string_view name, std::span<const std::string_view> names, const api::Call& call)
    : m_asked(call), m_names(names) {
    m_call.kind = kind;
    m_call.name = name;
    m_call.reason = call.reason;
    m_call.bulk = call.bulk;
}

Asking::~Asking() = default;

void Asking::put(boost::json::value argument) { m_call.arguments[m_names[m_next++]] = std::move(argument); }

Result<void> Asking::check() const {
    if (m_asked.actor.ended()) {
        return fail(ErrorCode::SessionEnded, "sign in again");
    }
    if (m_asked.at) {
        return fail(ErrorCode::Unsupported, "a service has no import clock", "at");
    }
    return m_out.altered ? Result<void>(fail(ErrorCode::InvalidArgument, "is not valid text", "text")) : Result<void>();
}

bool Asking::isTooMuch() const { return boost::json::serialize(m_call.arguments).size() > RemoteLine::room(); }

void Asking::send(RemoteLine& line, const std::shared_ptr<Waiting>& waiting, bool saves) {
    if (const auto fine = check(); !fine) {
        refuseNow(*waiting, fine.error());
        return;
    }
    m_call.isCanceled = [waiting] { return waiting->isCanceled(); };
    if (!saves) {
        send(line, [waiting](const boost::json::object& message) {
            waiting->take(message);
            waiting->finish();
        });
        return;
    }
    m_call.file = std::filesystem::path(m_path).filename().string();
    auto opened = ReceivedFile::open(m_path);
    if (!opened) {
        refuseNow(*waiting, opened.error());
        return;
    }
    const auto file = std::make_shared<ReceivedFile>(std::move(*opened));
    m_call.bytes = [file](std::string_view bytes) { file->add(bytes); };
    send(line, [waiting, file](const boost::json::object& message) {
        const bool isThere = waiting->take(message);
        if (const auto kept = isThere ? file->keep() : Result<void>(); !kept) {
            waiting->refuse(kept.error());
        }
        waiting->finish();
    });
}

void Asking::send(RemoteLine& line, std::function<void(const boost::json::object&)> done) {
    m_call.done = std::move(done);
    line.ask(std::move(m_call));
}

}  // namespace evenhand::remote
