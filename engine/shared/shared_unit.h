// SPDX-License-Identifier: GPL-3.0-or-later
// The unit of work of the shared deployment: the keyspace is Redis, so a step is done at once and for good, and rows
// follow it. What takes a step back is kept until its batch is durable.
// While the keyspace is closed (GatedKeyspace) units that need it fail; those that make it anew go on.
//
// Invariants: a step that takes back is done once, the last one registered first, when its unit or its batch is undone;
// never where nobody knows whether the commit has happened. What is to be done after the commit is done once, behind
// it.
// Thread: the engine's.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/keyspace/keyspace.h"
#include "engine/runtime/batch_unit.h"
#include "engine/shared/gated_keyspace.h"
#include "engine/shared/messages.h"

namespace evenhand::shared {

class SharedUnit final : public runtime::BatchUnit {
public:
    using Step = std::function<Result<void>(keyspace::Keyspace&)>;
    /// Of the units of a batch, in order.
    struct Steps {
        std::vector<Step> undo;
        std::vector<Step> after;
        bool published = false;
    };

    /// All outlive it. `gated`: the same keyspace. `outbox` nullptr: messages are refused.
    SharedUnit(keyspace::Keyspace& keyspace, GatedKeyspace& gated, MessageOutbox* outbox, std::uint64_t seed)
        : BatchUnit(seed), m_keyspace(keyspace), m_gated(gated), m_outbox(outbox) {}

    [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override {
        return m_rebuilds ? m_keyspace : static_cast<keyspace::Keyspace&>(m_gated);
    }
    [[nodiscard]] Result<std::string> publish(std::string_view topic,
                                              std::initializer_list<runtime::Field> fields) override;
    [[nodiscard]] Result<void> afterCommit(const Step& step) override;
    [[nodiscard]] bool atomic() const noexcept override { return false; }

    /// Steps that were registered: a unit whose step has nothing that takes it back has changed nothing that matters.
    [[nodiscard]] Mark mark() const noexcept override { return m_steps.undo.size() + m_steps.after.size(); }
    /// Takes back what this unit has done since it began.
    void undoTo(Mark mark) override;

    // Of the batch.
    void forgetSteps() noexcept { m_steps = {}; }
    [[nodiscard]] Steps takeSteps() noexcept { return std::exchange(m_steps, {}); }
    /// The batch was undone, or turned out not to have happened.
    void takeBack(Steps steps);
    /// It is durable.
    void finish(Steps steps);

protected:
    void begins(Instant now) override;
    void addUndo(Step step) override { m_steps.undo.push_back(std::move(step)); }

private:
    /// All but the first `keep`, the last one first. One that fails keeps none of the others from being done.
    void takeBackFrom(std::vector<Step>& steps, std::size_t keep);

    keyspace::Keyspace& m_keyspace;
    GatedKeyspace& m_gated;
    bool m_rebuilds = false;  ///< the unit makes the keyspace anew
    MessageOutbox* const m_outbox;
    Steps m_steps;
    std::size_t m_undoAtBegin = 0, m_afterAtBegin = 0;  ///< of the unit
};

}  // namespace evenhand::shared
