// SPDX-License-Identifier: GPL-3.0-or-later
// An entry of the audit log about a refusal, as a command of its own; nobody waits for it.
// Thread: as Job.
#pragma once

#include <memory>
#include <string>

#include "engine/api/call.h"
#include "engine/base/clock.h"
#include "engine/runtime/audit_log.h"
#include "engine/runtime/job.h"

namespace evenhand::runtime {

/// What Engine::noteRefusal() submits; nullptr: this one is left out (RefusalLimit). `limit` outlives the job.
[[nodiscard]] std::unique_ptr<Job> refusalJob(const api::Call& call, api::Operation operation, api::Permission missing,
                                              RefusalLimit& limit, Instant now);

}  // namespace evenhand::runtime
