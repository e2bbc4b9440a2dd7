// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace of a workspace that services share is lost, exchanged or damaged: nobody works on it before it is the
// database's again, and whoever asks meanwhile is told why.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "app/workspace/workspace.h"
#include "engine/base/log.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/cluster/redis/redis_keyspace.h"
#include "engine/outbox/outbox.h"
#include "engine/store/records/gate_store.h"
#include "engine/store/records/node_store.h"
#include "tests/support/expect.h"
#include "tests/support/servers/etcd_server.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/redis_process.h"

namespace test_shared_keyspace {

using namespace evenhand;

namespace {

constexpr int kPatienceMs = 60'000;
const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

template <typename T>
Result<T> waited(api::Answer<T> answer) {
    answer.waitForFinished();
    return answer.result();
}

/// A command that needs the keyspace.
Result<bool> probe(app::Workspace& workspace) {
    return waited(workspace.core().engine().ask<bool>(kCall, [](runtime::UnitOfWork& work) -> Result<bool> {
        EVENHAND_TRY(work.keyspace().call({"SET", "probe", "1"}));
        return true;
    }));
}
/// One that tells it something behind its commit.
Result<bool> tellLater(app::Workspace& workspace) {
    return waited(workspace.core().engine().ask<bool>(kCall, [](runtime::UnitOfWork& work) -> Result<bool> {
        EVENHAND_TRY(work.afterCommit([](keyspace::Keyspace& keyspace) -> Result<void> {
            EVENHAND_TRY(keyspace.call({"SET", "probe", "2"}));
            return {};
        }));
        return true;
    }));
}
/// One that does not.
Result<bool> plain(app::Workspace& workspace) {
    return waited(
        workspace.core().engine().ask<bool>(kCall, [](runtime::UnitOfWork&) -> Result<bool> { return true; }));
}

bool isClosed(const app::Workspace& workspace) {
    const auto status = workspace.status();
    return std::any_of(status.standing.begin(), status.standing.end(),
                       [](const auto& reason) { return reason.code == shared::kKeyspaceClosed; });
}

}  // namespace

class TestSharedKeyspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});
        DONE(m_server.start());
        DONE(m_etcd.start());
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_redis = std::make_unique<evenhand::testing::RedisProcess>();
        DONE(m_redis->startOnNetwork());
        m_address = {};
        m_address.nodes.push_back({"127.0.0.1", static_cast<std::uint16_t>(m_redis->port())});
        const auto made = m_server.newDatabase();
        DONE(made);
        m_settings = *made;
        m_options = {"CNY", 2, "Asia/Shanghai", "tester", made->url()};
        m_options.keyspace = "redis://127.0.0.1:" + std::to_string(m_redis->port());
        m_options.membership = m_etcd.address().url();
        DONE(app::WorkspaceCore::create(folder("a"), m_options));
        DONE(app::WorkspaceCore::create(folder("b"), m_options));
        m_a = opened("a");
        m_b = opened("b");
        QVERIFY(m_a && m_b);
    }
    void cleanup() {
        m_a.reset();
        m_b.reset();
        m_redis.reset();
    }

    void aNewWorkspaceHasItsFirstGeneration() {
        QCOMPARE(asked({"GET", "generation"}), m_a->workspace().id + ":1");
        for (auto* const workspace : {m_a.get(), m_b.get()}) {
            QVERIFY(!isClosed(*workspace));
            DONE(probe(*workspace));
        }
    }

    void aRedisThatWasEmptiedIsFilledFromTheDatabase() {
        m_redis->kill();
        DONE(m_redis->startAgain());
        QTRY_COMPARE_WITH_TIMEOUT(asked({"GET", "generation"}), m_a->workspace().id + ":2", kPatienceMs);
        for (auto* const workspace : {m_a.get(), m_b.get()}) {
            QTRY_VERIFY_WITH_TIMEOUT(probe(*workspace), kPatienceMs);
            QTRY_VERIFY_WITH_TIMEOUT(!isClosed(*workspace), kPatienceMs);
        }
        const auto found = waited(m_b->keyspace().compare(kCall, {}));
        DONE(found);
        QVERIFY(found->agrees());
        // Once, by one of them.
        QCOMPARE(number("SELECT COUNT(*) FROM keyspace_generation"), 2);
    }

    /// It has all its keys, but nobody knows whether it has the last ones.
    void aMasterThatWasNotThereCountsAsLost() {
        DONE(run("UPDATE keyspace_gate SET masters = 'another'"));
        QTRY_VERIFY_WITH_TIMEOUT(number("SELECT COUNT(*) FROM keyspace_generation") == 2, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(probe(*m_a) && probe(*m_b), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            number("SELECT COUNT(*) FROM keyspace_gate WHERE is_open = 1 AND masters <> 'another'") == 1, kPatienceMs);
    }

    void nobodyUsesWhatIsClosed() {
        DONE(waited(m_a->core().closing()->close("a look at it")));
        for (auto* const workspace : {m_a.get(), m_b.get()}) {
            const auto refused = probe(*workspace);
            REFUSED(refused, ErrorCode::Busy);
            QVERIFY2(refused.error().message.find("a look at it") != std::string::npos,
                     refused.error().message.c_str());
            REFUSED(tellLater(*workspace), ErrorCode::Busy);
            DONE(plain(*workspace));
            QVERIFY(isClosed(*workspace));
        }
        REFUSED(waited(m_b->core().closing()->close("another one")), ErrorCode::Busy);
        m_a->core().closing()->open(false);
        for (auto* const workspace : {m_a.get(), m_b.get()}) {
            QTRY_VERIFY_WITH_TIMEOUT(probe(*workspace), kPatienceMs);
            DONE(tellLater(*workspace));
            QTRY_VERIFY_WITH_TIMEOUT(!isClosed(*workspace), kPatienceMs);
        }
    }

    void whatIsMadeAnewByHandAgrees() {
        DONE(waited(m_a->keyspace().rebuild(kCall, {})));
        QTRY_VERIFY_WITH_TIMEOUT(probe(*m_b), kPatienceMs);
        QCOMPARE(asked({"GET", "generation"}), m_a->workspace().id + ":2");
        DONE(waited(m_b->keyspace().rebuild(kCall, {api::KeyspacePart::Weights})));
        QTRY_VERIFY_WITH_TIMEOUT(probe(*m_a), kPatienceMs);
        QCOMPARE(asked({"GET", "generation"}), m_a->workspace().id + ":2");
    }

    void anotherWorkspacesKeyspaceIsLeftAlone() {
        DONE(client().call({"SET", "generation", "somebody else:7"}));
        QTRY_VERIFY_WITH_TIMEOUT(isClosed(*m_a) && isClosed(*m_b), kPatienceMs);
        REFUSED(probe(*m_a), ErrorCode::Busy);
        QCOMPARE(asked({"GET", "generation"}), std::string("somebody else:7"));
        DONE(waited(m_a->keyspace().rebuild(kCall, {})));  // by hand, and in full
        QTRY_VERIFY_WITH_TIMEOUT(probe(*m_a) && probe(*m_b), kPatienceMs);
        QCOMPARE(asked({"GET", "generation"}), m_a->workspace().id + ":2");
    }

    /// Messages that are relayed and not done go into the streams of another generation.
    void messagesThatAreLostAreRelayedAgain() {
        QTRY_VERIFY_WITH_TIMEOUT(number("SELECT COUNT(*) FROM outbox_relay WHERE owner <> ''") == 1, kPatienceMs);
        DONE(run("INSERT INTO outbox (topic, campus_id, message, created_at) VALUES ('nobody', '', 'no 1\n', 1)"));
        QTRY_COMPARE_WITH_TIMEOUT(asked({"XLEN", outbox::streamOf("nobody", {}, 1)}), std::string("1"), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(number("SELECT relayed FROM outbox_relay"), std::int64_t{1}, kPatienceMs);
        DONE(client().call({"DEL", outbox::streamOf("nobody", {}, 1)}));
        const auto found = waited(m_a->keyspace().compare(kCall, {api::KeyspacePart::Streams}));
        DONE(found);
        QCOMPARE(found->parts.front().differing, 1);
        DONE(waited(m_a->keyspace().rebuild(kCall, {api::KeyspacePart::Streams})));
        QTRY_COMPARE_WITH_TIMEOUT(asked({"XLEN", outbox::streamOf("nobody", {}, 2)}), std::string("1"), kPatienceMs);
    }

    /// Who has closed it is gone: another one goes on.
    void whatADeadServiceHasClosedIsOpenedAgain() {
        const auto database = store::Database::openMysql(m_settings, store::Database::Access::ReadWrite);
        DONE(database);
        auto gate = store::gate::read(**database);
        DONE(gate);
        const auto closed = store::gate::close(**database, *gate, {}, "it was emptied", Instant{1});
        QVERIFY(closed && *closed);
        QTRY_VERIFY_WITH_TIMEOUT(number("SELECT is_open FROM keyspace_gate") == 1, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(probe(*m_a) && probe(*m_b), kPatienceMs);
        QCOMPARE(number("SELECT COUNT(*) FROM keyspace_generation"), 2);
    }

private:
    [[nodiscard]] std::string folder(const char* name) const {
        return m_folder->filePath(QString::fromLatin1(name)).toStdString();
    }
    [[nodiscard]] std::unique_ptr<app::Workspace> opened(const char* name) const {
        app::OpenOptions options;
        options.workers = 0;
        auto workspace = app::Workspace::open(folder(name), options);
        return workspace ? *std::move(workspace) : nullptr;
    }
    /// A client of its own for each look: the server comes and goes.
    struct Client {
        explicit Client(const redis::RedisAddress& address)
            : board(app::systemClock()), client(address, {}, app::systemClock(), board), keys(client) {}
        Result<keyspace::Reply> call(std::initializer_list<std::string_view> command) { return keys.call(command); }
        redis::NodeBoard board;
        redis::RedisClient client;
        redis::RedisKeyspace keys;
    };
    [[nodiscard]] Client client() const { return Client(m_address); }
    /// The answer's text, or its number; empty: none.
    [[nodiscard]] std::string asked(std::initializer_list<std::string_view> command) const {
        const auto reply = Client(m_address).call(command);
        if (!reply) {
            return {};
        }
        return reply->type == keyspace::Reply::Type::Integer ? std::to_string(reply->integer) : reply->text;
    }
    [[nodiscard]] std::int64_t number(const std::string& sql) const {
        const auto database = store::Database::openMysql(m_settings, store::Database::Access::ReadWrite);
        if (!database) {
            return -1;
        }
        auto& statement = (*database)->statement(sql);
        return statement.query() && statement.next() ? statement.onlyNumber() : -1;
    }
    [[nodiscard]] Result<void> run(const std::string& sql) const {
        EVENHAND_ASSIGN(const auto database,
                        store::Database::openMysql(m_settings, store::Database::Access::ReadWrite));
        return database->execute(sql);
    }

    evenhand::testing::MariadbServer m_server;
    evenhand::testing::EtcdServer m_etcd;
    std::unique_ptr<evenhand::testing::RedisProcess> m_redis;
    redis::RedisAddress m_address;
    store::MysqlSettings m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    app::WorkspaceOptions m_options;
    std::unique_ptr<app::Workspace> m_a, m_b;
};

}  // namespace test_shared_keyspace

QTEST_GUILESS_MAIN(test_shared_keyspace::TestSharedKeyspace)
#include "test_shared_keyspace.moc"
