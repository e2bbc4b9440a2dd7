// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/member_watchers.h"

#include <utility>

namespace evenhand::cluster {

class MemberWatchers::Ending final : public api::Subscription {
public:
    Ending(std::shared_ptr<Watchers> watchers, std::shared_ptr<Watcher> watcher)
        : m_watchers(std::move(watchers)), m_watcher(std::move(watcher)) {}
    ~Ending() override {
        {
            const std::scoped_lock lock(m_watchers->mutex);
            std::erase(m_watchers->list, m_watcher);
        }
        const std::scoped_lock lock(m_watcher->mutex);
        m_watcher->ended = true;
    }

private:
    std::shared_ptr<Watchers> m_watchers;
    std::shared_ptr<Watcher> m_watcher;
};

std::unique_ptr<api::Subscription> MemberWatchers::add(api::Membership::Handler handler, std::int64_t seen) {
    auto watcher = std::make_shared<Watcher>();
    watcher->handler = std::move(handler);
    watcher->seen = seen;
    const std::scoped_lock lock(m_watchers->mutex);
    m_watchers->list.push_back(watcher);
    return std::make_unique<Ending>(m_watchers, std::move(watcher));
}

void MemberWatchers::tell(const std::function<api::MemberList()>& newest) {
    std::vector<std::shared_ptr<Watcher>> watchers;
    {
        const std::scoped_lock lock(m_watchers->mutex);
        watchers = m_watchers->list;
    }
    for (const auto& watcher : watchers) {
        const std::scoped_lock lock(watcher->mutex);
        const auto list = newest();
        if (!watcher->ended && list.revision > watcher->seen) {
            watcher->seen = list.revision;
            watcher->handler(list);
        }
    }
}

}  // namespace evenhand::cluster
