// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/event_handlers.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace evenhand::remote {

struct EventHandlers::Handlers {
    std::mutex mutex;
    std::map<std::uint64_t, api::EngineApi::EventHandler> all;
    std::uint64_t next = 0;
};

class EventHandlers::Listening final : public api::Subscription {
public:
    Listening(std::shared_ptr<Handlers> handlers, std::uint64_t id) : m_handlers(std::move(handlers)), m_id(id) {}
    ~Listening() override {
        const std::scoped_lock lock(m_handlers->mutex);
        m_handlers->all.erase(m_id);
    }
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

private:
    std::shared_ptr<Handlers> m_handlers;
    std::uint64_t m_id;
};

EventHandlers::EventHandlers() : m_handlers(std::make_shared<Handlers>()) {}

EventHandlers::~EventHandlers() = default;

std::unique_ptr<api::Subscription> EventHandlers::subscribe(api::EngineApi::EventHandler handler) {
    const std::scoped_lock lock(m_handlers->mutex);
    const auto id = ++m_handlers->next;
    m_handlers->all.emplace(id, std::move(handler));
    return std::make_unique<Listening>(m_handlers, id);
}

void EventHandlers::tell(const std::vector<api::Event>& events) {
    const std::scoped_lock lock(m_handlers->mutex);
    for (const auto& [id, handler] : m_handlers->all) {
        handler(events);
    }
}

}  // namespace evenhand::remote
