// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_tasks.h"

#include <map>

#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

using api::TaskKind;
using api::TaskStatus;

constexpr int kNodes = 64;
constexpr double kPositions = 4294967296.0;

std::uint32_t spread(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<std::uint32_t>(x ^ (x >> 31));
}

}  // namespace

std::optional<Error> refusal(const api::Call& call, api::Operation operation) {
    const auto& info = api::infoOf(operation);
    if (call.actor.ended()) {
        return teamError(ErrorCode::SessionEnded, "the session has ended");
    }
    if (info.permission && !call.actor.may(*info.permission)) {
        return teamError(ErrorCode::PermissionDenied, "no permission", "permission",
                         std::string(api::toText(*info.permission)));
    }
    if (info.needsReason && call.reason.empty()) {
        return teamError(ErrorCode::InvalidArgument, "a reason is needed", "reason");
    }
    return std::nullopt;
}

void FakeTasks::fill(int workers) {
    for (int i = 0; i < workers; ++i) {
        join("worker " + std::to_string(i + 1) + " of host");
    }
    for (int i = 0; i < 60; ++i) {
        const auto kind = api::allTaskKinds()[static_cast<std::size_t>(i) % api::allTaskKinds().size()];
        const auto status = i % 11 == 0   ? TaskStatus::Dead
                            : i % 7 == 0  ? TaskStatus::Pending
                            : i % 13 == 0 ? TaskStatus::Processing
                                          : TaskStatus::Done;
        add(kind, status, std::to_string(1000 + i), status == TaskStatus::Dead ? "the other side answered 503" : "");
    }
}

void FakeTasks::publish(bool ring) {
    api::Event event;
    event.kind = ring ? api::Event::Kind::RingChanged : api::Event::Kind::TasksChanged;
    m_engine.publish({event});
}

void FakeTasks::note(api::RingChange change, const std::string& worker) {
    api::RingChangeRow row;
    row.id = static_cast<std::int64_t>(m_history.size()) + 1;
    row.at = m_engine.now();
    row.change = change;
    row.worker = worker;
    row.workers = workers();
    row.moved = m_members.empty() ? 1 : 1.0 / static_cast<double>(m_members.size());
    m_history.push_back(row);
    publish(true);
}

