// SPDX-License-Identifier: GPL-3.0-or-later
// The unit of work of the embedded engine: one object, set up anew for each command, message and due item.
// Thread: the engine's.
#pragma once

#include <vector>

#include "engine/keyspace/embedded_keyspace.h"
#include "engine/runtime/topics.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::runtime {

class EngineUnit final : public UnitOfWork {
public:
    EngineUnit(keyspace::EmbeddedKeyspace& keyspace, std::uint64_t seed) : m_keyspace(keyspace), m_rng(seed) {}

    void attach(store::Database* database) noexcept { m_database = database; }
    void prepare(Instant now, const api::Call& call) noexcept {
        m_now = now;
        m_call = &call;
        m_keyspace.setNow(now);
    }

    [[nodiscard]] Instant now() const noexcept override { return m_now; }
    [[nodiscard]] const api::Call& call() const noexcept override { return *m_call; }
    [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override { return m_keyspace; }
    [[nodiscard]] store::Database& database() noexcept override { return *m_database; }
    [[nodiscard]] Rng& rng() noexcept override { return m_rng; }
    [[nodiscard]] Result<std::string> publish(std::string_view topic, std::initializer_list<Field> fields) override {
        const auto key = streamKey(topic);
        std::vector<std::string_view> args{"XADD", key, "*"};
        args.reserve(args.size() + 2 * fields.size());
        for (const auto& [name, value] : fields) {
            args.push_back(name);
            args.push_back(value);
        }
        EVENHAND_ASSIGN(auto reply, m_keyspace.call(args));
        return std::move(reply.text);
    }
    [[nodiscard]] bool atomic() const noexcept override { return true; }
    void emit(api::Event event) override { events.push_back(std::move(event)); }

    std::vector<api::Event> events;  ///< of the batch so far

private:
    keyspace::EmbeddedKeyspace& m_keyspace;
    store::Database* m_database = nullptr;
    Rng m_rng;
    Instant m_now;
    const api::Call* m_call = nullptr;
};

}  // namespace evenhand::runtime
