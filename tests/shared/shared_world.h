// SPDX-License-Identifier: GPL-3.0-or-later
// A database on a real MariaDB and a real Redis, and engines that share them. The way to the database can be cut around
// a COMMIT. Thread: confined to its owner; the outbox from any.
#pragma once

#include <QTemporaryDir>
#include <QtTest>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/shared/shared_engine.h"
#include "engine/store/database/migrator.h"
#include "tests/support/servers/cutting_proxy.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/redis_process.h"

namespace evenhand::test {

/// Keeps what is published in memory, committed or not: who asks for it makes sure that it is.
class KeptMessages final : public shared::MessageOutbox {
public:
    Result<std::string> add(store::Database&, Instant, std::string_view topic,
                            std::initializer_list<runtime::Field> fields) override {
        const std::lock_guard lock(m_mutex);
        runtime::Message message;
        message.topic = topic;
        message.id = std::to_string(++m_last) + "-0";
        for (const auto& [name, value] : fields) {
            message.fields.emplace_back(name, value);
        }
        m_messages.push_back(message);
        return message.id;
    }
    [[nodiscard]] std::vector<runtime::Message> take() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_messages, {});
    }

private:
    std::mutex m_mutex;
    std::int64_t m_last = 0;
    std::vector<runtime::Message> m_messages;
};

class SharedWorld {
public:
    /// False: `problem` says why.
    bool start() {
        Result<void> done = m_server.start();
        if (done) {
            done = redisServer.startOnNetwork();
        }
        if (done) {
            done = makeDatabase();
        }
        problem = done ? std::string() : done.error().text();
        return done.has_value();
    }

    [[nodiscard]] store::MysqlSettings direct() const { return m_settings; }
    [[nodiscard]] Result<std::unique_ptr<store::Database>> openDatabase() const {
        return store::Database::openMysql(m_settings, store::Database::Access::ReadWrite);
    }
    [[nodiscard]] redis::RedisAddress redisAddress() const {
        redis::RedisAddress address;
        address.nodes.push_back({"127.0.0.1", static_cast<std::uint16_t>(redisServer.port())});
        return address;
    }
    [[nodiscard]] shared::SharedOptions options() {
        shared::SharedOptions made;
        made.node = m_rng.uuid();
        made.keyspace = redisAddress();
        made.outbox = &messages;
        return made;
    }
    /// Over the proxy if `cutting`, else straight to the server.
    [[nodiscard]] std::unique_ptr<shared::SharedEngine> engine(bool cutting = false, runtime::EngineOptions with = {}) {
        return engine(options(), cutting, std::move(with));
    }
    [[nodiscard]] std::unique_ptr<shared::SharedEngine> engine(const shared::SharedOptions& how, bool cutting,
                                                               runtime::EngineOptions with) {
        auto settings = m_settings;
        if (cutting) {
            settings.socket = m_folder.filePath(QStringLiteral("cut.sock")).toStdString();
            if (!proxy) {
                proxy = std::make_unique<evenhand::testing::CuttingProxy>(settings.socket, m_settings.socket);
            }
        }
        with.seed = m_rng.next();
        return std::make_unique<shared::SharedEngine>(
            m_clock, [settings] { return store::Database::openMysql(settings, store::Database::Access::ReadWrite); },
            std::move(with), how);
    }
    /// The first number of a query's first row; -1: none.
    [[nodiscard]] std::int64_t number(const std::string& sql) const {
        const auto database = openDatabase();
        if (!database) {
            return -1;
        }
        auto& statement = (*database)->statement(sql);
        if (!statement.query() || !statement.next()) {
            return -1;
        }
        return statement.onlyNumber();
    }
    Result<void> run(const std::string& sql) const {
        EVENHAND_ASSIGN(const auto database, openDatabase());
        return database->execute(sql);
    }

    evenhand::testing::RedisProcess redisServer;
    std::unique_ptr<evenhand::testing::CuttingProxy> proxy;
    KeptMessages messages;
    std::string problem;

private:
    Result<void> makeDatabase() {
        EVENHAND_ASSIGN(m_settings, m_server.newDatabase());
        EVENHAND_ASSIGN(const auto database, openDatabase());
        store::WorkspaceMeta meta;
        meta.workspaceId = m_rng.uuid();
        meta.currency = "CNY";
        meta.timeZone = "Asia/Shanghai";
        meta.createdAt = m_clock.now();
        return store::createSchema(*database, meta);
    }

    QTemporaryDir m_folder;
    evenhand::testing::MariadbServer m_server;
    store::MysqlSettings m_settings;
    base::SystemClock m_clock;
    Rng m_rng{Rng::systemSeed()};
};

}  // namespace evenhand::test
