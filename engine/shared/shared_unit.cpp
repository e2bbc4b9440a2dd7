// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/shared_unit.h"

#include <utility>

#include "engine/base/counted.h"
#include "engine/base/log.h"

namespace evenhand::shared {
namespace {

/// One line, however many there are: a server that is away fails all of them.
void tellFailures(std::size_t failures, const char* what, const Error& first) {
    if (failures > 0) {
        base::log(base::LogLevel::Warning, "engine",
                  base::counted(static_cast<std::int64_t>(failures), "step", "steps") + " on the keyspace " + what +
                      ": " + first.text());
    }
}

}  // namespace

Result<std::string> SharedUnit::publish(std::string_view topic, std::initializer_list<runtime::Field> fields) {
    if (m_outbox == nullptr) {
        return fail(ErrorCode::Unsupported, "this engine has nobody who carries messages", "topic", std::string(topic));
    }
    m_steps.published = true;
    return m_outbox->add(database(), now(), topic, fields);
}

Result<void> SharedUnit::afterCommit(const Step& step) {
    if (!m_rebuilds) {
        EVENHAND_TRY(m_gated.mayBeUsed());  // else the step would be done while somebody makes it anew, or never
    }
    m_steps.after.push_back(step);
    return {};
}

void SharedUnit::begins(Instant /*now*/) {
    m_rebuilds = call().operation == api::Operation::KeyspaceRebuild;
    m_undoAtBegin = m_steps.undo.size();
    m_afterAtBegin = m_steps.after.size();
}

void SharedUnit::undoTo(Mark /*mark*/) {
    m_steps.after.resize(m_afterAtBegin);
    takeBackFrom(m_steps.undo, m_undoAtBegin);
}

void SharedUnit::takeBackFrom(std::vector<Step>& steps, std::size_t keep) {
    std::size_t failures = 0;
    Error first;
    while (steps.size() > keep) {
        const Step step = std::move(steps.back());
        steps.pop_back();
        if (auto done = step(m_keyspace); !done && failures++ == 0) {
            first = std::move(done).error();
        }
    }
    // What stays is found by redelivery, recovery or comparison.
    tellFailures(failures, "could not be taken back", first);
}

void SharedUnit::takeBack(Steps steps) { takeBackFrom(steps.undo, 0); }

void SharedUnit::finish(Steps steps) {
    std::size_t failures = 0;
    Error first;
    for (const auto& step : steps.after) {
        if (auto done = step(m_keyspace); !done && failures++ == 0) {
            first = std::move(done).error();
        }
    }
    tellFailures(failures, "could not be done after the commit", first);
    if (steps.published && m_outbox != nullptr) {
        m_outbox->committed(m_keyspace);
    }
}

}  // namespace evenhand::shared
