// SPDX-License-Identifier: GPL-3.0-or-later
// The unit of work of the embedded engine: the keyspace is undone and committed with the rows, a message is an entry of
// a stream in it.
// Thread: the engine's.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/runtime/batch_unit.h"
#include "engine/runtime/topics.h"

namespace evenhand::runtime {

class EngineUnit final : public BatchUnit {
public:
    EngineUnit(keyspace::EmbeddedKeyspace& keyspace, std::uint64_t seed) : BatchUnit(seed), m_keyspace(keyspace) {}

    [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override { return m_keyspace; }
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
    [[nodiscard]] Result<void> turnBack(Instant to) override {
        m_keyspace.turnBack(to);
        timeIs(to);
        return {};
    }
    [[nodiscard]] Mark mark() const noexcept override { return m_keyspace.mark(); }
    void undoTo(Mark mark) override { m_keyspace.undoTo(mark); }

protected:
    void begins(Instant now) override { m_keyspace.setNow(now); }

private:
    keyspace::EmbeddedKeyspace& m_keyspace;
};

}  // namespace evenhand::runtime
