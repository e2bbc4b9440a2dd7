// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of background work of FakeEngine: a ring of workers with their ranges, tasks in every state, holds, history.
// Claims and reports are not the console's.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include "engine/api/task_desk.h"
#include "tests/support/fake_team.h"

namespace evenhand::test {

class FakeTasks final : public api::TaskDesk {
public:
    explicit FakeTasks(FakeEngine& engine) : m_engine(engine) {}

    // --- what a test steers ---
    /// `workers` of 64 nodes each, some tasks of every kind in every state.
    void fill(int workers = 4);
    /// Joins, or leaves; the history says so.
    void join(const std::string& name);
    void leave(const std::string& name, bool lost);
    TaskId add(api::TaskKind kind, api::TaskStatus status, const std::string& subject, const std::string& error = {});
    /// Somebody else has it: its token goes on.
    void touch(TaskId id);
    void addMany(std::int64_t count);

    // --- what a test asks ---
    [[nodiscard]] std::optional<api::TaskRow> row(TaskId id) const;
    [[nodiscard]] std::vector<api::TaskRow> select(const api::TaskFilter& filter) const;
    [[nodiscard]] std::int64_t dead() const;
    [[nodiscard]] std::int64_t workers() const { return static_cast<std::int64_t>(m_members.size()); }
    [[nodiscard]] bool outwardHeld() const;
    [[nodiscard]] bool isHeld(api::TaskKind kind) const;
    [[nodiscard]] const std::vector<std::string>& reasons() const { return m_reasons; }
    [[nodiscard]] int ringCalls() const { return m_ringCalls; }

    api::Answer<std::vector<api::TaskJob>> claim(const api::Call&, api::TaskClaim) override;
    api::Answer<std::vector<api::TaskAnswer>> renew(const api::Call&, std::vector<api::TaskTicket>) override;
    api::Answer<std::vector<api::TaskAnswer>> perform(const api::Call&, std::vector<api::TaskTicket>) override;
    api::Answer<std::vector<api::TaskAnswer>> report(const api::Call&, std::vector<api::TaskReport>) override;
    api::Answer<std::optional<Instant>> nextDue(const api::Call&, std::vector<api::RingRange>) override;
    api::Answer<void> noteRing(const api::Call&, api::RingChangeRow) override;
    api::Answer<std::vector<api::TaskAnswer>> retry(const api::Call&, std::vector<api::TaskRef>) override;
    api::Answer<std::vector<api::TaskAnswer>> drop(const api::Call&, std::vector<api::TaskRef>) override;
    api::Answer<void> setHeld(const api::Call&, std::vector<api::TaskKind>, bool) override;
    api::Answer<std::vector<api::TaskRow>> page(const api::Call&, api::TaskQuery) override;
    api::Answer<std::int64_t> count(const api::Call&, api::TaskFilter) override;
    api::Answer<api::RingPicture> ring(const api::Call&) override;
    api::Answer<std::vector<api::RingChangeRow>> ringHistory(const api::Call&, std::int64_t) override;
    api::Answer<std::vector<api::TaskHold>> holds(const api::Call&) override;

private:
    api::Answer<std::vector<api::TaskAnswer>> change(const api::Call& call, api::Operation operation,
                                                     const std::vector<api::TaskRef>& refs, api::TaskStatus to);
    void publish(bool ring);
    void note(api::RingChange change, const std::string& worker);
    [[nodiscard]] std::vector<api::RingWorker> owners() const;

    FakeEngine& m_engine;
    std::vector<api::Member> m_members;
    std::vector<api::TaskRow> m_tasks;  ///< by id
    std::vector<api::RingChangeRow> m_history;
    std::vector<api::TaskHold> m_holds;
    std::vector<std::string> m_reasons;
    int m_ringCalls = 0;
};

}  // namespace evenhand::test
