// SPDX-License-Identifier: GPL-3.0-or-later
// A small business for tests of the console: the real engine over a workspace on a disk in memory, stepped by the event
// loop on a virtual clock. What a person finds in it is made by the same commands that a business uses, so no rule is
// written down a second time. One program makes it once and begins each shop from that snapshot.
// Thread: confined to its owner, which has a Qt event loop. One shop at a time in a process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workspace/workspace.h"
#include "engine/base/clock.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/fault_disk.h"
#include "tests/support/shops/loop_turns.h"

namespace evenhand::runtime {
class UnitOfWork;
}

namespace evenhand::test {

class Shop;

/// Four campuses (unless it is said otherwise) with six couriers each, of whom the fifth is off duty; orders placed
/// every 7 s, the newest a minute before the shop opens. Every order has rice ×3 and tea ×2; each tenth is not paid and
/// each eleventh is cancelled.
struct ShopOptions {
    int orders = 40;
    void (*fill)(Shop&) = nullptr;  ///< what else there is, made once; nullptr: nothing
    int campuses = 4;               ///< 0 … 4; without any there are no orders
    bool products = true;           ///< without them there are no orders
};

class Shop {
public:
    explicit Shop(ShopOptions options = {});
    ~Shop();
    Shop(const Shop&) = delete;
    Shop& operator=(const Shop&) = delete;

    [[nodiscard]] app::Workspace& engine() const { return *m_workspace; }
    [[nodiscard]] base::VirtualClock& clock() { return m_clock; }
    [[nodiscard]] Instant now() const { return m_workspace->status().now; }
    /// A call of this person, who may do everything.
    [[nodiscard]] static api::Call by(const std::string& name, const std::string& reason = "because") {
        return {api::Actor::administrator(name), reason, {}};
    }
    /// Runs the engine until it has answered. A refusal is returned; no answer ends the program.
    template <typename T>
    [[nodiscard]] Result<T> ask(api::Answer<T> answer) {
        await([&] { return answer.isFinished(); });
        return answer.result();
    }
    /// The same, for what cannot be refused: a refusal ends the program with its text.
    template <typename T>
    T must(api::Answer<T> answer) {
        auto result = ask(std::move(answer));
        if (!result) {
            broken(result.error().text());
        }
        if constexpr (!std::is_void_v<T>) {
            return std::move(*result);
        }
    }

    /// The clock goes on; what falls due on the way happens at its instant.
    void pass(std::int64_t ms);

    /// Held, commands wait in the engine and nobody is answered.
    void hold(bool held);
    /// Full: somebody's command has met that nothing can be stored, and the engine takes no more of them.
    void fillDisk(bool full);
    /// Broken: nothing can be read that is not in a cache.
    void breakDisk(bool broken);

    /// Lost: as where there is no keychain.
    void loseKeychain(bool lost) { m_secrets->broken = lost; }

    /// Straight at database and keyspace, past every rule: what a fault would leave behind.
    void tamper(std::function<Result<void>(runtime::UnitOfWork&)> change);

    /// The reason that somebody gave last for what they did.
    [[nodiscard]] std::string lastReason();

    // --- orders ---------------------------------------------------------------------------------------------------
    [[nodiscard]] static CampusId campus(int index);
    [[nodiscard]] static CourierId courier(int campus, int index);
    /// The `index`th newest of the paid orders that the shop began with.
    [[nodiscard]] OrderNo paidOrder(int index) const;
    [[nodiscard]] api::OrderRow order(const OrderNo& orderNo);
    /// Placed now; paid at once if `paid`.
    OrderNo sell(int campus, bool paid = true, const UserId& user = UserId("u0"),
                 std::optional<api::OrderDraw> draw = {});

    /// Picked up by its courier, or delivered too.
    void carry(const OrderNo& orderNo, bool delivered);
    /// Of every courier of the campus.
    void setDuty(int campus, bool onDuty);

    [[noreturn]] static void broken(const std::string& why);

private:
    struct Snapshot;
    void await(const std::function<bool()>& finished);
    void open();
    void trade(const ShopOptions& options);

    base::VirtualClock m_clock;
    std::shared_ptr<Snapshot> m_snapshot;
    std::shared_ptr<MemorySecrets> m_secrets = std::make_shared<MemorySecrets>();
    FaultDisk m_disk;
    std::unique_ptr<app::Workspace> m_workspace;
    LoopTurns m_loop;
    int m_numbers = 0;
};

}  // namespace evenhand::test