void FakeTasks::join(const std::string& name) {
    api::Member member;
    member.name = name;
    member.id = "id-" + name;
    const auto seed = std::hash<std::string>{}(name);
    for (int i = 0; i < kNodes; ++i) {
        member.positions.push_back(spread(seed + static_cast<std::uint64_t>(i)));
    }
    member.joinedAt = m_engine.now();
    member.leaseUntil = m_engine.now().plusMs(15'000);
    m_members.push_back(std::move(member));
    note(api::RingChange::Joined, name);
}

void FakeTasks::leave(const std::string& name, bool lost) {
    std::erase_if(m_members, [&](const api::Member& each) { return each.name == name; });
    note(lost ? api::RingChange::Lost : api::RingChange::Left, name);
}

TaskId FakeTasks::add(TaskKind kind, TaskStatus status, const std::string& subject, const std::string& error) {
    api::TaskRow row;
    row.id = {static_cast<std::int64_t>(m_tasks.size()) + 1};
    row.kind = kind;
    row.subject = subject;
    row.status = status;
    row.position = spread(static_cast<std::uint64_t>(row.id.value));
    row.attempts = status == TaskStatus::Dead ? 12 : (status == TaskStatus::Pending ? 0 : 1);
    row.token = 1;
    row.worker = status == TaskStatus::Pending || m_members.empty() ? "" : m_members.front().name;
    row.createdAt = m_engine.now().plusMs(-600'000 + row.id.value);
    const bool over = status != TaskStatus::Pending && status != TaskStatus::Processing;
    row.due = over ? std::nullopt : std::optional(m_engine.now().plusMs(-2'000));
    row.endedAt = over ? std::optional(m_engine.now().plusMs(-1'000)) : std::nullopt;
    row.lastError = error;
    m_tasks.push_back(row);
    publish(false);
    return row.id;
}

void FakeTasks::addMany(std::int64_t count) {
    api::TaskRow row = m_tasks.empty() ? api::TaskRow{} : m_tasks.front();
    row.status = TaskStatus::Done;
    for (std::int64_t i = 0; i < count; ++i) {
        row.id = {static_cast<std::int64_t>(m_tasks.size()) + 1};
        m_tasks.push_back(row);
    }
}

void FakeTasks::touch(TaskId id) {
    ++m_tasks.at(static_cast<std::size_t>(id.value) - 1).token;
    publish(false);
}

std::optional<api::TaskRow> FakeTasks::row(TaskId id) const {
    const auto at = static_cast<std::size_t>(id.value) - 1;
    return at < m_tasks.size() ? std::optional(m_tasks[at]) : std::nullopt;
}

std::vector<api::TaskRow> FakeTasks::select(const api::TaskFilter& filter) const {
    std::vector<api::TaskRow> rows;
    for (const auto& row : m_tasks) {
        if (among(filter.kinds, row.kind) && among(filter.statuses, row.status) &&
            (filter.worker.empty() || filter.worker == row.worker) && row.subject.starts_with(filter.text)) {
            rows.push_back(row);
        }
    }
    return rows;
}

std::int64_t FakeTasks::dead() const {
    return std::count_if(m_tasks.begin(), m_tasks.end(),
                         [](const auto& row) { return row.status == TaskStatus::Dead; });
}

bool FakeTasks::isHeld(TaskKind kind) const {
    return std::any_of(m_holds.begin(), m_holds.end(), [&](const auto& hold) { return hold.kind == kind; });
}

bool FakeTasks::outwardHeld() const {
    return std::any_of(m_holds.begin(), m_holds.end(), [](const auto& hold) { return api::isOutward(hold.kind); });
}

// --- people -------------------------------------------------------------------------------------------------

api::Answer<std::vector<api::TaskAnswer>> FakeTasks::change(const api::Call& call, api::Operation operation,
                                                            const std::vector<api::TaskRef>& refs, TaskStatus to) {
    using Answers = std::vector<api::TaskAnswer>;
    if (const auto no = refusal(call, operation)) {
        return m_engine.answer<Answers>(fail(*no));
    }
    m_reasons.push_back(call.reason);
    Answers answers;
    for (const auto& ref : refs) {
        api::TaskAnswer answer;
        answer.id = ref.id;
        const auto at = static_cast<std::size_t>(ref.id.value) - 1;
        if (at >= m_tasks.size()) {
            answer.error = teamError(ErrorCode::NotFound, "no such task", "id");
        } else {
            auto& row = m_tasks[at];
            if (ref.token != 0 && ref.token != row.token) {
                answer.error = teamError(ErrorCode::Conflict, "changed meanwhile", "token");
            } else if (row.kind == TaskKind::Refund) {
                answer.error = teamError(ErrorCode::WrongStatus, "refunds have their own page", "kind");
            } else if (row.status != TaskStatus::Dead && row.status != TaskStatus::Pending) {
                answer.error = teamError(ErrorCode::WrongStatus, "is not waiting", "status");
            } else {
                row.status = to;
                ++row.token;
                row.attempts = to == TaskStatus::Pending ? 0 : row.attempts;
                row.due = to == TaskStatus::Pending ? std::optional(m_engine.now()) : std::nullopt;
            }
            answer.status = row.status;
            answer.due = row.due;
        }
        answers.push_back(std::move(answer));
    }
    publish(false);
    return m_engine.answer<Answers>(std::move(answers));
}

api::Answer<std::vector<api::TaskAnswer>> FakeTasks::retry(const api::Call& call, std::vector<api::TaskRef> refs) {
    return change(call, api::Operation::TasksRetry, refs, TaskStatus::Pending);
}

api::Answer<std::vector<api::TaskAnswer>> FakeTasks::drop(const api::Call& call, std::vector<api::TaskRef> refs) {
    return change(call, api::Operation::TasksDrop, refs, TaskStatus::Dropped);
}

api::Answer<void> FakeTasks::setHeld(const api::Call& call, std::vector<TaskKind> kinds, bool held) {
    if (const auto no = refusal(call, api::Operation::TasksSetHeld)) {
        return m_engine.answer<void>(fail(*no));
    }
    m_reasons.push_back(call.reason);
    for (const auto kind : kinds) {
        std::erase_if(m_holds, [&](const auto& hold) { return hold.kind == kind; });
        if (held) {
            m_holds.push_back({kind, m_engine.now(), call.actor.name, call.reason});
        }
    }
    publish(false);
    return m_engine.answer<void>({});
}

// --- reads --------------------------------------------------------------------------------------------------

api::Answer<std::vector<api::TaskRow>> FakeTasks::page(const api::Call&, api::TaskQuery query) {
    return m_engine.read<std::vector<api::TaskRow>>(
        pageOf(select(query.filter), query.descending, query.offset, query.limit));
}

api::Answer<std::int64_t> FakeTasks::count(const api::Call&, api::TaskFilter filter) {
    return m_engine.read<std::int64_t>(static_cast<std::int64_t>(select(filter).size()));
}

std::vector<api::RingWorker> FakeTasks::owners() const {
    std::map<std::uint32_t, std::size_t> nodes;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        for (const auto position : m_members[i].positions) {
            nodes.emplace(position, i);
        }
    }
    std::vector<api::RingWorker> owners(m_members.size());
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        owners[i].member = m_members[i];
    }
    if (nodes.empty()) {
        return owners;
    }
    std::uint32_t from = nodes.rbegin()->first;
    for (const auto& [position, owner] : nodes) {
        auto& ranges = owners[owner].ranges;
        if (!ranges.empty() && ranges.back().to == from) {
            ranges.back().to = position;
        } else {
            ranges.push_back({from, position});
        }
        from = position;
    }
    if (m_members.size() == 1) {
        owners.front().ranges = {{nodes.begin()->first, nodes.begin()->first}};
    }
    for (auto& owner : owners) {
        // The one that goes over the end stands last.
        std::sort(owner.ranges.begin(), owner.ranges.end(), [](const auto& a, const auto& b) {
            return std::pair(a.to <= a.from, a.from) < std::pair(b.to <= b.from, b.from);
        });
        for (const auto& range : owner.ranges) {
            owner.share += static_cast<double>(range.size()) / kPositions;
        }
    }
    return owners;
}

api::Answer<api::RingPicture> FakeTasks::ring(const api::Call&) {
    ++m_ringCalls;
    api::RingPicture picture;
    picture.revision = static_cast<std::int64_t>(m_history.size());
    picture.workers = owners();
    picture.at = m_engine.now();
    picture.covered = !m_members.empty();
    for (auto& worker : picture.workers) {
        worker.perSecond = 12.5;
        worker.done = 480;
        worker.lastSeen = m_engine.now().plusMs(-200);
        for (const auto& task : m_tasks) {
            const bool mine = std::any_of(worker.ranges.begin(), worker.ranges.end(),
                                          [&](const auto& range) { return range.contains(task.position); });
            worker.backlog += mine && task.status == TaskStatus::Pending ? 1 : 0;
            worker.inHand += task.status == TaskStatus::Processing && task.worker == worker.member.name ? 1 : 0;
        }
    }
    for (const auto kind : api::allTaskKinds()) {
        api::TaskCounts counts;
        counts.kind = kind;
        counts.held = isHeld(kind);
        for (const auto& task : m_tasks) {
            if (task.kind != kind) {
                continue;
            }
            ++counts.created;
            switch (task.status) {
                case TaskStatus::Pending: ++counts.pending; break;
                case TaskStatus::Processing: ++counts.processing; break;
                case TaskStatus::Done: ++counts.done; break;
                case TaskStatus::Dead: ++counts.dead; break;
                case TaskStatus::Dropped: ++counts.dropped; break;
            }
            if (task.status == TaskStatus::Pending && (!counts.oldestDue || *task.due < *counts.oldestDue)) {
                counts.oldestDue = task.due;
            }
        }
        picture.counts.push_back(counts);
    }
    return m_engine.read<api::RingPicture>(std::move(picture));
}

api::Answer<std::vector<api::RingChangeRow>> FakeTasks::ringHistory(const api::Call&, std::int64_t limit) {
    return m_engine.read<std::vector<api::RingChangeRow>>(pageOf(m_history, true, 0, limit));
}

api::Answer<std::vector<api::TaskHold>> FakeTasks::holds(const api::Call&) {
    return m_engine.read<std::vector<api::TaskHold>>(m_holds);
}

// --- workers are not the console's --------------------------------------------------------------------------

api::Answer<std::vector<api::TaskJob>> FakeTasks::claim(const api::Call&, api::TaskClaim) {
    return m_engine.answer<std::vector<api::TaskJob>>(std::vector<api::TaskJob>{});
}
api::Answer<std::vector<api::TaskAnswer>> FakeTasks::renew(const api::Call&, std::vector<api::TaskTicket>) {
    return m_engine.answer<std::vector<api::TaskAnswer>>(std::vector<api::TaskAnswer>{});
}
api::Answer<std::vector<api::TaskAnswer>> FakeTasks::perform(const api::Call&, std::vector<api::TaskTicket>) {
    return m_engine.answer<std::vector<api::TaskAnswer>>(std::vector<api::TaskAnswer>{});
}
api::Answer<std::vector<api::TaskAnswer>> FakeTasks::report(const api::Call&, std::vector<api::TaskReport>) {
    return m_engine.answer<std::vector<api::TaskAnswer>>(std::vector<api::TaskAnswer>{});
}
api::Answer<std::optional<Instant>> FakeTasks::nextDue(const api::Call&, std::vector<api::RingRange>) {
    return m_engine.answer<std::optional<Instant>>(std::optional<Instant>{});
}
api::Answer<void> FakeTasks::noteRing(const api::Call&, api::RingChangeRow) { return m_engine.answer<void>({}); }

}  // namespace evenhand::test
