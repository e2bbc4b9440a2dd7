// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the outbox share: a workspace's database on a real MariaDB, a real Redis, keyspaces whose commands are
// counted and fail when they are told to, and units whose rows and keyspace commit apart. MariaDB is that of the test
// program; each bench has a Redis of its own.
// Thread: the test's.
#pragma once

#include <QtTest>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "call_list.h"
#include "engine/outbox/group_consumer.h"
#include "engine/outbox/outbox.h"
#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/records/outbox_store.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/redis_process.h"

namespace evenhand::test {

/// A keyspace over another one.
class WatchedKeyspace final : public keyspace::Keyspace {
public:
    explicit WatchedKeyspace(keyspace::Keyspace& behind) : m_behind(behind) {}

    using Keyspace::call;
    using Keyspace::run;
    Result<keyspace::Reply> call(std::span<const std::string_view> args) override {
        return watched(args.front(), [&] { return m_behind.call(args); });
    }
    Result<keyspace::Reply> run(const keyspace::Script& script, std::span<const std::string_view> keys,
                                std::span<const std::string_view> args) override {
        return watched(script.name, [&] { return m_behind.run(script, keys, args); });
    }

    int commands = 0;
    /// Called before each, with its name.
    std::function<void(std::string_view)> before;
    std::string failsBefore;  ///< name of a command that is not carried out
    std::string failsAfter;   ///< of one whose answer is lost

private:
    template <typename Fn>
    Result<keyspace::Reply> watched(std::string_view name, Fn fn) {
        if (before) {
            before(name);
        }
        if (name == failsBefore) {
            return fail(ErrorCode::Storage, "injected fault");
        }
        ++commands;
        auto reply = fn();
        return name == failsAfter ? Result<keyspace::Reply>(fail(ErrorCode::Storage, "injected fault"))
                                  : std::move(reply);
    }

    keyspace::Keyspace& m_behind;
};

/// A node's transactions: MessageUnits over one connection.
class NodeUnits final : public outbox::MessageUnits {
public:
    NodeUnits(store::Database& database, keyspace::Keyspace& keyspace) : m_database(database), m_keyspace(keyspace) {}

    [[nodiscard]] store::Database& database() noexcept override { return m_database; }
    [[nodiscard]] Result<void> begin() override { return m_database.begin(); }
    [[nodiscard]] runtime::Ran run(Instant now, const api::Call& call,
                                   const std::function<bool(runtime::UnitOfWork&)>& unit) override {
        m_database.openScope();
        Unit work(*this, now, call);
        const bool keeps = unit(work);
        if (m_database.faulted()) {
            return runtime::Ran::Faulted;
        }
        if (keeps) {
            return m_database.keepScope() ? runtime::Ran::Kept : runtime::Ran::Faulted;
        }
        return m_database.undoScope() ? runtime::Ran::Undone : runtime::Ran::Faulted;
    }
    [[nodiscard]] Result<void> commit() override {
        if (failCommit) {
            m_database.rollback();
            return fail(ErrorCode::Storage, "injected fault");
        }
        return m_database.commit();
    }
    void rollback() override { m_database.rollback(); }

    bool failCommit = false;

private:
    class Unit final : public runtime::UnitOfWork {
    public:
        Unit(NodeUnits& units, Instant now, const api::Call& call) : m_units(units), m_now(now), m_call(call) {}
        [[nodiscard]] Instant now() const noexcept override { return m_now; }
        [[nodiscard]] const api::Call& call() const noexcept override { return m_call; }
        [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override { return m_units.m_keyspace; }
        [[nodiscard]] store::Database& database() noexcept override { return m_units.m_database; }
        [[nodiscard]] Rng& rng() noexcept override { return m_units.m_rng; }
        [[nodiscard]] Result<std::string> publish(std::string_view topic,
                                                  std::initializer_list<runtime::Field> fields) override {
            EVENHAND_TRY(outbox::publish(*this, topic, {}, {fields.begin(), fields.size()}));
            return std::string();
        }
        void emit(api::Event /*event*/) override {}

    private:
        NodeUnits& m_units;
        Instant m_now;
        const api::Call& m_call;
    };

