// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/group_messages.h"

#include <algorithm>
#include <functional>

#include "engine/base/log.h"
#include "engine/outbox/outbox.h"
#include "engine/runtime/topics.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/outbox_store.h"

namespace evenhand::shared {
namespace {

using runtime::UnitRunner;

/// Units of the engine's batch.
class BatchUnits final : public outbox::MessageUnits {
public:
    explicit BatchUnits(UnitRunner& runner) : m_runner(runner) {}

    [[nodiscard]] store::Database& database() noexcept override { return m_runner.database(); }
    [[nodiscard]] Result<void> begin() override { return {}; }
    [[nodiscard]] runtime::Ran run(Instant now, const api::Call& call,
                                   const std::function<bool(runtime::UnitOfWork&)>& unit) override {
        return m_runner.run(now, call, unit);
    }
    [[nodiscard]] std::optional<Error> damage() const override { return m_runner.damage(); }
    [[nodiscard]] Result<void> commit() override { return {}; }
    void rollback() override { m_failed = true; }
    [[nodiscard]] bool isPart() const noexcept override { return true; }

    /// The batch must be rolled back. Without it an error was one of reading the keyspace.
    [[nodiscard]] bool failed() const noexcept { return m_failed; }

private:
    UnitRunner& m_runner;
    bool m_failed = false;
};

std::string streamOf(const outbox::GroupSettings& settings) {
    return settings.isScripted ? runtime::streamKey(settings.topic)
                               : outbox::streamOf(settings.topic, settings.campus, settings.generation);
}

}  // namespace

outbox::GroupSettings GroupMessages::settingsFor(std::string topic, std::string campus, std::int64_t generation) const {
    outbox::GroupSettings settings;
    settings.topic = std::move(topic);
    settings.campus = std::move(campus);
    settings.isScripted = m_way.isScripted;
    settings.generation = generation;
    settings.group = m_way.group;
    settings.node = m_way.node;
    settings.policy = m_way.policy;
    return settings;
}

void GroupMessages::restart() noexcept {
    m_more = true;
    m_listAt = {};  // the streams may be others by now
    for (const auto& member : m_members) {
        member->consumer.undone();
    }
}

void GroupMessages::lookAgain() noexcept {
    for (const auto& member : m_members) {
        member->consumer.restart();
    }
}

void GroupMessages::touchIfChanged(runtime::BatchUnit::Mark now) noexcept {
    // A row that this batch has added is in no stream yet.
    m_more = m_more || (m_way.isScripted && now != m_seen);
}

void GroupMessages::committed() {
    for (const auto& member : m_members) {
        if (const auto settled = member->consumer.committed(m_way.keyspace); !settled) {
            base::log(base::LogLevel::Warning, "messages",
                      member->consumer.stream() + ": not acknowledged, so they come again: " + settled.error().text());
        }
    }
}

bool GroupMessages::ready(Instant now) const noexcept {
    if (m_more || listChanged() || m_heard != m_way.bell.load(std::memory_order_acquire) || m_lookAt <= now) {
        return true;
    }
    const auto retry = nextRetry();
    return retry && *retry <= now;
}

std::optional<Instant> GroupMessages::nextRetry() const noexcept {
    std::optional<Instant> earliest;
    for (const auto& member : m_members) {
        if (const auto retry = member->consumer.nextRetry()) {
            const auto at = std::max(*retry, member->notBefore);
            earliest = earliest ? std::min(*earliest, at) : at;
        }
    }
    return earliest;
}

Result<std::size_t> GroupMessages::work(UnitRunner& runner, Instant now, std::size_t limit, const Enough& enough) {
    const auto heard = m_way.bell.load(std::memory_order_acquire);  // before the look: what comes during it is new
    EVENHAND_TRY(refresh(runner.database(), now));
    BatchUnits units(runner);
    std::size_t done = 0;
    bool whole = true;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        // At least one works: a time limit that has passed before must not keep all of them waiting for ever.
        if (done >= limit || (done > 0 && enough && enough())) {
            whole = false;
            break;
        }
        auto& member = *m_members[(m_first + i) % m_members.size()];
        if (member.notBefore > now) {
            continue;
        }
        const auto some = member.consumer.work(units, m_way.keyspace, now, limit - done);
        if (some) {
            member.trouble.clear();
            done += *some;
        } else if (units.failed()) {
            return some;
        } else {
            pause(member, now, some.error());
        }
    }
    // In turn, or the first stream with much to do would take the time of all others in every batch.
    m_first = m_members.empty() ? 0 : (m_first + 1) % m_members.size();
    m_more = !whole || done >= limit;
    m_heard = heard;
    m_lookAt = now.plusMs(m_way.lookMs);
    return done;
}

