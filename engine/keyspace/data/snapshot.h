// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the whole keyspace, or one key, in the journal's format, in slices of bounded work. The place reached is kept
// as slot numbers, positions and ids, never as pointers, so that anything may change between slices: what is
// present from beginning to end is written at least once, and every change since then is in the journal.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/keyspace/data/journal.h"
#include "engine/keyspace/data/key.h"

namespace evenhand::keyspace {

/// How far the writing of one key has come.
class KeyCursor {
public:
    /// Writes from where it stands until the key is complete (true) or the writer has reached `maxBytes` or much
    /// has been looked at (false).
    bool write(JournalWriter& writer, Key& key, std::size_t maxBytes);

private:
    enum class Phase : std::uint8_t { Start, Elements, Groups, Consumers, Pendings };
    bool elements(JournalWriter& writer, Key& key, std::size_t maxBytes);
    bool groups(JournalWriter& writer, Key& key, std::size_t maxBytes);

    Phase m_phase = Phase::Start;
    bool m_any = false;  // the members below name the last thing written
    std::uint32_t m_slot = 0;
    std::int64_t m_position = 0;
    StreamId m_id;
    std::string m_group;
    std::string m_consumer;
};

class Snapshot {
public:
    void begin() noexcept;
    void end() noexcept { m_active = false; }
    [[nodiscard]] bool active() const noexcept { return m_active; }
    /// Next slice, nullopt when complete.
    [[nodiscard]] std::optional<std::string> next(const SlotTable<Key>& keys, std::size_t maxBytes);

private:
    bool m_active = false;
    std::uint32_t m_slot = 0;
    std::uint64_t m_serial = 0;  // of the key in work, 0: none
    KeyCursor m_cursor;
    JournalWriter m_writer;
};

}  // namespace evenhand::keyspace
