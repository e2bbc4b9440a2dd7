// SPDX-License-Identifier: GPL-3.0-or-later
// The receiving end of webhooks in a simulation: takes some, refuses some, loses some answers. Thread: the worker's.
#pragma once

#include "engine/outward/task_runner.h"

namespace evenhand::sim {

class World;

class Endpoint final : public outward::TaskRunner {
public:
    explicit Endpoint(World& world) : m_world(world) {}
    [[nodiscard]] api::TaskKind kind() const noexcept override { return api::TaskKind::Webhook; }
    void run(const api::TaskJob& job, outward::TaskContext& context) override;

private:
    World& m_world;
};

}  // namespace evenhand::sim
