// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/log.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/repeated_lines.h"

namespace evenhand::base {
namespace {

struct LogState {
    std::mutex mutex;
    LogSink sink;
    RepeatedLines repeated;  ///< on standard error; a sink gets every line
    std::atomic<LogLevel> level{LogLevel::Info};
};

LogState& state() {
    static LogState instance;
    return instance;
}

const char* levelName(LogLevel level) {
    switch (level) {
        case LogLevel::Debug: return "debug";
        case LogLevel::Info: return "info";
        case LogLevel::Warning: return "warning";
        case LogLevel::Error: return "error";
    }
    return "?";
}

}  // namespace

void setLogSink(LogSink sink) {
    const std::lock_guard lock(state().mutex);
    state().sink = std::move(sink);
}

void setLogLevel(LogLevel level) { state().level = level; }

void log(LogLevel level, std::string_view component, std::string_view message) {
    if (level < state().level.load()) {
        return;
    }
    const std::lock_guard lock(state().mutex);
    if (state().sink) {
        state().sink(level, component, message);
        return;
    }
    auto line = state().repeated.pass(
        std::string(levelName(level)) + " " + std::string(component) + ": " + std::string(message),
        RepeatedLines::Time(SystemClock().monotonicNs()));
    if (line) {
        line->push_back('\n');
        std::fwrite(line->data(), 1, line->size(), stderr);
    }
}

}  // namespace evenhand::base
