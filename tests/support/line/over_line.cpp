// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/line/over_line.h"

#include <QAbstractEventDispatcher>
#include <QDeadlineTimer>
#include <QObject>
#include <QTemporaryDir>
#include <QThread>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "app/service/console_door.h"
#include "app/service/system_random.h"
#include "engine/base/clock.h"
#include "engine/ingest/http/http_server.h"
#include "engine/ingest/http/upgrade.h"
#include "engine/ingest/routes/routes.h"
#include "engine/remote/remote_engine.h"
#include "tests/support/line/passing_engine.h"

namespace evenhand::test {
namespace {

/// A clock that can be moved on, so that the service sends its next round of events at once.
class HastyClock final : public Clock {
public:
    [[nodiscard]] Instant now() const noexcept override { return m_clock.now(); }
    [[nodiscard]] std::int64_t monotonicNs() const noexcept override { return m_clock.monotonicNs() + m_ahead; }
    void hasten() {
        constexpr std::int64_t kLongerThanAnyPause = 1'000'000'000;
        m_ahead += kLongerThanAnyPause;
    }

private:
    base::SystemClock m_clock;
    std::atomic<std::int64_t> m_ahead{0};
};

/// The test's engine as the service sees it: each call is passed to the test's thread and made there.
/// Thread: the service's, unless it says otherwise.
class FarEnd final : public CallWay, public PassingEngine {
public:
    FarEnd(api::EngineApi& behind, std::optional<api::Actor> actor, std::shared_ptr<CallsOnTheWay> calls,
           QObject& owner)
        : CallWay(std::move(calls)),
          PassingEngine(static_cast<CallWay&>(*this)),
          m_behind(behind),
          m_actor(std::move(actor)),
          m_owner(owner),
          m_workspace(behind.workspace()),
          m_status(behind.status()) {}

    // On the test's thread.
    /// Makes the calls that have arrived; false if there were none.
    bool takeSteps() {
        bool some = false;
        for (;;) {
            Step step;
            {
                const std::scoped_lock lock(m_mutex);
                if (m_steps.empty()) {
                    return some;
                }
                step = std::move(m_steps.front());
                m_steps.pop_front();
            }
            some = true;
            step(m_behind);
        }
    }
    /// Waits a short time for a call.
    void awaitStep() {
        constexpr auto kShort = std::chrono::microseconds(200);  // short, because the arrival of an answer wakes nobody
        std::unique_lock lock(m_mutex);
        m_come.wait_for(lock, kShort, [this] { return !m_steps.empty(); });
    }
    void noteStatus() {
        auto now = m_behind.status();
        const std::scoped_lock lock(m_mutex);
        m_status = std::move(now);
    }

    /// True at first: then the door asks, not the console.
    void setDoorAsks(bool asks) { m_doorAsks = asks; }

    // CallWay
    [[nodiscard]] api::Call seen(const api::Call& call) const override {
        auto made = call;
        if (m_actor) {
            made.actor = *m_actor;
        }
        return made;
    }
    [[nodiscard]] bool isAsker() const override { return false; }
    /// The connecting console waits for this on the test's thread, so it must not be answered there.
    [[nodiscard]] std::optional<api::SignInState> saidToDoor() const override {
        return m_doorAsks ? std::optional(api::SignInState{!m_actor.has_value()}) : std::nullopt;
    }

    // EngineApi
    [[nodiscard]] api::EngineStatus status() const override {
        const std::scoped_lock lock(m_mutex);
        return m_status;
    }
    [[nodiscard]] api::WorkspaceInfo workspace() const override { return m_workspace; }
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override {
        return m_behind.subscribe(std::move(handler));
    }

private:
    void run(Step step) override {
        {
            const std::scoped_lock lock(m_mutex);
            m_steps.push_back(std::move(step));
        }
        m_come.notify_one();
        QMetaObject::invokeMethod(
            &m_owner, [this] { takeSteps(); }, Qt::QueuedConnection);
    }

