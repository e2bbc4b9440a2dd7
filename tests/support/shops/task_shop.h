// SPDX-License-Identifier: GPL-3.0-or-later
// A shop of several people (staff_shop.h) with background work. Four workers are on a ring, which is the shop's own, as
// an engine without threads has none. Two endpoints are told of each order that gets a courier: one announcement was
// given up, others got through, of the last ones a worker has one in hand and one waits. Of two refunds the provider
// has paid one and never answered for the other. Two backups were taken; for an automatic one there was no room.
// Thread: as Shop.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/rng.h"
#include "engine/cluster/local_membership.h"
#include "tests/support/fakes/altered_tasks.h"
#include "tests/support/shops/staff_shop.h"

namespace evenhand::test {

class TaskShop : public StaffShop {
public:
    static constexpr int kWorkers = 4;
    TaskShop();

    AlteredTasks& tasks() override { return m_tasks; }
    AlteredWebhooks& webhooks() override { return m_webhooks; }
    AlteredBackups& backups() override { return m_backups; }

    // --- the ring -------------------------------------------------------------------------------------------------
    /// "worker 1 of host", …: those that were there from the beginning.
    [[nodiscard]] static std::string worker(int number) { return "worker " + std::to_string(number) + " of host"; }
    void join(const std::string& name);
    void leave(const std::string& name);
    /// Its lease ends while the others keep theirs, so an hour goes by.
    void lose(const std::string& name);

    // --- tasks ----------------------------------------------------------------------------------------------------
    [[nodiscard]] std::vector<api::TaskRow> taskRows(api::TaskFilter filter = {});
    [[nodiscard]] api::TaskRow task(TaskId id);
    /// The newest of this kind and status.
    [[nodiscard]] TaskId newest(api::TaskKind kind, api::TaskStatus status);
    [[nodiscard]] bool isHeld(api::TaskKind kind);
    /// A minute goes by in which an automatic backup falls due: its task, which nobody has taken yet.
    TaskId planBackup();
    /// The same, and there is no room for it.
    TaskId buryBackup();
    /// Somebody tries this backup again, and there is still no room.
    void tryInVain(TaskId backup);
    /// One that waits, of any subject: past every rule.
    void plant(const std::string& subject);

    // --- webhooks and backups -------------------------------------------------------------------------------------
    WebhookId addEndpoint(const std::string& name, const std::string& url);
    [[nodiscard]] std::vector<api::WebhookRow> endpoints();
    [[nodiscard]] std::vector<api::DeliveryRow> deliveryRows(api::DeliveryFilter filter = {});
    [[nodiscard]] std::vector<api::BackupRow> backupRows();
    /// Takes one, there.
    void backUp(const std::string& path);

private:
    static void fill(Shop& shop);
    void changeRing(api::RingChange what, const std::string& who, const std::function<void()>& change);

    Rng m_rng{3};
    int m_joined = 0;
    cluster::LocalMembership m_membership;
    std::unique_ptr<api::TaskDesk> m_desk;  ///< the engine's, over this ring
    AlteredTasks m_tasks;
    AlteredWebhooks m_webhooks;
    AlteredBackups m_backups;
};

}  // namespace evenhand::test
