// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of one turn of the server's loop, handed to a desk as few calls of many: one job and no future each, which
// is what tens of thousands a second need. Requests of different tokens are different calls. Thread: add() the
// server's; the desk answers on its own.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/ingest/http/route.h"
#include "engine/ingest/http/services.h"

namespace evenhand::ingest {

template <typename Request, typename T>
class TurnBatch {
public:
    using Answered = std::function<void(Result<T>)>;
    using Submit = void (*)(api::EngineApi&, const api::Call&, std::vector<Request>, api::BatchCompletion<T>);

    /// `submit` is the same for all requests of this thread's batch.
    static void add(const RouteCall& call, Request request, Answered answered, Submit submit) {
        thread_local std::map<const Services*, Turn> turns;
        auto& turn = turns[&call.services];
        if (turn.empty()) {
            call.services.loop->post([services = &call.services, submit] {
                const auto found = turns.find(services);
                auto ready = std::move(found->second);
                turns.erase(found);
                for (auto& [token, group] : ready) {
                    flush(*services->engine, std::move(group), submit);
                }
            });
        }
        auto& group = turn[call.token];
        if (group.requests.empty()) {
            group.call = call.call;
        }
        group.requests.push_back(std::move(request));
        group.answered.push_back(std::move(answered));
    }

private:
    struct Group {
        api::Call call;
        std::vector<Request> requests;
        std::vector<Answered> answered;
    };
    using Turn = std::map<std::int64_t, Group>;  ///< by token

    static void flush(api::EngineApi& engine, Group group, Submit submit) {
        submit(engine, group.call, std::move(group.requests),
               [answered = std::move(group.answered)](std::vector<Result<T>> results) {
                   for (std::size_t i = 0; i < answered.size() && i < results.size(); ++i) {
                       answered[i](std::move(results[i]));
                   }
               });
    }
};

}  // namespace evenhand::ingest
