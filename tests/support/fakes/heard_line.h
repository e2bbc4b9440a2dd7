// SPDX-License-Identifier: GPL-3.0-or-later
// The service's end of a line without a network: what is sent is kept, what is posted waits for run(). Thread:
// confined.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/ingest/http/upgrade.h"

namespace evenhand::test {

class HeardLine final : public ingest::FrameLine {
public:
    void send(std::shared_ptr<const std::string> message) override {
        if (!isEnded) {
            sent.push_back(*message);
        }
    }
    void afterSent(std::function<void()> fn) override { later.push_back(std::move(fn)); }
    void end(std::string why) override {
        if (!isEnded) {
            reason = std::move(why);
        }
        isEnded = true;
    }
    void ping() override { ++pings; }
    void post(std::function<void()> fn) override { later.push_back(std::move(fn)); }

    void run() {
        while (!later.empty()) {
            for (const auto& fn : std::exchange(later, {})) {
                fn();
            }
        }
    }

    std::vector<std::string> sent;
    std::vector<std::function<void()>> later;
    std::string reason;
    bool isEnded = false;
    int pings = 0;
};

}  // namespace evenhand::test
