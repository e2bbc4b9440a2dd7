// SPDX-License-Identifier: GPL-3.0-or-later
// The room of tasks and webhooks: what the composition root needs of it. Register the source with the engine, then give
// out the desks. Thread: makeTasks() from any; the parts as their interfaces say.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/api/membership.h"
#include "engine/api/secret_store.h"
#include "engine/api/task_desk.h"
#include "engine/api/webhook_desk.h"
#include "engine/base/clock.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"
#include "engine/tasks/schedule_source.h"

namespace evenhand::tasks {

class SharedState;

struct Tasks {
    std::shared_ptr<SharedState> shared;  ///< of desks and rules
    std::unique_ptr<api::TaskDesk> desk;
    std::unique_ptr<api::WebhookDesk> webhooks;
    std::unique_ptr<ScheduleSource> schedules;  ///< must live as long as the engine runs
};

/// So many bytes that nobody can guess, from the system. Any thread.
using RandomBytes = std::function<std::string(std::size_t)>;

/// Engine, reader, membership, secrets and clock must outlive all parts. `timeZone`: as makeDispatch(); InvalidArgument
/// if unknown. `ownSchedules`: see ScheduleSource. `threaded`: see BackgroundWork.
[[nodiscard]] Result<Tasks> makeTasks(runtime::Engine& engine, runtime::Reader& reader, api::Membership& membership,
                                      api::SecretStore& secrets, RandomBytes random, const Clock& clock,
                                      const std::string& timeZone, bool ownSchedules, bool threaded);

// Each of them for itself.
[[nodiscard]] std::unique_ptr<api::TaskDesk> makeTaskDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                          api::Membership& membership, const Clock& clock,
                                                          std::shared_ptr<SharedState> shared);
[[nodiscard]] std::unique_ptr<api::WebhookDesk> makeWebhookDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                                api::SecretStore& secrets, RandomBytes random,
                                                                bool threaded);

}  // namespace evenhand::tasks
