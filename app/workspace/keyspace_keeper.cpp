// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/keyspace_keeper.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/base/log.h"
#include "engine/cluster/redis/node_info.h"
#include "engine/rebuild/generation.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/node_store.h"

namespace evenhand::app {
namespace {

namespace gates = store::gate;
using base::kNsPerMs;
using gates::Gate;

constexpr std::int64_t kFirstLookMs = 10'000;
constexpr std::int64_t kExpectMs = 60'000;  ///< what callers are told; nobody knows before
constexpr std::int64_t kHoldRenewMs = 1'000;
constexpr std::int64_t kHoldPaceMs = 20;
constexpr std::int64_t kLaterMs = 30'000;  ///< for draws that are under way
constexpr const char* kTaken = "the keyspace is made anew already, or the service is not at work";
constexpr const char* kForeign =
    "Redis has the keyspace of another workspace: give this one a Redis of its own, or have the keyspace made anew by "
    "evenhandctl keyspace rebuild --all";

std::set<std::string> wordsOf(const std::string& text) {
    std::istringstream stream(text);
    std::set<std::string> words;
    for (std::string word; stream >> word;) {
        words.insert(word);
    }
    return words;
}

/// Why it has to be made anew; nullopt: it has not.
std::optional<std::string> whatIsLost(const api::KeyspaceGeneration& generation, const std::string& mastersBefore,
                                      const std::string& mastersNow) {
    using State = api::GenerationState;
    if (generation.state == State::Missing) {
        return "Redis has lost it";
    }
    if (generation.state == State::Older) {
        return "Redis has an older one";
    }
    if (generation.number == 0 || mastersBefore.empty()) {
        return "it is made for the first time";
    }
    const auto before = wordsOf(mastersBefore);
    const auto now = wordsOf(mastersNow);
    const bool known = std::includes(before.begin(), before.end(), now.begin(), now.end());
    return known ? std::nullopt
                 : std::optional<std::string>("another server of Redis has taken over and may lack the last writes");
}

}  // namespace

KeyspaceKeeper::KeyspaceKeeper(const Clock& clock, Place place, shared::SharedEngine& engine)
    : m_clock(clock),
      m_place(std::move(place)),
      m_engine(engine),
      m_board(clock),
      m_client(m_place.keyspace, {}, clock, m_board),
      m_keyspace(m_client) {}

void KeyspaceKeeper::Request::answer(Result<void> result) {
    promise.addResult(std::move(result));
    promise.finish();
}

void KeyspaceKeeper::start() {
    m_thread = std::thread([this] { keep(); });
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, std::chrono::milliseconds(kFirstLookMs), [this] { return m_lookedOnce; });
    lock.unlock();
    // Callers come next: its engine is to know it by then.
    for (std::int64_t waitedMs = 0; m_isGood && !m_engine.gate().usesKeyspace() && waitedMs < kFirstLookMs;
         waitedMs += kHoldPaceMs) {
        sleepFor(kHoldPaceMs);
    }
}

