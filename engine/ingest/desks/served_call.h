// SPDX-License-Identifier: GPL-3.0-or-later
// A call of the table (engine/wire/calls.h) as the service runs it: read the arguments, ask the desk, write the answer.
// Compiled once for each desk, in engine/ingest/desks/*_calls.cpp.
// Thread: any; answers come on the engine's threads.
#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::ingest {

enum class CallKind : std::uint8_t { Read, Do, Many, Say, Save, Inside };

/// Receives the answer of one call.
class CallSink {
public:
    virtual ~CallSink() = default;
    /// Called once, as the last call: {"value": …} or {"problem": …}, as engine/wire/values/value.h writes a result.
    virtual void answer(boost::json::value result) = 0;
    /// How much is done so far.
    virtual void progress(boost::json::array figures) = 0;
    /// Takes a function that cancels the call, where that is possible. Called before the answer can arrive.
    virtual void onCancel(std::function<void()> cancel) = 0;
};

/// What a call carries besides its arguments.
struct Asked {
    api::Call call;
    boost::json::object arguments;
    api::Once::Key key;  ///< no id: no key was sent
    std::string file{};  ///< of Save: where to write
    std::shared_ptr<CallSink> sink;
};

struct ServedCall {
    CallKind kind = CallKind::Read;
    std::string_view name;  ///< "orders.place"
    std::vector<std::string_view> arguments;
    /// nullptr for Inside, which nobody outside may call.
    void (*run)(api::EngineApi& engine, Asked asked) = nullptr;
};

/// All of the table, sorted by name.
[[nodiscard]] std::span<const ServedCall> servedCalls();
/// nullptr: there is none.
[[nodiscard]] const ServedCall* findCall(std::string_view name);

}  // namespace evenhand::ingest
