// SPDX-License-Identifier: GPL-3.0-or-later
// How commands hold a workspace: stepped on their own thread, so that nothing runs unseen. Commands that import work on
// an import clock: engine time is what was recorded last and moves with the file. What is done to people and their
// sessions leaves engine time where it stands, so that an import of the past may still follow.
// Over the line to a service they ask its engine, whose time is the real one.
// Thread: the program's main thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/ctl/interrupt.h"
#include "app/workspace/workspace.h"
#include "engine/base/clock.h"
#include "engine/remote/remote_engine.h"

namespace evenhand::ctl {

/// Where a command works.
struct Place {
    std::string folder;                       ///< of the workspace
    remote::RemoteEngine* service = nullptr;  ///< nullptr: the workspace is opened
};

class Session {
public:
    enum class Time : std::uint8_t { Real, Import, Standing };

    /// Errors as Workspace::open(). `answers`: also a workspace that is otherwise refused, because its audit log fails
    /// (for app::renewAnchor()) or acknowledged work is missing, and with it perhaps of its audit log
    /// (app::acceptLoss()).
    enum class Answers : std::uint8_t { ForNothing, ForAudit, ForLoss };
    [[nodiscard]] static Result<std::unique_ptr<Session>> open(const Place& place, Time time,
                                                               Answers answers = Answers::ForNothing);

    [[nodiscard]] api::EngineApi& engine() noexcept { return *m_engine; }
    /// Only where the workspace was opened here.
    [[nodiscard]] app::Workspace& workspace() noexcept { return *m_workspace; }
    /// Steps until the answer is there.
    template <typename T>
    [[nodiscard]] Result<T> wait(api::Answer<T> answer) {
        while (m_workspace && !answer.isFinished()) {
            (void)m_workspace->step();
        }
        return answer.result();
    }
    /// For what a command has to know beforehand: as app::authorize().
    [[nodiscard]] Result<void> authorize(const api::Call& call, api::Operation operation);
    /// What goes on while something is awaited.
    void step();
    /// An order that was paid or given away, once somebody has it or it is known to wait. A service looks for a courier
    /// by itself: it is given ten seconds, of which it needs one only where it has very much to do.
    [[nodiscard]] Result<api::OrderDetail> orderAfterwards(const api::Call& call, const OrderNo& orderNo);
    /// Works off messages and what is due until nothing is left or a signal asks to end; `progress` between steps.
    void settle(const std::function<void()>& progress = {});

private:
    base::VirtualClock m_importClock;
    std::unique_ptr<app::Workspace> m_workspace;  ///< nullptr: over the line
    api::EngineApi* m_engine = nullptr;
};

/// For commands that only read: what is committed of the workspace, also while another process runs it, or a service.
class Reading {
public:
    /// Errors as Workspace::openReadOnly().
    [[nodiscard]] static Result<Reading> open(const Place& place);
    [[nodiscard]] api::EngineApi& engine() const noexcept { return *m_engine; }
    /// As it is now, with the clock of the machine where it is.
    [[nodiscard]] Result<api::EngineStatus> status() const;
    /// Of a shared deployment, as the service says they are, or as they are found from here, which may take seconds.
    [[nodiscard]] std::vector<api::PartHealth> lookAtParts() const;
    /// Waits, but keeps no signal waiting: Cancelled, with this message.
    template <typename T>
    [[nodiscard]] static Result<T> wait(api::Answer<T> answer, const char* cancelled = "cancelled") {
        constexpr std::int64_t kLookMs = 50;
        while (!answer.isFinished()) {
            if (interrupt::waitMs(kLookMs)) {
                answer.cancel();
                return fail(ErrorCode::Cancelled, cancelled);
            }
        }
        return answer.result();
    }
    /// Before what was noted meanwhile is written into the audit log: writeNotes().
    void close() { m_workspace.reset(); }

private:
    Reading() = default;
    std::unique_ptr<app::Workspace> m_workspace;  ///< nullptr: over the line
    api::EngineApi* m_engine = nullptr;
};

/// Has what commands that only read have noted (app::AuditNotes) written into the audit log, if nobody else runs the
/// workspace: who does, has done it already. Else it stays for the next one who opens it.
void writeNotes(const Place& place);

}  // namespace evenhand::ctl