Result<void> GroupMessages::refresh(store::Database& database, Instant now) {
    if (m_listAt <= now) {
        listIsOld();
    } else if (!listChanged()) {
        return {};
    }
    EVENHAND_TRY(list(database));
    m_listAt = now.plusMs(kListMs);
    return {};
}

void GroupMessages::pause(Member& member, Instant now, const Error& reason) {
    member.notBefore = now.plusMs(kPauseMs);
    m_listAt = now;  // perhaps it is gone
    if (auto trouble = reason.text(); trouble != member.trouble) {
        base::log(base::LogLevel::Warning, "messages", member.consumer.stream() + " cannot be read: " + trouble);
        member.trouble = std::move(trouble);
    }
}

void GroupMessages::keep(const std::vector<outbox::GroupSettings>& streams, runtime::MessageHandler& handler) {
    auto before = std::exchange(m_members, {});
    m_members.reserve(streams.size());
    for (const auto& settings : streams) {
        const auto name = streamOf(settings);
        const auto known = std::find_if(before.begin(), before.end(), [&name](const auto& member) {
            return member && member->consumer.stream() == name;
        });
        m_members.push_back(known != before.end() ? std::move(*known) : std::make_unique<Member>(settings, handler));
    }
    m_first = m_members.empty() ? 0 : m_first % m_members.size();
}

TopicMessages::TopicMessages(keyspace::Keyspace& keyspace, const Bell& bell, std::string node, std::string topic,
                             std::string group, runtime::MessageHandler& handler, const runtime::RetryPolicy& policy)
    : GroupMessages({keyspace, bell, std::move(group), std::move(node), policy}),
      m_topic(std::move(topic)),
      m_handler(handler) {}

Result<void> TopicMessages::list(store::Database& database) {
    EVENHAND_ASSIGN(const auto relay, store::outbox::relayRow(database));
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(database));
    std::vector<outbox::GroupSettings> streams;
    streams.reserve(campuses.size() + 1);
    streams.push_back(settingsFor(m_topic, {}, relay.generation));
    for (const auto& campus : campuses) {
        streams.push_back(settingsFor(m_topic, campus.row.id.str(), relay.generation));
    }
    keep(streams, m_handler);
    return {};
}

FamilyMessages::FamilyMessages(keyspace::Keyspace& keyspace, const Bell& bell, std::string node, std::string group,
                               runtime::TopicFamily& family, const runtime::RetryPolicy& policy)
    : GroupMessages({keyspace, bell, std::move(group), std::move(node), policy, kLookMs, true}), m_family(family) {}

void FamilyMessages::restart() noexcept {
    m_family.invalidate();
    GroupMessages::restart();
}

void FamilyMessages::listIsOld() noexcept {
    m_onlyOld = !m_family.changed();
    m_family.invalidate();
}

Result<void> FamilyMessages::list(store::Database& database) {
    EVENHAND_ASSIGN(auto topics, m_family.topics(database));
    std::vector<outbox::GroupSettings> streams;
    streams.reserve(topics.size());
    for (auto& topic : topics) {
        streams.push_back(settingsFor(std::move(topic), {}, 0));
    }
    keep(streams, m_family.handler());
    if (!std::exchange(m_onlyOld, false)) {
        lookAgain();  // a person may have handed a message over
    }
    return {};
}

}  // namespace evenhand::shared
