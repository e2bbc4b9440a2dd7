// SPDX-License-Identifier: GPL-3.0-or-later
// Subscribers of events. Thread: any; subscribing and ending a subscription also from inside a handler. What a batch
// has committed is published on the engine's thread.
// Invariant: once a Subscription is destroyed its handler is not running and will not run again.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::runtime {

class EventHub {
public:
    EventHub() : m_list(std::make_shared<List>()) {}
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(api::EngineApi::EventHandler handler);
    void publish(const std::vector<api::Event>& events);

private:
    struct Entry {
        std::recursive_mutex mutex;  ///< held while the handler runs; recursive: a handler may end its subscription
        api::EngineApi::EventHandler handler;
        bool ended = false;
    };
    struct List {
        std::mutex mutex;
        std::vector<std::shared_ptr<Entry>> entries;
    };
    class Ending;

    std::shared_ptr<List> m_list;  ///< shared: a subscription may outlive the hub
};

}  // namespace evenhand::runtime
