// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outbox/relay.h"

#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/outbox/outbox.h"
#include "engine/script/script_library.h"

namespace evenhand::outbox {
namespace {

constexpr std::int64_t kPartsOfLease = 3;

}  // namespace

Relay::Relay(store::Database& database, keyspace::Keyspace& keyspace, const Clock& clock, RelaySettings settings)
    : m_database(database), m_keyspace(keyspace), m_clock(clock), m_settings(std::move(settings)) {
    EVENHAND_INVARIANT(!m_settings.node.empty(), "a relay would hold a row that counts as free");
}

Result<Relay::Pass> Relay::pass() {
    auto passed = step();
    if (!passed) {
        forget();
    }
    return passed;
}

Result<Relay::Pass> Relay::step() {
    if (!m_database.isOpen()) {
        EVENHAND_TRY(m_database.reopen());
    }
    if (!m_held) {
        EVENHAND_ASSIGN(const bool taken, seek());
        if (!taken) {
            return Pass{};
        }
    }
    if (!m_caughtUp) {
        return catchUp();
    }
    EVENHAND_ASSIGN(auto rows, store::outbox::unnumbered(m_database, store::outbox::kMostRows));
    if (rows.empty()) {
        return idle();
    }
    EVENHAND_ASSIGN(const bool ours, number(rows));
    if (!ours) {
        return lost();
    }
    EVENHAND_TRY(append(rows));
    m_relayed = rows.back().number;
    return Pass{true, rows.size(), rows.size() == store::outbox::kMostRows};
}

Result<bool> Relay::seek() {
    EVENHAND_ASSIGN(auto row, store::outbox::relayRow(m_database));
    if (m_epoch != 0 && row.epoch == m_epoch && row.owner == m_settings.node) {
        hold(std::move(row));  // after an error, or in a new generation
        return true;
    }
    const auto nowNs = m_clock.monotonicNs();
    if (!m_seen || m_seen->epoch != row.epoch || m_seen->beat != row.beat) {
        m_seen = row;
        m_seenNs = nowNs;
    }
    if (!row.owner.empty() && nowNs - m_seenNs < m_settings.leaseMs * base::kNsPerMs) {
        return false;
    }
    EVENHAND_ASSIGN(const bool taken, store::outbox::takeRelay(m_database, row, m_settings.node));
    m_seen.reset();
    if (taken) {
        row.owner = m_settings.node;
        ++row.epoch;
        row.beat = 0;
        hold(std::move(row));
    }
    return taken;
}

void Relay::hold(store::outbox::RelayRow row) {
    m_epoch = row.epoch;
    m_relayed = row.relayed;
    m_caughtUp = false;
    m_held = std::move(row);
    seenToLive();
}

void Relay::forget() noexcept {
    m_held.reset();
    m_caughtUp = false;
}

/// The row is another one's, or its generation is another one: the next pass finds out.
Relay::Pass Relay::lost() noexcept {
    forget();
    return {false, 0, true};
}

void Relay::seenToLive() { m_renewNs = m_clock.monotonicNs() + m_settings.leaseMs * base::kNsPerMs / kPartsOfLease; }

/// Appends again what may not be in its stream, before anything behind it: a stream takes no number below its last.
Result<Relay::Pass> Relay::catchUp() {
    EVENHAND_ASSIGN(const auto rows, store::outbox::undone(m_database, m_relayed, store::outbox::kMostRows));
    EVENHAND_TRY(append(rows));
    const bool isWhole = rows.size() < store::outbox::kMostRows;
    m_relayed = isWhole ? m_held->lastNumber : rows.back().number;
    EVENHAND_ASSIGN(const bool ours, renew());
    if (!ours) {
        return lost();
    }
    m_caughtUp = isWhole;
    return Pass{true, rows.size(), true};
}

Result<Relay::Pass> Relay::idle() {
    if (m_relayed != m_held->relayed || m_clock.monotonicNs() >= m_renewNs) {
        EVENHAND_ASSIGN(const bool ours, renew());
        return ours ? Pass{true, 0, false} : lost();
    }
    EVENHAND_ASSIGN(const auto row, store::outbox::relayRow(m_database));
    if (row.epoch != m_held->epoch || row.owner != m_held->owner || row.generation != m_held->generation) {
        return lost();
    }
    return Pass{true, 0, false};
}

Result<bool> Relay::renew() {
    EVENHAND_ASSIGN(const bool ours, store::outbox::renewRelay(m_database, *m_held, m_relayed));
    if (ours) {
        m_held->relayed = m_relayed;
        seenToLive();
    }
    return ours;
}

Result<bool> Relay::number(std::span<Row> rows) {
    EVENHAND_TRY(m_database.begin());
    auto given = store::outbox::giveNumbers(m_database, *m_held, m_relayed, rows);
    if (!given || !*given) {
        m_database.rollback();
        return given;
    }
    if (const auto kept = m_database.commit(); !kept) {
        // Nobody knows whether they have their numbers. What the row says then is true.
        m_database.close();
        return fail(kept.error());
    }
    m_held->lastNumber = rows.back().number;
    m_held->relayed = m_relayed;
    seenToLive();
    return true;
}

Result<void> Relay::append(std::span<const Row> rows) {
    static const auto& script = script::scriptNamed("outbox_append");
    std::map<std::string, std::vector<const Row*>> streams;
    for (const auto& row : rows) {
        streams[streamOf(row.topic, row.campus.str(), m_held->generation)].push_back(&row);
    }
    // One script for each stream, never a command for each message: of commands sent together a node may refuse one
    // for the moment and take the next, and then the first would be too small for the stream for ever.
    for (const auto& [stream, messages] : streams) {
        std::vector<std::string> numbers;
        numbers.reserve(messages.size());
        std::vector<std::string_view> args;
        args.reserve(2 * messages.size());
        for (const auto* message : messages) {
            numbers.push_back(std::to_string(message->number));
            args.emplace_back(numbers.back());
            args.emplace_back(message->message);
        }
        const std::string_view key = stream;
        EVENHAND_TRY(m_keyspace.run(script, std::span(&key, 1), std::span<const std::string_view>(args)));
    }
    return {};
}

void Relay::release() {
    if (m_held && m_database.isOpen()) {
        // If this fails, the next one waits for the lease.
        std::ignore = renew().andThen([this](bool ours) {
            return ours ? store::outbox::releaseRelay(m_database, *m_held) : Result<bool>(false);
        });
    }
    forget();
    m_epoch = 0;
}

}  // namespace evenhand::outbox
