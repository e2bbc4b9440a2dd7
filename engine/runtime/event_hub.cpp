// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/event_hub.h"

#include <utility>

namespace evenhand::runtime {

class EventHub::Ending final : public api::Subscription {
public:
    Ending(std::shared_ptr<List> list, std::shared_ptr<Entry> entry)
        : m_list(std::move(list)), m_entry(std::move(entry)) {}
    ~Ending() override {
        {
            const std::lock_guard lock(m_list->mutex);
            std::erase(m_list->entries, m_entry);
        }
        const std::lock_guard running(m_entry->mutex);  // waits for a call that is under way on another thread
        m_entry->ended = true;
    }

private:
    std::shared_ptr<List> m_list;
    std::shared_ptr<Entry> m_entry;
};

std::unique_ptr<api::Subscription> EventHub::subscribe(api::EngineApi::EventHandler handler) {
    auto entry = std::make_shared<Entry>();
    entry->handler = std::move(handler);
    {
        const std::lock_guard lock(m_list->mutex);
        m_list->entries.push_back(entry);
    }
    return std::make_unique<Ending>(m_list, std::move(entry));
}

void EventHub::publish(const std::vector<api::Event>& events) {
    if (events.empty()) {
        return;
    }
    std::vector<std::shared_ptr<Entry>> entries;
    {
        const std::lock_guard lock(m_list->mutex);
        entries = m_list->entries;
    }
    for (const auto& entry : entries) {
        const std::lock_guard running(entry->mutex);
        if (!entry->ended) {
            entry->handler(events);
        }
    }
}

}  // namespace evenhand::runtime
