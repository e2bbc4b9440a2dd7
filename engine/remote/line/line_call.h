// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a service, and where its answer goes.
// Thread: a value; what it calls back comes on the line's thread.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace evenhand::remote {

enum class AskKind : std::uint8_t { Read, Do, Say };

/// A call on its way.
struct LineCall {
    AskKind kind = AskKind::Read;
    std::string name;
    boost::json::object arguments;
    std::string reason;
    bool bulk = false;   ///< as api::Call has it; it waits for a line if there is none
    std::string file{};  ///< the name of what is saved, without its folder
    /// {"value": …} or {"problem": …}.
    std::function<void(const boost::json::object&)> done;
    std::function<void(const boost::json::array&)> progress{};
    std::function<void(std::string_view)> bytes{};
    std::function<bool()> isCanceled{};
};

}  // namespace evenhand::remote