void KeyspaceKeeper::stop() {
    {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    if (const auto request = takeRequest()) {
        request->answer(fail(ErrorCode::Busy, "the service stops"));
    }
}

void KeyspaceKeeper::lookOnce() {
    tell(look(false));
    m_database.reset();
}

api::Answer<void> KeyspaceKeeper::close(const std::string& reason) {
    auto request = std::make_unique<Request>();
    request->reason = reason.empty() ? "by hand" : reason;  // without one engines would pause
    request->promise.start();
    auto answer = request->promise.future();
    {
        const std::lock_guard lock(m_mutex);
        if (!m_request && !m_ended && m_thread.joinable()) {
            m_request.swap(request);
        }
    }
    if (request != nullptr) {
        request->answer(fail(ErrorCode::Busy, kTaken));
    }
    m_wake.notify_all();
    return answer;
}

void KeyspaceKeeper::open(bool whole) {
    {
        const std::lock_guard lock(m_mutex);
        m_openAsked = whole;
    }
    m_wake.notify_all();
}

std::unique_ptr<KeyspaceKeeper::Request> KeyspaceKeeper::takeRequest() {
    const std::lock_guard lock(m_mutex);
    return std::move(m_request);
}

void KeyspaceKeeper::keep() {
    while (!m_ended) {
        const auto looked = look(true);
        tell(looked);
        std::unique_lock lock(m_mutex);
        if (!m_held) {
            m_openAsked.reset();  // another one has it
        }
        m_lookedOnce = true;
        m_wake.notify_all();
        m_wake.wait_for(lock, std::chrono::milliseconds(kEveryMs),
                        [this, &looked] { return m_ended || (looked && (m_request || m_openAsked)); });
    }
    handOver();
    m_database.reset();
}

void KeyspaceKeeper::tell(const Result<void>& looked) {
    const auto trouble = looked ? std::string() : looked.error().text();
    if (trouble != m_trouble) {
        base::log(looked ? base::LogLevel::Info : base::LogLevel::Warning, "keyspace",
                  looked ? std::string("it can be looked at again") : "it cannot be looked at: " + trouble);
        m_trouble = trouble;
    }
}

Result<void> KeyspaceKeeper::connect() {
    if (!m_database) {
        EVENHAND_ASSIGN(m_database, m_place.open());
    }
    return m_database->isOpen() ? Result<void>() : m_database->reopen();
}

Result<void> KeyspaceKeeper::look(bool mayAct) {
    auto looked = [&]() -> Result<void> {
        EVENHAND_TRY(connect());
        if (m_held) {
            return goOn();
        }
        if (const auto request = takeRequest()) {
            auto closed = closeByHand(*request);
            request->answer(closed);
            return closed || closed.error().code == ErrorCode::Busy ? Result<void>() : closed;
        }
        EVENHAND_ASSIGN(auto gate, gates::read(*m_database));
        if (!gate.isOpen) {
            return mayAct ? lookAtClosed(std::move(gate)) : Result<void>();
        }
        if (m_clock.monotonicNs() < m_nextLookNs) {
            return {};
        }
        EVENHAND_ASSIGN(const auto masters, mastersNow());
        EVENHAND_ASSIGN(const auto generation, rebuild::checkGeneration(*m_database, m_keyspace));
        if (generation.state == api::GenerationState::Foreign) {
            m_engine.gate().checked(kForeign);
            return {};
        }
        if (const auto lost = whatIsLost(generation, gate.masters, masters)) {
            return mayAct ? makeAnew(std::move(gate), *lost) : Result<void>();
        }
        good();
        return {};
    }();
    if (!looked) {
        m_database.reset();  // perhaps the connection has gone
    }
    return looked;
}

/// By another one. If that one does nothing more for the length of a lease, this one does it.
Result<void> KeyspaceKeeper::lookAtClosed(Gate gate) {
    const auto nowNs = m_clock.monotonicNs();
    if (m_seen.number != gate.number || m_seen.beat != gate.beat) {
        m_seen = gate;
        m_seenNs = nowNs;
    }
    if (!gate.owner.empty() && nowNs - m_seenNs < kLeaseMs * kNsPerMs) {
        return {};
    }
    if (gate.reason.empty()) {  // who only wanted to look is gone: nothing is wrong with the keyspace
        EVENHAND_ASSIGN(const bool ours, gates::close(*m_database, gate, m_place.node, {}, m_clock.now()));
        const auto masters = gate.masters;
        EVENHAND_TRY(ours ? gates::open(*m_database, gate, masters) : Result<bool>(false));
        return {};
    }
    const auto reason = gate.reason;
    return makeAnew(std::move(gate), reason);
}

Result<void> KeyspaceKeeper::makeAnew(Gate gate, const std::string& reason) {
    EVENHAND_ASSIGN(const bool ours,
                    gates::close(*m_database, gate, m_place.node, reason, m_clock.now().plusMs(kExpectMs)));
    if (!ours) {
        return {};  // another one was quicker
    }
    base::log(base::LogLevel::Warning, "keyspace", "it is made anew from the database: " + reason);
    m_held = std::move(gate);
    m_byHand = false;
    return goOn();
}

/// What this one has closed: it stays so until all of it is right.
Result<void> KeyspaceKeeper::goOn() {
    m_renewNs = 0;
    EVENHAND_TRY(renew());
    if (const auto request = takeRequest()) {
        request->answer(fail(ErrorCode::Busy, kTaken));
    }
    if (!m_held) {
        return {};
    }
    if (m_byHand) {
        const std::unique_lock lock(m_mutex);
        if (auto asked = std::exchange(m_openAsked, std::nullopt)) {
            m_opening = asked;
        }
    }
    if (m_byHand) {
        return m_opening ? reopen(*m_opening) : Result<void>();
    }
    EVENHAND_ASSIGN(m_masters, mastersNow());
    EVENHAND_TRY(awaitAll());
    auto rebuilt = rebuildAll();
    if (!rebuilt && rebuilt.error().field == "campaign" && m_held) {
        // Draws are under way in it, which engines have to come to an end with before their queue can be made anew.
        base::log(base::LogLevel::Warning, "keyspace", "it is tried again later: " + rebuilt.error().text());
        m_nextLookNs = m_clock.monotonicNs() + kLaterMs * kNsPerMs;
        good();
        return reopen(false);
    }
    EVENHAND_TRY(rebuilt);
    return m_held ? reopen(true) : Result<void>();
}

Result<void> KeyspaceKeeper::closeByHand(Request& request) {
    EVENHAND_ASSIGN(m_masters, mastersNow());
    EVENHAND_ASSIGN(auto gate, gates::read(*m_database));
    bool ours = false;
    if (gate.isOpen) {
        EVENHAND_ASSIGN(ours,
                        gates::close(*m_database, gate, m_place.node, request.reason, m_clock.now().plusMs(kExpectMs)));
    }
    if (!ours) {
        return fail(ErrorCode::Busy, kTaken);
    }
    m_held = std::move(gate);
    m_byHand = true;
    m_opening.reset();
    m_renewNs = 0;
    auto closed = awaitAll();
    if (!closed && m_held) {
        m_opening = false;  // the next look does
    }
    return closed;
}

/// Until no engine uses the keyspace: each says so between two of its batches.
Result<void> KeyspaceKeeper::awaitAll() {
    m_engine.gate().soon();
    const auto fromNs = m_clock.monotonicNs();
    while (m_held && !m_ended) {
        EVENHAND_ASSIGN(const auto others, gates::notSeenBy(*m_database, m_held->number));
        if (others.empty()) {
            return {};
        }
        if (m_clock.monotonicNs() - fromNs >= kLeaseMs * kNsPerMs) {
            for (const auto& node : others) {
                base::log(base::LogLevel::Warning, "keyspace", "engine " + node + " does not answer: disconnected");
                EVENHAND_TRY(store::nodes::disconnect(*m_database, node));
            }
        }
        EVENHAND_TRY(renew());
        sleepFor(kHoldPaceMs);
    }
    return fail(ErrorCode::Busy, "the service stops");
}

Result<void> KeyspaceKeeper::rebuildAll() {
    api::Call call{api::Actor::administrator("system"), m_held->reason, {}};
    call.operation = api::Operation::KeyspaceRebuild;
    const auto answer = rebuild::rebuildAll(m_engine, call);
    while (!answer.isFinished()) {
        if (m_ended) {
            return fail(ErrorCode::Busy, "the service stops");
        }
        EVENHAND_TRY(renew());
        if (!m_held) {
            return {};
        }
        sleepFor(kHoldPaceMs);
    }
    EVENHAND_ASSIGN(const auto found, answer.result());
    if (!found.partsAgree()) {
        return fail(ErrorCode::Conflict, "the keyspace still differs from the database");
    }
    return {};
}

Result<void> KeyspaceKeeper::reopen(bool whole) {
    EVENHAND_ASSIGN(const auto masters, mastersNow());
    if (whole && masters != m_masters) {
        if (m_byHand) {
            whole = false;  // the next look finds what is lost
        } else {
            return fail(ErrorCode::Conflict, "a server of Redis has changed meanwhile");
        }
    }
    EVENHAND_TRY(gates::open(*m_database, *m_held, whole ? masters : m_held->masters));
    m_held.reset();
    m_byHand = false;
    m_opening.reset();
    if (whole) {
        base::log(base::LogLevel::Info, "keyspace", "it is whole and used again");
        good();
    }
    m_engine.gate().soon();
    return {};
}

void KeyspaceKeeper::good() {
    m_engine.gate().checked(std::nullopt);
    m_isGood = true;
}

/// Once a second. Without m_held afterwards another one has it.
Result<void> KeyspaceKeeper::renew() {
    const auto nowNs = m_clock.monotonicNs();
    if (!m_held || nowNs < m_renewNs) {
        return {};
    }
    EVENHAND_ASSIGN(const bool ours, gates::renew(*m_database, *m_held));
    m_renewNs = nowNs + kHoldRenewMs * kNsPerMs;
    if (!ours) {
        m_held.reset();
    }
    return {};
}

/// By replication id: a server that has begun again, or was made a master, has another one.
Result<std::string> KeyspaceKeeper::mastersNow() {
    EVENHAND_ASSIGN(const auto nodes, m_client.masters());
    std::set<std::string> ids;
    for (const auto& node : nodes) {
        EVENHAND_ASSIGN(const auto told,
                        m_client.askNode(node, std::array<std::string_view, 2>{"INFO", "replication"}));
        const auto id = redis::nodeInfoOf(told.text).history;
        if (id.empty()) {
            return fail(ErrorCode::Unsupported, "the server of Redis does not tell its replication id", "node",
                        node.text());
        }
        ids.insert(id);
    }
    std::string text;
    for (const auto& id : ids) {
        text += (text.empty() ? "" : " ") + id;
    }
    return text;
}

/// Another one need not wait for the lease.
void KeyspaceKeeper::handOver() {
    if (m_held && m_database && m_database->isOpen()) {
        if (auto now = gates::read(*m_database); now && now->number == m_held->number) {
            std::ignore = gates::close(*m_database, *now, {}, m_held->reason, m_held->until);
        }
    }
    m_held.reset();
}

void KeyspaceKeeper::sleepFor(std::int64_t ms) {
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, std::chrono::milliseconds(ms), [this] { return m_ended.load(); });
}

}  // namespace evenhand::app