    store::Database& m_database;
    keyspace::Keyspace& m_keyspace;
    Rng m_rng{1};
};

class OutboxBench {
public:
    [[nodiscard]] Result<void> start() {
        auto* server = testing::sharedMariadb();
        if (server == nullptr) {
            return fail(ErrorCode::NotFound, "there is no MariaDB");
        }
        EVENHAND_ASSIGN(m_settings, server->preparedDatabase());
        EVENHAND_ASSIGN(auto made, connect());
        store::WorkspaceMeta meta;
        meta.workspaceId = "b7a1f9a2-1111-4222-8333-444455556666";
        meta.currency = "GBP";
        meta.timeZone = "Europe/London";
        meta.createdBy = "local:ann";
        EVENHAND_TRY(store::createSchema(*made, meta));
        // What messages have done: a row each.
        EVENHAND_TRY(made->execute("CREATE TABLE effect (message_no BIGINT NOT NULL, node VARCHAR(8) NOT NULL)"));
        EVENHAND_TRY(made->execute("CREATE TABLE root (name INT NOT NULL PRIMARY KEY, version INT NOT NULL)"));
        database = std::move(made);
        EVENHAND_TRY(process.startOnNetwork());
        address.nodes.push_back({"127.0.0.1", static_cast<std::uint16_t>(process.port())});
        client = std::make_unique<Client>(address);
        return {};
    }
    [[nodiscard]] Result<std::unique_ptr<store::Database>> connect() const {
        return store::Database::openMysql(m_settings, store::Database::Access::ReadWrite);
    }

    /// Messages with the fields no=FIRST …, committed by this bench's connection.
    [[nodiscard]] Result<void> write(int first, int count, std::string_view topic = "t",
                                     std::string_view campus = "north") const {
        EVENHAND_TRY(database->begin());
        for (int i = first; i < first + count; ++i) {
            EVENHAND_TRY(add(*database, i, topic, campus));
        }
        return database->commit();
    }
    /// One, in the open transaction.
    [[nodiscard]] static Result<void> add(store::Database& to, int no, std::string_view topic = "t",
                                          std::string_view campus = "north") {
        const auto text = std::to_string(no);
        const runtime::Field fields[] = {{"no", text}};
        const auto message = outbox::textOf(fields);
        return store::outbox::add(to, {topic, campus, message, Instant{5}});
    }

    /// The first column of the first row; -1: none.
    [[nodiscard]] std::int64_t number(std::string_view sql) const {
        auto& statement = database->statement(sql);
        if (!statement.query() || !statement.next()) {
            return -1;
        }
        const auto value = statement.onlyNumber();
        statement.finish();
        return value;
    }
    /// "5:a 6:b": the messages by number, what each says as `no`.
    [[nodiscard]] std::string numbered() const {
        std::string text;
        const auto rows = store::outbox::behind(*database, 0, store::outbox::kMostRows);
        for (const auto& row : rows ? *rows : std::vector<store::outbox::Row>()) {
            text += (text.empty() ? "" : " ") + std::to_string(row.number) + ":" + said(row.message);
        }
        return text;
    }
    /// The same of a stream.
    [[nodiscard]] std::string inStream(std::int64_t generation = 1, std::string_view topic = "t",
                                       std::string_view campus = "north") const {
        std::string text;
        const auto stream = outbox::streamOf(topic, campus, generation);
        const auto entries = client->keyspace.call({"XRANGE", stream, "-", "+"});
        for (const auto& entry : entries ? entries->elements : std::vector<keyspace::Reply>()) {
            const auto& id = entry.elements[0].text;
            text +=
                (text.empty() ? "" : " ") + id.substr(0, id.find('-')) + ":" + said(entry.elements[1].elements[1].text);
        }
        return text;
    }
    /// Statements that this connection has sent until now, and one for asking.
    [[nodiscard]] static std::int64_t statementsOf(store::Database& connection) {
        auto& statement = connection.statement(
            "SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'QUESTIONS'");
        if (!statement.query() || !statement.next()) {
            return -1;
        }
        const auto value = statement.onlyNumber();
        statement.finish();
        return value;
    }

    testing::RedisProcess process;
    std::unique_ptr<store::Database> database;
    redis::RedisAddress address;
    std::unique_ptr<Client> client;

private:
    static std::string said(std::string_view message) {
        const auto fields = outbox::fieldsOf(message);
        return fields.empty() ? std::string("?") : fields.front().second;
    }

    store::MysqlSettings m_settings;
};

}  // namespace evenhand::test
