// SPDX-License-Identifier: GPL-3.0-or-later
// A call of the table (engine/wire/calls.h) as the service runs it: its arguments read, the desk asked, its answer
// written. Compiled once for each desk, in engine/ingest/desks/calls.
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

/// Who waits for the answer of one call.
class CallSink {
public:
    virtual ~CallSink() = default;
    /// Once, and after it nothing more: {"value": …} or {"problem": …}, as engine/wire/values/value.h writes a result.
    virtual void answer(boost::json::value result) = 0;
    /// Some of what is being done is done.
    virtual void progress(boost::json::array figures) = 0;
    /// Ends it early, where that is possible; set before the answer can come.
    virtual void onCancel(std::function<void()> cancel) = 0;
};

/// What goes with the arguments.
struct Asked {
    api::Call call;
    boost::json::object arguments;
    api::Once::Key key;  ///< without an id: none was sent
    std::string file{};  ///< Save: where to write
    std::shared_ptr<CallSink> sink;
};

struct ServedCall {
    CallKind kind = CallKind::Read;
    std::string_view name;  ///< "orders.place"
    std::vector<std::string_view> arguments;
    /// nullptr: Inside.
    void (*run)(api::EngineApi& engine, Asked asked) = nullptr;
};

/// All of the table, sorted by name.
[[nodiscard]] std::span<const ServedCall> servedCalls();
/// nullptr: there is none.
[[nodiscard]] const ServedCall* findCall(std::string_view name);

}  // namespace evenhand::ingest
