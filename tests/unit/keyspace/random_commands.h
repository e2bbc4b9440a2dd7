// SPDX-License-Identifier: GPL-3.0-or-later
// Random commands over few keys and members, so that they meet: for property tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/rng.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"

namespace evenhand::test {

using Words = std::vector<std::string>;

class RandomCommands {
public:
    explicit RandomCommands(std::uint64_t seed) : m_rng(seed) {}

    [[nodiscard]] Words next();
    [[nodiscard]] Rng& rng() { return m_rng; }
    [[nodiscard]] bool chance(std::uint64_t oneIn) { return m_rng.below(oneIn) == 0; }

private:
    [[nodiscard]] std::string pick(std::initializer_list<std::string_view> words);
    [[nodiscard]] std::string key();
    [[nodiscard]] std::string member();
    [[nodiscard]] std::string value();
    [[nodiscard]] std::string small();
    [[nodiscard]] std::string id();
    [[nodiscard]] Words simple();
    [[nodiscard]] Words container();
    [[nodiscard]] Words sorted();
    [[nodiscard]] Words stream();
    [[nodiscard]] Words group();

    Rng m_rng;
};

keyspace::Reply execute(keyspace::EmbeddedKeyspace& keyspace, const Words& words);

}  // namespace evenhand::test
