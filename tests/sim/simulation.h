// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace under random use: customers, couriers, operators, duplicate messages and crashes, from one seed; after
// every batch the model and the workspace are compared.
// Thread: confined to its owner.
#pragma once

#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/workspace/workspace.h"
#include "dispatch_model.h"
#include "engine/base/rng.h"

namespace evenhand::sim {

class Simulation {
public:
    explicit Simulation(std::uint64_t seed);
    ~Simulation();

    /// False, with the reason in fault(), at the first difference.
    [[nodiscard]] bool run(int actions);
    [[nodiscard]] const std::string& fault() const noexcept { return m_fault; }
    [[nodiscard]] const DispatchModel& model() const noexcept { return m_model; }
    [[nodiscard]] int crashes() const noexcept { return m_crashes; }

private:
    bool broken(const std::string& what);
    bool open(bool create);
    /// Answers that have come, then events, then everything compared.
    bool settle();
    bool step();
    bool quiesce();
    bool compare();
    bool compareOrders();
    bool compareWeights();
    bool runChecks();
    /// The process dies: what is on disk now is all there is.
    bool crash();

    bool act();
    void place();
    void pay();
    void cancel();
    void report();
    void reassign();
    void handOver();
    void duty();
    void newCourier();
    void pause();
    void calibrate();
    void limit();
    void redeliver();
    void receiveStock();

    [[nodiscard]] api::Call call() const { return {api::Actor::administrator("local:sim"), "simulated", {}}; }
    const ModelOrder* anyOrder();
    std::string anyCourier();
    template <typename T>
    void await(api::Answer<T> answer, std::function<bool(const T&)> done);
    void await(api::Answer<void> answer, std::function<void()> done = {});

    const std::uint64_t m_seed;
    Rng m_rng;
    base::VirtualClock m_clock{Instant{1'717'200'000'000}};
    QTemporaryDir m_folder;
    int m_crashes = 0;
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<api::Subscription> m_subscription;
    std::vector<api::Event> m_events;
    std::vector<std::function<std::optional<bool>()>> m_waiting;  ///< nullopt: not answered yet
    std::int64_t m_step;
    bool m_catchUp;
    std::int64_t m_campusLimit;  ///< 0: none
    DispatchModel m_model;
    const CampusId m_campus{"c{a}mpus"};
    bool m_paused = false;
    int m_placed = 0;
    int m_paid = 0;
    int m_couriers = 0;
    std::vector<std::int64_t> m_ids;
    std::string m_fault;
};

}  // namespace evenhand::sim
