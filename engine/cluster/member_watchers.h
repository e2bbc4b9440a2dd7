// SPDX-License-Identifier: GPL-3.0-or-later
// Who watches a membership, and telling them. Each is told of a list that is newer than the one it has seen, one list
// at a time; of lists that follow each other quickly perhaps of the last one only. Thread: any. Handlers run inside
// tell(), on its thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/api/membership.h"

namespace evenhand::cluster {

class MemberWatchers {
public:
    /// `seen`: the revision that it knows already. The subscription may outlive this, and a handler may end its own.
    [[nodiscard]] std::unique_ptr<api::Subscription> add(api::Membership::Handler handler, std::int64_t seen);
    /// `newest` answers the list of this moment; it is asked for each watcher, as one may have waited for another.
    void tell(const std::function<api::MemberList()>& newest);

private:
    struct Watcher {
        std::recursive_mutex mutex;  ///< held while the handler runs; recursive: a handler may end its subscription
        api::Membership::Handler handler;
        std::int64_t seen = 0;  ///< revision
        bool ended = false;
    };
    struct Watchers {
        std::mutex mutex;
        std::vector<std::shared_ptr<Watcher>> list;
    };
    class Ending;

    std::shared_ptr<Watchers> m_watchers = std::make_shared<Watchers>();  ///< subscriptions may outlive this
};

}  // namespace evenhand::cluster
