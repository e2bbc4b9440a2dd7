// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/run_call.h"

#include <optional>

#include "engine/ingest/desks/kept_rows.h"

namespace evenhand::ingest {
namespace {

boost::json::value problemValue(const Error& error) {
    wire::Writing out;
    return wire::writeProblem(error, out);
}

/// The answer of a call that was sent before is the one that was kept.
boost::json::value valueOf(const DeskAnswer& answer, bool hasRows, const api::Once* once) {
    const auto* error = answer.error();
    if (once != nullptr) {
        if (auto kept = keptAnswer(error, *once)) {
            return *std::move(kept);
        }
    }
    auto value = answer.written();
    if (hasRows && once != nullptr && error == nullptr) {
        putKeptRows(value.get_object()["value"].get_array(), *once);
    }
    return value;
}

}  // namespace

const boost::json::value* ArgumentReader::enter() {
    const auto name = m_names[m_next++];
    const auto* found = m_in.ok() ? wire::readMember(m_asked.arguments, name, m_in) : nullptr;
    if (found != nullptr) {
        m_in.enter(name);
    }
    return found;
}

bool ArgumentReader::done() {
    wire::refuseOthers(m_asked.arguments, m_names.data(), m_names.size(), m_in);
    if (!m_in.ok()) {
        m_asked.sink->answer(problemValue(m_in.fault()));
    }
    return m_in.ok();
}

std::shared_ptr<api::Once> onceOf(const api::Once::Key& key, std::string (*textOf)(const std::any&)) {
    return key.id.empty() ? nullptr : std::make_shared<api::Once>(std::vector{key}, textOf);
}

void answerWhenDone(const QFuture<void>& future, std::shared_ptr<const DeskAnswer> answer, bool hasRows,
                    const std::shared_ptr<CallSink>& sink, std::shared_ptr<const api::Once> once) {
    auto waiting = future;
    sink->onCancel([asked = waiting]() mutable { asked.cancel(); });
    waiting
        .then([sink, answer = std::move(answer), hasRows, once = std::move(once)] {
            sink->answer(valueOf(*answer, hasRows, once.get()));
        })
        .onCanceled([sink] {
            sink->answer(problemValue(Error{ErrorCode::Cancelled, "cancelled", {}, {}}));
        });
}

void answerRows(boost::json::value rows, CallSink& sink, const api::Once* once) {
    if (once != nullptr) {
        putKeptResults(rows.get_array(), *once);
    }
    sink.answer(wire::writeValue(std::move(rows)));
}

}  // namespace evenhand::ingest
