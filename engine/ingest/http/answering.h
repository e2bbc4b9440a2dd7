// SPDX-License-Identifier: GPL-3.0-or-later
// How handlers answer: from the completion of a desk's call, once per Idempotency-Key.
//
// A POST with a key becomes a call with api::Once: the engine keeps the answer, status and body, in the unit of work of
// the effect, so that a retry is answered the same whatever happened in between, and another body is refused. A request
// that is refused leaves nothing. Thread: handlers the server's; completions the engine's or the reader's.
#pragma once

#include <any>
#include <boost/json/value.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/route.h"
#include "engine/ingest/http/services.h"

namespace evenhand::ingest {

[[nodiscard]] Response jsonResponse(int status, const boost::json::value& body);

/// What a desk refused, with the field named as the API names it.
[[nodiscard]] Response deskProblem(Error error);

/// Of a request by its key: keyId() of token, operation and key; the body's hash is of path and body.
[[nodiscard]] api::Once::Key keyOf(const RouteCall& call);
/// 1 … 64 visible ASCII characters: a hash of `who` (132 bits of its SHA-256) behind those that `begin` begins with. So
/// what callers count up, or a time, comes beside what came before it, and a batch writes few pages of an index; hashes
/// alone lie on as many as there are.
[[nodiscard]] std::string keyId(std::string_view begin, std::string_view who);

/// An answer as it is kept, and back.
[[nodiscard]] std::string keptText(const Response& response);
[[nodiscard]] Response fromKept(std::string_view text, bool repeated);

/// The error of an answer; of a bulk action of one row, that of the row.
template <typename T>
[[nodiscard]] const Error* errorOf(const Result<T>& result) {
    return result ? nullptr : &result.error();
}
template <typename Row>
[[nodiscard]] const Error* errorOf(const Result<std::vector<Row>>& result) {
    if (!result) {
        return &result.error();
    }
    if constexpr (requires(const Row& row) { row.error; }) {
        return !result->empty() && result->front().error ? &*result->front().error : nullptr;
    }
    return nullptr;
}

/// A read: `body(const T&)` is the response.
template <typename T, typename Body>
void answer(api::Answer<T> future, Respond respond, Body body) {
    future.then([respond = std::move(respond), body = std::move(body)](const Result<T>& result) {
        const auto* error = errorOf(result);
        respond(error != nullptr ? deskProblem(*error) : body(*result));
    });
}

/// The call by which a command finds its row: a token that may change something need not be allowed to read it, and is
/// told nothing of it but that it is there.
[[nodiscard]] api::Call lookUp(const RouteCall& call);

/// A command whose desk wants a row id where clients name a number: `pick(const T&)` finds it among what was read, or
/// says why it is not there; `go(row, respond)` goes on with it, on the reader's thread.
template <typename T, typename Pick, typename Go>
void withFound(api::Answer<T> future, Respond respond, Pick pick, Go go) {
    future.then([respond = std::move(respond), pick = std::move(pick), go = std::move(go)](const Result<T>& result) {
        if (!result) {
            respond(deskProblem(result.error()));
            return;
        }
        const auto row = pick(*result);
        if (row) {
            go(*row, respond);
        } else {
            respond(deskProblem(row.error()));
        }
    });
}

/// Of a command that was asked once.
template <typename T>
void respondOnce(api::Answer<T> future, std::shared_ptr<api::Once> once, Respond respond) {
    future.then([once = std::move(once), respond = std::move(respond)](const Result<T>& result) {
        const auto* error = errorOf(result);
        // Another error means that the batch failed in which it was found: the answer may have been of that batch too,
        // and then it is lost with it.
        if (once->repeated() && error != nullptr && error->code == ErrorCode::KeyReused) {
            respond(fromKept(*once->repeated(), true));
            return;
        }
        respond(error != nullptr ? deskProblem(*error) : fromKept(once->written(), false));
    });
}

/// A command: `ask(call)` submits it, `body(const Value&)` is the response (`body()` of a command that gives nothing).
/// Value: what the command itself gives: of a bulk action of one row, the row's outcome.
template <typename Value, typename Ask, typename Body>
void answerOnce(const api::Call& call, std::vector<api::Once::Key> keys, Respond respond, Ask ask, Body body) {
    auto once = std::make_shared<api::Once>(std::move(keys), [body = std::move(body)](const std::any& value) {
        if constexpr (std::is_void_v<Value>) {
            return keptText(body());
        } else {
            return keptText(body(*std::any_cast<const Value*>(value)));
        }
    });
    auto named = call;
    named.once = once;
    respondOnce(ask(named), std::move(once), std::move(respond));
}
template <typename Value, typename Ask, typename Body>
void answerOnce(const RouteCall& call, Respond respond, Ask ask, Body body) {
    answerOnce<Value>(call.call, {keyOf(call)}, std::move(respond), std::move(ask), std::move(body));
}

}  // namespace evenhand::ingest
