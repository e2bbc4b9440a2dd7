// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/rule_bench.h"

#include <QtGlobal>
#include <tuple>

#include "engine/store/database/migrator.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/shops/statement_faults.h"

namespace evenhand::test {
namespace {

void must(const Result<void>& result) {
    if (!result) {
        qFatal("%s", result.error().text().c_str());
    }
}

tl::unexpected<Error> died() { return fail(ErrorCode::Storage, "injected fault"); }

bool isAt(const std::optional<int>& fault, int number) { return fault && *fault == number; }

}  // namespace

/// Counts the steps and dies at the one asked for.
class RuleBench::FaultyKeyspace final : public keyspace::Keyspace {
public:
    explicit FaultyKeyspace(RuleBench& bench) : m_bench(bench) {}
    Result<keyspace::Reply> call(std::span<const std::string_view> args) override {
        return step([&] { return m_bench.m_keyspace.call(args); });
    }
    Result<keyspace::Reply> run(const keyspace::Script& script, std::span<const std::string_view> keys,
                                std::span<const std::string_view> args) override {
        return step([&] { return m_bench.m_keyspace.run(script, keys, args); });
    }

private:
    template <typename Fn>
    Result<keyspace::Reply> step(Fn fn) {
        if (m_bench.m_dead) {
            return died();
        }
        if (m_bench.m_undoing) {
            return undo(fn);
        }
        const int number = ++m_bench.m_steps;
        if (isAt(m_bench.failKeyspaceBefore, number)) {
            return m_bench.fault();
        }
        auto reply = fn();
        if (m_bench.afterStep) {
            m_bench.afterStep();
        }
        if (isAt(m_bench.failKeyspaceAfter, number)) {
            return m_bench.fault();
        }
        return reply;
    }
    template <typename Fn>
    Result<keyspace::Reply> undo(Fn fn) {
        if (m_bench.undoSteps && m_bench.m_undone >= *m_bench.undoSteps) {
            m_bench.m_dead = true;
            return died();
        }
        ++m_bench.m_undone;
        auto reply = fn();
        if (m_bench.afterStep) {
            m_bench.afterStep();
        }
        return reply;
    }
    RuleBench& m_bench;
};

class RuleBench::Unit final : public runtime::UnitOfWork {
public:
    explicit Unit(RuleBench& bench) : m_bench(bench), m_keyspace(bench) {}