    api::EngineApi& m_behind;
    const std::optional<api::Actor> m_actor;
    QObject& m_owner;  ///< lives on the test's thread
    const api::WorkspaceInfo m_workspace;
    bool m_doorAsks = false;
    mutable std::mutex m_mutex;
    std::condition_variable m_come;
    std::deque<Step> m_steps;    ///< by m_mutex
    api::EngineStatus m_status;  ///< by m_mutex
};

/// The service's door, through which the console of the test connects.
/// Thread: the service's, but for what says otherwise.
class WatchedDoor final : public ingest::ConsoleDoor {
public:
    WatchedDoor(FarEnd& engine, const std::optional<api::Actor>& actor, std::string filesFolder)
        : m_engine(engine),
          m_door(engine, m_clock, api::Actor::administrator(actor ? actor->name : "nobody"), std::move(filesFolder),
                 false) {}

    [[nodiscard]] std::shared_ptr<ingest::FrameListener> enter(const ingest::Request& request) override {
        auto entered = m_door.enter(request);
        return entered ? std::make_shared<Listener>(*this, std::move(entered)) : nullptr;
    }
    void tick() override {
        m_engine.setDoorAsks(true);
        m_door.tick();
        m_engine.setDoorAsks(false);
    }

    /// Any thread.
    void committed(const std::vector<api::Event>& events) { m_door.committed(events); }
    /// Makes the service send all that it has gathered, soon. Any thread.
    void tellNow() {
        const std::scoped_lock lock(m_mutex);
        if (m_line) {
            m_line->post([this] {
                m_clock.hasten();
                tick();
            });
        }
    }

private:
    class Listener final : public ingest::FrameListener {
    public:
        Listener(WatchedDoor& door, std::shared_ptr<ingest::FrameListener> behind)
            : m_door(door), m_behind(std::move(behind)) {}
        void onOpen(std::shared_ptr<ingest::FrameLine> line) override {
            m_door.setLine(line);
            m_behind->onOpen(std::move(line));
        }
        void onMessage(std::string_view message) override {
            m_door.m_engine.setDoorAsks(!m_behind->hasBegun());  // first the door itself asks
            m_behind->onMessage(message);
            m_door.m_engine.setDoorAsks(false);
        }
        void onClosed() override {
            m_door.setLine(nullptr);
            m_behind->onClosed();
        }
        void onRoundTrip(std::int64_t ms) override { m_behind->onRoundTrip(ms); }
        [[nodiscard]] bool isKnown() const noexcept override { return m_behind->isKnown(); }
        [[nodiscard]] bool hasBegun() const noexcept override { return m_behind->hasBegun(); }
        [[nodiscard]] std::string_view protocol() const noexcept override { return m_behind->protocol(); }

    private:
        WatchedDoor& m_door;
        const std::shared_ptr<ingest::FrameListener> m_behind;
    };
    void setLine(std::shared_ptr<ingest::FrameLine> line) {
        const std::scoped_lock lock(m_mutex);
        m_line.swap(line);
    }

    FarEnd& m_engine;
    HastyClock m_clock;
    app::ConsoleDoor m_door;
    std::mutex m_mutex;
    std::shared_ptr<ingest::FrameLine> m_line;  ///< by m_mutex; nullptr: there is none
};

std::unique_ptr<remote::RemoteEngine> connected(std::uint16_t port, const Clock& clock) {
    remote::LineOptions options;
    options.addresses = {{"127.0.0.1", port, false}};
    options.clock = &clock;
    options.random = app::systemRandom;
    auto line = remote::RemoteEngine::connect(std::move(options));
    if (!line) {
        qFatal("the test's console has no line: %s", line.error().text().c_str());
    }
    return *std::move(line);
}

}  // namespace

/// The service, the line, and the engine for the console, which calls over the line and knows what is on it.
class OverLine::Line final : public CallWay, public PassingEngine {
public:
    Line(api::EngineApi& behind, const std::optional<api::Actor>& actor)
        : CallWay(std::make_shared<CallsOnTheWay>()),
          PassingEngine(static_cast<CallWay&>(*this)),
          m_isOwned(actor.has_value()),
          m_farEnd(behind, actor, calls(), m_owner),
          m_door(m_farEnd, actor, m_folder.filePath(QStringLiteral("exports")).toStdString()),
          m_server({.engine = &m_farEnd, .clock = &m_clock, .consoles = &m_door}, serverOptions(), ingest::routes()) {
        const auto port = m_server.listen();
        if (!port) {
            qFatal("the test's service cannot listen: %s", port.error().text().c_str());
        }
        m_thread = std::thread([this] { m_server.run(); });
        m_remote = connected(*port, m_clock);
        sync();
        m_events = behind.subscribe([this](const std::vector<api::Event>& events) {
            m_door.committed(events);
            m_toTell = true;
            QMetaObject::invokeMethod(
                &m_owner, [this] { settle(); }, Qt::QueuedConnection);
        });
        const auto* loop = QAbstractEventDispatcher::instance();
        QObject::connect(loop, &QAbstractEventDispatcher::awake, &m_owner, [this] { settle(); });
        QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, &m_owner, [this] { settle(); });
    }
    ~Line() override {
        // Calls that have not reached the engine by now never do: the engine belongs to the test and may be about to be
        // destroyed.
        m_events.reset();
        m_remote.reset();
        m_server.stop();
        m_thread.join();
    }

