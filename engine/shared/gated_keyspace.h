// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace as an engine of the shared deployment uses it: while it is closed, because it is made anew or nobody
// knows yet whose it is, every call answers why.
// Thread: the engine's.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "engine/keyspace/keyspace.h"

namespace evenhand::shared {

class GatedKeyspace final : public keyspace::Keyspace {
public:
    /// It outlives this one.
    explicit GatedKeyspace(keyspace::Keyspace& behind) : m_behind(behind) {}

    void close(Error why) { m_why = std::move(why); }
    void open() noexcept { m_why.reset(); }
    [[nodiscard]] bool isOpen() const noexcept { return !m_why; }
    /// Why it is closed, if it is.
    [[nodiscard]] Result<void> mayBeUsed() const { return m_why ? Result<void>(fail(*m_why)) : Result<void>(); }

    using Keyspace::call;
    using Keyspace::run;
    [[nodiscard]] Result<keyspace::Reply> call(std::span<const std::string_view> args) override {
        return m_why ? Result<keyspace::Reply>(fail(*m_why)) : m_behind.call(args);
    }
    [[nodiscard]] Result<keyspace::Reply> run(const keyspace::Script& script, std::span<const std::string_view> keys,
                                              std::span<const std::string_view> args) override {
        return m_why ? Result<keyspace::Reply>(fail(*m_why)) : m_behind.run(script, keys, args);
    }

private:
    keyspace::Keyspace& m_behind;
    std::optional<Error> m_why;
};

}  // namespace evenhand::shared