    [[nodiscard]] Instant now() const noexcept override { return m_bench.now; }
    [[nodiscard]] const api::Call& call() const noexcept override { return m_bench.call; }
    [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override { return m_keyspace; }
    [[nodiscard]] store::Database& database() noexcept override { return *m_bench.m_database; }
    [[nodiscard]] Rng& rng() noexcept override { return m_bench.m_rng; }
    [[nodiscard]] Result<std::string> publish(std::string_view topic,
                                              std::initializer_list<runtime::Field> fields) override {
        runtime::Message message;
        message.topic = topic;
        message.id = std::to_string(++m_bench.m_lastMessage) + "-0";
        for (const auto& [name, value] : fields) {
            message.fields.emplace_back(name, value);
        }
        messages.push_back(message);
        return message.id;
    }
    [[nodiscard]] Result<void> afterCommit(const std::function<Result<void>(keyspace::Keyspace&)>& step) override {
        if (m_bench.m_deployment == Deployment::OneCommit) {
            return step(m_keyspace);
        }
        after.push_back(step);
        return {};
    }
    [[nodiscard]] bool atomic() const noexcept override { return m_bench.m_deployment == Deployment::OneCommit; }
    void emit(api::Event event) override { emitted.push_back(std::move(event)); }

    /// The last one first. One that fails keeps none of the others from being done.
    void takeBack() {
        for (auto step = undos.rbegin(); step != undos.rend(); ++step) {
            std::ignore = (*step)(m_keyspace);  // what it leaves is found by redelivery or recovery
        }
    }
    Result<void> runAfterCommit() {
        for (const auto& step : after) {
            EVENHAND_TRY(step(m_keyspace));
        }
        return {};
    }

    std::vector<runtime::Message> messages;
    std::vector<api::Event> emitted;
    std::vector<std::function<Result<void>(keyspace::Keyspace&)>> after;
    std::vector<std::function<Result<void>(keyspace::Keyspace&)>> undos;

protected:
    void addUndo(std::function<Result<void>(keyspace::Keyspace&)> step) override { undos.push_back(std::move(step)); }

private:
    RuleBench& m_bench;
    FaultyKeyspace m_keyspace;
};

namespace {

/// `name`: the database's, on the server.
Result<std::unique_ptr<store::Database>> openFresh(const std::string& path, std::string& name) {
    if (!evenhand::testing::onMariadb()) {
        return store::Database::openSqlite(path, store::Database::Access::ReadWrite, true);
    }
    EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(evenhand::testing::freshDatabase()));
    name = settings.database;
    return store::Database::openMysql(settings, store::Database::Access::ReadWrite);
}

}  // namespace

RuleBench::RuleBench(Deployment deployment, std::uint64_t seed) : m_deployment(deployment), m_rng(seed) {
    call.actor = api::Actor::administrator("local:tester");
    call.reason = "because";
    const auto path = m_folder.filePath(QStringLiteral("bench.db")).toStdString();
    auto database = openFresh(path, m_name);
    if (!database) {
        qFatal("%s", database.error().text().c_str());
    }
    m_database = std::move(*database);
    if (deployment == Deployment::Apart) {
        m_database = withFaults(std::move(m_database),
                                [this](StatementAt at) { return statementFails(at == StatementAt::After); });
    }
    store::WorkspaceMeta meta;
    meta.workspaceId = m_rng.uuid();
    meta.currency = "CNY";
    meta.timeZone = "Asia/Shanghai";
    meta.createdAt = now;
    must(store::createSchema(*m_database, meta));
    must(m_database->checkRoots(true));
    must(m_database->begin());  // never committed: nothing here is about the disk
    if (!m_name.empty()) {
        const auto lasting = evenhand::testing::lastingChanges(*m_database);
        m_lasting = lasting ? std::optional(*lasting) : std::nullopt;
    }
    m_scripts = std::make_unique<script::ScriptHost>(m_keyspace);
}

RuleBench::~RuleBench() {
    m_database->rollback();
    // All that rules have done is gone with the transaction, unless a test has seen to it that it is not.
    if (m_lasting) {
        const auto lasting = evenhand::testing::lastingChanges(*m_database);
        if (auto* server = evenhand::testing::sharedMariadb(); server != nullptr && lasting && *lasting == m_lasting) {
            server->takeBack(*m_database, m_name);
        }
    }
}

tl::unexpected<Error> RuleBench::fault() {
    m_dead = !survives;
    return died();
}

bool RuleBench::statementFails(bool after) {
    if (!m_inUnit) {
        return false;
    }
    if (!after) {
        ++m_statements;
    }
    if (!m_dead && isAt(after ? failStatementAfter : failStatementBefore, m_statements)) {
        m_dead = !survives;
        return true;
    }
    return m_dead;
}

void RuleBench::takeBack(Unit& unit) {
    if (m_dead) {
        return;
    }
    if (holdUndo) {
        m_heldUndo = std::move(unit.undos);
        return;
    }
    m_undoing = true;
    unit.takeBack();
    m_undoing = false;
}

void RuleBench::undoLate() {
    for (auto step = m_heldUndo.rbegin(); step != m_heldUndo.rend(); ++step) {
        must((*step)(m_keyspace));
    }
    m_heldUndo.clear();
}

Result<void> RuleBench::runUnit(const std::function<Result<void>(runtime::UnitOfWork&)>& rule) {
    m_keyspace.setNow(now);
    m_steps = m_statements = m_undone = 0;
    m_dead = m_kept = false;
    const auto mark = m_keyspace.mark();
    m_database->openScope(call.actor.name);
    Unit unit(*this);
    m_inUnit = true;
    auto result = rule(unit);
    m_inUnit = false;
    if (result && m_database->faulted()) {
        result = fail(m_database->fault());  // a rule went on after it
    }
    if (result && failCommit) {
        result = fault();
    }
    if (!result) {
        takeBack(unit);
        must(m_database->undoScope());
        if (m_deployment == Deployment::OneCommit) {
            m_keyspace.undoTo(mark);
        }
        return result;
    }
    must(m_database->keepScope());
    m_kept = true;
    queue.insert(queue.end(), unit.messages.begin(), unit.messages.end());
    events.insert(events.end(), unit.emitted.begin(), unit.emitted.end());
    if (loseAcknowledge) {
        return died();
    }
    return unit.runAfterCommit();
}

void RuleBench::addConsumer(std::string topic, runtime::MessageHandler& handler) {
    m_consumers.emplace_back(std::move(topic), &handler);
}

bool RuleBench::deliver(const runtime::Message& message) {
    for (const auto& [topic, handler] : m_consumers) {
        if (topic == message.topic) {
            api::Call before{api::Actor::administrator("system"), {}, std::nullopt};
            std::swap(before, call);
            const auto done = runUnit([&](runtime::UnitOfWork& work) { return handler->handle(work, message); });
            std::swap(before, call);
            return done.has_value();
        }
    }
    qFatal("nobody consumes %s", message.topic.c_str());
}

bool RuleBench::deliverOne() {
    const auto message = queue.front();
    if (!deliver(message)) {
        return false;
    }
    queue.pop_front();
    return true;
}

bool RuleBench::deliverAll() {
    while (!queue.empty()) {
        if (!deliverOne()) {
            return false;
        }
    }
    return true;
}

std::int64_t RuleBench::number(std::string_view sql) {
    auto& statement = m_database->statement(sql);
    must(statement.query());
    if (!statement.next()) {
        qFatal("no row: %s", std::string(sql).c_str());
    }
    const auto value = statement.onlyNumber();
    statement.finish();
    return value;
}

}  // namespace evenhand::test