    /// Waits no longer than a working line needs, so that a lost answer blocks only the test that waits for it.
    void settle() {
        if (std::exchange(m_isSettling, true)) {
            return;
        }
        constexpr int kRounds = 20;  // enough for an engine that needs several turns; the loop runs again anyway
        calls()->tellCancels();
        for (int round = 0; round < kRounds && arrive(); ++round) {
            // Wakes tests that step their engine by the event loop, so that it handles what has arrived.
            Q_EMIT QAbstractEventDispatcher::instance()->awake();
        }
        if (m_toTell.exchange(false)) {
            sync();
        }
        m_isSettling = false;
    }

    // CallWay
    [[nodiscard]] bool isAsker() const override { return true; }

    // EngineApi
    [[nodiscard]] api::EngineStatus status() const override {
        if (m_isOwned && QThread::currentThread() == m_owner.thread()) {
            m_farEnd.noteStatus();
            sync();
        }
        return m_remote->status();
    }
    [[nodiscard]] api::WorkspaceInfo workspace() const override { return m_remote->workspace(); }
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override {
        return m_remote->subscribe(std::move(handler));
    }

private:
    static ingest::ServerOptions serverOptions() {
        ingest::ServerOptions options;
        options.port = 0;
        return options;
    }
    void run(Step step) override { step(*m_remote); }
    /// Waits for what is on the line; false if no call has reached the engine.
    bool arrive() {
        constexpr int kPatienceMs = 500;
        bool some = m_farEnd.takeSteps();
        const QDeadlineTimer hangs(kPatienceMs);
        while (calls()->count() > 0 && !hangs.hasExpired()) {
            m_farEnd.awaitStep();
            some = m_farEnd.takeSteps() || some;
        }
        return some;
    }
    /// Waits until all that the service has sent has arrived here. Does not need this thread's event loop.
    void sync() const {
        if (m_isOwned) {
            m_door.tellNow();
            m_remote->feed().after({}, {}, 1).waitForFinished();
        }
    }

    QObject m_owner;  ///< context of what runs on the test's thread
    const bool m_isOwned;
    QTemporaryDir m_folder;
    base::SystemClock m_clock;
    mutable FarEnd m_farEnd;
    mutable WatchedDoor m_door;
    ingest::HttpServer m_server;
    std::thread m_thread;
    std::unique_ptr<remote::RemoteEngine> m_remote;
    std::unique_ptr<api::Subscription> m_events;
    std::atomic<bool> m_toTell{false};
    bool m_isSettling = false;
};

OverLine::OverLine(api::EngineApi& behind, std::optional<api::Actor> actor)
    : m_behind(behind), m_line(isOn() ? std::make_unique<Line>(behind, actor) : nullptr) {}

OverLine::~OverLine() = default;

api::EngineApi& OverLine::engine() const { return m_line ? static_cast<api::EngineApi&>(*m_line) : m_behind; }

void OverLine::settle() const {
    if (m_line) {
        m_line->settle();
    }
}

bool OverLine::isOn() { return qEnvironmentVariableIntValue("EVENHAND_TEST_LINE") != 0; }

}  // namespace evenhand::test
