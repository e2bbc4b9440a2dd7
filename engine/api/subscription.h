// SPDX-License-Identifier: GPL-3.0-or-later
// A handle that keeps a handler subscribed. Thread: see what is subscribed to.
#pragma once

namespace evenhand::api {

/// Ends the subscription when destroyed; afterwards the handler is not running and will not run again.
class Subscription {
public:
    virtual ~Subscription() = default;
};

}  // namespace evenhand::api
